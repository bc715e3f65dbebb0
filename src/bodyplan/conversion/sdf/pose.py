"""Poses and axes of SDFormat: their meaning in each version, and checks."""

from __future__ import annotations

from math import isfinite, pi
from typing import Literal

from bodyplan.formats import sdf
from bodyplan.model import Transform, Vec3
from bodyplan.model.scoped_names import MODEL_NAME
from bodyplan.model.transform import unit
from bodyplan.spec import Version

PoseFault = Literal["not finite", "wrong count", "unknown format", "degrees", "no rotation"]
"""Why the value of a pose is invalid.

- "not finite": a number is infinite or NaN.
- "wrong count": not 6 numbers, or not 7 with a quaternion.
- "unknown format": the rotation format does not exist.
- "degrees": a quaternion in degrees.
- "no rotation": the quaternion is zero.
"""

EULER = "euler_rpy"
QUATERNION = "quat_xyzw"
_DEGREE = pi / 180.0


def pose_fault(pose: sdf.Pose) -> PoseFault | None:
    """Return the reason why the value of a pose is invalid; None if it is valid."""
    value = pose.value
    if not all(map(isfinite, value)):
        return "not finite"
    if pose.rotation_format not in {EULER, QUATERNION}:
        return "unknown format"
    is_quaternion = pose.rotation_format == QUATERNION
    if len(value) != (7 if is_quaternion else 6):
        return "wrong count"
    if is_quaternion and pose.degrees:
        return "degrees"
    if is_quaternion and not any(value[3:]):
        return "no rotation"
    return None


_NOWHERE_ELSE = (0.0,) * 6


def is_plain(pose: sdf.Pose) -> bool:
    """Return whether a pose is ``0 0 0 0 0 0`` with Euler angles: the identity."""
    return pose.value == _NOWHERE_ELSE and pose.rotation_format == EULER


def transform_of(pose: sdf.Pose) -> Transform | None:
    """Return a pose as a transform in its reference frame; None if it is invalid.

    R = Rz(yaw) Ry(pitch) Rx(roll). A quaternion is normalized.

    Args:
        pose: a pose in a file of any version.
    """
    if pose_fault(pose) is not None:
        return None
    x, y, z, *rotation = pose.value
    if pose.rotation_format == QUATERNION:
        qx, qy, qz, qw = rotation
        return Transform.from_quat_xyzw((qx, qy, qz, qw), (x, y, z))
    unit = _DEGREE if pose.degrees else 1.0
    roll, pitch, yaw = rotation
    return Transform.from_rpy((roll * unit, pitch * unit, yaw * unit), (x, y, z))


def expressed_in(
    axis: sdf.Axis, version: Version, *, has_flag: bool = False, is_nested: bool = False
) -> str:
    """Return the frame in which an axis is expressed; empty for the joint frame.

    Since 1.7, `expressed_in` names this frame. In older versions, the frame is the model frame if
    `use_parent_model_frame` is true; before 1.5, also if this element is absent, except in nested
    models. If neither applies, `expressed_in` names the frame in older versions too.

    Args:
        axis: the axis of a joint.
        version: the version of the file that contains the axis.
        has_flag: whether `use_parent_model_frame` is declared in the file.
        is_nested: whether the joint is in a nested model that is written in the same file.

    Source: libsdformat 16, by experiment; Converter.cc.
    """
    is_default = version < (1, 5) and not has_flag and not is_nested
    if version < (1, 7) and (is_default or axis.use_parent_model_frame):
        return MODEL_NAME
    return axis.xyz.expressed_in


def unit_axis(axis: sdf.Axis) -> Vec3 | None:
    """Return the normalized direction of an axis; None if the direction is missing or zero."""
    direction = axis.xyz.value
    return unit(direction) if any(direction) and all(map(isfinite, direction)) else None
