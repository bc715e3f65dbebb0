"""The work of ``bodyplan render``: draw a robot in a headless browser."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any

from bodyplan import viewer
from bodyplan.cli._scenes import Requested, scene_of_file
from bodyplan.cli.errors import UserError
from bodyplan.cli.files import require_target
from bodyplan.cli.output import is_standard_output, write_output
from bodyplan.core import quoted
from bodyplan.diag import did_you_mean
from bodyplan.kinematics.configuration_file import ConfigurationFileError, read_configurations
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.viewer import Picture

SHOWN = (
    *("visual", "collision", "frames", "axes", "inertia", "com", "bounds", "spheres"),
    "overshoot",
    *("skeleton", "names", "pairs", "disabled", "grid", "shadows"),
)
"""What a picture can show, by the names that the viewer page uses."""

_ANIMATIONS = ("turntable", "sweep", "configurations")
_SIZE = re.compile(r"(\d{1,5})[xX](\d{1,5})", re.ASCII)
_MOST_SECONDS = 120.0
_LEAST_PIXELS = 16


def draw(arguments: argparse.Namespace, form: str) -> None:
    """Draw the robot and write the picture.

    Args:
        arguments: the arguments of the verb.
        form: "png" or "gif".

    Raises:
        InputError: a file cannot be opened.
        UserError: no browser was found, the file contains no robot, or an option is invalid.
        WriteError: the file cannot be written.
    """
    picture = _picture(arguments)
    animation = _animation(arguments, form)
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    try:
        viewer.find_browser()  # raises an error before any file is read
        requested = Requested(arguments)
        scene = scene_of_file(requested, arguments)
        rows = _rows(scene.robots[0], arguments) if animation == "configurations" else animation
        data = viewer.picture_of(
            scene,
            picture,
            q=requested.q,
            animation=rows,
            seconds=arguments.seconds,
            fps=arguments.fps,
        )
    except (
        viewer.BrowserMissingError,
        viewer.BundleMissingError,
        viewer.RenderError,
        ValueError,
    ) as error:
        raise UserError(str(error)) from None
    write_output(data, arguments)


def _picture(arguments: argparse.Namespace) -> Picture:
    """Return the settings of the picture.

    Raises:
        UserError: a size or a name is invalid.
    """
    match = _SIZE.fullmatch(arguments.size)
    size = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(_LEAST_PIXELS <= length <= viewer.MOST_PIXELS for length in size):
        raise UserError(
            f"--size: expected WIDTHxHEIGHT, each {_LEAST_PIXELS} to {viewer.MOST_PIXELS:,}, "
            f"got {arguments.size!r}"
        )
    shown = [name.strip() for word in arguments.show for name in word.split(",")]
    for name in shown:
        if name not in SHOWN:
            hint = did_you_mean(name, SHOWN) or f"names are {', '.join(SHOWN)}"
            raise UserError(f"--show: {quoted(name)} cannot be shown; {hint}")
    return viewer.Picture(
        size, arguments.camera, arguments.transparent, tuple(shown), arguments.theme
    )


def _animation(arguments: argparse.Namespace, form: str) -> Any:
    """Return the animation that the options request; None for a picture.

    Raises:
        UserError: the options request an animation as PNG, or an invalid duration.
    """
    seconds = arguments.seconds
    if seconds is not None and not 0.0 < seconds <= _MOST_SECONDS:
        raise UserError(
            f"--seconds must be more than 0 and at most {_MOST_SECONDS:g}, got {seconds:g}"
        )
    names = [name for name in _ANIMATIONS if getattr(arguments, name)]
    if form == "gif":
        return names[0] if names else "turntable"
    if names or seconds is not None:
        option = f"--{names[0]}" if names else "--seconds"
        raise UserError(f"{option} requires an animation: -o FILE.gif")
    return None


def _rows(robot: Robot, arguments: argparse.Namespace) -> Any:
    """Return the configurations of a file.

    Raises:
        UserError: the file cannot be read, or does not fit the robot.
    """
    name = arguments.configurations
    source = sys.stdin.buffer if name == "-" else name
    try:
        return read_configurations(source, robot, robot.q(), degrees=arguments.degrees).q
    except ConfigurationFileError as error:
        raise UserError(str(error)) from None
