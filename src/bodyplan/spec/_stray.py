"""Text between tags: where it is, and what to remove with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.text.layout import line_start

_BLANKS = re.compile(r"\s*+")
_SECTION, _SECTION_END = "<![CDATA[", "]]>"
_SKIPPED = (("<!--", "-->"), ("<?", "?>"))


class Piece(NamedTuple):
    """A run of characters and CDATA sections, without surrounding whitespace."""

    start: int
    end: int
    content: tuple[int, int]
    """The part to point at: the same, or the content of a leading CDATA section."""


def text_pieces(text: str, start: int) -> Iterator[Piece]:
    """Yield the pieces of text from an offset to the next tag, without whitespace and comments.

    Args:
        text: the whole file.
        start: offset after a tag.
    """
    while True:
        start = _behind_blanks(text, start)
        skipped = next((end for begin, end in _SKIPPED if text.startswith(begin, start)), None)
        if skipped is not None:
            start = _behind(text, skipped, start)
            continue
        end = _end_of_piece(text, start)
        if end == start:
            return
        stripped = start + len(text[start:end].rstrip())
        content = (start, stripped)
        if text.startswith(_SECTION, start):
            inner = start + len(_SECTION)
            content = (inner, max(inner, _behind(text, _SECTION_END, start) - len(_SECTION_END)))
        yield Piece(start, stripped, content)
        start = end


def with_line(text: str, start: int, end: int) -> tuple[int, int]:
    """Extend a span to its whole line if nothing else is on it."""
    line = line_start(text, start)
    behind = end
    while behind < len(text) and text[behind] in " \t":
        behind += 1
    if text[line:start].strip() or text[behind : behind + 1] not in {"\r", "\n"}:
        return start, end
    return line, behind + (2 if text.startswith("\r\n", behind) else 1)


def _behind_blanks(text: str, start: int) -> int:
    match = _BLANKS.match(text, start)
    return match.end() if match is not None else start


def _behind(text: str, end: str, start: int) -> int:
    """Return the offset after the next end of a comment or section, or the end of the text."""
    found = text.find(end, start)
    return len(text) if found < 0 else found + len(end)


def _end_of_piece(text: str, start: int) -> int:
    """Return the offset of the next tag or comment."""
    while start < len(text):
        if text.startswith(_SECTION, start):
            start = _behind(text, _SECTION_END, start)
        elif text[start] == "<":
            break
        else:
            found = text.find("<", start)
            start = len(text) if found < 0 else found
    return start
