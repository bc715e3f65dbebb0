"""Controllers and kinematics solvers of MoveIt: S831 to S834, S841 to S843."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic
from bodyplan.formats import ros_yaml
from bodyplan.formats.ros_yaml import SettingsDocument
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import nearest
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.ros_yaml._robot import group_names, unknown
from bodyplan.semantics.group import resolve_groups

_TYPES = ("FollowJointTrajectory", "GripperCommand", "ParallelGripperCommand")


@rule("S831", "moveit-controller-undefined", severity="error")
def moveit_controller_undefined(
    controllers: ros_yaml.MoveItControllers, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller in `controller_names` has no parameters.

    ## Why it matters
    MoveIt drops the controller, and reports that no action namespace or type is specified for it.
    It then cannot execute plans for the joints of the controller.

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
            message = f"controller {name.name!r} has no parameters in this file"
            yield unknown(ctx, name, message, lambda: left, otherwise=_only_other(known, named))


@rule("S832", "moveit-controller-not-named", severity="warning")
def moveit_controller_not_named(
    controllers: ros_yaml.MoveItControllers, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller has parameters, but is missing from `controller_names`.

    ## Why it matters
    MoveIt only uses the controllers in `controller_names` and ignores the parameters of others.

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
            message = f"controller {controller.name!r} is missing from controller_names"
            yield unknown(ctx, controller, message, lambda: left, field="name")


@rule("S833", "moveit-controller-type", severity="error")
def moveit_controller_type(
    controller: ros_yaml.MoveItController, ctx: Context
) -> Iterator[Diagnostic]:
    """MoveIt does not support the type of a controller.

    ## Why it matters
    The type is the action that MoveIt uses to command the controller, not the plugin in the
    controller manager. MoveIt reports an unknown type and drops the controller.

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
                f"controller {controller.name!r}: missing type",
                hint=f"add a type: {', '.join(_TYPES[:-1])} or {_TYPES[-1]}",
            )
    elif type_ not in _TYPES and not ("$" in type_ or (is_old and "fake" in controller.name)):
        near = nearest(type_, _TYPES)
        fitting = "GripperCommand" if "ripper" in type_ else "FollowJointTrajectory"
        yield ctx.report(
            controller,
            f"controller {controller.name!r}: MoveIt does not support type {type_!r}",
            field="type",
            hint=f"did you mean {(near or [fitting])[0]!r}?",
        )


@rule("S834", "moveit-controller-without-joints", severity="warning")
def moveit_controller_without_joints(
    controller: ros_yaml.MoveItController, ctx: Context
) -> Iterator[Diagnostic]:
    """A controller has no joints.

    ## Why it matters
    MoveIt selects controllers by their joints, so it never uses a controller without joints.

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
    """A kinematics solver is set for a group that does not exist in the SRDF.

    ## Why it matters
    MoveIt silently ignores the solver. The intended group has none: pose goals fail, and the
    interactive markers in RViz do not move.

    ## Example
        panda_amr:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin

    ## Use instead
        panda_arm:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin
    """
    groups = group_names(ctx)
    if groups is not None and solver.group not in groups:
        message = f"group {solver.group!r} does not exist in the SRDF"
        yield unknown(ctx, solver, message, lambda: groups, field="group")


@rule("S842", "solver-missing", severity="warning")
def solver_missing(solver: ros_yaml.Solver, ctx: Context) -> Iterator[Diagnostic]:
    """The kinematics parameters of a group have no `kinematics_solver`.

    ## Why it matters
    The solver is a plugin. Without it the other parameters have no effect, and MoveIt has no
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
        yield ctx.report(solver, f"group {solver.group!r}: missing kinematics_solver")


@rule("S843", "solver-needs-chain", severity="warning")
def solver_needs_chain(solver: ros_yaml.Solver, ctx: Context) -> Iterator[Diagnostic]:
    """A kinematics solver for chains is set for a group that is not a chain.

    ## Why it matters
    The solvers of KDL and LMA work on one path of joints. MoveIt does not load them for a group
    with branches, such as two arms, or with gaps, and logs "Group is not a chain": pose goals for
    the group fail, and RViz shows no interactive marker.

    ## Example
        both_arms:               # of the subgroups left_arm and right_arm
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin

    ## Use instead
        left_arm:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin
        right_arm:
          kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin
    """
    document = ctx.document
    semantics = document.semantics if isinstance(document, SettingsDocument) else None
    if semantics is None or ctx.model is None or not _of_chains(solver.kinematics_solver or ""):
        return
    resolved = resolve_groups(semantics, ctx.model).get(solver.group)
    group = None if resolved is None else resolved.group
    if group is None or not group.active_joints or group.is_chain:
        return
    message = (
        f"group {quoted(solver.group)} is not a chain; MoveIt does not load this solver for it"
    )
    hint = "remove the group here, or write a solver for each of its chains"
    if group.subgroups:
        hint = (
            f"write a solver for each of its subgroups: {listed(map(quoted, group.subgroups), 5)}"
        )
    yield ctx.report(solver, message, field="kinematics_solver", hint=hint)


def _of_chains(plugin: str) -> bool:
    return any(name in plugin for name in ("KDL", "LMA"))


def _only_other(known: set[str], named: set[str]) -> str | None:
    """Return a hint that pairs the unknown name with the unused controller, if there is one of each."""
    left = sorted(known - named)
    if len(left) != 1 or len(named - known) != 1:
        return None
    return f"write {left[0]!r} in controller_names, or rename the controller"
