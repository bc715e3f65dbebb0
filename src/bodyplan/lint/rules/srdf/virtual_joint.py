"""Virtual joints, by which a robot stands in the world: S4xx."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.duplicates import duplicates, removal_of_copy
from bodyplan.lint.names import called
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_link
from bodyplan.model import Joint, Link

WORLD = "world"
"""The root link that Gazebo wants: a fixed virtual joint may then name another link."""


def _is_held(ctx: Context) -> bool:
    """Whether a virtual joint holds the root."""
    root = semantics(ctx).root_link
    joints = semantics(ctx).root.virtual_joints
    return root is not None and any(joint.child_link == root.name for joint in joints)


def _is_excused(joint: srdf.VirtualJoint, root: Link) -> bool:
    """Whether MoveIt takes the joint for that of the root link, whatever link it names."""
    is_empty = not root.visuals and not root.collisions
    return root.name == WORLD and is_empty and joint.type == "fixed"


@rule("S401", "virtual-joint-unknown-link", severity="error", fix="sometimes")
def virtual_joint_unknown_link(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A virtual joint holds a link that the robot does not have.

    ## Why it matters
    The joint is dropped. The robot stands fixed where it is, and groups, states and passive joints
    that name the joint lose it too.

    ## What MoveIt says
    srdfdom logs an error: the virtual joint does not attach to a link on the robot, the link is
    not known. Then MoveIt tells that no root or virtual joint is specified and that it assumes a
    fixed joint, and errors follow for each group and state that names the joint.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="bse_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing the root link, the only one that a virtual joint can hold, is unsafe: the joint may have
    been meant for another robot.
    """
    look, root = semantics(ctx), semantics(ctx).root_link
    what = f"{called('virtual joint', joint.name)} holds link"
    if root is None or ctx.once(_is_held):
        yield from unknown_link(ctx, joint, "child_link", what)
        return
    instead = root.name, f"the root of the robot is {root.name!r}"
    others = look.links.keys() - {root.name}
    yield from unknown_link(ctx, joint, "child_link", what, but=others, instead=lambda: instead)


@rule("S402", "virtual-joint-not-at-root", severity="error", fix="sometimes")
def virtual_joint_not_at_root(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A virtual joint holds a link that is not the root of the robot.

    ## Why it matters
    There is one place for a virtual joint, above the root link. MoveIt skips any other, and the
    robot stands fixed at its root: a planar or floating base does not move. A fixed joint that is
    skipped does no harm beyond its name, and is a warning. It comes from robots that were put
    on a `world` link later. Where that link is empty, MoveIt lets a fixed virtual joint pass,
    whatever link it names, and so does this rule.

    ## What MoveIt says
    It warns that it is skipping the virtual joint because its child frame does not match the URDF
    frame, and names both. Then it tells that no root or virtual joint is specified in the SRDF and
    that it assumes a fixed one; that one is called `ASSUMED_FIXED_ROOT_JOINT`.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="torso_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing the root link is unsafe: the joint may have been meant for another robot. There is no
    fix where another virtual joint holds the root already.
    """
    root = semantics(ctx).root_link
    if root is None or joint.child_link == root.name or _is_excused(joint, root):
        return
    if joint.child_link not in semantics(ctx).links:
        return  # that is S401's
    yield ctx.report(
        joint,
        f"{called('virtual joint', joint.name)} holds {joint.child_link!r}, "
        f"but the root of the robot is {root.name!r}",
        field="child_link",
        severity=Severity.WARNING if joint.type == "fixed" else None,
        fix=ctx.fix_set(f"Write {root.name!r}", "unsafe", joint, child_link=root.name)
        if not ctx.once(_is_held)
        else None,
    )


@rule("S403", "virtual-joint-without-effect", severity="warning", fix="always")
def virtual_joint_without_effect(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two virtual joints hold the same link.

    ## Why it matters
    A link hangs on one joint. The first one of the file counts, and the others are as if they were
    not there: groups and states that name them lose a joint.

    ## What MoveIt says
    Nothing about the joint. About those that name it: that a joint is not found in the model.

    ## Example
        <virtual_joint name="world_joint" type="fixed" parent_frame="map" child_link="base_link"/>
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Removing the later one is unsafe: it may be the one that was meant.
    """
    top = semantics(ctx).root_link
    first: dict[str, srdf.VirtualJoint] = {}
    for joint in root.virtual_joints:
        link = joint.child_link
        if not link or (top is not None and link != top.name):
            continue  # that is S402's
        if not joint.parent_frame:
            continue  # and that S406's
        other = first.setdefault(link, joint)
        if other is not joint and other.name != joint.name:
            yield ctx.report(
                joint,
                f"{called('virtual joint', joint.name)} has no effect: "
                f"{link!r} is held by {other.name!r} already",
                hint="the first one of the file counts",
                fix=ctx.fix_remove("Remove the later one", "unsafe", joint),
            )


@rule("S404", "virtual-joint-named-as-joint", severity="error")
def virtual_joint_named_as_joint(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A virtual joint has the name of a joint of the robot.

    ## Why it matters
    Both are looked up by name in one table, where one of them hides the other. A group that names
    the joint gets the wrong one, and the variables of the two are mixed up.

    ## What MoveIt says
    Nothing when it loads the file. Later a joint has an unexpected number of variables, or the
    base does not move.

    ## Example
        <joint name="base_joint" type="fixed">...<!-- in the URDF -->
        ...
        <virtual_joint name="base_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>
    """
    if joint.name and joint.name in semantics(ctx).joints:
        yield ctx.report(
            joint,
            f"virtual joint {joint.name!r} has the name of a joint of the robot",
            field="name",
            hint="give it a name of its own, and write that wherever the virtual one is meant",
        )


@rule("S405", "virtual-joint-repeated", severity="error", fix="sometimes")
def virtual_joint_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two virtual joints have the same name.

    ## Why it matters
    The name leads to the first one; the second cannot be reached, and has no effect unless the
    first is skipped.

    ## What MoveIt says
    Nothing; the one that holds the root link comes first in the file, and counts.

    ## Example
        <virtual_joint name="world_joint" type="fixed" parent_frame="map" child_link="base_link"/>
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Removing an exact copy is safe. Joints that differ are left to the author.
    """
    for joint, other in duplicates(root.virtual_joints, attrgetter("name")):
        same = ", the same" if joint == other else ""
        yield ctx.report(
            joint,
            f"there is a virtual joint {joint.name!r} already{same}",
            field="name",
            fix=removal_of_copy(ctx, joint, other),
        )


@rule("S406", "virtual-joint-without-frame", severity="error", fix="always")
def virtual_joint_without_frame(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """The parent frame of a virtual joint is empty.

    ## Why it matters
    The joint starts from a frame of the world that other programs publish, such as `odom` or
    `map`. Without a name for it MoveIt skips the joint, and the robot stands fixed.

    ## What MoveIt says
    It warns that it is skipping the virtual joint because its parent frame is empty, and then
    assumes a fixed root joint.

    ## Example
        <virtual_joint name="world_joint" type="planar" parent_frame="" child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="planar" parent_frame="odom" child_link="base_link"/>

    ## Fix safety
    Writing `world` is unsafe: the frame has to be one that somebody publishes.
    """
    if not joint.parent_frame and ctx.written(joint, "parent_frame"):
        yield ctx.report(
            joint,
            f"{called('virtual joint', joint.name)} has an empty parent frame",
            field="parent_frame",
            fix=ctx.fix_set(f"Write {WORLD!r}", "unsafe", joint, parent_frame=WORLD),
        )


@rule("S407", "virtual-joint-from-own-link", severity="warning")
def virtual_joint_from_own_link(joint: srdf.VirtualJoint, ctx: Context) -> Iterator[Diagnostic]:
    """A virtual joint that moves starts from a link of the robot itself.

    ## Why it matters
    The joint says where the robot is in the world, so its frame stands still and is no part of the
    robot. MoveIt takes the name of the frame as the frame of the whole model: with the name of a
    link it means two things at once, and transforms to it go in a circle.

    ## What MoveIt says
    Nothing when it loads the file. Later the transforms of the state and those that other programs
    publish disagree about the frame.

    ## Example
        <virtual_joint name="world_joint" type="floating" parent_frame="base_link"
                       child_link="base_link"/>

    ## Use instead
        <virtual_joint name="world_joint" type="floating" parent_frame="odom"
                       child_link="base_link"/>
    """
    if joint.type in ("planar", "floating") and joint.parent_frame in semantics(ctx).links:
        yield ctx.report(
            joint,
            f"{called('virtual joint', joint.name)} starts from {joint.parent_frame!r}, "
            "which is a link of the robot",
            field="parent_frame",
            hint="name a frame of the world, such as 'odom' or 'map'",
        )


@rule("S408", "virtual-joint-missing", severity="hint", fix="always")
def virtual_joint_missing(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A robot on wheels has no virtual joint.

    ## Why it matters
    Without a virtual joint the root is fixed: MoveIt plans as if the robot could not drive, and has
    no place for its position in the room. That is right as long as only the arm is planned for. The
    rule looks for a root link called `base_footprint`, and for wheels: two or more continuous
    joints that have the word in their name.

    ## What MoveIt says
    That no root or virtual joint is specified in the SRDF and that it assumes a fixed joint; for
    information only. The joint is called `ASSUMED_FIXED_ROOT_JOINT`.

    ## Example
        <robot name="rover">
          <group name="arm"><chain base_link="base_link" tip_link="wrist"/></group>

    ## Use instead
        <robot name="rover">
          <virtual_joint name="world_joint" type="planar" parent_frame="odom"
                         child_link="base_link"/>
          <group name="arm"><chain base_link="base_link" tip_link="wrist"/></group>

    ## Fix safety
    Adding the joint is unsafe: the base may be meant to stand still.
    """
    top = semantics(ctx).root_link
    if root.virtual_joints or not root.groups or ctx.is_broken_off or top is None:
        return
    wheels = [joint for joint in semantics(ctx).joints.values() if _is_wheel(joint)]
    if top.name != "base_footprint" and len(wheels) < 2:
        return
    why = "its root is 'base_footprint'"
    if len(wheels) > 1:
        why = f"it has {len(wheels)} wheels"
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
