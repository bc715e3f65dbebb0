"""Quaternions of poses: G302 to G304, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.core import Record, numbers
from bodyplan.diag import Diagnostic, Safety
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.model.transform import UPRIGHT, Quaternion, unit_quat_xyzw
from bodyplan.spec import Element

_ROUNDED = 1e-3
"""The tolerated deviation of a quaternion's length from 1 if the parser normalizes it."""
_ROUNDED_IN_SDF = 1e-6
"""The tolerated deviation of a quaternion's length from 1 if the parser does not normalize it."""


class Written(Record):
    """A quaternion in a file.

    Args:
        pose: the element that contains the quaternion.
        field: the field of this element.
        quat_xyzw: the four numbers.
    """

    pose: Element
    field: str
    quat_xyzw: Quaternion

    def fix(self, ctx: Context, title: str, safety: Safety, quat_xyzw: Quaternion) -> FixMaker:
        """Return a fix that writes another quaternion and keeps the position."""
        position = getattr(self.pose, self.field)[:-4]
        return ctx.fix_set(title, safety, self.pose, **{self.field: (*position, *quat_xyzw)})


def _quaternions(ctx: Context) -> list[Written]:
    """Return the quaternions of poses.

    A pose that also has roll, pitch and yaw is left out, because G301 reports it.
    """
    found = []
    for pose in (one for cls, all_ in ctx.values.items() if cls.TAG in _TAGS for one in all_):
        if ctx.document.format == "sdf":
            if pose.rotation_format != "quat_xyzw" or len(pose.value) != 7 or pose.degrees:
                continue
            field, quat_xyzw = "value", pose.value[3:]
        else:
            field, quat_xyzw = "quat_xyzw", pose.quat_xyzw
            if quat_xyzw is None or ctx.written(pose, "rpy"):
                continue
        if all(map(math.isfinite, quat_xyzw)):
            found.append(Written(pose, field, quat_xyzw))
    return found


_TAGS = frozenset({"origin", "pose"})


@rule("G302", "quaternion-zero", severity="warning", fix="always")
def quaternion_zero(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """All four numbers of a quaternion are zero.

    ## Why it matters
    Four zeros are not a valid rotation. urdfdom silently assumes the identity. libsdformat keeps
    the zeros: some of the poses that depend on this one lose their rotation, others move to the
    origin. Programs that divide by the length get NaN.

    ## Example
        <origin quat_xyzw="0 0 0 0"/>

    ## Use instead
        <origin quat_xyzw="0 0 0 1"/>

    ## Fix safety
    In URDF, writing "0 0 0 1" is safe: it is what urdfdom assumes. In SDFormat it is unsafe.
    """
    safety: Safety = "unsafe" if ctx.document.format == "sdf" else "safe"
    for one in ctx.once(_quaternions):
        if not any(one.quat_xyzw):
            yield ctx.report(
                one.pose,
                f"{ctx.describe(one.pose)}: quaternion 0 0 0 0 is not a valid rotation",
                field=one.field,
                hint='write "0 0 0 1" for no rotation; the order is x y z w',
                fix=one.fix(ctx, 'Write "0 0 0 1"', safety, UPRIGHT),
            )


@rule("G303", "quaternion-not-normalized", severity="warning", fix="always")
def quaternion_not_normalized(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The length of a quaternion is not 1.

    Reported if the difference exceeds 1e-3 in URDF, or 1e-6 in SDFormat.

    ## Why it matters
    Only unit quaternions are rotations. urdfdom silently divides by the length; where the length is
    off by more than rounding, a number was mistyped or left out. libsdformat keeps the numbers as
    they are, so every pose that depends on this one is scaled too.

    ## Example
        <origin quat_xyzw="0 0 1 1"/>

    ## Use instead
        <origin quat_xyzw="0 0 0.707106781187 0.707106781187"/>

    ## Fix safety
    Dividing by the length is safe: it is what urdfdom does, and gives the intended rotation.
    """
    is_sdf = ctx.document.format == "sdf"
    effect = "libsdformat does not normalize it" if is_sdf else "urdfdom normalizes it silently"
    for one in ctx.once(_quaternions):
        quat_xyzw, length = one.quat_xyzw, math.hypot(*one.quat_xyzw)
        if any(quat_xyzw) and abs(length - 1.0) > (_ROUNDED_IN_SDF if is_sdf else _ROUNDED):
            yield ctx.report(
                one.pose,
                f"{ctx.describe(one.pose)}: quaternion {numbers(quat_xyzw)} is not normalized "
                f"(length {length:.6g})",
                field=one.field,
                hint=f"divide by the length; {effect}",
                fix=one.fix(ctx, "Normalize the quaternion", "safe", unit_quat_xyzw(quat_xyzw)),
            )


@rule("G304", "quaternion-scalar-first", severity="info", fix="always")
def quaternion_scalar_first(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A quaternion appears to have its scalar part first.

    ## Why it matters
    The order in URDF and SDFormat is x y z w. "1 0 0 0" is a half turn about x in that order, but
    the identity in the order w x y z of many libraries (Eigen's constructor, MuJoCo, Drake), from
    which such numbers are copied. Only this quaternion is reported: others may be meant in either
    order.

    ## Example
        <origin quat_xyzw="1 0 0 0"/>

    ## Use instead
        <origin quat_xyzw="0 0 0 1"/>

    ## Fix safety
    Moving the scalar part to the end is unsafe: the half turn may be intended.
    """
    for one in ctx.once(_quaternions):
        if one.quat_xyzw == (1.0, 0.0, 0.0, 0.0):
            yield ctx.report(
                one.pose,
                f'{ctx.describe(one.pose)}: quaternion "1 0 0 0" is a half turn about x, since the '
                "order is x y z w",
                field=one.field,
                hint='write "0 0 0 1" for no rotation',
                fix=one.fix(ctx, 'Write "0 0 0 1"', "unsafe", UPRIGHT),
            )
