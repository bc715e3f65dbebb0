"""Rigid transformations: poses X_AB as 4x4 matrices, and twists.

A twist is (linear, angular). exp(t) is the pose of a frame that starts at the identity and moves
for one unit of time with the constant twist t, which is expressed in the moving frame itself.

Source: J. Solà and others, "A micro Lie theory for state estimation in robotics".
"""

from __future__ import annotations

from bodyplan.lie import so3
from bodyplan.lie.array import Array, constant, namespace, product


def pose(R: Array, p: Array) -> Array:
    """Return the pose X_AB, shape (..., 4, 4), with the rotation R_AB and the position p_AB.

    Args:
        R: (..., 3, 3) rotation matrix.
        p: (..., 3) position [m].
    """
    xp = namespace(R, p)
    top = xp.concat((R, p[..., None]), axis=-1)
    row = 0.0 * top[..., :1, :] + constant((0.0, 0.0, 0.0, 1.0), p)
    return xp.concat((top, row), axis=-2)


def from_rpy(rpy: Array, p: Array) -> Array:
    """Return the pose (..., 4, 4) with R = Rz(yaw) Ry(pitch) Rx(roll) and a position [m]."""
    return pose(so3.from_rpy(rpy), p)


def from_quat_xyzw(quat_xyzw: Array, p: Array) -> Array:
    """Return the pose (..., 4, 4) of a quaternion, which is normalized, and a position [m]."""
    return pose(so3.from_quat_xyzw(quat_xyzw), p)


def to_position_quat_xyzw(X: Array) -> Array:
    """Return position x, y, z [m] and unit quaternion x, y, z, w with w >= 0, shape (..., 7)."""
    xp = namespace(X)
    return xp.concat((X[..., :3, 3], so3.to_quat_xyzw(X[..., :3, :3])), axis=-1)


def inverse(X: Array) -> Array:
    """Return the inverse X_BA of a pose X_AB, shape (..., 4, 4)."""
    back = so3.transpose(X[..., :3, :3])
    return pose(back, -product(back, X[..., :3, 3:])[..., 0])


def adjoint(X: Array) -> Array:
    """Return the adjoint matrix of a pose X_AB, shape (..., 6, 6).

    The adjoint maps twists expressed in B to twists expressed in A. Its transpose maps wrenches
    (force, torque) expressed in A to wrenches expressed in B.
    """
    xp = namespace(X)
    R = X[..., :3, :3]
    moved = product(so3.skew(X[..., :3, 3]), R)
    top = xp.concat((R, moved), axis=-1)
    return xp.concat((top, xp.concat((0.0 * R, R), axis=-1)), axis=-2)


def hat(twist: Array) -> Array:
    """Return the 4x4 matrix of a twist, (..., 4, 4); its matrix exponential is exp(twist)."""
    xp = namespace(twist)
    top = xp.concat((so3.skew(twist[..., 3:]), twist[..., :3, None]), axis=-1)
    return xp.concat((top, 0.0 * top[..., :1, :]), axis=-2)


def exp(twist: Array) -> Array:
    """Return the pose, (..., 4, 4), that a twist reaches from the identity in one unit of time.

    Args:
        twist: (..., 6) linear [m], then angular [rad].
    """
    w = twist[..., 3:]
    return pose(so3.exp(w), product(so3.left_jacobian(w), twist[..., :3, None])[..., 0])


def log(X: Array) -> Array:
    """Return the twist, shape (..., 6), that reaches a pose from the identity in one unit of time.

    The norm of its angular part is at most pi [rad].

    Args:
        X: (..., 4, 4) pose.
    """
    xp = namespace(X)
    w = so3.log(X[..., :3, :3])
    way = product(so3.left_jacobian_inverse(w), X[..., :3, 3:])
    return xp.concat((way[..., 0], w), axis=-1)


def integrate(X: Array, twist: Array) -> Array:
    """Return X exp(twist): the pose X after one unit of time with a twist in its own axes."""
    return product(X, exp(twist))


def difference(A: Array, B: Array) -> Array:
    """Return log(A^-1 B): the twist (..., 6), in A's axes, that moves A to B in unit time."""
    return log(product(inverse(A), B))
