"""Removal of rounding errors from the numbers of computed poses."""

from __future__ import annotations

import math
import sys

from bodyplan import model

_NOISE = 2.0 * sys.float_info.epsilon
_LARGE = 1e15
"""Numbers of at least this size, and nan, are not rounded."""
_PART = math.pi / 12.0
"""Hand-written angles are often multiples of this angle [rad]."""


def without_noise(number: float) -> float:
    """Return a nearby multiple of pi / 12, or else the shortest number within rounding error."""
    if not abs(number) < _LARGE:
        return number
    near = _NOISE * max(1.0, abs(number))
    part = round(number / _PART)
    if part and abs(part * _PART - number) <= near:
        return part * _PART
    for digits in range(17):
        short = round(number, digits)
        if abs(short - number) <= near:
            return short + 0.0
    return number


def six(pose: model.Transform) -> tuple[float, ...]:
    """Return x, y, z [m] and roll, pitch, yaw [rad] of a pose.

    Unlike the angles of ``Transform.rpy``, these angles reproduce the rotation to the last digit
    even close to a pitch of 90 degrees: there, roll is computed from the rounded yaw.
    """
    if pose.R is model.IDENTITY.R:
        return (*pose.p, 0.0, 0.0, 0.0)
    (a, b, _), (d, e, _), (g, h, i) = pose.R
    yaw = without_noise(math.atan2(d, a))
    pitch = without_noise(math.atan2(-g, math.hypot(a, d)))
    if abs(g) < 0.9:
        return (*pose.p, without_noise(math.atan2(h, i)), pitch, yaw)
    sine, cosine = math.sin(yaw), math.cos(yaw)
    c, f = pose.R[0][2], pose.R[1][2]
    roll = math.atan2(sine * c - cosine * f, cosine * e - sine * b)
    return (*pose.p, without_noise(roll), pitch, yaw)
