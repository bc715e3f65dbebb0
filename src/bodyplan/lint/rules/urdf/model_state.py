"""model_state documents: U5xx. Most need the robot the state belongs to."""

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
    """The joint of the robot that a state is about; None where there is none, or no robot."""
    found = ctx.index.joints.get(state.joint)
    return found[0] if found else None


def _counts(ctx: Context, state: urdf.JointState) -> dict[str, int]:
    """How many values each quantity has that is written and can be read."""
    node = ctx.document.node(state)
    written = {} if node is None else node.attrib
    counts = {name: len(getattr(state, name)) for name in QUANTITIES if name in written}
    return {name: count for name, count in counts.items() if count or not written[name].strip()}


def _name_field(state: urdf.ModelState) -> str:
    return "model" if state.model or state.name is None else "name"


@rule("U501", "state-without-model", severity="error")
def state_without_model(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A state does not say which robot it is of.

    ## Why it matters
    The format requires the name of the robot; the reference reader, as long as it read states,
    refused one without.

    ## Example
        <model_state time_stamp="0.1">

    ## Use instead
        <model_state model="arm" time_stamp="0.1">
    """
    if not state.model and not state.name:
        yield ctx.report(
            state,
            "model_state without the name of a robot",
            field=_name_field(state),
            hint='add model="..." with the name of the robot',
        )


@rule("U502", "state-old-name", severity="info", fix="always")
def state_old_name(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A state names its robot in the older attribute.

    ## Why it matters
    The format says `model`. Older code of the reference reader looked at `name`; it is gone, so
    nobody reads that any more.

    ## Example
        <model_state name="arm">

    ## Use instead
        <model_state model="arm">

    ## Fix safety
    Renaming the attribute is safe. Where both are there, removing the older one is safe when they
    are equal, and unsafe when they differ.
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
            "model_state has 'name', the older spelling of 'model'",
            field="name",
            part="name",
            fix=ctx.fix("Rename to 'model'", "safe", rename),
        )
    else:
        same = state.name == state.model
        yield ctx.report(
            state,
            f"model_state has 'name', {state.name!r}, beside 'model', {state.model!r}",
            field="name",
            part="name",
            fix=ctx.fix_unset("Remove the older one", "safe" if same else "unsafe", state, "name"),
        )


@rule("U503", "state-of-another-robot", severity="warning", fix="always")
def state_of_another_robot(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A state is of another robot than the one it was checked with.

    ## Why it matters
    The names of the robots differ, so joints and limits are those of another machine.

    ## Example
        <robot name="arm">...
        <model_state model="hand">...

    ## Use instead
        <model_state model="arm">...

    ## Fix safety
    Writing the name of the robot is unsafe: the wrong robot may have been given.
    """
    field = _name_field(state)
    name = state.model or state.name
    if ctx.robot is not None and ctx.robot.name and name and name != ctx.robot.name:
        yield ctx.report(
            state,
            f"model_state is of {name!r}, but the robot is {ctx.robot.name!r}",
            field=field,
            fix=ctx.fix_set(
                f"Write {ctx.robot.name!r}", "unsafe", state, **{field: ctx.robot.name}
            ),
        )


@rule("U504", "state-unknown-joint", severity="error", fix="sometimes")
def state_unknown_joint(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A state has a joint that the robot does not have.

    ## Why it matters
    Its values go nowhere, and the joint that was meant stays where it is.

    ## Example
        <joint_state joint="elbow" position="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>

    ## Fix safety
    Writing the nearest name of a joint that the state does not have yet is unsafe: another joint
    may have been meant.
    """
    if ctx.robot is None:
        return

    @cache
    def free() -> list[str]:
        taken = {each.joint for each in state.joint_states}
        return [name for name in ctx.index.joints if name not in taken]

    for each in state.joint_states:
        if each.joint and each.joint not in ctx.index.joints:
            message = f"state of {each.joint!r}, but robot {ctx.robot.name!r} has no such joint"
            yield unknown_name(ctx, each, message, free, field="joint")


@rule("U505", "state-wrong-count", severity="error")
def state_wrong_count(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """A state has more or fewer values than the joint has degrees of freedom.

    ## Why it matters
    There is one value for each: none for a fixed joint, one for revolute, continuous and
    prismatic, three for planar (x, y, yaw), six for floating. The position of a floating joint
    may have seven, its orientation being a quaternion. With another count nobody can say which
    value is which.

    ## Example
        <joint_state joint="elbow_joint" position="0.5 0.1"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>
    """
    joint = _joint(ctx, state)
    if joint is None or joint.type not in JOINT_TYPES:
        return
    wanted = JOINT_TYPES[joint.type].degrees_of_freedom
    for name, count in _counts(ctx, state).items():
        if count == wanted or (joint.type == "floating" and name == "position" and count == 7):
            continue
        values = f"{count} value{'s' * (count != 1)}"
        yield ctx.report(
            state,
            f"{name} of {joint.type} joint {state.joint!r} has {values}, not {wanted}",
            field=name,
        )


@rule("U506", "state-outside-limits", severity="warning", fix="sometimes")
def state_outside_limits(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """A value of a state is outside the limits of its joint.

    ## Why it matters
    The robot cannot be there, or not so fast, or not with such force. Planners refuse it as a
    start, simulators begin with a jump.

    ## Example
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>
        ...
        <joint_state joint="elbow_joint" position="90"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="1.57"/>

    ## Fix safety
    Where the value fits when it is taken as degrees, turning it into radians is unsafe: it may be
    wrong otherwise.
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
            f"{name} {value:g} of joint {state.joint!r} is outside {lower:g} to {upper:g}",
            field=name,
            hint=f"{value:g} degrees are {radians:g} rad" if fits else None,
            fix=ctx.fix_set("Turn degrees into radians", "unsafe", state, **{name: (radians,)})
            if fits
            else None,
        )


@rule("U507", "state-repeated", severity="warning", fix="sometimes")
def state_repeated(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """A joint has two states.

    ## Why it matters
    A joint is in one place at one time. Some readers take the first, others the last.

    ## Example
        <joint_state joint="elbow_joint" position="0.5"/>
        <joint_state joint="elbow_joint" position="0.7"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.7"/>

    ## Fix safety
    Removing an exact copy is safe. States that differ are left to the author.
    """
    for each, other in duplicates(state.joint_states, attrgetter("joint")):
        yield ctx.report(
            each,
            f"joint {each.joint!r} has a state already" + (", the same" if each == other else ""),
            field="joint",
            fix=removal_of_copy(ctx, each, other),
        )


@rule("U508", "state-empty", severity="info")
def state_empty(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """A state of a joint has no value.

    ## Why it matters
    It says nothing: no position, no velocity, no effort. Only a fixed joint has none.

    ## Example
        <joint_state joint="elbow_joint"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5"/>
    """
    joint = _joint(ctx, state)
    is_fixed = joint is not None and joint.type == "fixed"
    if not is_fixed and not any(ctx.written(state, name) for name in QUANTITIES):
        yield ctx.report(state, f"state of joint {state.joint!r} without any value")


@rule("U509", "state-uneven-counts", severity="info")
def state_uneven_counts(state: urdf.JointState, ctx: Context) -> Iterator[Diagnostic]:
    """Position, velocity and effort of a joint have different numbers of values.

    ## Why it matters
    A joint has one of each for every degree of freedom, so one of the lists is wrong. Only seven
    positions go with six velocities, a quaternion being one of four numbers. Where the robot is
    given, the count of each list is compared with the joint instead.

    ## Example
        <joint_state joint="elbow_joint" position="0.5" velocity="0.1 0.2"/>

    ## Use instead
        <joint_state joint="elbow_joint" position="0.5" velocity="0.1"/>
    """
    if _joint(ctx, state) is not None:
        return
    counts = _counts(ctx, state)
    freedoms = {6 if name == "position" and n == 7 else n for name, n in counts.items()}
    if len(freedoms) > 1 and len(set(counts.values())) > 1:
        shown = ", ".join(f"{count} for {name}" for name, count in counts.items())
        yield ctx.report(
            state,
            f"joint {state.joint!r} has different numbers of values: {shown}",
        )


@rule("U510", "state-against-mimic", severity="info", fix="always")
def state_against_mimic(state: urdf.ModelState, ctx: Context) -> Iterator[Diagnostic]:
    """The position of a joint that follows another one is not where it would follow to.

    ## Why it matters
    Its position is multiplier times that of the leader, plus offset. Readers that know mimic
    joints ignore what is written, the others believe it.

    ## Example
        <joint name="right_finger"><mimic joint="left_finger" multiplier="-1"/>...
        ...
        <joint_state joint="left_finger" position="0.02"/>
        <joint_state joint="right_finger" position="0.02"/>

    ## Use instead
        <joint_state joint="right_finger" position="-0.02"/>

    ## Fix safety
    Writing the position that follows is unsafe: the leader's may be the wrong one.
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
                f"joint {each.joint!r} is at {each.position[0]:g}, but follows "
                f"{joint.mimic.joint!r} to {expected:g}",
                field="position",
                fix=ctx.fix_set(f"Write {expected:g}", "unsafe", each, position=(expected,)),
            )
