"""Extremes of a workspace by coordinate ascent: those that random sampling misses in long chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.kinematics.forward import forward_kinematics
from bodyplan.lie import se3, so3
from bodyplan.model import Chain, Joint, Robot
from bodyplan.model.joint import ENDLESS, ROTARY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_STEPS = 4_000
"""Joints that are taken at most: along a very long chain it goes fewer times."""
_NUMBERS = 2_000_000
"""Poses that are held at once, by links and rows."""
_GRID, _CLOSER = 17, 5
"""Places that are tried of a joint, and how often: each time around the best, ever closer."""
_LITTLE = 1e-9
"""A gain that is negligible [m] or [m²]."""


class Step(NamedTuple):
    """A joint whose number moves nothing else on the way, or a ball joint about one of its axes.

    Args:
        number: its index in a configuration; for a ball joint, where its quaternion begins.
        link: in whose frame the axis is; of a ball joint the one that comes first on the way.
        axis: (2, 3) its direction, and a point on it.
        turns: or slides.
        sign: -1 where the way leads up from child to parent.
        bounds: of the number; infinite for a joint that turns without end.
        about: (3,) of a ball joint: which of the axes of its frame this is. It has three steps, for
            x, y and z in a row.
    """

    number: int
    link: str
    axis: Numbers
    turns: bool
    sign: float
    bounds: tuple[float, float]
    about: Numbers | None = None

    @property
    def numbers(self) -> range:
        """What it changes in a configuration."""
        return range(self.number, self.number + (1 if self.about is None else 4))


def steps_of(robot: Robot, chain: Chain) -> list[Step]:
    """The joints of a chain that can be taken one at a time, from its base to its tip.

    The others are left to the dice: screws, and what follows and is followed. Of joints with
    several
    numbers there are ball joints alone: others have been taken apart before.

    Args:
        robot: what has the configurations.
        chain: the way.
    """
    import numpy as np

    leaders = {robot.mimics[joint.name].leader for joint in chain.joints if joint.mimic}
    found: list[Step] = []
    for place, joint in enumerate(chain.joints):
        if joint.type == "screw" or (joint.degrees_of_freedom != 1 and joint.type != "ball"):
            continue
        if joint.mimic or joint.name in leaders:
            continue
        number = robot.q_slice(joint.name).start
        if joint.type == "ball":
            found += _ball(joint, number, upwards=place < len(chain.up))
            continue
        lower, upper = float(robot.arrays.lower[number]), float(robot.arrays.upper[number])
        turns = joint.type in ROTARY
        if not lower < upper:
            continue
        if not turns:
            lower, upper = _tried(lower, upper)
        direction = np.asarray(joint.origin.R) @ np.asarray(joint.axis)
        length = float(np.linalg.norm(direction))
        if not 0.0 < length < np.inf:  # such a joint moves nothing
            continue
        axis = np.stack((direction / length, joint.origin.p))
        sign = -1.0 if place < len(chain.up) else 1.0
        found.append(Step(number, joint.parent, axis, turns, sign, (lower, upper)))
    return found


def _tried(lower: float, upper: float) -> tuple[float, float]:
    """The bounds of what slides; where it has no end those within which the dice try it: two metres."""
    below, above = lower > -ENDLESS, upper < ENDLESS
    if below and above:
        return lower, upper
    return (lower, lower + 2.0) if below else (upper - 2.0, upper) if above else (-1.0, 1.0)


def _ball(joint: Joint, number: int, *, upwards: bool) -> list[Step]:
    """A ball joint, about each of its axes: those on the side of the base, which stay meanwhile."""
    import numpy as np

    here = joint.X_JC.inverse() if upwards else joint.origin
    link, sign = (joint.child, -1.0) if upwards else (joint.parent, 1.0)
    endless = (-np.inf, np.inf)
    return [
        Step(number, link, np.stack((direction, here.p)), True, sign, endless, about)
        for direction, about in zip(np.asarray(here.R).T, np.eye(3), strict=True)
    ]


def go_on(step: Step, q: Numbers, by: Numbers) -> None:
    """Moves a joint, within its bounds.

    Args:
        step: the joint.
        q: (..., nq) configurations; they are changed.
        by: (...,) how far it moves; of a ball joint (..., 4) the quaternion x, y, z, w by which it
            turns, on the axes of its steps.
    """
    if step.about is None:
        q[..., step.number] = (q[..., step.number] + by).clip(*step.bounds)
        return
    four = slice(step.number, step.number + 4)
    turned = (
        (q[..., four], by) if step.sign < 0.0 else (by, q[..., four])
    )  # the base side comes first, or last
    q[..., four] = so3.unit_quat_xyzw(so3.multiply_quat_xyzw(*turned))


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

    links = list(dict.fromkeys(step.link for step in steps))
    slots = {link: slot for slot, link in enumerate(links, 1)}
    X = forward_kinematics(robot, q, (base, *links, frame))
    X = se3.inverse(X[:, :1]) @ X
    held_by = X[:, [slots[step.link] for step in steps]]
    R, p = held_by[..., :3, :3], held_by[..., :3, 3]
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


def ascend(
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
    go_on(step, q, best if step.about is None else so3.exp_quat_xyzw(best[:, None] * step.about))
    x, y = (np.cos(best), np.sin(best)) if step.turns else (best, 0.0 * best)
    found: Numbers = c + x[:, None] * u + y[:, None] * v
    return found
