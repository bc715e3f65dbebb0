"""Checks of the arguments of functions; each error message is one sentence."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

from bodyplan.core import class_name, quoted
from bodyplan.kinematics.plan import Plan, plan_of
from bodyplan.lie.array import Array, constant, floating, last_axis, namespace
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays

AnyRobot = Robot | RobotArrays
"""A robot, or its arrays."""


def configuration(robot: AnyRobot, q: Any, name: str = "q") -> tuple[Plan, Array]:
    """Return the precomputed tables of the robot, and q as a floating-point array.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq), or positions of joints by name; other joints have their default positions,
            as in ``Robot.q``.
        name: the name of the argument, for messages.

    Raises:
        TypeError: q is neither an array of float64 or float32 nor a mapping.
        ValueError: q does not have the shape (..., nq), or the number of values of a joint differs
            from the number of its variables.
        UnknownNameError: q names a joint that does not exist.
    """
    plan = plan_of(robot)
    q = unnamed(robot, q, name)
    return plan, last_axis(floating(q, name), plan.nq, name, "nq")


def unnamed(robot: AnyRobot, q: Any, name: str) -> Any:
    """Return q as an array if it gives positions by joint name; otherwise, return it unchanged.

    Raises:
        TypeError: the configuration is given by name, but the robot is given by its arrays.
        ValueError: the number of values of a joint differs from the number of its variables.
        UnknownNameError: q names a joint that does not exist.
    """
    if not isinstance(q, Mapping):
        return q
    if not isinstance(robot, Robot):
        raise TypeError(f"{name} must be an array: positions by joint name require a Robot")
    return robot.q(q)


def whole(robot: Robot) -> None:
    """Check that the argument is a robot, not its arrays.

    Raises:
        TypeError: the argument is not a robot.
    """
    if not isinstance(robot, Robot):
        raise TypeError(f"expected model.Robot, not {class_name(type(robot))}")


def moving(robot: AnyRobot, plan: Plan) -> None:
    """Check that the robot has links.

    Raises:
        ValueError: the robot has no links.
    """
    if plan.links == 0:
        raise ValueError(f"robot {quoted(robot.name)} has no links")


def velocity(plan: Plan, value: Any, name: str, q: Array) -> Array:
    """Return a velocity or acceleration in the library, precision and batch shape of q.

    Raises:
        TypeError: the array is of another library or precision.
        ValueError: the array does not have the shape (..., nv), or its batch does not broadcast
            with that of q.
    """
    found = last_axis(floating(value, name, of=q), plan.nv, name, "nv")
    namespace(q, found)
    together(q, found, name)
    alike(q, found, name)
    return found


def together(q: Array, other: Array, name: str, *, first: str = "q") -> None:
    """Check that two batch shapes broadcast.

    Raises:
        ValueError: the batch shapes do not broadcast.
    """
    import numpy as np

    batch, more = tuple(q.shape[:-1]), tuple(other.shape[:-1])
    try:
        np.broadcast_shapes(batch, more)
    except ValueError:
        raise ValueError(
            f"{first} has batch {batch} and {name} has batch {more}: these shapes do not broadcast"
        ) from None


def vector(value: Any, size: int, name: str, q: Array) -> Array:
    """Return a short vector, such as gravity, in the library and precision of q.

    Raises:
        ValueError: the vector does not have the shape (size,).
        TypeError: the vector is not an array of numbers, or is an array of a library other than
            NumPy and the library of q.
    """
    import numpy as np

    found = floating(value, name, of=q)
    if tuple(found.shape) != (size,):
        raise ValueError(f"{name} must have shape ({size},), not {tuple(found.shape)}")
    # A NumPy array is accepted as a constant for any library of q.
    if isinstance(found, np.ndarray):
        return constant(found, q)
    namespace(q, found)
    alike(q, found, name)
    return found


def alike(q: Array, other: Array, name: str, *, first: str = "q") -> None:
    """Check that two arrays have the same precision.

    Raises:
        TypeError: the arrays have different precisions.
    """
    if str(other.dtype) != str(q.dtype):
        both = f"{name} is {other.dtype} and {first} is {q.dtype}"
        raise TypeError(f"{both}: both must have the same precision")


def one_of(value: Any, known: Iterable[str], name: str) -> None:
    """Check that a keyword is one of the known keywords.

    Raises:
        ValueError: the keyword is unknown.
    """
    words = tuple(known)
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, words))}, not {value!r}")


def at_least(least: int, value: Any, name: str) -> int:
    """Return a value as an integer, and check that it is at least ``least``.

    Raises:
        TypeError: the value is not an integer.
        ValueError: the value is too small.
    """
    try:
        count = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}") from None
    if count < least:
        raise ValueError(f"{name} must be at least {least}, not {count}")
    return count
