"""The input of a verb that computes something for an SRDF: the SRDF, or its robot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import one_input, opened, require_macros, session_of, shown_path
from bodyplan.cli.output import is_standard_output, require_unread
from bodyplan.cli.robots import named
from bodyplan.formats import srdf
from bodyplan.model import Robot

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.model.planning.semantics import Semantics


def opened_robot(arguments: argparse.Namespace) -> tuple[Document, Robot | Semantics]:
    """Return the description, and its robot or, for an SRDF, its semantics.

    Raises:
        UserError: the input is not a robot, or no robot was found for the SRDF.
    """
    word, values = one_input(arguments.input, arguments.values, quiet=arguments.quiet)
    session = session_of(arguments, values)
    robot = None if arguments.robot is None else shown_path(arguments.robot)
    found = opened(session, word, takes_mjcf=True, model=arguments.model or "", robot=robot)
    document = found.written
    require_macros(values, has_macros=document.format == "xacro")
    if robot is not None and not isinstance(document.root, srdf.Robot):
        raise UserError(f"--robot requires an SRDF; {document.name} is a robot itself")
    one = named(found, arguments)
    return document, one.semantics or one.robot


def require_srdf(document: Document, arguments: argparse.Namespace) -> None:
    """Check that no option requires an SRDF, and that the output does not replace the robot.

    Raises:
        UserError: an option requires an SRDF, or the output would replace the robot.
    """
    if not is_standard_output(arguments.output):
        require_unread(arguments.output, [arguments.input])
    for option in ("diff", "check", "in_place"):
        if getattr(arguments, option):
            name = f"--{option.replace('_', '-')}"
            raise UserError(f"{name} requires an SRDF; {document.name} is a robot")
