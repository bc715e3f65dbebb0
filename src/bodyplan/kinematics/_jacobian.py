"""Jacobians of links and frames."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.kinematics._arguments import AnyRobot, at_least, configuration, one_of
from bodyplan.kinematics._output import filled, room, run_kernel, writable
from bodyplan.kinematics._state import columns, entries, flat, turned_back
from bodyplan.kinematics._sums import Gathering, gathered, gathering
from bodyplan.kinematics.forward import forward_kinematics
from bodyplan.kinematics.place import Place, place_of
from bodyplan.kinematics.plan import Plan, PlanPart
from bodyplan.lie import se3
from bodyplan.lie.array import Array, constant, moveaxis, namespace, product, zeros
from bodyplan.model import Robot
from bodyplan.model.arrays import RobotArrays
from bodyplan.native import Refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Reference = Literal["local", "world", "local_world_aligned"]
REFERENCES = {"local": 0, "world": 1, "local_world_aligned": 2}
"""The reference frames of a Jacobian, with their numbers in the kernels."""


def frame_jacobian(
    robot: AnyRobot,
    q: Any,
    frame: str | int,
    *,
    reference: Reference = "local_world_aligned",
    out: Array = None,
    threads: int = 1,
) -> Array:
    """Return the Jacobian (*batch, 6, nv) of a link: its twist, linear first, per joint velocity.

    Args:
        robot: a robot, or its arrays.
        q: (*batch, nq) configurations [rad] or [m].
        frame: name or number of a link, or name of a frame of the robot.
        reference: "local": twist at the origin of the link, expressed in the axes of the link.
            "world": twist at the point of the link that coincides with the origin of the root,
            expressed in the axes of the root. "local_world_aligned": twist at the origin of the
            link, expressed in the axes of the root.
        out: a NumPy array with the shape and precision of the result; by default a new array.
        threads: the largest number of threads; the result does not depend on it.

    Raises:
        UnknownNameError: the link does not exist.
        IndexError: the link's number is out of range.
        ValueError: q, reference, out or threads is not as described above.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    if type(robot) is Robot or type(robot) is RobotArrays:
        native = robot.kernels
        link, code = native.link_number(frame), _code(reference)
        try:
            return native.jacobian(q, link, code, out, threads)
        except Refusal:
            pass
    plan, q = configuration(robot, q)
    one_of(reference, REFERENCES, "reference")
    place = place_of(robot, plan, frame)
    shape = (*q.shape[:-1], 6, plan.nv)
    if place.X_LF is not None and reference != "world":
        writable(out, shape, q)
        threads = at_least(1, threads, "threads")
        with room(shape, q):
            return filled(out, _moved(robot, q, place, reference, threads))
    arrays = partial(_jacobian, plan, q, place.link, reference)
    which = (place.link, REFERENCES[reference])
    return run_kernel(robot, shape, "jacobian", (q,), arrays, *which, out=out, threads=threads)


def _code(reference: object) -> int:
    """Return the number that the kernels use for a reference frame; -1 for any other value."""
    return REFERENCES.get(reference, -1) if isinstance(reference, str) else -1


def _moved(robot: AnyRobot, q: Array, place: Place, reference: Reference, threads: int) -> Array:
    """Return the Jacobian of a frame that is fixed to a link, computed from the link's Jacobian."""
    J = frame_jacobian(robot, q, place.link, reference="local", threads=threads)
    J = product(se3.adjoint(se3.inverse(constant(place.X_LF, J))), J)
    if reference == "local":
        return J
    R = forward_kinematics(robot, q, [place.link], threads=threads)[..., 0, :3, :3]
    R = product(R, constant(place.X_LF, R)[:3, :3])
    parts = (product(R, J[..., :3, :]), product(R, J[..., 3:, :]))
    return namespace(J).concat(parts, axis=-2)


def _jacobian(plan: Plan, q: Array, link: int, reference: Reference) -> Array:
    """Return the Jacobian, computed with array operations."""
    xp = namespace(q)
    part = plan.part((link,))
    way = part.memo.get("columns")
    if way is None:
        way = part.memo["columns"] = _columns(plan, link)
    if not len(way.moving):
        return zeros((*q.shape[:-1], 6, plan.nv), q)
    R, p = entries(plan, way.part, flat(q))
    at = p[:, :1] if reference != "world" else 0.0 * p[:, :1]
    linear, angular = columns(plan, way.moving, R[:, :, 1:], p[:, 1:] - at)
    if reference == "local":
        linear, angular = (turned_back(R[:, :, :1], value) for value in (linear, angular))
    found = moveaxis(xp.concat((linear, angular), axis=0), -1, 0)
    found = gathered(plan, way.how, found)
    return found.reshape((*q.shape[:-1], 6, plan.nv))


class Columns(NamedTuple):
    """The nonzero columns of a Jacobian.

    Args:
        moving: the degrees of freedom that move the link.
        part: the part of the plan with the link, and with the links in whose frames the twists of
            these degrees of freedom are constant.
        how: the map from these degrees of freedom to the entries of the velocity vector v.
    """

    moving: NDArray[np.intp]
    part: PlanPart
    how: Gathering


def _columns(plan: Plan, link: int) -> Columns:
    import numpy as np

    freedoms = plan.freedoms
    moving = [
        index
        for joint in plan.part((link,)).joints
        for index in range(freedoms.first[joint], freedoms.first[joint + 1])
    ]
    # not cached here, because the result is cached in the memo of the part with only this link
    part = plan.new_part((link, *freedoms.link[moving].tolist()))
    return Columns(np.array(moving, np.intp), part, gathering(plan, moving))
