"""A bar on a terminal for what takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
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
