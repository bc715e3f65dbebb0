"""Shapes: D366 to D369."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule


@rule("D366", "sdf-plane-without-normal", severity="warning")
def plane_without_normal(plane: sdf.Plane, ctx: Context) -> Iterator[Diagnostic]:
    """The normal of a plane is 0 0 0.

    ## Why it matters
    It says which way is up. The reference reader keeps the zeros without a word, and engines then
    divide by them.

    ## Example
        <plane><normal>0 0 0</normal></plane>

    ## Use instead
        <plane><normal>0 0 1</normal></plane>
    """
    if plane.normal == (0.0, 0.0, 0.0):
        yield ctx.report(
            plane, f"{ctx.describe(plane)}: the plane has no direction", field="normal"
        )


@rule("D367", "sdf-polyline-too-short", severity="warning")
def polyline_too_short(polyline: sdf.Polyline, ctx: Context) -> Iterator[Diagnostic]:
    """An outline has fewer than three corners.

    ## Why it matters
    It encloses nothing, so no shape can be drawn up from it; simulators drop it or fail.

    ## Example
        <polyline><point>0 0</point><point>1 0</point><height>1</height></polyline>

    ## Use instead
        <polyline>
          <point>0 0</point><point>1 0</point><point>0 1</point><height>1</height>
        </polyline>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    count = len(polyline.points)
    if count < 3:
        message = f"{ctx.describe(polyline)}: an outline of {count} corners encloses nothing"
        yield ctx.report(polyline, message)


@rule("D368", "sdf-heightmap-blends", severity="warning", when="textures")
def heightmap_blends(heightmap: sdf.Heightmap, ctx: Context) -> Iterator[Diagnostic]:
    """A height map does not have one blend fewer than textures.

    ## Why it matters
    A blend says where one texture goes over into the next, so there is one between each two.
    Renderers draw the ground without textures where the count is another.

    ## Example
        <texture>...</texture><texture>...</texture><!-- and no blend -->

    ## Use instead
        <texture>...</texture><texture>...</texture>
        <blend><min_height>2</min_height><fade_dist>5</fade_dist></blend>
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    textures, blends = len(heightmap.textures), len(heightmap.blends)
    if blends != textures - 1:
        wanted = f"{textures} textures have {textures - 1} blends"
        yield ctx.report(heightmap, f"{ctx.describe(heightmap)}: {wanted}, not {blends}")


@rule("D369", "sdf-image-shape", severity="info", when="image")
def image_shape(geometry: sdf.Geometry, ctx: Context) -> Iterator[Diagnostic]:
    """A shape is made of a picture, which the reference reader skips.

    ## Why it matters
    It is in the format, but libsdformat reads the geometry as empty; only Gazebo Classic builds
    boxes of it.

    ## Example
        <geometry><image><uri>maze.png</uri></image></geometry>

    ## Use instead
        <geometry><heightmap><uri>maze.png</uri></heightmap></geometry>

    Or a mesh.
    """
    if geometry.image is not None:
        message = f"{ctx.describe(geometry)}: today's readers take an image for no shape"
        yield ctx.report(geometry.image, message)
