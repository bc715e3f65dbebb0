"""Lines of styled text, and tables that fit a width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from unicodedata import category, east_asian_width

from bodyplan.report import wording

Span = tuple[str, str]
"""Text, and its style: a colour, bold, dim, or several of these; "" for plain text."""

_WIDEST = 64  # maximum width of a column if the width of the table is unlimited
_BETWEEN = 2
_CODES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "white": "37",
    "bright_black": "90",
}
"""Escape codes of terminals, by style."""


class Line:
    """One line: spans of styled text."""

    __slots__ = ("spans",)

    def __init__(self, *spans: Span) -> None:
        self.spans = list(spans)

    def add(self, text: str, style: str) -> None:
        """Add text at the end."""
        self.spans.append((text, style))

    def map(self, change: Callable[[str], str]) -> Line:
        """Return the line with a function applied to each text."""
        return Line(*((change(text), style) for text, style in self.spans))

    @property
    def text(self) -> str:
        """The characters of the line, without spaces at the end."""
        return "".join([text for text, _ in self.spans]).rstrip()


def plain(lines: Iterable[Line]) -> str:
    """Return the characters of all lines."""
    return "".join([f"{line.text}\n" for line in lines])


def colored(lines: Iterable[Line]) -> str:
    """Return the characters of all lines with the colour codes of terminals."""
    return "".join(["".join(_painted(*span) for span in line.spans) + "\n" for line in lines])


def _painted(text: str, style: str) -> str:
    if not style or not text:
        return text
    codes = ";".join([_CODES[word] for word in style.split()])
    return f"\x1b[{codes}m{text}\x1b[0m"


def wrapped(names: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of names separated by commas, which fit the width if possible."""
    line = ""
    for number, name in enumerate(names):
        text = name if number == len(names) - 1 else f"{name},"
        if line and len(line) + 1 + len(text) > width:
            yield line
            line = text
        else:
            line = f"{line} {text}" if line else text
    yield line


def paragraph(text: str, style: str, width: int | None) -> Iterator[Line]:
    """Yield a text in lines that fit a width; all lines except the first are indented."""
    if width is None:
        yield Line((text, style))
        return
    from textwrap import wrap  # imported late, because few pages need it

    for line in wrap(text, width, subsequent_indent="  ", break_on_hyphens=False):
        yield Line((line, style))


def cells(text: str) -> int:
    """Return the number of terminal columns that a text occupies."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@cache
def _columns(character: str) -> int:
    """Return the width of a character: 0 if combining, 2 if wide such as Chinese, else 1."""
    if category(character) in {"Mn", "Me", "Cf", "Cc"}:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def cropped(text: str, width: int, sign: str = "…") -> str:
    """Return a text cut to a width, with a mark at the cut."""
    if cells(text) <= width:
        return text
    while text and cells(text) >= width:
        text = text[: width - 1] if len(text) >= width else text[:-1]
    return text + sign if width > 0 else ""


Cell = Span | list[Span]
"""One styled text, or several texts that are cropped together."""


class Table:
    """Rows of cells in columns, which shrink if the width is too small.

    Args:
        steps: steps that are applied in order until the rows fit. Each is the index of a column
            and its minimum width, or 0 to leave the column out.
        is_ascii: whether to use only ASCII.
    """

    def __init__(self, steps: Sequence[tuple[int, int]], *, is_ascii: bool = False) -> None:
        self.steps = steps
        self.is_ascii = is_ascii
        self.rows: list[list[list[Span]]] = []

    def add(self, row: Iterable[Cell]) -> None:
        """Add a row at the end."""
        cells_ = [cell if isinstance(cell, list) else [cell] for cell in row]
        if self.is_ascii:
            cells_ = [[(wording.in_ascii(text), style) for text, style in cell] for cell in cells_]
        self.rows.append(cells_)

    def lines(self, width: int | None) -> Iterator[Line]:
        """Return the lines of the table.

        Args:
            width: columns that the lines must fit; None for no limit.
        """
        lengths = self._lengths()
        natural = _longest(lengths)
        if width is None:
            widths = [min(column, _WIDEST) for column in natural]
        else:
            widths = self._fitted(natural, width)
        sign = "~" if self.is_ascii else "…"
        for row, row_lengths in zip(self.rows, lengths, strict=True):
            yield _line(row, row_lengths, widths, sign if width is not None else None)

    def room(self, column: int, width: int) -> int:
        """Return the width of a column in a table that fits a width; 0 if the column is omitted."""
        natural = _longest(self._lengths())
        return self._fitted(natural, width)[column] if natural else 0

    def _lengths(self) -> list[list[int]]:
        return [[sum(cells(text) for text, _ in cell) for cell in row] for row in self.rows]

    def _fitted(self, natural: list[int], width: int) -> list[int]:
        widths = list(natural)

        def excess() -> int:
            shown = [column for column in widths if column]
            return sum(shown) + _BETWEEN * (len(shown) - 1) - width

        for index, least in self.steps:
            if excess() > 0:
                smaller = max(min(least, widths[index]), widths[index] - excess())
                widths[index] = smaller if least else 0
        if excess() > 0:
            widths[0] = min(widths[0], max(1, width))
        return widths


def _longest(lengths: list[list[int]]) -> list[int]:
    return [max(column, default=0) for column in zip(*lengths, strict=True)]


def _line(row: list[list[Span]], lengths: list[int], widths: list[int], sign: str | None) -> Line:
    line = Line()
    missing = 0  # spaces to write before the next cell
    for cell, length, width in zip(row, lengths, widths, strict=True):
        if not width:
            continue
        if length:
            if missing:
                line.add(" " * missing, "")
            missing = 0
            if length > width and sign is not None:
                line.spans += _cut(cell, width, sign)
            else:
                line.spans += cell
        missing += max(width - length, 0) + _BETWEEN
    return line


def _cut(cell: list[Span], width: int, sign: str) -> list[Span]:
    spans: list[Span] = []
    for text, style in cell:
        length = cells(text)
        if length > width:
            spans.append((cropped(text, width, sign), style))
            break
        spans.append((text, style))
        width -= length
    return spans
