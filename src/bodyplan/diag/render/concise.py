"""One line for each diagnostic: for editors, ``grep`` and logs."""

from __future__ import annotations

from bodyplan.core.names import visible
from bodyplan.diag.pieces import ended
from bodyplan.diag.report import Report
from bodyplan.diag.summary import ordered


def render(report: Report, *, troubles: bool = True, by_severity: bool = False) -> str:
    """Return lines ``path:line:col: CODE severity message``; ``error: ...`` for unreadable input.

    Args:
        report: the report.
        troubles: whether to report unreadable files; if not, they are left out.
        by_severity: whether the worst diagnostics of each file are first; by default, they are in
            the order of the text.
    """
    lines: list[str] = []
    for file in report.files:
        if file.trouble is not None:
            if not troubles:
                continue
            lines.append(visible(f"error: {file.trouble}"))
        found = ordered(file, by_severity=by_severity)
        # a problem in a macro is found again at each call of the macro
        lines += dict.fromkeys(visible(str(diagnostic)) for diagnostic in found)
    return ended(lines)
