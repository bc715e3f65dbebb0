"""States of groups, and their joints by name: S201 to S209."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.names import called, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.semantics import FREE_FLYER, semantics, unknown_group, unknown_joint

if TYPE_CHECKING:
    from bodyplan.model.group import Group


@rule("S201", "group-state-unknown-group", severity="error", fix="sometimes")
def group_state_unknown_group(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state is of a group that the file does not have.

    ## Why it matters
    The state is dropped: no program finds it by name, and the planner does not offer it.

    ## What MoveIt says
    srdfdom logs an error: the group state is specified for a group that is not known. It drops the
    state. A program that moves to it later is told that the named target is unknown.

    ## Example
        <group name="arm">...
        <group_state name="home" group="manipulator">...

    ## Use instead
        <group name="arm">...
        <group_state name="home" group="arm">...

    ## Fix safety
    Writing the nearest name is unsafe: another group may have been meant.
    """
    yield from unknown_group(ctx, state, "group", f"{called('state', state.name)} is of group")


@rule("S202", "group-state-of-lost-group", severity="error")
def group_state_of_lost_group(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state is of a group that readers drop.

    ## Why it matters
    The group stands in the file, but it is dropped for a fault of its own, and the state with it.
    Where the group only has no joint the finding is a warning: the state is lost for MoveIt alone.

    ## What MoveIt says
    srdfdom logs an error: the group state is specified for a group that is not known. Where the
    group only has no joint, MoveIt logs that the group of the state does not exist.

    ## Example
        <group name="arm"><group name="upper_arm"/></group><!-- there is no group upper_arm -->
        <group_state name="home" group="arm">...

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group_state name="home" group="arm">...
    """
    look = semantics(ctx)
    if state.group in look.lost or state.group in look.hollow:
        is_hollow = state.group not in look.lost
        why = "has no joint" if is_hollow else "is dropped"
        yield ctx.report(
            state,
            f"{called('state', state.name)} is lost, because its group {state.group!r} {why}",
            field="group",
            severity=Severity.WARNING if is_hollow else None,
        )


@rule("S203", "group-state-repeated", severity="warning", fix="always", when="group_states")
def group_state_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A group has two states of the same name.

    ## Why it matters
    Only one of them can be found by its name. MoveIt keeps the last, Pinocchio the first. States
    of different groups may have the same name for MoveIt; Pinocchio does not look at the group, and
    keeps the first of these too.

    ## What MoveIt says
    Nothing: the later one takes the place of the earlier one.

    ## Example
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
        <group_state name="home" group="arm"><joint name="elbow" value="1.2"/></group_state>

    ## Use instead
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
        <group_state name="bent" group="arm"><joint name="elbow" value="1.2"/></group_state>

    ## Fix safety
    Removing an exact copy is safe. Where the two differ, removing the earlier one, which MoveIt
    does not use, is unsafe: it may be the right one.
    """
    last: dict[tuple[str, str], srdf.GroupState] = {}
    for state in root.group_states:
        earlier = last.get((state.group, state.name))
        last[state.group, state.name] = state
        if earlier is None or not state.name or not state.group:
            continue
        same = state == earlier
        line = ctx.document.place(earlier).line
        yield ctx.report(
            state,
            f"group {state.group!r} has a state {state.name!r} already, on line {line}"
            + (", with the same values" if same else ""),
            field="name",
            hint=None if same else "MoveIt keeps the last, Pinocchio the first",
            fix=ctx.fix_remove("Remove the copy", "safe", state)
            if same
            else ctx.fix_remove("Remove the earlier one", "unsafe", earlier),
        )


@rule("S204", "group-state-empty", severity="warning")
def group_state_empty(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state gives no joint a value.

    ## Why it matters
    It says nothing about where the robot is, so it cannot be a goal.

    ## What MoveIt says
    MoveIt warns that the group state does not specify all joints of the group, and lists them as
    missing. It does not keep the state. Pinocchio keeps one with every joint at zero.

    ## Example
        <group_state name="home" group="arm"/>

    ## Use instead
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
    """
    if not state.joints and not ctx.is_broken_off:
        yield ctx.report(state, f"{called('state', state.name)} gives no joint a value")


@rule("S205", "group-state-unknown-joint", severity="error", fix="sometimes", when="joints")
def group_state_unknown_joint(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state gives a value for a joint that neither the robot nor the SRDF has.

    ## Why it matters
    The value goes nowhere, and the joint that was meant stays where it is.

    ## What MoveIt says
    srdfdom logs an error: the joint that is declared as part of the group state is not known to
    the URDF. It drops the value and keeps the state. If the group has the joint that was meant,
    MoveIt warns that the state does not specify all joints of the group.

    ## Example
        <joint name="elbow" value="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint name="elbow_joint" value="0.5"/>

    ## Fix safety
    Writing the nearest name of a joint that the state does not have yet is unsafe: another joint
    may have been meant.
    """
    given = {each.name for each in state.joints}
    what = f"{called('state', state.name)} has joint"
    for each in state.joints:
        if each.name != FREE_FLYER:  # S206 speaks
            yield from unknown_joint(ctx, each, "name", what, but=given)


@rule("S206", "group-state-free-flyer", severity="info", when="joints")
def group_state_free_flyer(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state places the base of the robot by a joint that only Pinocchio has.

    ## Why it matters
    Pinocchio puts a joint between the world and the root link when it is asked for a free base, and
    calls it `root_joint`. States written for it give that joint x, y, z and a quaternion. The URDF
    has no such joint, so other readers drop the value, and the base stays at the origin. A virtual
    joint of this name makes the file good for both.

    ## What MoveIt says
    srdfdom logs an error: the joint that is declared as part of the group state is not known to
    the URDF. It drops the value and keeps the state.

    ## Example
        <group_state name="standing" group="legs">
          <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>

    ## Use instead
        <virtual_joint name="root_joint" type="floating" parent_frame="world" child_link="base"/>
        <group name="whole_body"><joint name="root_joint"/><group name="legs"/></group>
        <group_state name="standing" group="whole_body">
          <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>
    """
    for each in state.joints:
        if each.name == FREE_FLYER and not semantics(ctx).has_joint(FREE_FLYER):
            yield ctx.report(
                each,
                f"{called('state', state.name)} has joint {FREE_FLYER!r}, which Pinocchio adds "
                "on request; the SRDF declares no virtual joint of this name",
                field="name",
            )


@rule("S207", "group-state-joint-repeated", severity="error", fix="sometimes", when="joints")
def group_state_joint_repeated(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state gives a joint a value twice.

    ## Why it matters
    srdfdom puts the numbers of both into one list, which is too long then, and MoveIt uses neither.
    Pinocchio takes the second.

    ## What MoveIt says
    MoveIt logs an error: the model for the joint requires 1 variable value, but 2 were supplied in
    the default state.

    ## Example
        <joint name="elbow" value="0.5"/>
        <joint name="elbow" value="0.7"/>

    ## Use instead
        <joint name="elbow" value="0.7"/>

    ## Fix safety
    Removing an exact copy is safe: with it MoveIt uses no value at all. Values that differ are left
    to the author.
    """
    first: dict[str, srdf.StateJoint] = {}
    for each in state.joints:
        other = first.setdefault(each.name, each)
        if other is each or not each.name:
            continue
        same = other == each
        yield ctx.report(
            each,
            f"{called('state', state.name)} gives joint {each.name!r} a value already"
            + (", the same" if same else ""),
            field="name",
            hint="MoveIt takes the two for one list of values, and uses neither",
            fix=ctx.fix_remove("Remove the copy", "safe", each) if same else None,
        )


@rule("S208", "group-state-joint-outside", severity="error", when="joints")
def group_state_joint_outside(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state gives a value for a joint that is not in its group.

    ## Why it matters
    The value is dropped: a state of a group is about the joints of the group. Pinocchio does not
    look at groups and takes it, so the same state is another one there. A floating base is in no
    group of legs; give the state to a group that has both.

    ## What MoveIt says
    MoveIt logs an error: the group state specifies a value for the joint, but that joint is not
    part of the group. It keeps the rest of the state.

    ## Example
        <group name="arm"><joint name="elbow"/></group>
        <group_state name="home" group="arm">
          <joint name="elbow" value="0"/>
          <joint name="finger" value="0.02"/>

    ## Use instead
        <group name="hand"><joint name="finger"/></group>
        <group name="arm_with_hand"><group name="arm"/><group name="hand"/></group>
        <group_state name="home" group="arm_with_hand">
          <joint name="elbow" value="0"/>
          <joint name="finger" value="0.02"/>
    """
    look = semantics(ctx)
    if _group(ctx, state) is None or state.group in look.doubtful:
        return  # what is missing in the group may be the joint
    for each in state.joints:
        joint = look.joint(each.name)
        if joint is not None and joint.type == "fixed":
            continue  # S222
        if (
            each.name in look.joint_names
            and not look.resolved[state.group].group.has_joint(each.name)
            and not look.resolved_by_moveit[state.group].group.has_joint(each.name)
        ):
            yield ctx.report(
                each,
                f"{called('state', state.name)}: joint {each.name!r} is not in group "
                f"{state.group!r}",
                field="name",
            )


@rule("S209", "group-state-incomplete", severity="warning")
def group_state_incomplete(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state does not say where all joints of its group are.

    ## Why it matters
    The format asks for a value for each joint of the group. Who moves to such a state by its name
    moves the other joints to their default, which is zero, or finds that the goal is in collision
    though the picture showed another one. Fixed joints and those that follow another are not asked
    for.

    ## What MoveIt says
    MoveIt warns that the group state does not specify all joints of the group, and names those
    that are missing. It keeps the state.

    ## Example
        <group name="arm"><joint name="elbow"/><joint name="wrist"/></group>
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>

    ## Use instead
        <group name="arm"><joint name="elbow"/><joint name="wrist"/></group>
        <group_state name="home" group="arm">
          <joint name="elbow" value="0"/>
          <joint name="wrist" value="0"/>
        </group_state>
    """
    group = _group(ctx, state)
    if group is None or not state.joints or ctx.is_broken_off:
        return
    given = {each.name for each in state.joints}
    missing = [name for name in group.active_joints if name not in given]
    unknown = [name for name in given - {FREE_FLYER} if not semantics(ctx).has_joint(name)]
    if len(missing) > len(unknown):  # else they are the missing ones, misspelt: S205 speaks
        count = f"joint{'s' * (len(missing) > 1)}"
        yield ctx.report(
            state,
            f"{called('state', state.name)} of group {state.group!r} has no value for {count} "
            f"{listed(missing)}",
        )


def _group(ctx: Context, state: srdf.GroupState) -> Group | None:
    """The group of a state as the robot has it; None where it is not there, or dropped."""
    look = semantics(ctx)
    resolved = look.resolved.get(state.group)
    if resolved is None or resolved.is_refused or not state.group:
        return None
    if state.group in look.lost or state.group in look.hollow:
        return None
    return resolved.group
