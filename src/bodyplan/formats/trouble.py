"""Files that are no robot description at all."""

from __future__ import annotations

from bodyplan.formats.document import Document

PLACED_FAULTS = ("X001", "X002", "X003", "S801")
"""Faults that make a file unreadable, and that have a place in it to look at."""


def trouble(document: Document) -> str | None:
    """Why a file is no robot description at all, and what to do, if that is so."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    where = first.where
    is_placed = first.code in PLACED_FAULTS
    place = f"{document.name}:{where.line}:{where.column}" if is_placed else document.name
    return f"{place}: {first.message}; {first.hint}" if first.hint else f"{place}: {first.message}"
