"""Detection of nan and infinity, which the robot model has for invalid numbers in a file."""

from __future__ import annotations

from math import isfinite

from bodyplan.core import Record


def has_numbers(value: Record) -> bool:
    """Return whether all numbers of a shape or other record are finite."""
    for field in value._defaults:
        numbers = getattr(value, field)
        for part in numbers if isinstance(numbers, tuple) else (numbers,):
            if isinstance(part, float) and not isfinite(part):
                return False
    return True
