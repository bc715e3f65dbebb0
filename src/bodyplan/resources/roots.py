"""The folders from which a file may read without a word."""

from __future__ import annotations

import os
from collections.abc import Iterable

from bodyplan.resources.around import built_from, is_within
from bodyplan.resources.folders import Folders
from bodyplan.resources.places import Places


class Roots:
    """Which folders are declared for the files of each folder.

    Args:
        disk: answers questions about the disk.
        places: knows what lies around a file, and what the user named.
    """

    def __init__(self, disk: Folders, places: Places) -> None:
        self.disk = disk
        self.places = places
        self._of: dict[str | None, dict[str, str]] = {}

    def of(self, base: str | None) -> Iterable[str]:
        """The roots for files in a folder; None for text that is in no file."""
        return self._table(base).keys()

    def declare(self, package: str, base: str | None) -> None:
        """Makes a package a root, with the sources that its install space may link to."""
        table = self._table(base)
        if package not in table:
            self._add(table, package)

    def holds(self, real: str, base: str | None) -> bool:
        """Whether a path lies in one of the roots.

        Args:
            real: the path, without symbolic links.
            base: the folder of the file that names it.
        """
        if base is not None and base not in self._of and _holds(self.disk.real(base), real):
            return True  # its own folder is a root; what else is around it takes long to find out
        return any(_holds(root, real) for root in self._table(base).values())

    def _table(self, base: str | None) -> dict[str, str]:
        """The roots of a folder, each with its path without symbolic links."""
        table = self._of.get(base)
        if table is None:
            table = self._of[base] = {}
            own = () if base is None else self.places.around(base).roots
            for root in (*own, *self.places.packages.values(), *self.places.roots):
                self._add(table, root)
        return table

    def _add(self, table: dict[str, str], root: str) -> None:
        table[root] = self.disk.real(root)
        sources = built_from(self.disk, root)
        if sources is not None:
            table[sources] = self.disk.real(sources)


def _holds(root: str, real: str) -> bool:
    """Whether a root holds a path; the top of the file system holds only what lies right in it."""
    if os.path.dirname(root) == root:
        return os.path.dirname(real) == root
    return is_within(real, root)
