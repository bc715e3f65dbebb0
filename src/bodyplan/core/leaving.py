"""What has to be done before a process ends, also one that ends without Python's own."""

from __future__ import annotations

import atexit
from collections.abc import Callable

_ends: list[Callable[[], object]] = []


def before_end(function: Callable[[], object]) -> None:
    """Call a function before this process ends, or a fork of it: it finds out in which it is."""
    atexit.register(function)
    _ends.append(function)


def end_all() -> None:
    """Call these functions, in a process that ends without Python's own end."""
    for function in _ends:
        function()
