"""Pairs of links beside the joints and shapes of the robot: S509, S511 to S513."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from bodyplan.core import plural
from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import (
    adjacency,
    called_pair,
    pairs_of,
    removal,
    unknown_links,
)
from bodyplan.lint.rules.srdf.semantics import semantics
from bodyplan.semantics.pair import ADJACENT, PairElement

_SHOWN = 3  # pairs that a message names


@rule("S509", "adjacent-links-checked", severity="info", fix="always")
def adjacent_links_checked(root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Adjacent links are checked for collision.

    ## Why it matters
    Links that a joint holds together nearly always touch there. Nothing leaves them out by itself:
    unless the file disables the pair, the robot is in collision wherever it is, and every plan
    fails at its start. All such pairs are counted in one finding; links without collision geometry
    between two others are skipped. A pair that is enabled, or whose link is disabled by default,
    is taken to be as its author wants it. Where no pair is disabled at all, the file may be for
    programs that do not look at collisions, and the finding is a hint.

    ## What MoveIt says
    Nothing when it loads the file. Planning fails: the start state appears to be in collision, and
    the log names a contact between the two links.

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
    Adding the pairs is unsafe: from then on nobody sees these links collide.
    """
    pairs = pairs_of(ctx)
    if ctx.is_broken_off or semantics(ctx).robot is None or not (pairs.names or root.groups):
        return
    if unknown_links(ctx).uses or unknown_links(ctx).has_macros:
        return  # one of those pairs may be what is missing
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
    """The first few pairs, and how many more there are."""
    shown = "; ".join(map(called_pair, pairs[:_SHOWN]))
    more = len(pairs) - _SHOWN
    return f"{shown}; and {more} more" if more > 0 else shown


@rule("S511", "pair-not-adjacent", severity="info")
def pair_not_adjacent(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair is disabled because its links are adjacent, and they are not.

    ## Why it matters
    No joint joins the two links, nor a chain of fixed joints and links without collision geometry.
    Where the reason is false, the pair may well be one that can collide: another link was meant,
    or the robot was rebuilt since. Links that touch at rest have the reason `Default`, links
    that touch always `Always`. One finding counts all such pairs.

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
            f"{what} disabled as adjacent, but no joint joins the links: {_some(found)}",
            field="reason",
        )


@rule("S512", "pair-without-geometry", severity="hint", fix="always")
def pair_without_geometry(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Pairs are disabled whose links have nothing to collide with.

    ## Why it matters
    A link without collision geometry never collides; the pairs are ballast that hides the ones
    that count. They come from an older robot whose links had more shapes, or from a list that was
    made with the visual shapes. One finding counts them all.

    ## What MoveIt says
    Nothing about the pairs. About a link that has visual but no collision geometry it warns, when
    it loads the robot, that the collision geometry is left empty.

    ## Example
        <link name="tool_frame"/>
        ...
        <disable_collisions link1="tool_frame" link2="base_link" reason="Never"/>

    ## Use instead
    Nothing: leave the pair out.

    ## Fix safety
    Removing the pairs is unsafe: another variant of the robot may have the shapes.
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
    The robot is never checked against itself: a plan may lead an arm through the base. That is right
    for a robot whose links cannot meet, such as one of three links in a row. Else somebody
    disabled what was in the way.

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
