"""Limits of joints of any format: J101 to J103 and J106."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import quoted
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.joints import is_readable, number
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.model.joint import JOINT_TYPES, UNLIMITED
from bodyplan.spec import spec_of

_MANY = 3  # more joints than these are named in one diagnostic
NO_LIMIT = 1e15  # SDFormat until 1.9 writes 1e16 for none


def _limits(joint: model.Joint) -> Iterator[model.Limit]:
    """The limits that are written for the axes of a joint."""
    for bounds in (joint.limit, joint.limit2):
        if bounds is not UNLIMITED:
            yield bounds


@rule("J101", "limit-missing", severity="error", in_sdf="info", fix="sometimes")
def limit_missing(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A revolute or prismatic joint has no limits.

    An error in URDF; information in SDFormat, where limits of 1e15 and more count as none.

    ## Why it matters
    urdfdom rejects the whole file: these two types need a range, and below version 1.2 also a
    largest effort and velocity. A joint that mimics another one needs them too. In SDFormat the
    joint turns or slides without end, which is right for a wheel and wrong for an elbow; since 1.6
    the type `continuous` says that a revolute joint has no limits, and motion planners treat the two
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

    or `type="continuous"` for a joint that turns without end.

    ## Fix safety
    Only the robot's builder knows the numbers. The fix shows a limit to fill in and is never
    applied. There is none in SDFormat.
    """
    bounds, is_revolute = joint.limit, joint.type == "revolute"
    if not is_revolute and joint.type != "prismatic":
        return
    if ctx.document.format == "sdf":
        is_none = bounds.lower <= -NO_LIMIT and bounds.upper >= NO_LIMIT
        if is_none and bounds is not UNLIMITED and joint.mimic is None:
            has_type = is_revolute and ctx.version >= (1, 6)
            hint = 'type="continuous" says that this is intended' if has_type else None
            message = f"{joint.type} joint {quoted(joint.name)} has no limits"
            yield ctx.report(joint, message, field="type", hint=hint)
    elif bounds is UNLIMITED:
        element = ctx.source(joint)
        (limit,) = spec_of(type(element)).by_name["limit"].elements
        reach = math.pi if is_revolute else 0.5
        template = limit(lower=-reach, upper=reach, effort=1.0, velocity=1.0)
        hint = "add <limit> with the travel in metres"
        if is_revolute:
            hint = "add <limit>, or make the joint continuous if it turns without end"
        yield ctx.report(
            joint,
            f"{joint.type} joint {quoted(joint.name)} has no <limit>",
            hint=hint,
            fix=ctx.fix_insert("Add a limit to fill in", "display", element, template),
        )


@rule("J102", "limit-inverted", severity="error", fix="sometimes")
def limit_inverted(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower limit of a joint is above the upper limit.

    ## Why it matters
    No position satisfies both. Planners reject every state, or clamp to a value that nobody wrote;
    engines lock the joint, shake it, or take it for unlimited. From URDF 1.2 on urdfdom rejects the
    file, even where limits do not apply to the type of the joint; libsdformat accepts it silently.
    In URDF below 1.2 the default of both limits is 0, so a lone `lower="1"` or `upper="-1"` is
    inverted too.

    ## Example
        <limit lower="1.57" upper="-1.57" effort="10" velocity="1"/>

    ## Use instead
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>

    ## Fix safety
    Swapping the limits is unsafe: one of them may have lost its sign instead. There is no fix where
    one of them is not written.
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
            message = f"joint {name!r}: lower {lower} is above upper, which is not written and so 0"
            hint = "write the upper limit"
        elif not ctx.written(bounds, "lower"):
            field = "upper"
            message = f"joint {name!r}: upper {upper} is below lower, which is not written and so 0"
            hint = "write the lower limit"
        else:
            message = f"joint {name!r}: lower {lower} is above upper {upper}"
            hint = "swap the limits, or restore a lost minus sign"
            swapped = {"lower": bounds.upper, "upper": bounds.lower}
            fix = ctx.fix_set("Swap lower and upper", "unsafe", bounds, **swapped)
        yield ctx.report(bounds, message, field=field, hint=hint, fix=fix)


@rule("J103", "limit-without-range", severity="warning", in_sdf="info")
def limit_without_range(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower and the upper limit of a joint are equal.

    Information in SDFormat, where some converters write it for a fixed joint that must keep its
    link.

    ## Why it matters
    The joint can never move, yet every tool counts it as a degree of freedom: solvers divide by
    its range, planners sample a single value, and engines work hard at two stops in the same
    position. Zero twice does not mean "no limit".

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
            continue  # nothing is written: J104
        if not is_readable(ctx, bounds, "lower", "upper"):
            continue
        field, other = ("lower", "upper") if ctx.written(bounds, "lower") else ("upper", "lower")
        if ctx.written(bounds, other):
            what = f"lower and upper are both {number(bounds.lower)}"
        else:
            what = f"{field} is {number(bounds.lower)}, and so is {other}, which is not written"
        yield ctx.report(
            bounds,
            f"joint {joint.name!r}: {what}: it cannot move",
            field=field,
            hint=way_out(joint.type),
        )


def way_out(kind: str) -> str:
    """What to write for a joint of a kind that needs a range and has none."""
    if kind == "revolute":
        return "write both bounds; or make the joint continuous, or fixed"
    return "write both bounds; or make the joint fixed"


@rule("J106", "limit-zero", severity="info")
def limit_zero(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The largest effort or velocity of a movable joint is 0.

    ## Why it matters
    Taken literally, the joint may not push, or may not move. Exporters write 0 for "unknown",
    and some tools understand it as "no limit"; others freeze the joint: the robot moves in one
    simulator and stands still in the next. For a joint without motor an effort of 0 is right. Where
    more than three joints have it, one diagnostic names them.

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
    hint = "write the largest value that the drive can reach"
    if len(found) > _MANY:
        _, bounds, zeros = found[0]
        yield ctx.report(
            bounds,
            f"{len(found)} joints may not push or may not move, with effort or velocity 0: "
            + listed((joint.name for joint, _, _ in found), 5),
            field=zeros[0],
            hint=hint,
        )
        return
    effects = {"effort": "push", "velocity": "move"}
    for joint, bounds, zeros in found:
        what = " and ".join(f"{field} 0" for field in zeros)
        effect = " or ".join(effects[field] for field in zeros)
        yield ctx.report(
            bounds,
            f"joint {joint.name!r}: with {what} it may not {effect}",
            field=zeros[0],
            hint=hint,
        )


def _zeros(joint: model.Joint, bounds: model.Limit, ctx: Context) -> list[str]:
    """The limits of a movable joint that are 0 and should not be."""
    if joint.type == "fixed":
        return []
    zeros = [
        field
        for field in ("effort", "velocity")
        if getattr(bounds, field) == 0.0 and ctx.written(bounds, field)
    ]
    if zeros == ["effort"] and joint.mimic is not None:
        return []  # a mimic joint has no motor of its own
    return zeros
