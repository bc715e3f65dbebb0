"""Limits that only SDFormat has: D344 and D345."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import version_of

_INFINITE = (1, 10)
"""The first version whose limits default to infinity."""
_OLD_NO_BOUND, _OLD_NO_EFFORT = 1e16, -1.0
"""The defaults before."""
_AS_GOOD_AS_NONE = 1e15
"""Larger limits mean "no limit"."""


@rule("D344", "sdf-limit-huge", severity="info")
def limit_huge(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """A limit is so large that no limit is intended, but it is finite.

    ## Why it matters
    Until 1.9 a missing limit meant 1e16, so a written 1e16 is not reported there; from 1.10 on it
    means infinity, and libsdformat keeps a written 1e16. Programs that check whether a limit is
    finite then treat the same joint differently.

    ## Example
        <limit><lower>-1e16</lower><upper>1e16</upper></limit>

    ## Use instead
        <limit><lower>-inf</lower><upper>inf</upper></limit>
    """
    for field in ("lower", "upper"):
        value = getattr(limit, field)
        is_default = abs(value) == _OLD_NO_BOUND and version_of(ctx) < _INFINITE
        if math.isfinite(value) and abs(value) >= _AS_GOOD_AS_NONE and not is_default:
            message = f"{ctx.describe(limit)}: {field} {value:g} is finite, although no limit seems intended"
            infinite = "inf" if value > 0 else "-inf"
            yield ctx.report(limit, message, field=field, hint=f"write {infinite}, or remove it")
            return


@rule("D345", "sdf-effort-negative", severity="info")
def effort_negative(limit: sdf.Limit, ctx: Context) -> Iterator[Diagnostic]:
    """The effort or velocity limit of an axis is negative.

    ## Why it matters
    libsdformat treats it as infinite: -1 was the default until 1.9 (where it is not reported) and
    meant "no limit". Parsers of other formats use the number, and the joint then never moves.

    ## Example
        <limit><effort>-1</effort></limit>

    ## Use instead
        <limit><effort>inf</effort></limit>
    """
    for field in ("effort", "velocity"):
        value = getattr(limit, field)
        if value < 0.0 and (value != _OLD_NO_EFFORT or version_of(ctx) >= _INFINITE):
            message = f"{ctx.describe(limit)}: {field} {value:g} means no limit"
            yield ctx.report(limit, message, field=field, hint="write inf, or remove it")
