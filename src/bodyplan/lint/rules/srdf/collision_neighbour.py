"""Pairs of links compared with the joints and geometry of the robot: S509, S511 to S513."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bodyplan.core import plural
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import (
    adjacency,
    called_pair,
    pairs_of,
    removal,
    unknown_links,
)
from bodyplan.lint.rules.srdf.robot_names import semantics
from bodyplan.semantics.pair import ADJACENT, PairElement

_SHOWN = 3  # maximum number of pairs in a message


@rule("S509", "adjacent-links-checked", severity="info", fix="always")
def adjacent_links_checked(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Adjacent links are checked for collision.

    ## Why it matters
    Links connected by a joint nearly always touch at the joint. Unless the file disables the pair,
    the robot is in collision in every configuration, and every plan fails at its start. There is
    one diagnostic for all such pairs; two links also count as adjacent if only links without
    collision geometry are between them. A pair that is enabled, or whose link is disabled by
    default, is assumed to be intended. If no pair is disabled at all, the file may be for programs
    that do not check collisions, and the diagnostic is a hint.

    ## What MoveIt says
    Nothing when it loads the file. Planning fails because the start state appears to be in
    collision, and the log shows a contact between the two links.

    ## Example
        <robot name="arm">
          <disable_collisions link1="upper_link" link2="tool_link" reason="Never"/>
        </robot>

    ## Use instead
        <robot name="arm">
          <disable_collisions link1="upper_link" link2="tool_link" reason="Never"/>
          <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
        </robot>

    ## Fix safety
    Adding the pairs is unsafe: collisions between these links are no longer detected.
    """
    pairs = pairs_of(ctx)
    if ctx.is_broken_off or semantics(ctx).robot is None or not (pairs.names or root.groups):
        return
    if unknown_links(ctx).uses or unknown_links(ctx).has_macros:
        return  # a pair with an unknown link may be the missing pair
    open_ = [key for key in adjacency(ctx).direct if not pairs.is_settled(*key)]
    if not open_:
        return
    added = [srdf.DisableCollisions(link1=a, link2=b, reason=ADJACENT) for a, b in open_]
    if not pairs.names:
        what = "no pair of links is disabled, not even adjacent ones"
    elif len(added) == 1:
        what = "1 pair of adjacent links is neither disabled nor enabled"
    else:
        what = f"{len(added)} pairs of adjacent links are neither disabled nor enabled"
    yield ctx.report(
        root,
        f"{what}: {_some(added)}",
        severity=None if pairs.names else Severity.HINT,
        fix=ctx.fix_set(
            f"Disable {plural(len(added), 'pair')}",
            "unsafe",
            root,
            disable_collisions=(*root.disable_collisions, *added),
        ),
    )


def _some(pairs: Sequence[PairElement]) -> str:
    """Return the first few pairs, and how many more there are."""
    shown = "; ".join(map(called_pair, pairs[:_SHOWN]))
    more = len(pairs) - _SHOWN
    return f"{shown}; and {more} more" if more > 0 else shown


@rule("S511", "pair-not-adjacent", severity="info")
def pair_not_adjacent(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair is disabled because its links are adjacent, but they are not.

    ## Why it matters
    The two links are connected neither by a joint nor by a chain of fixed joints and links without
    collision geometry. If the reason is wrong, the links may be able to collide: another link was
    meant, or the robot has changed since. Links that touch in the default configuration have the
    reason `Default`, links that always touch `Always`. There is one diagnostic for all such pairs.

    ## What MoveIt says
    Nothing: the pair is never checked, whatever the reason.

    ## Example
        <disable_collisions link1="base_link" link2="lower_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="base_link" link2="lower_link" reason="Never"/>
    """
    look = adjacency(ctx)
    found = [
        pair
        for pair in (pairs_of(ctx).with_reason(ADJACENT) if semantics(ctx).robot else ())
        if pair.link1 != pair.link2
        and look.has(pair.link1)
        and look.has(pair.link2)
        and not look.are_adjacent(pair.link1, pair.link2)
    ]
    if found:
        what = f"{plural(len(found), 'pair')} {'is' if len(found) == 1 else 'are'}"
        yield ctx.report(
            found[0],
            f"{what} disabled as adjacent, but no joint connects the links: {_some(found)}",
            field="reason",
        )


@rule("S512", "pair-without-geometry", severity="hint", fix="always")
def pair_without_geometry(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Disabled pairs have a link without collision geometry.

    ## Why it matters
    A link without collision geometry never collides, so the pairs have no effect and hide the ones
    that matter. They come from an older version of the robot with more collision geometry, or from
    a list that was computed with the visual geometry. There is one diagnostic for all of them.

    ## What MoveIt says
    Nothing about the pairs. When it loads a robot with a link that has visual but no collision
    geometry, it warns that the collision geometry is left empty.

    ## Example
        <link name="tool_frame"/>
        ...
        <disable_collisions link1="tool_frame" link2="base_link" reason="Never"/>

    ## Use instead
    Leave the pair out.

    ## Fix safety
    Removing the pairs is unsafe: another variant of the robot may have collision geometry there.
    """
    pairs, look = pairs_of(ctx), adjacency(ctx)
    bare = pairs.names & look.bare
    if not bare:
        return
    found = [pair for pair in pairs.disabled if pair.link1 in bare or pair.link2 in bare]
    if not found:
        return
    links = sorted({name for pair in found for name in (pair.link1, pair.link2)} & bare)
    have = "has" if len(found) == 1 else "have"
    yield ctx.report(
        found[0],
        f"{len(found)} of {plural(len(pairs.disabled), 'pair')} {have} a link without collision geometry: "
        f"{listed(links, 5)}",
        fix=removal(ctx, f"Remove {plural(len(found), 'pair')}", found),
    )


@rule("S513", "no-pair-checked", severity="info")
def no_pair_checked(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Every pair of links is disabled.

    ## Why it matters
    Self-collisions are never detected: a plan may move an arm through the base. That is correct for
    a robot whose links cannot collide, such as three links in a row. Otherwise, pairs were disabled
    that can collide.

    ## What MoveIt says
    Nothing.

    ## Example
        <disable_default_collisions link="base_link"/>
        <disable_default_collisions link="upper_link"/>
        <disable_default_collisions link="lower_link"/>

    ## Use instead
        <disable_collisions link1="base_link" link2="upper_link" reason="Adjacent"/>
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
    """
    pairs, solid = pairs_of(ctx), adjacency(ctx).solid
    left = sorted(solid - pairs.defaults.keys())
    count = len(left) * (len(left) - 1) // 2
    if len(solid) < 4 or count > len(pairs.disabled):
        return
    if any(not pairs.is_disabled(*key) for key in pairs.first_enabled):
        return
    if all(pairs.is_disabled(*key) for key in combinations(left, 2)):
        yield ctx.report(root, f"all pairs of the {len(solid)} links that can collide are disabled")
