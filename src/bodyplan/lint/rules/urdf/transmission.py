"""Transmissions of ros_control and of the PR2: joints and actuators (U1xx)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.duplicates import duplicates, removal_of_copy
from bodyplan.lint.names import called, unknown_name
from bodyplan.lint.rule import rule

PACKAGE = "transmission_interface/"

Driven = urdf.TransmissionJoint | urdf.Pr2Joint | urdf.GapJoint


def driven(transmission: urdf.Transmission) -> Iterator[Driven]:
    """Yield the joints that a transmission drives, of every element that names one."""
    yield from transmission.joints
    for part in (transmission.flex_joint, transmission.roll_joint, transmission.gap_joint):
        if part is not None:
            yield part


def _free_joints(ctx: Context) -> list[str]:
    """Return the movable joints that no transmission drives."""
    robot = ctx.index.robot
    taken = {joint.name for each in robot.transmissions for joint in driven(each)}
    return [j.name for j in robot.joints if j.type != "fixed" and j.name not in taken]


@rule("U101", "transmission-unknown-joint", severity="warning", fix="sometimes")
def transmission_unknown_joint(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission drives a joint that does not exist.

    ## Why it matters
    Gazebo's ros_control plugin stops loading transmissions at the first unknown joint, so one wrong
    name leaves the whole robot without controllers. Often a part of the robot was removed from the
    description, but not its transmissions.

    ## Example
        <joint name="elbow_joint" type="revolute">...</joint>
        <transmission name="elbow_transmission">
          <joint name="elbow">...</joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <joint name="elbow_joint">...</joint>

    ## Fix safety
    Writing the most similar name of a joint without transmission is unsafe: the transmission may be
    left over and should be removed.
    """
    known = ctx.index.joints

    @cache
    def free() -> list[str]:
        return _free_joints(ctx)

    for transmission in robot.transmissions:
        joints: list[Driven | urdf.PassiveJoint] = [*driven(transmission)]
        for joint in [*joints, *transmission.passive_joints]:
            if joint.name and joint.name not in known:
                yield unknown_name(
                    ctx,
                    joint,
                    f"{called('transmission', transmission.name)}: joint {joint.name!r} does not exist",
                    free,
                    hint="remove the transmission if its joint is gone",
                )


@rule("U102", "transmission-fixed-joint", severity="warning")
def transmission_fixed_joint(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission drives a fixed joint.

    ## Why it matters
    A fixed joint has no position to command. Gazebo merges the two links of a fixed joint and removes
    the joint; its ros_control plugin then stops loading with "not in the gazebo model".

    ## Example
        <joint name="tool_joint" type="fixed">...</joint>
        <transmission name="tool_transmission">
          <joint name="tool_joint">...</joint>

    ## Use instead
    Remove the transmission, or correct the type of the joint:

        <joint name="tool_joint" type="continuous">...</joint>
    """
    for joint in driven(transmission):
        found = ctx.index.joints.get(joint.name)
        if found and found[0].type == "fixed":
            yield ctx.report(
                joint,
                f"{called('transmission', transmission.name)} drives fixed joint {joint.name!r}",
                field="name",
                hint="remove the transmission, or make the joint movable",
            )


@rule("U103", "transmission-without-type", severity="warning")
def transmission_without_type(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission has no type.

    ## Why it matters
    The type names the plugin that converts between actuator and joint. ros_control skips a
    transmission without type, so controllers cannot find the joint.

    ## Example
        <transmission name="elbow_transmission">
          <joint name="elbow_joint">...</joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
    """
    if not transmission.type and not transmission.pr2_type:
        field = "type" if transmission.type is not None else "pr2_type"
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} has no type",
            field=field,
            hint=f"add <type>{PACKAGE}SimpleTransmission</type> if one motor drives one joint",
        )


@rule("U105", "transmission-without-joint", severity="warning")
def transmission_without_joint(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission drives no joint.

    ## Why it matters
    ros_control fails to load the transmission and skips it; other programs reject it.

    ## Example
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <actuator name="elbow_motor"/>
        </transmission>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
          <actuator name="elbow_motor"/>
        </transmission>
    """
    if next(driven(transmission), None) is None:
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} drives no joint",
            hint="add a <joint>, or remove the transmission",
        )


@rule("U106", "transmission-without-actuator", severity="warning")
def transmission_without_actuator(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission has no actuator.

    ## Why it matters
    ros_control fails to load the transmission and skips it, even in simulation, where the name of the
    actuator is not used.

    ## Example
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
        </transmission>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">...</joint>
          <actuator name="elbow_motor"/>
        </transmission>
    """
    sides = (transmission.left_actuator, transmission.right_actuator)
    if not transmission.actuators and sides == (None, None):
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} has no actuator",
            hint='add <actuator name="..."/>',
        )


@rule("U109", "joint-driven-twice", severity="warning")
def joint_driven_twice(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two transmissions drive the same joint.

    ## Why it matters
    Both write the command of the joint, and the one loaded last wins. Usually a block was copied and
    one name not changed; then another joint has no transmission. Two motors that share a joint need
    one transmission with both.

    ## Example
        <transmission name="left_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_transmission">... <joint name="left_wheel_joint">...

    ## Use instead
        <transmission name="left_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_transmission">... <joint name="right_wheel_joint">...
    """
    first: dict[str, urdf.Transmission] = {}
    for transmission in robot.transmissions:
        for joint in driven(transmission):
            if not joint.name:
                continue
            other = first.setdefault(joint.name, transmission)
            if other is not transmission and other.name != transmission.name:
                yield ctx.report(
                    joint,
                    f"{called('transmission', transmission.name)} drives joint {joint.name!r}, "
                    f"which transmission {other.name!r} also drives",
                    field="name",
                )


@rule("U110", "transmission-repeated", severity="warning", fix="sometimes")
def transmission_repeated(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two transmissions have the same name.

    ## Why it matters
    ros_control registers transmissions by name; the second replaces the first, and the joint of the
    first is never updated.

    ## Example
        <transmission name="wheel_transmission">... <joint name="left_wheel_joint">...
        <transmission name="wheel_transmission">... <joint name="right_wheel_joint">...

    ## Use instead
        <transmission name="left_wheel_transmission">... <joint name="left_wheel_joint">...
        <transmission name="right_wheel_transmission">... <joint name="right_wheel_joint">...

    ## Fix safety
    Removing an exact copy is safe. There is no fix for transmissions that differ.
    """
    for transmission, other in duplicates(robot.transmissions, attrgetter("name")):
        is_copy = other == transmission
        what = "an exact copy" if is_copy else "with other content"
        yield ctx.report(
            transmission,
            f"duplicate {called('transmission', transmission.name)}, {what}",
            field="name",
            hint=None if is_copy else "give each transmission its own name",
            fix=removal_of_copy(ctx, transmission, other),
        )


@rule("U111", "actuator-shared", severity="info")
def actuator_shared(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two simple transmissions have actuators with the same name.

    ## Why it matters
    On hardware the name selects the motor: both transmissions command the same one, and the last one
    wins. (Some types of transmissions share a motor on purpose; the simple one does not.) Simulators
    ignore the name, so the mistake stays hidden until the robot is switched on.

    ## Example
        <transmission name="left_transmission">... <actuator name="wheel_motor"/>
        <transmission name="right_transmission">... <actuator name="wheel_motor"/>

    ## Use instead
        <transmission name="left_transmission">... <actuator name="left_motor"/>
        <transmission name="right_transmission">... <actuator name="right_motor"/>
    """
    first: dict[str, urdf.Transmission] = {}
    joints: dict[str, set[str]] = {}
    for transmission in robot.transmissions:
        coupled = {joint.name for joint in driven(transmission)}
        simple = (transmission.type or transmission.pr2_type or "").endswith("SimpleTransmission")
        for actuator in transmission.actuators if simple else ():
            if not actuator.name:
                continue
            other = first.setdefault(actuator.name, transmission)
            seen = joints.setdefault(actuator.name, coupled)
            if other is not transmission and other.name != transmission.name and not coupled & seen:
                yield ctx.report(
                    actuator,
                    f"{called('transmission', transmission.name)} uses actuator {actuator.name!r}, "
                    f"which transmission {other.name!r} also uses",
                    field="name",
                )


@rule("U113", "pr2-transmission-incomplete", severity="warning")
def pr2_transmission_incomplete(
    transmission: urdf.Transmission, ctx: Context
) -> Iterator[Diagnostic]:
    """A wrist transmission of the PR2 lacks one of its four parts.

    ## Why it matters
    Two motors move flexion and roll together: their sum rolls, their difference bends. The PR2
    rejects the transmission without both actuators and both joints.

    ## Example
        <transmission name="wrist_trans" type="pr2_mechanism_model/WristTransmission">
          <rightActuator name="r_motor" mechanicalReduction="60"/>
          <flexJoint name="wrist_flex_joint" mechanicalReduction="-1"/>
          <rollJoint name="wrist_roll_joint" mechanicalReduction="1"/>

    ## Use instead
        <transmission name="wrist_trans" type="pr2_mechanism_model/WristTransmission">
          <rightActuator name="r_motor" mechanicalReduction="60"/>
          <leftActuator name="l_motor" mechanicalReduction="60"/>
          <flexJoint name="wrist_flex_joint" mechanicalReduction="-1"/>
          <rollJoint name="wrist_roll_joint" mechanicalReduction="1"/>
    """
    parts = {
        "leftActuator": transmission.left_actuator,
        "rightActuator": transmission.right_actuator,
        "flexJoint": transmission.flex_joint,
        "rollJoint": transmission.roll_joint,
    }
    missing = [f"<{tag}>" for tag, part in parts.items() if part is None]
    if 0 < len(missing) < len(parts):
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} misses {' and '.join(missing)} "
            "of a PR2 wrist",
        )
