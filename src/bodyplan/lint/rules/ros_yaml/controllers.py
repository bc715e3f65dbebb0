"""Controllers of ros2_control and ros_control against the robot: S821 to S827."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic
from bodyplan.formats import ros_yaml
from bodyplan.lint.context import Context
from bodyplan.lint.names import Similar, choice, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import is_unknown, joint_names, joint_of, unknown

_OWN_INTERFACES = {
    "position_controllers": "position",
    "velocity_controllers": "velocity",
    "effort_controllers": "effort",
    "diff_drive_controller": "velocity",
}
"""What controllers of these packages command, without being told."""


def _of(ctx: Context, joint: ros_yaml.ControllerJoint) -> str:
    """The controller that a joint stands in, for a message."""
    owner = ctx.owner(joint)
    name = owner.name if isinstance(owner, (ros_yaml.Controller, ros_yaml.MoveItController)) else ""
    return f"controller {name!r}"


@rule("S821", "controller-joint-unknown", severity="error")
def controller_joint_unknown(joint: ros_yaml.ControllerJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A controller moves a joint that the robot does not have.

    ## Why it matters
    The controller cannot be activated: nobody offers an interface of that joint. MoveIt finds no
    controller for the joints it plans for, and says that it is unable to identify any set of
    controllers that can actuate them.

    ## Example
        joints: [shoulder, elbw]

    ## Use instead
        joints: [shoulder, elbow]
    """
    if is_unknown(ctx, joint.name):
        message = f"{_of(ctx, joint)}: the robot has no joint {joint.name!r}"
        yield unknown(ctx, joint, message, partial(joint_names, ctx))


@rule("S822", "controller-joint-without-hardware", severity="error")
def controller_joint_without_hardware(
    joint: ros_yaml.ControllerJoint, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller moves a joint that stands in no ros2_control block of the URDF.

    ## Why it matters
    The hardware offers interfaces for the joints that its block names. For others the controller
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
            f"{_of(ctx, joint)}: no ros2_control block of the robot has joint {joint.name!r}",
            hint=f"the blocks have {listed(offered, 5)}",
        )


Offered = dict[str, tuple[set[str], set[str]]]


def _offered(ctx: Context) -> Offered:
    """The command and state interfaces of each joint, of all ros2_control blocks."""
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
    """A controller wants an interface of its joints that the hardware does not offer.

    ## Why it matters
    The controller manager activates a controller only with all of its interfaces. It says that a
    required command interface is not available, and the robot does not move.

    ## Example
        command_interfaces: [velocity]
        # the URDF has <command_interface name="position"/> for these joints

    ## Use instead
        command_interfaces: [position]
    """
    offered = ctx.once(_offered)
    joints = [joint.name for joint in controller.joints if joint.name in offered]
    wanted = [
        *((interface, 0, "command") for interface in controller.command_interfaces),
        *((interface, 1, "state") for interface in controller.state_interfaces),
    ]
    for interface, side, word in wanted:
        without = [name for name in joints if interface.name not in offered[name][side]]
        if without and "/" not in interface.name:
            known = {name for joint in without for name in offered[joint][side]}
            what = f"{word} interface {interface.name!r}"
            yield ctx.report(
                interface,
                f"controller {controller.name!r}: ros2_control offers no {what} for "
                f"{listed(without, 4)}",
                hint=partial(_hint, Similar(ctx, interface.name, partial(tuple, known)), known),
            )


def _hint(similar: Similar, known: set[str]) -> str:
    names = similar() or sorted(known)
    if not names:
        return "it offers none"
    return f"did you mean {choice(names)}?" if similar() else f"it offers {listed(names)}"


@rule("S824", "controllers-share-joint", severity="info")
def controllers_share_joint(
    controllers: ros_yaml.Controllers, ctx: Context
) -> Iterator[Diagnostic]:
    """Two controllers claim the same interface of the same joint.

    ## Why it matters
    Only one of them can be active at a time; the second is refused, as the interface is claimed
    already. That is right for controllers to switch between, and wrong for two that are to run
    together, such as an arm and a hand that got the same list.

    ## Example
        arm_controller:  {ros__parameters: {joints: [wrist, finger], command_interfaces: [position]}}
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
                hint="only one of the two can be active",
            )


def _claims(controller: ros_yaml.Controller) -> Iterator[str]:
    """The command interfaces that a controller claims for each of its joints."""
    for interface in controller.command_interfaces:
        yield interface.name
    own = _OWN_INTERFACES.get((controller.type or "").partition("/")[0])
    if own is not None and not controller.command_interfaces:
        yield own


@rule("S825", "controller-not-listed", severity="warning")
def controller_not_listed(controllers: ros_yaml.Controllers, ctx: Context) -> Iterator[Diagnostic]:
    """A controller has parameters, but the controller manager does not list it.

    ## Why it matters
    The manager loads controllers by name and type from its own list. A name that is spelt in two
    ways gives a controller without parameters, and parameters that nobody reads.

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
            message = f"controller_manager lists no controller {controller.name!r}"
            yield unknown(ctx, controller, message, lambda: bare, field="name")


@rule("S826", "controller-joint-fixed", severity="error")
def controller_joint_fixed(joint: ros_yaml.ControllerJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A controller moves a joint that is fixed.

    ## Why it matters
    A fixed joint has no position that could be set, so no hardware offers an interface for it.
    MoveIt finds no controller for a plan, as fixed joints are in none.

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
    It would claim the same interface twice, which is refused; the joint that was meant is missing.

    ## Example
        joints: [joint_1, joint_2, joint_2]

    ## Use instead
        joints: [joint_1, joint_2, joint_3]
    """
    seen: set[str] = set()
    for joint in controller.joints:
        if joint.name in seen:
            message = f"controller {controller.name!r} names joint {joint.name!r} twice"
            yield ctx.report(joint, message)
        seen.add(joint.name)
