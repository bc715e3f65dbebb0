"""Values that look like another unit, in any format: J107, J108, J110, G105 and G305."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from bodyplan import model
from bodyplan.core import Record, length, numbers
from bodyplan.diag import Diagnostic
from bodyplan.geometry.bounds import lengths
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import (
    TURN,
    are_millimetres,
    degrees_among,
    is_readable,
    number,
    to_radians,
)
from bodyplan.lint.facts.lengths import (
    FAR,
    Offset,
    OtherLengths,
    in_metres,
    largest_shape,
    other_lengths,
    reach,
    too_far,
    too_large,
)
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.joint import NO_LIMIT
from bodyplan.model.joint import LINEAR, UNLIMITED
from bodyplan.spec import Element
from bodyplan.text import Edit

_TWO_TURNS = 2.0 * TURN
_SAFETY = "safety controller"
_URDF_ONLY = {
    _SAFETY: ("soft_lower_limit", "soft_upper_limit"),
    "calibration": ("rising", "falling"),
}
"""Elements of URDF that contain positions, and the fields with the positions."""

Part = tuple[Record, str, tuple[str, ...]]


@rule("J107", "degrees-in-joint", severity="warning", fix="sometimes")
def degrees_in_joint(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A position of a revolute joint looks like degrees.

    ## Why it matters
    Angles are in radians in URDF and SDFormat, and parsers cannot detect another unit: 90 is more
    than fourteen turns. Limits in degrees do not limit anything, and a planner searches a space
    that is 57 times too large.

    Positions of more than two turns (12.57 rad) and at most 720 are reported if they are not a
    multiple of 15 degrees in radians. The check covers `limit`, the offset of `mimic`, and URDF's
    `safety_controller` and `calibration`; soft limits are reported only if they leave at least half
    of the range of the joint after the conversion.

    ## Example
        <limit lower="-90" upper="90" effort="10" velocity="1"/>

    ## Use instead
        <limit lower="-1.5707963267948966" upper="1.5707963267948966" effort="10" velocity="1"/>

    ## Fix safety
    Converting is unsafe: a winch may rotate that far. No fix is offered if another number of the
    element may be in either unit.
    """
    if joint.type != "revolute":
        return
    for value, what, fields in _positions(joint, ctx):
        angles = _numbers(value, fields)
        found = degrees_among(angles, _TWO_TURNS)
        if not found:
            continue
        shown = " and ".join(f"{fields[i]} {number(angles[i])}" for i in found)
        radians = to_radians(angles, _TWO_TURNS)
        if what == _SAFETY and radians and _are_too_narrow(joint.limit, radians):
            continue  # a number that disables the soft limits; J401 reports it
        fix = hint = None
        if radians is not None:
            changed = _changed(fields, angles, radians)
            fix = ctx.fix_set("Convert degrees to radians", "unsafe", value, **changed)
            hint = "write radians: " + ", ".join(f"{k} {number(v)}" for k, v in changed.items())
        yield ctx.report(
            value,
            f"joint {joint.name!r}: {what} {shown} {_look(found)} like degrees; angles are in radians",
            field=fields[found[0]],
            hint=hint or "convert degrees to radians",
            fix=fix,
        )


@rule("J108", "range-of-many-turns", severity="hint", fix="always")
def range_of_many_turns(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A revolute joint can rotate more than two turns in one direction.

    ## Why it matters
    Huge limits usually mean "no limit". A continuous joint declares that: planners then treat a
    full turn as the same position instead of searching a range of many turns. Real limits of
    several turns, for a cable drum for instance, are right as they are.

    ## Example
        <joint name="rotor" type="revolute">
          ...
          <limit lower="-1e16" upper="1e16" effort="1" velocity="100"/>

    ## Use instead
        <joint name="rotor" type="continuous">
          ...
          <limit effort="1" velocity="100"/>

    ## Fix safety
    Changing the type is unsafe: positions that differ by a full turn become the same.
    """
    limit = joint.limit
    if joint.type != "revolute" or limit is UNLIMITED:
        return
    bounds = (limit.lower, limit.upper)
    if max(map(abs, bounds)) <= _TWO_TURNS or degrees_among(bounds, _TWO_TURNS):
        return
    if ctx.document.format == "sdf" and (ctx.version < (1, 6) or max(bounds) >= NO_LIMIT):
        return  # no other type is possible, or J101 reports the joint
    if not limit.lower <= 0.0 <= limit.upper or not is_readable(ctx, limit, "lower", "upper"):
        return
    if not (ctx.written(limit, "lower") and ctx.written(limit, "upper")):
        return  # J104 reports the limit
    field = "lower" if -limit.lower > limit.upper else "upper"
    turns = (limit.upper - limit.lower) / TURN
    yield ctx.report(
        limit,
        f"revolute joint {joint.name!r} has a range of {turns:.3g} turns",
        field=field,
        hint="did you mean a continuous joint?",
        fix=ctx.fix_set("Make the joint continuous", "unsafe", joint, type="continuous"),
    )


@rule("J110", "millimetres-in-joint", severity="warning", fix="always")
def millimetres_in_joint(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A position of a prismatic joint looks like millimetres.

    ## Why it matters
    Lengths are in metres in URDF and SDFormat. A gripper finger that travels 40 metres is valid but
    unlikely. Positions of more than 20 m and at most 5000 m are reported, in `limit`,
    `safety_controller` and `calibration`; limits of ±100 and ±1000, which are usual for a base that
    moves freely on dummy joints, are not reported.

    ## Example
        <limit lower="0" upper="40" effort="10" velocity="0.1"/>

    ## Use instead
        <limit lower="0" upper="0.04" effort="10" velocity="0.1"/>

    ## Fix safety
    Dividing by 1000 is unsafe: a crane may travel that far.
    """
    if joint.type not in LINEAR:
        return
    for value, what, fields in _positions(joint, ctx):
        if value is joint.mimic:
            continue
        positions = _numbers(value, fields)
        if not are_millimetres(positions):
            continue
        _, field = max(zip(map(abs, positions), fields, strict=True))
        changed = _changed(fields, positions, [position / 1000.0 for position in positions])
        yield ctx.report(
            value,
            f"joint {joint.name!r}: {what} {field} {number(getattr(value, field))} looks like "
            "millimetres; lengths are in metres",
            field=field,
            hint="write metres: " + ", ".join(f"{k} {number(v)}" for k, v in changed.items()),
            fix=ctx.fix_set("Convert millimetres to metres", "unsafe", value, **changed),
        )


def _positions(joint: model.Joint, ctx: Context) -> Iterator[Part]:
    """Yield the elements of a joint that contain positions, with the name and fields of each."""
    if joint.limit is not UNLIMITED:
        yield joint.limit, "limit", ("lower", "upper")
    element = None if ctx.document.format == "sdf" else ctx.source(joint)
    for what, fields in _URDF_ONLY.items():
        value = getattr(element, what.replace(" ", "_"), None)
        if value is not None:
            yield value, what, fields
    if joint.mimic is not None:
        yield joint.mimic, "mimic", ("offset",)


def _are_too_narrow(bounds: model.Limit, soft: Sequence[float]) -> bool:
    """Return whether soft limits leave less than half of the range of a joint."""
    if bounds is UNLIMITED:
        return False
    hard = (bounds.lower, bounds.upper)
    lower, upper = to_radians(hard, _TWO_TURNS) or hard
    return soft[1] - soft[0] < 0.5 * (upper - lower)


def _numbers(value: Record, fields: Sequence[str]) -> tuple[float, ...]:
    return tuple(getattr(value, field) or 0.0 for field in fields)


def _changed(
    fields: Sequence[str], before: Sequence[float], after: Sequence[float]
) -> dict[str, float]:
    return {f: new for f, old, new in zip(fields, before, after, strict=True) if old != new}


def _look(found: Sequence[int]) -> str:
    return "looks" if len(found) == 1 else "look"


_HINT = "write lengths in metres; these look like millimetres"


@rule("G105", "shape-in-millimetres", severity="warning", fix="sometimes")
def shape_in_millimetres(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A shape is so large that its size is probably in millimetres.

    ## Why it matters
    Lengths are in metres. A bracket of 120 millimetres written as 120 is larger than a house: it
    collides with everything, and hides the robot in every viewer. A shape is reported if its
    smallest length is at least a metre, and its largest length is above 50 m or above ten times the
    sum of all joint offsets of the robot (which is not computed for SDFormat). Robots without
    joints and static models of SDFormat are not checked.

    ## Example
        <box size="120 80 40"/>

    ## Use instead
        <box size="0.12 0.08 0.04"/>

    ## Fix safety
    Dividing by 1000 is unsafe: the file may describe a building, or use another unit. There is no
    fix where the result would still be too large.
    """
    for part in too_large(ctx):
        span, bound, shape = reach(ctx), largest_shape(ctx), part.shape
        assert shape is not None
        fields = lengths(shape)
        largest = max(map(max, fields.values()))
        sizes = ", ".join(f"{field} {numbers(values)}" for field, values in fields.items())
        rest = f"; all joint offsets add up to {length(span)}" if 0.0 < span * 10 < largest else ""
        yield ctx.report(
            shape,
            f"{ctx.describe(part)}: {ctx.source(shape).TAG} {sizes} looks like millimetres{rest}",
            field=next(iter(fields)),
            hint="write lengths in metres",
            fix=ctx.fix_set("Divide by 1000", "unsafe", shape, **_thousandth(fields))
            if largest <= bound * 1000.0
            and not too_far(ctx).members  # otherwise the fix of G305 divides all lengths
            else None,
        )


@rule("G305", "origin-in-millimetres", severity="warning", fix="sometimes")
def origin_in_millimetres(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A joint or shape is so far from its link that its origin is probably in millimetres.

    ## Why it matters
    Lengths are in metres. A joint at 350 is 350 metres away: the robot falls apart on the screen,
    and gravity torques are enormous. Coordinates above 50 m are reported; there is one diagnostic
    for the robot if four in five origins of joints, visuals and collisions are at least one metre
    long.

    ## Example
        <joint name="elbow" type="revolute"><origin xyz="0 0 350"/>...</joint>

    ## Use instead
        <joint name="elbow" type="revolute"><origin xyz="0 0 0.35"/>...</joint>

    ## Fix safety
    Dividing by 1000 is unsafe: the file may be a map, or use another unit. Where the whole robot is
    in millimetres, the fix divides all of its lengths, also centres of mass, shapes and travels,
    except kinds of lengths that are already in metres. There is no fix if the result would still be
    too far, if only some origins are that far while others may be in millimetres too, or if the
    robot has meshes and `--meshes` is not used.
    """
    far, members, is_mixed = too_far(ctx)
    others = other_lengths(ctx) if far else None
    for one in far[:1] if members else far:
        message = f"{ctx.describe(one.value)}: origin {numbers(one.p)} is {one.largest:g} m away"
        title, changed, hint = "Divide by 1000", [one], _HINT
        if members:
            count = sum(offset.largest >= 1.0 for offset in members)
            which = f"all {count}" if count == len(members) else f"{count} of {len(members)}"
            message += f", and {which} nonzero origins are at least 1 m long"
            title, changed = f"Divide all {len(members)} origins by 1000", members
        fix = ctx.fix(title, "unsafe", partial(_divided, changed, ctx))
        if members and others is not None:
            more = [*others.inertials, *others.shapes, *others.limits]
            if more:
                title = f"Divide all {len(members) + len(more)} lengths by 1000"
            fix = ctx.fix(title, "unsafe", partial(_all_divided, changed, others, ctx))
            if others.has_meshes and not ctx.opens_meshes:
                hint += "; `bodyplan fix --unsafe --meshes` scales lengths and meshes"
        is_left = others is not None and others.has_meshes and not ctx.opens_meshes
        is_enough = max(offset.largest for offset in changed) <= FAR * 1000.0
        can_be = is_enough and not is_mixed and not (members and is_left)
        yield ctx.report(
            one.value, message, field=one.field, hint=hint, fix=fix if can_be else None
        )


def _divided(offsets: list[Offset], ctx: Context) -> Iterator[Edit]:
    for one in offsets:
        yield from _edits(ctx, one.value, **{one.field: in_metres(one.p)})


def _all_divided(offsets: list[Offset], others: OtherLengths, ctx: Context) -> Iterator[Edit]:
    yield from _divided(offsets, ctx)
    for inertial in others.inertials:
        yield from _edits(ctx, inertial, origin=in_metres(inertial.origin.p))
    for shape in others.shapes:
        yield from _edits(ctx, shape, **_thousandth(lengths(shape)))
    for limit in others.limits:
        yield from _edits(ctx, limit, lower=limit.lower / 1000.0, upper=limit.upper / 1000.0)


def _edits(ctx: Context, value: Record, **fields: object) -> tuple[Edit, ...]:
    fix = ctx.fix_set("", "unsafe", value, **fields)()
    return () if fix is None else fix.edits


def _thousandth(fields: dict[str, tuple[float, ...]]) -> dict[str, object]:
    return {
        field: tuple(v / 1000.0 for v in values) if len(values) > 1 else values[0] / 1000.0
        for field, values in fields.items()
    }
