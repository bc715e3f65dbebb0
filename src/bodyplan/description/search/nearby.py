"""The files that belong to one file, searched around it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from bodyplan.description.search._name_matching import parts_of, stem_of
from bodyplan.description.search._pairing import home_of
from bodyplan.description.search._root_element import root_element_of
from bodyplan.description.search.members import MOST_ABOVE, Pairing, RobotMember
from bodyplan.description.search.scan import MOST_NEAR, PACKAGE, Scan, scan
from bodyplan.resources.manifest import package_above

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_DEPTH = 2
"""The number of levels of folders below the folder of a robot that are searched for its URDF."""
_MOST_BESIDE = 20
"""The largest number of packages next to the package of a file that are searched."""


class FilesAround:
    """Searches for the robots of files. Each folder is scanned once.

    Args:
        given: robots that the user named together with the files; they count as near.
        resources: the folders in which packages are searched.
    """

    def __init__(self, given: Sequence[str] = (), resources: Resources | None = None) -> None:
        self._given = tuple(map(os.path.abspath, given))
        self._resources = resources
        self._scanned = cache(_scanned)
        self._pairings: dict[tuple[str, ...], Pairing] = {}

    def member(self, path: str, kind: str, name: str = "") -> RobotMember:
        """Return a file with its robot; a settings file also with the SRDF.

        The paths are relative if the path of the file is relative.

        Args:
            path: the file.
            kind: "srdf", "model_state" or "settings".
            name: the name of the robot that the file references.
        """
        full = os.path.abspath(path)
        folders = _around(full)
        found = self._look(full, kind, name, folders)
        if found.robot is None and folders[1:]:
            beside = _beside(folders[1], name or stem_of(full))
            if beside:
                found = self._look(full, kind, name, [*folders, *beside])
        return found._replace(
            path=path,
            robot=found.robot and _as_named(found.robot, path),
            semantics=found.semantics and _as_named(found.semantics, path),
            rivals=tuple(_as_named(rival, path) for rival in found.rivals),
            better=tuple(_as_named(other, path) for other in found.better),
        )

    def belongings(self, robot: str) -> list[str]:
        """Return the SRDF and model_state files around a robot that reference it by name."""
        full = os.path.abspath(robot)
        members = self._pairing(_around(full)).semantics
        return [_as_named(member.path, robot) for member in members if member.robot == full]

    def namesakes(self, robot: str, name: str) -> list[RobotMember]:
        """Return the SRDFs near a robot that have its name but belong to another robot file.

        Args:
            robot: the file of the robot.
            name: the name of the robot.
        """
        full = os.path.abspath(robot)
        members = self._pairing(_around(full)).semantics
        return [
            member._replace(path=_as_named(member.path, robot), robot=_as_named(other, robot))
            for member in members
            if member.kind == "srdf"
            and (other := member.robot) is not None
            and other != full
            and name == root_element_of(member.path).name == root_element_of(other).name
        ]

    def _look(self, path: str, kind: str, name: str, folders: list[str]) -> RobotMember:
        pairing = self._pairing(folders)
        if kind == "settings":
            return pairing.settings_member(pairing.file(path, kind, ""))
        return pairing.member(pairing.file(path, kind, name))

    def _pairing(self, folders: list[str]) -> Pairing:
        key = tuple(folders)
        if key not in self._pairings:
            scans = [
                self._scanned(folder, _DEPTH if i == 0 else None)
                for i, folder in enumerate(folders)
            ]
            self._pairings[key] = Pairing(
                scans, top=folders[0], given=self._given, resources=self._resources
            )
        return self._pairings[key]


def reaches_beyond(path: str, top: str) -> bool:
    """Return whether the search around a file reaches outside a folder.

    Args:
        path: the file.
        top: the folder, absolute.
    """
    folder = os.path.dirname(os.path.abspath(path))
    package = package_above(folder, MOST_ABOVE)
    outer = _home(folder) if package is None else os.path.dirname(package)
    return outer != top and not outer.startswith(top.rstrip(os.sep) + os.sep)


def _scanned(folder: str, depth: int | None) -> Scan:
    return scan(folder, MOST_NEAR, depth)


def _around(path: str) -> list[str]:
    """Return the folder of the robot of a file, and the folder of its package if it has one."""
    folder = os.path.dirname(path)
    package = package_above(folder, MOST_ABOVE)
    return [_home(folder), package] if package else [_home(folder)]


def _home(folder: str) -> str:
    """Return the folder of the robot; never the home folder or the root of the file system."""
    home = home_of(folder)
    is_wide = home in (os.path.dirname(home), os.path.expanduser("~"))
    return folder if is_wide else home


def _beside(package: str, name: str) -> list[str]:
    """Return the packages next to a package whose names share a word with it or with the robot."""
    outer = os.path.dirname(package)
    words = parts_of(os.path.basename(package), name)
    try:
        with os.scandir(outer) as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:
        return []
    found = [
        os.path.join(outer, other)
        for other in names
        if parts_of(other) & words and not other.startswith(".")
    ]
    return [
        folder
        for folder in found
        if folder != package and os.path.isfile(os.path.join(folder, PACKAGE))
    ][:_MOST_BESIDE]


def _as_named(path: str, like: str) -> str:
    """Return a path in the form, absolute or relative, of another path that the user named."""
    if os.path.isabs(like):
        return path
    try:
        return os.path.relpath(path)
    except ValueError:  # another drive
        return path
