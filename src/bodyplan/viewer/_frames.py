"""The frames of an animation: a camera turn, a sweep of each joint, or given configurations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from bodyplan.model import Joint, Robot
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.viewer.render import Frame

_UNLIMITED = math.pi
"""Range of a joint without limits in each direction [rad]; a tenth of it for a prismatic joint
[m]."""

Values = Mapping[str, float | Sequence[float]]


def turntable(count: int, q: Values, camera: str) -> list[Frame]:
    """Return frames in which the camera turns once around the robot.

    Args:
        count: number of frames.
        q: values of joints by name.
        camera: the camera preset of the first frame.
    """
    turn = 2.0 * math.pi / count
    return [Frame(q, {"preset": camera, "turn": turn * number}) for number in range(count)]


def sweep(robot: Robot, count: int, q: Values) -> list[Frame]:
    """Return frames in which one joint after the other moves through its limits.

    Joints with several variables do not move.

    Args:
        robot: the robot.
        count: number of frames.
        q: values of joints by name, from which each joint starts and to which it returns.
    """
    start = robot.positions(robot.q(q))
    joints = [joint for joint in robot.independent_joints if len(joint.variables) == 1]
    frames = []
    for number in range(count):
        place = number / count * len(joints)
        index = min(int(place), len(joints) - 1)
        values = dict(q)
        if joints:
            joint = joints[index]
            values[joint.name] = _through(joint, start[joint.name][0], place - index)
        frames.append(Frame(values))
    return frames


def swept_joints(robot: Robot) -> int:
    """Return the number of joints that ``sweep`` moves."""
    return sum(len(joint.variables) == 1 for joint in robot.independent_joints)


def _through(joint: Joint, start: float, phase: float) -> float:
    """Return a value on the path from start to upper limit, lower limit, and back to start.

    The phase is 0 at the beginning and 1 at the end of this path.
    """
    lower, upper = _range(joint, start)
    stops = (start, upper, lower, start)
    lengths = [abs(two - one) for one, two in pairwise(stops)]
    total = sum(lengths)
    rest = phase * total
    for one, two, length in zip(stops, stops[1:], lengths, strict=False):
        if rest <= length and length > 0.0:
            return one + (two - one) * 0.5 * (1.0 - math.cos(math.pi * rest / length))
        rest -= length
    return start


def _range(joint: Joint, start: float) -> tuple[float, float]:
    limit = joint.limit
    reach = _UNLIMITED if JOINT_TYPES[joint.type].units[0] == "rad" else 0.1 * _UNLIMITED
    lower = limit.lower if math.isfinite(limit.lower) else start - reach
    upper = limit.upper if math.isfinite(limit.upper) else start + reach
    return min(lower, start), max(upper, start)


def configurations(robot: Robot, rows: Iterable[Sequence[float]]) -> list[Frame]:
    """Return one frame for each configuration.

    Args:
        robot: the robot.
        rows: the configurations, (nq,) each.
    """
    found = []
    for row in rows:
        positions = robot.positions(row)
        found.append(
            Frame({joint.name: positions[joint.name] for joint in robot.independent_joints})
        )
    return found
