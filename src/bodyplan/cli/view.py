"""A description as ``bodyplan show`` can show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bodyplan.cli.drawing import Line
from bodyplan.report.facts import RobotReport
from bodyplan.report.graph import to_dot, to_mermaid
from bodyplan.report.tree_svg import to_svg

GRAPHS: dict[str, Callable[[RobotReport], str]] = {
    "dot": to_dot,
    "mermaid": to_mermaid,
    "svg": to_svg,
}
"""The languages for graphs."""


class View(NamedTuple):
    """A description as it can be shown."""

    report: Callable[[], Any]
    """For JSON."""
    graph: Callable[[str], str]
    """In one of the languages for graphs."""
    lines: Callable[[int | None, bool], list[Line]]
    """For people: what fits a width, or needs none; and whether it is drawn with ASCII."""
