"""Pairs of links that are enabled or disabled for collision checking: S501 to S508."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bodyplan.core import plural
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import (
    adjacency,
    called_pair,
    pairs_of,
    removal,
    unknown_links,
)
from bodyplan.lint.rules.srdf.unknown import everywhere, unknown_link
from bodyplan.semantics.pair import PairElement, Use


@rule("S501", "pair-unknown-link", severity="warning", fix="sometimes")
def pair_unknown_link(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair references a link that does not exist in the robot.

    ## Why it matters
    srdfdom drops the element. If the name is misspelt, the intended pair is checked for collision
    after all: planning is slower, or fails in a start state in which the two links touch. Each
    unknown name is reported once, at the first element that has it.

    ## What MoveIt says
    For every pair, srdfdom warns that the link is not known to URDF and that it cannot disable or
    enable collisions; for `disable_default_collisions`, that it cannot specify the collision
    default. It loads the rest.

    ## Example
        <disable_collisions link1="upper_lnik" link2="lower_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Writing the nearest name, in all pairs that have it, is unsafe: another link may be meant, or a
    link of another variant of the robot.
    """
    for uses in unknown_links(ctx).uses.values():
        value, field = uses[0]
        if isinstance(value, srdf.DisableDefaultCollisions):
            what = "<disable_default_collisions>: link"
        else:
            what = "pair: link" if len(uses) == 1 else f"{plural(len(uses), 'pair')}: link"
        for found in unknown_link(ctx, value, field, what):
            yield ctx.report(
                value,
                found.message,
                field=field,
                hint=lambda found=found: found.hint,  # type: ignore[misc]
                fix=everywhere(found, partial(_others, ctx, uses)),
            )


def _others(ctx: Context, uses: list[Use]) -> Iterator[Diagnostic]:
    """Yield the diagnostics for all locations of a name except the first."""
    return (each for use in uses[1:] for each in unknown_link(ctx, *use, ""))


@rule("S502", "pair-of-one-link", severity="warning", fix="always")
def pair_of_one_link(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair has the same link twice.

    ## Why it matters
    A link is never checked against itself, so the element has no effect. Probably another link was
    meant, and that pair is still checked.

    ## What MoveIt says
    Nothing.

    ## Example
        <disable_collisions link1="upper_link" link2="upper_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing it is safe: it has no effect in any program.
    """
    for pair in pairs_of(ctx).self_pairs:
        yield ctx.report(
            pair,
            f"link {pair.link1!r} is paired with itself",
            field="link2",
            fix=ctx.fix_remove("Remove the pair", "safe", pair),
        )


def _in_line(ctx: Context, pair: PairElement, what: str) -> Callable[[], str]:
    """Return a hint: ``what``, followed by the line number of a pair."""
    return lambda: f"{what} {ctx.line(pair)}"


def _alike(one: str | None, other: str | None) -> bool:
    """Return whether two reasons are equal (ignoring case), or one of them is missing."""
    return not one or not other or one.strip().casefold() == other.strip().casefold()


@rule("S503", "pair-repeated", severity="info", fix="always")
def pair_repeated(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is listed more than once.

    ## Why it matters
    The order of the links does not matter. The second element has no effect now, but keeps the pair
    disabled if you remove the first one to have the pair checked again.

    ## What MoveIt says
    Nothing; the allowed collision matrix has one entry for each pair.

    ## Example
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
        <disable_collisions link1="lower_link" link2="upper_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing one of the two is safe; the one with a reason is kept.
    """
    for pair, first in pairs_of(ctx).copies:
        if _alike(pair.reason, first.reason):
            is_turned = pair.link1 != first.link1
            spare = first if pair.reason and not first.reason else pair
            yield ctx.report(
                pair,
                f"duplicate pair {called_pair(pair)}" + (" in reverse order" if is_turned else ""),
                hint=_in_line(ctx, first, "the first is on line"),
                fix=ctx.fix_remove("Remove the duplicate", "safe", spare),
            )


@rule("S504", "pair-reasons-differ", severity="warning", fix="always")
def pair_reasons_differ(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is disabled twice, for different reasons.

    ## Why it matters
    Adjacent links always touch, and links that never collide do not, so at most one of the two
    reasons is correct. Often the second element was copied without changing one of its names; then
    the intended pair is still checked.

    ## What MoveIt says
    Nothing: a reason has no effect on planning. The Setup Assistant shows one of the two, and
    writes back only that one.

    ## Example
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
        <disable_collisions link1="lower_link" link2="upper_link" reason="Never"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing the later one is unsafe: its reason may be the correct one, or its links may be wrong.
    """
    for pair, first in pairs_of(ctx).copies:
        if not _alike(pair.reason, first.reason):
            yield ctx.report(
                pair,
                f"duplicate pair {called_pair(pair)} with reason {pair.reason!r}, first with "
                f"reason {first.reason!r}",
                field="reason",
                hint=_in_line(ctx, first, "the first is on line"),
                fix=ctx.fix_remove("Remove the later one", "unsafe", pair),
            )


@rule("S505", "pair-enabled-and-disabled", severity="warning", fix="always")
def pair_enabled_and_disabled(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is both enabled and disabled.

    ## Why it matters
    Disabling has priority, in any order of the two elements: the pair is never checked, although
    the other element enables it.

    ## What MoveIt says
    Nothing. MoveIt writes the defaults into the allowed collision matrix first, then the enabled
    pairs, then the disabled pairs, and each overwrites the one before.

    ## Example
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>
        <disable_collisions link1="tool_link" link2="base_link" reason="Never"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Fix safety
    Removing the element that enables the pair and has no effect is unsafe: the other one may be
    wrong.
    """
    for pair, disabled in pairs_of(ctx).overruled:
        yield ctx.report(
            pair,
            f"the pair {called_pair(pair)} is enabled and disabled; disabling has priority",
            hint=_in_line(ctx, disabled, "keep one of the two; it is disabled on line"),
            fix=ctx.fix_remove("Remove the element without effect", "unsafe", pair),
        )


@rule("S506", "pair-enabled-already", severity="info", fix="always")
def pair_enabled_already(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair is enabled although it is checked by default.

    ## Why it matters
    A pair is checked unless it is disabled. The element has an effect only if one of its links is
    in `disable_default_collisions`, which may be missing. Pairs of adjacent links are not reported:
    there the element documents that they should be checked.

    ## What MoveIt says
    Nothing.

    ## Example
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Fix safety
    Removing it is unsafe: the default may be missing instead.
    """
    pairs = pairs_of(ctx)
    if not pairs.enabled or ctx.is_broken_off or unknown_links(ctx).has_macros:
        return
    if any(name in unknown_links(ctx).uses for name in pairs.defaults):
        return  # a misspelt <disable_default_collisions> may be for a link of these pairs
    adjacent = {*adjacency(ctx).direct}
    for pair in pairs.idle:
        if (pair.link1, pair.link2) in adjacent or (pair.link2, pair.link1) in adjacent:
            continue
        yield ctx.report(
            pair,
            f"the pair {called_pair(pair)} is enabled, but neither of its links is disabled by default",
            fix=ctx.fix_remove("Remove the element without effect", "unsafe", pair),
        )


@rule("S507", "pair-disabled-by-default", severity="info", fix="always")
def pair_disabled_by_default(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair is disabled, and one of its links is disabled by default.

    ## Why it matters
    For MoveIt the element is redundant: the default covers all pairs of the link, also those with
    objects of the planning scene, which the link then passes through undetected. If the pairs are
    listed, the default may not be intended. Programs that support only `disable_collisions`, such
    as Pinocchio and the Python package srdfdom, need the pairs.

    ## What MoveIt says
    Nothing; both entries allow the collision.

    ## Example
        <disable_default_collisions link="tool_link"/>
        <disable_collisions link1="tool_link" link2="base_link" reason="Never"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>

    ## Fix safety
    Removing the pairs is unsafe, because some programs do not support defaults.
    """
    for name, pairs in pairs_of(ctx).redundant.items():
        what = f"the pair {called_pair(pairs[0])} is"
        if len(pairs) > 1:
            what = f"{plural(len(pairs), 'pair')} with {name!r} are"
        yield ctx.report(
            pairs[0],
            f"{what} disabled, although {name!r} is already disabled by default",
            fix=removal(ctx, f"Remove {plural(len(pairs), 'pair')}", pairs),
        )


@rule("S508", "collision-default-repeated", severity="info", fix="always")
def collision_default_repeated(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The collisions of a link are disabled by default twice.

    ## Why it matters
    The second element has no effect. Perhaps another link was meant.

    ## What MoveIt says
    Nothing.

    ## Example
        <disable_default_collisions link="tool_link"/>
        <disable_default_collisions link="tool_link"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>

    ## Fix safety
    Removing the second one is safe.
    """
    for default in pairs_of(ctx).default_copies:
        yield ctx.report(
            default,
            f"duplicate <disable_default_collisions> for link {default.link!r}",
            field="link",
            fix=ctx.fix_remove("Remove the duplicate", "safe", default),
        )
