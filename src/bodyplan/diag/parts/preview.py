"""What a fix does to the text, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.diag.diagnostic import Fix
from bodyplan.text import Edit, OverlapError, Source, apply

MAX_LINES = 6
"""Removed and added lines, together, up to which a fix is small enough to be shown."""
MAX_CHARACTERS = 50_000
"""Length of text around the edits up to which it is worth taking apart. Ten thousand fixes may be
shown that are all on one line, so nothing here goes through it character by character."""
_MOST_EDITS = 1_000
"""Edits above which the number of changed lines is not computed."""
_NEWLINE = re.compile(r"\r\n|\n|\r")


class Change(NamedTuple):
    """One line that goes or comes."""

    sign: str
    """``-`` or ``+``."""
    line: int
    """Its number in the text before, or for an added line in the text after."""
    text: str
    start: int
    """The character the difference begins at, from 0."""


def preview(source: Source, fix: Fix) -> list[Change]:
    """Return the lines that a fix changes; empty if too many, or if the fix cannot be made."""
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
    """Yield whole lines around edits that share lines: number of the first, old text, new text."""
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
        _TooLongError: not before the cap.
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
    """Return the lines in which two texts differ.

    Args:
        first: the number of the first old line.
        shift: how many lines are added before it.
        old: lines before.
        new: lines after.
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
    while same < end:  # halves are compared at once, which is far faster than each character
        middle = (same + end + 1) // 2
        if line[same:middle] == other[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same
