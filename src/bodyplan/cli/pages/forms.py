"""The output formats of ``bodyplan show``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from bodyplan.cli.pages.drawing import Line
from bodyplan.report.facts import RobotReport
from bodyplan.report.pictures.graph import to_dot, to_mermaid
from bodyplan.report.pictures.tree_svg import to_svg


class _Graph(Protocol):
    def __call__(self, robot: RobotReport, *, fold: bool = True) -> str: ...


GRAPHS: dict[str, _Graph] = {"dot": to_dot, "mermaid": to_mermaid, "svg": to_svg}
"""The formats of graphs."""


class View(NamedTuple):
    """Functions that return the output formats of a description."""

    report: Callable[[], Any]
    """Returns the report, for JSON."""
    graph: Callable[[str], str]
    """Returns the graph in one of the formats."""
    lines: Callable[[int | None, bool], list[Line]]
    """Returns the lines of the page.

    The arguments are the width or None, and whether to use only ASCII.
    """
