"""Virtual joints, which connect a robot to the world: S4xx."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called, duplicates, removal_of_copy
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_link
from bodyplan.model import Joint, Link

WORLD = "world"
"""The root link that fixes a robot to the world in Gazebo. If it is empty, MoveIt accepts a fixed
virtual joint with any child link."""


def _has_root_joint(ctx: Context) -> bool:
    """Return whether a virtual joint has the root link as child link."""
    root = semantics(ctx).root_link
    joints = semantics(ctx).root.virtual_joints
    return root is not None and any(joint.child_link == root.name for joint in joints)


def _is_excused(joint: srdf.VirtualJoint, root: Link) -> bool:
    """Return whether MoveIt accepts any child link: a fixed joint, and an empty root link `world`."""
    is_empty = not root.visuals and not root.collisions
    return root.name == WORLD and is_empty and joint.type == "fixed"


@rule("S401", "virtual-joint-unknown-link", severity="error", fix="sometimes")
def virtual_joint_unknown_link(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The child link of a virtual joint does not exist in the robot.

    ## Why it matters
    srdfdom drops the joint. The base of the robot is then fixed, and groups, states and passive
    joints that refer to the joint lose it too.

    ## What MoveIt says
    srdfdom logs an error: the virtual joint does not attach to a link on the robot, the link is not
    known. MoveIt then reports that no root or virtual joint is specified and that it assumes a
    fixed joint, and logs an error for each group and state that refers to the joint.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="bse_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing the root link, the only possible child link, is unsafe: the joint may be meant for
    another robot.
    """
    look, root = semantics(ctx), semantics(ctx).root_link
    what = f"{called('virtual joint', joint.name)}: child link"
    if root is None or ctx.once(_has_root_joint):
        yield from unknown_link(ctx, joint, "child_link", what)
        return
    instead = root.name, f"the root link of the robot is {root.name!r}"
    others = look.links.keys() - {root.name}
    yield from unknown_link(ctx, joint, "child_link", what, but=others, instead=lambda: instead)


@rule("S402", "virtual-joint-not-at-root", severity="error", fix="sometimes")
def virtual_joint_not_at_root(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The child link of a virtual joint is not the root link of the robot.

    ## Why it matters
    The child link of a virtual joint must be the root link. MoveIt skips any other virtual joint
    and fixes the root link, so a planar or floating base does not move. If a fixed joint is
    skipped, only its name is lost, so it is reported as a warning; this happens when a `world` link
    is added to a robot later. If that link is empty, MoveIt accepts a fixed virtual joint with any
    child link, and so does this rule.

    ## What MoveIt says
    It warns that it is skipping the virtual joint because its child frame does not match the URDF
    frame, with both names. It then reports that no root or virtual joint is specified in the SRDF
    and that it assumes a fixed one, called `ASSUMED_FIXED_ROOT_JOINT`.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom"
        child_link="torso_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing the root link is unsafe: the joint may be meant for another robot. If the root link
    already has a virtual joint, no fix is offered.
    """
    root = semantics(ctx).root_link
    if root is None or joint.child_link == root.name or _is_excused(joint, root):
        return
    if joint.child_link not in semantics(ctx).links:
        return  # reported as S401
    yield ctx.report(
        joint,
        f"{called('virtual joint', joint.name)} has child link {joint.child_link!r}, "
        f"but the root link of the robot is {root.name!r}",
        field="child_link",
        severity=Severity.WARNING if joint.type == "fixed" else None,
        fix=ctx.fix_set(f"Write {root.name!r}", "unsafe", joint, child_link=root.name)
        if not ctx.once(_has_root_joint)
        else None,
    )


@rule("S403", "virtual-joint-without-effect", severity="warning", fix="always")
def virtual_joint_without_effect(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two virtual joints have the same child link.

    ## Why it matters
    A link has one parent joint. MoveIt uses the first virtual joint of the file and ignores the
    others: groups and states that refer to them lose a joint.

    ## What MoveIt says
    Nothing about the joint. For groups and states that refer to it: a joint is not found in the
    model.

    ## Example
        <virtual_joint name="world_joint" type="fixed" parent_frame="map" child_link="base_link"/>
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Removing the later one is unsafe: it may be the intended one.
    """
    top = semantics(ctx).root_link
    first: dict[str, srdf.VirtualJoint] = {}
    for joint in root.virtual_joints:
        link = joint.child_link
        if not link or (top is not None and link != top.name):
            continue  # reported as S402
        if not joint.parent_frame:
            continue  # reported as S406
        other = first.setdefault(link, joint)
        if other is not joint and other.name != joint.name:
            yield ctx.report(
                joint,
                f"{called('virtual joint', joint.name)} has no effect: "
                f"{other.name!r} already has child link {link!r}",
                hint="MoveIt uses the first one of the file",
                fix=ctx.fix_remove("Remove the later one", "unsafe", joint),
            )


@rule("S404", "virtual-joint-named-as-joint", severity="error")
def virtual_joint_named_as_joint(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A virtual joint has the name of a joint of the robot.

    ## Why it matters
    MoveIt looks up both by name in one table, where one of them hides the other. A group with the
    joint gets the wrong one, and the variables of the two are mixed up. If both are fixed, they
    have no variables, and it is reported as information.

    ## What MoveIt says
    Nothing when it loads the file. Later a joint has an unexpected number of variables, or the base
    does not move.

    ## Example
        <joint name="base_joint" type="fixed">...<!-- in the URDF -->
        ...
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>
    """
    other = semantics(ctx).joints.get(joint.name) if joint.name else None
    if other is not None:
        is_fixed = joint.type == other.type == "fixed"
        yield ctx.report(
            joint,
            f"virtual joint {joint.name!r} has the name of a joint of the robot",
            field="name",
            severity=Severity.INFO if is_fixed else None,
            hint="rename it, with all references to it",
        )


@rule("S405", "virtual-joint-repeated", severity="error", fix="sometimes")
def virtual_joint_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two virtual joints have the same name.

    ## Why it matters
    A reference finds the first one. The second has no effect unless the first is skipped.

    ## What MoveIt says
    Nothing; it uses the first one in the file whose child link is the root link.

    ## Example
        <virtual_joint name="world_joint" type="fixed" parent_frame="map" child_link="base_link"/>
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Removing an exact copy is safe. For joints that differ, no fix is offered.
    """
    for joint, other in duplicates(root.virtual_joints, attrgetter("name")):
        same = " (an exact copy)" if joint == other else ""
        yield ctx.report(
            joint,
            f"duplicate virtual joint {joint.name!r}{same}",
            field="name",
            fix=removal_of_copy(ctx, joint, other),
        )


@rule("S406", "virtual-joint-without-frame", severity="error", fix="always")
def virtual_joint_without_frame(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The parent frame of a virtual joint is empty.

    ## Why it matters
    The parent frame of the joint is a frame of the world that other programs publish, such as
    `odom` or `map`. Without its name MoveIt skips the joint, and the base of the robot is fixed.

    ## What MoveIt says
    It warns that it is skipping the virtual joint because its parent frame is empty, and then
    assumes a fixed root joint.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing `world` is unsafe: a program must publish the frame.
    """
    if not joint.parent_frame and ctx.written(joint, "parent_frame"):
        yield ctx.report(
            joint,
            f"{called('virtual joint', joint.name)} has an empty parent frame",
            field="parent_frame",
            fix=ctx.fix_set(f"Write {WORLD!r}", "unsafe", joint, parent_frame=WORLD),
        )


@rule("S408", "virtual-joint-missing", severity="hint", fix="always")
def virtual_joint_missing(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A robot on wheels has no virtual joint.

    ## Why it matters
    Without a virtual joint the root link is fixed: MoveIt plans as if the robot could not drive,
    and its state does not include the pose of the robot in the world. That is correct if you plan
    only for the arm. The rule looks for a root link called `base_footprint`, and for two or more
    continuous joints with `wheel` in their name.

    ## What MoveIt says
    As information: no root or virtual joint is specified in the SRDF, and it assumes a fixed joint,
    called `ASSUMED_FIXED_ROOT_JOINT`.

    ## Example
        <robot name="rover">
          <group name="arm"><chain base_link="base_link" tip_link="wrist"/></group>

    ## Use instead
        <robot name="rover">
          <virtual_joint name="world_joint" type="planar" parent_frame="odom"
                         child_link="base_link"/>
          <group name="arm"><chain base_link="base_link" tip_link="wrist"/></group>

    ## Fix safety
    Adding the joint is unsafe: the base may be meant to be fixed.
    """
    top = semantics(ctx).root_link
    if root.virtual_joints or not root.groups or ctx.is_broken_off or top is None:
        return
    wheels = [joint for joint in semantics(ctx).joints.values() if _is_wheel(joint)]
    if top.name != "base_footprint" and len(wheels) < 2:
        return
    why = "the root link is 'base_footprint'"
    if len(wheels) > 1:
        why = f"the robot has {len(wheels)} wheels"
    added = srdf.VirtualJoint(
        name="world_joint", child_link=top.name, parent_frame="odom", type="planar"
    )
    yield ctx.report(
        root,
        f"missing virtual joint: MoveIt assumes a fixed base, but {why}",
        fix=ctx.fix_insert("Add a planar virtual joint", "unsafe", root, added),
    )


def _is_wheel(joint: Joint) -> bool:
    return joint.type == "continuous" and "wheel" in joint.name.lower()
