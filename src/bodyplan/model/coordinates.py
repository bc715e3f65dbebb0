"""Configurations as arrays: conversion from and to names, and random configurations."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.model.arrays import RobotArrays
from bodyplan.model.arrays_layout import TYPE_CODES
from bodyplan.model.configuration import Configuration
from bodyplan.model.joint import ENDLESS, JOINT_TYPES
from bodyplan.model.numbers import plain, unmasked
from bodyplan.model.numeric import need_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from bodyplan.model.robot import Robot


def q_of(robot: Robot, values: Mapping[str, float | Sequence[float]]) -> NDArray[np.float64]:
    """Return a configuration (nq,) with the given positions and default positions of other joints.

    Raises:
        UnknownNameError: a joint does not exist.
        ValueError: the number of values of a joint differs from the number of its variables, or the
            joint is a mimic joint.
        TypeError: a value is not a number.
    """
    need_numpy()
    import numpy as np

    for name in values:
        if robot.joint(name).mimic is not None:
            leader = robot.mimics[name].leader
            raise ValueError(
                f"joint {quoted(name)} mimics {quoted(leader)}: set that joint instead"
            )
    configuration = robot.configuration(values)
    numbers = [x for joint in robot.independent_joints for x in configuration[joint.name]]
    return np.array(numbers, np.float64)


def positions_of(robot: Robot, q: ArrayLike) -> Configuration:
    """Return the values of every movable joint, by name; values of mimic joints are computed.

    Raises:
        ValueError: q is not of shape (nq,), or has masked numbers.
        TypeError: q does not contain real numbers, or the numbers are unknown because JAX or Torch
            is tracing.
    """
    need_numpy()
    import numpy as np

    unmasked(q, "q")
    try:
        numbers = plain(q, "q")
    except ValueError:
        raise ValueError("q must be a list of numbers") from None
    if numbers.dtype.kind not in "iuf":
        raise TypeError(f"q must contain real numbers, not {numbers.dtype}")
    if numbers.shape != (robot.arrays.nq,):
        raise ValueError(
            f"a configuration of robot {quoted(robot.name)} has shape ({robot.arrays.nq},),"
            f" not {numbers.shape}"
        )
    values = numbers.astype(np.float64).tolist()
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
    """Return configurations (*batch, nq), uniform within the limits; see ``Robot.random``.

    Args:
        arrays: the arrays of the robot.
        rng: a generator, or the seed of a new one.
        batch: shape of the batch.

    Raises:
        ValueError: rng is not a seed, or batch is not a shape.
        TypeError: rng or batch has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    import numpy as np

    dice, shape = dice_of(rng), (*_shape(batch), arrays.nq)
    reach = np.full(arrays.nq, math.pi)
    free = arrays.follows == -1
    starts = {
        kind: arrays.q_index[(arrays.kind == TYPE_CODES[kind]) & free] for kind in JOINT_TYPES
    }
    for kind, first in starts.items():
        for place, unit in enumerate(JOINT_TYPES[kind].units):
            if unit == "m":
                reach[first + place] = 1.0
    lower, upper = arrays.lower, arrays.upper
    # A lower limit of +inf, or an upper limit of -inf, counts as no limit.
    open_below = ~(lower > -ENDLESS) | np.isposinf(lower)
    open_above = ~(upper < ENDLESS) | np.isneginf(upper)
    low = np.where(open_below, np.where(open_above, -reach, upper - 2.0 * reach), lower)
    high = np.where(open_above, np.where(open_below, reach, lower + 2.0 * reach), upper)
    try:
        result: NDArray[np.float64] = low + (high - low) * dice.random(shape)
    except (MemoryError, ValueError):  # ValueError: the size exceeds the largest integer of NumPy
        raise MemoryError(f"no memory for an array of float64 with shape {shape}") from None
    for kind, first in starts.items():
        for start in first if "" in JOINT_TYPES[kind].units else ():
            four = dice.standard_normal((*shape[:-1], 4))
            four /= np.linalg.norm(four, axis=-1, keepdims=True)
            place = start + JOINT_TYPES[kind].units.index("")
            result[..., place : place + 4] = four
    return result


def dice_of(rng: np.random.Generator | int | None) -> np.random.Generator:
    """Return a random generator; create one if a seed or None is given.

    Raises:
        ValueError: the integer is not a valid seed.
        TypeError: rng has the wrong type.
    """
    import numpy as np

    try:
        return np.random.default_rng(rng)
    except (ValueError, TypeError) as error:
        message = f"rng must be a generator, a seed of at least 0 or None, not {rng!r}"
        raise type(error)(message) from None


def _shape(batch: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape of a batch.

    Raises:
        ValueError: a number is negative.
        TypeError: batch is neither an integer nor a sequence of integers.
    """
    try:
        try:
            shape: tuple[int, ...] = (operator.index(batch),)  # type: ignore[arg-type]
        except TypeError:
            shape = tuple(map(operator.index, batch))  # type: ignore[arg-type]
    except TypeError:
        message = f"batch must be a whole number, or a tuple of them, not {batch!r}"
        raise TypeError(message) from None
    if min(shape, default=0) < 0:
        raise ValueError(f"batch must have no negative numbers: {shape}")
    return shape
