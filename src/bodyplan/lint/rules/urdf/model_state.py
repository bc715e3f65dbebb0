"""model_state documents: U5xx. Most rules need the robot of the state."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from operator import attrgetter

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.blocks import above
from bodyplan.lint.context import Context
from bodyplan.lint.duplicates import duplicates, removal_of_copy
from bodyplan.lint.names import unknown_name
from bodyplan.lint.rule import rule
from bodyplan.model.joint import JOINT_TYPES
from bodyplan.text import Edit

QUANTITIES = ("position", "velocity", "effort")


def _joint(ctx: Context, state: urdf.JointState) -> urdf.Joint | None:
    """Return the robot's joint that a state is for; None without such a joint or a robot."""
    found = ctx.index.joints.get(state.joint)
    return found[0] if found else None


def _counts(ctx: Context, state: urdf.JointState) -> dict[str, int]:
    """Return the number of values of each quantity that is written and can be read."""
    node = ctx.document.node(state)
    written = {} if node is None else node.attrib
    counts = {name: len(getattr(state, name)) for name in QUANTITIES if name in written}
    return {name: count for name, count in counts.items() if count or not written[name].strip()}


def _name_field(state: urdf.ModelState) -> str:
    return "model" if state.model or state.name is None else "name"


@rule("U501", "state-without-model", severity="error")
def state_without_model(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<model_state>` does not name its robot.

    ## Why it matters
    The format requires the name of the robot. As long as urdfdom parsed states, it rejected one
    without a name.

    ## Example
        <model_state time_stamp="0.1">

    ## Use instead
        <model_state model="arm" time_stamp="0.1">
    """
    if not state.model and not state.name:
        yield ctx.report(
            state,
            "missing required attribute 'model' on <model_state>",
            field=_name_field(state),
            hint='add model="..." with the name of the robot',
        )


@rule("U502", "state-old-name", severity="info", fix="always")
def state_old_name(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<model_state>` names its robot in `name` instead of `model`.

    ## Why it matters
    The format defines the attribute `model`. Old versions of urdfdom read `name`; that code has
    been removed, so the attribute is ignored.

    ## Example
        <model_state name="arm">

    ## Use instead
        <model_state model="arm">

    ## Fix safety
    Renaming the attribute is safe. If both are written, removing the obsolete one is safe when they
    are equal and unsafe when they differ.
    """
    if not state.name:
        return
    if state.model is None:

        def rename() -> list[Edit]:
            node = ctx.document.node(state)
            span = ctx.document.layout.attribute(node, "name") if node is not None else None
            return [Edit(span.name.start, span.name.end, "model")] if span else []

        yield ctx.report(
            state,
            "obsolete attribute 'name' on <model_state>; the format defines 'model'",
            field="name",
            part="name",
            fix=ctx.fix("Rename to 'model'", "safe", rename),
        )
    else:
        same = state.name == state.model
        yield ctx.report(
            state,
            f"obsolete attribute 'name' ({state.name!r}) on <model_state>, which also has 'model' "
            f"({state.model!r})",
            field="name",
            part="name",
            fix=ctx.fix_unset("Remove 'name'", "safe" if same else "unsafe", state, "name"),
        )


@rule("U503", "state-of-another-robot", severity="warning", fix="always")
def state_of_another_robot(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<model_state>` names another robot than the one it is checked against.

    ## Why it matters
    The values are checked against the joints and limits of the wrong robot.

    ## Example
        <robot name="arm">...
        <model_state model="hand">...

    ## Use instead
        <model_state model="arm">...

    ## Fix safety
    Writing the name of the robot is unsafe: you may have passed the wrong robot.
    """
    field = _name_field(state)
    name = state.model or state.name
    if ctx.robot is not None and ctx.robot.name and name and name != ctx.robot.name:
        yield ctx.report(
            state,
            f"<model_state> is for robot {name!r}, but the robot is {ctx.robot.name!r}",
            field=field,
            fix=ctx.fix_set(
                f"Write {ctx.robot.name!r}", "unsafe", state, **{field: ctx.robot.name}
            ),
        )


@rule("U504", "state-unknown-joint", severity="error", fix="sometimes")
def state_unknown_joint(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<joint_state>` references a joint that does not exist in the robot.

    ## Why it matters
    Its values are ignored, and the intended joint keeps its position.

    ## Example
        <joint_state joint="elbow" position="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>

    ## Fix safety
    Writing the most similar name of a joint without a state is unsafe: it may not be the intended
    joint.
    """
    if ctx.robot is None:
        return

    @cache
    def free() -> list[str]:
        taken = {each.joint for each in state.joint_states}
        return [name for name in ctx.index.joints if name not in taken]

    for each in state.joint_states:
        if each.joint and each.joint not in ctx.index.joints:
            message = f"joint {each.joint!r} does not exist in robot {ctx.robot.name!r}"
            yield unknown_name(ctx, each, message, free, field="joint")


@rule("U505", "state-wrong-count", severity="error")
def state_wrong_count(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """The number of values in a `<joint_state>` differs from the joint's degrees of freedom.

    ## Why it matters
    A state has one value per degree of freedom: none for a fixed joint, one for revolute,
    continuous and prismatic, three for planar (x, y, yaw), six for floating. The position of a
    floating joint may have seven values, with its orientation as a quaternion. With any other
    count the values are ambiguous.

    ## Example
        <joint_state joint="elbow_joint" position="0.5 0.1"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>
    """
    joint = _joint(ctx, state)
    if joint is None or joint.type not in JOINT_TYPES:
        return
    expected = JOINT_TYPES[joint.type].degrees_of_freedom
    for name, count in _counts(ctx, state).items():
        if count == expected or (joint.type == "floating" and name == "position" and count == 7):
            continue
        values = f"{expected} value{'s' * (expected != 1)}"
        yield ctx.report(
            state,
            f"{name} of {joint.type} joint {state.joint!r}: expected {values}, got {count}",
            field=name,
        )


@rule("U506", "state-outside-limits", severity="warning", fix="sometimes")
def state_outside_limits(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """A value of a `<joint_state>` is outside the limits of the joint.

    ## Why it matters
    The robot cannot reach this position, velocity or effort. Planners reject it as a start state,
    and simulations start with a jump.

    ## Example
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>
        ...
        <joint_state joint="elbow_joint" position="90"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="1.57"/>

    ## Fix safety
    Converting a value that fits as degrees to radians is unsafe: it may be wrong for another
    reason.
    """
    joint = _joint(ctx, state)
    if joint is None or joint.limit is None or joint.type not in JOINT_TYPES:
        return
    if JOINT_TYPES[joint.type].degrees_of_freedom != 1:
        return
    limit = joint.limit
    bounds = {name: (-b, b) for name in QUANTITIES[1:] if (b := getattr(limit, name)) > 0}
    if joint.type != "continuous" and limit.lower <= limit.upper and (limit.lower or limit.upper):
        bounds["position"] = (limit.lower, limit.upper)
    for name in QUANTITIES:
        values = getattr(state, name)
        if name not in bounds or len(values) != 1:
            continue
        lower, upper = bounds[name]
        value = values[0]
        if not above(value, upper) and not above(lower, value):
            continue
        is_angle = name == "position" and joint.type == "revolute" and math.tau < abs(value) <= 360
        radians = round(math.radians(value), 6)
        fits = is_angle and not above(radians, upper) and not above(lower, radians)
        yield ctx.report(
            state,
            f"joint {state.joint!r}: {name} {value:g} is outside the limits {lower:g} to {upper:g}",
            field=name,
            hint=f"write {radians:g} rad if {value:g} is in degrees" if fits else None,
            fix=ctx.fix_set("Convert degrees to radians", "unsafe", state, **{name: (radians,)})
            if fits
            else None,
        )


@rule("U507", "state-repeated", severity="warning", fix="sometimes")
def state_repeated(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<model_state>` has two states for one joint.

    ## Why it matters
    A joint has one position at a time. Some programs use the first state, others the last.

    ## Example
        <joint_state joint="elbow_joint" position="0.5"/>
        <joint_state joint="elbow_joint" position="0.7"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.7"/>

    ## Fix safety
    Removing an exact copy is safe. States that differ have no fix.
    """
    for each, other in duplicates(state.joint_states, attrgetter("joint")):
        yield ctx.report(
            each,
            f"duplicate state of joint {each.joint!r}"
            + (" (same values)" if each == other else " (different values)"),
            field="joint",
            fix=removal_of_copy(ctx, each, other),
        )


@rule("U508", "state-empty", severity="info")
def state_empty(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """A `<joint_state>` has no value.

    ## Why it matters
    Without a position, velocity or effort it has no effect. Only a fixed joint has none of them.

    ## Example
        <joint_state joint="elbow_joint"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>
    """
    joint = _joint(ctx, state)
    is_fixed = joint is not None and joint.type == "fixed"
    if not is_fixed and not any(ctx.written(state, name) for name in QUANTITIES):
        yield ctx.report(
            state, f"state of joint {state.joint!r} has no position, velocity or effort"
        )


@rule("U509", "state-uneven-counts", severity="info")
def state_uneven_counts(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """Position, velocity and effort of a joint have different numbers of values.

    ## Why it matters
    A joint has one of each for every degree of freedom, so one of the lists is wrong. The exception
    is a floating joint with seven positions (its orientation is a quaternion) and six velocities.
    If you pass the robot, U505 compares each list with the joint instead.

    ## Example
        <joint_state joint="elbow_joint" position="0.5" velocity="0.1 0.2"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5" velocity="0.1"/>
    """
    if _joint(ctx, state) is not None:
        return
    counts = _counts(ctx, state)
    degrees = {6 if name == "position" and n == 7 else n for name, n in counts.items()}
    if len(degrees) > 1 and len(set(counts.values())) > 1:
        shown = ", ".join(f"{count} for {name}" for name, count in counts.items())
        yield ctx.report(
            state,
            f"joint {state.joint!r}: numbers of values differ: {shown}",
        )


@rule("U510", "state-against-mimic", severity="info", fix="always")
def state_against_mimic(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """The position of a mimic joint differs from the one that its `<mimic>` gives.

    ## Why it matters
    A mimic joint is at `multiplier` times the position of the mimicked joint, plus `offset`.
    Programs that support mimic joints ignore the written value, the others use it.

    ## Example
        <joint name="right_finger"><mimic joint="left_finger" multiplier="-1"/>...
        ...
        <joint_state joint="left_finger" position="0.02"/>
        <joint_state joint="right_finger" position="0.02"/>

    ## Use instead
        <joint_state joint="right_finger" position="-0.02"/>

    ## Fix safety
    Writing the computed position is unsafe: the position of the mimicked joint may be the wrong one.
    """
    positions = {each.joint: each.position for each in state.joint_states}
    for each in state.joint_states:
        joint = _joint(ctx, each)
        if joint is None or joint.mimic is None or len(each.position) != 1:
            continue
        leader = positions.get(joint.mimic.joint, ())
        if len(leader) != 1 or joint.mimic.joint == each.joint:
            continue
        expected = joint.mimic.multiplier * leader[0] + joint.mimic.offset
        if above(expected, each.position[0]) or above(each.position[0], expected):
            expected = round(expected, 9)
            yield ctx.report(
                each,
                f"joint {each.joint!r} is at {each.position[0]:g}, but mimics "
                f"{joint.mimic.joint!r}, which puts it at {expected:g}",
                field="position",
                fix=ctx.fix_set(f"Write {expected:g}", "unsafe", each, position=(expected,)),
            )
