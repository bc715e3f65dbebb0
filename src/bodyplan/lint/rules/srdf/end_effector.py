"""End effectors: S3xx.

Group and parent link have to be there, and the parent link has to be outside of the group, just
above it, in a group that carries the effector.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.duplicates import duplicates, removal_of_copy
from bodyplan.lint.names import called, listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import adjacency
from bodyplan.lint.rules.srdf.effectors import effectors
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_group, unknown_link
from bodyplan.spec import change

_MOST_PLACES = (
    20  # links that an effector hangs on; with more of them none is taken for the right one
)


@rule("S301", "effector-unknown-group", severity="error", fix="sometimes")
def effector_unknown_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """An end effector is of a group that the file does not have.

    ## Why it matters
    The end effector is dropped: no gripper can be opened or attached by its name.

    ## What MoveIt says
    srdfdom logs an error: the end effector is specified for a group that is not known. Who asks
    for it later is told that the end-effector is not found in the model.

    ## Example
        <group name="hand">...
        <end_effector name="gripper" group="gripper" parent_link="wrist"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist"/>

    ## Fix safety
    Writing the nearest name is unsafe: another group may have been meant.
    """
    yield from unknown_group(
        ctx, effector, "group", f"{called('end effector', effector.name)} is of group"
    )


@rule("S302", "effector-unknown-parent-link", severity="error", fix="sometimes")
def effector_unknown_parent_link(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """An end effector is attached to a link that the robot does not have.

    ## Why it matters
    The end effector is dropped: no gripper can be opened or attached by its name.

    ## What MoveIt says
    srdfdom logs an error: the link that is specified as parent for the end effector is not known
    to the URDF. Who asks for it later is told that the end-effector is not found in the model.

    ## Example
        <end_effector name="gripper" group="hand" parent_link="tool"/><!-- the robot has tool0 -->

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="tool0"/>

    ## Fix safety
    Writing the nearest name, or else the link that the effector's joints hang on, is unsafe:
    another link may have been meant.
    """

    def mount() -> tuple[str, str] | None:
        link = effectors(ctx).mount(effector)
        group = effector.group
        return (
            (link, f"the parent link of the joints of group {group!r} is {link!r}")
            if link
            else None
        )

    what = f"{called('end effector', effector.name)} is attached to link"
    yield from unknown_link(ctx, effector, "parent_link", what, instead=mount)


@rule("S303", "effector-unknown-parent-group", severity="error", fix="sometimes")
def effector_unknown_parent_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector is not in the file.

    ## Why it matters
    The attribute is ignored. MoveIt takes the smallest group that has the parent link, which may
    be another arm or the whole body, or none.

    ## What MoveIt says
    It logs an error: the group name is not found that was specified as parent group for the
    end-effector.

    ## Example
        <group name="arm">...
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arms"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Writing the nearest name is unsafe: another group may have been meant.
    """
    if effector.parent_group:
        yield from unknown_group(
            ctx,
            effector,
            "parent_group",
            f"{called('end effector', effector.name)} is carried by group",
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
    The parent link is the link of the arm that the end effector is attached to. If the joints of the
    end effector move it, the end effector is attached to itself. Usually the group is the whole arm
    or leg and the link its tip: MoveIt then treats the limb as the gripper. The group must begin
    below the link. There is one diagnostic for all such end effectors of the file.

    Files for Pinocchio and walking robots often use this for the sole of a foot, where it does no
    harm.

    ## What MoveIt says
    Often nothing; the group becomes an end effector all the same. Where no other group has the
    link, it warns that it could not identify a parent group for the end-effector.

    ## Example
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <end_effector name="gripper" group="arm" parent_link="wrist"/>

    ## Use instead
        <group name="arm"><chain base_link="base" tip_link="wrist"/></group>
        <group name="hand"><joint name="left_finger_joint"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Where the link is the base of the effector, and fixed to the link that its joints hang on,
    writing that one is unsafe: the group may be what is wrong.
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
    hint = "name the link above the first joint of the effector, and a group that begins below it"
    mounts = {id(effector): mount for effector in found if (mount := _mount_of_base(effector, ctx))}
    if len(mounts) == len(found):
        links = listed(dict.fromkeys(mounts.values()), 5)
        whose = f"the joints of {first.group!r} hang" if len(found) == 1 else "their joints hang"
        hint = f"{whose} on {links}"
    yield ctx.report(
        first,
        message,
        field="parent_link",
        hint=hint,
        fix=ctx.fix(
            f"Attach {'it' if len(mounts) == 1 else 'them'} there",
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
    """The link that an effector is mounted on, where its own base, fixed to it, was named."""
    mount = effectors(ctx).mount(effector)
    if mount is None or not adjacency(ctx).are_one_body(effector.parent_link, mount):
        return None
    return mount


@rule("S305", "parent-group-without-link", severity="error", fix="sometimes")
def parent_group_without_link(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector does not have the parent link.

    ## Why it matters
    The group that carries the effector has to move the link that it is attached to. The attribute
    is ignored, and MoveIt takes the smallest group that has the link, or none. Mind that the
    base link of a chain does not belong to the group; its tip does.

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
    Writing the one other group that has the link is unsafe: the link may be the mistake. Where
    the effector hangs on a link of the group, that one is written, which is unsafe likewise.
    """
    name, link = effector.parent_group, effector.parent_link
    look = effectors(ctx)
    if not name or name == effector.group or link not in semantics(ctx).links:
        return
    others = look.carriers(effector)
    if name in others or not look.is_whole(name) or look.is_below(effector):
        return  # S304
    message = (
        f"{called('end effector', effector.name)} is carried by group {name!r}, "
        f"which does not have its parent link {link!r}"
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
        hint=f"the link is in {listed(others, 3)}" if others else None,
        fix=ctx.fix_set(f"Write {others[0]!r}", "unsafe", effector, parent_group=others[0])
        if len(others) == 1
        else None,
    )


def _mount_in_parent(effector: srdf.EndEffector, ctx: Context) -> str | None:
    """The link that an effector hangs on, where its parent group has that and not the one named."""
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
    An effector is carried by another group, that of the arm. The attribute is ignored.

    ## What MoveIt says
    It logs an error: the group for the end-effector cannot be its own parent. If no other group
    has the parent link, it also warns that it could not identify a parent group.

    ## Example
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="hand"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Where one other group has the parent link, writing it is unsafe. Otherwise the attribute is
    removed, which is safe: nobody heeds it.
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
        f"{called('end effector', effector.name)} is carried by its own group {effector.group!r}",
        field="parent_group",
        fix=fix,
    )


def _is_left_to_moveit(effector: srdf.EndEffector) -> bool:
    """Whether no parent group is written, or one that is none."""
    return effector.parent_group in (None, "", effector.group)


@rule("S307", "effector-without-parent-group", severity="warning")
def effector_without_parent_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """No group has the parent link of an end effector.

    ## Why it matters
    MoveIt looks for the group that carries the effector: the one that moves its parent link. With
    none, pick and place, and the markers that drag a gripper in RViz, do not know which arm to
    move. Mind that the base link of a chain does not belong to the group; its tip does.

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
            f"no group has the parent link {effector.parent_link!r} of "
            f"{called('end effector', effector.name)}",
            field="parent_link",
            hint="end the chain of the arm at this link",
        )


@rule("S308", "effectors-share-group", severity="warning")
def effectors_share_group(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two end effectors are of the same group.

    ## Why it matters
    A group is one end effector. The later one takes the place of the earlier: the group has its
    name and its parent link, and what asks the group for its effector finds only that one.

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
                f"{called('end effector', effector.name)} is of group {effector.group!r}, "
                f"as is {other.name!r}",
                field="group",
                hint="the later one counts; give each a group of its own",
            )


@rule("S309", "effector-repeated", severity="warning", fix="sometimes")
def effector_repeated(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Two end effectors have the same name.

    ## Why it matters
    The name leads to one of them. The other cannot be found by it.

    ## What MoveIt says
    Nothing; one of the two groups is found by the name.

    ## Example
        <end_effector name="gripper" group="left_hand" parent_link="left_wrist"/>
        <end_effector name="gripper" group="right_hand" parent_link="right_wrist"/>

    ## Use instead
        <end_effector name="left_gripper" group="left_hand" parent_link="left_wrist"/>
        <end_effector name="right_gripper" group="right_hand" parent_link="right_wrist"/>

    ## Fix safety
    Removing an exact copy is safe. Effectors that differ are left to the author.
    """
    for effector, other in duplicates(root.end_effectors, attrgetter("name")):
        yield ctx.report(
            effector,
            f"there is an end effector {effector.name!r} already"
            + (", the same" if effector == other else f", of group {other.group!r}"),
            field="name",
            fix=removal_of_copy(ctx, effector, other),
        )


@rule("S310", "effector-in-parent-group", severity="warning", fix="sometimes")
def effector_in_parent_group(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent group of an end effector has links of the effector.

    ## Why it matters
    The parent group is the arm that carries the hand. If the hand is in it too, planning for the
    arm moves the fingers, and a grasp is planned with the joints that it is to close. Where
    another group has the parent link and none of the effector's links, that is the one to name.

    ## What MoveIt says
    Nothing when it loads the file.

    ## Example
        <group name="arm_with_hand"><group name="arm"/><group name="hand"/></group>
        <end_effector name="gripper" group="hand" parent_link="wrist"
                      parent_group="arm_with_hand"/>

    ## Use instead
        <end_effector name="gripper" group="hand" parent_link="wrist" parent_group="arm"/>

    ## Fix safety
    Writing the one group that fits is unsafe: the larger one may be wanted.
    """
    look = effectors(ctx)
    carrier = look.carrier(effector)
    if carrier is None or look.is_below(effector):
        return
    links = look.shared(effector.group, carrier)
    if not links:
        return
    better = [name for name in look.carriers(effector) if not look.shared(effector.group, name)]
    yield ctx.report(
        effector,
        f"{called('end effector', effector.name)} is carried by group {carrier!r}, which has its "
        f"link{'s' * (len(links) > 1)} {listed(links, 3)}",
        field="parent_group",
        severity=None if effector.parent_group else Severity.INFO,
        hint=f"{listed(better, 3)} would do" if better else None,
        fix=ctx.fix_set(f"Write {better[0]!r}", "unsafe", effector, parent_group=better[0])
        if len(better) == 1
        else None,
    )


@rule("S311", "effector-attached-elsewhere", severity="warning", fix="sometimes")
def effector_attached_elsewhere(effector: srdf.EndEffector, ctx: Context) -> Iterator[Diagnostic]:
    """The parent link of an end effector is not just above the effector.

    ## Why it matters
    The parent link is the one that the first joint of the effector hangs on. Where no joints lead
    from it to the effector, it is on another arm; often a line was copied and one of its names
    never changed. Where joints are between the two that can move, these belong to neither the arm
    nor the hand; that is for information.

    ## What MoveIt says
    Nothing; the wrong arm moves when the effector is asked for.

    ## Example
        <end_effector name="left_gripper" group="left_hand" parent_link="right_wrist"/>

    ## Use instead
        <end_effector name="left_gripper" group="left_hand" parent_link="left_wrist"/>

    ## Fix safety
    Where the joints hang on one link, writing it is unsafe: the group may be what is wrong.
    """
    look, model, link = effectors(ctx), semantics(ctx).model, effector.parent_link
    if model is None or not look.is_whole(effector.group):
        return
    if not model.has_link(link) or look.is_below(effector):
        return
    if look.carrier(effector) is None and _is_left_to_moveit(effector):
        return  # S307 speaks
    if _mount_in_parent(effector, ctx) is not None:
        return  # S305 speaks
    above = [name for name in look.hangs_on(effector.group) if model.has_link(name)]
    if not 0 < len(above) <= _MOST_PLACES:
        return
    if any(adjacency(ctx).are_one_body(link, name) for name in above):
        return
    is_above = any(model.is_above(link, name) for name in above)
    yield ctx.report(
        effector,
        f"{called('end effector', effector.name)} is attached to {link!r}, but the parent link of "
        f"its joints is {listed(above, 3)}" + (", further down the chain" if is_above else ""),
        field="parent_link",
        severity=Severity.INFO if is_above else None,
        fix=ctx.fix_set(f"Write {above[0]!r}", "unsafe", effector, parent_link=above[0])
        if len(above) == 1
        else None,
    )
