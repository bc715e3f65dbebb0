"""What ``bodyplan fix`` did, as JSON, and the schema of it."""

from __future__ import annotations

from typing import Any

from bodyplan.diag import Diagnostic, Severity
from bodyplan.diag.json_schema import object_schema
from bodyplan.diag.render.plain import encodable
from bodyplan.formats.document import Document
from bodyplan.lint.fix import FixResult

VERSION = 1
"""Version of the layout below."""


def fix_table(files: list[dict[str, Any]]) -> dict[str, Any]:
    """All that is printed.

    Args:
        files: of ``fixed_file`` and ``failed_file``.
    """
    return {"version": VERSION, "files": files}


def fixed_file(document: Document, result: FixResult, *, is_written: bool) -> dict[str, Any]:
    """What was done to one file.

    Args:
        document: as it was.
        result: what became of it.
        is_written: whether it stands in a file now.
    """
    changed = result.document.to_bytes() != document.to_bytes()
    return {
        "path": encodable(document.name),
        "format": document.format,
        "changed": changed,
        "written": changed and is_written,
        "fixed": [_finding(found) for found in result.applied],
        "reverted": [
            {**_finding(found), "reason": encodable(reason)} for found, reason in result.reverted
        ],
        "remaining": [_finding(found) for found in result.remaining],
    }


def failed_file(name: str, reason: str) -> dict[str, Any]:
    """A file that could not be fixed."""
    return {
        "path": encodable(name),
        "format": None,
        "changed": False,
        "written": False,
        "fixed": [],
        "reverted": [],
        "remaining": [],
        "trouble": encodable(reason),
    }


def _finding(found: Diagnostic) -> dict[str, Any]:
    where, fix = found.where, found.fix
    return {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "message": encodable(found.message),
        "line": where.line,
        "column": where.column,
        "path": encodable(where.path),
        "fix": None if fix is None else {"title": encodable(fix.title), "safety": fix.safety},
    }


def fix_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``bodyplan fix --json`` prints."""
    text = {"type": "string"}
    fix = {"title": text, "safety": {"enum": ["safe", "unsafe", "display"]}}
    finding = {
        "code": text,
        "name": text,
        "severity": {"enum": [str(severity) for severity in Severity]},
        "message": text,
        "line": {"type": "integer", "minimum": 1},
        "column": {"type": "integer", "minimum": 1},
        "path": {**text, "description": "XPath-like address of the element."},
        "fix": {"anyOf": [object_schema(fix), {"type": "null"}]},
    }

    def findings(row: dict[str, Any], meaning: str) -> dict[str, Any]:
        return {"type": "array", "items": object_schema(row), "description": meaning}

    file = {
        "path": {**text, "description": "How the file was named; `<stdin>` for standard input."},
        "format": {"type": ["string", "null"]},
        "changed": {"type": "boolean", "description": "Whether fixes change the file."},
        "written": {"type": "boolean", "description": "Whether the change was written."},
        "fixed": findings(
            finding, "Each at its place when it was fixed; what was fixed before may have moved it."
        ),
        "reverted": findings(
            {**finding, "reason": text}, "Their fixes would have broken the file, and why."
        ),
        "remaining": findings(finding, "What is still found, at its place in the fixed file."),
    }
    trouble = {"trouble": {**text, "description": "Only where nothing could be fixed: why."}}
    whole = {
        "version": {"const": VERSION, "description": "The version of this layout."},
        "files": {"type": "array", "items": object_schema(file, optional=trouble)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan fix --json",
        "description": "What was fixed, or would be.",
        **object_schema(whole),
    }
