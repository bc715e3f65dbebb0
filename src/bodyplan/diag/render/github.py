"""Workflow commands: GitHub Actions shows them as annotations of the changed lines."""

from __future__ import annotations

from bodyplan.core.names import visible
from bodyplan.diag.kind import Severity
from bodyplan.diag.pieces import call_lines, encodable, ended, more_expansions
from bodyplan.diag.report import Report
from bodyplan.diag.summary import Shown, by_location

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.HINT: "notice",
}


def render(report: Report) -> str:
    """Return one workflow command for each diagnostic, and for each unreadable input.

    Diagnostics that a macro repeats for one line share a command, because GitHub shows few
    annotations.
    """
    lines: list[str] = []
    for file in report.files:
        if file.trouble is not None:
            lines.append(f"::error title=unreadable input::{_data(file.trouble)}")
        lines += (_command(shown) for shown in by_location(file.by_position))
    return ended(lines)


def _command(shown: Shown) -> str:
    diagnostic = shown.diagnostic
    where = diagnostic.where
    properties = {
        "file": where.file,
        "line": where.line,
        "col": where.column,
        "endLine": where.end_line,
        "endColumn": where.end_column,
        "title": f"{diagnostic.code} {diagnostic.name}",
    }
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    message = diagnostic.message
    if diagnostic.hint is not None:
        message = f"{message}\nhint: {diagnostic.hint}"
    for words in call_lines(where.calls):
        message = f"{message}\nin macro {words}"
    if shown.expansions:
        message = f"{message}\n{more_expansions(diagnostic, shown.expansions)}"
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """Return text escaped for the message of a workflow command."""
    lines = encodable(text).replace("%", "%25").replace("\r", "%0D").split("\n")
    return "%0A".join(map(visible, lines))  # names of files may contain control characters


def _property(text: str) -> str:
    """Return text escaped for a property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
