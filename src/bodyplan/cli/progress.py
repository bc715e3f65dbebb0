"""A line on a terminal for what takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
_PATIENCE, _INTERVAL = 1.0, 0.1
"""Seconds before the line first appears, and between two of its states."""


def tracked(parts: Iterable[T], total: int, what: str, *, is_quiet: bool = False) -> Iterator[T]:
    """The same parts; on a terminal, how many of them are done.

    Args:
        parts: what is worked on one after the other.
        total: how many there are.
        what: is done with them.
        is_quiet: show nothing.
    """
    watch = None if total < 2 or is_quiet else watching(what)
    if watch is None:
        yield from parts
        return
    try:
        for done, part in enumerate(parts):
            watch(done, total)
            yield part
    finally:
        watch(total, total)


def watching(
    what: str, shown: Callable[[int], str] = "{:,}".format
) -> Callable[[int, int], None] | None:
    """Shows how far something is, on a line of a terminal that is gone at the end.

    What takes less than a second shows nothing. None without a terminal.

    Args:
        what: is done.
        shown: a number of parts for people.
    """
    if not sys.stderr.isatty():
        return None
    due = time.monotonic() + _PATIENCE
    is_there = False

    def watch(done: int, total: int) -> None:
        nonlocal due, is_there
        if done < total and time.monotonic() >= due:
            due = time.monotonic() + _INTERVAL
            is_there = True
            sys.stderr.write(f"\r\x1b[K{what}: {shown(done)} of {shown(total)}")
            sys.stderr.flush()
        elif done >= total and is_there:
            is_there = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    return watch
