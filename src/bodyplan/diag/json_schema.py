"""What the JSON Schemas of the command's outputs are made of."""

from __future__ import annotations

from typing import Any


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
