"""Sums along the tree, and over the degrees of freedom of each velocity coordinate.

For a robot of usual size, a sum along the tree is a product with a matrix of zeros and ones. The
size of this matrix grows with the square of the number of links, so for large robots the sums are
computed link by link.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array, constant, namespace, product, zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 400
"""The largest number of links of a robot for which sums are products with a matrix."""


class Round(NamedTuple):
    """One summand for each velocity coordinate: one of its degrees of freedom, or zero.

    A mimic joint and its leader depend on the same velocity coordinate, so they are in different
    rounds. The sum of all rounds contains every degree of freedom once.

    Args:
        which: (nv,) index of the degree of freedom; if no degree of freedom is left, the number of
            degrees of freedom, an index at which callers append a zero.
        factor: (nv,) speed of the degree of freedom divided by the velocity coordinate.
    """

    which: NDArray[np.intp]
    factor: NDArray[np.float64]


class Gathering(NamedTuple):
    """How values of degrees of freedom are summed to values of velocity coordinates.

    Args:
        rounds: the rounds; their number is the largest number of degrees of freedom that depend on
            the same velocity coordinate.
        plain: whether every velocity coordinate is the speed of one degree of freedom, in the same
            order.
        matrix: (degrees of freedom, nv) the same map as a matrix, if the robot has mimic joints and
            the matrix is small; otherwise None.
    """

    rounds: list[Round]
    plain: bool
    matrix: NDArray[np.float64] | None


def gathering(plan: Plan, freedoms: Sequence[int]) -> Gathering:
    """Return how values of some degrees of freedom are summed to velocity coordinates."""
    import numpy as np

    of_v, factors = plan.freedoms.v.tolist(), plan.freedoms.factor.tolist()
    count, taken = len(freedoms), [0] * plan.nv
    index: list[list[int]] = []
    factor: list[list[float]] = []
    for place, freedom in enumerate(freedoms):
        v = of_v[freedom]
        if taken[v] == len(index):
            index.append([count] * plan.nv)
            factor.append([1.0] * plan.nv)
        index[taken[v]][v], factor[taken[v]][v] = place, factors[freedom]
        taken[v] += 1
    rounds = [Round(np.array(i, np.intp), np.array(f)) for i, f in zip(index, factor, strict=True)]
    plain = count == plan.nv and index == [list(range(count))] and factor == [[1.0] * plan.nv]
    matrix = None
    if len(rounds) > 1 and count * plan.nv <= MOST * MOST:
        matrix = np.zeros((count + 1, plan.nv))
        for one in rounds:
            matrix[one.which, range(plan.nv)] = one.factor
        matrix = matrix[:-1]
    return Gathering(rounds, plain, matrix)


def gathered(plan: Plan, how: Gathering, values: Array) -> Array:
    """Return values (..., nv) of velocity coordinates, such as forces, from those (..., D) of DOF.

    Each result is the sum of the values of the degrees of freedom that depend on this coordinate,
    times their factors.
    """
    if how.plain:
        return values
    if how.matrix is not None:
        return product(values, constant(how.matrix, values))
    xp = namespace(values)
    none = zeros((*values.shape[:-1], 1), values)
    if not how.rounds:
        return xp.broadcast_to(none, (*values.shape[:-1], plan.nv))
    held = xp.concat((values, none), axis=-1)
    parts = [held[..., one.which] * constant(one.factor, values) for one in how.rounds]
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def from_freedoms(plan: Plan, values: Array) -> Array:
    """Return ``gathered`` values (..., nv) from values (..., D) of all degrees of freedom."""
    how: Gathering | None = plan.whole.memo.get("gathering")
    if how is None:
        how = plan.whole.memo["gathering"] = gathering(plan, range(len(plan.freedoms.v)))
    return gathered(plan, how, values)


def to_freedoms(plan: Plan, v: Array) -> Array:
    """Return the speeds (*batch, D) of all degrees of freedom for a velocity (*batch, nv)."""
    freedoms = plan.freedoms
    if not freedoms.followers:
        return v
    return v[..., freedoms.v] * constant(freedoms.factor, v)


def above(plan: Plan, values: Array) -> Array:
    """Return for each link the sum (n, L, N) over all degrees of freedom that move it.

    Args:
        plan: the plan of the robot.
        values: (n, D, N) values of the degrees of freedom.
    """
    if plan.links <= MOST:
        return product(constant(plan.above, values), values)
    first = plan.freedoms.first
    none = zeros((values.shape[0], values.shape[-1]), values)
    rows: list[Array] = []
    for link in range(plan.links):
        joint = plan.into[link]
        if joint < 0:
            rows.append(none)
            continue
        total = rows[plan.parent[link]]
        for index in range(first[joint], first[joint + 1]):
            total = total + values[:, index]
        rows.append(total)
    return namespace(values).stack(rows, 1)


def below_freedoms(plan: Plan, values: Array) -> Array:
    """Return for each degree of freedom the sum (n, D, N) over all links that it moves.

    Args:
        plan: the plan of the robot.
        values: (n, L, N) values of the links.
    """
    if plan.links <= MOST:
        return product(constant(plan.above.T, values), values)
    child = plan.freedoms.child
    rows = [values[:, link] for link in range(plan.links)]
    for link in range(plan.links - 1, 0, -1):
        parent = plan.parent[link]
        if parent >= 0:
            rows[parent] = rows[parent] + rows[link]
    return namespace(values).stack(rows, 1)[:, child]
