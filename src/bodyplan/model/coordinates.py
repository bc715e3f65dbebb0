"""Configurations as arrays: from names to numbers and back, and by chance."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.model.arrays import KIND_CODES, RobotArrays
from bodyplan.model.configuration import Configuration
from bodyplan.model.joint import ENDLESS
from bodyplan.model.numeric import need_numpy
from bodyplan.text import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from bodyplan.model.robot import Robot

_LENGTHS = {"prismatic": (0,), "planar": (0, 1), "floating": (0, 1, 2)}
"""Which variables of a kind are lengths; all others are angles or quaternions."""
_QUATERNIONS = {"ball": 0, "floating": 3}
"""Where the quaternion of a kind begins."""


def q_of(robot: Robot, values: Mapping[str, float | Sequence[float]]) -> NDArray[np.float64]:
    """(nq,) with some joints as given, the rest where they are by default.

    Raises:
        UnknownNameError: a joint is not there.
        ValueError: a joint has another number of variables, or follows another.
        TypeError: what is given is no number.
    """
    need_numpy()
    import numpy as np

    configuration = robot.configuration(values)
    for name in values:
        mimic = robot.joint(name).mimic
        if mimic is not None:
            leader = robot.mimics[name].leader
            raise ValueError(
                f"joint {quoted(name)} follows {quoted(leader)}: give the value of that one"
            )
    numbers = [x for joint in robot.independent_joints for x in configuration[joint.name]]
    return np.array(numbers, np.float64)


def positions_of(robot: Robot, q: ArrayLike) -> Configuration:
    """The values of every joint that has any, by name; followers follow.

    Raises:
        ValueError: q is not of shape (nq,).
    """
    need_numpy()
    import numpy as np

    numbers = np.asarray(q, np.float64)
    if numbers.shape != (robot.arrays.nq,):
        raise ValueError(
            f"a configuration of robot {quoted(robot.name)} has shape ({robot.arrays.nq},),"
            f" not {numbers.shape}"
        )
    values = numbers.tolist()
    given: dict[str, tuple[float, ...]] = {}
    first = 0
    for joint in robot.independent_joints:
        given[joint.name] = tuple(values[first : first + joint.variable_count])
        first += joint.variable_count
    return robot.configuration(given)


def random_q(
    arrays: RobotArrays,
    rng: np.random.Generator | int | None = None,
    batch: int | tuple[int, ...] = (),
) -> NDArray[np.float64]:
    """(*batch, nq), evenly spread between the bounds; where there are none, see ``Robot.random``.

    Args:
        arrays: of the robot.
        rng: a generator, or the seed of a new one.
        batch: shape of the batch.
    """
    import numpy as np

    dice = np.random.default_rng(rng)
    shape = tuple(batch) if isinstance(batch, Sequence) else (operator.index(batch),)
    reach = np.full(arrays.nq, math.pi)
    free = arrays.follows == -1
    for kind, places in _LENGTHS.items():
        first = arrays.q_index[(arrays.kind == KIND_CODES[kind]) & free]  # type: ignore[index]
        for place in places:
            reach[first + place] = 1.0
    lower, upper = arrays.lower, arrays.upper
    open_below, open_above = ~(lower > -ENDLESS), ~(upper < ENDLESS)
    low = np.where(open_below, np.where(open_above, -reach, upper - 2.0 * reach), lower)
    high = np.where(open_above, np.where(open_below, reach, lower + 2.0 * reach), upper)
    result: NDArray[np.float64] = low + (high - low) * dice.random((*shape, arrays.nq))
    for kind, place in _QUATERNIONS.items():
        for first in arrays.q_index[(arrays.kind == KIND_CODES[kind]) & free]:  # type: ignore[index]
            four = dice.standard_normal((*shape, 4))
            four /= np.linalg.norm(four, axis=-1, keepdims=True)
            result[..., first + place : first + place + 4] = four
    return result
