"""What is given to the functions here: looked at once, refused in one sentence."""

from __future__ import annotations

from typing import Any

from bodyplan.kinematics.plan import Plan, plan_of
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


def whole(robot: Robot) -> None:
    """Looks whether this is a robot, not its arrays.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(robot, Robot):
        raise TypeError(f"expected a Robot, not {type(robot).__name__}")


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


def threads_of(threads: Any) -> int:
    """How many threads.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is less than one.
    """
    try:
        count: int = threads.__index__()
    except AttributeError:
        raise TypeError(f"threads must be a whole number, not {type(threads).__name__}") from None
    if count < 1:
        raise ValueError(f"threads must be at least 1, not {count}")
    return count


def writable(out: Any, shape: tuple[int, ...], q: Any, *more: Any) -> None:
    """Looks whether an answer can be written to ``out``, if it is given.

    Args:
        out: where to; None for nowhere.
        shape: of the answer.
        q: what it is computed from; its precision is that of the answer.
        more: likewise.

    Raises:
        TypeError: it is no array of NumPy of the precision of q.
        ValueError: it has another shape, cannot be written to, or lies where the input lies.
    """
    import numpy as np

    if out is None:
        return
    if not isinstance(out, np.ndarray) or not isinstance(q, np.ndarray):
        raise TypeError("out is for arrays of NumPy only")
    if out.dtype != q.dtype:
        raise TypeError(f"out is {out.dtype} and q is {q.dtype}: give both of one precision")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out cannot be written to")
    for name, value in zip(("q", "v", "a"), (q, *more), strict=False):
        if np.may_share_memory(out, value):
            raise ValueError(f"out and {name} lie in the same memory")


def filled(out: Array, found: Array) -> Array:
    """The answer, in ``out`` if that is given."""
    if out is None:
        return found
    out[...] = found
    return out
