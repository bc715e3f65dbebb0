"""Files that may be meant where a name leads nowhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from bodyplan.diag import Budget
from bodyplan.resources.folders import Folders, Listing

_DEEPEST = 8
_MOST_FOLDERS = 1_000
_MOST_SHOWN = 3


class SimilarFiles:
    """Finds files of the same or a similar name in a package.

    Args:
        disk: answers questions about the disk.
        budget: what looking for near names may cost.
    """

    def __init__(self, disk: Folders, budget: Budget) -> None:
        self.disk = disk
        self.budget = budget
        self._indexes: dict[str, dict[str, list[str]]] = {}
        self._names: dict[tuple[str, str], _FileNames] = {}

    def same_name(self, folder: str, name: str) -> list[str]:
        """Return the paths below a folder, relative to it, of all files of a name, in any case."""
        index = self._indexes.get(folder)
        if index is None:
            index = self._indexes[folder] = self._index(folder)
        return index.get(name.casefold(), [])

    def near(self, folder: str, parts: Sequence[str]) -> tuple[str, ...]:
        """Return paths below a folder, relative to it, that are similar to a missing one."""
        reached = self.disk.descend(folder, parts, any_case=True)
        if not reached.missing:
            return ()
        want, rest = reached.missing[0], reached.missing[1:]
        names = self._listed(reached.path, "folder" if rest else "file")
        like = self.budget.near(want, names.all)
        if not rest and _stem(want):
            like = [*names.by_stem.get(_stem(want), ()), *like]
        found: list[str] = []
        for name in dict.fromkeys(like):
            below = self.disk.descend(reached.path, (name, *rest), any_case=True)
            spelled = below.spelled if below.kind == "file" else (name,)
            end = "" if below.kind == "file" else "/"
            found.append("/".join((*reached.spelled, *spelled)) + end)
        same = self.same_name(folder, parts[-1])
        return tuple(dict.fromkeys((*same, *found)))[:_MOST_SHOWN]

    def _listed(self, folder: str, kind: str) -> _FileNames:
        """Return the names of one kind in a folder."""
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
    """Names in a folder, and those that differ in their ending only."""

    all: list[str]
    by_stem: dict[str, list[str]]


def _stem(name: str) -> str:
    return name.rpartition(".")[0].casefold()
