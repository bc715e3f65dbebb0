"""The files of a folder that are related to robots."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

from bodyplan.files.opener import is_within
from bodyplan.formats.source import YAML_ENDINGS
from bodyplan.resources.folders import reason

FileKind = Literal["urdf", "xacro", "srdf", "sdf", "xml", "settings"]

MOST_ENTRIES = 200_000
"""The largest number of files and folders that are scanned below one folder."""
MOST_NEAR = 20_000
"""The largest number of files and folders that the search for the robot or SRDF of a file scans."""
MOST_LEVELS = 100
"""The largest depth of folders that is searched below one folder. Workspaces have ten levels."""
ASSISTANT = ".setup_assistant"
"""The file in which MoveIt's setup assistant records the URDF of a MoveIt package."""
PACKAGE = "package.xml"

_LAUNCHES = (".launch.py", ".launch.xml", ".launch")
_SUFFIXES: dict[str, FileKind] = {
    ".urdf": "urdf",
    ".srdf": "srdf",
    ".sdf": "sdf",
    ".world": "sdf",
    ".xacro": "xacro",
    ".xml": "xml",
}
_SETTINGS = re.compile(r"joint_limits|controllers?|kinematics|ros2?_control", re.IGNORECASE)
"""The names of ROS 2 parameter files, as opposed to other YAML files in a package."""


class Scan(NamedTuple):
    """The files and folders that were found below a folder.

    Args:
        files: the paths in order, each with its kind; files of kind "xml" may contain anything.
        packages: folders with a ``package.xml``.
        assistants: folders with a ``.setup_assistant``.
        troubles: sentences about folders that could not be read.
        outside: symbolic links to files outside the folder, each with its target; ``files`` does
            not contain them.
        launches: launch files.
        is_whole: whether the whole folder was scanned.
    """

    files: list[tuple[str, FileKind]]
    packages: set[str]
    assistants: set[str]
    troubles: list[str]
    outside: dict[str, str]
    launches: list[str]
    is_whole: bool = True


def too_many(folder: str) -> str:
    """Return the sentence that a folder is not scanned because it has too many files."""
    return (
        f"{folder} contains more than {MOST_ENTRIES:,} files and folders (the limit);"
        f" name a folder inside it"
    )


def left_out(target: str, folder: str) -> str:
    """Return the reason why a symbolic link is not followed, and how to read the file anyway."""
    return f"it is a symbolic link to {target}, outside {folder}; name the file to read it"


def kind_of(name: str) -> FileKind | None:
    """Return the kind of a file by its name; None if it is unrelated to robots."""
    ending = os.path.splitext(name)[1].lower()
    if ending in YAML_ENDINGS:
        return "settings" if _SETTINGS.search(name) else None
    return _SUFFIXES.get(ending)


def is_launch_file(folder: str, name: str) -> bool:
    """Return whether a file is a launch file, judged by its name or the name of its folder."""
    if name.startswith("."):
        return False
    return name.endswith(_LAUNCHES) or (
        name.endswith(".py") and os.path.basename(folder) == "launch"
    )


def scan(folder: str, most: int = MOST_ENTRIES, depth: int | None = None) -> Scan:
    """Return the files in a folder and below. Never raises.

    Hidden files and symbolic links to files outside the folder are left out.

    Args:
        folder: the folder to scan.
        most: the largest number of files and folders.
        depth: the number of levels of folders below it to scan; by default, all.
    """
    found = Scan([], set(), set(), [], {}, [])
    here = f".{os.sep}" if folder == "." else ""
    top = os.path.realpath(folder)
    seen = 0
    for place, folders, names in walk(folder, found.troubles.append, depth):
        seen += len(folders) + len(names)
        if seen > most:
            return found._replace(is_whole=False)
        shown = place.removeprefix(here) if place != folder else place
        if PACKAGE in names:
            found.packages.add(shown)
        if ASSISTANT in names:
            found.assistants.add(shown)
        for name in names:
            kind = None if name.startswith(".") or name == PACKAGE else kind_of(name)
            is_launch = is_launch_file(place, name)
            if kind is None and not is_launch:
                continue
            path = os.path.join(place, name).removeprefix(here)
            target = os.path.realpath(path) if os.path.islink(path) else top
            if not is_within(target, top):
                if not is_launch:
                    found.outside[path] = target
            elif kind is None or is_launch:
                found.launches.append(path)
            # pipes and devices are left out, because reading them may never end
            elif os.path.isfile(path) or not os.path.exists(path):
                found.files.append((path, kind))
    return found


def walk(
    folder: str, report: Callable[[str], object], depth: int | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield a folder and each folder below it, with the names of the folders and files in it.

    Hidden folders are left out. Symbolic links to folders are not followed, because they may form
    cycles.

    Args:
        folder: the folder where the walk begins.
        report: a function that is called with a sentence for each folder that cannot be read, and
            once if there are too many levels.
        depth: the number of levels of folders below it; at most ``MOST_LEVELS``.
    """

    def failed(error: OSError) -> None:
        report(f"the folder {error.filename} cannot be read: {reason(error)}")

    is_too_deep = False
    for place, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        level = place.count(os.sep, len(folder))
        if level >= (MOST_LEVELS if depth is None else depth):
            if folders and depth is None and not is_too_deep:
                is_too_deep = True
                report(
                    f"{folder} has folders more than {MOST_LEVELS} levels below it, which "
                    "are not searched"
                )
            folders.clear()
        yield place, folders, sorted(names)
