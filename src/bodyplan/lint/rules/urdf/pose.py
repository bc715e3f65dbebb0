"""Origins: G3xx."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rotation import IDENTITY, angle_between, length, normalized, quaternion
from bodyplan.lint.rule import rule
from bodyplan.lint.shapes import FAR, called, in_metres, joined, too_far
from bodyplan.spec import Vec4, change
from bodyplan.text import Edit


@rule("G301", "rotation-twice", severity="error", fix="always", when="quat_xyzw")
def rotation_twice(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """An origin has roll, pitch and yaw, and a quaternion as well.

    ## Why it matters
    From version 1.1 on the reference reader refuses a joint with both, and gives up the rest of a
    link with both, even when the two agree. Readers that do not know quaternions yet take the
    angles without a word. (Under 1.0 the quaternion is ignored: see U003.)

    ## Example
        <origin xyz="0 0 1" rpy="0 0 0" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Use instead
        <origin xyz="0 0 1" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Fix safety
    Where both say the same, to a millionth of a radian, removing the quaternion is safe: every
    reader knows the angles. Otherwise one of the two is lost, and the fix is unsafe: the angles
    go, unless the quaternion says nothing.
    """
    quat = pose.quat_xyzw
    if quat is None or not ctx.written(pose, "rpy"):
        return
    apart = angle_between(quaternion(pose.rpy), quat)
    safety: Literal["safe", "unsafe"] = "safe" if apart <= 1e-6 else "unsafe"
    says_nothing = angle_between(quat, IDENTITY) == 0.0
    loser = "quat_xyzw" if apart <= 1e-6 or says_nothing else "rpy"
    effect = (
        "both say the same"
        if apart <= 1e-6
        else f"they are {math.degrees(apart):.3g} degrees apart"
    )
    is_sensor = isinstance(ctx.owner(pose), urdf.Sensor)
    yield ctx.report(
        pose,
        f"{called(ctx, pose)}: the origin has rpy and quat_xyzw; {effect}",
        field="quat_xyzw",
        part="name",
        severity=Severity.WARNING if is_sensor else None,
        hint="the reference reader refuses both together; keep one",
        fix=ctx.fix_unset(f"Remove {loser}", safety, pose, loser),
    )


def _alone(pose: urdf.Pose, ctx: Context) -> Vec4 | None:
    """The quaternion, unless angles stand beside it: then G301 has spoken."""
    quat = pose.quat_xyzw
    return None if quat is None or ctx.written(pose, "rpy") else quat


@rule("G302", "quaternion-zero", severity="warning", fix="always", when="quat_xyzw")
def quaternion_zero(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """All four numbers of a quaternion are zero.

    ## Why it matters
    It is no rotation. The reference reader takes it for "not rotated" without a word; whoever
    divides by its length gets nan, and a robot that is nowhere.

    ## Example
        <origin quat_xyzw="0 0 0 0"/>

    ## Use instead
        <origin quat_xyzw="0 0 0 1"/>

    ## Fix safety
    Writing "0 0 0 1" is safe: it is what the reference reader takes.
    """
    quat = _alone(pose, ctx)
    if quat is not None and not any(quat):
        yield ctx.report(
            pose,
            f"{called(ctx, pose)}: quat_xyzw {joined(quat)} is no rotation",
            field="quat_xyzw",
            hint='"0 0 0 1" is "not rotated"; the order is x y z w',
            fix=ctx.fix_set('Write "0 0 0 1"', "safe", pose, quat_xyzw=IDENTITY),
        )


@rule("G303", "quaternion-not-unit", severity="warning", fix="always", when="quat_xyzw")
def quaternion_not_unit(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """The length of a quaternion is not one.

    ## Why it matters
    Only unit quaternions are rotations. The reference reader divides by the length without a
    word, others stretch the robot. A length that is off by more than a thousandth is no rounding:
    a number was mistyped, or left out.

    ## Example
        <origin quat_xyzw="0 0 1 1"/>

    ## Use instead
        <origin quat_xyzw="0 0 0.707106781187 0.707106781187"/>

    ## Fix safety
    Dividing by the length is safe: it is what the reference reader does.
    """
    quat = _alone(pose, ctx)
    if quat is not None and any(quat) and abs(length(quat) - 1.0) > 1e-3:
        yield ctx.report(
            pose,
            f"{called(ctx, pose)}: quat_xyzw {joined(quat)} has the length {length(quat):.4g}, not 1",
            field="quat_xyzw",
            hint="the reference reader divides by the length without a word",
            fix=ctx.fix_set("Divide by the length", "safe", pose, quat_xyzw=normalized(quat)),
        )


@rule("G304", "quaternion-scalar-first", severity="info", fix="always", when="quat_xyzw")
def quaternion_scalar_first(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """A quaternion looks as if its scalar part stood first.

    ## Why it matters
    URDF writes x y z w. "1 0 0 0" is a half turn about x in that order, but "not rotated" in the
    order w x y z of many libraries (Eigen's constructor, MuJoCo, Drake), from which such numbers
    are copied. Only this one quaternion is reported: about others nothing can be said.

    ## Example
        <origin quat_xyzw="1 0 0 0"/>

    ## Use instead
        <origin quat_xyzw="0 0 0 1"/>

    ## Fix safety
    Putting the scalar part last is unsafe: the half turn may be meant.
    """
    if _alone(pose, ctx) == (1.0, 0.0, 0.0, 0.0):
        yield ctx.report(
            pose,
            f'{called(ctx, pose)}: quat_xyzw "1 0 0 0" is a half turn about x, the order being '
            "x y z w",
            field="quat_xyzw",
            hint='"not rotated" is "0 0 0 1"',
            fix=ctx.fix_set('Write "0 0 0 1"', "unsafe", pose, quat_xyzw=IDENTITY),
        )


@rule("G305", "origin-in-millimetres", severity="warning", fix="sometimes")
def origin_in_millimetres(_robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint or shape is so far from its link that the distance is probably in millimetres.

    ## Why it matters
    Lengths are metres, in every reader. A joint at 350 is 350 metres away: the robot falls apart
    on the screen, and its masses get enormous levers. Reported are coordinates above 50 m; once
    for the robot, where no origin of a joint, visual or collision is below a metre.

    ## Example
        <joint name="elbow" type="revolute"><origin xyz="0 0 350"/>...</joint>

    ## Use instead
        <joint name="elbow" type="revolute"><origin xyz="0 0 0.35"/>...</joint>

    ## Fix safety
    Dividing by 1000 is unsafe: the file may be a map, or be in another unit. There is no fix where
    that would still be too far.
    """
    far, members = too_far(ctx)
    hint = "lengths are metres; are these millimetres?"
    if members:
        moved = len(members)
        title = f"Divide all {moved} origins by 1000"
        fix = ctx.fix(title, "unsafe", lambda: _divided(members, ctx))
        yield ctx.report(
            far[0],
            f"{called(ctx, far[0])}: origin {joined(far[0].xyz)} is {_largest(far[0]):g} m away, "
            f"and none of the {moved} origins that are not zero is below a metre",
            field="xyz",
            hint=hint,
            fix=fix if max(map(_largest, members)) <= FAR * 1000.0 else None,
        )
        return
    for pose in far:
        fix = ctx.fix_set("Divide by 1000", "unsafe", pose, xyz=in_metres(pose.xyz))
        yield ctx.report(
            pose,
            f"{called(ctx, pose)}: origin {joined(pose.xyz)} is {_largest(pose):g} m away",
            field="xyz",
            hint=hint,
            fix=fix if _largest(pose) <= FAR * 1000.0 else None,
        )


def _largest(pose: urdf.Pose) -> float:
    return max(map(abs, pose.xyz))


def _divided(poses: list[urdf.Pose], ctx: Context) -> Iterator[Edit]:
    for pose in poses:
        yield from change.set_fields(ctx.document, pose, xyz=in_metres(pose.xyz))
