"""Frames whose pose or velocity is requested: links, or frames that are fixed to links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.core import quoted
from bodyplan.kinematics.plan import Plan, link_index
from bodyplan.lie.array import Array, constant, product
from bodyplan.model import Robot, UnknownNameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.kinematics._arguments import AnyRobot


class Place(NamedTuple):
    """A frame that is fixed to a link, or the frame of the link itself.

    Args:
        link: number of the link.
        X_LF: (4, 4) pose of the frame in the link frame; None for the link frame itself.
    """

    link: int
    X_LF: NDArray[np.float64] | None = None


def place_of(robot: AnyRobot, plan: Plan, frame: str | int) -> Place:
    """Return the place of a link or frame; if a link and a frame have the same name, of the link.

    Raises:
        UnknownNameError: no link or frame has the name.
        IndexError: a link number is out of range.
        TypeError: the argument is neither a name nor a number.
    """
    if isinstance(frame, str) and frame not in plan.names and isinstance(robot, Robot):
        found = robot.frame_places.get(frame)
        if found is not None:
            return found
        if robot.frames and not robot.has_joint(frame):
            known = [*robot.link_names, *(one.name for one in robot.frames)]
            raise UnknownNameError("link or frame", frame, known, f"robot {quoted(robot.name)}")
        # if the name is a joint, raise an error that suggests the joint's child link
        robot.link_index(frame)
    return Place(link_index(plan, frame))


def frames_of(robot: Robot) -> dict[str, Place]:
    """Return the frames of a robot, by name."""
    import numpy as np

    found = {}
    for frame in robot.frames:
        X = np.eye(4)
        X[:3, :3], X[:3, 3] = frame.origin.R, frame.origin.p
        found[frame.name] = Place(robot.link_index(frame.link), X)
    return found


def places_of(robot: AnyRobot, plan: Plan, frames: Iterable[str | int]) -> list[Place]:
    """Return several links or frames by name or number.

    Raises:
        UnknownNameError: no link or frame has one of the names.
        IndexError: a link number is out of range.
        TypeError: an entry is neither a name nor a number.
    """
    if isinstance(frames, bytes) or not isinstance(frames, Iterable):
        raise TypeError(f"frames must be a name, a number or a list of these, got {frames!r}")
    return [place_of(robot, plan, frame) for frame in frames]


def behind(X: Array, places: Sequence[Place]) -> Array:
    """Return the poses (*batch, places, 4, 4) of frames, computed from the poses of their links."""
    import numpy as np

    none = np.eye(4)
    held: Any = [none if place.X_LF is None else place.X_LF for place in places]
    return product(X, constant(held, X))
