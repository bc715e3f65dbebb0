"""Where the files are that a description names: meshes, textures, models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from bodyplan.core import Record, extended, replace
from bodyplan.diag import Where
from bodyplan.formats.document import Document
from bodyplan.formats.resources import NamedResource, named_resources
from bodyplan.resources import VARIABLES, Resolution, Resources

UNFOUND = ("missing", "unknown")
"""The states of what cannot be read."""
_OTHER_NAMES = ("case", "package")
"""Remarks on files that bodyplan finds and other programs do not."""


class LocatedResource(Resolution):
    """One URI of a description, and what became of it.

    Args:
        state: "unknown" was not looked up: the URI is too long, or one of too many.
        locations: where it is written, in the order of the file.
    """

    JSON = (
        *("uri", "state", "scheme", "package", "path", "is_folder", "folder", "found_by"),
        *("suggestion", "locations", "tried", "near", "remarks"),
    )

    state: Literal["found", "missing", "unknown", "network", "simulator"] = "missing"
    locations: tuple[Where, ...] = ()

    @property
    def is_misnamed(self) -> bool:
        """Whether only another spelling, or another package than the URI names, leads to the file."""
        return any(remark.kind in _OTHER_NAMES for remark in self.remarks)


class FileResources(Record):
    """What became of the URIs of one file.

    Args:
        path: how the file was named; ``<stdin>`` for standard input.
        format: of the description; None where it has none that is known.
        resources: each URI once.
    """

    path: str
    format: str | None
    resources: tuple[LocatedResource, ...]

    @property
    def unfound(self) -> tuple[LocatedResource, ...]:
        """The URIs that lead nowhere, or may."""
        return tuple(one for one in self.resources if one.state in UNFOUND)

    @property
    def wrong_case(self) -> tuple[LocatedResource, ...]:
        """The URIs that lead to a file only where case does not count, which `check` rejects."""
        return tuple(one for one in self.resources if one.remark("case"))


class ResourceReport(Record):
    """Where the files are that robots name.

    Args:
        packages: folders of packages by name, as given.
        folders: folders that hold packages, as given.
        variables: environment variables that were searched.
        files: one entry for each description.
    """

    packages: Mapping[str, str]
    folders: tuple[str, ...]
    variables: Mapping[str, str]
    files: tuple[FileResources, ...]


def resource_report(resources: Resources, files: tuple[FileResources, ...]) -> ResourceReport:
    """Return the report about some files.

    Args:
        resources: what found their resources.
        files: of ``file_resources``.
    """
    data = resources.as_data()
    variables = {k: v for k, v in data["environment"].items() if k in VARIABLES}
    return ResourceReport(data["packages"], tuple(data["folders"]), variables, files)


def file_resources(document: Document, resources: Resources) -> FileResources:
    """Return what became of every URI of a document and of the models that it includes, each once.

    Args:
        document: what names them; of macros what they make.
        resources: finds them.
    """
    described = document.expanded or document
    uses: dict[tuple[str, Path | None], list[tuple[Document, NamedResource]]] = {}
    models: dict[tuple[str, Path | None], Path] = {}
    for one, included in _documents(described, resources):
        base = None if one.path is None else one.path.parent
        models |= {(uri, base): path for uri, path in included.items()}
        for use in named_resources(one):
            uses.setdefault((use.uri, base), []).append((one, use))
    found: list[LocatedResource] = []
    for (uri, base), several in uses.items():
        places = [one.place(use.value, use.field or None) for one, use in several]
        places.sort(key=lambda where: (where.file != described.name, where[:3]))
        resolution = resources.resolve(uri, base=base)
        if (uri, base) in models:  # a model is found in places where no mesh is
            remarks = tuple(one for one in resolution.remarks if one.kind != "folder")
            path = models[uri, base]
            resolution = replace(resolution, path=path, is_folder=False, remarks=remarks)
        needs_file = not all(use.may_be_folder for _, use in several)
        state = _state(resolution, needs_file=needs_file)
        found.append(extended(LocatedResource, resolution, state=state, locations=tuple(places)))
    return FileResources(document.name, document.format, tuple(found))


def _documents(
    document: Document, resources: Resources
) -> Iterator[tuple[Document, Mapping[str, Path]]]:
    """Return a document and those that it includes, each with the files of its includes by URI."""
    if document.format != "sdf" or b"<include" not in document.source.data:
        yield document, {}
        return
    from bodyplan.conversion.sdf.includes import SdfIncludes  # its declarations load slowly

    includes = SdfIncludes(document, resources)
    waiting, known = [document], {id(document)}
    for one in waiting:
        paths: dict[str, Path] = {}
        for include in includes.of(one):
            found = includes.find(include)
            if found.path is not None:
                paths[include.uri.strip()] = found.path
            if found.document is not None and id(found.document) not in known:
                known.add(id(found.document))
                waiting.append(found.document)
        yield one, paths


def _state(
    resolution: Resolution, *, needs_file: bool
) -> Literal["found", "missing", "unknown", "network", "simulator"]:
    if resolution.path is not None:
        return "missing" if resolution.is_folder and needs_file else "found"
    if resolution.scheme == "network":
        return "network"
    if resolution.remark("length"):
        return "unknown"
    return "simulator" if resolution.remark("simulator") else "missing"
