"""The layout of the page of an SRDF: width, number of names, and parts of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from bodyplan.cli.pages.drawing import Line, Span, Table, cells
from bodyplan.report import wording
from bodyplan.report.semantics_facts import PlaceFacts

T = TypeVar("T")
_MOST = 20_000  # maximum number of names on one page; a humanoid has some hundred


class Layout:
    """The width of the lines, and how many names the page may still contain.

    Args:
        width: columns that the lines must fit; None for no limit.
        is_ascii: whether to use only ASCII.
    """

    def __init__(self, width: int | None, *, is_ascii: bool) -> None:
        self.width = width
        self.is_ascii = is_ascii
        self.arrow = "->" if is_ascii else "→"
        self._left = _MOST

    def some(self, items: Sequence[T]) -> tuple[Sequence[T], int]:
        """Return the items for which the page has room, and the number of omitted items."""
        shown = items[: self._left]
        self._left -= len(shown)
        return shown, len(items) - len(shown)

    def has_room(self, text: str) -> bool:
        """Return whether a text fits into a line."""
        return self.width is None or cells(text) <= self.width

    def inner(self, indent: int) -> int | None:
        """Return the width of a line after an indentation; None if the width is unlimited."""
        return None if self.width is None else max(1, self.width - indent)

    def indented(self, table: Table) -> Iterator[Line]:
        """Yield the lines of a table, indented by two more spaces."""
        for line in table.lines(self.inner(2)):
            yield Line(("  ", ""), *line.spans)

    def wrapped(
        self, parts: Sequence[list[Span]], indent: int, *, after_first: str = ", "
    ) -> list[Line]:
        """Return styled parts separated by commas, in lines that fit the width if possible."""
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


def after_word(word: str, names: list[list[Span]]) -> list[list[Span]]:
    """Return names, with a noun before the first one."""
    if names:
        names[0].insert(0, (f"{word} " if len(names) == 1 else f"{word}s ", "dim italic"))
    return names


def rest_line(count: int) -> Iterator[Line]:
    """Yield a line with the number of omitted items, unless it is zero."""
    if count:
        yield Line((f"  and {count:,} more; --json lists all", "dim"))


def and_more(count: int) -> list[list[Span]]:
    """Return the number of omitted items, as the last entry of a list; empty for zero."""
    return [[(f"and {count:,} more", "dim")]] if count else []


def marked(name: str, mark: str) -> list[Span]:
    """Return a name, followed by its problem."""
    spans: list[Span] = [(wording.name(name), "red" if mark else "")]
    if mark:
        spans.append((f" ({mark})", "red"))
    return spans


def style_of(place: PlaceFacts) -> str:
    """Return the style in which the problem of a joint value is shown."""
    return "dim" if place.mark == "added by Pinocchio" else "red"


def counted(counts: Iterable[tuple[int, str] | tuple[int, str, str]]) -> list[str]:
    """Return texts such as "3 links"; counts of zero are left out."""
    return [wording.plural(*count) for count in counts if count[0]]


def aligned(values: Sequence[float]) -> list[str]:
    """Return numbers as texts of equal width, with aligned decimal points."""
    texts = [wording.number(value) for value in values]
    parts = [text.partition(".") for text in texts]
    before = max((len(whole) for whole, _, _ in parts), default=0)
    after = max((len(point + rest) for _, point, rest in parts), default=0)
    return [f"{whole:>{before}}{point + rest:<{after}}" for whole, point, rest in parts]
