"""Meshes in another unit than metres: G504."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import numbers
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.mesh_units import MILLIMETRES, WrongUnit, wrong_units
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Vec3, change
from bodyplan.text import Edit


@rule("G504", "mesh-unit-wrong", severity="warning", fix="always")
def mesh_unit_wrong(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is a thousand times too large, or too small.

    ## Why it matters
    Lengths are metres. An STL or OBJ file does not say its unit, and CAD programs export in
    millimetres: without a scale the part is larger than a house. Or the file says it (COLLADA does,
    and RViz and Gazebo follow), or is in metres, and is scaled by 0.001 nonetheless: then the part
    cannot be seen. It is judged by what does not depend on the unit of the mesh: the other shapes of
    its link, how far its mass lies from its centre, how long the robot is. Only meshes from 5 m
    on, and up to 5 mm, are judged, and only a factor of a thousand is looked for. A small one that
    would then be larger than what is around it is left: it marks a place, such as a finger tip.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl"/>, where the arm is 300 long

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>

    ## Fix safety
    Writing the scale, at each place where the file has the same one, is unsafe: it may be the other
    shapes or the inertial that are in another unit.
    """
    for found in wrong_units(ctx):
        use = found.file.uses[0]
        size = " x ".join(f"{edge:.3g}" for edge in found.facts.size)
        what = "too large" if found.factor == MILLIMETRES else "too small"
        hint = "the file seems to be in millimetres"
        if found.factor != MILLIMETRES:
            hint = "it seems to be scaled to metres twice"
        yield ctx.report(
            use.value,
            f"{ctx.describe(use.value)}: {found.file.called} measures {size} m, but {found.reason}"
            f"{found.file.times}",
            field="scale" if ctx.written(use.value, "scale") else "uri",
            hint=f"{hint}; it is {what} by a factor of 1000",
            fix=_scaled(ctx, found),
        )


def _scaled(ctx: Context, found: WrongUnit) -> FixMaker:
    """A fix that writes the right scale wherever the file has the wrong one."""
    x, y, z = (float(f"{factor * found.factor:.12g}") for factor in found.file.uses[0].value.scale)
    scale: Vec3 = (x, y, z)
    is_plain = scale == (1.0, 1.0, 1.0)

    def edits() -> Iterator[Edit]:
        for use in found.file.uses:
            if is_plain:
                yield from change.unset(ctx.document, ctx.source(use.value), "scale")
            else:
                yield from change.set_fields(ctx.document, ctx.source(use.value), scale=scale)

    title = "Take the scale out" if is_plain else f"Scale it by {numbers(scale)}"
    return ctx.fix(title, "unsafe", edits)
