"""The files of a folder that have to do with robots."""

from __future__ import annotations

import os
import re
from typing import Literal, NamedTuple

from bodyplan.formats.source import YAML_ENDINGS
from bodyplan.resources.folders import reason

FileKind = Literal["urdf", "xacro", "srdf", "sdf", "xml", "settings"]

MOST_ENTRIES = 200_000
"""Files and folders that are looked at below one folder."""
MOST_NEAR = 20_000
"""The same where a partner of one file is looked for."""
MOST_LEVELS = 100
"""Levels of folders below one folder that are looked into. Workspaces have ten."""
ASSISTANT = ".setup_assistant"
"""What MoveIt's setup assistant writes into a package: which URDF the package is for."""
PACKAGE = "package.xml"

_SUFFIXES: dict[str, FileKind] = {
    ".urdf": "urdf",
    ".srdf": "srdf",
    ".sdf": "sdf",
    ".world": "sdf",
    ".xacro": "xacro",
    ".xml": "xml",
}
_SETTINGS = re.compile(r"joint_limits|controllers?|kinematics|ros2?_control", re.IGNORECASE)
"""What settings files are called; there are many other YAML files in a package."""


class Scan(NamedTuple):
    """What was found below a folder.

    Args:
        files: paths and kinds, in order; those of kind "xml" may be anything.
        packages: folders with a ``package.xml``.
        assistants: folders with a ``.setup_assistant``.
        troubles: sentences about folders that could not be read.
        is_whole: whether all was looked at.
    """

    files: list[tuple[str, FileKind]]
    packages: set[str]
    assistants: set[str]
    troubles: list[str]
    is_whole: bool = True


def kind_of(name: str) -> FileKind | None:
    """What a file is by its name; None where it has nothing to do with robots."""
    ending = os.path.splitext(name)[1].lower()
    if ending in YAML_ENDINGS:
        return "settings" if _SETTINGS.search(name) else None
    return _SUFFIXES.get(ending)


def scan(folder: str, most: int = MOST_ENTRIES, depth: int | None = None) -> Scan:
    """The files in a folder and below. Never raises.

    Hidden files and folders are left out, and no link to a folder is followed, so that there is
    no way around in circles.

    Args:
        folder: where to begin.
        most: how many entries may be looked at.
        depth: how many levels of folders below it; all of them where not given.
    """
    found = Scan([], set(), set(), [])
    here = f".{os.sep}" if folder == "." else ""
    seen = 0
    is_too_deep = False

    def failed(error: OSError) -> None:
        found.troubles.append(f"the folder {error.filename} cannot be read: {reason(error)}")

    for place, folders, names in os.walk(folder, onerror=failed):
        seen += len(folders) + len(names)
        if seen > most:
            return found._replace(is_whole=False)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        level = place.count(os.sep, len(folder))
        if depth is not None and level >= depth:
            folders.clear()
        elif folders and level >= MOST_LEVELS:
            folders.clear()
            if not is_too_deep:
                found.troubles.append(
                    f"{folder} has folders more than {MOST_LEVELS} levels below it, the most that "
                    f"are looked into"
                )
            is_too_deep = True
        shown = place.removeprefix(here) if place != folder else place
        if PACKAGE in names:
            found.packages.add(shown)
        if ASSISTANT in names:
            found.assistants.add(shown)
        for name in sorted(names):
            kind = None if name.startswith(".") or name == PACKAGE else kind_of(name)
            path = os.path.join(place, name).removeprefix(here)
            if kind is not None and (os.path.isfile(path) or not os.path.exists(path)):
                found.files.append((path, kind))
    return found
