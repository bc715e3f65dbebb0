"""Values of joints that look like another unit, in any format: J107, J108 and J110."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bodyplan import model
from bodyplan.core import Record
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import (
    TURN,
    are_millimetres,
    degrees_among,
    is_readable,
    number,
    to_radians,
)
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.joint_limit import NO_LIMIT
from bodyplan.model.joint import LINEAR, UNLIMITED

_TWO_TURNS = 2.0 * TURN
_SAFETY = "safety controller"
_URDF_ONLY = {
    _SAFETY: ("soft_lower_limit", "soft_upper_limit"),
    "calibration": ("rising", "falling"),
}
"""Elements of URDF that hold positions."""

Part = tuple[Record, str, tuple[str, ...]]


@rule("J107", "degrees-in-joint", severity="warning", fix="sometimes")
def degrees_in_joint(joint: model.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A position of a revolute joint looks like degrees.

    ## Why it matters
    Angles are in radians in URDF and SDFormat, and parsers cannot detect another unit: 90 is more
    than fourteen turns. Limits in degrees do not limit anything, and a planner searches a space
    that is 57 times too large.

    Reported are positions beyond two turns and up to 720 that are not a multiple of 15 degrees in
    radians: in `limit`, the offset of `mimic`, and URDF's `safety_controller` and `calibration`;
    soft limits only where they leave half of the range of the joint after the conversion.

    ## Example
        <limit lower="-90" upper="90" effort="10" velocity="1"/>

    ## Use instead
        <limit lower="-1.5707963267948966" upper="1.5707963267948966" effort="10" velocity="1"/>

    ## Fix safety
    Converting is unsafe: a winch may rotate that far. No fix is offered where another number of the
    element may be either unit.
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
            continue  # a number that disables them; J401 reports it
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
        return  # there is no other type, or J101 reports it
    if not limit.lower <= 0.0 <= limit.upper or not is_readable(ctx, limit, "lower", "upper"):
        return
    if not (ctx.written(limit, "lower") and ctx.written(limit, "upper")):
        return  # J104 reports it
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
    unlikely. Reported are positions beyond 20 and up to 5000, in `limit`, `safety_controller` and
    `calibration`; ±100 and ±1000, which are usual for a base that moves freely on dummy joints, are
    not reported.

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
    """Yield the values of a joint that hold positions, each with its name and fields."""
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
