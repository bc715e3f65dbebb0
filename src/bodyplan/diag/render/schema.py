"""The JSON Schema of the report that ``--format json`` prints."""

from __future__ import annotations

from typing import Any, get_args

from bodyplan.diag.diagnostic import Safety
from bodyplan.diag.json_schema import object_schema
from bodyplan.diag.kind import Severity


def report_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of version 1 of the report."""
    file = object_schema(
        {
            "path": _text("How the file was named; `<stdin>` for standard input."),
            "format": {
                "type": ["string", "null"],
                "description": "`urdf`, `model_state`, `srdf`, `sdf` ...; null when it is none of them.",
            },
            "diagnostics": {
                "type": "array",
                "items": {"$ref": "#/$defs/diagnostic"},
                "description": "What was found, by line, column and code.",
            },
        },
        "One input, or a file with macros that one includes.",
        optional={
            "trouble": _text("Only for input that could not be read at all: why."),
            "partners": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Only where there are some: the files it was checked together with.",
            },
        },
    )
    report = object_schema(
        {
            "version": {"const": 1, "description": "The version of this form of report."},
            "files": {
                "type": "array",
                "items": {"$ref": "#/$defs/file"},
                "description": "One entry for each input, in the order they were named; behind a file "
                "with macros those that it includes, where something was found in them.",
            },
        },
        "What bodyplan found in robot descriptions. Lines and columns count from 1; columns "
        "count characters (Unicode code points); the end of a span is behind its last character.",
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bodyplan check --json",
        **report,
        "$defs": {
            "file": file,
            "diagnostic": _diagnostic(),
            "call": _call(),
            "fix": _fix(),
            "edit": _edit(),
        },
    }


def _diagnostic() -> dict[str, Any]:
    return object_schema(
        {
            "code": {
                "type": "string",
                "pattern": "^[A-Z][0-9]{3}$",
                "description": "A letter for the family and three digits; never used again.",
            },
            "name": _text("The name of the kind of finding, in words with hyphens."),
            "severity": {
                "enum": [severity.value for severity in Severity],
                "description": "How much it matters.",
            },
            "message": _text("What is wrong here."),
            **_span("finding"),
            "path": _text(
                "XPath-like address of the element, with `/@name` behind it for an attribute."
            ),
            "hint": {"type": ["string", "null"], "description": "What to do about it."},
            "fix": {
                "anyOf": [{"$ref": "#/$defs/fix"}, {"type": "null"}],
                "description": "A repair, where there is one.",
            },
        },
        "One finding.",
        optional={
            "reference": object_schema(
                {
                    "code": _count("Its number there."),
                    "name": _text("Its name there, as `POSE_RELATIVE_TO_INVALID`."),
                },
                "Only where the reference reader of the format, such as libsdformat, has an error "
                "for the same.",
            ),
            "calls": {
                "type": "array",
                "items": {"$ref": "#/$defs/call"},
                "description": "Only for a place in a macro: the calls that led there, outermost "
                "first.",
            },
        },
    )


def _call() -> dict[str, Any]:
    return object_schema(
        {
            "macro": _text("The name of the macro."),
            "file": _text("The file that calls it."),
            "line": _count("Line of the calling tag."),
            "column": _count("Column of the calling tag."),
        },
        "A call of a macro.",
    )


def _fix() -> dict[str, Any]:
    return object_schema(
        {
            "title": _text("What it does, as an order."),
            "safety": {
                "enum": list(get_args(Safety)),
                "description": "`safe` keeps the meaning for every reader, `unsafe` may not be "
                "what the author meant, `display` is only to be shown.",
            },
            "edits": {
                "type": "array",
                "items": {"$ref": "#/$defs/edit"},
                "description": "They are made together; none touches another.",
            },
        },
        "A repair as replacements of spans of the text.",
    )


def _edit() -> dict[str, Any]:
    text = _text("What shall stand there; empty to delete.")
    return object_schema({**_span("replaced text"), "text": text}, "One replacement.")


def _span(what: str) -> dict[str, Any]:
    return {
        "line": _count(f"Line of the start of the {what}."),
        "column": _count(f"Column of the start of the {what}."),
        "end_line": _count(f"Line of the end of the {what}."),
        "end_column": _count(f"Column behind the last character of the {what}."),
    }


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _count(description: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "description": description}
