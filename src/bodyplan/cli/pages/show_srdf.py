"""``bodyplan show`` for an SRDF, resolved against its robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.cli.pages._srdf import semantics_lines
from bodyplan.cli.pages.forms import View
from bodyplan.jobs.contents import robot_of_srdf
from bodyplan.report.pictures.collision_svg import matrix_to_svg
from bodyplan.report.pictures.semantics_graph import semantics_to_dot, semantics_to_mermaid

if TYPE_CHECKING:
    from bodyplan.description.description import Description
    from bodyplan.report.semantics_facts import SemanticSummary

_GRAPHS = {
    "dot": semantics_to_dot,
    "mermaid": semantics_to_mermaid,
    "svg": matrix_to_svg,
}


def view(description: Description, summary: SemanticSummary) -> View:
    """Return the output formats of an SRDF."""
    return View(
        lambda: summary,
        lambda graph: _GRAPHS[graph](summary),
        lambda width, is_ascii: semantics_lines(
            summary, width, is_ascii=is_ascii, reason=robot_of_srdf(description)[1]
        ),
    )
