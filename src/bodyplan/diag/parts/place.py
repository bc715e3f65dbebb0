"""The locations of the edits of a fix, for formats that count lines and columns."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.diag.diagnostic import Fix
from bodyplan.diag.parts.plain import has_surrogate
from bodyplan.text import Source


class PlacedEdit(NamedTuple):
    """One replacement of text; lines and columns count from 1, columns in characters.

    Args:
        line: of the start.
        column: of the start.
        end_line: of the end.
        end_column: behind the last character.
        text: the new text; empty to delete.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def placed(fix: Fix, source: Source | None) -> list[PlacedEdit] | None:
    """Return the edits of a fix; None if they cannot be expressed for another program.

    That is so without the source, and when a text has invalid bytes.
    """
    if source is None or any(has_surrogate(edit.text) for edit in fix.edits):
        return None
    position = source.position
    return [PlacedEdit(*position(start), *position(end), text) for start, end, text in fix.edits]
