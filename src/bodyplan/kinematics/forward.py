"""Poses of links from a configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from bodyplan.core import quoted
from bodyplan.core.names import Named
from bodyplan.kinematics import poses
from bodyplan.kinematics._arguments import AnyRobot, at_least, configuration, one_of, whole
from bodyplan.kinematics._output import filled, room, writable
from bodyplan.kinematics.native import POSE_ROWS, Kernels, computed, kernels_for
from bodyplan.kinematics.place import behind, place_of, places_of
from bodyplan.kinematics.plan import Plan
from bodyplan.lie.array import Array
from bodyplan.lie.se3 import to_position_quat_xyzw
from bodyplan.model import Robot, Transform
from bodyplan.model.arrays import RobotArrays
from bodyplan.native import Refusal

Form = Literal["4x4", "3x4", "position_quat_xyzw"]
"""The form in which poses are returned."""
MATRIX: Form = "4x4"
FORMS = {"4x4": (4, 4), "3x4": (3, 4), "position_quat_xyzw": (7,)}
"""Forms of a pose, with their shapes."""


def forward_kinematics(
    robot: AnyRobot,
    q: Any,
    frames: str | int | Iterable[str | int] | None = None,
    *,
    form: Form = MATRIX,
    out: Array = None,
    threads: int = 1,
) -> Array:
    """Return the poses X_RL of links in the frame R of the first root.

    All other root links have the same pose as the first root.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m]; quaternions are scaled to length one. Lists
            and integers count as float64. If ``robot`` is a robot, q may also be positions by joint
            name, as in ``{"elbow": 0.5}``; the other joints have their default positions.
        frames: one link by name or number, one frame of the robot by name, or a list of these; by
            default all links, in order.
        form: "4x4"; "3x4" without the last row; "position_quat_xyzw": position and quaternion x, y,
            z, w, with w not negative.
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Returns:
        The poses (*batch, frames, 4, 4); for a single frame that is not in a list, (*batch, 4, 4).

    Raises:
        UnknownNameError: a link or joint does not exist.
        IndexError: a link's number is out of range.
        ValueError: q, out, form or threads is not as described above.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    if type(robot) is Robot or type(robot) is RobotArrays:
        native = robot.kernels
        try:
            if frames is None and form is MATRIX:
                return native.poses(q, out, None, threads)
            return native.poses(q, out, native.choice(frames, form), threads)
        except Refusal:
            pass
    import numpy as np

    plan, q = configuration(robot, q)
    one_of(form, FORMS, "form")
    if isinstance(frames, str | int | np.integer):
        place_of(robot, plan, frames)
        writable(out, (*q.shape[:-1], *FORMS[form]), q)
        found = forward_kinematics(robot, q, [frames], form=form, threads=threads)
        return filled(out, found[..., 0, :] if len(FORMS[form]) == 1 else found[..., 0, :, :])
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


def poses_by_name(robot: Robot, q: Any = None) -> Named[Transform]:
    """Return the poses of all links and frames by name: ``robot.poses(q)["tool0"].p``.

    For many configurations, or for a single frame, ``forward_kinematics`` is faster.

    Args:
        robot: a robot.
        q: (nq,) a configuration, or positions by joint name; by default the default configuration.

    Returns:
        X_RL of each link L and X_RF of each frame F, in the frame R of the first root. If a link
        and a frame have the same name, the result contains the pose of the link.

    Raises:
        UnknownNameError: a joint does not exist.
        ValueError: q does not have the shape (nq,).
        TypeError: robot or q has the wrong type.
    """
    whole(robot)
    _, q = configuration(robot, {} if q is None else q)
    if q.ndim != 1:
        raise ValueError(
            f"q must have shape (nq = {robot.nq},), not {tuple(q.shape)}:"
            " forward_kinematics returns the poses of many configurations"
        )
    found: dict[str, Transform] = {}
    for link, matrix in zip(robot.links, forward_kinematics(robot, q).tolist(), strict=True):
        a, b, c, _ = matrix
        rotation = (tuple(a[:3]), tuple(b[:3]), tuple(c[:3]))
        found[link.name] = Transform(rotation, (a[3], b[3], c[3]))
    for frame in robot.frames:
        found.setdefault(frame.name, found[frame.link] @ frame.origin)
    return Named("link or frame", found, f"robot {quoted(robot.name)}")


def _poses(
    plan: Plan,
    kernels: Kernels | None,
    q: Array,
    links: tuple[int, ...] | None,
    form: str,
    out: Array,
    threads: int,
) -> Array:
    """Return the poses of links as matrices, computed by kernels or by array code."""
    rows = POSE_ROWS[form]
    if kernels is not None:
        chosen = kernels.choice(None, form) if links is None else kernels.numbered(links, rows)

        def kernel(q: Array, *, out: Array = None, threads: int) -> Array:
            return kernels.poses(q, out, chosen, threads)

        return computed(kernel, q, out=out, threads=threads)
    return filled(out, poses.link_poses(plan, plan.part(links), q)[..., :rows, :])
