"""States of groups, and their joints by name: S201 to S209."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from bodyplan.diag import Diagnostic, Severity
from bodyplan.edit.srdf_draft import home_of
from bodyplan.formats import srdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import budget, called, duplicates, listed, removal_of_copy
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import everywhere, unknown_group, unknown_joint
from bodyplan.semantics.problem import FREE_FLYER
from bodyplan.spec import change
from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.model.planning.group import Group

Use = tuple[srdf.GroupState, srdf.StateJoint]


@rule("S201", "group-state-unknown-group", severity="error", fix="sometimes")
def group_state_unknown_group(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """The group of a state does not exist.

    ## Why it matters
    srdfdom drops the state: no program finds it by name, and the planner does not offer it.

    ## What MoveIt says
    srdfdom logs an error: the group state is specified for a group that is not known. It drops the
    state. A program that moves to it later gets the error that the named target is unknown.

    ## Example
        <group name="arm">...
        <group_state name="home" group="manipulator">...

    ## Use instead
        <group name="arm">...
        <group_state name="home" group="arm">...

    ## Fix safety
    Writing the nearest name is unsafe: another group may be meant.
    """
    yield from unknown_group(ctx, state, "group", f"{called('state', state.name)}: group")


@rule("S202", "group-state-of-lost-group", severity="error", when="group_states")
def group_state_of_lost_group(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """States are dropped because their group is dropped.

    ## Why it matters
    The group is defined, but srdfdom drops it because of another error, and its states with it.
    There is one diagnostic for all states of a group. It is a warning if the only fault of the group
    is that it has no joint: then only MoveIt drops the state.

    ## What MoveIt says
    srdfdom logs an error: the group state is specified for a group that is not known. If the only
    fault is that the group has no joint, MoveIt reports that the group of the state does not exist.

    ## Example
        <group name="arm"><group name="upper_arm"/></group><!-- group upper_arm does not exist -->
        <group_state name="home" group="arm">...

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group_state name="home" group="arm">...
    """
    look = semantics(ctx)
    found: dict[str, list[srdf.GroupState]] = {}
    for state in root.group_states:
        if state.group in look.lost or state.group in look.hollow:
            found.setdefault(state.group, []).append(state)
    for name, states in found.items():
        is_hollow = name not in look.lost
        what = f"{called('state', states[0].name)} is dropped, because its group"
        if len(states) > 1:
            what = f"{len(states)} states are dropped, because their group"
        yield ctx.report(
            states[0],
            f"{what} {name!r} {'has no joint' if is_hollow else 'is dropped'}",
            field="group",
            severity=Severity.WARNING if is_hollow else None,
        )


@rule("S203", "group-state-repeated", severity="warning", fix="always", when="group_states")
def group_state_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A group has two states with the same name.

    ## Why it matters
    Only one of them can be found by its name. MoveIt keeps the last, Pinocchio the first. In
    MoveIt, states of different groups may have the same name. Pinocchio ignores the group: of all
    states with the same name in the file, it keeps only the first.

    ## What MoveIt says
    Nothing: the later one replaces the earlier one.

    ## Example
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
        <group_state name="home" group="arm"><joint name="elbow" value="1.2"/></group_state>

    ## Use instead
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
        <group_state name="bent" group="arm"><joint name="elbow" value="1.2"/></group_state>

    ## Fix safety
    Removing an exact copy is safe. If the two differ, removing the earlier one, which MoveIt does
    not use, is unsafe: it may be the correct one.
    """
    last: dict[tuple[str, str], srdf.GroupState] = {}
    for state in root.group_states:
        earlier = last.get((state.group, state.name))
        last[state.group, state.name] = state
        if earlier is None or not state.name or not state.group:
            continue
        same = state == earlier
        line = ctx.line(earlier)
        yield ctx.report(
            state,
            f"duplicate state {state.name!r} of group {state.group!r} (first defined on line {line})"
            + (", with the same values" if same else ""),
            field="name",
            hint=None if same else "MoveIt keeps the last, Pinocchio the first",
            fix=ctx.fix_remove("Remove the duplicate", "safe", state)
            if same
            else ctx.fix_remove("Remove the earlier one", "unsafe", earlier),
        )


@rule("S204", "group-state-empty", severity="warning")
def group_state_empty(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state has no joint values.

    ## Why it matters
    The state does not define a configuration, so it cannot be a goal.

    ## What MoveIt says
    MoveIt warns that the group state does not specify all joints of the group, and lists them as
    missing. It drops the state. Pinocchio keeps it with every joint at zero.

    ## Example
        <group_state name="home" group="arm"/>

    ## Use instead
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>
    """
    if not state.joints and not ctx.is_broken_off:
        yield ctx.report(state, f"{called('state', state.name)} has no joint values")


@rule("S205", "group-state-unknown-joint", severity="error", fix="sometimes", when="group_states")
def group_state_unknown_joint(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A state has a value for a joint that does not exist in the robot or among the virtual joints.

    ## Why it matters
    srdfdom drops the value, and the state does not set the intended joint. Each unknown name is
    reported once, at the first state that has it.

    ## What MoveIt says
    srdfdom logs an error: the joint declared as part of the group state is not known to the URDF.
    It drops the value and keeps the state. If the intended joint is in the group, MoveIt warns that
    the state does not specify all joints of the group.

    ## Example
        <joint name="elbow" value="0.5"/><!-- the robot has elbow_joint -->

    ## Use instead
        <joint name="elbow_joint" value="0.5"/>

    ## Fix safety
    Writing the nearest name, in all states, is unsafe: another joint may be meant. Joints that one
    of these states already sets are not suggested.
    """
    look = semantics(ctx)
    of_state = {
        id(state): dict.fromkeys(each.name for each in state.joints)
        for state in look.root.group_states
    }
    for name, uses in look.states_with.items():
        if name == FREE_FLYER or look.has_joint(name):
            continue  # S206 reports the free flyer
        state, first = uses[0]
        given = ChainMap(*[of_state[id(state)] for state, _ in uses])
        what = f"{called('state', state.name)}: joint"
        if len({id(state) for state, _ in uses}) > 1:
            what = f"{len({id(state) for state, _ in uses})} states: joint"
        for found in unknown_joint(ctx, first, "name", what, but=given):
            yield ctx.report(
                first,
                found.message,
                field="name",
                hint=lambda found=found: found.hint,  # type: ignore[misc]
                fix=everywhere(found, partial(_others, ctx, uses, given)),
            )


def _others(ctx: Context, uses: Sequence[Use], given: Collection[str]) -> Iterator[Diagnostic]:
    """Yield the diagnostics for all locations of a name except the first."""
    for _, each in uses[1:]:
        yield from unknown_joint(ctx, each, "name", "", but=given)


@rule("S206", "group-state-free-flyer", severity="info", when="group_states")
def group_state_free_flyer(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """States set the pose of the floating base through a joint that exists only in Pinocchio.

    ## Why it matters
    Pinocchio adds a joint `root_joint` between the world and the root link when a floating base is
    requested. States written for it contain x, y, z and a quaternion for that joint. The URDF has
    no such joint, so other parsers drop the value, and the base stays at the origin. That is fine
    in a file for Pinocchio only. A virtual joint of this name, in the group of these states, makes
    the file work in MoveIt and Pinocchio. There is no fix, because the group would then move the
    whole robot. There is one diagnostic for all states.

    ## What MoveIt says
    srdfdom logs an error: the joint declared as part of the group state is not known to the URDF.
    It drops the value and keeps the state.

    ## Example
        <group_state name="upright" group="legs">
          <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>

    ## Use instead
        <virtual_joint name="root_joint" type="floating" parent_frame="world" child_link="base"/>
        <group name="whole_body"><joint name="root_joint"/><group name="legs"/></group>
        <group_state name="upright" group="whole_body">
          <joint name="root_joint" value="0 0 0.3 0 0 0 1"/>
    """
    look = semantics(ctx)
    uses = look.states_with.get(FREE_FLYER)
    if uses is None or look.has_joint(FREE_FLYER):
        return
    state, first = uses[0]
    have = f"{called('state', state.name)} has"
    if len(uses) > 1:
        have = f"{len(uses)} states have"
    yield ctx.report(
        first,
        f"{have} joint {FREE_FLYER!r}, which Pinocchio adds on request; "
        "the SRDF declares no virtual joint of this name",
        field="name",
        hint="declare a <virtual_joint> and add it to the group for other parsers",
    )


@rule("S207", "group-state-joint-repeated", severity="error", fix="sometimes", when="joints")
def group_state_joint_repeated(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state has two values for one joint.

    ## Why it matters
    srdfdom appends the numbers of both to one list, which is then too long, and MoveIt uses
    neither. Pinocchio uses the second.

    ## What MoveIt says
    MoveIt logs an error: the model for the joint requires 1 variable value, but 2 were supplied in
    the default state.

    ## Example
        <joint name="elbow" value="0.5"/>
        <joint name="elbow" value="0.7"/>

    ## Use instead
        <joint name="elbow" value="0.7"/>

    ## Fix safety
    Removing an exact copy is safe: with it, MoveIt uses no value at all. For values that differ, no
    fix is offered.
    """
    for each, other in duplicates(state.joints, attrgetter("name")):
        yield ctx.report(
            each,
            f"{called('state', state.name)} has more than one value for joint {each.name!r}"
            + (" (an exact copy)" if each == other else ""),
            field="name",
            hint="remove one; MoveIt appends the values to one list and uses neither",
            fix=removal_of_copy(ctx, each, other),
        )


@rule("S208", "group-state-joint-outside", severity="error", fix="sometimes", when="joints")
def group_state_joint_outside(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state has a value for a joint that is not in its group.

    ## Why it matters
    MoveIt drops the value, because a state sets the joints of its group. Pinocchio ignores groups
    and uses it, so the state differs between the two programs. The virtual joint of a floating base
    is usually not in a group of legs; define the state for a group that contains this joint and the
    legs. There is one diagnostic for all joints of a state.

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

    ## Fix safety
    If the joints of the state are exactly those of another group, the fix writes that group. It is
    unsafe, as the name of the joint may be the mistake instead.
    """
    look = semantics(ctx)
    if _group(ctx, state) is None or state.group in look.doubtful:
        return  # the misspelt member of the group may be the joint of this value
    outside: list[srdf.StateJoint] = []
    for each in state.joints:
        joint = look.joint(each.name)
        if joint is not None and joint.type == "fixed":
            continue  # reported as S222
        if (
            each.name in look.joint_names
            and not look.resolved[state.group].group.has_joint(each.name)
            and not look.resolved_by_moveit[state.group].group.has_joint(each.name)
        ):
            outside.append(each)
    if not outside:
        return
    names = [*dict.fromkeys(each.name for each in outside)]
    what = f"joint {names[0]!r} is" if len(names) == 1 else f"joints {listed(names, 5)} are"
    given = {each.name for each in state.joints}
    whole, part = _smallest(ctx, given), _smallest(ctx, names)
    is_meant = whole is not None and given.issuperset(look.resolved[whole].group.active_joints)
    hint = f"{'it is' if len(names) == 1 else 'they are'} in group {part!r}" if part else None
    yield ctx.report(
        outside[0],
        f"{called('state', state.name)}: {what} not in group {state.group!r}",
        field="name",
        hint=f"group {whole!r} has all joints of the state" if whole else hint,
        fix=ctx.fix_set(f"Write {whole!r}", "unsafe", state, group=whole) if is_meant else None,
    )


def _smallest(ctx: Context, joints: Collection[str]) -> str | None:
    """Return the smallest group that contains all given joints; None if no group does."""
    look = semantics(ctx)
    if not budget(ctx).spend(len(look.resolved)):
        return None
    found = [
        (len(resolved.joints), name)
        for name, resolved in look.resolved.items()
        if name not in look.lost
        and name not in look.hollow
        and all(map(resolved.group.has_joint, joints))
    ]
    return min(found)[1] if found else None


@rule("S209", "group-state-incomplete", severity="warning", fix="sometimes")
def group_state_incomplete(state: srdf.GroupState, ctx: Context) -> Iterator[Diagnostic]:
    """A state does not have a value for every joint of its group.

    ## Why it matters
    The format requires a value for each joint of the group. A motion to such a state moves the
    other joints to their default, usually zero, which may be in collision. Fixed joints and mimic
    joints need no value.

    ## What MoveIt says
    MoveIt warns that the group state does not specify all joints of the group, and lists the
    missing ones. It keeps the state.

    ## Example
        <group name="arm"><joint name="elbow"/><joint name="wrist"/></group>
        <group_state name="home" group="arm"><joint name="elbow" value="0"/></group_state>

    ## Use instead
        <group name="arm"><joint name="elbow"/><joint name="wrist"/></group>
        <group_state name="home" group="arm">
          <joint name="elbow" value="0"/>
          <joint name="wrist" value="0"/>
        </group_state>

    ## Fix safety
    Setting the others to zero, or to the middle of the range if zero is outside, is unsafe: other
    values may be meant. If the state has joints outside of its group, no fix is offered.
    """
    group = _group(ctx, state)
    if group is None or not state.joints or ctx.is_broken_off:
        return
    given = {each.name for each in state.joints}
    missing = [name for name in group.active_joints if name not in given]
    unknown = [name for name in given - {FREE_FLYER} if not semantics(ctx).has_joint(name)]
    # otherwise, the missing joints are misspelt, which S205 reports
    if len(missing) > len(unknown):
        count = f"joint{'s' * (len(missing) > 1)}"
        yield ctx.report(
            state,
            f"{called('state', state.name)} of group {state.group!r} has no value for {count} "
            f"{listed(missing)}",
            fix=_at_default(ctx, state, missing) if all(map(group.has_joint, given)) else None,
        )


def _at_default(ctx: Context, state: srdf.GroupState, names: Sequence[str]) -> FixMaker:
    """Return the fix that adds joints to a state, each at its default."""

    def edits() -> list[Edit]:
        resolved = semantics(ctx).resolved[state.group]
        joints = {joint.name: joint for joint in resolved.rooted_robot.joints}
        added = [srdf.StateJoint(name=name, value=home_of(joints[name])) for name in names]
        return change.set_fields(ctx.document, state, joints=(*state.joints, *added))

    title = "Add the default value" if len(names) == 1 else f"Add {len(names)} default values"
    return ctx.fix(title, "unsafe", edits)


def _group(ctx: Context, state: srdf.GroupState) -> Group | None:
    """Return the group of a state, with its joints in the robot; None if missing or dropped."""
    look = semantics(ctx)
    resolved = look.resolved.get(state.group)
    if resolved is None or resolved.is_dropped or not state.group:
        return None
    if state.group in look.lost or state.group in look.hollow:
        return None
    return resolved.group
