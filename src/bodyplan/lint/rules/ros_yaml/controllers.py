"""Controllers of ros2_control and ros_control, compared with the robot: S821 to S827."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import ros_yaml
from bodyplan.lint.context import Context
from bodyplan.lint.facts.extensions import is_custom_controller
from bodyplan.lint.facts.names import Similar, choice, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import is_unknown, joint_names, joint_of, unknown

_OWN_INTERFACES = {
    "position_controllers": "position",
    "velocity_controllers": "velocity",
    "effort_controllers": "effort",
    "diff_drive_controller": "velocity",
}
"""The interface that controllers of these packages command by default."""


def _of(ctx: Context, joint: ros_yaml.ControllerJoint) -> str:
    """Return the controller of a joint, for a message."""
    owner = ctx.owner(joint)
    name = owner.name if isinstance(owner, (ros_yaml.Controller, ros_yaml.MoveItController)) else ""
    return f"controller {name!r}"


@rule("S821", "controller-joint-unknown", severity="error")
def controller_joint_unknown(joint: ros_yaml.ControllerJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A controller refers to a joint that does not exist in the robot.

    ## Why it matters
    The controller cannot be activated, because no hardware offers an interface of that joint.
    MoveIt finds no controller for the joints that it plans for, and reports that it is unable to
    identify any set of controllers that can actuate them. For a custom controller it is reported as
    information, because such a controller may use names that are not joints of the robot.

    ## Example
        joints: [shoulder, elbw]

    ## Use instead
        joints: [shoulder, elbow]
    """
    if is_unknown(ctx, joint.name):
        message = f"{_of(ctx, joint)}: joint {joint.name!r} does not exist in the robot"
        owner = ctx.owner(joint)
        type_ = owner.type if isinstance(owner, ros_yaml.Controller) else None
        severity = None
        if is_custom_controller(type_):
            message += f"; custom controller {type_!r} may use other names"
            severity = Severity.INFO
        yield unknown(ctx, joint, message, partial(joint_names, ctx), severity=severity)


@rule("S822", "controller-joint-without-hardware", severity="error")
def controller_joint_without_hardware(
    joint: ros_yaml.ControllerJoint, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller refers to a joint that is missing from the `<ros2_control>` blocks of the URDF.

    ## Why it matters
    The hardware offers interfaces only for the joints in its block. For other joints the controller
    manager finds no interface, and the activation of the whole controller fails.

    ## Example
        joints: [shoulder, elbow]
        # <ros2_control> of the URDF has only <joint name="shoulder">

    ## Use instead
        <joint name="elbow"><command_interface name="position"/>...</joint>
    """
    owner = ctx.owner(joint)
    if not isinstance(owner, ros_yaml.Controller) or joint_of(ctx, joint.name) is None:
        return
    offered = ctx.once(_offered)
    if offered and joint.name not in offered:
        yield ctx.report(
            joint,
            f"{_of(ctx, joint)}: joint {joint.name!r} is not in any <ros2_control> of the robot",
            hint=f"add it to <ros2_control>, which has {listed(offered, 5)}",
        )


Offered = dict[str, tuple[set[str], set[str]]]


def _offered(ctx: Context) -> Offered:
    """Return the command and state interfaces of each joint, from all `<ros2_control>` blocks."""
    found: Offered = {}
    for block in ctx.robot.ros2_control if ctx.robot is not None else ():
        for joint in block.joints:
            commands, states = found.setdefault(joint.name, (set(), set()))
            commands |= {interface.name for interface in joint.command_interfaces}
            states |= {interface.name for interface in joint.state_interfaces}
    return found


@rule("S823", "controller-interface-not-offered", severity="error")
def controller_interface_not_offered(
    controller: ros_yaml.Controller, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller requires an interface that the hardware does not offer for its joints.

    ## Why it matters
    The controller manager activates a controller only if all of its interfaces are available. It
    reports that a required command interface is not available, and the robot does not move.

    ## Example
        command_interfaces: [velocity]
        # the URDF has <command_interface name="position"/> for these joints

    ## Use instead
        command_interfaces: [position]
    """
    offered = ctx.once(_offered)
    joints = [joint.name for joint in controller.joints if joint.name in offered]
    required = [
        *((interface, 0, "command") for interface in controller.command_interfaces),
        *((interface, 1, "state") for interface in controller.state_interfaces),
    ]
    for interface, side, kind in required:
        without = [name for name in joints if interface.name not in offered[name][side]]
        if without and "/" not in interface.name:
            known = {name for joint in without for name in offered[joint][side]}
            what = f"{kind} interface {interface.name!r}"
            yield ctx.report(
                interface,
                f"controller {controller.name!r}: {what} is not offered by <ros2_control> for "
                f"{listed(without, 4)}",
                hint=partial(_hint, Similar(ctx, interface.name, partial(tuple, known)), known),
            )


def _hint(similar: Similar, known: set[str]) -> str:
    names = similar() or sorted(known)
    if not names:
        return "add the interface to <ros2_control>"
    return (
        f"did you mean {choice(names)}?"
        if similar()
        else f"use one that it offers: {listed(names)}"
    )


@rule("S824", "controllers-share-joint", severity="info")
def controllers_share_joint(
    controllers: ros_yaml.Controllers, ctx: Context
) -> Iterator[Diagnostic]:
    """Two controllers claim the same interface of the same joint.

    ## Why it matters
    Only one of them can be active at a time; the controller manager rejects the second, because the
    interface is already claimed. That is correct for controllers that you switch between, and wrong
    for controllers that must run together, such as an arm and a hand with the same list of joints.

    ## Example
        arm_controller:  {ros__parameters: {joints: [wrist, finger], command_interfaces:
            [position]}}
        hand_controller: {ros__parameters: {joints: [finger], command_interfaces: [position]}}

    ## Use instead
        arm_controller:  {ros__parameters: {joints: [wrist], command_interfaces: [position]}}
        hand_controller: {ros__parameters: {joints: [finger], command_interfaces: [position]}}
    """
    first: dict[tuple[str, str], ros_yaml.Controller] = {}
    for controller in controllers.controllers:
        shared: dict[str, dict[str, list[str]]] = {}
        names = dict.fromkeys(joint.name for joint in controller.joints)
        for interface in dict.fromkeys(_claims(controller)):
            for name in names:
                other = first.setdefault((name, interface), controller)
                if other is not controller:
                    shared.setdefault(other.name, {}).setdefault(interface, []).append(name)
        for other_name, by_interface in shared.items():
            interfaces = " and ".join(by_interface)
            joints = dict.fromkeys(name for several in by_interface.values() for name in several)
            yield ctx.report(
                controller,
                f"controllers {other_name!r} and {controller.name!r} both claim {interfaces} of "
                f"{listed(joints, 4)}",
                field="joints",
                hint="remove the joints from one of them if both must be active at the same time",
            )


def _claims(controller: ros_yaml.Controller) -> Iterator[str]:
    """Yield the command interfaces that a controller claims for each of its joints."""
    for interface in controller.command_interfaces:
        yield interface.name
    own = _OWN_INTERFACES.get((controller.type or "").partition("/")[0])
    if own is not None and not controller.command_interfaces:
        yield own


@rule("S825", "controller-not-listed", severity="warning")
def controller_not_listed(controllers: ros_yaml.Controllers, ctx: Context) -> Iterator[Diagnostic]:
    """A controller has parameters, but the controller manager does not list it.

    ## Why it matters
    The manager loads controllers by name and type from its own list. If a name is spelled in two
    different ways, the controller has no parameters, and the parameters have no effect.

    ## Example
        controller_manager:
          ros__parameters:
            arm_controller: {type: joint_trajectory_controller/JointTrajectoryController}
        arm_controler:
          ros__parameters: {joints: [elbow]}

    ## Use instead
        controller_manager:
          ros__parameters:
            arm_controller: {type: joint_trajectory_controller/JointTrajectoryController}
        arm_controller:
          ros__parameters: {joints: [elbow]}
    """
    listed_ones = [c for c in controllers.controllers if c.is_listed]
    bare = [c.name for c in listed_ones if not c.has_parameters]
    for controller in controllers.controllers if listed_ones else ():
        if controller.has_parameters and not controller.is_listed and not controller.type:
            message = f"controller {controller.name!r} is not in the list of controller_manager"
            yield unknown(ctx, controller, message, lambda: bare, field="name")


@rule("S826", "controller-joint-fixed", severity="error")
def controller_joint_fixed(joint: ros_yaml.ControllerJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A controller refers to a fixed joint.

    ## Why it matters
    A fixed joint has no position to command, so no hardware offers an interface for it, and the
    controller cannot be activated. MoveIt does not use the controller for its plans.

    ## Example
        joints: [shoulder, elbow, tool_mount]      # tool_mount has type="fixed"

    ## Use instead
        joints: [shoulder, elbow]
    """
    found = joint_of(ctx, joint.name)
    if found is not None and found.type == "fixed":
        yield ctx.report(joint, f"{_of(ctx, joint)}: joint {joint.name!r} is fixed")


@rule("S827", "controller-joint-repeated", severity="error")
def controller_joint_repeated(
    controller: ros_yaml.Controller, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller names the same joint twice.

    ## Why it matters
    The controller would claim the same interface twice, which the controller manager rejects. The
    intended joint is missing.

    ## Example
        joints: [joint_1, joint_2, joint_2]

    ## Use instead
        joints: [joint_1, joint_2, joint_3]
    """
    seen: set[str] = set()
    for joint in controller.joints:
        if joint.name in seen:
            message = f"controller {controller.name!r}: duplicate joint {joint.name!r}"
            yield ctx.report(joint, message)
        seen.add(joint.name)
