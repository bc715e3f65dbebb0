"""Formatting of numbers and poses in the text of MJCF."""

from __future__ import annotations

import math
from collections.abc import Iterable

from bodyplan import model
from bodyplan.conversion.rounding import without_noise
from bodyplan.model.transform import NO_ROTATION

HOME = "home"
"""The name of the keyframe with the configuration that servos hold."""


def numbers(values: Iterable[float]) -> str:
    """Return numbers as the shortest text that parses to the same values."""
    return " ".join(number(value) for value in values)


def number(value: float) -> str:
    """Return a number as the shortest text that parses to the same value."""
    return repr(float(value) + 0.0).removesuffix(".0")


def positive(text: str) -> float | None:
    """Parse a positive number; return None for any other text."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0.0 < value < math.inf else None


def placed(pose: model.Transform) -> dict[str, str]:
    """Return the attributes ``pos`` and ``quat`` of a pose, without default values."""
    found = {}
    if any(pose.p):
        found["pos"] = numbers(map(without_noise, pose.p))
    if pose.R is not NO_ROTATION and pose.R != NO_ROTATION:
        x, y, z, w = pose.quat_xyzw
        found["quat"] = numbers(map(without_noise, (w, x, y, z)))
    return found
