"""Overlays that are added to a scene: points, lines, frames, labels and trajectories."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bodyplan.model.transform import IDENTITY, Transform
from bodyplan.viewer.records import pose_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from bodyplan.model import Robot


class Overlays:
    """The overlays of a scene."""

    robots: list[Robot]

    def __init__(self) -> None:
        self.overlays: list[dict[str, Any]] = []
        """The overlays, in the format that the page reads."""

    def add_points(
        self,
        points: ArrayLike,
        *,
        name: str = "points",
        color: str = "#e4572e",
        size: float = 5.0,
        parent: str = "",
    ) -> None:
        """Add points.

        Args:
            points: (n, 3) the points, in the frame of the parent [m].
            name: the name of the overlay.
            color: a CSS color, such as "red" or "#e4572e".
            size: diameter on the screen [pixels].
            parent: name of the link to which the points are attached; empty for the world.

        Raises:
            ValueError: the points are not finite, or have the wrong shape.
            UnknownNameError: the link does not exist.
        """
        self._add("points", name, parent, points=_points(points, 1), color=color, size=size)

    def add_lines(
        self,
        points: ArrayLike,
        *,
        name: str = "lines",
        color: str = "#e4572e",
        width: float = 2.0,
        parent: str = "",
    ) -> None:
        """Add a line through points.

        Args:
            points: (n, 3) the points, in the frame of the parent [m], at least 2.
            name: the name of the overlay.
            color: a CSS color, such as "red" or "#e4572e".
            width: the line width on the screen [pixels].
            parent: name of the link to which the line is attached; empty for the world.

        Raises:
            ValueError: the points are not finite, have the wrong shape, or are fewer than 2.
            UnknownNameError: the link does not exist.
        """
        self._add("lines", name, parent, points=_points(points, 2), color=color, width=width)

    def add_frame(
        self,
        pose: Transform = IDENTITY,
        *,
        name: str = "frame",
        size: float = 0.1,
        parent: str = "",
    ) -> None:
        """Add a coordinate frame, drawn as three axes: x red, y green, z blue.

        Args:
            pose: the pose in the frame of the parent.
            name: the name of the overlay.
            size: length of its axes [m].
            parent: name of the link to which the overlay is attached; empty for the world.

        Raises:
            UnknownNameError: the link does not exist.
        """
        self._add("frame", name, parent, pose=pose_of(pose), size=size)

    def add_label(
        self,
        text: str,
        at: ArrayLike = (0.0, 0.0, 0.0),
        *,
        name: str = "label",
        color: str = "",
        parent: str = "",
    ) -> None:
        """Add a text.

        Args:
            text: the text.
            at: (3,) the position of the text in the frame of the parent [m].
            name: the name of the overlay.
            color: a CSS color; by default the color of the theme.
            parent: name of the link to which the overlay is attached; empty for the world.

        Raises:
            ValueError: the position is not finite, or has the wrong shape.
            UnknownNameError: the link does not exist.
        """
        (position,) = _points([at], 1)
        self._add("label", name, parent, text=text, at=position, color=color)

    def add_trajectory(
        self,
        q: ArrayLike,
        *,
        times: ArrayLike | None = None,
        name: str = "trajectory",
        robot: int = 0,
    ) -> None:
        """Add a trajectory that the page plays.

        Args:
            q: (n, nq) configurations of the robot [rad] or [m].
            times: (n,) increasing times [s]; by default 0.1 s between configurations.
            name: the name of the overlay.
            robot: index of the robot.

        Raises:
            ValueError: the robot does not exist, a number is not finite, an array has the wrong
                shape, or the times decrease.
        """
        import numpy as np

        if not 0 <= robot < len(self.robots):
            raise ValueError(f"robot {robot} does not exist: the scene has {len(self.robots)}")
        values = np.asarray(q, np.float64)
        nq = self.robots[robot].nq
        if values.ndim != 2 or values.shape[1] != nq or not len(values):
            raise ValueError(f"q must have shape (n, {nq}), got {values.shape}")
        when = 0.1 * np.arange(len(values)) if times is None else np.asarray(times, np.float64)
        if when.shape != (len(values),):
            raise ValueError(f"times must have shape ({len(values)},), got {when.shape}")
        if not (np.isfinite(values).all() and np.isfinite(when).all()):
            raise ValueError("a trajectory must be finite")
        if (np.diff(when) < 0.0).any():
            raise ValueError("times must not decrease")
        entry = {"kind": "trajectory", "name": name, "robot": robot}
        self.overlays.append({**entry, "times": when.tolist(), "q": values.tolist()})

    def _add(self, kind: str, name: str, parent: str, **values: Any) -> None:
        if parent and not any(robot.has_link(parent) for robot in self.robots):
            (self.robots[0].link(parent) if self.robots else _no_robot(parent))
        self.overlays.append({"kind": kind, "name": name, "parent": parent, **values})


def _no_robot(parent: str) -> None:
    raise ValueError(f"link {parent!r} does not exist: the scene has no robot")


def _points(points: Any, least: int) -> list[list[float]]:
    """Return points as lists.

    Raises:
        ValueError: the points are not finite, have the wrong shape, or are too few.
    """
    import numpy as np

    values = np.asarray(points, np.float64)
    if values.ndim != 2 or values.shape[1] != 3 or len(values) < least:
        raise ValueError(f"points must have shape (n, 3) with n >= {least}, got {values.shape}")
    found: list[list[float]] = values.tolist()
    if not all(map(math.isfinite, values.ravel())):
        raise ValueError("points must be finite")
    return found
