"""How the work of a call grows with its input: counted in executed lines, never timed.

The count is the same on a busy machine and an idle one. What a library does within a line is not
counted, so sizes are chosen at which a quadratic step in C still ends soon.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

HANG_GUARD = 300.0
"""CPU seconds; far more than the busiest machine needs, far less than what grows without bounds takes."""


def lines(call: Callable[[], object]) -> int:
    """The number of lines of Python that the call executes, in all functions it enters."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
