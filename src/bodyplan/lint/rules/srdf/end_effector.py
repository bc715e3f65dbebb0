"""End effectors: S3xx.

The group and the parent link must exist, and the parent link must be the link that the group is
attached to: outside of the group, in the parent group.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called, duplicates, listed, removal_of_copy
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import adjacency
from bodyplan.lint.rules.srdf.effectors import effectors
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_group, unknown_link
from bodyplan.spec import change

_MOST_PARENTS = 20  # with more parent links, S311 reports nothing


@rule("S301", "effector-unknown-group", severity="error", fix="sometimes")
def effector_unknown_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The group of an end effector does not exist.

    ## Why it matters
    srdfdom drops the end effector: no gripper can be opened or attached by its name.

    ## What MoveIt says
    srdfdom logs an error: the end effector is specified for a group that is not known. A program
    that requests it later gets the message that the end-effector is not found in the model.

    ## Example
        <group name="hand">...
        <end_effector name="gripper" group="gripper" parent_link="wrist"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist"/>

    ## Fix safety
    Writing the nearest name is unsafe: another group may be meant.
    """
    yield from unknown_group(
        ctx, effector, "group", f"{called('end effector', effector.name)}: group"
    )


@rule("S302", "effector-unknown-parent-link", severity="error", fix="sometimes")
def effector_unknown_parent_link(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of an end effector does not exist in the robot.

    ## Why it matters
    srdfdom drops the end effector: no gripper can be opened or attached by its name.

    ## What MoveIt says
    srdfdom logs an error: the link specified as parent for the end effector is not known to the
    URDF. A program that requests it later gets the message that the end-effector is not found in
    the model.

    ## Example
        <end_effector name="gripper" group="hand" parent_link="tool"/><!-- the robot has tool0 -->

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="tool0"/>

    ## Fix safety
    Writing the nearest name, or else the parent link of the effector's joints, is unsafe: another
    link may be meant.
    """

    def mount() -> tuple[str, str] | None:
        link = effectors(ctx).mount(effector)
        group = effector.group
        return (
            (link, f"the parent link of the joints of group {group!r} is {link!r}")
            if link
            else None
        )

    what = f"{called('end effector', effector.name)}: parent link"
    yield from unknown_link(ctx, effector, "parent_link", what, instead=mount)


@rule("S303", "effector-unknown-parent-group", severity="error", fix="sometimes")
def effector_unknown_parent_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector does not exist.

    ## Why it matters
    MoveIt ignores the attribute and uses the smallest group that contains the parent link, which
    may be another arm or the whole body, or none.

    ## What MoveIt says
    It logs an error: the group name specified as parent group for the end-effector is not found.

    ## Example
        <group name="arm">...
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arms"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Writing the nearest name is unsafe: another group may be meant.
    """
    if effector.parent_group:
        yield from unknown_group(
            ctx,
            effector,
            "parent_group",
            f"{called('end effector', effector.name)}: parent group",
            but=[effector.group],
        )


@rule(
    "S304",
    "effector-parent-in-own-group",
    severity="info",
    fix="sometimes",
    when="end_effectors",
)
def effector_parent_in_own_group(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of an end effector is in the group of the end effector, or below it.

    ## Why it matters
    The parent link is the link of the arm that the end effector is attached to. If the joints of
    the end effector move it, the end effector is attached to itself. Usually the group is the whole
    arm or leg and the link its tip: MoveIt then treats the limb as the gripper. The group must
    begin below the link. There is one diagnostic for all such end effectors of the file.

    Files for Pinocchio and walking robots often use this for the sole of a foot, where it does no
    harm.

    ## What MoveIt says
    Often nothing; the group becomes an end effector all the same. If no other group contains the
    link, it warns that it could not identify a parent group for the end-effector.

    ## Example
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <end_effector name="gripper" group="arm" parent_link="wrist"/>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group name="hand"><joint name="left_finger_joint"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    If the link is the base of the effector, and fixed to the parent link of its joints, writing
    that parent link is unsafe: the group may be wrong instead.
    """
    look = effectors(ctx)
    found = [effector for effector in root.end_effectors if look.is_below(effector)]
    if not found:
        return
    first = found[0]
    message = f"{called('end effector', first.name)} is attached to {first.parent_link!r}, "
    message += "which is in" if look.is_inside(first) else "which is below"
    message += f" its own group {first.group!r}"
    if len(found) > 1:
        names = listed((each.name for each in found), 5)
        message = f"{len(found)} end effectors are attached to links of their own groups: {names}"
    hint = "write the parent link of the effector's first joint, and a group that begins below it"
    mounts = {id(effector): mount for effector in found if (mount := _mount_of_base(effector, ctx))}
    if len(mounts) == len(found):
        links = listed(dict.fromkeys(mounts.values()), 5)
        whose = f"the joints of {first.group!r}" if len(found) == 1 else "their joints"
        hint = f"the parent link of {whose} is {links}"
    yield ctx.report(
        first,
        message,
        field="parent_link",
        hint=hint,
        fix=ctx.fix(
            f"Attach {'it' if len(mounts) == 1 else 'them'} to the parent link of the joints",
            "unsafe",
            lambda: [
                edit
                for effector in found
                if id(effector) in mounts
                for edit in change.set_fields(
                    ctx.document, effector, parent_link=mounts[id(effector)]
                )
            ],
        ),
    )


def _mount_of_base(effector: srdf.EndEffector, ctx: Context) -> str | None:
    """Return the parent link of an effector's joints, if ``parent_link`` is fixed to it."""
    mount = effectors(ctx).mount(effector)
    if mount is None or not adjacency(ctx).are_one_body(effector.parent_link, mount):
        return None
    return mount


@rule("S305", "parent-group-without-link", severity="error", fix="sometimes")
def parent_group_without_link(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector does not contain the parent link.

    ## Why it matters
    The parent group must move the link that the effector is attached to. MoveIt ignores the
    attribute and uses the smallest group that contains the link, or none. Note that the tip link of
    a chain belongs to the group, but its base link does not.

    ## What MoveIt says
    It logs an error: the group was specified as parent group for the end-effector, but it does not
    include the parent link.

    ## Example
        <group name="arm"><chain base_link="base" tip_link="forearm"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Writing the only other group that contains the link is unsafe: the link may be wrong instead. If
    the parent link of the effector's joints is in the parent group, the fix writes that link, which
    is also unsafe.
    """
    name, link = effector.parent_group, effector.parent_link
    look = effectors(ctx)
    if not name or name == effector.group or link not in semantics(ctx).links:
        return
    others = look.carriers(effector)
    if name in others or not look.is_whole(name) or look.is_below(effector):
        return  # reported as S304
    message = (
        f"{called('end effector', effector.name)}: parent group {name!r} does not contain "
        f"parent link {link!r}"
    )
    mount = _mount_in_parent(effector, ctx)
    if mount is not None:
        yield ctx.report(
            effector,
            message,
            field="parent_link",
            hint=f"write {mount!r}: it is the parent link of the joints of {effector.group!r} and in {name!r}",
            fix=ctx.fix_set(f"Write {mount!r}", "unsafe", effector, parent_link=mount),
        )
        return
    yield ctx.report(
        effector,
        message,
        field="parent_group",
        hint=f"groups that contain it: {listed(others, 3)}" if others else None,
        fix=ctx.fix_set(f"Write {others[0]!r}", "unsafe", effector, parent_group=others[0])
        if len(others) == 1
        else None,
    )


def _mount_in_parent(effector: srdf.EndEffector, ctx: Context) -> str | None:
    """Return the joints' parent link, if it is in the parent group but ``parent_link`` is not."""
    look = effectors(ctx)
    mount = look.mount(effector)
    if mount is None or mount == effector.parent_link or not effector.parent_group:
        return None
    group = look.group(effector.parent_group)
    if group is None or not group.has_link(mount) or group.has_link(effector.parent_link):
        return None
    return mount


@rule("S306", "effector-carries-itself", severity="error", fix="always")
def effector_carries_itself(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector is its own group.

    ## Why it matters
    The parent group must be another group, that of the arm. MoveIt ignores the attribute.

    ## What MoveIt says
    It logs an error: the group for the end-effector cannot be its own parent. If no other group
    contains the parent link, it also warns that it could not identify a parent group.

    ## Example
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="hand"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    If one other group contains the parent link, writing it is unsafe. Otherwise the attribute is
    removed, which is safe: MoveIt ignores it.
    """
    if not effector.parent_group or effector.parent_group != effector.group:
        return
    if not semantics(ctx).has_group(effector.group):
        return
    others = effectors(ctx).carriers(effector)
    if len(others) == 1:
        fix = ctx.fix_set(f"Write {others[0]!r}", "unsafe", effector, parent_group=others[0])
    else:
        fix = ctx.fix_unset("Remove the parent group", "safe", effector, "parent_group")
    yield ctx.report(
        effector,
        f"{called('end effector', effector.name)} has its own group {effector.group!r} as parent group",
        field="parent_group",
        fix=fix,
    )


def _is_left_to_moveit(effector: srdf.EndEffector) -> bool:
    """Return whether MoveIt selects the parent group: the file names none, or the own group."""
    return effector.parent_group in (None, "", effector.group)


@rule("S307", "effector-without-parent-group", severity="warning")
def effector_without_parent_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """No group contains the parent link of an end effector.

    ## Why it matters
    MoveIt selects the group that moves the parent link as the parent group. Without one, pick and
    place and the interactive markers in RViz cannot determine which arm to move. Note that the tip
    link of a chain belongs to the group, but its base link does not.

    ## What MoveIt says
    It warns that it could not identify a parent group for the end-effector.

    ## Example
        <group name="arm"><chain base_link="base" tip_link="forearm"/></group>
        <group name="hand"><joint name="left_finger_joint"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist"/>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group name="hand"><joint name="left_finger_joint"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist"/>
    """
    look = effectors(ctx)
    if not _is_left_to_moveit(effector) or effector.parent_link not in semantics(ctx).links:
        return
    if not look.is_certain or look.group(effector.group) is None or semantics(ctx).doubtful:
        return
    if not look.is_below(effector) and not look.carriers(effector):
        yield ctx.report(
            effector,
            f"no group contains the parent link {effector.parent_link!r} of "
            f"{called('end effector', effector.name)}",
            field="parent_link",
            hint="end the chain of the arm at this link",
        )


@rule("S308", "effectors-share-group", severity="warning")
def effectors_share_group(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two end effectors have the same group.

    ## Why it matters
    MoveIt stores one end effector for each group. The later end effector overrides the earlier one:
    the group gets the name and parent link of the later one, and a search for the earlier name
    fails.

    ## What MoveIt says
    Nothing; the name of the later one overwrites the other.

    ## Example
        <end_effector name="gripper" group="hand" parent_link="wrist"/>
        <end_effector name="camera" group="hand" parent_link="forearm"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist"/>
        <end_effector name="camera" group="camera" parent_link="forearm"/>
    """
    for effector, other in duplicates(root.end_effectors, attrgetter("group")):
        if effector.name != other.name:
            yield ctx.report(
                effector,
                f"end effectors {other.name!r} and {effector.name!r} have the same group "
                f"{effector.group!r}",
                field="group",
                hint="MoveIt uses the later one; define a group for each",
            )


@rule("S309", "effector-repeated", severity="warning", fix="sometimes")
def effector_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two end effectors have the same name.

    ## Why it matters
    Only one of them can be found by the name.

    ## What MoveIt says
    Nothing; it finds one of the two groups by the name.

    ## Example
        <end_effector name="gripper" group="left_hand" parent_link="left_wrist"/>
        <end_effector name="gripper" group="right_hand" parent_link="right_wrist"/>

    ## Use instead
        <end_effector name="left_gripper" group="left_hand" parent_link="left_wrist"/>
        <end_effector name="right_gripper" group="right_hand" parent_link="right_wrist"/>

    ## Fix safety
    Removing an exact copy is safe. For effectors that differ, no fix is offered.
    """
    for effector, other in duplicates(root.end_effectors, attrgetter("name")):
        yield ctx.report(
            effector,
            f"duplicate end effector {effector.name!r}"
            + ("" if effector == other else f"; the first has group {other.group!r}"),
            field="name",
            fix=removal_of_copy(ctx, effector, other),
        )


@rule("S311", "effector-attached-elsewhere", severity="warning", fix="sometimes")
def effector_attached_elsewhere(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of an end effector is not the parent link of its first joint.

    ## Why it matters
    If the effector is not below the parent link at all, the link belongs to another arm; often an
    element was copied without changing one of its names. Movable joints between the parent link and
    the effector belong to neither the arm nor the hand, which is reported as information.

    ## What MoveIt says
    Nothing; a request for the effector moves the wrong arm.

    ## Example
        <end_effector name="left_gripper" group="left_hand" parent_link="right_wrist"/>

    ## Use instead
        <end_effector name="left_gripper" group="left_hand" parent_link="left_wrist"/>

    ## Fix safety
    If the joints have one parent link, writing it is unsafe: the group may be wrong instead.
    """
    look, model, link = effectors(ctx), semantics(ctx).model, effector.parent_link
    if model is None or not look.is_whole(effector.group):
        return
    if not model.has_link(link) or look.is_below(effector):
        return
    if look.carrier(effector) is None and _is_left_to_moveit(effector):
        return  # reported as S307
    if _mount_in_parent(effector, ctx) is not None:
        return  # reported as S305
    above = [name for name in look.parents_of(effector.group) if model.has_link(name)]
    if not 0 < len(above) <= _MOST_PARENTS:
        return
    if any(adjacency(ctx).are_one_body(link, name) for name in above):
        return
    is_above = any(model.is_above(link, name) for name in above)
    yield ctx.report(
        effector,
        f"{called('end effector', effector.name)} is attached to {link!r}, but the parent link of "
        f"its joints is {listed(above, 3)}" + (", further from the root" if is_above else ""),
        field="parent_link",
        severity=Severity.INFO if is_above else None,
        fix=ctx.fix_set(f"Write {above[0]!r}", "unsafe", effector, parent_link=above[0])
        if len(above) == 1
        else None,
    )
