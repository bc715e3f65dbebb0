"""How far a chain gets in a direction: from the tip to the base, for many directions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bodyplan.kinematics.workspace_ascent import Step, axes_of, go_on, room_of
from bodyplan.lie import so3
from bodyplan.model import Robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


def all_round(count: int) -> Numbers:
    """(count, 3) directions, evenly spread: a spiral around the sphere from pole to pole."""
    import numpy as np

    place = np.arange(count) + 0.5
    z, turn = 1.0 - 2.0 * place / count, np.pi * (1.0 + np.sqrt(5.0)) * place
    across = np.sqrt(1.0 - z * z)
    return np.stack((across * np.cos(turn), across * np.sin(turn), z), -1)


def around(middles: Numbers, count: int, spread: float) -> Numbers:
    """(..., 1 + count, 3) directions: each of some, and others that lead aside by a slope at most.

    Args:
        middles: (..., 3) of length one.
        count: of the others.
        spread: the slope.
    """
    import numpy as np

    beside = middles[..., None, :] + spread * all_round(count)
    beside /= np.linalg.norm(beside, axis=-1, keepdims=True)
    found: Numbers = np.concatenate((middles[..., None, :], beside), axis=-2)
    return found


def stretch(
    robot: Robot,
    base: str,
    frame: str,
    steps: Sequence[Step],
    q: Numbers,
    directions: Numbers,
) -> Numbers:
    """(rows, directions, nq) configurations in which the frame is far in each direction.

    Of what follows a joint the farthest place in each direction is known. The joint moves all these
    places, and in each direction the one that then gets farthest is kept, with the number of the
    joint. So none gets less far than where it began. How good the answer is depends on how close
    the directions are to each other, and hardly on how long the chain is.

    Args:
        robot: the links and joints on the way.
        base: name of the link that the frame is seen from.
        frame: name of the link, or frame.
        steps: as ``steps_of`` gives them; other joints stay.
        q: (rows, nq) where to begin.
        directions: (rows, directions, 3) of length one, on the axes of the base.
    """
    import numpy as np

    axes, origins, p = axes_of(robot, base, frame, steps, q)
    points = p[:, None]
    joints: list[Step] = []
    moves: list[Numbers] = []
    sources: list[NDArray[np.intp]] = []
    place = len(steps)
    while place:
        step, last = steps[place - 1], place
        place -= 1 if step.about is None else 3
        here, origin = q[:, step.number, None], origins[:, None, place]
        if step.about is None:
            axis = axes[:, None, place]
            source, move, points = _farthest(step, here, axis, origin, points, directions)
        else:
            three = axes[:, None, place:last]
            source, move, points = _outwards(three, origin, points, directions)
        joints.append(step)
        moves.append(move)
        sources.append(source)
    rows, count = np.arange(len(q))[:, None], directions.shape[1]
    found = np.repeat(q[:, None], count, axis=1)
    chosen = np.broadcast_to(np.arange(count), (len(q), count))
    while joints:
        go_on(joints.pop(), found, moves.pop()[rows, chosen])
        chosen = sources.pop()[rows, chosen]
    return found


def _outwards(
    axes: Numbers, origin: Numbers, points: Numbers, aims: Numbers
) -> tuple[NDArray[np.intp], Numbers, Numbers]:
    """As ``_farthest``, of a ball joint: the longest arm, turned into each direction.

    Args:
        axes: (rows, 1, 3, 3) those of its steps.
        origin: (rows, 1, 3) where it is.
        points: (rows, points, 3) what it moves.
        aims: (rows, directions, 3).
    """
    import numpy as np

    arms = points - origin
    lengths = np.sqrt((arms * arms).sum(-1))
    source = np.repeat(lengths.argmax(-1)[:, None], aims.shape[1], axis=1)
    length = np.take_along_axis(lengths, source, 1)[..., None]
    arm = _picked(arms, source) / np.where(length > 0.0, length, 1.0)
    # The shortest turn from one direction to another; to the opposite one about any axis across.
    four = np.concatenate((np.cross(arm, aims), 1.0 + (arm * aims).sum(-1, keepdims=True)), -1)
    across = np.cross(arm, np.eye(3)[abs(arm).argmin(-1)])
    opposite = (four * four).sum(-1, keepdims=True) < 1e-16
    four = np.where(opposite, np.concatenate((across, 0.0 * length), -1), four)
    four[..., :3] = (axes @ four[..., :3, None])[..., 0]
    return source, so3.unit_quat_xyzw(four), origin + length * aims


def _farthest(
    step: Step, here: Numbers, axis: Numbers, origin: Numbers, points: Numbers, aims: Numbers
) -> tuple[NDArray[np.intp], Numbers, Numbers]:
    """For each direction: which point gets farthest, by what move of a joint, and to where.

    Args:
        step: the joint.
        here: (rows, 1) its number.
        axis: (rows, 1, 3) its axis.
        origin: (rows, 1, 3) a point on that.
        points: (rows, points, 3) what it moves.
        aims: (rows, directions, 3).
    """
    import numpy as np

    if not step.turns:
        slope = (aims @ axis.swapaxes(1, 2))[..., 0]
        move = np.where(slope < 0.0, step.bounds[0] - here, step.bounds[1] - here)
        source = (aims @ points.swapaxes(1, 2)).argmax(-1)
        return source, move, _picked(points, source) + move[..., None] * axis
    # A point goes along a circle: c + u cos(x) + v sin(x), with x from the middle of the limits.
    half, middle = room_of(step, here)
    cosine, sine = np.cos(middle)[..., None], np.sin(middle)[..., None]
    arm = points - origin
    c = origin + axis * (arm * axis).sum(-1, keepdims=True)
    u = points - c
    v = np.cross(axis, u)
    u, v = cosine * u + sine * v, cosine * v - sine * u
    along, across = aims @ u.swapaxes(1, 2), aims @ v.swapaxes(1, 2)
    most = np.sqrt(along * along + across * across)
    far, aside = np.cos(half), np.sin(half)
    gain = np.where(along >= far * most, most, far * along + aside * abs(across))
    source = (aims @ c.swapaxes(1, 2) + gain).argmax(-1)
    u, v = _picked(u, source), _picked(v, source)
    angle = np.arctan2((aims * v).sum(-1), (aims * u).sum(-1)).clip(-half, half)
    cosine, sine = np.cos(angle)[..., None], np.sin(angle)[..., None]
    return source, middle + angle, _picked(c, source) + cosine * u + sine * v


def _picked(points: Numbers, source: NDArray[np.intp]) -> Numbers:
    """(rows, directions, 3) some of the points of each row."""
    import numpy as np

    return np.take_along_axis(points, source[..., None], 1)
