"""The differences of numbers, poses and inertias."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bodyplan.compare._fields import Number
from bodyplan.model import Inertial, Transform

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_COLOR = 2e-6
"""Tolerance for colours, which have single precision in MuJoCo."""


def amount_of(x: float, y: float, number: Number) -> float:
    """Return the difference of two numbers; infinite if they differ and one is not finite."""
    if x == y:
        return 0.0
    if not math.isfinite(x) or not math.isfinite(y):
        return math.inf
    if number == "color":
        return max(0.0, abs(x - y) - _COLOR)
    least = 1.0 if number == "absolute" else 0.0
    return abs(x - y) / max(least, abs(x), abs(y))


def largest(amounts: Iterable[float]) -> float:
    """Return the largest number; infinite if a number is nan, which ``max`` may skip."""
    return max((math.inf if math.isnan(one) else one for one in amounts), default=0.0)


def vectors(x: Sequence[float], y: Sequence[float], number: Number) -> float:
    """Return the largest difference between corresponding numbers of two vectors."""
    return largest(amount_of(a, b, number) for a, b in zip(x, y, strict=True))


def distance(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the distance of two points [m]; infinite if a coordinate is nan."""
    found = math.dist(x, y)
    return math.inf if math.isnan(found) else found


def angle(first: Transform, second: Transform) -> float:
    """Return the angle between two orientations [rad], from 0 to pi."""
    if first.R == second.R:
        return 0.0
    pairs = zip(sum(first.R, ()), sum(second.R, ()), strict=True)
    chord = math.sqrt(math.fsum((a - b) ** 2 for a, b in pairs))  # 2 sqrt(2) sin(angle / 2)
    return math.inf if math.isnan(chord) else 2.0 * math.asin(min(1.0, chord / math.sqrt(8.0)))


def tensor_of(inertial: Inertial) -> Numbers:
    """Return the (3, 3) inertia about the centre of mass, along the axes of the link [kg m²]."""
    import numpy as np

    xx, xy, xz, yy, yz, zz = inertial.inertia
    R = np.array(inertial.origin.R)
    made: Numbers = R @ np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))) @ R.T
    return made
