"""Poses and axes of SDFormat: what they mean in each version, and what is wrong with them."""

from __future__ import annotations

from math import isfinite, pi
from typing import Literal

from bodyplan.formats import sdf
from bodyplan.model import Transform, Vec3
from bodyplan.model.frame_names import MODEL_NAME
from bodyplan.model.transform import unit
from bodyplan.spec import Version

PoseFault = Literal["not finite", "wrong count", "unknown format", "degrees", "no rotation"]
"""What is wrong with the value of a pose.

- "not finite": a number is infinite or none at all.
- "wrong count": not 6 numbers, or not 7 with a quaternion.
- "unknown format": the rotation has a format that does not exist.
- "degrees": a quaternion in degrees.
- "no rotation": a quaternion of zeros.
"""

EULER = "euler_rpy"
QUATERNION = "quat_xyzw"
_DEGREE = pi / 180.0


def pose_fault(pose: sdf.Pose) -> PoseFault | None:
    """What is wrong with the value of a pose; None where it is a pose."""
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
    """Whether a pose is the identity, in the way that most are written."""
    return pose.value == _NOWHERE_ELSE and pose.rotation_format == EULER


def transform_of(pose: sdf.Pose) -> Transform | None:
    """The pose as it is written, in whatever frame it is relative to; None where it is faulty.

    R = Rz(yaw) Ry(pitch) Rx(roll). A quaternion is scaled to length 1.

    Args:
        pose: of any version.
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


def expressed_in(axis: sdf.Axis, version: Version) -> str:
    """The frame that the direction of an axis is expressed in; empty for the frame of the joint.

    Before 1.5 that was always the model; in 1.5 and 1.6 a flag said so; since 1.7 it has a name.

    Args:
        axis: of a joint.
        version: of the file that the axis is written in.
    """
    if version < (1, 5):
        return MODEL_NAME
    if version < (1, 7):
        return MODEL_NAME if axis.use_parent_model_frame else ""
    return axis.xyz.expressed_in


def unit_axis(axis: sdf.Axis) -> Vec3 | None:
    """The direction of an axis with length 1; None where it has none."""
    direction = axis.xyz.value
    return unit(direction) if any(direction) and all(map(isfinite, direction)) else None
