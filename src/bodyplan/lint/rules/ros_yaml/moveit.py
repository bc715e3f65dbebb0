"""What MoveIt is told of controllers and solvers: S831 to S834, S841, S842."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import ros_yaml
from bodyplan.lint.context import Context
from bodyplan.lint.names import nearest
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import group_names, unknown

_TYPES = ("FollowJointTrajectory", "GripperCommand", "ParallelGripperCommand")


@rule("S831", "moveit-controller-undefined", severity="error")
def moveit_controller_undefined(
    controllers: ros_yaml.MoveItControllers, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller is named, but there are no settings for it.

    ## Why it matters
    MoveIt leaves the controller out, with a message that no action name space or type is specified
    for it; plans for its joints are then not carried out.

    ## Example
        controller_names: [arm_controller]
        arm_controler: {type: FollowJointTrajectory, joints: [elbow]}

    ## Use instead
        controller_names: [arm_controller]
        arm_controller: {type: FollowJointTrajectory, joints: [elbow]}
    """
    if ctx.is_broken_off:
        return
    named = {name.name for name in controllers.names}
    known = {controller.name for controller in controllers.controllers}
    left = known - named
    for name in controllers.names:
        if name.name not in known:
            message = f"controller {name.name!r} is named, but has no settings here"
            yield unknown(ctx, name, message, lambda: left)


@rule("S832", "moveit-controller-not-named", severity="warning")
def moveit_controller_not_named(
    controllers: ros_yaml.MoveItControllers, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller has settings, but stands not among the names.

    ## Why it matters
    MoveIt knows the controllers in `controller_names`, and looks at no other settings.

    ## Example
        controller_names: [arm_controller]
        arm_controller: {type: FollowJointTrajectory, joints: [elbow]}
        hand_controller: {type: GripperCommand, joints: [finger]}

    ## Use instead
        controller_names: [arm_controller, hand_controller]
    """
    named = {name.name for name in controllers.names}
    known = {controller.name for controller in controllers.controllers}
    left = named - known
    for controller in controllers.controllers if named else ():
        if controller.name not in named and not controllers.is_list:
            message = f"controller {controller.name!r} is not among the controller_names"
            yield unknown(ctx, controller, message, lambda: left, field="name")


@rule("S833", "moveit-controller-type", severity="error")
def moveit_controller_type(
    controller: ros_yaml.MoveItController, ctx: Context
) -> Iterator[Diagnostic]:
    """The type of a controller is none that MoveIt can talk to.

    ## Why it matters
    The type names the action by which MoveIt reaches the controller, not the plugin that runs in
    the controller manager. MoveIt says that the type is unknown, and leaves the controller out.

    ## Example
        type: joint_trajectory_controller/JointTrajectoryController

    ## Use instead
        type: FollowJointTrajectory
    """
    owner = ctx.owner(controller)
    is_old = isinstance(owner, ros_yaml.MoveItControllers) and owner.is_list
    type_ = controller.type
    if type_ is None:
        if not (is_old or ctx.is_broken_off or ctx.written(controller, "type")):
            yield ctx.report(
                controller,
                f"controller {controller.name!r} has no type",
                hint=f"one of {', '.join(_TYPES)}",
            )
    elif type_ not in _TYPES and not ("$" in type_ or (is_old and "fake" in controller.name)):
        near = nearest(type_, _TYPES)
        fitting = "GripperCommand" if "ripper" in type_ else "FollowJointTrajectory"
        yield ctx.report(
            controller,
            f"controller {controller.name!r} has type {type_!r}, which MoveIt does not know",
            field="type",
            hint=f"did you mean {(near or [fitting])[0]!r}?",
        )


@rule("S834", "moveit-controller-without-joints", severity="warning")
def moveit_controller_without_joints(
    controller: ros_yaml.MoveItController, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller has no joints.

    ## Why it matters
    MoveIt chooses controllers by the joints that they move; one without is never chosen.

    ## Example
        hand_controller: {type: GripperCommand, action_ns: gripper_cmd}

    ## Use instead
        hand_controller: {type: GripperCommand, action_ns: gripper_cmd, joints: [finger]}
    """
    if not controller.joints and not ctx.is_broken_off:
        yield ctx.report(
            controller, f"controller {controller.name!r} has no joints", field="joints"
        )


@rule("S841", "solver-of-unknown-group", severity="warning")
def solver_of_unknown_group(solver: ros_yaml.Solver, ctx: Context) -> Iterator[Diagnostic]:
    """A kinematics solver is set for a group that the SRDF does not have.

    ## Why it matters
    MoveIt skips it without a word. The group that was meant has no solver: its goals cannot be
    given as poses, and markers in RViz do not move.

    ## Example
        panda_amr:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin

    ## Use instead
        panda_arm:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin
    """
    groups = group_names(ctx)
    if groups is not None and solver.group not in groups:
        message = f"the SRDF has no group {solver.group!r}"
        yield unknown(ctx, solver, message, lambda: groups, field="group")


@rule("S842", "solver-missing", severity="warning")
def solver_missing(solver: ros_yaml.Solver, ctx: Context) -> Iterator[Diagnostic]:
    """Settings for the kinematics of a group name no solver.

    ## Why it matters
    The plugin is what solves; without it the other settings are for nobody, and MoveIt has no
    inverse kinematics for the group.

    ## Example
        panda_arm:
          kinematics_solver_timeout: 0.05

    ## Use instead
        panda_arm:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin
          kinematics_solver_timeout: 0.05
    """
    is_written = ctx.written(solver, "kinematics_solver")
    if not solver.kinematics_solver and not is_written and not ctx.is_broken_off:
        yield ctx.report(solver, f"group {solver.group!r} has no kinematics_solver")
