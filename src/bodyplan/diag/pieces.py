"""Pieces of text that several renderers share: excerpts, calls of macros, previews and locations of fixes.

Tabs become blanks and invisible characters become escapes, so the width of each character is
known and a caret can mark it. Only the text near the span is processed, because a file may be a
single line of 100 MB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from bodyplan.core.names import COMMANDS, visible_character
from bodyplan.diag.diagnostic import Call, Diagnostic, Fix
from bodyplan.text import Edit, OverlapError, Source, apply

MAX_CALLS = 20
"""The maximum number of lines with macro calls for one diagnostic; if there are more, the first and
the last are shown. Consecutive equal calls share a line."""
MAX_PLACES = 8
"""The maximum number of locations that are listed for other expansions."""
# Longer rows of equal calls may be incomplete, because a long chain omits its middle calls.
_MANY = 40


def call_lines(calls: Sequence[Call]) -> Iterator[str]:
    """Yield a line for each macro call, innermost first; recursive calls are shortened."""
    lines: list[str] = []
    for call, same in groupby(reversed(calls)):
        count = sum(1 for _ in same)
        times = f" ({count} times{' and more' if count > _MANY else ''})" if count > 1 else ""
        lines.append(f"{call.macro}{times}, called at {_place(call)}")
    half = MAX_CALLS // 2
    if len(lines) > MAX_CALLS:
        lines[half:-half] = [f"... ({len(lines) - MAX_CALLS} more calls)"]
    yield from lines


def more_expansions(shown: Diagnostic, others: Sequence[Diagnostic]) -> str:
    """Return a text such as "... and 2 more expansions, called at arm.xacro:5:3, 9:3".

    Args:
        shown: the diagnostic that is shown.
        others: the same diagnostic at the same location, in other expansions.
    """
    words = f"... and {len(others)} more expansion{'s' if others[1:] else ''}"
    found = (_other_call(shown.where.calls, other.where.calls) for other in others)
    calls = list(dict.fromkeys(call for call in found if call is not None))
    if not calls:
        return words
    file = calls[0].file  # if all calls are in this file, its name is written only once
    same = all(call.file == file for call in calls)
    rest = [_place(call).removeprefix(f"{file}:" if same else "") for call in calls[1:MAX_PLACES]]
    more = ["..."] if calls[MAX_PLACES:] else []
    return f"{words}, called at {', '.join([_place(calls[0]), *rest, *more])}"


def _place(call: Call) -> str:
    return f"{call.file}:{call.line}:{call.column}"


def _other_call(calls: Sequence[Call], others: Sequence[Call]) -> Call | None:
    """Return the outermost call in ``others`` that differs from ``calls``."""
    for number, call in enumerate(others):
        if number >= len(calls) or calls[number] != call:
            return call
    return None


_COMMAND = re.compile(r"##(?=\w*\[)")
"""The beginning of a build service command, such as ``##[group]``; it may be anywhere in a line."""


def encodable(text: str) -> str:
    """Return the text with lone surrogates, which cannot be encoded, replaced."""
    if text.isascii() or not has_surrogate(text):
        return text
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def has_surrogate(text: str) -> bool:
    """Return whether a text contains an invalid byte, which Python reads as a lone surrogate."""
    return any("\ud800" <= c <= "\udfff" for c in text)


def ended(lines: list[str]) -> str:
    """Return the lines as one text, each with a newline at its end."""
    return "".join(f"{line}\n" for line in lines)


def without_commands(text: str) -> str:
    """Return equivalent JSON text in which a build service finds no command."""
    return _COMMAND.sub(r"#\\u0023", text) if "##" in text else text


TAB = 4
"""Columns from one tab stop to the next."""
ELLIPSIS = "..."


class Excerpt(NamedTuple):
    """A part of a line, with the columns of the marked span in it."""

    text: str
    start: int
    """The number of columns of the excerpt before the span."""
    width: int
    """The number of columns of the span that are in the excerpt."""


def excerpt(line: str, start: int, end: int, room: int) -> Excerpt:
    """Return the part of a line around a span, or the whole line if it fits.

    Args:
        line: the whole line, without its end.
        start: the index of the first character of the span, from 0.
        end: the index after the last character of the span.
        room: the number of available columns, at least 20.
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
    """Return the displayed text of each character, the column where it begins, and the end column."""
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
    # Loaded only for text that is not ASCII.
    from unicodedata import category, east_asian_width

    if category(character) in {"Mn", "Me"}:  # a combining mark, drawn over the character before it
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1


MAX_LINES = 6
"""A fix is shown if the lines it removes and the lines it adds are at most this many in total."""
MAX_CHARACTERS = 50_000
"""The maximum length of the text in which the changed lines of a fix are searched. A line may have
ten thousand fixes, so no code here loops over the characters of a line."""
_MOST_EDITS = 1_000
"""A fix with more edits is not shown, so that its changed lines need not be computed."""
_NEWLINE = re.compile(r"\r\n|\n|\r")


class Change(NamedTuple):
    """One line that is removed or added."""

    sign: str
    """``-`` or ``+``."""
    line: int
    """The line number: in the old text for a removed line, in the new text for an added line."""
    text: str
    start: int
    """The index of the first character that differs, from 0."""


def preview(source: Source, fix: Fix) -> list[Change]:
    """Return the lines that a fix changes; empty if too many, or if the fix cannot be applied."""
    changes: list[Change] = []
    if len(fix.edits) > _MOST_EDITS:
        return []
    try:
        shift = 0
        for first, old_text, new_text in _blocks(source, fix):
            old, new = _lines(old_text), _lines(new_text)
            changes += _changes(first, shift, old, new)
            shift += len(new) - len(old)
            if len(changes) > MAX_LINES:
                return []
    except (OverlapError, _TooLongError):
        return []
    return changes


class _TooLongError(Exception):
    """The text around an edit is too long."""


def _blocks(source: Source, fix: Fix) -> Iterator[tuple[int, str, str]]:
    """Yield each block of lines that edits change: number of the first line, old text, new text."""
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in sorted(fix.edits, key=lambda edit: (edit.start, edit.end)):
        first, last = source.position(edit.start)[0], source.position(edit.end)[0]
        if groups and first <= groups[-1][1]:
            start, end, edits = groups.pop()
            groups.append((start, max(end, last), [*edits, edit]))
        else:
            groups.append((first, last, [edit]))
    for first, _, edits in groups:
        start = edits[0].start - source.position(edits[0].start)[1] + 1
        end = _end_of_line(source.text, max(edit.end for edit in edits), start + MAX_CHARACTERS)
        old = source.text[start:end]
        moved = [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits]
        yield first, old, apply(old, moved)


def _end_of_line(text: str, offset: int, cap: int) -> int:
    """Return the offset of the end of a line.

    Raises:
        _TooLongError: the line continues after the offset ``cap``.
    """
    stop = max(offset, cap)
    ends = [end for end in (text.find(mark, offset, stop) for mark in "\r\n") if end >= 0]
    if ends:
        return min(ends)
    if len(text) > cap:
        raise _TooLongError
    return len(text)


def _lines(text: str) -> list[str]:
    return _NEWLINE.split(text) if "\n" in text or "\r" in text else [text]


def _changes(first: int, shift: int, old: list[str], new: list[str]) -> Iterator[Change]:
    """Yield the lines in which two texts differ.

    Args:
        first: the number of the first old line.
        shift: how many lines the earlier blocks of the fix add.
        old: the old lines.
        new: the new lines.
    """
    head = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    if head is None:
        head = min(len(old), len(new))
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    first += head
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    paired = len(gone) == len(come)
    for sign, number, lines, others in (
        ("-", first, gone, come),
        ("+", first + shift, come, gone),
    ):
        for index, line in enumerate(lines):
            start = _first_difference(line, others[index]) if paired else 0
            yield Change(sign, number + index, line, start)


def _first_difference(line: str, other: str) -> int:
    """Return the length of the common prefix of two lines."""
    same, end = 0, min(len(line), len(other))
    while same < end:  # binary search: comparing slices is far faster than comparing characters
        middle = (same + end + 1) // 2
        if line[same:middle] == other[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


class PlacedEdit(NamedTuple):
    """One replacement of text; lines and columns count from 1, columns in characters.

    Args:
        line: the line of the first character.
        column: the column of the first character.
        end_line: the line of the last character.
        end_column: the column after the last character.
        text: the new text; empty to delete.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def placed(fix: Fix, source: Source | None) -> list[PlacedEdit] | None:
    """Return the edits of a fix with lines and columns, for another program.

    Return None without the source, or if a new text contains invalid bytes.
    """
    if source is None or any(has_surrogate(edit.text) for edit in fix.edits):
        return None
    position = source.position
    return [PlacedEdit(*position(start), *position(end), text) for start, end, text in fix.edits]
