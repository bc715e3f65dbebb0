"""A bar on a terminal for what takes long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def tracked(parts: Iterable[T], total: int, what: str, *, is_quiet: bool = False) -> Iterator[T]:
    """The same parts; on a terminal, several of them move a bar.

    Args:
        parts: what is worked on one after the other.
        total: how many there are.
        what: what is done with them.
        is_quiet: show nothing.
    """
    if total < 2 or is_quiet or not sys.stderr.isatty():
        yield from parts
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(parts, what, total=total, console=console, transient=True)


def watching(what: str) -> Callable[[int, int], None] | None:
    """Shows how far something is, on a line of a terminal that is gone at the end.

    What takes less than a second shows nothing. None where there is no terminal.

    Args:
        what: is done.
    """
    if not sys.stderr.isatty():
        return None
    start = time.monotonic()

    def watch(done: int, total: int) -> None:
        if done < total and time.monotonic() - start < 1.0:
            return
        line = f"{what}: {done} of {total}" if done < total else ""
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    return watch
