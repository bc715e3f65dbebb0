"""``bodyplan show`` of an SRDF, resolved against its robot."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import CALLED, description
from bodyplan.cli.semantics import semantics_lines
from bodyplan.cli.view import View
from bodyplan.formats.document import Document
from bodyplan.formats.read import read
from bodyplan.formats.source import FilePath
from bodyplan.formats.urdf import Robot
from bodyplan.lint.settings import Settings
from bodyplan.project.checker import Checker
from bodyplan.report import wording
from bodyplan.report.collision_svg import matrix_to_svg
from bodyplan.report.robot import root_of
from bodyplan.report.semantics import summarize_semantics
from bodyplan.report.semantics_graph import semantics_to_dot, semantics_to_mermaid

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_GRAPHS = {
    "dot": semantics_to_dot,
    "mermaid": semantics_to_mermaid,
    "svg": matrix_to_svg,
}


def view(
    document: Document,
    described: Document,
    arguments: argparse.Namespace,
    settings: Settings,
    resources: Resources | None,
) -> tuple[View, Document | None]:
    """Return an SRDF in the forms that can be printed, and its robot.

    Raises:
        UserError: ``--robot`` does not name a URDF.
    """
    partner = _partner(document, described, arguments, settings, resources)
    summary = summarize_semantics(document, partner.document)
    found = View(
        lambda: summary,
        lambda graph: _GRAPHS[graph](summary),
        lambda width, is_ascii: semantics_lines(
            summary, width, is_ascii=is_ascii, reason=partner.reason
        ),
    )
    return found, partner.document


class _Partner(NamedTuple):
    """The robot of an SRDF."""

    document: Document | None = None
    reason: str = ""
    """Why this one, or why none; empty if the user named it."""


def _partner(
    document: Document,
    described: Document,
    arguments: argparse.Namespace,
    settings: Settings,
    resources: Resources | None,
) -> _Partner:
    """Return the robot of an SRDF: that of ``--robot``, else the one found near it.

    Raises:
        UserError: ``--robot`` does not name a URDF.
    """
    if arguments.alone:
        return _Partner()
    if arguments.robot is not None:
        robot = description(
            arguments.robot,
            limits=settings.limits,
            arguments=arguments.values,
            resources=resources,
        )
        if not isinstance(root_of(robot), Robot):
            what = CALLED.get(robot.format or "", "not one")
            raise UserError(f"--robot requires a URDF; {robot.name} is {what}")
        return _Partner(robot)
    member = Checker(resources).member(document, described)
    if member is None:
        return _Partner()
    if member.robot is None:
        return _Partner(None, member.reason)
    robot = read(
        FilePath(member.robot),
        limits=settings.limits,
        arguments=arguments.values,
        resources=resources,
    )
    if not isinstance(root_of(robot), Robot):
        return _Partner(None, f"{robot.name} could not be read")
    others = [*member.better, *member.rivals]
    doubt = f"; {wording.plural(len(others), 'other')} would fit as well" if others else ""
    return _Partner(robot, member.reason + doubt)
