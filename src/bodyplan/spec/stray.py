"""Text between tags: where it stands, and what goes with it when it is removed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.text.layout import line_start

_BLANKS = re.compile(r"\s*+")
_SECTION, _SECTION_END = "<![CDATA[", "]]>"
_SKIPPED = (("<!--", "-->"), ("<?", "?>"))


class Piece(NamedTuple):
    """Characters and CDATA sections in a row, without the blanks around them."""

    start: int
    end: int
    content: tuple[int, int]
    """The part to point at: the same, or what is inside a CDATA section that comes first."""


def text_pieces(text: str, start: int) -> Iterator[Piece]:
    """The pieces of text from an offset to the next tag, between blanks and comments.

    Args:
        text: all of the file.
        start: behind a tag.
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
    """A span with its line, where nothing else stands on it."""
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
    """Behind the next end of a comment or section; the end of the text where there is none."""
    found = text.find(end, start)
    return len(text) if found < 0 else found + len(end)


def _end_of_piece(text: str, start: int) -> int:
    """At the next tag or comment."""
    while start < len(text):
        if text.startswith(_SECTION, start):
            start = _behind(text, _SECTION_END, start)
        elif text[start] == "<":
            break
        else:
            found = text.find("<", start)
            start = len(text) if found < 0 else found
    return start
