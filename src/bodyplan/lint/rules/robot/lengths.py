"""Shapes and offsets in millimetres: G105, in URDF and SDFormat, and G305."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bodyplan.core import Record, length, numbers
from bodyplan.diag import Diagnostic
from bodyplan.geometry.bounds import lengths
from bodyplan.lint.context import Context
from bodyplan.lint.facts.lengths import (
    FAR,
    Offset,
    OtherLengths,
    in_metres,
    largest_shape,
    other_lengths,
    reach,
    too_far,
    too_large,
)
from bodyplan.lint.rule import rule
from bodyplan.spec import Element
from bodyplan.text import Edit

_HINT = "write lengths in metres; these look like millimetres"


@rule("G105", "shape-in-millimetres", severity="warning", fix="sometimes")
def shape_in_millimetres(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A shape is so large that its size is probably in millimetres.

    ## Why it matters
    Lengths are in metres. A bracket of 120 millimetres written as 120 is larger than a house: it
    collides with everything, and hides the robot in every viewer. Reported is a shape of a robot
    with joints whose smallest length is at least a metre, and whose largest is above 50 m or above
    ten times the sum of all joint offsets of the robot (which is not computed for SDFormat). Static
    models of SDFormat are not checked.

    ## Example
        <box size="120 80 40"/>

    ## Use instead
        <box size="0.12 0.08 0.04"/>

    ## Fix safety
    Dividing by 1000 is unsafe: the file may describe a building, or use another unit. There is no
    fix where the result would still be too large.
    """
    for part in too_large(ctx):
        span, bound, shape = reach(ctx), largest_shape(ctx), part.shape
        assert shape is not None
        fields = lengths(shape)
        largest = max(map(max, fields.values()))
        sizes = ", ".join(f"{field} {numbers(values)}" for field, values in fields.items())
        rest = f"; all joint offsets add up to {length(span)}" if 0.0 < span * 10 < largest else ""
        yield ctx.report(
            shape,
            f"{ctx.describe(part)}: {ctx.source(shape).TAG} {sizes} looks like millimetres{rest}",
            field=next(iter(fields)),
            hint="write lengths in metres",
            fix=ctx.fix_set("Divide by 1000", "unsafe", shape, **_thousandth(fields))
            if largest <= bound * 1000.0 and not too_far(ctx).members  # G305 divides all lengths
            else None,
        )


@rule("G305", "origin-in-millimetres", severity="warning", fix="sometimes")
def origin_in_millimetres(_root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A joint or shape is so far from its link that its origin is probably in millimetres.

    ## Why it matters
    Lengths are in metres. A joint at 350 is 350 metres away: the robot falls apart on the screen,
    and gravity torques are enormous. Reported are coordinates above 50 m; once for the robot where
    four in five origins of joints, visuals and collisions are at least one metre long.

    ## Example
        <joint name="elbow" type="revolute"><origin xyz="0 0 350"/>...</joint>

    ## Use instead
        <joint name="elbow" type="revolute"><origin xyz="0 0 0.35"/>...</joint>

    ## Fix safety
    Dividing by 1000 is unsafe: the file may be a map, or use another unit. Where the whole robot is
    in millimetres, the fix divides all of its lengths, also centres of mass, shapes and travels,
    unless all of a kind are in metres. There is no fix where the result would still be too far,
    where only some origins are that far and others may be in millimetres, and for robots with meshes
    unless `--meshes` opens them.
    """
    far, members, is_mixed = too_far(ctx)
    others = other_lengths(ctx) if far else None
    for one in far[:1] if members else far:
        message = f"{ctx.describe(one.value)}: origin {numbers(one.p)} is {one.largest:g} m away"
        title, changed, hint = "Divide by 1000", [one], _HINT
        if members:
            count = sum(offset.largest >= 1.0 for offset in members)
            which = f"all {count}" if count == len(members) else f"{count} of {len(members)}"
            message += f", and {which} nonzero origins are at least 1 m long"
            title, changed = f"Divide all {len(members)} origins by 1000", members
        fix = ctx.fix(title, "unsafe", partial(_divided, changed, ctx))
        if members and others is not None:
            more = [*others.inertials, *others.shapes, *others.limits]
            if more:
                title = f"Divide all {len(members) + len(more)} lengths by 1000"
            fix = ctx.fix(title, "unsafe", partial(_all_divided, changed, others, ctx))
            if others.has_meshes and not ctx.opens_meshes:
                hint += "; `bodyplan fix --unsafe --meshes` scales lengths and meshes"
        is_left = others is not None and others.has_meshes and not ctx.opens_meshes
        is_enough = max(offset.largest for offset in changed) <= FAR * 1000.0
        can_be = is_enough and not is_mixed and not (members and is_left)
        yield ctx.report(
            one.value, message, field=one.field, hint=hint, fix=fix if can_be else None
        )


def _divided(offsets: list[Offset], ctx: Context) -> Iterator[Edit]:
    for one in offsets:
        yield from _edits(ctx, one.value, **{one.field: in_metres(one.p)})


def _all_divided(offsets: list[Offset], others: OtherLengths, ctx: Context) -> Iterator[Edit]:
    yield from _divided(offsets, ctx)
    for inertial in others.inertials:
        yield from _edits(ctx, inertial, origin=in_metres(inertial.origin.p))
    for shape in others.shapes:
        yield from _edits(ctx, shape, **_thousandth(lengths(shape)))
    for limit in others.limits:
        yield from _edits(ctx, limit, lower=limit.lower / 1000.0, upper=limit.upper / 1000.0)


def _edits(ctx: Context, value: Record, **fields: object) -> tuple[Edit, ...]:
    fix = ctx.fix_set("", "unsafe", value, **fields)()
    return () if fix is None else fix.edits


def _thousandth(fields: dict[str, tuple[float, ...]]) -> dict[str, object]:
    return {
        field: tuple(v / 1000.0 for v in values) if len(values) > 1 else values[0] / 1000.0
        for field, values in fields.items()
    }
