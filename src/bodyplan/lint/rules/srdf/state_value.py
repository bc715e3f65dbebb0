"""Values of joints in states of groups: S221 to S228."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypedDict

from bodyplan.core import plural
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.blocks import above
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.joints import TURN, degrees_among, to_radians
from bodyplan.lint.names import called
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.model.joint import JOINT_TYPES, WITH_RANGE
from bodyplan.model.transform import UPRIGHT, Quaternion, unit_quat_xyzw
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import change

VALUES: dict[str, int] = {kind: len(facts.variables) for kind, facts in JOINT_TYPES.items()}
"""How many values say where a joint of each kind is."""

_SHOWN = 3  # joints that a message names
_NO_UNIT = 1e-3  # a quaternion whose length is further from 1 is not only rounded


def _kind(ctx: Context, name: str) -> str:
    """The kind of a joint, of the robot or virtual; empty where it cannot be told."""
    return semantics(ctx).joint_kinds.get(name, "")


def _count(ctx: Context, each: srdf.StateJoint) -> int | None:
    """How many values there are; None where one does not read."""
    node = ctx.document.node(each)
    text = None if node is None else node.get("value")
    if text is None or (text.strip() and not each.value):
        return None
    return len(each.value)


def _owner(ctx: Context, each: srdf.StateJoint) -> str:
    """What messages call the state that a joint stands in."""
    state = ctx.owner(each)
    return called("state", state.name if isinstance(state, srdf.GroupState) else "")


@rule("S221", "group-state-wrong-count", severity="error")
def group_state_wrong_count(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has more or fewer values in a state than it has variables.

    ## Why it matters
    There is one value for revolute, continuous and prismatic joints, three for planar ones
    (x, y, theta), and seven for floating ones: x, y, z and the quaternion x, y, z, w. The ROS wiki
    speaks of the six degrees of freedom of a floating joint; no reader takes six values. With
    another count the value is not used, and the joint stays where it is.

    ## What MoveIt says
    MoveIt logs an error: the model for the joint requires so many variable values, but only so
    many were supplied in the default state for the group. It leaves the joint out of the state.
    Pinocchio prints that it could not read the joint config.

    ## Example
        <joint name="elbow" value="0.5 0.1"/>

    ## Use instead
        <joint name="elbow" value="0.5"/>
    """
    kind = _kind(ctx, each.name)
    wanted = VALUES.get(kind)
    if not wanted or len(each.value) == wanted:
        return
    count = _count(ctx, each)
    if count is None:
        return
    hint = None
    if kind == "floating":
        hint = "x y z and the quaternion x y z w"
    elif kind == "planar":
        hint = "x y theta" + (", not the x, y, cosine, sine of Pinocchio" if count == 4 else "")
    yield ctx.report(
        each,
        f"{_owner(ctx, each)}: {kind} joint {each.name!r} has {plural(count, 'value')}, not {wanted}",
        field="value",
        hint=hint,
    )


@rule("S222", "group-state-fixed-joint", severity="warning", fix="always")
def group_state_fixed_joint(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A state gives a value for a fixed joint.

    ## Why it matters
    A fixed joint does not move, so the value goes nowhere. Either the joint was fixed later, in
    another variant of the robot say, or another joint is meant.

    ## What MoveIt says
    MoveIt logs an error: the model for the joint requires 0 variable values, but 1 was supplied in
    the default state.

    ## Example
        <joint name="tool_mount" value="0"/><!-- type="fixed" in the URDF -->

    ## Use instead
        <joint name="wrist" value="0"/>

    ## Fix safety
    Removing the value is safe where it is zero, and unsafe where it is not: a joint that moves may
    have been meant.
    """
    if _kind(ctx, each.name) != "fixed" or not _count(ctx, each):
        return
    is_zero = not any(each.value)
    yield ctx.report(
        each,
        f"{_owner(ctx, each)}: fixed joint {each.name!r} has {plural(len(each.value), 'value')}",
        field="name",
        hint="a fixed joint has none",
        fix=ctx.fix_remove("Remove it", "safe" if is_zero else "unsafe", each),
    )


@rule("S223", "group-state-outside-limits", severity="warning", fix="sometimes")
def group_state_outside_limits(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A value of a state is outside the limits of its joint.

    ## Why it matters
    The robot cannot be there. As a start it is refused, as a goal it is never reached.

    ## What MoveIt says
    Nothing when it loads. Planning to the state fails later: the goal is invalid, or the start
    state is out of bounds for the joint.

    ## Example
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>
        ...
        <joint name="elbow" value="1.8"/>

    ## Use instead
        <joint name="elbow" value="1.57"/>

    ## Fix safety
    Where a travel is within the limits as millimetres, dividing it by 1000 is unsafe: it may be
    wrong in another way. Where a turn more or less is within, writing that is unsafe too, though
    the robot stands the same.
    """
    bounds = _bounds(ctx, each)
    if bounds is None or len(each.value) != 1 or _in_degrees(ctx, each) is not None:
        return
    (lower, upper), value = bounds, each.value[0]
    if above(value, upper):
        bound, side = upper, "above the upper"
    elif above(lower, value):
        bound, side = lower, "below the lower"
    else:
        return
    yield ctx.report(
        each,
        f"{_owner(ctx, each)}: joint {each.name!r} at {value:g} is {abs(value - bound):.3g} "
        f"{side} limit, {bound:g}",
        field="value",
        **_within(ctx, each, lower, upper),
    )


class _Advice(TypedDict, total=False):
    """What ``report`` is given beside the message."""

    hint: str
    fix: FixMaker


def _within(ctx: Context, each: srdf.StateJoint, lower: float, upper: float) -> _Advice:
    """What to do about a value that is outside, where it is within in another way."""
    joint, value = semantics(ctx).joint(each.name), each.value[0]
    if joint is not None and joint.type == "prismatic":
        metres = round(value / 1000.0, 9)
        if abs(value) < 1.0 or above(metres, upper) or above(lower, metres):
            return {}
        fix = ctx.fix_set("Divide by 1000", "unsafe", each, value=(metres,))
        return {"hint": f"{value:g} mm are {metres:g} m", "fix": fix}
    for turned in (round(value - TURN, 6), round(value + TURN, 6)):
        if not above(turned, upper) and not above(lower, turned):
            fix = ctx.fix_set(f"Write {turned:g}", "unsafe", each, value=(turned,))
            return {"hint": f"{turned:.6g}, a turn away, is the same place", "fix": fix}
    return {}


@rule("S224", "group-state-in-degrees", severity="warning", fix="always", when="joints")
def group_state_in_degrees(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """Values of a state are most likely in degrees.

    ## Why it matters
    Angles are radians. 90 is more than fourteen turns; where the joint has limits it is outside,
    where it has none the robot stands in a pose nobody meant. One finding counts the joints of a
    state.

    ## What MoveIt says
    Nothing when it loads. Planning to the state fails later: the goal is invalid, or the start
    state is out of bounds for the joint.

    ## Example
        <joint name="elbow" value="90"/>

    ## Use instead
        <joint name="elbow" value="1.570796"/>

    ## Fix safety
    Turning degrees into radians is unsafe: the value may be wrong in another way. Where several
    angles of a state are in degrees, whole numbers that could be radians are turned with them.
    """
    found = [(each, radians) for each in state.joints if (radians := _in_degrees(ctx, each))]
    if not found:
        return
    places = [f"{each.name!r} at {each.value[0]:g}" for each, _ in found[:_SHOWN]]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    what = (
        f"joint {places[0]} looks" if len(found) == 1 else f"joints {', '.join(places)}{more} look"
    )
    shown = ", ".join(f"{radians:g}" for _, radians in found[:_SHOWN])
    yield ctx.report(
        found[0][0],
        f"{called('state', state.name)}: {what} like degrees; angles are radians",
        field="value",
        hint=f"in radians: {shown}{', ...' if more else ''}",
        fix=ctx.fix(
            "Turn degrees into radians",
            "unsafe",
            lambda: [
                edit
                for each, radians in _turned(ctx, state, found)
                for edit in change.set_fields(ctx.document, each, value=(radians,))
            ],
        ),
    )


def _turned(
    ctx: Context, state: srdf.GroupState, found: list[tuple[srdf.StateJoint, float]]
) -> list[tuple[srdf.StateJoint, float]]:
    """The joints to turn: those in degrees; beside several of them, what else may be, too."""
    look = semantics(ctx)
    angles = [
        each
        for each in state.joints
        if len(each.value) == 1
        and (joint := look.joint(each.name)) is not None
        and joint.type in {"revolute", "continuous"}
    ]
    radians = to_radians([each.value[0] for each in angles], TURN) if len(found) > 1 else None
    if radians is None:
        return found
    return [
        (each, round(new, 6))
        for each, new in zip(angles, radians, strict=True)
        if new != each.value[0]
    ]


@rule("S225", "group-state-against-mimic", severity="info", fix="always", when="joints")
def group_state_against_mimic(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """The value of a joint that follows another one is not where it would follow to.

    ## Why it matters
    The position of such a joint is multiplier times that of the leader, plus offset. MoveIt
    follows and ignores what is written here; Pinocchio, which follows only on request, takes it.
    So the two show different states.

    ## What MoveIt says
    Nothing: it works the position out again, and a follower may be left out of a state.

    ## Example
        <joint name="right_finger"><mimic joint="left_finger" multiplier="-1"/>...
        ...
        <joint name="left_finger" value="0.02"/>
        <joint name="right_finger" value="0.02"/>

    ## Use instead
        <joint name="left_finger" value="0.02"/>
        <joint name="right_finger" value="-0.02"/>

    ## Fix safety
    Writing the position that follows is unsafe: the leader's may be the wrong one.
    """
    look = semantics(ctx)
    values = {each.name: each.value for each in state.joints}
    for each in state.joints:
        joint = look.joint(each.name)
        mimic = None if joint is None else joint.mimic
        leader = () if mimic is None else values.get(mimic.leader, ())
        if mimic is None or len(leader) != 1 or len(each.value) != 1 or mimic.leader == each.name:
            continue
        expected = mimic.multiplier * leader[0] + mimic.offset
        if above(expected, each.value[0]) or above(each.value[0], expected):
            expected = round(expected, 9)
            yield ctx.report(
                each,
                f"{called('state', state.name)}: joint {each.name!r} is at {each.value[0]:g}, "
                f"but follows {mimic.leader!r} to {expected:g}",
                field="value",
                fix=ctx.fix_set(f"Write {expected:g}", "unsafe", each, value=(expected,)),
            )


@rule("S226", "group-state-quaternion-not-unit", severity="warning", fix="sometimes")
def group_state_quaternion_not_unit(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The quaternion of a floating joint does not have the length one.

    ## Why it matters
    Only unit quaternions are rotations. Whoever does not divide by the length stretches the robot.
    A length that is off by more than a thousandth is no rounding: a number was mistyped or left
    out, or the order is another one.

    ## What MoveIt says
    Nothing when it loads. The state is out of bounds for the joint until it is normalized, and a
    quaternion of zeros is reported as one with a length too small to be normalized.

    ## Example
        <joint name="root_joint" value="0 0 0.3 0 0 1 1"/>

    ## Use instead
        <joint name="root_joint" value="0 0 0.3 0 0 0.707106781187 0.707106781187"/>

    ## Fix safety
    Dividing by the length is unsafe: one of the numbers may be wrong. There is no fix for zeros.
    """
    quat = _quaternion(ctx, each)
    if quat is None or abs(math.hypot(*quat) - 1.0) <= _NO_UNIT:
        return
    is_zero = not any(quat)
    yield ctx.report(
        each,
        f"{_owner(ctx, each)}: the quaternion of joint {each.name!r} is "
        + (
            "zero, which is not a valid rotation"
            if is_zero
            else f"not normalized (length {math.hypot(*quat):.4g})"
        ),
        field="value",
        hint="the order is x y z, then the quaternion x y z w",
        fix=None
        if is_zero
        else ctx.fix_set(
            "Divide by the length", "unsafe", each, value=(*each.value[:3], *unit_quat_xyzw(quat))
        ),
    )


@rule("S227", "group-state-quaternion-scalar-first", severity="info", fix="always")
def group_state_quaternion_scalar_first(
    each: srdf.StateJoint, ctx: Context
) -> Iterator[Diagnostic]:
    """The quaternion of a floating joint looks as if its scalar part stood first.

    ## Why it matters
    The order is x, y, z, w. "1 0 0 0" is a half turn about x then, the robot on its back; in the
    order w, x, y, z of MuJoCo and others it is "not rotated". Only this one quaternion is
    reported: about others nothing can be said.

    ## What MoveIt says
    Nothing: a half turn is as good as any rotation.

    ## Example
        <joint name="root_joint" value="0 0 0.3 1 0 0 0"/>

    ## Use instead
        <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>

    ## Fix safety
    Putting the scalar part last is unsafe: the half turn may be meant.
    """
    if _quaternion(ctx, each) == (1.0, 0.0, 0.0, 0.0):
        yield ctx.report(
            each,
            f'{_owner(ctx, each)}: the quaternion of joint {each.name!r}, "1 0 0 0", is a half '
            "turn about x, the order being x y z w",
            field="value",
            hint='"not rotated" is "0 0 0 1"',
            fix=ctx.fix_set('Write "0 0 0 1"', "unsafe", each, value=(*each.value[:3], *UPRIGHT)),
        )


def _quaternion(ctx: Context, each: srdf.StateJoint) -> Quaternion | None:
    """The quaternion x y z w of a floating joint, or of the free base of Pinocchio."""
    if len(each.value) != 7:
        return None
    kind = _kind(ctx, each.name)
    if kind != "floating" and (kind or each.name != FREE_FLYER):
        return None
    x, y, z, w = each.value[3:]
    return x, y, z, w


def _bounds(ctx: Context, each: srdf.StateJoint) -> tuple[float, float] | None:
    """The limits that hold for a joint; None where it has none, or follows another joint."""
    joint = semantics(ctx).joint(each.name)
    if joint is None or joint.type not in WITH_RANGE or joint.mimic is not None:
        return None
    lower, upper = joint.limit.lower, joint.limit.upper
    if not math.isfinite(upper - lower) or lower > upper or not (lower or upper):
        return None
    return lower, upper


def _in_degrees(ctx: Context, each: srdf.StateJoint) -> float | None:
    """The value of an angle in radians, where what is written is most likely in degrees."""
    joint = semantics(ctx).joint(each.name)
    if joint is None or len(each.value) != 1 or joint.mimic is not None:
        return None
    if joint.type not in {"revolute", "continuous"} or not degrees_among(each.value, TURN):
        return None
    radians = round(math.radians(each.value[0]), 6)
    bounds = _bounds(ctx, each)
    if joint.type == "revolute":
        if bounds is None or above(radians, bounds[1]) or above(bounds[0], radians):
            return None
        if not above(each.value[0], bounds[1]) and not above(bounds[0], each.value[0]):
            return None
    return radians
