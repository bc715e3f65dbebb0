"""Groups and their members by name: S101 to S107."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called, duplicates, removal_of_copy
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import group_members, semantics
from bodyplan.lint.rules.srdf.unknown import unknown_group, unknown_joint, unknown_link
from bodyplan.spec import Element


@rule("S101", "group-unknown-link", severity="error", fix="sometimes", when="links")
def group_unknown_link(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has a link that does not exist in the robot.

    ## Why it matters
    The link is left out together with its parent joint, so the group has fewer joints than intended.

    ## What MoveIt says
    srdfdom logs an error: the link declared as part of the group is not known to the URDF. It drops
    this member and keeps the group. Later a planner moves fewer joints, or a joint of a state is not
    part of the group.

    ## Example
        <group name="hand"><link name="palm"/></group><!-- the robot has palm_link -->

    ## Use instead
        <group name="hand"><link name="palm_link"/></group>

    ## Fix safety
    Writing the nearest name is unsafe: another link may be meant.
    """
    present = {link.name for link in group.links}
    what = f"{called('group', group.name)}: link"
    for link in group.links:
        yield from unknown_link(ctx, link, "name", what, but=present)


@rule("S102", "group-unknown-joint", severity="error", fix="sometimes", when="joints")
def group_unknown_joint(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has a joint that does not exist in the robot or among the virtual joints.

    ## Why it matters
    The joint is left out, and the planner does not move it. A group can contain joints of the URDF
    and virtual joints of the SRDF. `root_joint`, the base joint that Pinocchio adds on request,
    exists only if a virtual joint of that name is declared.

    ## What MoveIt says
    srdfdom logs an error: the joint declared as part of the group is not known to the URDF. It drops
    this member and keeps the group.

    ## Example
        <group name="arm"><joint name="elbow"/></group><!-- the robot has elbow_joint -->

    ## Use instead
        <group name="arm"><joint name="elbow_joint"/></group>

    ## Fix safety
    Writing the nearest name is unsafe: another joint may be meant.
    """
    present = {joint.name for joint in group.joints}
    what = f"{called('group', group.name)}: joint"
    for joint in group.joints:
        yield from unknown_joint(ctx, joint, "name", what, but=present)


@rule("S103", "group-unknown-subgroup", severity="error", fix="sometimes", when="subgroups")
def group_unknown_subgroup(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has a subgroup that does not exist.

    ## Why it matters
    srdfdom drops the whole group, every group that has it as a subgroup, and their states and end
    effectors.

    ## What MoveIt says
    srdfdom logs an error: the group has unsatisfied subgroups. It then reports each state and end
    effector of the group as being for a group that is not known.

    ## Example
        <group name="arm">...</group>
        <group name="arm_with_hand"><group name="arm"/><group name="gripper"/></group>

    ## Use instead
        <group name="arm">...</group>
        <group name="gripper">...</group>
        <group name="arm_with_hand"><group name="arm"/><group name="gripper"/></group>

    The order of the groups in the file does not matter.

    ## Fix safety
    Writing the nearest name is unsafe: another group may be meant.
    """
    present = {group.name, *(subgroup.name for subgroup in group.subgroups)}
    what = f"{called('group', group.name)} is dropped: subgroup"
    for subgroup in group.subgroups:
        yield from unknown_group(ctx, subgroup, "name", what, but=present)


@rule("S104", "group-repeated", severity="error", fix="sometimes", when="groups")
def group_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two groups have the same name.

    ## Why it matters
    States, end effectors and programs refer to a group by name. MoveIt keeps the first group and
    drops the other; it does not merge their members.

    ## What MoveIt says
    It warns that a group of that name already exists and is not added, and that it failed to add
    the group. srdfdom itself says nothing.

    ## Example
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group name="arm"><joint name="wrist_joint"/></group>

    ## Use instead
        <group name="arm">
          <chain base_link="base" tip_link="wrist"/>
          <joint name="wrist_joint"/>
        </group>

    ## Fix safety
    Removing an exact copy is safe. For a group that differs, no fix is offered.
    """
    for group, other in duplicates(root.groups, attrgetter("name")):
        is_copy = group == other
        line = ctx.line(other)
        yield ctx.report(
            group,
            f"duplicate group {group.name!r} (first defined on line {line})"
            + (", with the same members" if is_copy else ""),
            field="name",
            hint=None if is_copy else "rename it, or merge the members",
            fix=removal_of_copy(ctx, group, other),
        )


@rule("S105", "group-empty", severity="warning")
def group_empty(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group has no members.

    ## Why it matters
    MoveIt drops the group, every group that has it as a subgroup, and its states. Only inside another
    group is an empty `<group name="..."/>` correct: there it refers to a group that is defined
    elsewhere.

    ## What MoveIt says
    srdfdom warns that the group is empty, and keeps it. MoveIt then warns that the group must have
    at least one valid joint, and that it failed to add the group.

    ## Example
        <group name="arm"/>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
    """
    if ctx.is_broken_off or group_members(group):
        return
    lost = next(iter(group.extra.elements), None)
    yield ctx.report(
        group,
        f"{called('group', group.name)} has no members",
        field="name",
        hint=None
        if lost is None
        else f"<{lost.tag}> is not a member; write link, joint, chain or group",
    )


@rule("S106", "group-without-known-member", severity="warning")
def group_without_known_member(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """No member of a group exists in the robot.

    ## Why it matters
    MoveIt drops the group and all groups, states and end effectors that refer to it. Each member is
    also reported on its own. If this happens to many groups, the SRDF is most likely for another
    robot, or the names have lost or gained a prefix. For a group with one member, only that member
    is reported.

    ## What MoveIt says
    After an error for each member, srdfdom warns that the group is empty. MoveIt then warns that the
    group must have at least one valid joint, and that it failed to add it.

    ## Example
        <group name="arm">
          <link name="left_elbow"/><!-- the robot has l_elbow and l_wrist -->
          <link name="left_wrist"/>
        </group>

    ## Use instead
        <group name="arm">
          <link name="l_elbow"/>
          <link name="l_wrist"/>
        </group>
    """
    found = group_members(group)
    if len(found) < 2 or group.subgroups or any(_exists(member, ctx) for member in found):
        return
    yield ctx.report(
        group,
        f"{called('group', group.name)} is empty: none of its {len(found)} members exists",
        field="name",
    )


@rule("S107", "subgroup-with-members", severity="warning", when="subgroups")
def subgroup_with_members(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A group inside a group has members.

    ## Why it matters
    A group inside a group is only a reference to the group of that name, and its content is ignored.
    Define the group at the top level, and refer to it.

    ## What MoveIt says
    Nothing about the members: srdfdom reads only the name. If no group of that name is defined
    elsewhere, it logs an error that the outer group has unsatisfied subgroups. The Python package
    srdfdom does read such members, so the same file defines different groups in MoveIt and in
    Python.

    ## Example
        <group name="arm_with_hand">
          <group name="hand"><link name="palm"/></group>
        </group>

    ## Use instead
        <group name="hand"><link name="palm"/></group>
        <group name="arm_with_hand">
          <group name="hand"/>
        </group>
    """
    for subgroup in group.subgroups:
        inside = subgroup.content
        if not inside:
            continue
        what = f"<{inside[0].tag}>" if len(inside) == 1 else f"{len(inside)} members"
        yield ctx.report(
            subgroup,
            f"{what} inside {called('subgroup', subgroup.name)} of group {group.name!r}: "
            "MoveIt reads only its name",
            hint=f"define the members in a separate group {subgroup.name!r}",
        )


def _exists(member: Element, ctx: Context) -> bool:
    look = semantics(ctx)
    if isinstance(member, srdf.GroupLink):
        return look.has_link(member.name)
    if isinstance(member, srdf.GroupJoint):
        return look.has_joint(member.name)
    if isinstance(member, srdf.Chain):
        return look.has_link(member.base_link) and look.has_link(member.tip_link)
    return True
