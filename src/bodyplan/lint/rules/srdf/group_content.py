"""The joints and links that groups and their subgroups have in the robot: S108 to S113."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bodyplan import core
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import group_members, semantics
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.semantics.group import MemberElement, ResolvedGroup

_SHOWN = 10  # maximum number of groups of a cycle in a message


@rule("S108", "group-in-itself", severity="error", fix="sometimes", when="groups")
def group_in_itself(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A group contains itself.

    ## Why it matters
    srdfdom drops every group of such a cycle, and every group that contains one of them, with their
    states and end effectors. There is one diagnostic for each cycle, at its first group in the
    file.

    ## What MoveIt says
    srdfdom logs an error for each of them: the group has unsatisfied subgroups.

    ## Example
        <group name="arm"><group name="arm_with_hand"/></group>
        <group name="arm_with_hand"><group name="arm"/><link name="palm"/></group>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group name="arm_with_hand"><group name="arm"/><link name="palm"/></group>

    ## Fix safety
    If a group refers directly to itself, removing the reference is unsafe: another group may be
    meant. For a longer cycle, no fix is offered.
    """
    look = semantics(ctx)
    for cycle in look.graph.cycles:
        following = cycle[1 % len(cycle)]
        subgroup = next(s for s in look.groups[cycle[0]].subgroups if s.name == following)
        names = [repr(name) for name in cycle[:_SHOWN]]
        if len(cycle) > _SHOWN:
            names.append(f"... {len(cycle) - _SHOWN} more ...")
        is_alone = len(cycle) == 1
        yield ctx.report(
            subgroup,
            f"group {cycle[0]!r} contains itself: {' -> '.join([*names, names[0]])}",
            field="name",
            hint="MoveIt drops it" if is_alone else "MoveIt drops all of them",
            fix=ctx.fix_remove("Remove it from itself", "unsafe", subgroup) if is_alone else None,
        )


@rule("S109", "group-of-lost-subgroup", severity="error", when="groups")
def group_of_lost_subgroup(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Groups are dropped because one of their subgroups is dropped.

    ## Why it matters
    The groups that contain the subgroup are dropped with it, although their other members exist. A
    separate diagnostic explains why the subgroup is dropped; this one, at the first group that
    contains it, lists all groups that are dropped with it.

    ## What MoveIt says
    If the subgroup was dropped, srdfdom logs an error that the group has unsatisfied subgroups. If
    the subgroup exists but has no joint, MoveIt warns that the outer group could not be processed
    due to unmet subgroup dependencies.

    ## Example
        <group name="hand"/>
        <group name="arm_with_hand"><group name="arm"/><group name="hand"/></group>

    ## Use instead
        <group name="hand"><link name="palm"/></group>
        <group name="arm_with_hand"><group name="arm"/><group name="hand"/></group>
    """
    look = semantics(ctx)
    around: dict[str, list[tuple[srdf.Group, srdf.Subgroup]]] = {}
    for group in root.groups:
        if look.groups.get(group.name) is not group or group.name not in look.lost:
            continue
        if group.name in look.graph.cyclic or not all(
            look.has_group(s.name) for s in group.subgroups
        ):
            continue  # reported as S108 or S103
        first = next(s for s in group.subgroups if s.name in look.lost or s.name in look.hollow)
        around.setdefault(first.name, []).append((group, first))
    for name, lost in around.items():
        what = f"group {lost[0][0].name!r} is dropped, because its"
        if len(lost) > 1:
            what = f"groups {listed(group.name for group, _ in lost)} are dropped, because their"
        why = "has no joint" if name in look.hollow else "is dropped"
        yield ctx.report(lost[0][1], f"{what} subgroup {name!r} {why}", field="name")


@rule("S110", "group-without-joint", severity="warning")
def group_without_joint(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has members, but no joint.

    ## Why it matters
    A group is a set of joints: a link adds its parent joint, a chain the joints between its ends. A
    chain from a link to itself adds no joint, and neither does a virtual joint that does not
    connect the root link of the robot.

    ## What MoveIt says
    MoveIt warns that the group must have at least one valid joint, and that it failed to add the
    group. It reports that the states of the group are for a group that does not exist.

    ## Example
        <virtual_joint name="rail" type="planar" parent_frame="world" child_link="wrist"/>
        <group name="base"><joint name="rail"/></group>

    ## Use instead
        <virtual_joint name="rail" type="planar" parent_frame="world" child_link="base_link"/>
        <group name="base"><joint name="rail"/></group>
    """
    look = semantics(ctx)
    resolved = look.resolved.get(group.name)
    if resolved is None or resolved.element is not group or group.name not in look.hollow:
        return
    problems = {member.problem for member in resolved.members}
    if (
        group.name in look.lost
        or problems <= {"unknown"}
        or "too many members" in problems
        or _is_one_empty_chain(group)
    ):
        return  # reported as S109, S105, S106 or S123
    unused = [
        m.element.name
        for m in resolved.members
        if isinstance(m.element, srdf.GroupJoint) and m.problem == "virtual joint not used"
    ]
    yield ctx.report(
        group,
        f"{called('group', group.name)} has {len(resolved.members)} "
        f"member{'s' * (len(resolved.members) != 1)}, but no joint",
        field="name",
        hint=f"virtual joint {unused[0]!r} does not connect the root link of the robot"
        if unused
        else None,
    )


@rule("S111", "member-repeated", severity="info", fix="always")
def member_repeated(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has the same member twice.

    ## Why it matters
    The second member has no effect. Usually a line was copied without changing its name, and the
    intended member is missing.

    ## What MoveIt says
    Nothing: it adds each joint once.

    ## Example
        <group name="hand">
          <link name="finger_1"/>
          <link name="finger_1"/>
        </group>

    ## Use instead
        <group name="hand">
          <link name="finger_1"/>
          <link name="finger_2"/>
        </group>

    ## Fix safety
    Removing the second one is safe: the group stays the same.
    """
    members = group_members(group)
    if len(members) < 2:
        return
    seen: set[Element] = set()
    for member in members:
        if member in seen and all(_names(member)):
            yield ctx.report(
                member,
                f"duplicate {_called(member)} in {called('group', group.name)}",
                fix=ctx.fix_remove("Remove the duplicate", "safe", member),
            )
        seen.add(member)


@rule("S112", "member-covered", severity="hint")
def member_covered(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """Members of a group only add joints that other members add too.

    ## Why it matters
    A link adds its parent joint, a chain all joints between its ends. Redundant members must be
    changed together when the robot changes. There is one diagnostic for a group; it lists the
    members that can be removed without removing a joint from the group. A chain beside a list of
    all its joints is common, and not reported.

    ## What MoveIt says
    Nothing: it adds each joint once.

    ## Example
        <group name="arm">
          <chain base_link="base" tip_link="wrist"/>
          <joint name="elbow_joint"/>
        </group>

    ## Use instead
        <group name="arm">
          <chain base_link="base" tip_link="wrist"/>
        </group>
    """
    resolved = semantics(ctx).resolved.get(group.name)
    if resolved is None or resolved.element is not group or len(resolved.members) < 2:
        return
    if sum([bool(member.numbers) for member in resolved.members]) < 2:
        return
    unlike = {member.element: member for member in resolved.members}  # S111 reports copies
    for element in _spelled_out(resolved):
        unlike.pop(element, None)
    adding = Counter(number for member in unlike.values() for number in member.numbers)
    covered: list[Element] = []
    for element, member in unlike.items():
        if member.numbers and all(adding[number] > 1 for number in member.numbers):
            adding.subtract(member.numbers)
            covered.append(element)
    if covered:
        yield ctx.report(
            covered[0],
            f"{called('group', group.name)}: redundant members: {core.listed(map(_called, covered), 5)}",
        )


def _spelled_out(resolved: ResolvedGroup) -> list[MemberElement]:
    """Return the chains whose movable joints are all listed as members, which is common."""
    joints = resolved.rooted_robot.joints
    beside = {
        number
        for member in resolved.members
        if isinstance(member.element, srdf.GroupLink | srdf.GroupJoint)
        for number in member.numbers
    }
    return [
        member.element
        for member in resolved.members
        if isinstance(member.element, srdf.Chain)
        and all(number in beside or not joints[number].variables for number in member.numbers)
    ]


@rule("S113", "group-without-motion", severity="info")
def group_without_motion(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has no independent movable joint.

    ## Why it matters
    All its joints are fixed, or mimic a joint outside the group, so a plan for the group cannot
    move anything. Such a group is useful as part of an end effector or of another group; otherwise
    a chain ends at the wrong link, or a joint that should be movable is fixed in this URDF.

    ## What MoveIt says
    Nothing when it loads the file. The planning pipeline then finds no active joints in the group,
    and a kinematics solver cannot be set up for it.

    ## Example
        <group name="arm"><chain base_link="flange" tip_link="tool"/></group>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="tool"/></group>
    """
    look = semantics(ctx)
    resolved = look.resolved.get(group.name)
    if resolved is None or resolved.element is not group or group.name in look.named:
        return
    if resolved.is_dropped or group.name in look.doubtful or group.name in look.hollow:
        return
    joints = (resolved.rooted_robot.joints[number] for number in resolved.numbers)
    if not any(joint.variable_count and joint.mimic is None for joint in joints):
        yield ctx.report(
            group,
            f"{called('group', group.name)} has no independent movable joint",
            field="name",
            hint=_still(resolved),
        )


def _still(resolved: ResolvedGroup) -> str:
    """Return a hint that lists the joints of a group that does not move."""
    root = resolved.rooted_robot.root_joint
    names = [name for name in resolved.joints if not root.is_assumed or name != root.name]
    return f"its joints are {listed(names)}" if names else "its root link has no parent joint"


def _is_one_empty_chain(group: srdf.Group) -> bool:
    found = group_members(group)
    return len(found) == 1 and bool(group.chains) and len(set(_names(found[0]))) == 1


def _names(member: Element) -> list[str]:
    if isinstance(member, srdf.Chain):
        return [member.base_link, member.tip_link]
    return [str(getattr(member, "name", ""))]


def _called(member: Element) -> str:
    if isinstance(member, srdf.Chain):
        return f"chain from {member.base_link!r} to {member.tip_link!r}"
    what = {srdf.GroupLink: "link", srdf.GroupJoint: "joint"}.get(type(member), "group")
    return f"{what} {_names(member)[0]!r}"
