"""The smallest part of a file that still fails."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST_SECONDS = 20.0


def smallest(data: bytes, still: Callable[[bytes], bool], seconds: float = _MOST_SECONDS) -> bytes:
    """Return a part of the content that still fails: lines taken out, then ranges of bytes.

    Args:
        data: content that fails.
        still: whether other content fails in the same way.
        seconds: time for it; what is found by then is the answer.
    """
    end = time.monotonic() + seconds
    for is_lines in (True, False, True, False):
        before = len(data)
        units = (
            data.splitlines(keepends=True)
            if is_lines
            else [data[i : i + 1] for i in range(len(data))]
        )
        data = b"".join(_reduced(units, still, end))
        if len(data) == before and not is_lines:
            break
    return data


def _reduced(units: list[bytes], still: Callable[[bytes], bool], end: float) -> list[bytes]:
    """Return the units without as many as possible: halves first, then ever shorter ranges."""
    size = max(1, len(units) // 2)
    while units:
        position = 0
        while position < len(units):
            if time.monotonic() > end:
                return units
            shorter = units[:position] + units[position + size :]
            if still(b"".join(shorter)):
                units = shorter
            else:
                position += size
        if size == 1:
            break
        size = max(1, size // 2)
    return units
