"""Rigid-body arithmetic for the comparison with Pinocchio: a few lines of NumPy, nobody's code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Placement(NamedTuple):
    """Pose of a frame in another: p_A = R_AB p_B + p_AB."""

    R: np.ndarray
    p: np.ndarray

    def __matmul__(self, other):
        return Placement(self.R @ other.R, self.R @ other.p + self.p)


IDENTITY = Placement(np.eye(3), np.zeros(3))


def turn(axis, angle):
    """Rotation about x, y or z (0, 1, 2)."""
    cos, sin = np.cos(angle), np.sin(angle)
    rotation = np.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    rotation[i, i] = rotation[j, j] = cos
    rotation[j, i], rotation[i, j] = sin, -sin
    return rotation


def of_quaternion(x, y, z, w):
    """Rotation of a quaternion of any length but zero."""
    x, y, z, w = np.array([x, y, z, w]) / np.linalg.norm([x, y, z, w])
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def placement(pose):
    """Of a typed pose: R = Rz(yaw) Ry(pitch) Rx(roll), or its quaternion."""
    if pose.quat_xyzw is not None:
        rotation = of_quaternion(*pose.quat_xyzw)
    else:
        roll, pitch, yaw = pose.rpy
        rotation = turn(2, yaw) @ turn(1, pitch) @ turn(0, roll)
    return Placement(rotation, np.array(pose.xyz))


class Body(NamedTuple):
    """Mass, centre of mass, and inertia about that centre, all in the axes of one frame."""

    mass: float
    centre: np.ndarray
    inertia: np.ndarray

    def seen_from(self, pose):
        """The same body in the frame that ``pose`` is given in."""
        return Body(self.mass, pose.R @ self.centre + pose.p, pose.R @ self.inertia @ pose.R.T)


NOTHING = Body(0.0, np.zeros(3), np.zeros((3, 3)))


def body(link):
    """Of a typed link, in its own frame."""
    if link.inertial is None:
        return NOTHING
    tensor = link.inertial.inertia
    inertia = np.array(
        [
            [tensor.ixx, tensor.ixy, tensor.ixz],
            [tensor.ixy, tensor.iyy, tensor.iyz],
            [tensor.ixz, tensor.iyz, tensor.izz],
        ]
    )
    own = Body(link.inertial.mass, np.zeros(3), inertia)
    return own.seen_from(placement(link.inertial.origin))


def steiner(mass, arm):
    """What a point mass adds to the inertia."""
    return mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))


def lumped(bodies):
    """Several bodies, welded, in the frame they are all given in."""
    mass = sum(one.mass for one in bodies)
    if not mass:
        return Body(0.0, np.zeros(3), sum((one.inertia for one in bodies), np.zeros((3, 3))))
    centre = sum(one.mass * one.centre for one in bodies) / mass
    inertia = sum(one.inertia + steiner(one.mass, one.centre - centre) for one in bodies)
    return Body(mass, centre, inertia)


def spatial(one):
    """The 6 x 6 inertia about the origin of the frame: first the linear part, then the angular."""
    x, y, z = one.centre
    cross = one.mass * np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    about_origin = one.inertia + steiner(one.mass, one.centre)
    return np.block([[one.mass * np.eye(3), -cross], [cross, about_origin]])
