"""Transmissions of ros_control and of the PR2: joints, actuators, reductions and formats (U1xx)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called, unknown_name
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, change

_SIMPLE = "transmission_interface/SimpleTransmission"
Driven = urdf.TransmissionJoint | urdf.Pr2Joint | urdf.GapJoint


def driven(transmission: urdf.Transmission) -> Iterator[Driven]:
    """Yield the joints that a transmission drives, from all elements that name a joint."""
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
    A fixed joint has no position to command. Gazebo merges the two links of a fixed joint and
    removes the joint; its ros_control plugin then stops loading with "not in the gazebo model".

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
    ros_control fails to load the transmission and skips it, even in simulation, where the name of
    the actuator is not used.

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


@rule("U111", "actuator-shared", severity="info")
def actuator_shared(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two simple transmissions have actuators with the same name.

    ## Why it matters
    On hardware the name selects the motor: both transmissions command the same one, and the last
    one wins. (Some types of transmissions share a motor on purpose; the simple one does not.)
    Simulators ignore the name, so the mistake stays hidden until the robot is switched on.

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


def _runs_ros_control(ctx: Context) -> bool:
    """Return whether the robot loads the ros_control plugin of Gazebo classic, which reads transmissions."""
    return any(
        raw.tag == "plugin" and "gazebo_ros_control" in (raw.get("filename") or "")
        for block in ctx.index.robot.gazebo
        for raw in block.content
    )


def _has_interfaces(transmission: urdf.Transmission) -> bool:
    return any(any(joint.hardware_interfaces) for joint in transmission.joints)


@rule("U104", "transmission-mixed-forms", severity="warning", fix="always")
def transmission_mixed_forms(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission mixes the format of ros_control with the older format of the PR2.

    ## Why it matters
    ros_control reads the type only from a `<type>` element; the older PR2 software reads it from a
    `type` attribute. ros_control skips a transmission that has `<hardwareInterface>` elements and
    only the attribute, because its type is missing. With both, the two programs use different types
    as soon as one of them is edited; while they agree, this is reported as information. In a robot
    with the ros_control plugin of Gazebo classic, ros_control also skips transmissions in the older
    format, and transmissions without a type.

    ## Example
        <transmission name="elbow_transmission" type="transmission_interface/SimpleTransmission">
          <joint name="elbow_joint">
            <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
          </joint>

    ## Use instead
        <transmission name="elbow_transmission">
          <type>transmission_interface/SimpleTransmission</type>
          <joint name="elbow_joint">
            <hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface>
          </joint>

    ## Fix safety
    Moving the type into an element, or removing the attribute beside an element, is unsafe:
    software for the older format may rely on the attribute. Writing a missing type is unsafe, too.
    """
    if not transmission.pr2_type:
        if not (transmission.type or "").strip() and ctx.once(_runs_ros_control):
            yield ctx.report(
                transmission,
                f"{called('transmission', transmission.name)} has no <type>, so ros_control skips it",
                hint=f"write <type>{_SIMPLE}</type>",
                fix=ctx.fix_set(
                    "Write the type of a simple transmission", "unsafe", transmission, type=_SIMPLE
                ),
            )
        return
    if transmission.type:
        same = transmission.type.rpartition("/")[2] == transmission.pr2_type.rpartition("/")[2]
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)} has a type attribute, {transmission.pr2_type!r}, "
            f"and a <type>, {transmission.type!r}",
            field="pr2_type",
            part="name",
            severity=Severity.INFO if same else None,
            hint="keep <type> for ros_control, or the attribute for the PR2",
            fix=ctx.fix_unset("Remove the attribute", "unsafe", transmission, "pr2_type"),
        )
    elif transmission.type is None and (
        _has_interfaces(transmission) or ctx.once(_runs_ros_control)
    ):
        yield ctx.report(
            transmission,
            f"{called('transmission', transmission.name)}: type is an attribute, so ros_control skips it",
            field="pr2_type",
            part="name",
            hint=f"write <type>{transmission.pr2_type}</type> instead",
            fix=ctx.fix(
                "Move the type into an element",
                "unsafe",
                lambda: [
                    *change.unset(ctx.document, transmission, "pr2_type"),
                    *change.set_fields(ctx.document, transmission, type=transmission.pr2_type),
                ],
            ),
        )


@rule("U112", "reduction-zero", severity="warning")
def reduction_zero(transmission: urdf.Transmission, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission has a reduction of zero.

    ## Why it matters
    The position of the joint is the position of the actuator divided by the reduction. With zero,
    ros_control throws an exception and loads nothing. Negative reductions are valid: they reverse
    the direction.

    ## Example
        <actuator name="elbow_motor"><mechanicalReduction>0</mechanicalReduction></actuator>

    ## Use instead
        <actuator name="elbow_motor"><mechanicalReduction>1</mechanicalReduction></actuator>
    """
    name = "mechanical_reduction"
    places: list[tuple[Element | None, str]] = [(transmission, name)]
    places += [(part, name) for part in (*transmission.actuators, *driven(transmission))]
    places += [(transmission.left_actuator, name), (transmission.right_actuator, name)]
    places += [(transmission.gap_joint, "gear_ratio"), (transmission.gap_joint, "screw_reduction")]
    for value, field in places:
        if value is not None and getattr(value, field) == 0:
            yield ctx.report(
                value,
                f"{called('transmission', transmission.name)} has a {field.replace('_', ' ')} of zero",
                field=field,
                hint="write 1 for a direct drive",
            )
