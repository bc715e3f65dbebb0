"""Limits that are specific to URDF, soft limits and their gains: J104, J109 and J401 to J403."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import has_range, in_other_unit, is_readable, number
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.joint import range_hint
from bodyplan.model.joint import WITH_RANGE
from bodyplan.spec import change
from bodyplan.text import Edit

_NEW = (1, 2)


@rule("J104", "limit-without-bounds", severity="warning", fix="sometimes", when="limit")
def limit_without_bounds(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The limit of a revolute or prismatic joint lacks a bound.

    ## Why it matters
    Before version 1.2, urdfdom assumes 0 for a missing bound: without both bounds, the joint cannot
    move. From version 1.2 on, urdfdom rejects a revolute or prismatic joint that does not have
    both.

    The diagnostic is an error in version 1.2, a warning if both bounds are missing, and information
    if one is missing.

    ## Example
        <joint name="wheel" type="revolute">
          ...
          <limit effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="revolute">
          ...
          <limit lower="-1.57" upper="1.57" effort="10" velocity="5"/>

    ## Fix safety
    Before version 1.2, writing the 0 that is assumed anyway is safe. In version 1.2 it is unsafe:
    another number may be meant. There is no fix if both bounds are missing, or if the element has
    an unknown attribute, which may be the misspelled bound.
    """
    limit = joint.limit
    if limit is None or joint.type not in WITH_RANGE:
        return
    is_new = ctx.version >= _NEW
    if not is_new and limit.lower and limit.upper:
        return  # neither bound is 0, so the file has both
    missing = [field for field in ("lower", "upper") if not ctx.written(limit, field)]
    if not missing:
        return
    if len(missing) == 2:
        effect = (
            "version 1.2 requires both"
            if is_new
            else "urdfdom assumes 0 for both, so it cannot move"
        )
        yield ctx.report(
            limit,
            f"joint {joint.name!r}: missing lower and upper on <limit>; {effect}",
            severity=Severity.ERROR if is_new else None,
            hint=range_hint(joint.type),
        )
        return
    field = missing[0]
    # then X102 names the attribute that is probably meant
    may_be_misspelled = bool(limit.extra.attributes)
    if not (limit.lower < limit.upper and _bounds_read(limit, ctx)):
        return  # reported by J102, J103 or X105
    if is_new:
        message = (
            f"joint {joint.name!r}: missing {field} on <limit>; version 1.2 requires both bounds"
        )
        fits = limit.upper > 0.0 if field == "lower" else limit.lower < 0.0
        fits = fits and not may_be_misspelled
        fix = ctx.fix_set(f"Write {field} 0", "unsafe", limit, **{field: 0.0}) if fits else None
        hint = f"write {field}; before version 1.2, a missing bound was 0"
        severity = Severity.ERROR
    else:
        message = f"joint {joint.name!r}: missing {field} on <limit>; urdfdom assumes 0"
        write = ctx.fix_set(f"Write {field} 0", "safe", limit, **{field: 0.0})
        fix = None if may_be_misspelled else write
        hint = "write both bounds; version 1.2 requires them"
        severity = Severity.INFO
    yield ctx.report(limit, message, severity=severity, hint=hint, fix=fix)


@rule("J109", "bounds-on-continuous", severity="info", fix="always", when="limit")
def bounds_on_continuous(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A continuous joint has a lower or upper bound.

    ## Why it matters
    A continuous joint has no position limits. Most parsers ignore the bounds, a few apply them. Use
    a revolute joint if the bounds are meant.

    ## Example
        <joint name="wheel" type="continuous">
          ...
          <limit lower="-3.14" upper="3.14" effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="continuous">
          ...
          <limit effort="10" velocity="5"/>

    ## Fix safety
    Removing the bounds is unsafe: a revolute joint may be meant.
    """
    limit = joint.limit
    if limit is None or joint.type != "continuous":
        return
    written = [field for field in ("lower", "upper") if ctx.written(limit, field)]
    if not written or (ctx.version >= _NEW and limit.lower > limit.upper):
        return  # reported by J102

    def remove() -> list[Edit]:
        return [edit for field in written for edit in change.unset(ctx.document, limit, field)]

    values = " and ".join(f"{field} {number(getattr(limit, field))}" for field in written)
    yield ctx.report(
        limit,
        f"joint {joint.name!r} is continuous: {values} {'is' if len(written) == 1 else 'are'} "
        "ignored",
        field=written[0],
        part="name",
        hint="remove the bounds, or make the joint revolute",
        fix=ctx.fix(f"Remove {' and '.join(written)}", "unsafe", remove),
    )


def _bounds_read(limit: urdf.Limit, ctx: Context) -> bool:
    return is_readable(ctx, limit, "lower", "upper")


_SOFT = ("soft_lower_limit", "soft_upper_limit")
_ROUNDING = 1e-6  # fraction of the range of the joint


def _reads(safety: urdf.SafetyController, ctx: Context) -> bool:
    return is_readable(ctx, safety, *_SOFT)


@rule("J401", "soft-limit-outside", severity="warning", fix="always", when="safety_controller")
def soft_limit_outside(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A soft limit is outside the hard limits.

    ## Why it matters
    Soft limits slow the joint down before it reaches the hard limits. Outside the hard limits, they
    have no effect, and the joint hits its stop at full speed. A missing soft limit is 0.

    ## Example
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="1.2" k_position="10"
        k_velocity="10"/>

    ## Use instead
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="10"
        k_velocity="10"/>

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
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_position="10"
        k_velocity="10"/>

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
        return  # the hard range is empty, which J103 or J104 reports
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
    No position satisfies both: a controller brakes everywhere or nowhere. A missing soft limit is
    0.

    ## Example
        <safety_controller soft_lower_limit="0.9" soft_upper_limit="-0.9" k_velocity="10"/>

    ## Use instead
        <safety_controller soft_lower_limit="-0.9" soft_upper_limit="0.9" k_velocity="10"/>

    ## Fix safety
    Swapping is unsafe: a minus sign may be missing instead. There is no fix if one of them is
    missing.
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
