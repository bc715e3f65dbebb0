"""Chains of groups: S121 to S125."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import called
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.lint.rules.srdf.unknown import unknown_link


@rule("S121", "chain-unknown-link", severity="error", fix="sometimes", when="chains")
def chain_unknown_link(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A chain begins or ends at a link that does not exist in the robot.

    ## Why it matters
    srdfdom drops the whole chain. Most groups consist of one chain, so the group becomes empty and
    is dropped together with everything that references it.

    ## What MoveIt says
    srdfdom logs an error: the link declared as part of a chain in the group is not known to the
    URDF. If the group has nothing else, it warns that the group is empty. MoveIt then warns that
    the group must have at least one valid joint, and reports that the states of the group are for a
    group that does not exist.

    ## Example
        <chain base_link="base_link" tip_link="ee_link"/><!-- the robot ends at tool0 -->

    ## Use instead
        <chain base_link="base_link" tip_link="tool0"/>

    ## Fix safety
    Writing the nearest name is unsafe: another link may be meant.
    """
    for chain in group.chains:
        what = f"chain of {called('group', group.name)}"
        yield from unknown_link(ctx, chain, "base_link", f"{what}: base link")
        yield from unknown_link(ctx, chain, "tip_link", f"{what}: tip link")


@rule("S122", "chain-not-connected", severity="error", when="chains")
def chain_not_connected(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """The two ends of a chain are not connected by joints.

    ## Why it matters
    The two links are in separate parts of the robot, so srdfdom leaves the chain out of the group.
    The links of the URDF do not form one tree, which is reported separately.

    ## What MoveIt says
    srdfdom logs an error: the two links do not form a chain, and it is not included in the group.

    ## Example
        <link name="base"/><link name="gripper"/><!-- no joint connects gripper -->
        ...
        <chain base_link="base" tip_link="gripper"/>

    ## Use instead
        <joint name="gripper_mount" type="fixed"><parent link="base"/><child
        link="gripper"/></joint> ...
        <chain base_link="base" tip_link="gripper"/>
    """
    model = semantics(ctx).model
    if model is None or not semantics(ctx).is_whole:
        return  # a joint that could not be read may connect them
    for chain in group.chains:
        base, tip = chain.base_link, chain.tip_link
        if model.has_link(base) and model.has_link(tip) and _root(ctx, base) != _root(ctx, tip):
            yield ctx.report(
                chain,
                f"chain of {called('group', group.name)}: links {base!r} and {tip!r} are not "
                "connected",
                hint=f"the root of {base!r} is {_root(ctx, base)!r}, that of {tip!r} is {_root(ctx, tip)!r}",
            )


@rule("S123", "chain-without-joint", severity="warning", when="chains")
def chain_without_joint(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A chain begins and ends at the same link.

    ## Why it matters
    A chain consists of the joints between its two ends. Here it has no joint, and the link itself
    does not become a member of the group. List the link as a member, or write the two ends of the
    chain.

    ## What MoveIt says
    Nothing about the chain. If the group has nothing else, MoveIt warns that the group must have at
    least one valid joint and that it failed to add the group. States and end effectors of the group
    then fail too.

    ## Example
        <group name="gripper"><chain base_link="palm" tip_link="palm"/></group>

    ## Use instead
        <group name="gripper"><link name="palm"/></group>
    """
    alone = len(group.chains) == 1 and not (group.links or group.joints or group.subgroups)
    for chain in group.chains:
        if chain.base_link and chain.base_link == chain.tip_link:
            rest = ", so the group is empty" if alone else ""
            yield ctx.report(
                chain,
                f"chain of {called('group', group.name)} begins and ends at link "
                f"{chain.tip_link!r}: it has no joint{rest}",
                field="tip_link",
            )


@rule("S124", "chain-turned", severity="warning", fix="always", when="chains")
def chain_turned(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """The tip of a chain is above its base.

    ## Why it matters
    A chain starts at its base and ends at its tip, away from the root of the robot. A reversed
    chain has the same joints and, in MoveIt, one more: the joint whose child is the link named as
    tip. If that link is the root of the robot, this is the virtual joint, and the group moves the
    whole robot.

    ## What MoveIt says
    Nothing about the chain. The group has one joint too many, so MoveIt warns that its states do
    not specify all joints of the group.

    ## Example
        <chain base_link="wrist" tip_link="shoulder"/>

    ## Use instead
        <chain base_link="shoulder" tip_link="wrist"/>

    ## Fix safety
    Swapping the two is unsafe: the group loses the joint that MoveIt adds.
    """
    for chain in group.chains:
        if _is_above(ctx, chain.base_link, chain.tip_link) is False and _is_above(
            ctx, chain.tip_link, chain.base_link
        ):
            yield ctx.report(
                chain,
                f"chain of {called('group', group.name)}: tip {chain.tip_link!r} is above "
                f"base {chain.base_link!r}",
                hint=f"are the two swapped? {_added(ctx, chain.tip_link)}",
                fix=ctx.fix_set(
                    "Swap base and tip",
                    "unsafe",
                    chain,
                    base_link=chain.tip_link,
                    tip_link=chain.base_link,
                ),
            )


@rule("S125", "chain-over-the-top", severity="info", when="chains")
def chain_over_the_top(group: srdf.Group, ctx: Context) -> Iterator[Diagnostic]:
    """A chain goes up from its base before it goes down to its tip.

    ## Why it matters
    Such a chain, for example from one hand to the other, is allowed. It has the joints between the
    two links and, in MoveIt, one more: the joint whose child is the common ancestor of the two
    links. If that link is the root of the robot, this is the virtual joint, and the group moves the
    whole robot.

    ## What MoveIt says
    Nothing when it loads the file. A kinematics solver then rejects the group, because it is not a
    chain.

    ## Example
        <group name="arms"><chain base_link="left_hand" tip_link="right_hand"/></group>

    ## Use instead
        <group name="left_arm"><chain base_link="torso" tip_link="left_hand"/></group>
        <group name="right_arm"><chain base_link="torso" tip_link="right_hand"/></group>
        <group name="arms"><group name="left_arm"/><group name="right_arm"/></group>
    """
    for chain in group.chains:
        base, tip = chain.base_link, chain.tip_link
        if _is_above(ctx, base, tip) is not False or _is_above(ctx, tip, base) is not False:
            continue
        model = semantics(ctx).model
        path = model.chain(base, tip) if model is not None else None
        if path is not None:
            yield ctx.report(
                chain,
                f"chain of {called('group', group.name)}: tip {tip!r} is not below base {base!r}; "
                f"the path goes through {path.ancestor!r}",
                hint=_added(ctx, path.ancestor),
            )


def _is_above(ctx: Context, link: str, other: str) -> bool | None:
    """Return whether a link is an ancestor of another link, or the same link; None if unknown."""
    model = semantics(ctx).model
    if model is None or not (model.has_link(link) and model.has_link(other)):
        return None
    return model.is_above(link, other)


def _root(ctx: Context, link: str) -> str:
    """Return the root of the tree that a link belongs to."""
    return ctx.once(_roots)[link]


def _roots(ctx: Context) -> dict[str, str]:
    """Return the root of the tree of each link."""
    model = semantics(ctx).model
    roots = () if model is None else model.roots
    return {link.name: root.name for root in roots if model for link in model.subtree(root.name)}


def _added(ctx: Context, link: str) -> str:
    """Return the hint that names the joint that MoveIt adds to a chain with this link at its top."""
    model = semantics(ctx).model
    joint = model.parent_joint(link) if model is not None else None
    return f"MoveIt adds {'the root joint' if joint is None else repr(joint.name)} to it"
