"""Joint axes: J201 to J203."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from bodyplan.diag import Diagnostic, Safety, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import number
from bodyplan.lint.rule import rule
from bodyplan.model.joint import LINEAR, WITH_AXIS
from bodyplan.model.transform import unit
from bodyplan.spec.faults import reads
from bodyplan.text import Edit

_DEFAULT = (1.0, 0.0, 0.0)
_ROUNDING = 1e-3  # 0.577 0.577 0.577 is 6e-4 short
_EXACT = 1e-5  # six digits, as the reference writer has


@rule("J201", "axis-zero", severity="warning")
def axis_zero(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a movable joint is the zero vector.

    ## Why it matters
    The joint has no direction of motion. urdfdom accepts the axis; programs that normalize it divide
    by zero and compute nan, or the joint does not move. The axis of a fixed joint is ignored, so
    zeros are fine there.

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
        hint="write the direction, or make the joint fixed",
    )


@rule("J202", "axis-not-unit", severity="warning", fix="always")
def axis_not_unit(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The axis of a movable joint is not normalized.

    ## Why it matters
    urdfdom does not normalize the axis. Most programs do; the others move a prismatic joint too far
    or not far enough, and rotate a revolute joint by a matrix that is not a rotation. A difference
    below 0.001 is a rounding error and only a hint; below 0.00001 it is not reported.

    ## Example
        <axis xyz="0 0 2"/>

    ## Use instead
        <axis xyz="0 0 1"/>

    ## Fix safety
    Normalizing is safe for a joint that rotates. It is unsafe for a prismatic joint, which then
    moves by another distance in programs that do not normalize the axis.
    """
    if joint.type not in WITH_AXIS or not any(joint.axis):
        return
    length = math.hypot(*joint.axis)
    error = abs(length - 1.0)
    if error <= _EXACT:
        return
    shown = " ".join(map(number, joint.axis))
    axis = unit(joint.axis)
    safety: Safety = "unsafe" if joint.type in LINEAR else "safe"
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
    """The `<axis>` of a movable joint has no `xyz`.

    ## Why it matters
    A joint without `<axis>` has the axis 1 0 0. For an `<axis>` without `xyz`, urdfdom assumes 0 0 0:
    the joint has no direction of motion.

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
    """Return whether there is an axis element without its attribute."""
    node = ctx.document.node(joint, "axis")
    return node is not None and "xyz" not in node.attrib


def _says(joint: urdf.Joint, ctx: Context) -> bool:
    """Return whether the axis element contains the value."""
    node = ctx.document.node(joint, "axis")
    words = (node.get("xyz") or "").split() if node is not None else []
    try:
        return tuple(map(float, words)) == joint.axis
    except ValueError:
        return False
