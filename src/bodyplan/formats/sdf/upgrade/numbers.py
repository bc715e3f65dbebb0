"""Numbers and truth values in the texts that conversion rules change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from bodyplan.model.transform import Mat3, Transform
from bodyplan.spec.codec import format_float

_POLE = 1.0 - 1e-12
"""The absolute sine of pitch above which roll is set to 0 (gimbal lock)."""


def numbers_of(text: str, count: int) -> tuple[float, ...] | None:
    """Return the finite numbers in a text.

    Return None unless the text consists of exactly ``count`` finite numbers.
    """
    try:
        found = tuple(map(float, text.split()))
    except ValueError:
        return None
    return found if len(found) == count and all(map(math.isfinite, found)) else None


def text_of_numbers(values: Iterable[float]) -> str:
    """Return numbers in their shortest exact form, separated by blanks; -0 is written as 0."""
    return " ".join(format_float(value + 0.0) for value in values)


def is_true(text: str | None) -> bool:
    """Return whether a text means true: "true" in any case, or "1"."""
    return text is not None and text.strip().lower() in {"true", "1"}


def rpy_of(matrix: Mat3) -> tuple[float, float, float]:
    """Return roll, pitch and yaw [rad] of a rotation R = Rz(yaw) Ry(pitch) Rx(roll)."""
    a, b, c = matrix
    sine = max(-1.0, min(1.0, -c[0]))
    if abs(sine) > _POLE:
        return 0.0, math.copysign(math.pi / 2, sine), math.atan2(-a[1], b[1])
    return math.atan2(c[1], c[2]), math.asin(sine), math.atan2(b[0], a[0])


def rpy_of_quat_xyzw(quat_xyzw: Sequence[float]) -> tuple[float, float, float] | None:
    """Return roll, pitch and yaw [rad] of a quaternion x y z w; None if its norm is zero."""
    x, y, z, w = quat_xyzw
    if x * x + y * y + z * z + w * w == 0.0:
        return None
    return rpy_of(Transform.from_quat_xyzw((x, y, z, w)).R)
