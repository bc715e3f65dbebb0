"""Masses, momenta and forces of all bodies, computed with array operations.

Source: R. Featherstone, "Rigid Body Dynamics Algorithms", 5.3 and 6.2, with all twists expressed at
one point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bodyplan.kinematics import _sums as sums
from bodyplan.kinematics._state import cross, flat, state_of, tall, turned, turned_back
from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array, constant, moveaxis, namespace, product

PIECE = 16_000
"""Limit on the size of a block of configurations in NumPy: the number of links times the number of
configurations that are computed at once.
"""


def center(plan: Plan, q: Array) -> Array:
    """Return the centre of mass (*batch, 3)."""
    return _in_pieces(_center, plan, q)


def _center(plan: Plan, q: Array) -> Array:
    state = state_of(plan, q)
    mass = tall(plan.arrays.mass / plan.mass, q)
    return moveaxis((state.c * mass).sum(1) + state.origin, 0, -1)


def momenta(plan: Plan, q: Array) -> Array:
    """Return the linear momentum (*batch, 3, nv) for each unit joint velocity."""
    return _in_pieces(_momenta, plan, q)


def _momenta(plan: Plan, q: Array) -> Array:
    state = state_of(plan, q)
    mass = tall(plan.arrays.mass, q)
    moment = sums.below_freedoms(plan, mass * state.c)
    total = sums.below_freedoms(plan, (mass + 0.0 * state.c[0])[None])
    found = total * state.linear + cross(state.angular, moment)
    return sums.from_freedoms(plan, moveaxis(found, -1, 0))


def torques(plan: Plan, q: Array, v: Array, a: Array, gravity: Array) -> Array:
    """Return the joint torques (*batch, nv) of inverse dynamics; q, v and a have the same batch."""
    return _in_pieces(_torques, plan, q, v, a, more=gravity)


def _torques(plan: Plan, q: Array, v: Array, a: Array, gravity: Array) -> Array:
    xp = namespace(q)
    state = state_of(plan, q)
    R, c, freedoms = state.R, state.c, plan.freedoms
    S = xp.concat((state.linear, state.angular), axis=0)
    # velocities of links, then the time derivatives of the axes, which rotate with the links, then
    # accelerations
    speeds = S * sums.to_freedoms(plan, v).T
    V = sums.above(plan, speeds)
    of = V[:, freedoms.link]
    whirl = cross(of[3:], speeds[:3]) + cross(of[:3], speeds[3:])
    rates = S * sums.to_freedoms(plan, a).T
    rates = rates + xp.concat((whirl, cross(of[3:], speeds[3:])), axis=0)
    A = sums.above(plan, rates)
    # force at the centre of mass of each link, and torque about it on the axes of the link
    w, alpha = V[3:], A[3:]
    at_c = A[:3] - gravity[:, None, None] + cross(alpha, c) + cross(w, V[:3] + cross(w, c))
    force = tall(plan.arrays.mass, q) * at_c
    I_C = tall(plan.arrays.I_C.transpose(1, 2, 0), q)
    w_L = turned_back(R, w)
    torque = turned(I_C, turned_back(R, alpha)) + cross(w_L, turned(I_C, w_L))
    wrench = xp.concat((force, turned(R, torque) + cross(c, force)), axis=0)
    acting = (S * sums.below_freedoms(plan, wrench)).sum(0)
    return sums.from_freedoms(plan, acting.T)


def masses(plan: Plan, q: Array) -> Array:
    """Return the mass matrix (*batch, nv, nv)."""
    return _in_pieces(_masses, plan, q)


def _masses(plan: Plan, q: Array) -> Array:
    xp = namespace(q)
    state = state_of(plan, q)
    R, c = state.R, state.c
    # mass, first moment and inertia about O of each link, then the sums over all links that a
    # degree of freedom moves
    mass = tall(plan.arrays.mass, q)
    moment = mass * c
    I_C = tall(plan.arrays.I_C.transpose(1, 2, 0), q)
    half = xp.stack([turned(R, I_C[:, column]) for column in range(3)], 1)
    square = (moment * c).sum(0)
    tensor: list[Array] = []
    for row, column in _SIX:
        entry = half[row, 0] * R[column, 0] + half[row, 1] * R[column, 1]
        entry = entry + half[row, 2] * R[column, 2] - moment[row] * c[column]
        tensor.append(entry + square if row == column else entry)
    packed = xp.concat(((mass + 0.0 * c[0])[None], moment, xp.stack(tensor, 0)), axis=0)
    below = sums.below_freedoms(plan, packed)
    mass, moment = below[0], below[1:4]
    xx, xy, xz, yy, yz, zz = (below[4 + place] for place in range(6))
    linear, angular = state.linear, state.angular
    x, y, z = angular[0], angular[1], angular[2]
    force = mass * linear + cross(angular, moment)
    torque = xp.stack(
        (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z), 0
    )
    torque = torque + cross(moment, linear)
    S = moveaxis(xp.concat((linear, angular), axis=0), -1, 0)
    F = moveaxis(xp.concat((force, torque), axis=0), -1, 0)
    # The entry of two degrees of freedom is the twist of the upper one times the momentum of the
    # bodies that the lower one moves. Two degrees of freedom of the same joint have no order: their
    # entry is the mean of both products.
    upper = product(moveaxis(S, 1, 2), F) * constant(plan.upper, q)
    M = upper + moveaxis(upper, -1, -2)
    if not plan.freedoms.followers:
        return M
    M = sums.from_freedoms(plan, M)
    M = sums.from_freedoms(plan, moveaxis(M, -1, -2))
    return 0.5 * (M + moveaxis(M, -1, -2))  # exactly symmetric


_SIX = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def _in_pieces(
    function: Callable[..., Array], plan: Plan, q: Array, *rates: Array, more: Any = None
) -> Array:
    """Return the result (*batch, ...) of a function of configurations (N, nq), computed in blocks.

    Args:
        function: a function that returns an array whose first axis has length N.
        plan: the plan of the robot.
        q: (*batch, nq) configurations.
        rates: (*batch, nv) velocities and accelerations of the same batch.
        more: an additional last argument of the function; None without one.
    """
    import numpy as np

    batch = tuple(q.shape[:-1])
    given = [flat(value) for value in (q, *rates)]
    last = () if more is None else (more,)
    count = len(given[0])
    size = max(1, PIECE // max(1, plan.links))
    if not isinstance(q, np.ndarray) or 0 < count <= 2 * size:
        found = function(plan, *given, *last)
        return found.reshape((*batch, *found.shape[1:]))
    found = None
    for begin in range(0, max(count, 1), size):
        part = function(plan, *(value[begin : begin + size] for value in given), *last)
        if found is None:
            found = np.empty((count, *part.shape[1:]), part.dtype)
        found[begin : begin + size] = part
    return found.reshape((*batch, *found.shape[1:]))
