"""Poses of links from a configuration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bodyplan.kinematics import poses
from bodyplan.kinematics.given import AnyRobot, configuration, links_of
from bodyplan.lie.array import Array

FORMS = {"4x4": (4, 4), "3x4": (3, 4), "position_quat_xyzw": (7,)}
"""Forms of a pose, with their shapes."""


def forward_kinematics(
    robot: AnyRobot,
    q: Any,
    frames: Iterable[str | int] | None = None,
    *,
    form: str = "4x4",
    out: Array = None,
) -> Array:
    """(*batch, links, 4, 4) the poses X_RL of links in the frame of the first root.

    Further roots stand where the first one stands.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m]; quaternions are scaled to length one. Lists
            and integers count as float64.
        frames: names or numbers of links; all of them by default, in order.
        form: "4x4"; "3x4" without the last row; "position_quat_xyzw", seven numbers, with w not
            negative.
        out: an array of NumPy to write to, of the shape and precision of the answer.

    Raises:
        UnknownNameError: a link is not there.
        IndexError: a link's number is out of range.
        ValueError: q, out or form is not as said above.
        TypeError: q or out is of another type.
    """
    import numpy as np

    plan, q = configuration(robot, q)
    if form not in FORMS:
        raise ValueError(f"form must be {', '.join(map(repr, FORMS))}, not {form!r}")
    links = None if frames is None else links_of(plan, frames)
    part = plan.part(links)
    shape = (*q.shape[:-1], len(part.slots), *FORMS[form])
    if out is not None:
        _check_out(out, shape, q)
    if isinstance(q, np.ndarray) and form != "position_quat_xyzw":
        from bodyplan.kinematics.poses_numpy import fill

        found = np.empty(shape, q.dtype) if out is None else out
        fill(plan, part, q, found)
        return found
    found = poses.stacked(poses.link_poses(plan, part, q), part.slots, q)
    found = poses.as_form(found, form)
    if out is None:
        return found
    out[...] = found
    return out


def _check_out(out: Any, shape: tuple[int, ...], q: Any) -> None:
    """Looks whether the answer can be written there.

    Raises:
        TypeError: it is no array of NumPy of the precision of q.
        ValueError: it has another shape, or cannot be written to.
    """
    import numpy as np

    if not isinstance(out, np.ndarray) or not isinstance(q, np.ndarray):
        raise TypeError("out is for arrays of NumPy only")
    if out.dtype != q.dtype:
        raise TypeError(f"out is {out.dtype} and q is {q.dtype}: give both of one precision")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out cannot be written to")
    if np.may_share_memory(out, q):
        raise ValueError("out and q lie in the same memory")
