"""Axis-aligned bounds of primitive shapes in plain Python, without NumPy."""

from __future__ import annotations

import math
from typing import NamedTuple

from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere, sizes
from bodyplan.model.transform import NO_ROTATION, Transform, Vec3


class Bounds(NamedTuple):
    """An axis-aligned box in a frame, given by its lowest and highest corner [m]."""

    low: Vec3
    high: Vec3

    def union(self, other: Bounds) -> Bounds:
        """Return the smallest box that contains both boxes."""
        # a visual and a collision often have the same shape
        if self.low == other.low and self.high == other.high:
            return self
        a, b, c = map(min, self.low, other.low)
        d, e, f = map(max, self.high, other.high)
        return Bounds((a, b, c), (d, e, f))

    @property
    def centre(self) -> Vec3:
        """The centre of the box."""
        a, b, c = ((low + high) / 2.0 for low, high in zip(self.low, self.high, strict=True))
        return (a, b, c)

    @property
    def diagonal(self) -> float:
        """The distance between opposite corners."""
        return math.dist(self.low, self.high)

    def outside(self, point: Vec3) -> float:
        """Return the distance of a point from the box [m]; 0 inside."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(a - x, 0.0, x - d), max(b - y, 0.0, y - e), max(c - z, 0.0, z - f))

    def gap(self, other: Bounds) -> float:
        """Return the distance between two boxes [m]; 0 if they touch or overlap."""
        apart = zip(self.low, self.high, other.low, other.high, strict=True)
        return math.hypot(*(max(a - d, 0.0, c - b) for a, b, c, d in apart))

    def farthest(self, point: Vec3) -> float:
        """Return the distance of a point from the farthest corner [m]."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(x - a, d - x), max(y - b, e - y), max(z - c, f - z))


def lengths(shape: Shape | None) -> dict[str, tuple[float, ...]]:
    """Return the lengths of a primitive shape by field name [m]; empty for other shapes."""
    return {
        name: value if isinstance(value, tuple) else (value,)
        for name, value in sizes(shape).items()
    }


def is_measurable(shape: Shape | None) -> bool:
    """Return whether a shape is a primitive whose lengths are all positive numbers."""
    found = [length for values in lengths(shape).values() for length in values]
    return bool(found) and min(found) > 0.0 and math.isfinite(sum(found))


def bounds_of(shape: Shape, X_LG: Transform) -> Bounds:
    """Return the bounds of a primitive shape in a frame L, such as a link frame.

    Args:
        shape: a primitive.
        X_LG: the pose of the frame G of the shape in L.

    Raises:
        ValueError: the shape is not a primitive.
    """
    a, b, c = R = X_LG.R
    is_upright = R is NO_ROTATION or R == NO_ROTATION
    match shape:
        case Box(size=(x, y, z)):
            if is_upright:
                return _around(X_LG.p, (x / 2.0, y / 2.0, z / 2.0))
            i, j, k = ((abs(r[0]) * x + abs(r[1]) * y + abs(r[2]) * z) / 2.0 for r in R)
        case Sphere(radius=radius):
            i = j = k = radius
        case Ellipsoid(radii=(x, y, z)):
            i, j, k = (math.hypot(r[0] * x, r[1] * y, r[2] * z) for r in R)
        case Cylinder(radius=radius, length=length):
            if is_upright:
                return _around(X_LG.p, (radius, radius, length / 2.0))
            i, j, k = (
                radius * math.sqrt(max(0.0, 1.0 - up * up)) + abs(up) * length / 2.0
                for up in (a[2], b[2], c[2])
            )
        case Capsule(radius=radius, length=length):
            i, j, k = (radius + abs(up) * length / 2.0 for up in (a[2], b[2], c[2]))
        case Cone(radius=radius, length=length):
            return _bounds_of_cone(radius, length, X_LG)
        case _:
            raise ValueError(f"a {type(shape).__name__.lower()} is not a primitive")
    return _around(X_LG.p, (i, j, k))


def _bounds_of_cone(radius: float, length: float, X_LG: Transform) -> Bounds:
    low, high = [], []
    for middle, (_, _, up) in zip(X_LG.p, X_LG.R, strict=True):
        tip, rim = up * length / 2.0, radius * math.sqrt(max(0.0, 1.0 - up * up))
        low.append(middle + min(tip, -tip - rim))
        high.append(middle + max(tip, rim - tip))
    (a, b, c), (d, e, f) = low, high
    return Bounds((a, b, c), (d, e, f))


def _around(at: Vec3, half: Vec3) -> Bounds:
    return Bounds(
        (at[0] - half[0], at[1] - half[1], at[2] - half[2]),
        (at[0] + half[0], at[1] + half[1], at[2] + half[2]),
    )
