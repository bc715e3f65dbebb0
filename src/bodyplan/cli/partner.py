"""The robot that an SRDF or settings are checked with: named by ``--robot``, or found around them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import description, shown_path
from bodyplan.cli.settings import limits_of
from bodyplan.conversion.from_urdf import from_urdf
from bodyplan.formats import urdf
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.project.checker import Checker, whole_robot

if TYPE_CHECKING:
    from bodyplan.resources import Resources


def named_urdf(
    name: str | None, arguments: Mapping[str, str], resources: Resources | None
) -> urdf.Robot | None:
    """Return the URDF that ``--robot`` names; None where it names none.

    Args:
        name: what was named.
        arguments: values for the arguments of its macros.
        resources: where its packages are looked for.

    Raises:
        UserError: it is no URDF.
    """
    if name is None:
        return None
    try:
        document = description(name, arguments=arguments, resources=resources)
    except UserError as error:
        raise UserError(f"--robot {error}") from None
    return urdf_of(document, "--robot ")


def urdf_of(document: Document, option: str = "") -> urdf.Robot:
    """Return the URDF in a document, or the one that its macros make.

    Args:
        document: the document.
        option: that named it, which messages begin with.

    Raises:
        UserError: it is no URDF.
    """
    root, reason = whole_robot(document)
    if root is None:
        raise UserError(f"{option}{reason}")
    return root


def robot_of(document: Document, option: str = "") -> model.Robot:
    """Return the robot of a document that has links; see ``urdf_of``.

    Raises:
        UserError: it is no URDF, or has no links.
    """
    robot = from_urdf(urdf_of(document, option)).robot
    if not robot.links:
        raise UserError(f"{option}{document.name}: this robot has no links")
    return robot


def partner(document: Document, arguments: argparse.Namespace) -> tuple[model.Robot | None, str]:
    """Return the robot of an SRDF, and its file where it was found around.

    Raises:
        UserError: what ``--robot`` names is no robot.
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
        return robot_of(description(shown_path(member.robot), limits=limits)), member.robot
    except (InputError, UserError):  # what is found is a help, no more
        return None, ""
