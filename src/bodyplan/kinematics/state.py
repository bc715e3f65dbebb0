"""What velocities and forces need of a configuration, told on the axes of the root R.

Twists and wrenches are all told at one point O, so those of a chain simply add up. O is the root's
origin, or, where the robot begins with a floating or planar joint, the body that this moves: far
from the root no digits are lost.
"""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.kinematics.plan import Plan
from bodyplan.kinematics.poses import link_poses, stacked
from bodyplan.lie.array import Array, constant, namespace
from bodyplan.lie.so3 import cross


class State(NamedTuple):
    """A configuration, seen by dynamics.

    Args:
        R: (*batch, L, 3, 3) R_RL.
        p: (*batch, L, 3) origins of the links from O.
        c: (*batch, L, 3) their centres of mass from O.
        columns: (*batch, D, 6) twists of the freedoms at O, linear first.
        origin: (*batch, 3) O.
    """

    R: Array
    p: Array
    c: Array
    columns: Array
    origin: Array


def state_of(plan: Plan, q: Array) -> State:
    """Poses, centres of mass and freedoms of a configuration (*batch, nq)."""
    part = plan.part()
    X = stacked(link_poses(plan, part, q), part.slots, q)
    R, p = X[..., :3, :3], X[..., :3, 3]
    origin = 0.0 * p[..., 0, :]
    if plan.kinds and plan.kinds[0] in {"floating", "planar"}:
        origin = p[..., int(plan.arrays.child_link[0]), :]
        p = p - origin[..., None, :]
    c = p + times(R, constant(plan.arrays.p_LC, q))
    return State(R, p, c, columns(plan, R, p), origin)


def columns(plan: Plan, R: Array, p: Array) -> Array:
    """(*batch, D, 6) the twists of the freedoms at the point that p is counted from."""
    xp = namespace(R)
    freedoms = plan.freedoms
    of = R[..., freedoms.link, :, :]
    angular = times(of, constant(freedoms.twist[:, 3:], R))
    linear = times(of, constant(freedoms.twist[:, :3], R))
    return xp.concat((linear + cross(p[..., freedoms.link, :], angular), angular), axis=-1)


def times(R: Array, vectors: Array) -> Array:
    """(*batch, n, 3) each vector turned by its matrix."""
    return (R @ vectors[..., None])[..., 0]


def times_back(R: Array, vectors: Array) -> Array:
    """(*batch, n, 3) each vector turned by the transpose of its matrix."""
    return (vectors[..., None, :] @ R)[..., 0, :]


def to_freedoms(plan: Plan, v: Array) -> Array:
    """(*batch, D) speeds of all freedoms from a velocity (*batch, nv)."""
    freedoms = plan.freedoms
    if not freedoms.followers:
        return v
    return v[..., freedoms.v] * constant(freedoms.factor, v)


def from_freedoms(plan: Plan, values: Array) -> Array:
    """(*batch, nv) what acts on the numbers of a velocity, from what acts on freedoms.

    Args:
        plan: of the robot.
        values: (*batch, D) torques of freedoms, or columns of a Jacobian.
    """
    freedoms = plan.freedoms
    if not freedoms.followers:
        return values
    xp = namespace(values)
    own = {int(freedoms.v[index]): values[..., index] for index in freedoms.own.tolist()}
    for index in freedoms.followers:
        leader = int(freedoms.v[index])
        own[leader] = own[leader] + float(freedoms.factor[index]) * values[..., index]
    return xp.stack([own[index] for index in range(plan.nv)], -1)


def sums_below(plan: Plan, values: Array) -> Array:
    """(*batch, L, n) for each link the sum over itself and all links below it.

    Args:
        plan: of the robot.
        values: (*batch, L, n).
    """
    xp = namespace(values)
    rows = [values[..., link, :] for link in range(plan.links)]
    for link in range(plan.links - 1, 0, -1):
        parent = plan.parent[link]
        if parent >= 0:
            rows[parent] = rows[parent] + rows[link]
    return xp.stack(rows, -2)


def sums_above(plan: Plan, start: Array, values: Array) -> Array:
    """(*batch, L, n) for each link what roots start with, and all that freedoms above it add.

    Args:
        plan: of the robot.
        start: (*batch, n) or (n,).
        values: (*batch, D, n).
    """
    xp = namespace(values)
    first = plan.freedoms.first
    rows: list[Array] = []
    for link in range(plan.links):
        joint = plan.into[link]
        if joint < 0:
            rows.append(xp.broadcast_to(start, (*values.shape[:-2], values.shape[-1])))
            continue
        total = rows[plan.parent[link]]
        for index in range(first[joint], first[joint + 1]):
            total = total + values[..., index, :]
        rows.append(total)
    return xp.stack(rows, -2)
