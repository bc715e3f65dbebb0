"""A line on a terminal for what takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_PATIENCE, _INTERVAL = 1.0, 0.1
"""Seconds before the line first appears, and between two of its states."""


def tracked(
    parts: Iterable[T], total: int | None, what: str, *, is_quiet: bool = False
) -> Iterator[T]:
    """Yield the same parts; on a terminal, show how many are done, the speed, and the time left.

    Args:
        parts: what is worked on one after the other.
        total: how many there are; None if that is unknown.
        what: is done with them.
        is_quiet: show nothing.
    """
    line = None if (total is not None and total < 2) or is_quiet else _Line.on_terminal()
    if line is None:
        yield from parts
        return
    start = time.monotonic()
    try:
        for done, part in enumerate(parts):
            if line.is_due():
                line.show(f"{what}: {_pace(done, total, time.monotonic() - start)}")
            yield part
    finally:
        line.clear()


def _pace(done: int, total: int | None, seconds: float) -> str:
    """Return how many parts are done, how fast, and the time that is left."""
    rate = done / max(seconds, 1e-9)
    text = f"{done:,}" if total is None else f"{done:,} of {total:,}"
    if not done:
        return text
    text += f", {rate:,.0f}/s" if rate >= 10.0 else f", {rate:.2g}/s"
    if total is None:
        return text
    minutes, left = divmod(round((total - done) / rate), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{text}, {hours} h {minutes} min left"
    return f"{text}, {minutes} min {left} s left" if minutes else f"{text}, {left} s left"


class _Line:
    """A line of a terminal that is gone at the end; what takes less than a second shows nothing."""

    def __init__(self) -> None:
        self._due = time.monotonic() + _PATIENCE
        self._is_there = False

    @classmethod
    def on_terminal(cls) -> _Line | None:
        """Return a line; None without a terminal."""
        return cls() if sys.stderr.isatty() else None

    def is_due(self) -> bool:
        """Return whether it is time for the next state."""
        return time.monotonic() >= self._due

    def show(self, text: str) -> None:
        """Show a state."""
        self._due = time.monotonic() + _INTERVAL
        self._is_there = True
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._is_there:
            self._is_there = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def watching(
    what: str, shown: Callable[[int], str] = "{:,}".format
) -> Callable[[int, int], None] | None:
    """Show progress in a line of a terminal that disappears at the end.

    What takes less than a second shows nothing. None without a terminal.

    Args:
        what: is done.
        shown: a number of parts for people.
    """
    line = _Line.on_terminal()
    if line is None:
        return None

    def watch(done: int, total: int) -> None:
        if done >= total:
            line.clear()
        elif line.is_due():
            line.show(f"{what}: {shown(done)} of {shown(total)}")

    return watch
