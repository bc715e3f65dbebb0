"""Workflow commands: GitHub Actions shows them as annotations of the changed lines."""

from __future__ import annotations

from bodyplan.diag.diagnostic import Diagnostic
from bodyplan.diag.kind import Severity
from bodyplan.diag.render.plain import encodable, ended
from bodyplan.diag.report import Report

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.HINT: "notice",
}


def render(report: Report) -> str:
    """One workflow command for each finding, and for each input that could not be read."""
    lines: list[str] = []
    for file in report.files:
        if file.trouble is not None:
            lines.append(f"::error title=unreadable input::{_data(file.trouble)}")
        lines += (_command(diagnostic) for diagnostic in file.by_position)
    return ended(lines)


def _command(diagnostic: Diagnostic) -> str:
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
    return f"::{_COMMANDS[diagnostic.severity]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """Text with the escapes that the runner undoes in messages."""
    text = encodable(text).replace("%", "%25")
    return text.replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text with the escapes that the runner undoes in properties."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
