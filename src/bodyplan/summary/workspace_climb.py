"""The ends of a workspace, one joint at a time: what no dice find in a long chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.kinematics import forward_kinematics
from bodyplan.lie import se3
from bodyplan.model import Chain, Robot
from bodyplan.model.joint import ENDLESS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_TURNING = ("revolute", "continuous", "gearbox")
_STEPS = 4_000
"""Joints that are taken at most: along a very long chain it goes fewer times."""
_NUMBERS = 2_000_000
"""Poses that are held at once, by links and rows."""
_GRID, _CLOSER = 17, 5
"""Places that are tried of a joint, and how often: each time around the best, ever closer."""
_LITTLE = 1e-9
"""A gain that is none [m] or [m²]."""


class Step(NamedTuple):
    """A joint whose number moves nothing else on the way.

    Args:
        number: where it stands in a configuration.
        parent: link in whose frame the axis is.
        axis: (2, 3) its direction, and a point on it.
        turns: or slides.
        sign: -1 where the way leads up from child to parent.
        bounds: of the number; infinite for a joint that turns without end.
    """

    number: int
    parent: str
    axis: Numbers
    turns: bool
    sign: float
    bounds: tuple[float, float]


def steps_of(robot: Robot, chain: Chain) -> list[Step]:
    """The joints of a chain that can be taken one at a time, from its base to its tip.

    The others are left to the dice: those with several numbers, screws, what follows and is
    followed, and slides without end. Joints with two axes have become two before.

    Args:
        robot: what has the configurations.
        chain: the way.
    """
    import numpy as np

    leaders = {robot.mimics[joint.name].leader for joint in chain.joints if joint.mimic}
    found: list[Step] = []
    for place, joint in enumerate(chain.joints):
        if joint.kind not in {*_TURNING, "prismatic"} or joint.mimic or joint.name in leaders:
            continue
        number = robot.q_slice(joint.name).start
        lower, upper = float(robot.arrays.lower[number]), float(robot.arrays.upper[number])
        turns = joint.kind in _TURNING
        if not lower < upper or not (turns or (lower > -ENDLESS and upper < ENDLESS)):
            continue
        direction = np.asarray(joint.X_PJ.R) @ np.asarray(joint.axis_J)
        length = float(np.linalg.norm(direction))
        if not 0.0 < length < np.inf:  # such a joint moves nothing
            continue
        axis = np.stack((direction / length, joint.X_PJ.p))
        sign = -1.0 if place < len(chain.up) else 1.0
        found.append(Step(number, joint.parent, axis, turns, sign, (lower, upper)))
    return found


def axes_of(
    robot: Robot, base: str, frame: str, steps: Sequence[Step], q: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """(rows, steps, 3) directions of the axes, as many points on them, and (rows, 3) the frame.

    All in the frame of the base. What a joint moves is what follows it: the axes before it stay.

    Args:
        robot: the links and joints on the way.
        base: name of the link that the frame is seen from.
        frame: name of the link, or frame.
        steps: as ``steps_of`` gives them.
        q: (rows, nq) configurations.
    """
    import numpy as np

    links = list(dict.fromkeys(step.parent for step in steps))
    slots = {link: slot for slot, link in enumerate(links, 1)}
    X = forward_kinematics(robot, q, (base, *links, frame))
    X = se3.inverse(X[:, :1]) @ X
    parents = X[:, [slots[step.parent] for step in steps]]
    R, p = parents[..., :3, :3], parents[..., :3, 3]
    held = np.array([step.axis for step in steps])
    signs = np.array([step.sign for step in steps])[:, None]
    axes, origins = ((R @ held[:, end, :, None])[..., 0] for end in (0, 1))
    return signs * axes, origins + p, X[:, -1, :3, 3]


def room_of(step: Step, here: Numbers) -> tuple[float, Numbers]:
    """How far a joint may turn both ways, half a turn at most, and from where, seen from here.

    Args:
        step: a joint that turns.
        here: where it is.
    """
    import numpy as np

    lower, upper = step.bounds
    half = min(np.pi, 0.5 * (upper - lower))
    return half, np.clip(0.0, lower + half - here, upper - half - here)


def climb(
    robot: Robot,
    base: str,
    frame: str,
    steps: Sequence[Step],
    q: Numbers,
    aims: Numbers,
    *,
    rounds: int,
) -> Numbers:
    """(rows, nq) configurations with smaller values, reached by one joint after the other.

    From the frame to the base: what a joint moves is then the frame alone, and the axes before it
    stay, so that one look at all links does for a whole round, which is linear in the chain.

    Args:
        robot: the links and joints on the way.
        base: name of the link that the frame is seen from.
        frame: name of the link, or frame.
        steps: as ``steps_of`` gives them.
        q: (rows, nq) where to begin.
        aims: (rows, 2, 3) what is to be small: squares of coordinates and coordinates, times these.
        rounds: how often along the chain at most; less where nothing is gained any more.
    """
    import numpy as np

    q = q.copy()
    rounds = max(1, min(rounds, _STEPS // max(1, len(steps))))
    size = max(1, _NUMBERS // (16 * (len(steps) + 2)))
    for begin in range(0, len(q) if steps else 0, size):
        going = np.arange(begin, min(begin + size, len(q)))
        for _ in range(rounds):
            some, aim = q[going], aims[going]
            axes, origins, p = axes_of(robot, base, frame, steps, some)
            before = _value(aim, p)
            for place in range(len(steps) - 1, -1, -1):
                p = _best(steps[place], axes[:, place], origins[:, place], p, some, aim)
            gain = before - _value(aim, p)
            q[going] = some
            going = going[gain > _LITTLE]
            if not going.size:
                break
    return q


def _value(aim: Numbers, p: Numbers) -> Numbers:
    found: Numbers = (p * (aim[:, 0] * p + aim[:, 1])).sum(-1)
    return found


def _best(
    step: Step, axis: Numbers, origin: Numbers, p: Numbers, q: Numbers, aim: Numbers
) -> Numbers:
    """(rows, 3) the frame with one joint where that is best; q is changed to that.

    The frame goes along a circle, or a line: p = c + x u + y v with x, y = cos, sin of the angle,
    or the way and zero. A value is then x, y, xx, xy, yy times numbers that are known.
    """
    import numpy as np

    here = q[:, step.number]
    if step.turns:
        c = origin + axis * ((p - origin) * axis).sum(-1, keepdims=True)
        u = p - c
        v = np.cross(axis, u)
        half, middle = room_of(step, here)
        low, high = middle - half, middle + half
    else:
        c, u, v = p, axis, np.zeros_like(p)
        low, high = step.bounds[0] - here, step.bounds[1] - here
    square, plain = aim[:, 0], aim[:, 1] + 2.0 * aim[:, 0] * c
    x1, y1, xx, xy, yy = (
        one.sum(-1)[:, None]
        for one in (plain * u, plain * v, square * u * u, 2.0 * square * u * v, square * v * v)
    )
    rows = np.arange(len(q))
    best = np.zeros(len(q))
    for _ in range(_CLOSER):
        gap = (high - low) / (_GRID - 1)
        tried = low[:, None] + gap[:, None] * np.arange(_GRID)
        tried[:, -1] = high
        tried = np.append(best[:, None], tried, axis=1)  # the one that there is, where none is less
        x, y = (np.cos(tried), np.sin(tried)) if step.turns else (tried, 0.0 * tried)
        best = tried[rows, (x * (x1 + xx * x + xy * y) + y * (y1 + yy * y)).argmin(1)]
        low, high = np.maximum(low, best - gap), np.minimum(high, best + gap)
    q[:, step.number] = np.clip(here + best, *step.bounds)
    x, y = (np.cos(best), np.sin(best)) if step.turns else (best, 0.0 * best)
    found: Numbers = c + x[:, None] * u + y[:, None] * v
    return found
