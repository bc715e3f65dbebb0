"""Masses, forces and torques: centre of mass, mass matrix, inverse dynamics, gravity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bodyplan.kinematics.state as states
from bodyplan.kinematics.given import AnyRobot, configuration, moving, vector, velocity
from bodyplan.kinematics.plan import Plan
from bodyplan.kinematics.state import State, state_of, times, times_back
from bodyplan.lie.array import Array, constant, namespace, zeros
from bodyplan.lie.so3 import cross
from bodyplan.text import quoted

GRAVITY = (0.0, 0.0, -9.81)
"""[m/s²] on the axes of the root."""


def center_of_mass(robot: AnyRobot, q: Any) -> Array:
    """(*batch, 3) the centre of mass of all links in the frame of the first root [m].

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].

    Raises:
        ValueError: q has another shape, or the robot has no mass.
        TypeError: q is of another type.
    """
    plan, q = configuration(robot, q)
    moving(robot, plan)
    total = _total_mass(robot, plan)
    state = state_of(plan, q)
    mass = constant(plan.arrays.mass / total, q)
    return (state.c * mass[:, None]).sum(-2) + state.origin


def center_of_mass_jacobian(robot: AnyRobot, q: Any) -> Array:
    """(*batch, 3, nv) the velocity of the centre of mass is this matrix times the velocity.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].

    Raises:
        ValueError: q has another shape, or the robot has no mass.
        TypeError: q is of another type.
    """
    plan, q = configuration(robot, q)
    moving(robot, plan)
    total = _total_mass(robot, plan)
    return _momenta(plan, state_of(plan, q)) / total


def gravity_torque(robot: AnyRobot, q: Any, *, gravity: Sequence[float] | Array = GRAVITY) -> Array:
    """(*batch, nv) the torques and forces that hold the robot still against gravity.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        gravity: (3,) the acceleration of what falls, on the axes of the root [m/s²].

    Raises:
        ValueError: q or gravity has another shape.
        TypeError: one of them is of another type.
    """
    plan, q = configuration(robot, q)
    moving(robot, plan)
    g = vector(gravity, 3, "gravity", q)
    return -(g @ _momenta(plan, state_of(plan, q)))


def inverse_dynamics(
    robot: AnyRobot,
    q: Any,
    v: Any,
    a: Any,
    *,
    gravity: Sequence[float] | Array = GRAVITY,
) -> Array:
    """(*batch, nv) the torques and forces that give the robot an acceleration.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        v: (*batch, nv) velocities [rad/s] or [m/s].
        a: (*batch, nv) accelerations: how fast the numbers of v change.
        gravity: (3,) the acceleration of what falls, on the axes of the root [m/s²].

    Raises:
        ValueError: one of them has another shape, or their batches do not go together.
        TypeError: one of them is of another type.

    Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 5.3, with all twists at one point.
    """
    plan, q = configuration(robot, q)
    moving(robot, plan)
    v, a = velocity(plan, v, "v", q), velocity(plan, a, "a", q)
    g = vector(gravity, 3, "gravity", q)
    xp = namespace(q)
    if not plan.nv:
        return zeros(_batch(q, v, a), q)
    state = state_of(plan, q)
    freedoms = plan.freedoms
    S = state.columns
    speeds = S * states.to_freedoms(plan, v)[..., None]
    V = states.sums_above(plan, constant([0.0] * 6, q), speeds)
    of = V[..., freedoms.link, :]
    turned = cross(of[..., 3:], speeds[..., :3]) + cross(of[..., :3], speeds[..., 3:])
    turned = xp.concat((turned, cross(of[..., 3:], speeds[..., 3:])), axis=-1)
    rates = S * states.to_freedoms(plan, a)[..., None] + turned
    A = states.sums_above(plan, xp.concat((-g, 0.0 * g), axis=0), rates)
    wrenches = states.sums_below(plan, _wrenches(plan, state, V, A))
    acting = (S * wrenches[..., freedoms.child, :]).sum(-1)
    return states.from_freedoms(plan, acting)


def mass_matrix(robot: AnyRobot, q: Any) -> Array:
    """(*batch, nv, nv) M with: the kinetic energy is v M v / 2. Symmetric.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].

    Raises:
        ValueError: q has another shape.
        TypeError: q is of another type.

    Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 6.2, with all twists at one point.
    """
    plan, q = configuration(robot, q)
    moving(robot, plan)
    xp = namespace(q)
    if not plan.nv:
        return zeros((*q.shape[:-1], 0, 0), q)
    state = state_of(plan, q)
    freedoms = plan.freedoms
    below = states.sums_below(plan, _inertias(plan, state))[..., freedoms.child, :]
    mass, moment = below[..., :1], below[..., 1:4]
    tensor = below[..., 4:].reshape((*below.shape[:-1], 3, 3))
    linear, angular = state.columns[..., :3], state.columns[..., 3:]
    force = mass * linear + cross(angular, moment)
    torque = times(tensor, angular) + cross(moment, linear)
    F = xp.concat((force, torque), axis=-1)
    G = state.columns @ xp.moveaxis(F, -1, -2)
    upper = constant(plan.carries, q)
    # Both ways within a joint, else the freedom above with the momentum of what is below.
    lower = xp.moveaxis(G, -1, -2)
    both = constant(plan.carries & plan.carries.T, q)
    M = G * (upper - 0.5 * both) + lower * (xp.moveaxis(upper, -1, -2) - 0.5 * both)
    if not freedoms.followers:
        return M
    half = states.from_freedoms(plan, M)
    return states.from_freedoms(plan, xp.moveaxis(half, -1, -2))


def _momenta(plan: Plan, state: State) -> Array:
    """(*batch, 3, nv) the momentum of all masses by unit speeds."""
    xp = namespace(state.p)
    if not plan.nv:
        return zeros((*state.p.shape[:-2], 3, 0), state.p)
    child = plan.freedoms.child
    mass = constant(plan.arrays.mass, state.p)[:, None]
    packed = xp.concat((0.0 * state.c[..., :1] + mass, state.c * mass), axis=-1)
    below = states.sums_below(plan, packed)[..., child, :]
    linear, angular = state.columns[..., :3], state.columns[..., 3:]
    momenta = below[..., :1] * linear + cross(angular, below[..., 1:])
    return states.from_freedoms(plan, xp.moveaxis(momenta, -1, -2))


def _wrenches(plan: Plan, state: State, V: Array, A: Array) -> Array:
    """(*batch, L, 6) force and torque at O that move each link alone as V and A say."""
    xp = namespace(V)
    mass = constant(plan.arrays.mass, V)[:, None]
    I_C = constant(plan.arrays.I_C, V)
    R, c, w, alpha = state.R, state.c, V[..., 3:], A[..., 3:]
    at_c = A[..., :3] + cross(alpha, c) + cross(w, V[..., :3] + cross(w, c))
    force = mass * at_c
    w_L, alpha_L = times_back(R, w), times_back(R, alpha)
    torque = times(R, times(I_C, alpha_L) + cross(w_L, times(I_C, w_L)))
    return xp.concat((force, torque + cross(c, force)), axis=-1)


def _inertias(plan: Plan, state: State) -> Array:
    """(*batch, L, 13) mass, mass times place, and inertia about O (nine entries) of each link."""
    xp = namespace(state.R)
    mass = constant(plan.arrays.mass, state.R)[:, None]
    R, c = state.R, state.c
    turned = R @ constant(plan.arrays.I_C, R) @ xp.moveaxis(R, -1, -2)
    moment = mass * c
    square = (moment * c).sum(-1)[..., None, None]
    eye = constant(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), R)
    tensor = turned + square * eye - moment[..., :, None] * c[..., None, :]
    flat = tensor.reshape((*c.shape[:-1], 9))
    return xp.concat((0.0 * c[..., :1] + mass, moment, flat), axis=-1)


def _total_mass(robot: AnyRobot, plan: Plan) -> float:
    total = float(plan.arrays.mass.sum())
    if total == 0.0:
        raise ValueError(f"robot {quoted(robot.name)} has no mass, so no centre of mass")
    return total


def _batch(q: Array, v: Array, a: Array) -> tuple[int, ...]:
    """The shape of the answer for a robot that does not move."""
    import numpy as np

    return (*np.broadcast_shapes(q.shape[:-1], v.shape[:-1], a.shape[:-1]), 0)
