"""Poses of links with NumPy, quick for batches: the same answers as ``poses``.

A pose lies with its entries first and the batch last, so that every operation runs along memory. A
turn about an axis of the joint frame changes two columns; any other axis is first turned onto z, by
a constant that is merged into X_PJ. Batches go through in pieces that stay in the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.kinematics import poses
from bodyplan.kinematics.plan import Part, Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

FEW = 24
"""For so few configurations products of matrices are quicker."""
PIECE = 760
"""Configurations that go through together; a power of two would make the cache collide."""


class Step(NamedTuple):
    """One joint.

    Args:
        slot: of its child's pose.
        above: slot of its parent's pose; -1 for the root.
        fixed: (4, 4) what stands before the motion, transposed; None where that is nothing.
        place: among the joints with one variable; -1 for a fixed joint.
        turned: the two columns that a turn mixes; None where it does not turn.
        turn: its place among the joints that turn.
        along: (3, 1) direction and rate of a shift, after ``fixed``; None where it does not shift.
        after: (3, 3) what stands behind the motion, transposed; None where that is nothing.
        special: (kind, joint, first), if it has several variables.
    """

    slot: int
    above: int
    fixed: Numbers | None
    place: int
    turned: slice | None
    turn: int
    along: Numbers | None
    after: Numbers | None
    special: tuple[str, int, int] | None


class Way(NamedTuple):
    """All joints of a part.

    Args:
        steps: in order.
        turning: which of the joints with one variable turn.
        sign: (turning, 1) of each turn.
        wanted: for each step the places its pose is written to.
        done: for each step the poses that no later one needs.
        roots: the places where a root is written.
    """

    steps: list[Step]
    turning: list[int]
    sign: Numbers
    wanted: list[list[int]]
    done: list[list[int]]
    roots: list[int]


def fill(plan: Plan, part: Part, q: Any, out: Any) -> None:
    """Writes X_RL of the links of a part.

    Args:
        plan: of the robot.
        part: with the links that are wanted.
        q: (*batch, nq).
        out: (*batch, links, 4, 4) or (*batch, links, 3, 4), of the precision of q.
    """
    import numpy as np

    rows = q.reshape(-1, plan.nq) if plan.nq else np.empty((_size(q.shape[:-1]), 0), q.dtype)
    if len(rows) <= FEW:
        X = poses.stacked(poses.link_poses(plan, part, q), part.slots, q)
        out[...] = X[..., : out.shape[-2], :]
        return
    flat = out.reshape(len(rows), *out.shape[q.ndim - 1 :])
    if out.size and not np.may_share_memory(flat, out):
        X = np.empty(out.shape, out.dtype)
        fill(plan, part, q, X)
        out[...] = X
        return
    way = part.memo.get(f"way {q.dtype}")
    if way is None:
        way = part.memo[f"way {q.dtype}"] = _way(plan, part, q.dtype)
    for begin in range(0, len(rows), PIECE):
        _walk(plan, part, way, rows[begin : begin + PIECE], flat[begin : begin + PIECE])


def _walk(plan: Plan, part: Part, way: Way, q: Any, out: Any) -> None:
    """One piece, joint by joint; poses lie as (3, 4, n)."""
    import numpy as np

    count = len(q)
    if out.shape[-2] == 4:
        out[:, :, 3, :] = (0.0, 0.0, 0.0, 1.0)
    for place in way.roots:
        out[:, place, :3, :] = np.eye(3, 4)
    x = np.ascontiguousarray(q.T[part.single_q])
    if not part.plain:
        x = x * part.multiplier[:, None].astype(q.dtype) + part.offset[:, None].astype(q.dtype)
    angles = x[way.turning]
    sine, cosine = np.sin(angles) * way.sign, np.cos(angles)
    spare = np.empty((3, 2, count), q.dtype)
    found: dict[int, Any] = {}
    for step, wanted, done in zip(way.steps, way.wanted, way.done, strict=True):
        above = found[step.above] if step.above >= 0 else None
        shared = above is None or step.fixed is None
        if step.special is not None:
            T, shared = _after_special(plan, step, above, q), False
        elif above is None:
            first = np.eye(3, 4, dtype=q.dtype) if step.fixed is None else step.fixed.T[:3]
            T = np.broadcast_to(first[..., None], (3, 4, count))
        else:
            T = above if step.fixed is None else np.matmul(step.fixed, above)
        if shared and not (step.along is None and step.turned is None):
            T = T.copy()
        if step.along is not None:
            T[:, 3] += np.matmul(step.along, T[:, :3])[:, 0] * x[step.place]
        if step.turned is not None:
            pair = T[:, step.turned]
            np.multiply(pair, sine[step.turn], out=spare)
            pair *= cosine[step.turn]
            pair[:, 0] += spare[:, 1]
            pair[:, 1] -= spare[:, 0]
        if step.after is not None:
            T[:, :3] = np.matmul(step.after, T[:, :3])
        found[step.slot] = T
        for place in wanted:
            out[:, place, :3, :] = T.transpose(2, 0, 1)
        for slot in done:
            del found[slot]


def _after_special(plan: Plan, step: Step, above: Any, q: Any) -> Any:
    """The pose after a joint with several variables: a product entry by entry."""
    import numpy as np

    assert step.special is not None
    kind, joint, first = step.special
    X = plan.C[0, joint].astype(q.dtype) @ poses.motion(plan, kind, joint, q[:, first:])
    local = np.ascontiguousarray(X[:, :3, :].transpose(1, 2, 0))
    if above is None:
        return local
    T = above[:, 0, None] * local[0] + above[:, 1, None] * local[1] + above[:, 2, None] * local[2]
    T[:, 3] += above[:, 3]
    return T


def _way(plan: Plan, part: Part, dtype: Any) -> Way:
    import numpy as np

    steps, turning, signs = _steps(plan, part, dtype)
    last = list(range(len(steps)))
    for number, step in enumerate(steps):
        if step.above >= 0:
            last[step.above] = number
    done: list[list[int]] = [[] for _ in steps]
    for slot, number in enumerate(last):
        done[number].append(slot)
    wanted: list[list[int]] = [[] for _ in range(len(steps) + 1)]
    for place, slot in enumerate(part.slots):
        wanted[slot].append(place)
    roots = wanted.pop()  # their slot is -1
    return Way(steps, turning, np.array(signs, dtype)[:, None], wanted, done, roots)


def _steps(plan: Plan, part: Part, dtype: Any) -> tuple[list[Step], list[int], list[float]]:
    """The steps; which of the joints with one variable turn, and to which side."""
    import numpy as np

    arrays = plan.arrays
    places = {slot: place for place, slot in enumerate(part.single)}
    special = {entry.slot: (entry.kind, entry.joint, entry.first) for entry in part.special}
    steps: list[Step] = []
    turning: list[int] = []
    signs: list[float] = []
    for slot, joint in enumerate(part.joints):
        kind, above = plan.kinds[joint], part.parents[slot]
        if slot in special:
            steps.append(Step(slot, above, None, -1, None, -1, None, None, special[slot]))
            continue
        X = np.eye(4)
        X[:3] = arrays.X_PJ[joint]
        axis = arrays.axis[joint]
        place = places.get(slot, -1)
        turned, turn, along, after = None, -1, None, None
        if kind in {"prismatic", "screw"}:
            along = axis * (arrays.pitch[joint] if kind == "screw" else 1.0)
        if kind not in {"prismatic", "fixed"} and axis.any():
            largest, sign = int(np.abs(axis).argmax()), 1.0
            if abs(axis[largest]) == 1.0 and np.count_nonzero(axis) == 1:
                turned, sign = _MIXED[largest], float(axis[largest])
            else:
                onto = _onto(axis)
                X[:3, :3] = X[:3, :3] @ onto
                along = None if along is None else onto.T @ along
                turned, after = _MIXED[2], np.ascontiguousarray(onto, dtype)
            turn = len(turning)
            turning.append(place)
            signs.append(sign)
        fixed = None if np.array_equal(X, np.eye(4)) else np.ascontiguousarray(X.T, dtype)
        shift = None if along is None else along.reshape(1, 3).astype(dtype)
        steps.append(Step(slot, above, fixed, place, turned, turn, shift, after, None))
    return steps, turning, signs


_MIXED = (slice(1, 3), slice(2, None, -2), slice(0, 2))
"""The columns that a turn about x, y and z mixes, as slices of the first three or four."""


def _onto(axis: Numbers) -> Numbers:
    """(3, 3) a rotation whose last column is the axis."""
    import numpy as np

    least = int(np.abs(axis).argmin())
    x = np.cross(axis, np.eye(3)[least])
    x /= np.linalg.norm(x)
    return np.stack((x, np.cross(axis, x), axis), -1)


def _size(batch: tuple[int, ...]) -> int:
    import math

    return math.prod(batch)
