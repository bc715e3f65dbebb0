"""Joint axes: J201 to J203 and J205."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from bodyplan.diag import Diagnostic, Safety, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.joints import number
from bodyplan.lint.rule import rule
from bodyplan.model.joint import WITH_AXIS
from bodyplan.model.transform import unit
from bodyplan.spec.faults import reads
from bodyplan.text import Edit

_DEFAULT = (1.0, 0.0, 0.0)
_ROUNDING = 1e-3  # 0.577 0.577 0.577 is 6e-4 short
_EXACT = 1e-5  # six digits, as the reference writer has


@rule("J201", "axis-zero", severity="warning")
def axis_zero(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a moving joint is the zero vector.

    ## Why it matters
    The joint moves along no direction. The reference reader takes it; what follows divides by the
    length of the axis and gets nan, or leaves the joint stiff. A fixed joint has no use for an
    axis, and exporters write zeros there: that is no fault.

    ## Example
        <joint name="elbow" type="revolute">
          ...
          <axis xyz="0 0 0"/>

    ## Use instead
        <joint name="elbow" type="revolute">
          ...
          <axis xyz="0 0 1"/>
    """
    if any(joint.axis) or joint.type not in WITH_AXIS or _is_bare(joint, ctx):
        return
    yield ctx.report(
        joint,
        f"joint {joint.name!r} is {joint.type}, but its axis is 0 0 0",
        field="axis",
        hint="give the direction, or make the joint fixed",
    )


@rule("J202", "axis-not-unit", severity="warning", fix="always")
def axis_not_unit(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a moving joint does not have length 1.

    ## Why it matters
    The reference reader hands the axis on as it is written. Most tools scale it to length 1;
    those that do not move a prismatic joint too far or too short, and turn a revolute one with a
    matrix that is no rotation. A difference of less than a thousandth is rounding: that is only a
    hint, and less than a hundred-thousandth is nothing.

    ## Example
        <axis xyz="0 0 2"/>

    ## Use instead
        <axis xyz="0 0 1"/>

    ## Fix safety
    Scaling is safe where the joint turns: no other length is a rotation. It is unsafe for a
    prismatic joint, which moves by another length in tools that take the axis as it is.
    """
    if joint.type not in WITH_AXIS or not any(joint.axis):
        return
    length = math.hypot(*joint.axis)
    error = abs(length - 1.0)
    if error <= _EXACT:
        return
    shown = " ".join(map(number, joint.axis))
    axis = unit(joint.axis)
    safety: Safety = "unsafe" if joint.type == "prismatic" else "safe"
    yield ctx.report(
        joint,
        f"joint {joint.name!r}: axis {shown} has length {number(length)}, not 1",
        field="axis",
        severity=Severity.HINT if error <= _ROUNDING else None,
        hint=f"of length 1: {' '.join(map(number, axis))}",
        fix=ctx.fix_set("Scale the axis to length 1", safety, joint, axis=axis),
    )


@rule("J203", "axis-without-xyz", severity="warning", fix="always")
def axis_without_xyz(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a moving joint has no xyz.

    ## Why it matters
    A joint without `<axis>` turns about x. With an `<axis>` that lacks `xyz` the reference reader
    takes 0 0 0: the joint moves along no direction.

    ## Example
        <axis/>

    ## Use instead
        <axis xyz="1 0 0"/>

    ## Fix safety
    If another attribute holds three numbers, the fix renames it to `xyz`; otherwise it writes 1 0 0,
    the axis of a joint without `<axis>`. Both are unsafe: another axis may be meant.
    """
    if any(joint.axis) or joint.type not in WITH_AXIS or not _is_bare(joint, ctx):
        return
    misnamed = _misnamed(joint, ctx)
    yield ctx.report(
        joint,
        f"joint {joint.name!r}: missing attribute 'xyz' on <axis>; urdfdom assumes 0 0 0",
        field="axis",
        hint=f"rename {misnamed!r} to 'xyz'" if misnamed else "write the direction as xyz",
        fix=_rename(joint, misnamed, ctx)
        if misnamed
        else ctx.fix_set("Write xyz 1 0 0", "unsafe", joint, axis=_DEFAULT),
    )


@rule("J205", "planar-axis-not-z", severity="info")
def planar_axis_not_z(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The plane of a planar joint is not across z.

    ## Why it matters
    The axis of a planar joint is the normal of its plane, x where it is not written. Most tools
    know only x, y and a turn about z, and ignore the axis: the joint moves in another plane there.

    ## Example
        <joint name="base" type="planar">
          <origin xyz="0 0 0"/>
          <axis xyz="1 0 0"/>

    ## Use instead
        <joint name="base" type="planar">
          <origin xyz="0 0 0" rpy="0 1.5707963267948966 0"/>
          <axis xyz="0 0 1"/>
    """
    if joint.type != "planar" or not any(joint.axis):
        return
    x, y, z = unit(joint.axis)
    if z > 0.0 and math.hypot(x, y) <= _ROUNDING:
        return
    if not ctx.written(joint, "axis"):
        message = f"joint {joint.name!r} is planar and has no <axis>, so its plane is across x"
        hint = "write the axis 0 0 1, or state that x is meant"
    elif joint.axis == _DEFAULT and not _says(joint, ctx):
        return  # what is written does not read
    else:
        shown = " ".join(map(number, joint.axis))
        message = f"joint {joint.name!r} is planar with the axis {shown}, not z"
        hint = "turn the origin of the joint instead, so that the axis is 0 0 1"
    yield ctx.report(joint, message, field="axis", hint=hint)


def _misnamed(joint: urdf.Joint, ctx: Context) -> str:
    """Return the attribute of the axis element that holds three numbers; empty for none."""
    node = ctx.document.node(joint, "axis")
    for name, text in () if node is None else node.attrib.items():
        if len(text.split()) == 3 and reads(text):
            return name
    return ""


def _rename(joint: urdf.Joint, attribute: str, ctx: Context) -> FixMaker:
    def edits() -> Iterable[Edit]:
        node = ctx.document.node(joint, "axis")
        span = None if node is None else ctx.document.places.layout.attribute(node, attribute)
        return () if span is None else (Edit(span.name.start, span.name.end, "xyz"),)

    return ctx.fix(f"Rename {attribute!r} to 'xyz'", "unsafe", edits)


def _is_bare(joint: urdf.Joint, ctx: Context) -> bool:
    """Whether there is an axis element without its attribute."""
    node = ctx.document.node(joint, "axis")
    return node is not None and "xyz" not in node.attrib


def _says(joint: urdf.Joint, ctx: Context) -> bool:
    """Whether the axis element says what the value holds."""
    node = ctx.document.node(joint, "axis")
    words = (node.get("xyz") or "").split() if node is not None else []
    try:
        return tuple(map(float, words)) == joint.axis
    except ValueError:
        return False
