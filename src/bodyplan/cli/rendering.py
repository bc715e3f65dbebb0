"""The implementation of ``bodyplan render``: draw a robot in a headless browser."""

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
from bodyplan.kinematics.configuration_file import ConfigurationFileError, read_configurations
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.viewer import Picture

_ANIMATIONS = ("turntable", "sweep", "configurations")
_SIZE = re.compile(r"(\d{1,5})[xX](\d{1,5})", re.ASCII)


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
    seconds, fps = arguments.seconds, arguments.fps
    name = next((name for name in _ANIMATIONS if getattr(arguments, name)), None)
    animation: Any = () if name == "configurations" else name
    if not is_standard_output(arguments.output):
        require_target(arguments.output, arguments)
    try:
        animation = viewer.require_drawable(picture, form, animation, seconds, fps)
    except viewer.BrowserMissingError as error:
        raise UserError(str(error)) from None
    except ValueError as error:
        raise UserError(f"--{error}") from None
    try:
        scene = scene_of_file(Requested(arguments), arguments)
        if name == "configurations":
            animation = _rows(scene.robots[0], arguments)
        data = viewer.picture_of(scene, picture, animation=animation, seconds=seconds, fps=fps)
    except (viewer.BundleMissingError, viewer.RenderError, ValueError) as error:
        raise UserError(str(error)) from None
    write_output(data, arguments)


def _picture(arguments: argparse.Namespace) -> Picture:
    """Return the settings of the picture.

    Raises:
        UserError: the size does not have the form WIDTHxHEIGHT.
    """
    match = _SIZE.fullmatch(arguments.size)
    if match is None:
        raise UserError(f"--size: expected WIDTHxHEIGHT, got {arguments.size!r}")
    shown = tuple(name.strip() for word in arguments.show for name in word.split(","))
    size = (int(match[1]), int(match[2]))
    return viewer.Picture(size, arguments.camera, arguments.transparent, shown, arguments.theme)


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
