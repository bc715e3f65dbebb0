"""One line for each finding: for editors, ``grep`` and logs."""

from __future__ import annotations

from bodyplan.diag.render.plain import ended, visible
from bodyplan.diag.report import Report


def render(report: Report) -> str:
    """Lines ``path:line:col: CODE severity message``; ``error: ...`` for input without content."""
    lines: list[str] = []
    for file in report.files:
        if file.trouble is not None:
            lines.append(visible(f"error: {file.trouble}"))
        lines += (visible(str(diagnostic)) for diagnostic in file.by_position)
    return ended(lines)
