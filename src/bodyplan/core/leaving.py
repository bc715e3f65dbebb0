"""Functions that are called before a process ends, even if it skips Python's exit handlers."""

from __future__ import annotations

import atexit
from collections.abc import Callable

_ends: list[Callable[[], object]] = []


def before_end(function: Callable[[], object]) -> None:
    """Register a function to call before this process, or a fork of it, ends.

    The function must check which of these processes it runs in.
    """
    atexit.register(function)
    _ends.append(function)


def end_all() -> None:
    """Call the registered functions, in a process that skips Python's exit handlers."""
    for function in _ends:
        function()
