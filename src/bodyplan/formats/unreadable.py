"""Files that cannot be read as a robot description."""

from __future__ import annotations

from bodyplan.formats.document import Document

PLACED_FAULTS = ("X001", "X002", "X003", "S801")
"""Codes of problems that make a file unreadable and have a location in it."""


def why_unreadable(document: Document) -> str | None:
    """Return why a file cannot be read as a robot description, or None."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    where = first.where
    is_placed = first.code in PLACED_FAULTS
    place = f"{document.name}:{where.line}:{where.column}" if is_placed else document.name
    return f"{place}: {first.message}; {first.hint}" if first.hint else f"{place}: {first.message}"
