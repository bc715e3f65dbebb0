"""Transmissions inside a ros2_control block: U212 to U214 and U223."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.names import listed, unknown_name
from bodyplan.lint.rule import rule

Part = urdf.ControlTransmissionJoint | urdf.ControlTransmissionActuator


def _parts(transmission: urdf.ControlTransmission) -> Iterator[tuple[str, tuple[Part, ...]]]:
    yield "joint", transmission.joints
    yield "actuator", transmission.actuators


@rule("U212", "control-transmission-incomplete", severity="error")
def control_transmission_incomplete(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission inside a ros2_control block has no plugin or a missing role.

    ## Why it matters
    The parser of ros2_control requires a `<plugin>`, and a `role` on each joint and actuator of the
    transmission. Otherwise it throws an exception, and no hardware is loaded, also not the hardware
    of the other blocks.

    ## Example
        <transmission name="elbow_transmission">
          <joint name="elbow_joint"/>
          <actuator name="elbow_motor" role="actuator1"/>
        </transmission>

    ## Use instead
        <transmission name="elbow_transmission">
          <plugin>transmission_interface/SimpleTransmission</plugin>
          <joint name="elbow_joint" role="joint1"/>
          <actuator name="elbow_motor" role="actuator1"/>
        </transmission>
    """
    for transmission in block.transmissions:
        if not transmission.plugin:
            yield ctx.report(
                transmission,
                f"transmission {transmission.name!r} of ros2_control {block.name!r} has no <plugin>",
                field="plugin",
                hint="add <plugin>transmission_interface/SimpleTransmission</plugin> "
                "if one motor drives one joint",
            )
        for what, parts in _parts(transmission):
            for index, part in enumerate(parts, 1):
                if part.role is None:
                    yield ctx.report(
                        part,
                        f"{what} {part.name!r} of transmission {transmission.name!r} has no role",
                        hint=f'add role="{what}{index}"',
                    )


@rule("U213", "control-transmission-unknown-joint", severity="error", fix="sometimes")
def control_transmission_unknown_joint(
    block: urdf.Ros2Control, ctx: Context
) -> Iterator[Diagnostic]:
    """A transmission inside a ros2_control block drives a joint that is not in the block.

    ## Why it matters
    The transmission uses the interfaces of the joint in the block. Without the joint, the parser of
    ros2_control throws an exception, and no hardware is loaded.

    ## Example
        <ros2_control name="arm" type="system">
          <joint name="elbow_joint">...</joint>
          <transmission name="elbow_transmission">
            <joint name="elbow" role="joint1"/>

    ## Use instead
          <transmission name="elbow_transmission">
            <joint name="elbow_joint" role="joint1"/>

    ## Fix safety
    Writing the nearest name of a joint of the block that has no transmission is unsafe: the joint
    may be missing from the block.
    """
    inside = {joint.name for joint in block.joints}

    @cache
    def free() -> list[str]:
        taken = {joint.name for each in block.transmissions for joint in each.joints}
        return [joint.name for joint in block.joints if joint.name not in taken]

    for transmission in block.transmissions:
        for joint in transmission.joints:
            if joint.name and joint.name not in inside:
                yield unknown_name(
                    ctx,
                    joint,
                    f"transmission {transmission.name!r} drives joint {joint.name!r}, "
                    f"which is not in ros2_control {block.name!r}",
                    free,
                    hint=f'add <joint name="{joint.name}"> with its interfaces to the block',
                )


@rule("U214", "control-actuator-joints", severity="error")
def control_actuator_joints(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A ros2_control block of type actuator does not have exactly one joint.

    ## Why it matters
    An actuator is one motor with one joint. If a transmission in it has no joint or several, the
    parser throws an exception. Use type system for several joints.

    ## Example
        <ros2_control name="motors" type="actuator">
          <joint name="left_wheel_joint">...</joint>
          <joint name="right_wheel_joint">...</joint>

    ## Use instead
        <ros2_control name="motors" type="system">
          <joint name="left_wheel_joint">...</joint>
          <joint name="right_wheel_joint">...</joint>
    """
    if block.type != "actuator":
        return
    coupled = [each for each in block.transmissions if len(each.joints) != 1]
    for transmission in coupled:
        yield ctx.report(
            transmission,
            f"transmission {transmission.name!r} has {len(transmission.joints)} joints, "
            f"but ros2_control {block.name!r} has type actuator, which requires 1",
            hint='write type="system"',
        )
    names = [joint.name for joint in block.joints]
    if len(names) != 1 and not coupled:
        yield ctx.report(
            block,
            f"ros2_control {block.name!r} has type actuator, which requires 1 joint, but has "
            + (f"{len(names)}: {listed(names)}" if names else "none"),
            field="type",
            severity=Severity.WARNING,
            hint='write type="system"' if names else "add its joint",
        )


@rule("U223", "control-reduction-zero", severity="error")
def control_reduction_zero(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A transmission inside a ros2_control block has a reduction of zero.

    ## Why it matters
    The position of the joint is the position of the actuator divided by the reduction. With zero, the
    transmission throws an exception, and the driver does not start.

    ## Example
        <joint name="elbow_joint" role="joint1">
          <mechanical_reduction>0</mechanical_reduction>

    ## Use instead
        <joint name="elbow_joint" role="joint1">
          <mechanical_reduction>1</mechanical_reduction>
    """
    for transmission in block.transmissions:
        for _, parts in _parts(transmission):
            for part in parts:
                if part.mechanical_reduction == 0:
                    yield ctx.report(
                        part,
                        f"transmission {transmission.name!r}: the reduction of {part.name!r} is zero",
                        field="mechanical_reduction",
                        hint="write 1 for a direct drive",
                    )
