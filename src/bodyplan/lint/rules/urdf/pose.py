"""Origins: G3xx."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from bodyplan.core import numbers
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.shapes import FAR, in_metres, too_far
from bodyplan.model.transform import NO_ROTATION, Transform
from bodyplan.spec import change
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
    turned = Transform.from_quat_xyzw(quat)
    apart = Transform.from_rpy(pose.rpy).angle_to(turned)
    safety: Literal["safe", "unsafe"] = "safe" if apart <= 1e-6 else "unsafe"
    says_nothing = turned.R == NO_ROTATION
    loser = "quat_xyzw" if apart <= 1e-6 or says_nothing else "rpy"
    effect = (
        "both say the same"
        if apart <= 1e-6
        else f"they are {math.degrees(apart):.3g} degrees apart"
    )
    is_sensor = isinstance(ctx.owner(pose), urdf.Sensor)
    yield ctx.report(
        pose,
        f"{ctx.describe(pose)}: the origin has rpy and quat_xyzw; {effect}",
        field="quat_xyzw",
        part="name",
        severity=Severity.WARNING if is_sensor else None,
        hint="the reference reader refuses both together; keep one",
        fix=ctx.fix_unset(f"Remove {loser}", safety, pose, loser),
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
            f"{ctx.describe(far[0])}: origin {numbers(far[0].xyz)} is {_largest(far[0]):g} m away, "
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
            f"{ctx.describe(pose)}: origin {numbers(pose.xyz)} is {_largest(pose):g} m away",
            field="xyz",
            hint=hint,
            fix=fix if _largest(pose) <= FAR * 1000.0 else None,
        )


def _largest(pose: urdf.Pose) -> float:
    return max(map(abs, pose.xyz))


def _divided(poses: list[urdf.Pose], ctx: Context) -> Iterator[Edit]:
    for pose in poses:
        yield from change.set_fields(ctx.document, pose, xyz=in_metres(pose.xyz))
