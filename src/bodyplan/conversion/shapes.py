"""Which shapes are as a file says, and which only stand for what cannot be read."""

from __future__ import annotations

from math import isfinite

from bodyplan.model import Shape


def has_numbers(shape: Shape) -> bool:
    """Whether all numbers of a shape are finite ones."""
    for field in shape._defaults:
        value = getattr(shape, field)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, float) and not isfinite(part):
                return False
    return True
