"""The layout of the page of an SRDF: its width, and room for so many names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from bodyplan.cli.drawing import Line, Span, Table, cells

T = TypeVar("T")
_MOST = 20_000  # groups, states, joints and so on that one page names; a humanoid has some hundred


class Layout:
    """Lines in one width, and how many names there is room for.

    Args:
        width: what lines have to fit into; None for as wide as they need.
        is_ascii: draw with ASCII.
    """

    def __init__(self, width: int | None, *, is_ascii: bool) -> None:
        self.width = width
        self.is_ascii = is_ascii
        self.arrow = "->" if is_ascii else "→"
        self._left = _MOST

    def some(self, items: Sequence[T]) -> tuple[Sequence[T], int]:
        """As many of these as the page has room for, and how many are left out."""
        shown = items[: self._left]
        self._left -= len(shown)
        return shown, len(items) - len(shown)

    def has_room(self, text: str) -> bool:
        """Whether a text fits into a line."""
        return self.width is None or cells(text) <= self.width

    def inner(self, indent: int) -> int | None:
        """How wide a line is behind some blanks; None for as wide as it needs."""
        return None if self.width is None else max(1, self.width - indent)

    def indented(self, table: Table) -> Iterator[Line]:
        """The lines of a table, two blanks further right."""
        for line in table.lines(self.inner(2)):
            yield Line(("  ", ""), *line.spans)

    def wrapped(
        self, parts: Sequence[list[Span]], indent: int, *, after_first: str = ", "
    ) -> list[Line]:
        """Styled parts with commas between, in lines that fit the width if they can."""
        lines: list[Line] = []
        room = (self.width or 100) - indent
        line, used = Line((" " * indent, "")), 0
        for number, part in enumerate(parts):
            is_last = number == len(parts) - 1
            comma = "" if is_last else (after_first if not number else ", ").rstrip()
            length = sum(cells(text) for text, _ in part) + len(comma)
            if used and used + 1 + length > room:
                lines.append(line)
                line, used = Line((" " * indent, "")), 0
            if used:
                line.add(" ", "")
                used += 1
            line.spans += part
            line.add(comma, "dim")
            used += length
        return [*lines, line] if used else lines
