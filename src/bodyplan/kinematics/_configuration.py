"""Configurations as a manifold: integration of a velocity, and difference of configurations."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.kinematics._arguments import (
    AnyRobot,
    alike,
    configuration,
    together,
    unnamed,
    velocity,
)
from bodyplan.kinematics._output import room
from bodyplan.kinematics.plan import Plan
from bodyplan.lie import se3, so3
from bodyplan.lie.array import Array, floating, last_axis, namespace, product


def integrate(robot: AnyRobot, q: Any, v: Any) -> Array:
    """Return the configuration (*batch, nq) after one unit of time at a constant velocity.

    Floating and planar joints move along screws, because their velocity is expressed in the moved
    joint frame.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        v: (*batch, nv) velocities, or velocities multiplied by a duration.

    Raises:
        ValueError: an argument has the wrong shape, or the batches do not broadcast.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    plan, q = configuration(robot, q)
    v = velocity(plan, v, "v", q)
    q, v = _broadcast(q, v)
    with room(tuple(q.shape), q):
        return _integrate(plan, q, v)


def _integrate(plan: Plan, q: Array, v: Array) -> Array:
    xp = namespace(q)
    parts: list[Array] = []
    for kind, in_q, in_v in plan.runs:
        here, rate = q[..., in_q], v[..., in_v]
        if kind == "floating":
            w = rate[..., 3:]
            R = so3.from_quat_xyzw(here[..., 3:])
            way = product(so3.left_jacobian(w), rate[..., :3, None])
            parts.append(here[..., :3] + product(R, way)[..., 0])
            parts.append(_turned(here[..., 3:], w))
        elif kind == "ball":
            parts.append(_turned(here, rate))
        elif kind == "planar":
            parts += _along(here, rate)
        else:
            parts.append(here + rate)
    return xp.concat(parts, axis=-1) if parts else q


def difference(robot: AnyRobot, start: Any, end: Any) -> Array:
    """Return the velocity (*batch, nv) that leads from ``start`` to ``end`` in one unit of time.

    ``integrate(robot, start, difference(robot, start, end))`` equals ``end``, except for the sign
    of quaternions and whole turns of planar joints. Floating, ball and planar joints rotate the
    shorter way; angles of continuous joints are not wrapped.

    Args:
        robot: a robot, or its arrays.
        start: (*batch, nq) configurations [rad] or [m].
        end: (*batch, nq) configurations.

    Raises:
        ValueError: an argument has the wrong shape, or the batches do not broadcast.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    plan, start = configuration(robot, start, "start")
    end = last_axis(floating(unnamed(robot, end, "end"), "end", of=start), plan.nq, "end", "nq")
    namespace(start, end)
    together(start, end, "end", first="start")
    alike(start, end, "end", first="start")
    start, end = _broadcast(start, end)
    with room((*start.shape[:-1], plan.nv), start):
        return _difference(plan, start, end)


def _difference(plan: Plan, start: Array, end: Array) -> Array:
    xp = namespace(start)
    parts: list[Array] = []
    for kind, in_q, _ in plan.runs:
        one, other = start[..., in_q], end[..., in_q]
        if kind == "floating":
            A, B = (se3.from_quat_xyzw(x[..., 3:], x[..., :3]) for x in (one, other))
            w = _between(one[..., 3:], other[..., 3:])
            way = product(so3.transpose(A[..., :3, :3]), B[..., :3, 3:] - A[..., :3, 3:])
            parts += [product(so3.left_jacobian_inverse(w), way)[..., 0], w]
        elif kind == "ball":
            parts.append(_between(one, other))
        elif kind == "planar":
            parts += _back(one, other)
        else:
            parts.append(other - one)
    return xp.concat(parts, axis=-1) if parts else start


def _broadcast(one: Array, other: Array) -> tuple[Array, Array]:
    import numpy as np

    xp = namespace(one)
    batch = np.broadcast_shapes(tuple(one.shape[:-1]), tuple(other.shape[:-1]))
    return tuple(
        value
        if tuple(value.shape[:-1]) == batch
        else xp.broadcast_to(value, (*batch, value.shape[-1]))
        for value in (one, other)
    )


def _turned(quat_xyzw: Array, w: Array) -> Array:
    """Return the unit quaternion after a rotation by a rotation vector in its own frame."""
    turned = so3.multiply_quat_xyzw(quat_xyzw, so3.exp_quat_xyzw(w))
    return so3.unit_quat_xyzw(turned)


def _between(one: Array, other: Array) -> Array:
    """Return the rotation vector from one quaternion to another, in the frame of the first."""
    one, other = so3.unit_quat_xyzw(one), so3.unit_quat_xyzw(other)
    return so3.log_quat_xyzw(so3.multiply_quat_xyzw(so3.conjugate_quat_xyzw(one), other))


def _in_plane(theta: Array) -> Array:
    """Return the rotation matrix (..., 2, 2) of an angle in the plane."""
    xp = namespace(theta)
    s, c = xp.sin(theta), xp.cos(theta)
    return xp.stack((xp.stack((c, -s), -1), xp.stack((s, c), -1)), -2)


def _arc(theta: Array) -> Array:
    """Return the matrix V (..., 2, 2): displacement = V @ linear velocity, while rotating by theta.

    Args:
        theta: (..., 1) angles [rad].
    """
    xp = namespace(theta)
    sinc, versinc, _ = so3.coefficients(theta * theta)
    side = theta * versinc
    rows = (xp.concat((sinc, -side), axis=-1), xp.concat((side, sinc), axis=-1))
    return xp.stack(rows, -2)


def _along(q: Array, v: Array) -> list[Array]:
    way = product(_in_plane(q[..., 2]), product(_arc(v[..., 2:]), v[..., :2, None]))
    return [q[..., :2] + way[..., 0], q[..., 2:] + v[..., 2:]]


def _back(one: Array, other: Array) -> list[Array]:
    """Return the velocity that leads from one pose in the plane to another by the shorter rotation."""
    xp = namespace(one)
    turn = other[..., 2:] - one[..., 2:]
    turn = turn - 2.0 * math.pi * xp.round(turn / (2.0 * math.pi))
    way = other[..., :2, None] - one[..., :2, None]
    way = product(so3.transpose(_in_plane(one[..., 2])), way)
    V = _arc(turn)
    a, b = V[..., 0, 0], V[..., 1, 0]
    square = a * a + b * b
    x, y = way[..., 0, 0], way[..., 1, 0]
    linear = xp.stack(((a * x + b * y) / square, (a * y - b * x) / square), -1)
    return [linear, turn]
