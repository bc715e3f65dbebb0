"""Soft limits and their gains: J401 to J403."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import has_range, in_other_unit, is_readable, number
from bodyplan.lint.rule import rule
from bodyplan.model.joint import WITH_RANGE

_SOFT = ("soft_lower_limit", "soft_upper_limit")
_ROUNDING = 1e-6  # of the range


def _reads(safety: urdf.SafetyController, ctx: Context) -> bool:
    return is_readable(ctx, safety, *_SOFT)


@rule("J401", "soft-limit-outside", severity="warning", fix="always", when="safety_controller")
def soft_limit_outside(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A soft limit is outside the hard limits.

    ## Why it matters
    Soft limits slow the joint down before it reaches the hard limits. Outside of those they have no
    effect, and the joint hits its stop at full speed. A missing soft limit is 0.

    ## Example
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.2" k_position="10" k_velocity="10"/>

    ## Use instead
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="10" k_velocity="10"/>

    ## Fix safety
    Moving the soft limit to the hard limit is unsafe: the hard limit may be wrong, and the joint
    needs some distance between the two for braking.
    """
    safety, limit = joint.safety_controller, joint.limit
    if safety is None or limit is None or joint.type not in WITH_RANGE or not has_range(limit):
        return
    soft = (safety.soft_lower_limit, safety.soft_upper_limit)
    hard = (limit.lower, limit.upper)
    if soft[0] >= soft[1] or not _reads(safety, ctx):
        return  # reported by J402 or J403
    if in_other_unit(joint.type, soft) != in_other_unit(joint.type, hard):
        return  # reported by J107 or J110
    if not is_readable(ctx, limit, "lower", "upper"):
        return
    allowed = _ROUNDING * (limit.upper - limit.lower)
    for field, value in zip(_SOFT, soft, strict=True):
        if limit.lower - allowed <= value <= limit.upper + allowed:
            continue
        own = limit.lower if field == _SOFT[0] else limit.upper
        absent = "" if ctx.written(safety, field) else " (the default)"
        yield ctx.report(
            safety,
            f"joint {joint.name!r}: {field} {number(value)}{absent} is outside the limits "
            f"{number(limit.lower)} to {number(limit.upper)}",
            field=field,
            hint="write a soft limit inside the hard limits, with some distance for braking",
            fix=ctx.fix_set(f"Write {number(own)}", "unsafe", safety, **{field: own}),
        )


@rule("J402", "soft-range-empty", severity="warning", fix="sometimes", when="safety_controller")
def soft_range_empty(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The soft limits of a revolute or prismatic joint are equal or missing.

    ## Why it matters
    Missing soft limits are both 0. Programs that reduce the range of the joint to its soft limits,
    such as MoveIt, leave no range: the joint cannot move in a plan.

    ## Example
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller k_velocity="10"/>

    ## Use instead
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="10" k_velocity="10"/>

    ## Fix safety
    Writing the hard limits is unsafe: the soft limits may be missing or 0 on purpose. There is no
    fix if the joint has no range.
    """
    safety, limit = joint.safety_controller, joint.limit
    if safety is None or joint.type not in WITH_RANGE or not _reads(safety, ctx):
        return
    if safety.soft_lower_limit != safety.soft_upper_limit:
        return
    value = number(safety.soft_lower_limit)
    fix = None
    if limit is not None and has_range(limit):
        bounds = dict(zip(_SOFT, (limit.lower, limit.upper), strict=True))
        fix = ctx.fix_set("Write the hard limits", "unsafe", safety, **bounds)
    elif limit is not None and limit.lower == limit.upper:
        return  # the hard range is empty: J103 or J104
    written = [field for field in _SOFT if ctx.written(safety, field)]
    if not written:
        message = f"joint {joint.name!r}: missing soft limits are both 0, which leaves no range"
    else:
        message = f"joint {joint.name!r}: both soft limits are {value}"
    yield ctx.report(
        safety,
        message,
        field=written[0] if written else None,
        hint="write soft limits, or remove <safety_controller>",
        fix=fix,
    )


@rule("J403", "soft-limits-inverted", severity="warning", fix="sometimes", when="safety_controller")
def soft_limits_inverted(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower soft limit of a revolute or prismatic joint is above the upper one.

    ## Why it matters
    No position satisfies both: a controller brakes everywhere or nowhere. A missing soft limit is 0.

    ## Example
        <safety_controller soft_lower_limit="0.9" soft_upper_limit="-0.9" k_velocity="10"/>

    ## Use instead
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_velocity="10"/>

    ## Fix safety
    Swapping is unsafe: a minus sign may be missing instead. There is no fix if one of them is missing.
    """
    safety = joint.safety_controller
    if safety is None or joint.type not in WITH_RANGE or not _reads(safety, ctx):
        return
    lower, upper = safety.soft_lower_limit, safety.soft_upper_limit
    if not lower > upper:
        return
    absent = [field for field in _SOFT if not ctx.written(safety, field)]
    fix = None
    if not absent:
        swapped = dict(zip(_SOFT, (upper, lower), strict=True))
        fix = ctx.fix_set("Swap the soft limits", "unsafe", safety, **swapped)
    aside = f" (the default of {absent[0]})" if absent else ""
    yield ctx.report(
        safety,
        f"joint {joint.name!r}: soft_lower_limit {number(lower)} is above soft_upper_limit "
        f"{number(upper)}{aside}",
        field=next(field for field in _SOFT if field not in absent),
        hint="swap them, or restore a lost minus sign" if fix else f"write {absent[0]}",
        fix=fix,
    )
