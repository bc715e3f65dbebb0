"""Origins: G3xx."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.model.transform import NO_ROTATION, Transform


@rule("G301", "rotation-twice", severity="error", fix="always", when="quat_xyzw")
def rotation_twice(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """An origin has both roll, pitch and yaw and a quaternion.

    ## Why it matters
    From version 1.1 on, urdfdom rejects a joint with both, and skips the rest of a link with both,
    even if they agree. Parsers that do not support quaternions silently use the angles. (In version
    1.0 the quaternion is ignored: see U003.)

    ## Example
        <origin xyz="0 0 1" rpy="0 0 0" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Use instead
        <origin xyz="0 0 1" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Fix safety
    If both are the same rotation within a millionth of a radian, removing the quaternion is safe:
    every parser supports the angles. Otherwise the fix removes the angles, or the quaternion if it
    is the identity, and is unsafe.
    """
    quat = pose.quat_xyzw
    if quat is None or not ctx.written(pose, "rpy"):
        return
    turned = Transform.from_quat_xyzw(quat)
    apart = Transform.from_rpy(pose.rpy).angle_to(turned)
    safety: Literal["safe", "unsafe"] = "safe" if apart <= 1e-6 else "unsafe"
    is_identity = turned.R == NO_ROTATION
    loser = "quat_xyzw" if apart <= 1e-6 or is_identity else "rpy"
    effect = (
        "both are the same rotation"
        if apart <= 1e-6
        else f"they are {math.degrees(apart):.3g} degrees apart"
    )
    is_sensor = isinstance(ctx.owner(pose), urdf.Sensor)
    yield ctx.report(
        pose,
        f"{ctx.describe(pose)}: origin has both rpy and quat_xyzw; {effect}",
        field="quat_xyzw",
        part="name",
        severity=Severity.WARNING if is_sensor else None,
        hint="keep one; urdfdom rejects both together",
        fix=ctx.fix_unset(f"Remove {loser}", safety, pose, loser),
    )
