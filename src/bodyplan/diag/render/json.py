"""The report for programs. ``bodyplan.diag.render.schema`` holds its JSON Schema."""

from __future__ import annotations

from typing import Any

from bodyplan.diag.diagnostic import Diagnostic, Fix
from bodyplan.diag.render.indented import indented
from bodyplan.diag.render.place import placed
from bodyplan.diag.render.plain import encodable
from bodyplan.diag.report import FileReport, Report
from bodyplan.text import Source

VERSION = 1
"""Raised when a reader of the report has to change."""


def render(report: Report) -> str:
    """A JSON object, in ASCII."""
    return indented(report_data(report)) + "\n"


def report_data(report: Report) -> dict[str, Any]:
    """The report as the dictionaries and lists that are rendered."""
    return {"version": VERSION, "files": [_file(file) for file in report.files]}


def _file(file: FileReport) -> dict[str, Any]:
    data: dict[str, Any] = {
        "path": encodable(file.name),
        "format": file.format,
        "diagnostics": [_diagnostic(d, file.source) for d in file.by_position],
    }
    if file.partners:
        data["partners"] = [encodable(name) for name in file.partners]
    if file.trouble is not None:
        data["trouble"] = encodable(file.trouble)
    return data


def _diagnostic(diagnostic: Diagnostic, source: Source | None) -> dict[str, Any]:
    where, hint, fix = diagnostic.where, diagnostic.hint, diagnostic.fix
    data: dict[str, Any] = {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "message": encodable(diagnostic.message),
        "line": where.line,
        "column": where.column,
        "end_line": where.end_line,
        "end_column": where.end_column,
        "path": encodable(where.path),
        "hint": None if hint is None else encodable(hint),
        "fix": None if fix is None else _fix(fix, source),
    }
    if diagnostic.kind.reference is not None:
        code, name = diagnostic.kind.reference
        data["reference"] = {"code": code, "name": name}
    if where.calls:
        data["calls"] = [{**call._asdict(), "file": encodable(call.file)} for call in where.calls]
    return data


def _fix(fix: Fix, source: Source | None) -> dict[str, Any] | None:
    edits = placed(fix, source)
    if edits is None:
        return None
    return {
        "title": encodable(fix.title),
        "safety": fix.safety,
        "edits": [edit._asdict() for edit in edits],
    }
