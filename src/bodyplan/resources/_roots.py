"""The folders from which a file may reference other files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.files.opener import OUTSIDE, is_within
from bodyplan.resources._package_candidates import PackageCandidates
from bodyplan.resources.folders import Folders
from bodyplan.resources.manifest import PACKAGE
from bodyplan.resources.surroundings import HIDDEN, built_from, refusal_below


class _Root(NamedTuple):
    """A folder from which a file may reference other files.

    Args:
        real: the real path of the folder, without symbolic links.
        sources: the real path of the ``src`` folder of the workspace whose install space contains
            the folder.
    """

    real: str
    sources: str | None


class Roots:
    """Decides which folders may be read; the answer depends on the folder of the referring file.

    Args:
        disk: the cached listings of folders.
        places: the finder of packages, with the surroundings of files and the folders that the user
            named.
    """

    def __init__(self, disk: Folders, places: PackageCandidates) -> None:
        self.disk = disk
        self.places = places
        self._of: dict[str | None, dict[str, None]] = {}
        self._roots: dict[str, _Root] = {}

    def of(self, base: str | None) -> Iterable[str]:
        """Return the roots for files in ``base``; for None, those for text without a file."""
        return self._table(base).keys()

    def declare(self, package: str, base: str | None) -> None:
        """Add a package to the roots, with the packages to which its install space links."""
        self._table(base)[package] = None

    def holds(self, real: str, base: str | None) -> bool:
        """Return whether a path may be read; ``refusal`` returns the reason if not."""
        return not self.refusal(real, base)

    def refusal(self, real: str, base: str | None) -> str:
        """Return the reason why a path may not be read, as a clause; empty if it may be read.

        Args:
            real: the path, without symbolic links.
            base: the folder of the file that refers to it.
        """
        found = OUTSIDE
        if base is not None and base not in self._of:
            # The folder of the file is always a root. It is tried first, because the other roots
            # must be searched for.
            found = refusal_below(self.disk.real(base), real)
        if not found:
            return found
        # Try roots that are above the path first, because they usually allow it.
        for root in sorted(self._table(base), key=lambda root: not is_within(real, root)):
            target, sources = self._root(root)
            refusal = refusal_below(target, real)
            if not refusal or (sources is not None and self._is_source(real, sources)):
                return ""
            if refusal == HIDDEN:
                found = HIDDEN
        return found

    def _is_source(self, real: str, sources: str) -> bool:
        """Return whether a path is in a package of a ``src`` folder; links may lead there."""
        if refusal_below(sources, real):
            return False
        folder = os.path.dirname(real)
        while is_within(folder, sources):
            if self.disk.probe(os.path.join(folder, PACKAGE)).kind == "file":
                return True
            folder = os.path.dirname(folder)
        return False

    def _table(self, base: str | None) -> dict[str, None]:
        """Return the roots for files in the folder ``base``, as keys."""
        table = self._of.get(base)
        if table is None:
            own = () if base is None else self.places.around(base).roots
            roots = (*own, *self.places.packages.values(), *self.places.roots)
            table = self._of[base] = dict.fromkeys(roots)
        return table

    def _root(self, folder: str) -> _Root:
        found = self._roots.get(folder)
        if found is None:
            sources = built_from(self.disk, folder)
            found = _Root(self.disk.real(folder), sources and self.disk.real(sources))
            self._roots[folder] = found
        return found
