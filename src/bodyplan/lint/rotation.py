"""Rotations of origins: R = Rz(yaw) Ry(pitch) Rx(roll), and unit quaternions x y z w."""

from __future__ import annotations

import math

from bodyplan.spec import Vec3, Vec4

IDENTITY: Vec4 = (0.0, 0.0, 0.0, 1.0)


def length(quat_xyzw: Vec4) -> float:
    """The length of a quaternion; 1 for a rotation. Neither overflows nor underflows on the way."""
    return math.hypot(*quat_xyzw)


def normalized(quat_xyzw: Vec4, digits: int = 12) -> Vec4:
    """The unit quaternion of the same rotation, to so many decimals; identity for zero."""
    largest = max(map(abs, quat_xyzw))
    if largest == 0.0:
        return IDENTITY
    x, y, z, w = (part / largest for part in quat_xyzw)
    size = math.hypot(x, y, z, w)
    x, y, z, w = (round(part / size, digits) + 0.0 for part in (x, y, z, w))
    return x, y, z, w


def quaternion(rpy: Vec3) -> Vec4:
    """The unit quaternion x y z w of roll, pitch and yaw [rad]."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a / 2), math.sin(a / 2)) for a in rpy)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


def angle_between(one_xyzw: Vec4, other_xyzw: Vec4) -> float:
    """The angle of the rotation from one orientation to another, 0 to pi [rad]."""
    a, b = normalized(one_xyzw, 15), normalized(other_xyzw, 15)
    same = math.dist(a, b)
    opposite = math.hypot(*(p + q for p, q in zip(a, b, strict=True)))
    return 4.0 * math.asin(min(1.0, min(same, opposite) / 2.0))
