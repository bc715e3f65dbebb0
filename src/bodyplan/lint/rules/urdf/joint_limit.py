"""Limits that are specific to URDF: J104 and J109."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.joints import is_readable, number
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.joint_limit import range_hint
from bodyplan.model.joint import WITH_RANGE
from bodyplan.spec import change
from bodyplan.text import Edit

_NEW = (1, 2)


@rule("J104", "limit-without-bounds", severity="warning", fix="sometimes", when="limit")
def limit_without_bounds(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The limit of a revolute or prismatic joint lacks a bound.

    ## Why it matters
    Before version 1.2, urdfdom assumes 0 for a missing bound: without both bounds, the joint cannot
    move. From version 1.2 on, urdfdom rejects a revolute or prismatic joint that does not have both.

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
    another number may be meant. There is no fix if both bounds are missing, or if the element has an
    unknown attribute, which may be the misspelled bound.
    """
    limit = joint.limit
    if limit is None or joint.type not in WITH_RANGE:
        return
    is_new = ctx.version >= _NEW
    if not is_new and limit.lower and limit.upper:
        return  # neither is the default
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
    may_be_misspelled = bool(limit.extra.attributes)  # then X102 says which one is probably meant
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
