"""The page of ``bodyplan where``: files found, files missing and why, remarks."""

# ruff: noqa: RUF001  (the multiplication sign is meant)

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bodyplan.cli.pages.drawing import Line, wrapped
from bodyplan.core.names import visible
from bodyplan.diag import Where
from bodyplan.lint.settings import current_folder
from bodyplan.report import wording
from bodyplan.report.resources import FileResources, LocatedResource
from bodyplan.resources import VARIABLES, Remark, Resolution, Resources, Tried

_WHOLE = "(the whole folder)"
_MOST_ALIKE = 3  # maximum number of listed entries; further ones are counted
_STATES = {
    "found": "found",
    "missing": "missing",
    "network": "on the network",
    "simulator": "of a simulator",
    "unknown": "not searched",
}


class Page:
    """The lines of the page.

    Args:
        width: columns that a row of names must fit.
        is_whole: whether to list everything.
    """

    def __init__(self, width: int, *, is_whole: bool) -> None:
        self.width = width
        self.is_whole = is_whole
        self._name = ""

    def of_file(self, file: FileResources, *, only_missing: bool) -> Iterator[Line]:
        """Yield the lines about the URIs of one file."""
        named = file.resources
        self._name = file.path
        yield Line((wording.name(file.path), "bold"))
        by_state: dict[str, list[LocatedResource]] = {}
        for one in named:
            by_state.setdefault(one.state, []).append(one)
        yield _sums(named, by_state)
        found, missing = by_state.get("found", []), by_state.get("missing", [])
        if not only_missing:
            yield from self._found(found)
        if missing:
            yield Line()
            yield Line(("missing", "bold red"))
            yield from self._missing(missing)
        yield from self._left_out(by_state.get("unknown", []))
        if not only_missing:
            yield from self._not_looked_up(by_state)
            yield from self._remarks([one for one in found if one.remarks])

    def _found(self, found: Sequence[LocatedResource]) -> Iterator[Line]:
        if not found:
            return
        yield Line()
        yield Line(("found", "bold"))
        if self.is_whole:
            yield from self._rows(found)
            return
        groups: dict[tuple[str, str, str], list[LocatedResource]] = {}
        for one in found:
            groups.setdefault(_group(one), []).append(one)
        for (prefix, folder, source), members in groups.items():
            cut = len(prefix) if members[0].package else 0
            yield Line(
                (f"  {wording.name(prefix)}", "cyan"), ("" if folder else f"  {source}", "dim")
            )
            if folder:
                yield Line((f"    in {folder}", ""), (f"  {source}", "dim"))
            yield from self._names(members, cut, "    ")

    def _rows(self, found: Sequence[LocatedResource]) -> Iterator[Line]:
        """Yield two lines for each file: its URI, then its path and search rule."""
        for one in found:
            yield Line((f"  {wording.name(one.uri)}", "cyan"), (_times(one), ""))
            path = _shown(one.path)
            yield Line((f"      {path}", ""), (f"  {one.found_by}", "dim"))

    def _names(self, members: Iterable[LocatedResource], cut: int, indent: str) -> Iterator[Line]:
        """Yield the files ordered by folder, several files on a line."""
        folders: dict[str, list[str]] = {}
        for one in members:
            tail = one.uri.strip().replace("\\", "/")[cut:]
            folder, slash, name = tail.rpartition("/")
            folders.setdefault(folder + slash, []).append(
                wording.name(name or _WHOLE) + _times(one)
            )
        for folder, names in folders.items():
            inner = indent
            if folder:
                yield Line((f"{indent}{wording.name(folder)}", "dim"))
                inner += "  "
            for text in wrapped(names, self.width - len(inner)):
                yield Line((f"{inner}{text}", ""))

    def _missing(self, missing: Sequence[LocatedResource]) -> Iterator[Line]:
        lost: dict[str, list[LocatedResource]] = {}
        single: list[LocatedResource] = []
        for one in missing:
            if one.package and one.folder is None and one.tried:
                lost.setdefault(_prefix(one), []).append(one)
            else:
                single.append(one)
        for prefix, members in lost.items():
            yield from self._lost_package(prefix, members)
        shown = single if self.is_whole else single[:_MOST_ALIKE]
        for one in shown:
            lines = _lines_of(one.locations, self._name)
            yield Line((f"  {wording.name(one.uri)}", "red"), (_times(one), ""), (lines, "dim"))
            yield from self._why(one, one.remarks, "    ")
        rest = single[len(shown) :]
        if rest:
            yield Line((f"  and {len(rest):,} more", "red"))
            yield from self._names(rest, 0, "    ")

    def _lost_package(self, prefix: str, members: Sequence[LocatedResource]) -> Iterator[Line]:
        """Yield a package that was not found, with the files that were expected in it."""
        lines = _lines_of([place for one in members for place in one.locations], self._name)
        what = "model" if _is_model(members[0]) else "package"
        yield Line(
            (f"  {wording.name(prefix)}", "red"), (f"  {what} not found", ""), (lines, "dim")
        )
        inner = [one for one in members if not _is_model(one)]
        yield from self._names(inner, len(prefix), "    ")
        remarks: dict[tuple[str, str], Remark] = {}
        for one in members:
            for remark in one.remarks:
                remarks.setdefault((remark.kind, remark.detail), remark)
        odd = list(remarks.values())
        yield from self._why(members[0], odd if self.is_whole else odd[:_MOST_ALIKE], "    ")

    def _why(
        self, resolution: Resolution, remarks: Sequence[Remark], indent: str
    ) -> Iterator[Line]:
        """Yield the locations that were tried, similar names, and remarks."""
        tried = [*resolution.tried] if self.is_whole else list(_shortened(resolution.tried))
        source_width = max((len(place.source) for place in tried), default=0)
        outcome_width = max((len(place.outcome) for place in tried), default=0)
        for place in tried:
            yield Line(
                (f"{indent}{place.source:<{source_width}}  ", "dim"),
                (f"{wording.name(place.outcome):<{outcome_width}}  ", ""),
                (_shown(place.path), "dim"),
            )
        if resolution.is_folder:
            yield Line((f"{indent}this is a folder; a file is expected", ""))
        if resolution.near:
            near = " or ".join(repr(name) for name in resolution.near)
            yield Line((f"{indent}did you mean {visible(near)}?", "bold"))
        for remark in remarks:
            if remark.kind != "folder":
                yield Line((f"{indent}{visible(remark.detail)}", ""))
        for suggestion in dict.fromkeys(remark.suggestion for remark in remarks):
            yield from _write_instead(suggestion, f"{indent}  ")

    def _not_looked_up(self, by_state: dict[str, list[LocatedResource]]) -> Iterator[Line]:
        titles = {"network": "on the network, never downloaded", "simulator": "of a simulator"}
        for state, title in titles.items():
            members = by_state.get(state, [])
            if members:
                yield Line()
                yield Line((title, "bold"))
                yield from self._names(members, 0, "  ")

    def _left_out(self, members: Sequence[LocatedResource]) -> Iterator[Line]:
        """Yield the URIs that were not searched for: for each reason, an example and a count."""
        reasons: dict[str, list[LocatedResource]] = {}
        for one in members:
            remark = one.remark("length")
            reasons.setdefault("" if remark is None else remark.detail, []).append(one)
        for number, (reason, alike) in enumerate(reasons.items()):
            if not number:
                yield Line()
                yield Line(("not searched", "bold red"))
            line = Line((f"  {wording.name(alike[0].uri)}", "cyan"))
            if len(alike) > 1:
                line.add(f" and {len(alike) - 1:,} more", "dim")
            yield line
            yield Line((f"      {visible(reason)}", ""))

    def _remarks(self, members: Sequence[LocatedResource]) -> Iterator[Line]:
        """Yield the remarks on found files; equal remarks are combined."""
        alike: dict[tuple[str, str], list[tuple[str, Remark]]] = {}
        for one in members:
            for remark in one.remarks:
                alike.setdefault((remark.kind, remark.detail), []).append((one.uri, remark))
        if not alike:
            return
        yield Line()
        yield Line(("remarks", "bold"))
        shown_of: dict[str, int] = {}
        for (kind, detail), uses in alike.items():
            shown_of[kind] = shown_of.get(kind, 0) + 1
            if shown_of[kind] > _MOST_ALIKE and not self.is_whole:
                continue
            yield Line((f"  {visible(detail)}", ""))
            shown = uses if self.is_whole else uses[:1]
            for uri, remark in shown:
                line = Line((f"    {wording.name(uri)}", "cyan"))
                if len(shown) < len(uses):
                    line.add(f" and {len(uses) - len(shown)} more", "dim")
                yield line
                yield from _write_instead(remark.suggestion, "      ")
        hidden = sum(max(0, count - _MOST_ALIKE) for count in shown_of.values())
        if hidden and not self.is_whole:
            yield Line((f"  and {hidden} more; --all lists all", "dim"))

    @staticmethod
    def advice(resolutions: Iterable[Resolution], resources: Resources) -> Iterator[Line]:
        """Yield advice for packages that were not found."""
        lost = [r for r in resolutions if r.package and r.folder is None and not r.path]
        names = [r.package for r in lost if r.package]
        if not names:
            return
        if all(map(_is_model, lost)):
            yield Line(
                ("add the parent folder of a model with ", ""),
                ("--folder PATH", "bold"),
                (", or in GZ_SIM_RESOURCE_PATH", ""),
            )
            return
        is_set = [name for name in VARIABLES if name in resources.environment]
        name = wording.name(min(names, key=lambda name: (-names.count(name), name)))
        line = Line(("set the path of a package with ", ""), (f"--package {name}=PATH", "bold"))
        if not is_set:
            line.add("; no variable such as ROS_PACKAGE_PATH or AMENT_PREFIX_PATH is set", "")
        yield line


def _sums(named: Sequence[LocatedResource], by_state: dict[str, list[LocatedResource]]) -> Line:
    if not named:
        return Line(("references no files", ""))
    times = sum(len(one.locations) for one in named)
    parts = [f"{wording.plural(len(named), 'file')}, referenced {wording.plural(times, 'time')}: "]
    if len(by_state.get("found", [])) == len(named):
        misnamed = sum(one.is_misnamed for one in named)
        if misnamed:
            words = f"{len(named):,} found, {misnamed:,} of them only under another name"
            if len(named) == 1:
                words = "found, but only under another name"
            return Line((parts[0], ""), (words, "yellow"))
        return Line((parts[0], ""), ("all found" if len(named) > 1 else "found", "green"))
    counts = [f"{len(members):,} {_STATES[state]}" for state, members in by_state.items()]
    return Line((parts[0], ""), (", ".join(counts), "bold red" if "missing" in by_state else ""))


def _group(resolution: Resolution) -> tuple[str, str, str]:
    """Return the key by which files are grouped: prefix of the URI, folder, and search rule."""
    folder = _shown(resolution.folder)
    return _prefix(resolution), folder, resolution.found_by


def _is_model(resolution: Resolution) -> bool:
    """Return whether a URI names a whole model, not a file in a model."""
    rest = resolution.uri.strip().removeprefix("model://").strip("/")
    return resolution.scheme == "model" and rest == resolution.package


def _prefix(resolution: Resolution) -> str:
    """Return the scheme and package of a URI as written; for a path, its kind."""
    if not resolution.package:
        return f"{resolution.scheme} paths"
    uri = resolution.uri.strip().replace("\\", "/")
    at = uri.find(resolution.package, len(resolution.scheme)) + len(resolution.package)
    return f"{uri[:at]}/"


def _shortened(tried: Sequence[Tried]) -> Iterator[Tried]:
    """Yield the tried locations, but only a few with the same source and outcome."""
    counts: dict[tuple[str, str], int] = {}
    for place in tried:
        key = (place.source, place.outcome)
        counts[key] = counts.get(key, 0) + 1
    shown_of: dict[tuple[str, str], int] = {}
    for place in tried:
        key = (place.source, place.outcome)
        shown_of[key] = shown_of.get(key, 0) + 1
        if shown_of[key] < _MOST_ALIKE or counts[key] <= _MOST_ALIKE:
            yield place
        elif shown_of[key] == _MOST_ALIKE:
            more = counts[key] - shown_of[key] + 1
            yield Tried(place.source, Path(f"and {more} more"), place.outcome)


def _write_instead(suggestion: str | None, indent: str) -> Iterator[Line]:
    if suggestion is not None:
        yield Line((f"{indent}write ", ""), (wording.name(suggestion), "bold"))


def _times(one: LocatedResource) -> str:
    return f" ×{len(one.locations)}" if len(one.locations) > 1 else ""


def _lines_of(places: Iterable[Where], name: str) -> str:
    """Return the line numbers of a URI, with the file name if it is another file.

    Args:
        places: the locations of the URI.
        name: the name of the main file.
    """
    found = sorted({(place.file != name, place.file, place.line) for place in places})
    numbers = [f"{file}:{line}" if is_other else str(line) for is_other, file, line in found]
    shown = wording.name(", ".join(numbers[:_MOST_ALIKE]))
    more = f" and {len(numbers) - _MOST_ALIKE} more" if len(numbers) > _MOST_ALIKE else ""
    label = "" if found[0][0] else f"line{'s' if len(numbers) > 1 else ''} "
    return f"  {label}{shown}{more}"


def _shown(path: Path | None) -> str:
    """Return a path for the page: relative if it is in the current folder."""
    if path is None:
        return ""
    here = current_folder()
    if here is None:
        return wording.name(str(path))
    if path == here:
        return "."
    return wording.name(str(path).removeprefix(os.path.join(here, "")))
