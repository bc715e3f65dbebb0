"""Rotations and bounds in plain Python: no NumPy at check time.

Conventions
- A rotation ``R_AB`` is the 3x3 matrix row by row, nine numbers: ``p_A = R_AB p_B``.
- A vector is three numbers [m].
"""

from __future__ import annotations

import math
from typing import NamedTuple

Vector = tuple[float, float, float]
Rotation = tuple[float, float, float, float, float, float, float, float, float]

UNIT: Rotation = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
"""The rotation that changes nothing."""


# Rotations


def rotation_from_rpy(roll: float, pitch: float, yaw: float) -> Rotation:
    """R = Rz(yaw) Ry(pitch) Rx(roll), angles in radians."""
    if roll == pitch == yaw == 0.0:
        return UNIT
    sr, cr = math.sin(roll), math.cos(roll)
    sp, cp = math.sin(pitch), math.cos(pitch)
    sy, cy = math.sin(yaw), math.cos(yaw)
    return (
        *(cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        *(sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        *(-sp, cp * sr, cp * cr),
    )


def rotation_from_quaternion(x: float, y: float, z: float, w: float) -> Rotation:
    """The rotation of a quaternion, scalar last, of any length; ``UNIT`` for the zero quaternion."""
    largest = max(abs(x), abs(y), abs(z), abs(w))
    if not 0.0 < largest < math.inf:
        return UNIT
    x, y, z, w = x / largest, y / largest, z / largest, w / largest
    s = 2.0 / (x * x + y * y + z * z + w * w)
    return (
        *(1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        *(s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        *(s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )


def transposed(r: Rotation) -> Rotation:
    """R_BA from R_AB."""
    return (r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8])


def product(a: Rotation, b: Rotation) -> Rotation:
    """R_AC from R_AB and R_BC."""
    if a == UNIT:
        return b
    if b == UNIT:
        return a
    return (
        *(a[0] * b[0] + a[1] * b[3] + a[2] * b[6], a[0] * b[1] + a[1] * b[4] + a[2] * b[7]),
        *(a[0] * b[2] + a[1] * b[5] + a[2] * b[8], a[3] * b[0] + a[4] * b[3] + a[5] * b[6]),
        *(a[3] * b[1] + a[4] * b[4] + a[5] * b[7], a[3] * b[2] + a[4] * b[5] + a[5] * b[8]),
        *(a[6] * b[0] + a[7] * b[3] + a[8] * b[6], a[6] * b[1] + a[7] * b[4] + a[8] * b[7]),
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


def rows(r: Rotation) -> tuple[Vector, Vector, Vector]:
    """The three rows of a rotation, as ``geometry`` takes them."""
    return r[0:3], r[3:6], r[6:9]


# Bounds


class Bounds(NamedTuple):
    """A box along the axes of a frame, by its corners [m]."""

    low: Vector
    high: Vector

    def union(self, other: Bounds) -> Bounds:
        """The smallest box around both."""
        if self.low == other.low and self.high == other.high:  # visual and collision alike
            return self
        a, b, c = map(min, self.low, other.low)
        d, e, f = map(max, self.high, other.high)
        return Bounds((a, b, c), (d, e, f))

    @property
    def centre(self) -> Vector:
        """The middle."""
        a, b, c = ((low + high) / 2.0 for low, high in zip(self.low, self.high, strict=True))
        return (a, b, c)

    @property
    def diagonal(self) -> float:
        """The distance of opposite corners."""
        return math.dist(self.low, self.high)

    def outside(self, point: Vector) -> float:
        """The distance of a point from the box; 0 inside."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(a - x, 0.0, x - d), max(b - y, 0.0, y - e), max(c - z, 0.0, z - f))

    def gap(self, other: Bounds) -> float:
        """The distance of two boxes; 0 where they touch."""
        apart = zip(self.low, self.high, other.low, other.high, strict=True)
        return math.hypot(*(max(a - d, 0.0, c - b) for a, b, c, d in apart))

    def farthest(self, point: Vector) -> float:
        """The distance of a point from the corner that is farthest away."""
        (x, y, z), (a, b, c), (d, e, f) = point, self.low, self.high
        return math.hypot(max(x - a, d - x), max(y - b, e - y), max(z - c, f - z))


def bounds_of_box(x: float, y: float, z: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a box with full edges x, y, z, turned by r about its centre at a point."""
    if r == UNIT:
        return _around(at, (x / 2.0, y / 2.0, z / 2.0))
    half = (
        (abs(r[0]) * x + abs(r[1]) * y + abs(r[2]) * z) / 2.0,
        (abs(r[3]) * x + abs(r[4]) * y + abs(r[5]) * z) / 2.0,
        (abs(r[6]) * x + abs(r[7]) * y + abs(r[8]) * z) / 2.0,
    )
    return _around(at, half)


def bounds_of_cylinder(radius: float, length: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a cylinder along z, turned by r about its centre at a point."""
    if r == UNIT:
        return _around(at, (radius, radius, length / 2.0))
    a, b, c = (
        radius * math.sqrt(max(0.0, 1.0 - axis * axis)) + abs(axis) * length / 2.0
        for axis in (r[2], r[5], r[8])
    )
    return _around(at, (a, b, c))


def bounds_of_sphere(radius: float, at: Vector) -> Bounds:
    """The bounds of a ball."""
    return _around(at, (radius, radius, radius))


def bounds_of_capsule(radius: float, length: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a capsule along z, turned by r about its centre at a point."""
    a, b, c = (radius + abs(axis) * length / 2.0 for axis in (r[2], r[5], r[8]))
    return _around(at, (a, b, c))


def bounds_of_cone(radius: float, length: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of a cone along z, its tip up, turned by r about the middle of its height."""
    low, high = [], []
    for middle, up in zip(at, (r[2], r[5], r[8]), strict=True):
        tip, rim = up * length / 2.0, radius * math.sqrt(max(0.0, 1.0 - up * up))
        low.append(middle + min(tip, -tip - rim))
        high.append(middle + max(tip, rim - tip))
    (a, b, c), (d, e, f) = low, high
    return Bounds((a, b, c), (d, e, f))


def bounds_of_ellipsoid(x: float, y: float, z: float, r: Rotation, at: Vector) -> Bounds:
    """The bounds of an ellipsoid with half lengths x, y, z, turned by r about its centre."""
    a, b, c = (math.hypot(r[i] * x, r[i + 1] * y, r[i + 2] * z) for i in (0, 3, 6))
    return _around(at, (a, b, c))


def _around(at: Vector, half: Vector) -> Bounds:
    return Bounds(
        (at[0] - half[0], at[1] - half[1], at[2] - half[2]),
        (at[0] + half[0], at[1] + half[1], at[2] + half[2]),
    )
