"""A piece of a line that fits the terminal, and which column is below which.

Tabs become blanks and invisible characters become escapes, so the width of each character is
known and a caret can mark it. Only the neighbourhood of the span is looked at: a file may
be one line of a hundred megabytes.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from bodyplan.diag.parts.plain import COMMANDS, visible_character

TAB = 4
"""Columns from one tab stop to the next."""
ELLIPSIS = "..."


class Excerpt(NamedTuple):
    """A piece of a line, and the columns in it of the span that it is shown for."""

    text: str
    start: int
    """Columns before the span."""
    width: int
    """Columns of the span, as far as it is in the excerpt."""


def excerpt(line: str, start: int, end: int, room: int) -> Excerpt:
    """Return the piece of a line around a span: all of it where there is room.

    Args:
        line: the whole line, without its end.
        start: the character the span begins at, from 0.
        end: behind its last character.
        room: columns there are, 20 or more.
    """
    start = min(max(start, 0), len(line))
    end = min(max(end, start), len(line))
    first = max(0, start - room)
    last = min(len(line), start + room)
    cells, edges = _cells(line[first:last])
    left, right = edges[start - first], edges[min(end, last) - first]
    begin, stop, head, tail = 0, len(cells), "", ""
    if first > 0 or last < len(line) or edges[-1] > room:
        if first > 0 or min(right, left + room // 4) > room - len(ELLIPSIS):
            begin = next(i for i, edge in enumerate(edges) if edge >= left - room // 2)
            head = ELLIPSIS
        limit = edges[begin] + room - len(head)
        if last < len(line) or edges[-1] > limit:
            tail = ELLIPSIS
            while edges[stop] > limit - len(tail):
                stop -= 1
    text = head + "".join(cells[begin:stop]) + tail
    before = len(head) - edges[begin]
    return Excerpt(text, left + before, min(right, edges[stop]) - left)


def _cells(text: str) -> tuple[list[str], list[int]]:
    """Return the shown text of each character, and the columns before each and at the end."""
    commands = {found.start() for found in COMMANDS.finditer(text)}
    if text.isascii() and text.isprintable() and not commands:
        return list(text), list(range(len(text) + 1))
    cells: list[str] = []
    widths: list[int] = []
    column = 0
    for number, character in enumerate(text):
        cell, width = character, 1
        if number in commands:
            cell = f"\\x{ord(character):02x}"
            width = len(cell)
        elif character == "\t":
            width = TAB - column % TAB
            cell = " " * width
        elif not character.isprintable():
            cell = visible_character(character)
            width = len(cell)
        elif not character.isascii():
            width = _width(character)
        cells.append(cell)
        widths.append(width)
        column += width
    return cells, [0, *accumulate(widths)]


def _width(character: str) -> int:
    """Return the columns of a character in a terminal."""
    # Loaded for such characters only.
    from unicodedata import category, east_asian_width

    if category(character) in {"Mn", "Me"}:  # stands over the one before
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1
