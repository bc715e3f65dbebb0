"""The ros2_control block, its names and its joints: U201 to U212 and U215."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from operator import attrgetter
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record, quoted, shown
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.extensions import is_custom_hardware
from bodyplan.lint.facts.names import duplicates, removal_of_copy, unknown_name
from bodyplan.lint.rule import rule
from bodyplan.spec import Raw
from bodyplan.text import Edit

Component = urdf.ControlledJoint | urdf.ControlledSensor | urdf.Gpio
Interface = urdf.CommandInterface | urdf.StateInterface


def components(block: urdf.Ros2Control) -> Iterator[tuple[str, Component]]:
    """Yield the components of a block that have interfaces, with their kind for messages."""
    for joint in block.joints:
        yield "joint", joint
    for sensor in block.sensors:
        yield "sensor", sensor
    for gpio in block.gpios:
        yield "gpio", gpio


def commands(component: Component) -> tuple[urdf.CommandInterface, ...]:
    """Return the command interfaces of a component; empty for a sensor."""
    return () if isinstance(component, urdf.ControlledSensor) else component.command_interfaces


def urdf_joint(ctx: Context, name: str) -> urdf.Joint | None:
    """Return the joint of the robot with this name, or None."""
    found = ctx.index.joints.get(name)
    return found[0] if found else None


@rule("U201", "control-unknown-joint", severity="error", fix="sometimes")
def control_unknown_joint(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A joint of a ros2_control block does not exist in the robot.

    ## Why it matters
    The parser of ros2_control throws "Joint not found in URDF", and no hardware is loaded, not even
    for the other blocks.

    ## Example
        <joint name="elbow_joint" type="revolute">...</joint>
        <ros2_control name="arm" type="system">
          <joint name="elbow">...</joint>

    ## Use instead
        <ros2_control name="arm" type="system">
          <joint name="elbow_joint">...</joint>

    ## Fix safety
    Writing the nearest name of a joint that is in no block yet is unsafe: another joint may be
    meant.
    """

    @cache
    def free() -> list[str]:
        taken = {joint.name for each in robot.ros2_control for joint in each.joints}
        return [j.name for j in robot.joints if j.type != "fixed" and j.name not in taken]

    for block in robot.ros2_control:
        for joint in block.joints:
            if joint.name and joint.name not in ctx.index.joints:
                yield unknown_name(
                    ctx,
                    joint,
                    f"ros2_control {block.name!r}: joint {joint.name!r} does not exist in the robot",
                    free,
                )


@rule("U202", "control-fixed-joint", severity="error", fix="always")
def control_fixed_joint(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A ros2_control block has a fixed joint.

    ## Why it matters
    The parser of ros2_control throws "Fixed joints do not make sense in ros2_control", and no
    hardware is loaded.

    ## Example
        <joint name="tool_joint" type="fixed">...</joint>
        <ros2_control name="arm" type="system">
          <joint name="tool_joint">...</joint>

    ## Use instead
    Remove the joint from the block, or correct its type.

    ## Fix safety
    Removing it from the block is unsafe: the type of the joint may be wrong instead.
    """
    for joint in block.joints:
        found = urdf_joint(ctx, joint.name)
        if found is not None and found.type == "fixed":
            yield ctx.report(
                joint,
                f"ros2_control {block.name!r}: joint {joint.name!r} is fixed",
                field="name",
                hint="remove it from the block, or make the joint movable",
                fix=ctx.fix_remove("Remove the joint from the block", "unsafe", joint),
            )


@rule("U203", "control-mimic-missing", severity="error", fix="always")
def control_mimic_missing(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A joint of a ros2_control block has mimic="true", but no `<mimic>` in the robot.

    ## Why it matters
    With `mimic="true"`, ros2_control reads the mimicked joint, multiplier and offset from the
    `<mimic>` of the joint in the robot. If it is missing, the parser throws an exception, and no
    hardware is loaded.

    ## Example
        <joint name="right_finger_joint" type="prismatic"><!-- no mimic --></joint>
        <ros2_control name="gripper" type="system">
          <joint name="right_finger_joint" mimic="true">...</joint>

    ## Use instead
        <joint name="right_finger_joint" type="prismatic">
          <mimic joint="left_finger_joint"/>

    ## Fix safety
    Removing `mimic` from the block is unsafe: the `<mimic>` may be missing in the robot instead.
    """
    for joint in block.joints:
        found = urdf_joint(ctx, joint.name)
        if joint.mimic and found is not None and found.mimic is None:
            yield ctx.report(
                joint,
                f'joint {joint.name!r} has mimic="true", but no <mimic> in the robot',
                field="mimic",
                hint=f'add <mimic joint="..."/> to the joint {joint.name!r} of the robot',
                fix=ctx.fix_unset("Remove the attribute", "unsafe", joint, "mimic"),
            )


@rule("U204", "control-mimic-commanded", severity="error", fix="always")
def control_mimic_commanded(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A mimic joint has a command interface.

    ## Why it matters
    A joint with a `<mimic>` in the robot must not have command interfaces: the parser of
    ros2_control throws an exception, and no hardware is loaded. If the joint has its own motor,
    write `mimic="false"`.

    ## Example
        <joint name="right_finger_joint">
          <command_interface name="position"/>
          <state_interface name="position"/>
        </joint>

    ## Use instead
        <joint name="right_finger_joint">
          <state_interface name="position"/>
        </joint>

    ## Fix safety
    Removing the command interfaces is unsafe: the joint may have its own motor.
    """
    for joint in block.joints:
        found = urdf_joint(ctx, joint.name)
        if found is None or found.mimic is None or joint.mimic is False:
            continue
        for interface in joint.command_interfaces:
            yield ctx.report(
                interface,
                f"joint {joint.name!r} mimics {found.mimic.joint!r}, so it must not have "
                f"command interface {interface.name!r}",
                hint='remove it, or write mimic="false" if the joint has its own motor',
                fix=ctx.fix_remove("Remove the command interface", "unsafe", interface),
            )


@rule("U205", "control-mimicked-joint-elsewhere", severity="error")
def control_mimicked_joint_elsewhere(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A mimicked joint is not in the ros2_control block of its mimic joint.

    ## Why it matters
    The parser of ros2_control looks for the mimicked joint in the same block. If it is missing, the
    parser throws an exception, and no hardware is loaded.

    ## Example
        <ros2_control name="gripper" type="system">
          <joint name="right_finger_joint">...</joint><!-- mimics left_finger_joint -->

    ## Use instead
        <ros2_control name="gripper" type="system">
          <joint name="left_finger_joint">...</joint>
          <joint name="right_finger_joint">...</joint>
    """
    inside = {joint.name for joint in block.joints}
    for joint in block.joints:
        found = urdf_joint(ctx, joint.name)
        if found is None or found.mimic is None or joint.mimic is False:
            continue
        leader = found.mimic.joint
        if leader not in inside and leader in ctx.index.joints:
            yield ctx.report(
                joint,
                f"joint {joint.name!r} mimics {leader!r}, which is not in ros2_control {block.name!r}",
                field="name",
                hint=f'add <joint name="{leader}"> to the block, or write mimic="false"',
            )


@rule("U212", "control-mimic-obsolete", severity="warning")
def control_mimic_obsolete(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A joint of a ros2_control block has `<param name="mimic">` or `<mimic>`.

    ## Why it matters
    Up to ROS 2 Iron, the hardware plugins of mock components and Gazebo read the parameters `mimic`
    and `multiplier`. Since Jazzy, they have no effect: ros2_control reads the `<mimic>` of the
    joint in the robot, and without one the joint does not move. A `<mimic>` inside `<ros2_control>`
    was never read.

    ## Example
        <ros2_control name="gripper" type="system">
          <joint name="right_finger_joint">
            <param name="mimic">left_finger_joint</param>
            <param name="multiplier">-1</param>

    ## Use instead
        <joint name="right_finger_joint" type="prismatic">
          <mimic joint="left_finger_joint" multiplier="-1"/>
    """
    for joint in block.joints:
        for param in joint.params:
            if param.name == "mimic":
                yield _obsolete(ctx, joint, param, '<param name="mimic">', param.value)
        for raw in joint.extra.elements:
            if raw.tag == "mimic":
                yield _obsolete(ctx, joint, raw, "<mimic>", raw.get("joint") or "")


def _obsolete(
    ctx: Context, joint: urdf.ControlledJoint, place: Record | Raw, what: str, leader: str
) -> Diagnostic:
    found = urdf_joint(ctx, joint.name)
    if found is not None and found.mimic is not None:
        hint = "remove it; the joint of the robot has a <mimic>"
    else:
        name = leader.strip() or "LEADER"
        hint = f'write <mimic joint="{shown(name)}"/> in <joint name="{shown(joint.name)}"> of the robot'
    message = f"joint {joint.name!r}: {what} in <ros2_control> has no effect since ROS 2 Jazzy"
    return ctx.report(place, message, hint=hint)


@rule("U206", "control-without-plugin", severity="error")
def control_without_plugin(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A ros2_control block has no hardware plugin.

    ## Why it matters
    The plugin is the driver. Without `<hardware>` and `<plugin>`, ros2_control has nothing to load
    and throws an exception.

    ## Example
        <ros2_control name="arm" type="system">
          <hardware/>

    ## Use instead
        <ros2_control name="arm" type="system">
          <hardware>
            <plugin>mock_components/GenericSystem</plugin>
          </hardware>
    """
    if block.hardware is None:
        yield ctx.report(
            block,
            f"ros2_control {block.name!r} has no <hardware>",
            hint="add <hardware><plugin>mock_components/GenericSystem</plugin></hardware> "
            "until a driver exists",
        )
    elif not block.hardware.plugin:
        what = "no" if block.hardware.plugin is None else "an empty"
        yield ctx.report(
            block.hardware,
            f"the hardware of ros2_control {block.name!r} has {what} <plugin>",
            field="plugin",
            hint="use mock_components/GenericSystem until a driver exists",
        )


@rule("U221", "control-plugin-blanks", severity="error", fix="always")
def control_plugin_blanks(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A plugin name in a ros2_control block is surrounded by blanks or line breaks.

    ## Why it matters
    ros2_control compares the whole text, including whitespace, with the plugin names. With a line
    break around the name, it does not find the class, and loads no hardware. XML formatters break
    long elements in this way.

    ## Example
        <plugin>
          mock_components/GenericSystem
        </plugin>

    ## Use instead
        <plugin>mock_components/GenericSystem</plugin>

    ## Fix safety
    Removing the blanks is safe: no plugin has a name with blanks.
    """
    for part in (block.hardware, *block.transmissions):
        node = None if part is None else ctx.document.node(part)
        plugin = None if node is None else node.find("plugin")
        text = None if plugin is None or len(plugin) else plugin.text
        if part is None or plugin is None or not text or text.strip() in ("", text):
            continue
        name = text.strip()
        yield ctx.report(
            part,
            f"ros2_control {block.name!r}: plugin {quoted(name)} has blanks or line breaks around it, "
            "so ros2_control does not find it",
            field="plugin",
            hint=f"write <plugin>{shown(name)}</plugin>",
            fix=ctx.fix("Remove the blanks", "safe", partial(_without_blanks, ctx, plugin)),
        )


def _without_blanks(ctx: Context, node: Node) -> list[Edit]:
    span = ctx.document.layout.span(node)
    inside = ctx.document.source.text[span.open_end : span.close_start]
    return [Edit(span.open_end, span.close_start, inside.strip())]


@rule("U207", "gpio-without-interface", severity="warning")
def gpio_without_interface(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A `<gpio>` of a ros2_control block has no interface.

    ## Why it matters
    Without an interface, the `<gpio>` can be neither read nor set. A custom hardware plugin may
    export interfaces in its code, so its block is not checked.

    ## Example
        <gpio name="gripper_io"/>

    ## Use instead
        <gpio name="gripper_io">
          <command_interface name="vacuum"/>
        </gpio>
    """
    if _custom_plugin(block):
        return
    for gpio in block.gpios:
        if not gpio.command_interfaces and not gpio.state_interfaces:
            yield ctx.report(gpio, f"gpio {gpio.name!r} has no interface")


def _custom_plugin(block: urdf.Ros2Control) -> str:
    """Return the hardware plugin if it may export more interfaces than the block lists."""
    plugin = block.hardware.plugin if block.hardware is not None else None
    return (plugin or "").strip() if is_custom_hardware(plugin) else ""


@rule("U209", "control-joint-repeated", severity="warning", fix="sometimes")
def control_joint_repeated(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A ros2_control block has two joints, sensors or gpios with the same name.

    ## Why it matters
    Interfaces are identified by the name of the component and their own name; a second one is
    dropped or makes the driver fail. Usually an element was copied without changing its name, and
    another joint is missing.

    ## Example
        <joint name="left_wheel_joint">...</joint>
        <joint name="left_wheel_joint">...</joint>

    ## Use instead
        <joint name="left_wheel_joint">...</joint>
        <joint name="right_wheel_joint">...</joint>

    ## Fix safety
    Removing an exact copy is unsafe: another name may be meant. For elements that differ, no fix is
    offered.
    """
    for (what, part), (_, other) in duplicates(components(block), lambda found: found[1].name):
        yield ctx.report(
            part,
            f"duplicate {what} {part.name!r} in ros2_control {block.name!r}",
            field="name",
            fix=removal_of_copy(ctx, part, other, "unsafe"),
        )


@rule("U210", "control-joint-shared", severity="error")
def control_joint_shared(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two ros2_control blocks have the same joint.

    ## Why it matters
    Each block has its own hardware plugin, and both would drive the joint. The resource manager
    throws an exception when a command or state interface is registered twice. If the blocks list
    different interfaces of the joint, it is a warning. With a custom hardware plugin it is reported
    as information, because the plugin decides in its code which interfaces it exports.

    ## Example
        <ros2_control name="left_arm" type="system">... <joint name="lift_joint">...
        <ros2_control name="right_arm" type="system">... <joint name="lift_joint">...

    ## Use instead
        <ros2_control name="lift" type="system">... <joint name="lift_joint">...
        <ros2_control name="left_arm" type="system">...
        <ros2_control name="right_arm" type="system">...
    """
    first: dict[str, tuple[urdf.Ros2Control, set[tuple[str, str]]]] = {}
    for block in robot.ros2_control:
        for what, part in components(block):
            if not part.name:
                continue
            keys = {("command", each.name) for each in commands(part)}
            keys |= {("state", each.name) for each in part.state_interfaces}
            other, taken = first.setdefault(part.name, (block, keys))
            if other is block:
                continue
            both = sorted(f"{name} ({kind})" for kind, name in keys & taken)
            shared = f", both with {', '.join(both)}" if both else ""
            plugin = _custom_plugin(block) or _custom_plugin(other)
            if plugin:
                shared += f"; plugin {plugin!r} decides which interfaces it exports"
            yield ctx.report(
                part,
                f"{what} {part.name!r} is in ros2_control {block.name!r} "
                f"and in {other.name!r}{shared}",
                field="name",
                severity=Severity.INFO if plugin else None if both else Severity.WARNING,
                hint="remove it from one of the blocks",
            )
            taken |= keys


@rule("U211", "control-interface-repeated", severity="warning", fix="sometimes")
def control_interface_repeated(block: urdf.Ros2Control, ctx: Context) -> Iterator[Diagnostic]:
    """A joint of a ros2_control block has the same interface twice.

    ## Why it matters
    Interfaces are identified by name; one of the two is dropped, with its limits and initial value.

    ## Example
        <command_interface name="position"/>
        <command_interface name="position"/>

    ## Use instead
        <command_interface name="position"/>
        <command_interface name="velocity"/>

    ## Fix safety
    Removing an exact copy is unsafe: another name may be meant. For elements that differ, no fix is
    offered.
    """
    for what, part in components(block):
        by_kind: dict[str, tuple[Interface, ...]] = {
            "command": commands(part),
            "state": part.state_interfaces,
        }
        for kind, interfaces in by_kind.items():
            for interface, other in duplicates(interfaces, attrgetter("name")):
                yield ctx.report(
                    interface,
                    f"duplicate {kind} interface {interface.name!r} of {what} {part.name!r}",
                    field="name",
                    fix=removal_of_copy(ctx, interface, other, "unsafe"),
                )


@rule("U215", "control-repeated", severity="error")
def control_repeated(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two ros2_control blocks have the same name.

    ## Why it matters
    The name identifies the hardware component. The resource manager reports "Hardware name is
    duplicated" and stops loading.

    ## Example
        <ros2_control name="arm" type="system">...
        <ros2_control name="arm" type="system">...

    ## Use instead
        <ros2_control name="left_arm" type="system">...
        <ros2_control name="right_arm" type="system">...
    """
    seen: set[str] = set()
    for block in robot.ros2_control:
        if block.name and block.name in seen:
            yield ctx.report(
                block,
                f"duplicate ros2_control {block.name!r}",
                field="name",
                hint="give each block a unique name",
            )
        seen.add(block.name)
