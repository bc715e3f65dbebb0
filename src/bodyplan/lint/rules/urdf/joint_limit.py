"""Limits that only URDF can get wrong: J104 and J109."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.joints import is_readable, number
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
    Below version 1.2 a bound that is not written counts as 0. Without both, the joint cannot
    move at all; without one, the reader of the file has to know the rule. From version 1.2 on the
    reference reader refuses a revolute or prismatic joint that does not state both.

    The finding is an error under 1.2, a warning where both are missing, and an info where one is
    missing.

    ## Example
        <joint name="wheel" type="revolute">
          ...
          <limit effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="revolute">
          ...
          <limit lower="-1.57" upper="1.57" effort="10" velocity="5"/>

    ## Fix safety
    Below version 1.2 writing the 0 that counts anyway is safe. Under 1.2 it is unsafe: the number
    may be another. There is no fix where both are missing, nor where the element has an attribute that
    URDF does not know: the bound may stand there, misspelt.
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
        effect = "version 1.2 demands both" if is_new else "both count as 0, so it cannot move"
        yield ctx.report(
            limit,
            f"joint {joint.name!r}: <limit> has neither lower nor upper; {effect}",
            severity=Severity.ERROR if is_new else None,
            hint=range_hint(joint.type),
        )
        return
    field = missing[0]
    may_be_misspelt = bool(limit.extra.attributes)  # then X102 says which one is probably meant
    if not (limit.lower < limit.upper and _bounds_read(limit, ctx)):
        return  # J102, J103 or X105 speaks
    if is_new:
        message = f"joint {joint.name!r}: <limit> has no {field}; version 1.2 demands both bounds"
        fits = limit.upper > 0.0 if field == "lower" else limit.lower < 0.0
        fits = fits and not may_be_misspelt
        fix = ctx.fix_set(f"Write {field} 0", "unsafe", limit, **{field: 0.0}) if fits else None
        hint = f"below version 1.2 a missing {field} counted as 0"
        severity = Severity.ERROR
    else:
        message = f"joint {joint.name!r}: <limit> has no {field}, so it counts as 0"
        write = ctx.fix_set(f"Write {field} 0", "safe", limit, **{field: 0.0})
        fix = None if may_be_misspelt else write
        hint = "state both bounds; version 1.2 demands them"
        severity = Severity.INFO
    yield ctx.report(limit, message, severity=severity, hint=hint, fix=fix)


@rule("J109", "bounds-on-continuous", severity="info", fix="always", when="limit")
def bounds_on_continuous(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A continuous joint has a lower or upper bound.

    ## Why it matters
    A continuous joint turns without end; its bounds are ignored by most readers and obeyed by a
    few. Who wants the bounds needs a revolute joint, who does not need them should not write them.

    ## Example
        <joint name="wheel" type="continuous">
          ...
          <limit lower="-3.14" upper="3.14" effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="continuous">
          ...
          <limit effort="10" velocity="5"/>

    ## Fix safety
    Removing the bounds is unsafe: the author may have wanted a revolute joint.
    """
    limit = joint.limit
    if limit is None or joint.type != "continuous":
        return
    written = [field for field in ("lower", "upper") if ctx.written(limit, field)]
    if not written or (ctx.version >= _NEW and limit.lower > limit.upper):
        return  # refused for another reason: J102

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
