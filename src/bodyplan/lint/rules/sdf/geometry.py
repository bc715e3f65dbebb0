"""Shapes: D361 to D369."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic
from bodyplan.formats import sdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.lint.sdf import called
from bodyplan.spec import Element

_SHAPES = (
    *("box", "capsule", "cone", "cylinder", "ellipsoid", "plane", "sphere", "mesh"),
    *("heightmap", "polylines", "image", "empty"),
)
"""The fields of a geometry, in the order in which readers look."""


def _in_model(ctx: Context, geometry: sdf.Geometry) -> bool:
    return isinstance(ctx.owner(geometry), sdf.Visual | sdf.Collision)


@rule("D361", "sdf-shape-again", severity="warning", fix="always")
def shape_again(geometry: sdf.Geometry, ctx: Context) -> Iterator[Diagnostic]:
    """A geometry has more than one shape.

    ## Why it matters
    Readers take one and say nothing. It is not the first of the file: they look for a box, capsule,
    cone, cylinder, ellipsoid, plane, sphere, mesh, height map, polyline, in this order.

    ## Example
        <geometry><sphere>...</sphere><box>...</box></geometry>

    ## Use instead
        <geometry><box>...</box></geometry>

    ## Fix safety
    Removing what readers do not look at is unsafe: it may be what was meant.
    """
    present = [field for field in _SHAPES if getattr(geometry, field)]
    if len(present) < 2:
        return
    for field in present[1:]:
        content = getattr(geometry, field)
        shape: Element = content[0] if isinstance(content, tuple) else content
        message = f"{called(ctx, geometry)}: readers take the {present[0]}, not the {shape.TAG}"
        fix = ctx.fix_remove(f"Remove the {shape.TAG}", "unsafe", shape)
        yield ctx.report(shape, message, hint="one geometry is one shape", fix=fix)


@rule("D362", "sdf-geometry-empty", severity="warning", fix="always")
def geometry_empty(geometry: sdf.Geometry, ctx: Context) -> Iterator[Diagnostic]:
    """A visual or collision has a geometry without a shape.

    ## Why it matters
    Nothing is seen, nothing is touched, and no reader says so. If that is meant, `<empty/>` tells
    it.

    ## Example
        <collision name="c"><geometry/></collision>

    ## Use instead
        <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>

    ## Fix safety
    Writing `<empty/>` is safe: it is what readers take.
    """
    if ctx.is_broken_off:
        return  # the rest may be missing only here
    if any(getattr(geometry, field) for field in _SHAPES) or not _in_model(ctx, geometry):
        return
    if geometry.extra and geometry.extra.elements:
        return  # an unknown shape is told as such
    message = f"{called(ctx, geometry)} has a geometry without a shape"
    fix = ctx.fix_insert("Write <empty/>", "safe", geometry, sdf.EmptyShape(), "empty")
    yield ctx.report(geometry, message, fix=fix)


@rule("D364", "sdf-mesh-scale-zero", severity="warning")
def mesh_scale_zero(mesh: sdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is scaled to nothing along an axis.

    ## Why it matters
    It becomes flat, or a point: it has no inside, no volume, and no side to touch.

    ## Example
        <mesh><uri>model://arm/base.dae</uri><scale>1 1 0</scale></mesh>

    ## Use instead
        <mesh><uri>model://arm/base.dae</uri><scale>1 1 1</scale></mesh>
    """
    if 0.0 in mesh.scale:
        yield ctx.report(mesh, f"{called(ctx, mesh)}: a scale of the mesh is 0", field="scale")


@rule("D365", "sdf-mesh-mirrored", severity="info")
def mesh_mirrored(mesh: sdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is mirrored by a negative scale.

    ## Why it matters
    It is a common way to make a left part of a right one. But the order of the corners of its
    faces turns round with it, so that some renderers show it from inside and some engines take
    its normals the wrong way.

    ## Example
        <scale>1 -1 1</scale>

    ## Use instead
    A mesh file that is mirrored already.
    """
    if sum(part < 0.0 for part in mesh.scale) % 2:
        yield ctx.report(mesh, f"{called(ctx, mesh)}: the mesh is mirrored", field="scale")


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
        yield ctx.report(plane, f"{called(ctx, plane)}: the plane has no direction", field="normal")


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
        message = f"{called(ctx, polyline)}: an outline of {count} corners encloses nothing"
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
        yield ctx.report(heightmap, f"{called(ctx, heightmap)}: {wanted}, not {blends}")


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
        message = f"{called(ctx, geometry)}: today's readers take an image for no shape"
        yield ctx.report(geometry.image, message)
