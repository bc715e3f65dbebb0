"""Poses of links with NumPy, quick for batches: the same answers as ``poses``.

A pose lies with its entries first and the batch last, so that every operation runs along memory. A
turn about an axis of the joint frame changes two columns; any other axis is first turned onto z, by
a constant that is merged into X_PJ. Batches go through in pieces that stay in the cache; the poses
of a piece are written to the output together, so that it is written from its beginning to its end.
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
SHEET = 2_000_000
"""Bytes of the poses of configurations that go through together: they stay in the cache."""
LEAST, MOST = 40, 1000
"""Configurations that go through together; a power of two would make the cache collide."""


class Step(NamedTuple):
    """One joint.

    Args:
        slot: of its child's pose.
        above: slot of its parent's pose; -1 for the root.
        fixed: (4, 4) the pose before the motion, transposed; None for the identity.
        place: among the joints with one variable; -1 for a fixed joint.
        turned: the two columns that a turn mixes; None where it does not turn.
        turn: its place among the joints that turn.
        along: (3, 1) direction and rate of a shift, after ``fixed``; None where it does not shift.
        after: (3, 3) or (4, 4) the pose after the motion, transposed; None for the identity.
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
        half: (turning, 1) half of an angle by the number of the joint: 0.5 or -0.5.
        targets: for each step, the indices in the result that its pose is written to.
        done: for each step the poses that no later one needs.
        roots: the places where a root is written.
    """

    steps: list[Step]
    turning: list[int]
    half: Numbers
    targets: list[list[int]]
    done: list[list[int]]
    roots: list[int]


def fill(plan: Plan, part: Part, q: Any, out: Any) -> None:
    """Writes X_RL of the links of a part.

    Args:
        plan: of the robot.
        part: with the requested links.
        q: (*batch, nq).
        out: (*batch, links, 4, 4) or (*batch, links, 3, 4), of the precision of q.
    """
    import numpy as np

    rows = q.reshape(-1, plan.nq) if plan.nq else np.empty((_size(q.shape[:-1]), 0), q.dtype)
    if len(rows) <= FEW:
        X = poses.link_poses(plan, part, q)
        out[...] = X[..., : out.shape[-2], :]
        return
    flat = out.reshape(len(rows), *out.shape[q.ndim - 1 :])
    if out.size and not np.may_share_memory(flat, out):
        X = np.empty(out.shape, out.dtype)
        fill(plan, part, q, X)
        out[...] = X
        return
    way = way_of(plan, part, q.dtype)
    count = max(LEAST, min(MOST, SHEET // max(1, out[0].nbytes if len(out) else 1)))
    sheet = None
    for begin in range(0, len(rows), count):
        some = rows[begin : begin + count]
        if sheet is None or sheet.shape[-1] != len(some):
            sheet = _sheet(way, flat.shape[1:], len(some), q.dtype)
        _walk(plan, part, way, some, sheet)
        flat[begin : begin + count] = sheet.transpose(3, 0, 1, 2)


def way_of(plan: Plan, part: Part, dtype: Any) -> Way:
    """The steps of a part in one precision; made once."""
    found: Way | None = part.memo.get(f"way {dtype}")
    if found is None:
        found = part.memo[f"way {dtype}"] = _way(plan, part, dtype)
    return found


def sheet_of(plan: Plan, part: Part, rows: Any) -> Any:
    """(links, 3, 4, N) R_RL and p_RL of the links of a part, from (N, nq)."""
    way = way_of(plan, part, rows.dtype)
    sheet = _sheet(way, (len(part.slots), 3, 4), len(rows), rows.dtype)
    _walk(plan, part, way, rows, sheet)
    return sheet


def _sheet(way: Way, shape: tuple[int, ...], count: int, dtype: Any) -> Any:
    """(links, 4, 4, n) memory for the poses of a piece, with what is the same for all written."""
    import numpy as np

    sheet = np.empty((*shape, count), dtype)
    sheet[:, 3:] = np.array((0.0, 0.0, 0.0, 1.0))[:, None]
    sheet[way.roots] = np.eye(4)[: shape[1], :, None]
    return sheet


def _walk(plan: Plan, part: Part, way: Way, q: Any, sheet: Any) -> None:
    """One piece, joint by joint.

    Args:
        plan: of the robot.
        part: with the requested links.
        way: of the part.
        q: (n, nq).
        sheet: (links, 4, 4, n) or (links, 3, 4, n) to write to.
    """
    import numpy as np

    x = np.ascontiguousarray(q.T[part.single_q])
    if not part.plain:
        x = x * part.multiplier[:, None].astype(q.dtype) + part.offset[:, None].astype(q.dtype)
    turns = _turns(x[way.turning] * way.half)
    found: dict[int, Any] = {}
    spare: list[Any] = []
    for step, targets, done in zip(way.steps, way.targets, way.done, strict=True):
        if targets:
            T = sheet[targets[0], :3]
        else:
            T = spare.pop() if spare else np.empty((3, 4, len(q)), q.dtype)
        above = found.get(step.above)
        if step.special is not None:
            _after_special(plan, step, above, q, T)
        elif above is None:
            T[...] = np.eye(3, 4)[..., None] if step.fixed is None else step.fixed.T[:3, :, None]
        elif step.fixed is None:
            T[...] = above
        else:
            np.matmul(step.fixed, above, out=T)
        if step.along is not None:
            T[:, 3] += np.matmul(step.along, T[:, :3])[:, 0] * x[step.place]
        if step.turned is not None:
            pair = T[:, step.turned]
            pair[...] = np.einsum("abn,bcn->acn", pair, turns[step.turn])
        if step.after is not None:
            moved = T[:, : len(step.after)]
            moved[...] = np.matmul(step.after, moved)
        found[step.slot] = T
        for place in targets[1:]:
            sheet[place, :3] = T
        for slot in done:
            T = found.pop(slot)
            if not way.targets[slot]:
                spare.append(T)


def _turns(half: Any) -> Any:
    """(turning, 2, 2, n) turns by twice the angles: from a tangent, which NumPy has quicker."""
    import numpy as np

    tangent = np.tan(half)
    square = tangent * tangent
    factor = 1.0 / (1.0 + square)
    R = np.empty((len(half), 2, 2, half.shape[-1]), half.dtype)
    np.multiply(1.0 - square, factor, out=R[:, 0, 0])
    np.multiply(tangent + tangent, factor, out=R[:, 1, 0])
    np.negative(R[:, 1, 0], out=R[:, 0, 1])
    R[:, 1, 1] = R[:, 0, 0]
    return R


def _after_special(plan: Plan, step: Step, above: Any, q: Any, T: Any) -> None:
    """Writes the pose after a joint with several variables: a product entry by entry."""
    import numpy as np

    assert step.special is not None
    kind, joint, first = step.special
    X = plan.C[0, joint].astype(q.dtype) @ poses.motion(plan, kind, joint, q[:, first:])
    if joint in plan.behind:
        X = X @ plan.behind[joint].astype(q.dtype)
    local = X[:, :3, :].transpose(1, 2, 0)
    if above is None:
        T[...] = local
        return
    np.einsum("abn,bcn->acn", above[:, :3], np.ascontiguousarray(local), out=T)
    T[:, 3] += above[:, 3]


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
    targets: list[list[int]] = [[] for _ in range(len(steps) + 1)]
    for place, slot in enumerate(part.slots):
        targets[slot].append(place)
    roots = targets.pop()  # their slot is -1
    return Way(steps, turning, 0.5 * np.array(signs, dtype)[:, None], targets, done, roots)


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
        if joint in plan.behind:
            if kind == "fixed":
                X = X @ plan.behind[joint]
            else:
                after = _behind(after, plan.behind[joint], dtype)
        fixed = None if np.array_equal(X, np.eye(4)) else np.ascontiguousarray(X.T, dtype)
        shift = None if along is None else along.reshape(1, 3).astype(dtype)
        steps.append(Step(slot, above, fixed, place, turned, turn, shift, after, None))
    return steps, turning, signs


_MIXED = (slice(1, 3), slice(2, None, -2), slice(0, 2))
"""The columns that a turn about x, y and z mixes, as slices of the first three or four."""


def _behind(turn: Any, X_JC: Numbers, dtype: Any) -> Any:
    """(4, 4) transposed: back from a turned axis, if there is one, and then X_JC."""
    import numpy as np

    X = np.eye(4)
    if turn is not None:
        X[:3, :3] = turn.T
    return np.ascontiguousarray((X @ X_JC).T, dtype)


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
