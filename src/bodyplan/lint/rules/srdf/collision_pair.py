"""Pairs of links that are, or are not, checked for collision, by themselves: S501 to S508, S510."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bodyplan.core import plural
from bodyplan.diag import Diagnostic
from bodyplan.formats import srdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.names import budget
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.srdf.collisions import (
    adjacency,
    called_pair,
    pairs_of,
    removal,
    unknown_links,
)
from bodyplan.lint.rules.srdf.unknown import everywhere, unknown_link
from bodyplan.semantics.pair import REASONS, PairElement, Use
from bodyplan.spec import change
from bodyplan.text import Edit


@rule("S501", "pair-unknown-link", severity="warning", fix="sometimes")
def pair_unknown_link(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links has a link that the robot does not have.

    ## Why it matters
    The element is dropped. Where a name is misspelt, the pair that was meant is checked for
    collision after all: planning gets slower, or fails in a start state where the two links touch.
    Each unknown name is reported once, at the first element that has it.

    ## What MoveIt says
    srdfdom warns that the link is not known to URDF and that it cannot disable or enable
    collisions, once for every pair; for `disable_default_collisions` that it cannot specify the
    collision default. It loads the rest.

    ## Example
        <disable_collisions link1="upper_lnik" link2="lower_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Writing the nearest name, in all pairs that have it, is unsafe: another link may have been
    meant, or one of another variant of the robot.
    """
    for uses in unknown_links(ctx).uses.values():
        value, field = uses[0]
        if isinstance(value, srdf.DisableDefaultCollisions):
            what = "collisions are disabled by default for link"
        else:
            what = "pair has link" if len(uses) == 1 else f"{plural(len(uses), 'pair')} have link"
        for found in unknown_link(ctx, value, field, what):
            yield ctx.report(
                value,
                found.message,
                field=field,
                hint=lambda found=found: found.hint,  # type: ignore[misc]
                fix=everywhere(found, partial(_others, ctx, uses)),
            )


def _others(ctx: Context, uses: list[Use]) -> Iterator[Diagnostic]:
    """The findings for all places of a name but the first."""
    return (each for use in uses[1:] for each in unknown_link(ctx, *use, ""))


@rule("S502", "pair-of-one-link", severity="warning", fix="always")
def pair_of_one_link(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is one link twice.

    ## Why it matters
    A link is never checked against itself, so the element does nothing. Another link was meant,
    and that pair is checked.

    ## What MoveIt says
    Nothing.

    ## Example
        <disable_collisions link1="upper_link" link2="upper_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing it is safe: no reader makes anything of it.
    """
    for pair in pairs_of(ctx).selves:
        yield ctx.report(
            pair,
            f"link {pair.link1!r} makes a pair with itself",
            field="link2",
            fix=ctx.fix_remove("Remove the pair", "safe", pair),
        )


def _in_line(ctx: Context, pair: PairElement, what: str) -> Callable[[], str]:
    """A hint that ends with the line of a pair."""
    return lambda: f"{what} {ctx.line(pair)}"


def _alike(one: str | None, other: str | None) -> bool:
    """Whether two reasons do not contradict each other."""
    return not one or not other or one.strip().casefold() == other.strip().casefold()


@rule("S503", "pair-repeated", severity="info", fix="always")
def pair_repeated(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links stands there twice.

    ## Why it matters
    A pair has no order: `a` and `b` is `b` and `a`. The second element does nothing, and who
    removes the first to have the pair checked again will wonder why it is not.

    ## What MoveIt says
    Nothing; the matrix of allowed collisions takes one entry for each pair.

    ## Example
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
        <disable_collisions link1="lower_link" link2="upper_link" reason="Adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing one of the two is safe; the one that gives a reason is kept.
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
    Links that are adjacent touch all the time, links that never collide do not: at most one of the
    two reasons is true. Often the second element was copied and one of its names never changed,
    and then the pair that was meant is still checked.

    ## What MoveIt says
    Nothing: no reason has any effect on planning. The Setup Assistant shows one of the two, and
    writes only that one back.

    ## Example
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>
        <disable_collisions link1="lower_link" link2="upper_link" reason="Never"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Removing the later one is unsafe: its reason may be the true one, or its links may be wrong.
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
    Disabling wins, wherever the two elements stand: the pair is never checked. Whoever wrote the
    other element believes that it is.

    ## What MoveIt says
    Nothing. The defaults go into the matrix of allowed collisions first, the enabled pairs second,
    the disabled pairs last, and each overwrites the one before.

    ## Example
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>
        <disable_collisions link1="tool_link" link2="base_link" reason="Never"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Fix safety
    Removing the element without effect, the one that enables, is unsafe: the other one may be the
    mistake.
    """
    for pair, disabled in pairs_of(ctx).overruled:
        yield ctx.report(
            pair,
            f"the pair {called_pair(pair)} is enabled and disabled; disabling wins",
            hint=_in_line(ctx, disabled, "keep one of the two; it is disabled in line"),
            fix=ctx.fix_remove("Remove what has no effect", "unsafe", pair),
        )


@rule("S506", "pair-enabled-already", severity="info", fix="always")
def pair_enabled_already(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is enabled that is checked anyway.

    ## Why it matters
    All pairs are checked that nothing disables. The element has an effect only where
    `disable_default_collisions` names one of its links; that element may be missing. Links that are
    adjacent are left alone: there the element says that they are meant to be checked.

    ## What MoveIt says
    Nothing.

    ## Example
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>
        <enable_collisions link1="tool_link" link2="base_link"/>

    ## Fix safety
    Removing it is unsafe: it may be the default that is missing.
    """
    pairs = pairs_of(ctx)
    if not pairs.enabled or ctx.is_broken_off or unknown_links(ctx).has_macros:
        return
    if any(name in unknown_links(ctx).uses for name in pairs.defaults):
        return  # the misspelt name may be the link of the pair
    adjacent = {*adjacency(ctx).direct}
    for pair in pairs.idle:
        if (pair.link1, pair.link2) in adjacent or (pair.link2, pair.link1) in adjacent:
            continue
        yield ctx.report(
            pair,
            f"the pair {called_pair(pair)} is enabled, but neither of its links is disabled by default",
            fix=ctx.fix_remove("Remove what has no effect", "unsafe", pair),
        )


@rule("S507", "pair-disabled-by-default", severity="info", fix="always")
def pair_disabled_by_default(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A pair of links is disabled, and one of its links is so by default.

    ## Why it matters
    For MoveIt the element says nothing new; the default covers all pairs of the link, and what it
    holds in its hands or stands on as well: a link that is disabled by default passes through
    objects of the scene unnoticed. Where the pairs are listed already, the default is perhaps not
    wanted. Readers that know only `disable_collisions`, such as Pinocchio and the Python srdfdom,
    need the pairs.

    ## What MoveIt says
    Nothing; both entries allow the collision.

    ## Example
        <disable_default_collisions link="tool_link"/>
        <disable_collisions link1="tool_link" link2="base_link" reason="Never"/>

    ## Use instead
        <disable_default_collisions link="tool_link"/>

    ## Fix safety
    Removing the pairs is unsafe, because of readers that know no defaults.
    """
    for name, pairs in pairs_of(ctx).redundant.items():
        what = f"the pair {called_pair(pairs[0])} is"
        if len(pairs) > 1:
            what = f"{plural(len(pairs), 'pair')} with {name!r} are"
        yield ctx.report(
            pairs[0],
            f"{what} disabled, but {name!r} is disabled by default",
            fix=removal(ctx, f"Remove {plural(len(pairs), 'pair')}", pairs),
        )


@rule("S508", "collision-default-repeated", severity="info", fix="always")
def collision_default_repeated(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The collisions of a link are disabled by default twice.

    ## Why it matters
    The second element does nothing. Perhaps another link was meant.

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
            f"link {default.link!r} is disabled by default already",
            field="link",
            fix=ctx.fix_remove("Remove the duplicate", "safe", default),
        )


@rule("S510", "pair-reason-unknown", severity="hint", fix="always")
def pair_reason_unknown(_root: srdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The reason of a pair looks like one that MoveIt knows, and is none.

    ## Why it matters
    The reason is free text, and no planner reads it. The Setup Assistant does: it knows
    `Adjacent`, `Never`, `Always`, `Default`, `User` and `Not Disabled`, in this spelling, and takes
    all else for `User`, a choice of the author that it keeps when it finds new pairs. Each such
    word is reported once.

    ## What MoveIt says
    Nothing.

    ## Example
        <disable_collisions link1="upper_link" link2="lower_link" reason="adjacent"/>

    ## Use instead
        <disable_collisions link1="upper_link" link2="lower_link" reason="Adjacent"/>

    ## Fix safety
    Changing case and blanks is safe; writing the nearest word is unsafe.
    """
    for word, pairs in pairs_of(ctx).odd_reasons.items():
        known, is_same = _known_reason(ctx, word)
        if known is None:
            continue
        yield ctx.report(
            pairs[0],
            f"reason {word!r}"
            + (f" of {plural(len(pairs), 'pair')}" if len(pairs) > 1 else "")
            + f" is not {known!r}, which MoveIt knows",
            field="reason",
            fix=_rewording(ctx, known, pairs, is_same=is_same),
        )


def _known_reason(ctx: Context, word: str) -> tuple[str | None, bool]:
    """The known reason that is meant, if any, and whether only case and blanks differ."""
    plain = " ".join(word.split()).casefold()
    same = next((known for known in REASONS if known.casefold() == plain), None)
    if same is not None:
        return same, True
    return next(iter(budget(ctx).near(word, REASONS, limit=1)), None), False


def _rewording(
    ctx: Context, known: str, pairs: Sequence[PairElement], *, is_same: bool
) -> FixMaker:
    def edits() -> list[Edit]:
        found: list[Edit] = []
        for pair in pairs:
            found += change.set_fields(ctx.document, pair, reason=known)
        return found

    return ctx.fix(f"Write {known!r}", "safe" if is_same else "unsafe", edits)
