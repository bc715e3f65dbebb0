"""The launch files of the ROS package around a file: what they load, by the text that they have."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from bodyplan.files.opener import found_file
from bodyplan.lint.context import Context
from bodyplan.lint.resources import entries_in, package_of

_ENDINGS = (".py", ".launch", ".launch.xml", ".launch.yaml", ".yml")
_MOST_LAUNCHES, _MOST_BYTES = 20, 64 * 1024
_MOST_PACKAGES = 50
_LOADS_ROBOT = re.compile(rb"robot_description|\bCommand\(|\bprocess_file\(")


def launch_files(folder: str, endings: tuple[str, ...] = _ENDINGS) -> Iterator[tuple[str, bytes]]:
    """Yield the names and the first bytes of the launch files of a package.

    Args:
        folder: of the package.
        endings: of the names of those to read.
    """
    launches = os.path.join(folder, "launch")
    names = [name for name in entries_in(launches, "file") if name.endswith(endings)]
    for name in sorted(names)[:_MOST_LAUNCHES]:
        yield name, found_file(os.path.join(launches, name), folder).head(_MOST_BYTES)


def launch_that_loads(ctx: Context) -> str | None:
    """Return the name of a launch file that loads a file as the robot; None without one.

    Searched in the package of the file and in the packages beside it.
    """
    package = package_of(ctx)
    if package is None:
        return None
    name = os.path.basename(ctx.document.name)
    whole = re.compile(rb"(?<![\w.-])" + re.escape(os.fsencode(name)) + rb"(?![\w.-])")
    around = os.path.dirname(package)
    others = sorted(os.path.join(around, other) for other in entries_in(around, "folder"))
    for folder in [package, *others[:_MOST_PACKAGES]]:
        for launch, text in launch_files(folder):
            if whole.search(text) and _LOADS_ROBOT.search(text):
                return launch
    return None
