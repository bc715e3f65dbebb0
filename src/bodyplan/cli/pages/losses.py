"""The table of the losses of a conversion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from bodyplan.core import listed, plural
from bodyplan.report.conversion import LossGroup, LostValue, loss_groups

_MOST_SHOWN = 50
"""The maximum number of rows with losses that change the robot."""
_MOST_OTHERS = 12
"""The maximum number of rows with losses that do not change the robot."""
_NAME = re.compile("([^']*)('.*?')([^']*)")
"""Splits the description of a loss at its first quoted name."""
_MOST_PARTS = 4
"""The maximum number of attributes in one row."""
_GAP = "  "
_NARROW = 24
"""The smallest width of a column that is wrapped."""


def loss_table(losses: Iterable[LostValue], source: str, width: int | None) -> Iterator[str]:
    """Yield a row for each kind of loss; losses that change the robot come first.

    Args:
        losses: the losses of a conversion.
        source: name of the file; a loss in another file is shown with the name of its file.
        width: the width of the terminal; None for rows of any length.
    """
    groups = loss_groups(losses)
    serious = [one for one in groups if one.first.changes_meaning]
    others = [one for one in groups if not one.first.changes_meaning]
    shown = [*serious[:_MOST_SHOWN], *others[:_MOST_OTHERS]]
    yield from _columns([_row(source, group) for group in shown], width)
    for rest, what in (
        (serious[_MOST_SHOWN:], " that change the robot"),
        (others[_MOST_OTHERS:], ""),
    ):
        if rest:
            count = sum(one.count for one in rest)
            yield f"... and {plural(count, 'more loss', 'more losses')}{what}; --json lists all"


def _row(source: str, group: LossGroup) -> tuple[str, str, str, str]:
    place = group.first.place
    at = ""
    if place is not None:
        is_included = place.file != source
        at = f"{place.file}:{place.line}" if is_included else f"line {place.line}"
    words = "changes meaning" if group.first.changes_meaning else group.first.kind
    parts = dict.fromkeys(part for part, of, _ in map(_split, group.names) if of)
    elements = dict.fromkeys(element for *_, element in map(_split, group.names))
    what = next(iter(elements))
    if len(elements) > 1:
        start, first, end = _NAME.fullmatch(what).groups()  # type: ignore[union-attr]
        what = f"{start}{first} and {len(elements) - 1:,} more{end}"
    elif group.count > max(len(parts), 1):
        what = f"{what} ({group.count:,} times)"
    if parts:
        # one part for each row, because quoted URIs are long
        most = 1 if any("'" in part for part in parts) else _MOST_PARTS
        what = f"{listed(parts, most)} of {what}"
    return at, words, what, group.first.reason


def _split(what: str) -> tuple[str, str, str]:
    """Split "ATTRIBUTE of <ELEMENT>" into three texts; for "<ELEMENT>", two of them are empty."""
    part, of, element = what.partition(" of <")
    return (part, of, f"<{element}") if of else ("", "", what)


def _columns(rows: Sequence[tuple[str, str, str, str]], width: int | None) -> Iterator[str]:
    """Yield rows with aligned cells; the last two columns are wrapped to a width."""
    if not rows:
        return
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    if width is not None:
        free = width - sum(widths[:2]) - (len(rows[0]) - 1) * len(_GAP)
        widths[2] = min(widths[2], max(free // 2, free - widths[3], _NARROW))
        widths[3] = max(free - widths[2], _NARROW)
    for row in rows:
        cells = [
            wrap(text, max(size, 1), break_long_words=False, break_on_hyphens=False)
            for text, size in zip(row, widths, strict=True)
        ]
        for line in zip_longest(*cells, fillvalue=""):
            padded = (cell.ljust(size) for cell, size in zip(line, widths, strict=True))
            yield _GAP.join(padded).rstrip()
