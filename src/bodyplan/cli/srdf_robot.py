"""What ``bodyplan srdf`` reads: the description, and the robot that it is checked with."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, shown_path
from bodyplan.cli.settings import limits_of
from bodyplan.convert.from_urdf import from_urdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.project.checker import Checker, whole_robot

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def read_document(
    name: str,
    arguments: argparse.Namespace,
    given: dict[str, str] | None = None,
    resources: Resources | None = None,
) -> Document:
    """The document that an input holds.

    Args:
        name: of the input.
        arguments: of the verb, with its caps.
        given: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        InputError: there is nothing to read.
        UserError: it is no robot description.
    """
    limits = limits_of(arguments)
    return description(name, limits=limits, arguments=given, resources=resources)


def _robot(name: str, arguments: argparse.Namespace, option: str = "") -> model.Robot:
    """The robot that a URDF describes, or the macros of one.

    Raises:
        UserError: there is none.
    """
    return robot_of(read_document(shown_path(name), arguments), option)


def robot_of(document: Document, option: str = "") -> model.Robot:
    """The robot of a document.

    Raises:
        UserError: there is none.
    """
    root, reason = whole_robot(document)
    if root is None:
        raise UserError(f"{option}{reason}")
    robot = from_urdf(root).robot
    if not robot.links:
        raise UserError(f"{option}{document.name}: this robot has no links")
    return robot


def partner(document: Document, arguments: argparse.Namespace) -> tuple[model.Robot | None, str]:
    """The robot of an SRDF, and its file where it was found around."""
    if arguments.alone:
        return None, ""
    if arguments.robot is not None:
        return _robot(arguments.robot, arguments, "--robot "), ""
    member = Checker().member(document, document)
    if member is None or member.robot is None:
        return None, ""
    try:
        return _robot(member.robot, arguments), member.robot
    except (InputError, UserError):  # what is found is a help, no more
        return None, ""
