"""Heightmaps, and numbers that are not finite: D368."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isfinite, isnan
from typing import Any

from bodyplan.core.record import field_names
from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.facts.sdf import of_class
from bodyplan.lint.rule import also, rule
from bodyplan.model.shape import PRIMITIVES
from bodyplan.spec.schema_kinds import OUT_OF_RANGE


@rule("D368", "sdf-heightmap-blends", severity="warning", when="textures")
def heightmap_blends(heightmap: sdf.Heightmap, ctx: Context) -> Iterator[Diagnostic]:
    """The number of blends of a heightmap does not match its textures.

    ## Why it matters
    A blend is the transition between two consecutive textures, so there must be one blend fewer
    than textures. Otherwise renderers draw the heightmap without textures.

    ## Example
        <texture>...</texture><texture>...</texture><!-- and no blend -->

    ## Use instead
        <texture>...</texture><texture>...</texture>
        <blend><min_height>2</min_height><fade_dist>5</fade_dist></blend>
    """
    if ctx.is_broken_off:
        return  # the missing blends may be in the part that was cut off
    textures, blends = len(heightmap.textures), len(heightmap.blends)
    if blends != textures - 1:
        message = f"{ctx.describe(heightmap)}: {textures} <texture> require {textures - 1} <blend>, got {blends}"
        yield ctx.report(heightmap, message)


FINITE: tuple[tuple[type[Any], tuple[str, ...]], ...] = tuple(
    (getattr(sdf, cls.__name__), field_names(cls)) for cls in PRIMITIVES.values()
)
"""Sizes that must be finite."""
_LIMITS = ("lower", "upper", "effort", "velocity")
"""Limits that may be infinite, but must be numbers."""


@also(OUT_OF_RANGE)
def not_finite(_root: sdf.Root, ctx: Context) -> Iterator[Diagnostic]:
    """Report sizes and masses that are infinite or not a number, and limits that are not a number.

    libsdformat accepts them, except where it computes the inertia; Drake and simulators reject
    the size or fail.
    """
    for cls, fields in FINITE:
        for shape in of_class(ctx, cls):
            for field in fields:
                value = getattr(shape, field)
                numbers = value if isinstance(value, tuple) else (value,)
                if ctx.written(shape, field) and not all(map(isfinite, numbers)):
                    message = f"<{field}> must be finite, got {_text(value)}"
                    yield ctx.report(shape, message, field=field)
    for inertial in of_class(ctx, sdf.Inertial):
        mass = inertial.mass
        if ctx.written(inertial, "mass") and (mass == inf or (inertial.auto and isnan(mass))):
            yield ctx.report(inertial, f"<mass> must be finite, got {mass:g}", field="mass")
    for limit in of_class(ctx, sdf.Limit):
        for field in _LIMITS:
            if isnan(getattr(limit, field)) and ctx.written(limit, field):
                yield ctx.report(limit, f"<{field}> is not a number", field=field)


def _text(value: float | tuple[float, ...]) -> str:
    """Return numbers as text, separated by spaces."""
    return " ".join(f"{one:g}" for one in (value if isinstance(value, tuple) else (value,)))
