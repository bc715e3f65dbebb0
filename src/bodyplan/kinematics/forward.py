"""Poses of links from a configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from bodyplan.kinematics import poses
from bodyplan.kinematics.arguments import AnyRobot, at_least, configuration, one_of
from bodyplan.kinematics.native import POSE_ROWS, Kernels, computed, kernels_for
from bodyplan.kinematics.output import filled, room, writable
from bodyplan.kinematics.place import behind, places_of
from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array
from bodyplan.lie.se3 import to_position_quat_xyzw
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays
from bodyplan.native import Refusal

Form = Literal["4x4", "3x4", "position_quat_xyzw"]
"""How poses are written."""
MATRIX: Form = "4x4"
FORMS = {"4x4": (4, 4), "3x4": (3, 4), "position_quat_xyzw": (7,)}
"""Forms of a pose, with their shapes."""


def forward_kinematics(
    robot: AnyRobot,
    q: Any,
    frames: Iterable[str | int] | None = None,
    *,
    form: Form = MATRIX,
    out: Array = None,
    threads: int = 1,
) -> Array:
    """(*batch, links, 4, 4) the poses X_RL of links in the frame of the first root.

    Further roots stand where the first one stands.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m]; quaternions are scaled to length one. Lists
            and integers count as float64.
        frames: names or numbers of links, or names of frames of the robot; all links by default,
            in order.
        form: "4x4"; "3x4" without the last row; "position_quat_xyzw", seven numbers, with w not
            negative.
        out: an array of NumPy to write to, of the shape and precision of the answer.
        threads: how many may compute at once; the answer is the same for any number.

    Raises:
        UnknownNameError: a link is not there.
        IndexError: a link's number is out of range.
        ValueError: q, out, form or threads is not as said above.
        TypeError: one of them is of another type.
        MemoryError: there is no room for the answer.
    """
    if type(robot) is Robot or type(robot) is RobotArrays:
        native = robot.kernels
        try:
            if frames is None and form is MATRIX:
                return native.poses(q, out, None, threads)
            return native.poses(q, out, native.choice(frames, form), threads)
        except Refusal:
            pass
    plan, q = configuration(robot, q)
    one_of(form, FORMS, "form")
    places = None if frames is None else places_of(robot, plan, frames)
    links = None if places is None else tuple(place.link for place in places)
    count = plan.links if links is None else len(links)
    shape = (*q.shape[:-1], count, *FORMS[form])
    writable(out, shape, q)
    threads = at_least(1, threads, "threads")
    kernels = kernels_for(robot, q)
    off = places is not None and any(place.X_LF is not None for place in places)
    with room(shape, q):
        if form in POSE_ROWS and not off:
            return _poses(plan, kernels, q, links, form, out, threads)
        X = _poses(plan, kernels, q, links, "4x4", None, threads)
        if places is not None and off:
            X = behind(X, places)
        if form == "position_quat_xyzw":
            return filled(out, to_position_quat_xyzw(X))
        return filled(out, X[..., : POSE_ROWS[form], :])


def _poses(
    plan: Plan,
    kernels: Kernels | None,
    q: Array,
    links: tuple[int, ...] | None,
    form: str,
    out: Array,
    threads: int,
) -> Array:
    """Those of links, as matrices: by the kernels, by code for NumPy alone, or by array code."""
    import numpy as np

    rows = POSE_ROWS[form]
    if kernels is not None:
        chosen = kernels.choice(None, form) if links is None else kernels.numbered(links, rows)

        def kernel(q: Array, *, out: Array = None, threads: int) -> Array:
            return kernels.poses(q, out, chosen, threads)

        return computed(kernel, q, out=out, threads=threads)
    part = plan.part(links)
    if isinstance(q, np.ndarray):
        from bodyplan.kinematics.poses_numpy import fill

        shape = (*q.shape[:-1], len(part.slots), rows, 4)
        found = np.empty(shape, q.dtype) if out is None else out
        fill(plan, part, q, found)
        return found
    return poses.link_poses(plan, part, q)[..., :rows, :]
