"""Numbers in the texts that rules work on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from bodyplan.model.transform import Mat3, Transform
from bodyplan.spec.codec import format_float

_POLE = 1.0 - 1e-12
"""The sine of the pitch above which roll and yaw are treated as rotations about the same axis."""


def numbers_of(text: str, count: int) -> tuple[float, ...] | None:
    """Return the finite numbers in a text.

    Return None if the count differs or the text has other content.
    """
    try:
        found = tuple(map(float, text.split()))
    except ValueError:
        return None
    return found if len(found) == count and all(map(math.isfinite, found)) else None


def text_of_numbers(values: Iterable[float]) -> str:
    """Return numbers in their shortest form, separated by blanks; negative zero is written as 0."""
    return " ".join(format_float(value + 0.0) for value in values)


def is_true(text: str | None) -> bool:
    """Return whether a text means true."""
    return text is not None and text.strip().lower() in {"true", "1"}


def rpy_of(matrix: Mat3) -> tuple[float, float, float]:
    """Return roll, pitch and yaw of a rotation: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    a, b, c = matrix
    sine = max(-1.0, min(1.0, -c[0]))
    if abs(sine) > _POLE:
        return 0.0, math.copysign(math.pi / 2, sine), math.atan2(-a[1], b[1])
    return math.atan2(c[1], c[2]), math.asin(sine), math.atan2(b[0], a[0])


def rpy_of_quat_xyzw(quat_xyzw: Sequence[float]) -> tuple[float, float, float] | None:
    """Return roll, pitch and yaw of a quaternion; None if its length is zero."""
    x, y, z, w = quat_xyzw
    if x * x + y * y + z * z + w * w == 0.0:
        return None
    return rpy_of(Transform.from_quat_xyzw((x, y, z, w)).R)
