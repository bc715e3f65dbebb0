"""The state of configurations for velocities and forces, expressed in the axes of the root R.

Arrays have their components first and the batch, as one axis, last, so that each operation runs on
long rows, in any library. All twists and wrenches are expressed at one point O, so that the twists
along a chain can be added. O is the origin of the root; but if the robot begins with a floating or
planar joint, O is the origin of the link that this joint moves, so that no digits are lost far from
the root.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.kinematics.plan import Plan, PlanPart
from bodyplan.kinematics.poses import link_poses
from bodyplan.lie.array import Array, constant, moveaxis, namespace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class State(NamedTuple):
    """The state of N configurations.

    Args:
        R: (3, 3, L, N) orientations R_RL of the links.
        p: (3, L, N) vectors from O to the origins of the links.
        c: (3, L, N) vectors from O to the centres of mass of the links.
        linear: (3, D, N) linear part of the twists of the degrees of freedom at O.
        angular: (3, D, N) angular part of these twists.
        origin: (3, N) position of O.
    """

    R: Array
    p: Array
    c: Array
    linear: Array
    angular: Array
    origin: Array


def state_of(plan: Plan, rows: Array) -> State:
    """Return poses, centres of mass and degrees of freedom of configurations (N, nq)."""
    freedoms = plan.freedoms
    R, p = entries(plan, plan.part(), rows)
    origin = 0.0 * p[:, 0]
    if plan.kinds and plan.kinds[0] in {"floating", "planar"}:
        origin = p[:, int(plan.arrays.child_link[0])]
        p = p - origin[:, None]
    c = p + turned(R, tall(plan.arrays.p_LC.T, R))
    linear, angular = columns(plan, slice(None), R[:, :, freedoms.link], p[:, freedoms.link])
    return State(R, p, c, linear, angular, origin)


def flat(array: Array) -> Array:
    """Return an array (*batch, n) as (N, n)."""
    return array.reshape((math.prod(array.shape[:-1]), array.shape[-1]))


def entries(plan: Plan, part: PlanPart, rows: Array) -> tuple[Array, Array]:
    """Return R_RL (3, 3, links, N) and p_RL (3, links, N) of the links of a part."""
    X = moveaxis(link_poses(plan, part, rows), (0, 1), (3, 2))
    return X[:3, :3], X[:3, 3]


def columns(plan: Plan, which: Any, R: Array, p: Array) -> tuple[Array, Array]:
    """Return the linear and angular parts, (3, n, N) each, of the twists of degrees of freedom.

    Args:
        plan: the plan of the robot.
        which: indices of the degrees of freedom.
        R: (3, 3, n, N) orientations of the links in whose frames the twists are constant.
        p: (3, n, N) vectors to the origins of these links from the point at which twists are
            expressed.
    """
    twist = plan.freedoms.twist[which].T
    angular = turned(R, tall(twist[3:], R))
    return turned(R, tall(twist[:3], R)) + cross(p, angular), angular


def tall(value: NDArray[np.float64], like: Array) -> Array:
    """Return a constant with a last axis of length 1, so that it applies to all configurations."""
    return constant(value[..., None], like)


def turned(R: Array, vectors: Array) -> Array:
    """Return each vector (3, ...) multiplied by its rotation matrix."""
    return R[:, 0] * vectors[0] + R[:, 1] * vectors[1] + R[:, 2] * vectors[2]


def turned_back(R: Array, vectors: Array) -> Array:
    """Return each vector (3, ...) multiplied by the transpose of its rotation matrix."""
    return R[0] * vectors[0] + R[1] * vectors[1] + R[2] * vectors[2]


def cross(a: Array, b: Array) -> Array:
    """Return the cross product (3, ...) over the first axis."""
    (u, v, w), (x, y, z) = ((one[0], one[1], one[2]) for one in (a, b))
    return namespace(a).stack((v * z - w * y, w * x - u * z, u * y - v * x), 0)
