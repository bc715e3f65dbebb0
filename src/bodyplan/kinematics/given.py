"""What is given to the functions here: looked at once, refused in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bodyplan.kinematics.plan import Plan, link_index, plan_of
from bodyplan.lie.array import Array, constant, floating, last_axis, namespace
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays
from bodyplan.text import quoted

AnyRobot = Robot | RobotArrays
"""A robot, or its arrays."""


def configuration(robot: AnyRobot, q: Any, name: str = "q") -> tuple[Plan, Array]:
    """The tables of the robot, and q as floating numbers.

    Raises:
        TypeError: q is no array, or not of float64 or float32.
        ValueError: q has not the shape (..., nq).
    """
    plan = plan_of(robot)
    return plan, last_axis(floating(q, name), plan.nq, name, "nq")


def moving(robot: AnyRobot, plan: Plan) -> None:
    """Looks whether the robot has links.

    Raises:
        ValueError: it has none.
    """
    if plan.links == 0:
        raise ValueError(f"robot {quoted(robot.name)} has no links")


def velocity(plan: Plan, value: Any, name: str, q: Array) -> Array:
    """A velocity or an acceleration that goes with q: of its library, precision and batch.

    Raises:
        TypeError: it is of another library or precision.
        ValueError: it has not the shape (..., nv), or its batch does not go with that of q.
    """
    found = last_axis(floating(value, name, of=q), plan.nv, name, "nv")
    namespace(q, found)
    together(q, found, name)
    if str(found.dtype) != str(q.dtype):
        raise TypeError(f"{name} is {found.dtype} and q is {q.dtype}: give both of one precision")
    return found


def together(q: Array, other: Array, name: str, *, first: str = "q") -> None:
    """Looks whether two batches go together.

    Raises:
        ValueError: they do not.
    """
    import numpy as np

    batch, more = tuple(q.shape[:-1]), tuple(other.shape[:-1])
    try:
        np.broadcast_shapes(batch, more)
    except ValueError:
        raise ValueError(
            f"{first} has batch {batch} and {name} has batch {more}: they do not go together"
        ) from None


def vector(value: Any, size: int, name: str, like: Array) -> Array:
    """A constant of a few numbers, such as gravity.

    Raises:
        ValueError: it has another shape.
    """
    found = floating(value, name, of=like)
    if tuple(found.shape) != (size,):
        raise ValueError(f"{name} must have shape ({size},), not {tuple(found.shape)}")
    return constant(value, like) if isinstance(value, list | tuple) else found


def links_of(plan: Plan, frames: Iterable[str | int]) -> tuple[int, ...]:
    """Numbers of links, by names or numbers.

    Raises:
        UnknownNameError: there is no link of a name.
        IndexError: there is none of a number.
        TypeError: it is one name alone.
    """
    if isinstance(frames, str):
        raise TypeError(f"frames are given as a list: [{quoted(frames)}]")
    return tuple(link_index(plan, frame) for frame in frames)
