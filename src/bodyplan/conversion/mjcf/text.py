"""Formatting of numbers and poses in the text of MJCF."""

from __future__ import annotations

import math
from collections.abc import Iterable

from bodyplan import model
from bodyplan.conversion.rounding import without_noise
from bodyplan.model.transform import NO_ROTATION

HOME = "home"
"""The keyframe of the configuration that servos hold."""


def numbers(values: Iterable[float]) -> str:
    """Return the shortest text from which the same numbers are read."""
    return " ".join(number(value) for value in values)


def number(value: float) -> str:
    """Return the shortest text from which the same number is read."""
    return repr(float(value) + 0.0).removesuffix(".0")


def positive(text: str) -> float | None:
    """Return the positive number of a text; None for any other text."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0.0 < value < math.inf else None


def placed(pose: model.Transform) -> dict[str, str]:
    """Return the attributes ``pos`` and ``quat`` of a pose, except those with default values."""
    found = {}
    if any(pose.p):
        found["pos"] = numbers(map(without_noise, pose.p))
    if pose.R is not NO_ROTATION and pose.R != NO_ROTATION:
        x, y, z, w = pose.quat_xyzw
        found["quat"] = numbers(map(without_noise, (w, x, y, z)))
    return found
