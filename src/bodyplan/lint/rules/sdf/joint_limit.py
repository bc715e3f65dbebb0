"""Limits of joints: D341 to D346."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import called, named, version_of

_INFINITE = (1, 10)
"""The first version whose limits are infinite where nothing is written."""
_OLD_NO_BOUND, _OLD_NO_EFFORT = 1e16, -1.0
"""What they were before."""
_AS_GOOD_AS_NONE = 1e15
"""Nobody means such a limit."""


@rule("D341", "sdf-limit-inverted", severity="error", fix="always")
def limit_inverted(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """The lower limit of an axis is above the upper one.

    ## Why it matters
    The reference reader takes it without a word, but there is no position the joint may have:
    engines lock it, shake it, or take it for unlimited.

    ## Example
        <limit><lower>1.57</lower><upper>-1.57</upper></limit>

    ## Use instead
        <limit><lower>-1.57</lower><upper>1.57</upper></limit>

    ## Fix safety
    Swapping the two is unsafe: one of them may have lost its sign.
    """
    if limit.lower > limit.upper and ctx.reads(limit):
        fix = ctx.fix_set(
            "Swap lower and upper", "unsafe", limit, lower=limit.upper, upper=limit.lower
        )
        message = f"{called(ctx, limit)}: lower {limit.lower:g} is above upper {limit.upper:g}"
        yield ctx.report(limit, message, field="lower", fix=fix)


@rule("D342", "sdf-limit-without-range", severity="info")
def limit_without_range(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """Lower and upper limit of an axis are the same.

    ## Why it matters
    The joint cannot move, and stops on both sides at once are hard work for an engine. Some
    converters write it for a fixed joint that shall keep its link.

    ## Example
        <joint name="mount" type="revolute"> ... <limit><lower>0</lower><upper>0</upper></limit>

    ## Use instead
        <joint name="mount" type="fixed">
    """
    if limit.lower == limit.upper and math.isfinite(limit.lower):
        message = f"{called(ctx, limit)} cannot move: lower and upper are both {limit.lower:g}"
        yield ctx.report(limit, message, field="upper", hint="a joint that never moves is fixed")


@rule("D343", "sdf-revolute-without-limits", severity="info")
def revolute_without_limits(joint: sdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A revolute or prismatic joint has no limits.

    ## Why it matters
    It turns or slides for ever, which is right for a wheel and wrong for an elbow: readers take a
    missing limit for none. Since 1.6 a joint that turns without limits can say so by its type,
    continuous; motion planners treat the two differently.

    ## Example
        <joint name="wheel" type="revolute"> ... <axis><xyz>0 1 0</xyz></axis></joint>

    ## Use instead
        <joint name="wheel" type="continuous"> ... <axis><xyz>0 1 0</xyz></axis></joint>
    """
    type_ = joint.type.lower()
    axis = joint.axis
    if type_ not in {"revolute", "prismatic"} or axis is None:
        return
    if axis.mimic is not None:  # it goes as far as its leader lets it
        return
    lower, upper = axis.limit.lower, axis.limit.upper
    if lower <= -_AS_GOOD_AS_NONE and upper >= _AS_GOOD_AS_NONE:
        how = "turns" if type_ == "revolute" else "slides"
        can = type_ == "revolute" and version_of(ctx) >= (1, 6)
        hint = 'type="continuous" says that it is meant' if can else None
        yield ctx.report(joint, f"{named(joint)} {how} without limits", field="type", hint=hint)


@rule("D344", "sdf-limit-huge", severity="info")
def limit_huge(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is so large that none is meant, but it stays a number.

    ## Why it matters
    Until 1.9 a missing limit meant 1e16, so a written one is not told there; from 1.10 on it means
    infinity, and readers keep a written 1e16 as it is. Programs that ask whether a joint is limited
    (is it finite?) then answer differently for the same joint.

    ## Example
        <limit><lower>-1e16</lower><upper>1e16</upper></limit>

    ## Use instead
        <limit><lower>-inf</lower><upper>inf</upper></limit>
    """
    for field in ("lower", "upper"):
        value = getattr(limit, field)
        is_default = abs(value) == _OLD_NO_BOUND and version_of(ctx) < _INFINITE
        if math.isfinite(value) and abs(value) >= _AS_GOOD_AS_NONE and not is_default:
            message = f"{called(ctx, limit)}: {field} {value:g} is a number, though none is meant"
            infinite = "inf" if value > 0 else "-inf"
            yield ctx.report(limit, message, field=field, hint=f"write {infinite}, or leave it out")
            return


@rule("D345", "sdf-effort-negative", severity="info")
def effort_negative(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """The largest effort or speed of an axis is negative.

    ## Why it matters
    The reference reader takes it for infinite: -1 was the default until 1.9, where it is not told,
    and meant "no limit". Readers of other formats take it for a number, and the joint then never
    moves.

    ## Example
        <limit><effort>-1</effort></limit>

    ## Use instead
        <limit><effort>inf</effort></limit>
    """
    for field in ("effort", "velocity"):
        value = getattr(limit, field)
        if value < 0.0 and (value != _OLD_NO_EFFORT or version_of(ctx) >= _INFINITE):
            message = f"{called(ctx, limit)}: {field} {value:g} means no limit"
            yield ctx.report(limit, message, field=field, hint="leave it out")


@rule("D346", "sdf-effort-zero", severity="info")
def effort_zero(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """The largest effort or speed of an axis is 0.

    ## Why it matters
    Nothing can drive the joint. Converters and old templates write 0 for "not known"; the
    reference reader keeps it, and controllers in a simulator then do nothing.

    ## Example
        <limit><effort>0</effort><velocity>0</velocity></limit>

    ## Use instead
        <limit><effort>30</effort><velocity>2</velocity></limit>
    """
    fields = [
        field
        for field in ("effort", "velocity")
        if getattr(limit, field) == 0.0 and ctx.written(limit, field)
    ]
    if fields:
        message = f"{called(ctx, limit)}: {' and '.join(fields)} 0: nothing can drive it"
        yield ctx.report(limit, message, field=fields[0], hint="leave it out where it is not known")
