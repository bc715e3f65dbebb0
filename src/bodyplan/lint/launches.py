"""The launch files of the ROS package around a file: what they load, by the text that they have."""

from __future__ import annotations

import os
import re

from bodyplan.files.opener import found_file
from bodyplan.lint.context import Context
from bodyplan.lint.resources import entries_in, package_of

_ENDINGS = (".py", ".launch", ".launch.xml", ".launch.yaml", ".yml")
_MOST_LAUNCHES, _MOST_BYTES = 20, 64 * 1024
_MOST_PACKAGES = 50
_LOADS_ROBOT = re.compile(rb"robot_description|\bCommand\(|\bprocess_file\(")


class _Texts(dict[str, list[tuple[str, bytes]]]):
    """The names and the first bytes of launch files, by the folder of their package."""

    def __missing__(self, folder: str) -> list[tuple[str, bytes]]:
        launches = os.path.join(folder, "launch")
        names = [name for name in entries_in(launches, "file") if name.endswith(_ENDINGS)]
        self[folder] = [
            (name, found_file(os.path.join(launches, name), folder).head(_MOST_BYTES))
            for name in sorted(names)[:_MOST_LAUNCHES]
        ]
        return self[folder]


def launch_files(folder: str, ctx: Context) -> list[tuple[str, bytes]]:
    """Return the names and the first bytes of the launch files of a package.

    Args:
        folder: of the package.
        ctx: of any file under check; the files are read once in a run.
    """
    return ctx.run.once(_Texts)[folder]


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
    for folder in dict.fromkeys([package, *others[:_MOST_PACKAGES]]):
        for launch, text in launch_files(folder, ctx):
            if whole.search(text) and _LOADS_ROBOT.search(text):
                return launch
    return None
