"""Meshes that are not in metres: G504."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import numbers
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.mesh_units import MILLIMETRES, WrongUnit, wrong_units
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Vec3, change
from bodyplan.text import Edit


@rule("G504", "mesh-unit-wrong", severity="warning", fix="always")
def mesh_unit_wrong(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is a thousand times too large or too small.

    ## Why it matters
    Lengths are in metres. An STL or OBJ file does not define its unit, and CAD programs export
    millimetres: without a scale the part is larger than a house. If the file defines its unit
    (COLLADA, which RViz and Gazebo apply) or is in metres, a scale of 0.001 makes the part
    invisible. The check compares the mesh with values that do not depend on its unit: the other
    shapes of its link, the inertia of the link, the length of the robot. Only meshes larger than 5
    m or smaller than 5 mm are checked, and only for a factor of a thousand. A small mesh that would
    be larger than its surroundings after the correction is not reported: it marks a location, such
    as a fingertip.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl"/>, where the arm is 300 units long

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>

    ## Fix safety
    The fix writes the correct scale at each reference to the file that has the wrong scale. It is
    unsafe: the other shapes or the inertial may be in another unit instead.
    """
    for found in wrong_units(ctx):
        use = found.file.uses[0]
        size = _size(found.facts.size)
        hint = "scale it by 0.001; the file seems to be in millimetres"
        if found.factor != MILLIMETRES:
            hint = "scale it by 1000; it seems to be converted to metres twice"
        yield ctx.report(
            use.value,
            f"{ctx.describe(use.value)}: {found.file.called} measures {size}, but {found.reason}"
            f"{found.file.times}",
            field="scale" if ctx.written(use.value, "scale") else "uri",
            hint=hint,
            fix=_scaled(ctx, found),
        )


def _size(edges: Vec3) -> str:
    """Return the edges of a box with their unit: "0.3 x 0.1 x 0.1 m"."""
    unit, factor = ("mm", 1000.0) if max(edges) < 0.01 else ("m", 1.0)
    return f"{' x '.join(f'{factor * edge:.3g}' for edge in edges)} {unit}"


def _scaled(ctx: Context, found: WrongUnit) -> FixMaker:
    """Return a fix that writes the correct scale at each reference with the wrong scale."""
    x, y, z = (float(f"{factor * found.factor:.12g}") for factor in found.file.uses[0].value.scale)
    scale: Vec3 = (x, y, z)
    is_plain = scale == (1.0, 1.0, 1.0)

    def edits() -> Iterator[Edit]:
        for use in found.file.uses:
            if is_plain:
                yield from change.unset(ctx.document, ctx.source(use.value), "scale")
            else:
                yield from change.set_fields(ctx.document, ctx.source(use.value), scale=scale)

    title = "Remove the scale" if is_plain else f"Set the scale to {numbers(scale)}"
    return ctx.fix(title, "unsafe", edits)
