"""Existing files to suggest for a path that does not exist."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from typing import NamedTuple

from bodyplan.core.names import is_alike
from bodyplan.diag import Budget
from bodyplan.resources.folders import Folders, Listing

_DEEPEST = 8
_MOST_FOLDERS = 1_000
_MOST_SHOWN = 3
_IMAGES = ("bmp", "dds", "gif", "hdr", "jpeg", "jpg", "png", "tga", "tif", "tiff", "webp")


class SimilarFiles:
    """Finds files of the same or a similar name in a package.

    Args:
        disk: the cached listings of folders.
        budget: the limit on comparisons of names.
    """

    def __init__(self, disk: Folders, budget: Budget) -> None:
        self.disk = disk
        self.budget = budget
        self._indexes: dict[str, dict[str, list[str]]] = {}
        self._names: dict[tuple[str, str], _FileNames] = {}

    def same_name(self, folder: str, name: str) -> list[str]:
        """Return the relative paths of all files with this name below a folder, ignoring case."""
        index = self._indexes.get(folder)
        if index is None:
            index = self._indexes[folder] = self._index(folder)
        return index.get(name.casefold(), [])

    def near_packages(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        """Return known packages or models with a similar name.

        Words that are common in names of packages, such as `description`, are ignored.
        """
        return tuple(one for one in self.budget.near(name, known) if is_alike(name, one))

    def near(self, folder: str, parts: Sequence[str], base: str | None = None) -> tuple[str, ...]:
        """Return relative paths below a folder that are similar to a missing path.

        Paths with a similar name or folder come first; among equals, paths near the referring file
        precede distant ones. If the first path is better than all others in both respects, it is
        the only result, because the others probably belong to other robots.

        Args:
            folder: the absolute path of the folder.
            parts: the missing path below this folder.
            base: the folder of the file that refers to the missing path.
        """
        reached = self.disk.descend(folder, parts, any_case=True)
        if not reached.missing:
            return ()
        want, rest = reached.missing[0], reached.missing[1:]
        names = self._listed(reached.path, "folder" if rest else "file")
        like = self.budget.near(want, names.all)
        if not rest:
            like = [*names.by_stem.get(_stem(want), ()), *like]
            like = [name for name in like if _may_replace(want, name)]
        files: list[str] = []
        folders: list[str] = []
        for name in dict.fromkeys(like):
            below = self.disk.descend(reached.path, (name, *rest), any_case=True)
            if below.kind == "file":
                files.append("/".join((*reached.spelled, *below.spelled)))
                continue
            folders.append("/".join((*reached.spelled, name)) + "/")
            # only the file is missing; a file in another format may exist
            if len(below.missing) == 1:
                spelled = (*reached.spelled, *below.spelled)
                stems = self._listed(below.path, "file").by_stem
                twins = stems.get(_stem(parts[-1]), ())
                files += ["/".join((*spelled, n)) for n in twins if _may_replace(parts[-1], n)]
        found = list(dict.fromkeys((*files, *self.same_name(folder, parts[-1]))))
        own = _own_parts(folder, base)
        ranks = {path: (path in files, _shared(own, path)) for path in found}
        found.sort(key=ranks.__getitem__, reverse=True)
        if found and all(_is_better(ranks[found[0]], ranks[path]) for path in found[1:]):
            return (found[0],)
        return (*found, *folders)[:_MOST_SHOWN]

    def _listed(self, folder: str, kind: str) -> _FileNames:
        """Return the names of the entries of one kind in a folder."""
        found = self._names.get((folder, kind))
        if found is None:
            entries = self.disk.listing(folder).entries.items()
            names = sorted(name for name, entry in entries if entry.kind == kind)
            by_stem: dict[str, list[str]] = {}
            for name in names:
                by_stem.setdefault(_stem(name), []).append(name)
            found = self._names[folder, kind] = _FileNames(names, by_stem)
        return found

    def _index(self, folder: str) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}

        def look(place: str, listing: Listing) -> bool:
            start = place[len(folder) :].strip(os.sep).replace(os.sep, "/")
            prefix = f"{start}/" if start else ""
            for name, entry in listing.entries.items():
                if entry.kind == "file":
                    index.setdefault(name.casefold(), []).append(f"{prefix}{name}")
            return True

        self.disk.visit(folder, look, depth=_DEEPEST, most=_MOST_FOLDERS, stays=True)
        return index


class _FileNames(NamedTuple):
    """The names in a folder, and groups of names that differ only in their suffix."""

    all: list[str]
    by_stem: dict[str, list[str]]


def _stem(name: str) -> str:
    return name.rpartition(".")[0].casefold()


def _may_replace(want: str, name: str) -> bool:
    """Return whether a file may be suggested for a missing name, judged by the suffixes.

    A mesh may be in another format, and a suffix may be missing or mistyped. But an image is never
    a mesh, and a file with another name and another suffix is another file.
    """
    ending, other = (one.rpartition(".")[2].casefold() for one in (want, name))
    if "." not in want or ending == other:
        return True
    return _stem(want) == _stem(name) and (ending in _IMAGES) == (other in _IMAGES)


def _own_parts(folder: str, base: str | None) -> list[str]:
    """Return the folder names on the path from one folder down to another; empty without a path."""
    if base is None or not base.startswith(folder.rstrip(os.sep) + os.sep):
        return []
    return [part.casefold() for part in base[len(folder) :].split(os.sep) if part]


def _shared(own: Sequence[str], path: str) -> int:
    """Return the number of common leading folders of two paths."""
    parts = path.casefold().split("/")[:-1]
    pairs = enumerate(zip(own, parts, strict=False))
    return next((i for i, (one, other) in pairs if one != other), min(len(own), len(parts)))


def _is_better(rank: tuple[bool, int], other: tuple[bool, int]) -> bool:
    """Return whether the first path has a similar name or folder, and is nearer than the second."""
    return rank[0] and rank[1] > other[1]
