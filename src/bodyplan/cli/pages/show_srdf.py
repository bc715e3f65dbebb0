"""``bodyplan show`` for an SRDF, resolved against its robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.cli.errors import UserError
from bodyplan.cli.inputs import CALLED
from bodyplan.cli.pages._srdf import semantics_lines
from bodyplan.cli.pages.forms import View
from bodyplan.formats.document import Document
from bodyplan.formats.urdf import Robot
from bodyplan.report import wording
from bodyplan.report.pictures.collision_svg import matrix_to_svg
from bodyplan.report.pictures.semantics_graph import semantics_to_dot, semantics_to_mermaid
from bodyplan.report.robot import root_of
from bodyplan.report.srdf_report import summarize_semantics

if TYPE_CHECKING:
    from bodyplan.description.description import Description

_GRAPHS = {
    "dot": semantics_to_dot,
    "mermaid": semantics_to_mermaid,
    "svg": matrix_to_svg,
}


def view(description: Description) -> tuple[View, Document | None]:
    """Return an SRDF in the forms that can be printed, and its robot.

    Raises:
        UserError: ``--robot`` does not name a URDF.
    """
    robot, reason = _partner(description)
    summary = summarize_semantics(description.written, robot)
    found = View(
        lambda: summary,
        lambda graph: _GRAPHS[graph](summary),
        lambda width, is_ascii: semantics_lines(summary, width, is_ascii=is_ascii, reason=reason),
    )
    return found, robot


def _partner(description: Description) -> tuple[Document | None, str]:
    """Return the robot of an SRDF or None, and the reason; "" if the user named the robot.

    Raises:
        UserError: ``--robot`` does not name a URDF.
    """
    partner, reason, others = description.partner
    if partner is None:
        return None, reason if description.path is not None else ""
    if not isinstance(root_of(partner.written), Robot):
        if description.robot_given is None:
            return None, f"{partner.name} could not be read"
        what = CALLED.get(partner.written.format or "", "not one")
        raise UserError(f"--robot requires a URDF; {partner.name} is {what}")
    if others:
        reason += f"; {wording.plural(len(others), 'other')} would fit as well"
    return partner.written, reason
