"""Values of joints in states of groups: S221 to S228."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypedDict

from bodyplan.core import plural
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.extensions import above
from bodyplan.lint.facts.joints import TURN, degrees_among, to_radians
from bodyplan.lint.facts.names import called
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.model.joint import JOINT_TYPES, LINEAR, WITH_RANGE
from bodyplan.model.transform import UPRIGHT, Quaternion, unit_quat_xyzw
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import change

VALUES: dict[str, int] = {kind: len(facts.variables) for kind, facts in JOINT_TYPES.items()}
"""The number of values of a joint, by its type."""

_SHOWN = 3  # maximum number of joints in a message
_NOT_UNIT = 1e-3  # a larger deviation of a quaternion's length from 1 is not rounding


def _kind(ctx: Context, name: str) -> str:
    """Return the type of a joint of the robot or of a virtual joint; empty if unknown."""
    return semantics(ctx).joint_kinds.get(name, "")


def _count(ctx: Context, each: srdf.StateJoint) -> int | None:
    """Return the number of values; None if one cannot be read."""
    node = ctx.document.node(each)
    text = None if node is None else node.get("value")
    if text is None or (text.strip() and not each.value):
        return None
    return len(each.value)


def _owner(ctx: Context, each: srdf.StateJoint) -> str:
    """Return the name of the state of a joint, for messages."""
    state = ctx.owner(each)
    return called("state", state.name if isinstance(state, srdf.GroupState) else "")


@rule("S221", "group-state-wrong-count", severity="error")
def group_state_wrong_count(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has more or fewer values in a state than it has variables.

    ## Why it matters
    Revolute, continuous and prismatic joints have one value, planar joints three (x, y, theta), and
    floating joints seven: x, y, z and the quaternion x, y, z, w. The ROS wiki mentions the six
    degrees of freedom of a floating joint, but no parser accepts six values. MoveIt and Pinocchio
    ignore any other number of values, and the state does not set the joint.

    ## What MoveIt says
    MoveIt logs an error with the number of variable values that the model for the joint requires,
    and the number that was supplied in the default state for the group. It leaves the joint out of
    the state. Pinocchio prints that it could not read the joint config.

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
        f"{_owner(ctx, each)}: {kind} joint {each.name!r}: expected {plural(wanted, 'value')}, got {count}",
        field="value",
        hint=hint,
    )


@rule("S222", "group-state-fixed-joint", severity="warning", fix="always")
def group_state_fixed_joint(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A state has a value for a fixed joint.

    ## Why it matters
    A fixed joint does not move, so the value has no effect. Either the joint is fixed only in this
    variant of the robot, or another joint is meant.

    ## What MoveIt says
    MoveIt logs an error: the model for the joint requires 0 variable values, but 1 was supplied in
    the default state.

    ## Example
        <joint name="tool_mount" value="0"/><!-- type="fixed" in the URDF -->

    ## Use instead
        <joint name="wrist" value="0"/>

    ## Fix safety
    Removing the value is safe if it is zero, and unsafe otherwise: a movable joint may be meant.
    """
    if _kind(ctx, each.name) != "fixed" or not _count(ctx, each):
        return
    is_zero = not any(each.value)
    yield ctx.report(
        each,
        f"{_owner(ctx, each)}: fixed joint {each.name!r} has {plural(len(each.value), 'value')}",
        field="name",
        hint="remove it; a fixed joint has no value",
        fix=ctx.fix_remove("Remove it", "safe" if is_zero else "unsafe", each),
    )


@rule("S223", "group-state-outside-limits", severity="warning", fix="sometimes")
def group_state_outside_limits(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A value of a state is outside the limits of its joint.

    ## Why it matters
    The robot cannot reach the state. Planners reject it as a start and never reach it as a goal.

    ## What MoveIt says
    Nothing when it loads the file. Planning to the state fails later: the goal is invalid, or the
    start state is out of bounds for the joint.

    ## Example
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>
        ...
        <joint name="elbow" value="1.8"/>

    ## Use instead
        <joint name="elbow" value="1.57"/>

    ## Fix safety
    If a prismatic value is within the limits when divided by 1000, dividing it is unsafe: it may be
    wrong in another way. If an angle is within the limits after adding or subtracting a full turn,
    writing that angle is unsafe too, although the pose is the same.
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
    """The hint and the fix to pass to ``report``."""

    hint: str
    fix: FixMaker


def _within(ctx: Context, each: srdf.StateJoint, lower: float, upper: float) -> _Advice:
    """Return hint and fix for a value that is within the limits after a change of unit or a full turn."""
    joint, value = semantics(ctx).joint(each.name), each.value[0]
    if joint is not None and joint.type in LINEAR:
        metres = round(value / 1000.0, 9)
        if abs(value) < 1.0 or above(metres, upper) or above(lower, metres):
            return {}
        fix = ctx.fix_set("Divide by 1000", "unsafe", each, value=(metres,))
        return {"hint": f"did you mean {value:g} mm, which is {metres:g} m?", "fix": fix}
    for turned in (round(value - TURN, 6), round(value + TURN, 6)):
        if not above(turned, upper) and not above(lower, turned):
            fix = ctx.fix_set(f"Write {turned:g}", "unsafe", each, value=(turned,))
            return {"hint": f"{turned:.6g}, a full turn away, is the same pose", "fix": fix}
    return {}


@rule("S224", "group-state-in-degrees", severity="warning", fix="always", when="joints")
def group_state_in_degrees(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """Values of a state are most likely in degrees.

    ## Why it matters
    Angles are in radians. 90 rad is more than fourteen turns: outside the limits if the joint has
    limits, and an unintended pose otherwise. There is one diagnostic for all joints of a state.

    ## What MoveIt says
    Nothing when it loads the file. Planning to the state fails later: the goal is invalid, or the
    start state is out of bounds for the joint.

    ## Example
        <joint name="elbow" value="90"/>

    ## Use instead
        <joint name="elbow" value="1.570796"/>

    ## Fix safety
    Converting degrees to radians is unsafe: the value may be wrong in another way. If several
    angles of a state are in degrees, integers that could be radians are converted too.
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
        f"{called('state', state.name)}: {what} like degrees; angles are in radians",
        field="value",
        hint=f"write radians: {shown}{', ...' if more else ''}",
        fix=ctx.fix(
            "Convert degrees to radians",
            "unsafe",
            lambda: [
                edit
                for each, radians in _converted(ctx, state, found)
                for edit in change.set_fields(ctx.document, each, value=(radians,))
            ],
        ),
    )


def _converted(
    ctx: Context, state: srdf.GroupState, found: list[tuple[srdf.StateJoint, float]]
) -> list[tuple[srdf.StateJoint, float]]:
    """Return the values to convert: angles in degrees and, if there are several, also integers."""
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


@rule("S226", "group-state-quaternion-not-unit", severity="warning", fix="sometimes")
def group_state_quaternion_not_unit(each: srdf.StateJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The quaternion of a floating joint does not have length 1.

    ## Why it matters
    Only unit quaternions are rotations. A program that does not normalize it scales the robot. A
    deviation of more than 0.001 is not a rounding error: a number is wrong or missing, or the order
    is different.

    ## What MoveIt says
    Nothing when it loads the file. The state is out of bounds for the joint until the quaternion is
    normalized. For a quaternion of zeros, MoveIt reports that its length is too small to be
    normalized.

    ## Example
        <joint name="root_joint" value="0 0 0.3 0 0 1 1"/>

    ## Use instead
        <joint name="root_joint" value="0 0 0.3 0 0 0.707106781187 0.707106781187"/>

    ## Fix safety
    Dividing by the length is unsafe: one of the numbers may be wrong. There is no fix for zeros.
    """
    quat = _quaternion(ctx, each)
    if quat is None or abs(math.hypot(*quat) - 1.0) <= _NOT_UNIT:
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
    """The quaternion of a floating joint looks like the order w x y z.

    ## Why it matters
    The order is x, y, z, w, in which "1 0 0 0" is a half turn about x: the robot is upside down. In
    the order w, x, y, z of MuJoCo and others, it is the identity. Only this quaternion is reported,
    because others are valid in both orders.

    ## What MoveIt says
    Nothing: a half turn is a valid rotation.

    ## Example
        <joint name="root_joint" value="0 0 0.3 1 0 0 0"/>

    ## Use instead
        <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>

    ## Fix safety
    Writing the scalar part last is unsafe: the half turn may be meant.
    """
    if _quaternion(ctx, each) == (1.0, 0.0, 0.0, 0.0):
        yield ctx.report(
            each,
            f'{_owner(ctx, each)}: the quaternion of joint {each.name!r}, "1 0 0 0", is a half '
            "turn about x in the order x y z w",
            field="value",
            hint='the identity is "0 0 0 1"',
            fix=ctx.fix_set('Write "0 0 0 1"', "unsafe", each, value=(*each.value[:3], *UPRIGHT)),
        )


def _quaternion(ctx: Context, each: srdf.StateJoint) -> Quaternion | None:
    """Return the quaternion x y z w of a floating joint, or of the floating base of Pinocchio."""
    if len(each.value) != 7:
        return None
    kind = _kind(ctx, each.name)
    if kind != "floating" and (kind or each.name != FREE_FLYER):
        return None
    x, y, z, w = each.value[3:]
    return x, y, z, w


def _bounds(ctx: Context, each: srdf.StateJoint) -> tuple[float, float] | None:
    """Return the limits of a joint; None without limits, and for mimic joints."""
    joint = semantics(ctx).joint(each.name)
    if joint is None or joint.type not in WITH_RANGE or joint.mimic is not None:
        return None
    lower, upper = joint.limit.lower, joint.limit.upper
    if not math.isfinite(upper - lower) or lower > upper or not (lower or upper):
        return None
    return lower, upper


def _in_degrees(ctx: Context, each: srdf.StateJoint) -> float | None:
    """Return an angle converted to radians; None unless it is most likely written in degrees."""
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
