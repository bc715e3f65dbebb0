"""What the JSON Schemas of verbs are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]


def object_schema(
    properties: dict[str, Any], description: str = "", optional: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The schema of an object that has these properties and no others.

    Args:
        properties: schemas of those that are always there.
        description: what it is.
        optional: schemas of those that may be missing.
    """
    made: dict[str, Any] = {"type": "object"}
    if description:
        made["description"] = description
    return {
        **made,
        "properties": {**properties, **(optional or {})},
        "required": list(properties),
        "additionalProperties": False,
    }


def typed(kind: str, meaning: str = "") -> Schema:
    """A type, or several in a row with "|" between, and what it means."""
    kinds = kind.split("|")
    made: Schema = {"type": kinds[0] if len(kinds) == 1 else kinds}
    return {**made, "description": meaning} if meaning else made


def text(meaning: str = "") -> Schema:
    """A text."""
    return typed("string", meaning)


def text_or_null(meaning: str = "") -> Schema:
    """A text, or null."""
    return typed("string|null", meaning)


def number(meaning: str = "") -> Schema:
    """A number; null where JSON cannot hold it, or where it is not known."""
    return typed("number|null", meaning)


def count(meaning: str = "") -> Schema:
    """A whole number from zero."""
    return {**typed("integer", meaning), "minimum": 0}


def listed(items: Schema, meaning: str = "") -> Schema:
    """A list of these."""
    return {**typed("array", meaning), "items": items}


def mapped(values: Schema, meaning: str = "") -> Schema:
    """An object with any keys, and these below them."""
    return {**typed("object", meaning), "additionalProperties": values}


def one_of(*values: str | None, meaning: str = "") -> Schema:
    """One of a few words."""
    made: Schema = {"enum": list(values)}
    return {**made, "description": meaning} if meaning else made


def or_null(schema: Schema) -> Schema:
    """This, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def printed(verb: str, meaning: str, properties: Mapping[str, Schema], **more: Schema) -> Schema:
    """The schema of all that a verb prints.

    Args:
        verb: its words, such as "show --json" of what.
        meaning: what is printed.
        properties: what is always there, besides the version.
        more: what is there at times.
    """
    version = {"const": 1, "description": "The version of this layout."}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"bodyplan {verb} --json",
        "description": meaning,
        **object_schema({"version": version, **properties}, optional=more),
    }


FILE = text("How the file was named; `<stdin>` for standard input.")
FORMAT = text_or_null("`urdf`, `srdf`, `sdf` ...; null where it is none of them.")
PLACE = {"line": count(), "column": count(), "path": text("XPath-like address.")}
MARK = text_or_null("What is wrong with it; null where nothing is.")
NAMES = listed(text())
NUMBERS = listed(number())
