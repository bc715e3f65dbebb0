"""The robot that an SRDF is checked against: named by ``--robot``, or found near it."""

from __future__ import annotations

import argparse

from bodyplan import model
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, shown_path
from bodyplan.cli.named_robot import urdf_of
from bodyplan.cli.settings import limits_of
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.source import FilePath
from bodyplan.project.checker import Checker


def robot_of(document: Document, option: str = "") -> model.Robot:
    """Return the robot of a document that has links; see ``urdf_of``.

    Raises:
        UserError: it is not a URDF, or has no links.
    """
    robot = from_urdf(urdf_of(document, option)).robot
    if not robot.links:
        raise UserError(f"{option}{document.name}: this robot has no links")
    return robot


def partner(document: Document, arguments: argparse.Namespace) -> tuple[model.Robot | None, str]:
    """Return the robot of an SRDF, and its file if it was found.

    Raises:
        UserError: ``--robot`` does not name a robot.
    """
    limits = limits_of(arguments)
    if arguments.alone:
        return None, ""
    if arguments.robot is not None:
        named = description(shown_path(arguments.robot), limits=limits)
        return robot_of(named, "--robot "), ""
    member = Checker().member(document, document)
    if member is None or member.robot is None:
        return None, ""
    try:
        robot = FilePath(member.robot)
        return robot_of(description(shown_path(robot), limits=limits)), robot.name
    except (InputError, UserError):  # what is found is a help, no more
        return None, ""
