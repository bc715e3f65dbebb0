"""SARIF 2.1.0: the form that code scanning services and editors exchange.

Source: OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from bodyplan._version import __version__
from bodyplan.diag.diagnostic import Call, Diagnostic
from bodyplan.diag.indented import indented
from bodyplan.diag.kind import Kind, Severity
from bodyplan.diag.pieces import PlacedEdit, encodable, placed
from bodyplan.diag.report import FileReport, Report

_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Severity.HINT: "note",
}
_WHY = re.compile(r"^## Why it matters\s*\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(\\*+)\]\(")
"""The middle of a Markdown link, and the backslashes before it, which are escaped too."""
_ROOT = "%SRCROOT%"
"""The name that services use for the root folder of the repository."""


def render(report: Report, *, root: str | os.PathLike[str] | None = None) -> str:
    """Return a SARIF log with one run, in ASCII.

    Args:
        report: the report.
        root: a folder; absolute paths below it are written relative to it.
    """
    return indented(_Log(report, root).data) + "\n"


class _Log:
    """The log of one report."""

    def __init__(self, report: Report, root: str | os.PathLike[str] | None) -> None:
        self.root = root
        self._artifacts: dict[str, dict[str, Any]] = {}
        found = {d.code: d.kind for file in report.files for d in file.diagnostics}
        self.kinds = dict(sorted(found.items()))
        self.index = {code: index for index, code in enumerate(self.kinds)}
        self.data = {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [self._run(report)],
        }

    def _run(self, report: Report) -> dict[str, Any]:
        troubles = [self._trouble(file) for file in report.files if file.trouble is not None]
        return {
            "tool": {
                "driver": {
                    "name": "bodyplan",
                    "version": __version__,
                    "rules": [_rule(kind) for kind in self.kinds.values()],
                }
            },
            "invocations": [
                {"executionSuccessful": not troubles, "toolExecutionNotifications": troubles}
            ],
            "columnKind": "unicodeCodePoints",
            "results": [self._result(d, file) for file in report.files for d in file.by_position],
        }

    def _trouble(self, file: FileReport) -> dict[str, Any]:
        return {
            "level": "error",
            "message": _message(file.trouble or ""),
            "locations": [{"physicalLocation": {"artifactLocation": self._artifact(file.name)}}],
        }

    def _result(self, diagnostic: Diagnostic, file: FileReport) -> dict[str, Any]:
        where = diagnostic.where
        message = diagnostic.message
        if diagnostic.hint is not None:
            message = f"{message}\nHint: {diagnostic.hint}"
        span = PlacedEdit(where.line, where.column, where.end_line, where.end_column, "")
        location = {
            "physicalLocation": {
                "artifactLocation": self._artifact(where.file),
                "region": _region(span),
            },
            "logicalLocations": [{"fullyQualifiedName": encodable(where.path)}],
        }
        result = {
            "ruleId": diagnostic.code,
            "ruleIndex": self.index[diagnostic.code],
            "level": _LEVELS[diagnostic.severity],
            "message": _message(message),
            "locations": [location],
        }
        if where.calls:
            result["relatedLocations"] = [self._call(call) for call in reversed(where.calls)]
        if fixes := self._fixes(diagnostic, file):
            result["fixes"] = fixes
        return result

    def _call(self, call: Call) -> dict[str, Any]:
        region = {"startLine": call.line, "startColumn": call.column}
        return {
            "physicalLocation": {
                "artifactLocation": self._artifact(call.file),
                "region": region,
            },
            "message": _message(f"in macro {call.macro}, called here"),
        }

    def _fixes(self, diagnostic: Diagnostic, file: FileReport) -> list[dict[str, Any]]:
        fix = diagnostic.fix
        if fix is None or fix.safety == "display":  # viewers apply every fix that is listed
            return []
        edits = placed(fix, file.source)
        if not edits:
            return []
        change = {
            "artifactLocation": self._artifact(file.name),
            "replacements": [
                {"deletedRegion": _region(edit), "insertedContent": {"text": edit.text}}
                for edit in edits
            ],
        }
        return [
            {
                "description": _message(f"{fix.title} ({fix.safety})"),
                "artifactChanges": [change],
                "properties": {"safety": fix.safety},
            }
        ]

    def _artifact(self, name: str) -> dict[str, Any]:
        """Return the URI of a file, relative to the root of the sources if possible."""
        if name not in self._artifacts:
            self._artifacts[name] = self._address(name)
        return self._artifacts[name]

    def _address(self, name: str) -> dict[str, Any]:
        path = PurePath(encodable(name))
        if self.root is not None and path.is_relative_to(self.root):
            path = path.relative_to(self.root)
        if path.is_absolute():
            return {"uri": path.as_uri()}
        uri = quote(posixpath.normpath(path.as_posix()))
        return {"uri": uri} if uri.startswith("..") else {"uri": uri, "uriBaseId": _ROOT}


def _rule(kind: Kind) -> dict[str, Any]:
    why = _WHY.search(kind.page)
    title = kind.title or kind.name  # kinds from another process may have no page
    rule = {
        "id": kind.code,
        "name": kind.name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": " ".join(why[1].split()) if why else title},
        "help": {"text": kind.page or title, "markdown": kind.page or title},
        "defaultConfiguration": {"level": _LEVELS[kind.severity]},
    }
    if kind.reference is not None:
        code, name = kind.reference
        rule["properties"] = {"reference": {"code": code, "name": name}}
    return rule


def _message(text: str) -> dict[str, str]:
    """Return a message in which ``[a](b)`` is escaped, because services would show it as a link."""
    return {"text": _LINK.sub(r"\1\1\\](", encodable(text))}


def _region(span: PlacedEdit) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
