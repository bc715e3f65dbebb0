"""Limits and axes of joints of any format: J101 to J103, J106, J204 and J502."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.joints import is_readable, number
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.model.joint import JOINT_TYPES, LINEAR, UNLIMITED
from bodyplan.model.parts import UNKNOWN_AXIS
from bodyplan.spec import change, spec_of
from bodyplan.text import Edit

_MANY = 3  # if more joints have the problem, one diagnostic lists them
NO_LIMIT = 1e15  # up to SDFormat 1.9, a limit of 1e16 means no limit


def _limits(joint: model.Joint) -> Iterator[model.Limit]:
    """Yield the limits that are written for the axes of a joint."""
    for bounds in (joint.limit, joint.limit2):
        if bounds is not UNLIMITED:
            yield bounds


@rule("J101", "limit-missing", severity="error", in_sdf="info", fix="sometimes")
def limit_missing(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A revolute or prismatic joint has no limits.

    An error in URDF; information in SDFormat, where limits of 1e15 and more mean no limit.

    ## Why it matters
    urdfdom rejects the whole file: these two types require a range, and below version 1.2 also an
    effort and a velocity limit. Mimic joints require these limits too. In SDFormat the joint moves
    without limits, which is right for a wheel and wrong for an elbow; since 1.6 the type
    `continuous` declares a revolute joint without limits, and motion planners treat the two
    differently.

    ## Example
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
        </joint>

    ## Use instead
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    or `type="continuous"` for a joint that rotates without limits.

    ## Fix safety
    Only the builder of the robot knows the numbers. The fix shows a limit to fill in and is never
    applied. SDFormat has no fix.
    """
    bounds, is_revolute = joint.limit, joint.type == "revolute"
    if not is_revolute and joint.type not in LINEAR:
        return
    if ctx.document.format == "sdf":
        is_none = bounds.lower <= -NO_LIMIT and bounds.upper >= NO_LIMIT
        if is_none and bounds is not UNLIMITED and joint.mimic is None:
            has_type = is_revolute and ctx.version >= (1, 6)
            hint = 'write type="continuous" if this is intended' if has_type else None
            message = f"{joint.type} joint {quoted(joint.name)} has no limits"
            yield ctx.report(joint, message, field="type", hint=hint)
    elif bounds is UNLIMITED:
        element = ctx.source(joint)
        (limit,) = spec_of(type(element)).by_name["limit"].elements
        reach = math.pi if is_revolute else 0.5
        template = limit(lower=-reach, upper=reach, effort=1.0, velocity=1.0)
        hint = "add <limit> with the travel in metres"
        if is_revolute:
            hint = "add <limit>, or make the joint continuous if it rotates without limits"
        yield ctx.report(
            joint,
            f"{joint.type} joint {quoted(joint.name)} has no <limit>",
            hint=hint,
            fix=ctx.fix_insert("Add a limit to fill in", "display", element, template),
        )


@rule("J102", "limit-inverted", severity="error", fix="sometimes")
def limit_inverted(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower limit of a joint exceeds the upper limit.

    ## Why it matters
    No position satisfies both limits. Planners reject every state or clamp to an arbitrary value;
    physics engines lock the joint, shake it, or treat it as unlimited. From URDF 1.2 on urdfdom
    rejects the file, even where limits do not apply to the type of the joint; libsdformat accepts
    it silently. In URDF below 1.2 both limits default to 0, so a lone `lower="1"` or `upper="-1"`
    is inverted too.

    ## Example
        <limit lower="1.57" upper="-1.57" effort="10" velocity="1"/>

    ## Use instead
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>

    ## Fix safety
    Swapping the limits is unsafe: one of them may have lost its minus sign instead. No fix is
    offered where one of them is missing.
    """
    is_old_urdf = ctx.document.format != "sdf" and ctx.version < (1, 2)
    if is_old_urdf and not JOINT_TYPES[joint.type].has_range:
        return
    for bounds in _limits(joint):
        if not bounds.lower > bounds.upper or not is_readable(ctx, bounds, "lower", "upper"):
            continue
        name, lower, upper = joint.name, number(bounds.lower), number(bounds.upper)
        fix: FixMaker | None = None
        field = "lower"
        if not ctx.written(bounds, "upper"):
            message = (
                f"joint {name!r}: lower {lower} exceeds upper, which is missing and defaults to 0"
            )
            hint = "write the upper limit"
        elif not ctx.written(bounds, "lower"):
            field = "upper"
            message = (
                f"joint {name!r}: upper {upper} is below lower, which is missing and defaults to 0"
            )
            hint = "write the lower limit"
        else:
            message = f"joint {name!r}: lower {lower} exceeds upper {upper}"
            hint = "swap the limits, or restore a lost minus sign"
            swapped = {"lower": bounds.upper, "upper": bounds.lower}
            fix = ctx.fix_set("Swap lower and upper", "unsafe", bounds, **swapped)
        yield ctx.report(bounds, message, field=field, hint=hint, fix=fix)


@rule("J103", "limit-range-empty", severity="warning", in_sdf="info")
def limit_range_empty(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower and upper limits of a joint are equal.

    Information in SDFormat, where some converters write equal limits for a fixed joint that must
    remain a joint.

    ## Why it matters
    The joint cannot move, but every tool counts it as a degree of freedom: solvers divide by its
    range, planners sample a single value, and physics engines solve two constraints at the same
    position. Two zeros do not mean "no limit".

    ## Example
        <joint name="wheel" type="revolute">
          ...
          <limit lower="0" upper="0" effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="continuous">
          ...
          <limit effort="10" velocity="5"/>

    or `type="fixed"` for a joint that must not move.
    """
    if not JOINT_TYPES[joint.type].has_range:
        return
    for bounds in _limits(joint):
        if bounds.lower != bounds.upper:
            continue
        if not (ctx.written(bounds, "lower") or ctx.written(bounds, "upper")):
            continue  # reported by J104
        if not is_readable(ctx, bounds, "lower", "upper"):
            continue
        field, other = ("lower", "upper") if ctx.written(bounds, "lower") else ("upper", "lower")
        if ctx.written(bounds, other):
            what = f"lower and upper are both {number(bounds.lower)}"
        else:
            value = number(bounds.lower)
            what = f"{field} is {value} and the missing {other} defaults to {value}"
        yield ctx.report(
            bounds,
            f"joint {joint.name!r} cannot move: {what}",
            field=field,
            hint=range_hint(joint.type),
        )


def range_hint(kind: str) -> str:
    """Return the hint for a joint that requires a range and has none."""
    if kind == "revolute":
        return "write both limits, or make the joint continuous or fixed"
    return "write both limits, or make the joint fixed"


@rule("J106", "limit-zero", severity="info")
def limit_zero(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The effort or velocity limit of a movable joint is 0.

    ## Why it matters
    Read literally, the joint has no force or cannot move. Exporters write 0 for "unknown", and some
    tools interpret it as "no limit"; others lock the joint: the robot moves in one simulator and
    does not in the next. For a joint without a motor, an effort of 0 is right. If there are more
    than three such joints, one diagnostic lists them.

    ## Example
        <limit lower="-1" upper="1" effort="0" velocity="0"/>

    ## Use instead
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
    """
    found = [
        (joint, bounds, zeros)
        for joint in parts.joints
        for bounds in _limits(joint)
        if (zeros := _zeros(joint, bounds, ctx)) and id(joint) not in parts.unread
    ]
    hint = "write the largest value that the actuator can reach"
    if len(found) > _MANY:
        _, bounds, zeros = found[0]
        yield ctx.report(
            bounds,
            f"{len(found)} joints have an effort or velocity limit of 0: "
            + listed((joint.name for joint, _, _ in found), 5),
            field=zeros[0],
            hint=hint,
        )
        return
    for joint, bounds, zeros in found:
        what = f"{' and '.join(zeros)} {'limits are' if len(zeros) > 1 else 'limit is'} 0"
        yield ctx.report(
            bounds,
            f"joint {joint.name!r}: {what}",
            field=zeros[0],
            hint=hint,
        )


def _zeros(joint: model.Joint, bounds: model.Limit, ctx: Context) -> list[str]:
    """Return the names of the limits ("effort", "velocity") that are 0 but should be positive."""
    if joint.type == "fixed":
        return []
    zeros = [
        field
        for field in ("effort", "velocity")
        if getattr(bounds, field) == 0.0 and ctx.written(bounds, field)
    ]
    if zeros == ["effort"] and joint.mimic is not None:
        return []  # a mimic joint usually has no motor
    return zeros


_TAGS = ("axis", "axis2")
_DEFAULT = (1.0, 0.0, 0.0)
"""The axis of a URDF joint without ``<axis>``."""


@rule("J204", "axis-missing", severity="info", in_sdf="warning", fix="sometimes")
def axis_missing(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has no axis, or a joint with two axes has only one.

    A warning in SDFormat.

    ## Why it matters
    In URDF the axis defaults to x. Most robots rotate about z or y, so the `<axis>` may have been
    forgotten. SDFormat has no default: libsdformat accepts the joint without an axis; simulators
    then use a default of their own (x in one, z in another), reject the joint, or stop.

    ## Example
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    ## Use instead
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <axis xyz="1 0 0"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    ## Fix safety
    Writing the default of URDF is safe. In SDFormat, no fix is offered.
    """
    if joint.type == "planar":
        return  # x may be the intended normal of the plane
    is_sdf = ctx.document.format == "sdf"
    absent = UNKNOWN_AXIS if is_sdf else _DEFAULT
    axes = (joint.axis, joint.axis2)[: JOINT_TYPES[joint.type].written_axes]
    missing = [
        tag
        for tag, axis in zip(_TAGS, axes, strict=False)
        if axis == absent and not ctx.document.written(ctx.source(joint), tag)
    ]
    if not missing:
        return
    if is_sdf:
        tags = " and ".join(f"<{tag}>" for tag in missing)
        message = f"{joint.type} joint {quoted(joint.name)} has no {tags}"
        hint = f"add the direction: <{missing[0]}><xyz>0 0 1</xyz></{missing[0]}> for z"
        yield ctx.report(joint, message, hint=hint)
        return
    moves = "slides along" if joint.type in LINEAR else "rotates about"
    yield ctx.report(
        joint,
        f"joint {quoted(joint.name)} has no <axis>, so it {moves} x",
        hint="write the axis explicitly",
        fix=ctx.fix_set("Write the axis 1 0 0", "safe", joint, axis=_DEFAULT),
    )


@rule("J502", "axis-unused", severity="hint", in_sdf="info", fix="always")
def axis_unused(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Joints have an axis that does not apply to their type.

    One diagnostic names all joints of a type. Information in SDFormat.

    ## Why it matters
    The axis is ignored: a fixed joint does not move, a floating or ball joint rotates in every
    direction, and in SDFormat only revolute2, universal and gearbox joints have a second axis; its
    limits and damping are ignored too. The type may not be what the author thinks it is. An axis of
    0 0 0, which exporters write, is not reported.

    ## Example
        <joint name="camera_mount" type="fixed">
          ...
          <axis xyz="0 0 1"/>

    ## Use instead
        <joint name="camera_mount" type="fixed">
          ...

    ## Fix safety
    Removing the axes is unsafe: joints may be fixed only temporarily.
    """
    tags = _TAGS if ctx.document.format == "sdf" else _TAGS[:1]
    groups: dict[tuple[str, str], list[model.Joint]] = {}
    for joint in parts.joints:
        if id(joint) in parts.unread:
            continue
        ignored = zip(tags, (joint.axis, joint.axis2), strict=False)
        for tag, axis in [*ignored][JOINT_TYPES[joint.type].written_axes :]:
            is_there = any(axis) and axis != UNKNOWN_AXIS
            if is_there and ctx.document.written(ctx.source(joint), tag):
                groups.setdefault((tag, joint.type), []).append(joint)
    for (tag, kind), joints in groups.items():
        names = listed((joint.name for joint in joints), 5)
        yield ctx.report(
            ctx.source(joints[0]),
            f"<{tag}> is ignored on "
            + (
                f"{len(joints)} {kind} joints: {names}"
                if len(joints) > 1
                else f"{kind} joint {names}"
            ),
            field=tag,
            part="name",
            hint="remove it, or correct the type",
            fix=_without(ctx, joints, tag),
        )


def _without(ctx: Context, joints: list[model.Joint], tag: str) -> FixMaker:
    """Return a fix that removes the axis with this tag from some joints."""

    def remove() -> list[Edit]:
        elements = map(ctx.source, joints)
        return [edit for element in elements for edit in change.unset(ctx.document, element, tag)]

    return ctx.fix(f"Remove <{tag}>", "unsafe", remove)
