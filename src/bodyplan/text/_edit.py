"""Edits: spans of text and their replacements."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple


class Edit(NamedTuple):
    """Replaces the characters from ``start`` to ``end`` (half-open) by ``text``."""

    start: int
    end: int
    text: str


class OverlapError(ValueError):
    """Two edits overlap."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits applied; insertions at the same offset keep their order.

    Raises:
        OverlapError: two edits overlap.
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


class Claims:
    """Ranges of text that are reserved for edits."""

    __slots__ = ("_ends", "_starts")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, edits: Iterable[Edit]) -> bool:
        """Reserve the ranges of some edits, all or none, and return whether they were free.

        Insertions of two calls at the same offset conflict, because their order is ambiguous;
        insertions of one call keep their order.
        """
        edits = sorted(edits, key=lambda edit: (edit.start, edit.end))
        overlap = any(left.end > right.start for left, right in pairwise(edits))
        if overlap or not all(self._is_free(edit) for edit in edits):
            return False
        for edit in edits:
            position = bisect_left(self._starts, edit.start)
            self._starts.insert(position, edit.start)
            self._ends.insert(position, edit.end)
        return True

    def _is_free(self, edit: Edit) -> bool:
        position = bisect_left(self._starts, edit.start)
        if position < len(self._starts) and (
            self._starts[position] < edit.end or self._starts[position] == edit.start
        ):
            return False
        return position == 0 or self._ends[position - 1] <= edit.start
