"""Poses of links by products of 4x4 matrices, for arrays of any library."""

from __future__ import annotations

from typing import Any

from bodyplan.kinematics.plan import Part, Plan, turning
from bodyplan.lie import se3, so3
from bodyplan.lie.array import Array, constant, namespace, zeros


def link_poses(plan: Plan, part: Part, q: Array) -> list[Array]:
    """(*batch, 4, 4) X_RC of the child of each joint of the part.

    Args:
        plan: of the robot.
        part: joints that are wanted, with all above them.
        q: (*batch, nq) a configuration.
    """
    local = _local_poses(plan, part, q)
    found: list[Array] = []
    for slot, above in enumerate(part.parents):
        found.append(local[slot] if above < 0 else found[above] @ local[slot])
    return found


def _local_poses(plan: Plan, part: Part, q: Array) -> list[Array]:
    """X_PC of each joint of the part."""
    xp = namespace(q)
    local: list[Any] = [None] * len(part.joints)
    if part.single:
        x = q[..., part.single_q]
        if not part.plain:
            x = x * constant(part.multiplier, q) + constant(part.offset, q)
        x = x[..., None, None]
        C0, C1, C2, C3 = (constant(C, q) for C in part.C)
        X = C0 + xp.sin(x) * C1 + xp.cos(x) * C2
        if part.C[3].any():
            X = X + x * C3
        for place, slot in enumerate(part.single):
            local[slot] = X[..., place, :, :]
    for slot, pose in part.fixed:
        local[slot] = xp.broadcast_to(constant(pose, q), (*q.shape[:-1], 4, 4))
    for kind, joint, first, slot in part.special:
        X_PJ = constant(plan.C[0, joint], q)
        local[slot] = X_PJ @ motion(plan, kind, joint, q[..., first:])
    return local


def motion(plan: Plan, kind: str, joint: int, q: Array) -> Array:
    """(*batch, 4, 4) X_JC of a joint with several variables, whose numbers come first in q."""
    xp = namespace(q)
    none = 0.0 * q[..., :2]
    none = xp.concat((none, none[..., :1]), axis=-1)
    if kind == "floating":
        return se3.from_quat_xyzw(q[..., 3:7], q[..., :3])
    if kind == "ball":
        return se3.from_quat_xyzw(q[..., :4], none)
    axis, axis2 = plan.arrays.axis[joint : joint + 1], plan.arrays.axis2[joint : joint + 1]
    if kind == "planar":
        import numpy as np

        x, y = constant(axis2[0], q), constant(np.cross(axis[0], axis2[0]), q)
        return se3.pose(_turn(axis, q[..., 2]), q[..., :1] * x + q[..., 1:2] * y)
    return se3.pose(_turn(axis, q[..., 0]) @ _turn(axis2, q[..., 1]), none)


def _turn(axis: Any, angle: Array) -> Array:
    xp = namespace(angle)
    A0, A1, A2 = (constant(A[0], angle) for A in turning(axis))
    x = angle[..., None, None]
    return A0 + xp.sin(x) * A1 + xp.cos(x) * A2


def stacked(found: list[Array], slots: list[int], q: Array) -> Array:
    """(*batch, links, 4, 4) the poses of some links; roots stand where they stand."""
    import numpy as np

    xp = namespace(q)
    shape = (*q.shape[:-1], 4, 4)
    root = None
    rows = []
    for slot in slots:
        if slot < 0 and root is None:
            root = xp.broadcast_to(constant(np.eye(4), q), shape)
        rows.append(root if slot < 0 else found[slot])
    if not rows:
        return zeros((*q.shape[:-1], 0, 4, 4), q)
    return xp.stack(rows, -3)


def as_form(X: Array, form: str) -> Array:
    """Poses in the form that was asked for: "4x4", "3x4" or "position_quat_xyzw".

    Raises:
        ValueError: there is no such form.
    """
    if form == "4x4":
        return X
    if form == "3x4":
        return X[..., :3, :]
    if form == "position_quat_xyzw":
        xp = namespace(X)
        return xp.concat((X[..., :3, 3], so3.to_quat_xyzw(X[..., :3, :3])), axis=-1)
    raise ValueError(f"form must be '4x4', '3x4' or 'position_quat_xyzw', not {form!r}")
