"""Edits: spans of text and what shall stand there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """Replaces the characters from ``start`` to ``end`` (half-open) by ``text``."""

    start: int
    end: int
    text: str


class OverlapError(ValueError):
    """Two edits want the same characters."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; insertions at one place keep the order they came in.

    Raises:
        OverlapError: two edits touch the same characters.
    """
    pieces: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position:
            raise OverlapError(f"two edits touch the text at {edit.start}")
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces)


def overlaps(edits: Iterable[Edit], taken: Iterable[Edit]) -> bool:
    """Whether one of these edits shares characters, or an insertion point, with one taken before."""
    return any(
        edit.start < other.end and other.start < edit.end
        or edit.start == other.start
        for other in taken
        for edit in edits
    )
