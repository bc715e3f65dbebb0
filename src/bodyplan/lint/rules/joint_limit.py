"""Joint limits: J101 to J106 and J109."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Severity
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.joints import BOUNDED, MOVING, is_readable, number
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import change
from bodyplan.text import Edit

_NEW = (1, 2)
_MANY = 3  # more joints than these are told in one finding


@rule("J101", "limit-missing", severity="error", fix="always")
def limit_missing(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """A revolute or prismatic joint has no limit.

    ## Why it matters
    The reference reader refuses the whole file: these two types need a range, and below version
    1.2 also a largest effort and velocity. A joint that only follows another one needs them too.

    ## Example
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
        </joint>

    ## Use instead
        <joint name="elbow" type="revolute">
          <parent link="upper_arm"/>
          <child link="forearm"/>
          <limit lower="-1.57" upper="1.57" effort="10" velocity="2"/>
        </joint>

    or `type="continuous"` for a joint that turns without end.

    ## Fix safety
    Only the robot's builder knows the numbers. The fix shows a limit to fill in and is never
    applied.
    """
    if joint.limit is not None or joint.type not in BOUNDED:
        return
    if joint.type == "revolute":
        hint = "add <limit>, or make the joint continuous if it turns without end"
        template = urdf.Limit(lower=-math.pi, upper=math.pi, effort=1.0, velocity=1.0)
    else:
        hint = "add <limit> with the travel in metres"
        template = urdf.Limit(lower=-0.5, upper=0.5, effort=1.0, velocity=1.0)
    yield ctx.report(
        joint,
        f"joint {joint.name!r} is {joint.type} but has no <limit>",
        hint=hint,
        fix=ctx.fix_insert("Add a limit to fill in", "display", joint, template),
    )


@rule("J102", "limit-inverted", severity="error", fix="sometimes", when="limit")
def limit_inverted(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The lower bound of a joint is above the upper bound.

    ## Why it matters
    No position satisfies both. Planners reject every state, or clamp to a value nobody chose.
    Under version 1.2 the reference reader refuses the file, even where the type of the joint has
    no use for bounds. A bound that is not written counts as 0 below version 1.2, so a lone
    `lower="1"` or `upper="-1"` is inverted too.

    ## Example
        <limit lower="1.57" upper="-1.57" effort="10" velocity="1"/>

    ## Use instead
        <limit lower="-1.57" upper="1.57" effort="10" velocity="1"/>

    ## Fix safety
    Swapping the bounds is unsafe: the author may have lost a sign instead. There is no fix where
    one of them is not written.
    """
    limit = joint.limit
    if limit is None or not limit.lower > limit.upper:
        return
    if (joint.type not in BOUNDED and ctx.version < _NEW) or not _bounds_read(limit, ctx):
        return
    name, lower, upper = joint.name, number(limit.lower), number(limit.upper)
    fix: FixMaker | None = None
    field = "lower"
    if not ctx.written(limit, "upper"):
        message = f"joint {name!r}: lower {lower} is above upper, which is not written and so 0"
        hint = "write the upper bound"
    elif not ctx.written(limit, "lower"):
        field = "upper"
        message = f"joint {name!r}: upper {upper} is below lower, which is not written and so 0"
        hint = "write the lower bound"
    else:
        message = f"joint {name!r}: lower {lower} is above upper {upper}"
        hint = "swap the bounds, or restore a lost minus sign"
        bounds = {"lower": limit.upper, "upper": limit.lower}
        fix = ctx.fix_set("Swap lower and upper", "unsafe", limit, **bounds)
    yield ctx.report(limit, message, field=field, hint=hint, fix=fix)


@rule("J103", "limit-without-range", severity="warning", when="limit")
def limit_without_range(joint: urdf.Joint, ctx: Context) -> Iterator[Diagnostic]:
    """The bounds of a revolute or prismatic joint are equal.

    ## Why it matters
    The joint can never move, yet every tool counts it as a degree of freedom: solvers divide by
    its range, planners sample a single value. Zero twice does not mean "no limit".

    ## Example
        <joint name="wheel" type="revolute">
          ...
          <limit lower="0" upper="0" effort="10" velocity="5"/>

    ## Use instead
        <joint name="wheel" type="continuous">
          ...
          <limit effort="10" velocity="5"/>

    or `type="fixed"` for a joint that shall not move.
    """
    limit = joint.limit
    if limit is None or joint.type not in BOUNDED or limit.lower != limit.upper:
        return
    if not (ctx.written(limit, "lower") or ctx.written(limit, "upper")):
        return  # nothing is written: J104
    if not _bounds_read(limit, ctx):
        return
    field, other = ("lower", "upper") if ctx.written(limit, "lower") else ("upper", "lower")
    if ctx.written(limit, other):
        what = f"lower and upper are both {number(limit.lower)}"
    else:
        what = f"{field} is {number(limit.lower)}, and so is {other}, which is not written"
    yield ctx.report(
        limit,
        f"joint {joint.name!r}: {what}: it cannot move",
        field=field,
        hint=_way_out(joint),
    )


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
    if limit is None or joint.type not in BOUNDED:
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
            hint=_way_out(joint),
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


@rule("J106", "limit-zero", severity="info")
def limit_zero(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """The largest effort or velocity of a moving joint is 0.

    ## Why it matters
    Taken at its word, the joint may not push, or may not move. Exporters write 0 for "unknown",
    and some tools understand it as "no bound"; others freeze the joint: the robot moves in one
    simulator and stands still in the next. For a joint without motor an effort of 0 is right. Where
    more than three joints have it, one finding names them.

    ## Example
        <limit lower="-1" upper="1" effort="0" velocity="0"/>

    ## Use instead
        <limit lower="-1" upper="1" effort="10" velocity="2"/>
    """
    found = [(joint, zeros) for joint in robot.joints if (zeros := _zeros(joint))]
    hint = "write the largest value that the drive can reach"
    if len(found) > _MANY:
        joint, zeros = found[0]
        yield ctx.report(
            joint.limit or joint,
            f"{len(found)} joints may not push or may not move, with effort or velocity 0: "
            + listed((joint.name for joint, _ in found), 5),
            field=zeros[0],
            hint=hint,
        )
        return
    effects = {"effort": "push", "velocity": "move"}
    for joint, zeros in found:
        what = " and ".join(f"{field} 0" for field in zeros)
        effect = " or ".join(effects[field] for field in zeros)
        yield ctx.report(
            joint.limit or joint,
            f"joint {joint.name!r}: with {what} it may not {effect}",
            field=zeros[0],
            hint=hint,
        )


def _zeros(joint: urdf.Joint) -> list[str]:
    """The bounds of a moving joint that are 0 and should not be."""
    limit = joint.limit
    if limit is None or joint.type not in MOVING:
        return []
    zeros = [field for field in ("effort", "velocity") if getattr(limit, field) == 0.0]
    if zeros == ["effort"] and joint.mimic is not None:
        return []  # a follower has no motor of its own
    return zeros


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


def _way_out(joint: urdf.Joint) -> str:
    if joint.type == "revolute":
        return "write both bounds; or make the joint continuous, or fixed"
    return "write both bounds; or make the joint fixed"
