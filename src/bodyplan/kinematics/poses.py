"""Poses of links by products of 4x4 matrices, for arrays of any library.

All joints of the same depth below their root are computed together, by few operations on large
arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.kinematics.plan import Plan, PlanPart, Special, turning
from bodyplan.lie import se3
from bodyplan.lie.array import Array, constant, namespace, product, zeros

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.intp]


class Level(NamedTuple):
    """The joints of the same depth below their root.

    Args:
        joints: the slice of these joints among all joints in the order of the levels.
        above: for each joint, the index of its parent joint within the level above.
    """

    joints: slice
    above: Any


class Levels(NamedTuple):
    """The joints of a part, level by level.

    Args:
        levels: the levels, from the roots downwards.
        numbers: for each joint with one variable or none, the index of its variable in q; nq for a
            joint without a variable.
        many: the number of joints with one variable or none.
        multiplier: the multiplier of each of these joints.
        offset: the offset of each of these joints.
        C: (4, many, 4, 4) the terms of their poses X_PC.
        still: whether any joint has no variable.
        shifting: whether any of these joints translates.
        order: for each joint in the order of the levels, its index in the list that begins with the
            joints in ``numbers`` and ends with the joints with several variables; None if no joint
            has several variables.
        own: for each requested link, the index of its pose: 0 for a root, otherwise one more than
            the index of its parent joint in the order of the levels.
    """

    levels: list[Level]
    numbers: Any
    many: int
    multiplier: Numbers
    offset: Numbers
    C: Numbers
    still: bool
    shifting: bool
    order: Indices | None
    own: Any


def link_poses(plan: Plan, part: PlanPart, q: Array) -> Array:
    """Return the poses X_RL (*batch, links, 4, 4) of links.

    Args:
        plan: the plan of the robot.
        part: the requested joints and their ancestors.
        q: (*batch, nq) a configuration.
    """
    import numpy as np

    xp = namespace(q)
    root = xp.broadcast_to(constant(np.eye(4), q), (*q.shape[:-1], 1, 4, 4))
    found = [root]
    levels = levels_of(plan, part)
    local = _local_poses(plan, part, levels, q) if part.joints else None
    for level in levels.levels:
        X = local[..., level.joints, :, :]  # type: ignore[index]
        if level.above is not None:
            X = product(found[-1][..., level.above, :, :], X)
        found.append(X)
    return xp.concat(found, axis=-3)[..., levels.own, :, :]


def _picked(places: Sequence[int]) -> Any:
    """Return indices in a form for indexing: a slice if they are consecutive, which avoids a copy."""
    import numpy as np

    if not places:
        return slice(0, 0)
    first, count = places[0], len(places)
    if all(place == first + number for number, place in enumerate(places)):
        return slice(first, first + count)
    return np.array(places, np.intp)


def levels_of(plan: Plan, part: PlanPart) -> Levels:
    """Return the joints of a part, level by level; the result is cached."""
    found: Levels | None = part.memo.get("levels")
    if found is None:
        found = part.memo["levels"] = _levels(plan, part)
    return found


def _levels(plan: Plan, part: PlanPart) -> Levels:
    import numpy as np

    depth: list[int] = []
    rows: list[list[int]] = []
    for slot, above in enumerate(part.parents):
        depth.append(0 if above < 0 else depth[above] + 1)
        if depth[slot] == len(rows):
            rows.append([])
        rows[depth[slot]].append(slot)
    order = [slot for row in rows for slot in row]
    place = [0] * len(order)
    for number, slot in enumerate(order):
        place[slot] = number
    levels: list[Level] = []
    first = before = 0
    for number, row in enumerate(rows):
        ups = [place[part.parents[slot]] - before for slot in row] if number else []
        levels.append(Level(slice(first, first + len(row)), _shared(ups)))
        before, first = first, first + len(row)
    special = {entry.slot for entry in part.special}
    plain = [slot for slot in order if slot not in special]
    joints = [part.joints[slot] for slot in plain]
    still = np.array([plan.kinds[joint] == "fixed" for joint in joints], bool)
    C = np.ascontiguousarray(plan.C[:, joints])
    within = None
    if special:
        held = plain + [entry.slot for entry in part.special]
        within = np.array([place[slot] for slot in held], np.intp).argsort()
    return Levels(
        levels,
        _picked(np.where(still, plan.nq, plan.arrays.q_index[joints]).tolist()),
        len(joints),
        plan.arrays.multiplier[joints],
        plan.arrays.offset[joints],
        C,
        bool(still.any()),
        bool(C[3].any()),
        within,
        _picked([place[slot] + 1 if slot >= 0 else 0 for slot in part.slots]),
    )


def _shared(above: list[int]) -> Any:
    """Return indices of parents; a slice of length one if all are equal, None for an empty list."""
    if not above:
        return None
    return slice(above[0], above[0] + 1) if len(set(above)) == 1 else _picked(above)


def _local_poses(plan: Plan, part: PlanPart, levels: Levels, q: Array) -> Array:
    """Return the pose X_PC (*batch, joints, 4, 4) of each joint, in the order of the levels."""
    xp = namespace(q)
    pieces: list[Array] = []
    if levels.many:
        numbers = q
        if levels.still:
            numbers = xp.concat((q, zeros((*q.shape[:-1], 1), q)), axis=-1)
        x = numbers[..., levels.numbers]
        if not part.plain:
            x = x * constant(levels.multiplier, q) + constant(levels.offset, q)
        x = x[..., None, None]
        C0, C1, C2, C3 = (constant(C, q) for C in levels.C)
        X = C0 + xp.sin(x) * C1 + xp.cos(x) * C2
        pieces.append(X + x * C3 if levels.shifting else X)
    if part.special:
        pieces.append(xp.stack([_special(plan, entry, q) for entry in part.special], -3))
    local = pieces[0] if len(pieces) == 1 else xp.concat(pieces, axis=-3)
    return local if levels.order is None else local[..., levels.order, :, :]


def _special(plan: Plan, entry: Special, q: Array) -> Array:
    """Return the pose X_PC (*batch, 4, 4) of a joint with several variables."""
    kind, joint, first, _ = entry
    X = product(constant(plan.C[0, joint], q), motion(plan, kind, joint, q[..., first:]))
    return product(X, constant(plan.behind[joint], q)) if joint in plan.behind else X


def motion(plan: Plan, kind: str, joint: int, q: Array) -> Array:
    """Return the motion (*batch, 4, 4) of a joint with several variables.

    Args:
        plan: the plan of the robot.
        kind: the kind of the joint.
        joint: the index of the joint.
        q: (*batch, n) numbers of a configuration; the first numbers are the variables of the joint.
    """
    xp = namespace(q)
    none = 0.0 * q[..., :2]
    none = xp.concat((none, none[..., :1]), axis=-1)
    if kind == "floating":
        return se3.from_quat_xyzw(q[..., 3:7], q[..., :3])
    if kind == "ball":
        return se3.from_quat_xyzw(q[..., :4], none)
    axis, axis2 = plan.arrays.axis[joint : joint + 1], plan.arrays.axis2[joint : joint + 1]
    if kind == "planar":
        import numpy as np

        x, y = constant(axis2[0], q), constant(np.cross(axis[0], axis2[0]), q)
        return se3.pose(_turn(axis, q[..., 2]), q[..., :1] * x + q[..., 1:2] * y)
    return se3.pose(product(_turn(axis, q[..., 0]), _turn(axis2, q[..., 1])), none)


def _turn(axis: Any, angle: Array) -> Array:
    xp = namespace(angle)
    A0, A1, A2 = (constant(A[0], angle) for A in turning(axis))
    x = angle[..., None, None]
    return A0 + xp.sin(x) * A1 + xp.cos(x) * A2
