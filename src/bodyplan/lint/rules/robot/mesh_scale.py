"""Scales of meshes: G202 to G205, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from bodyplan import model
from bodyplan.core import numbers, plural
from bodyplan.diag import Diagnostic
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.model.transform import Vec3


def _meshes(parts: model.Parts) -> list[model.Mesh]:
    return [part.shape for part in parts.geometries if isinstance(part.shape, model.Mesh)]


@rule("G202", "mesh-scale-zero", severity="warning")
def mesh_scale_zero(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is scaled by 0 along an axis.

    ## Why it matters
    The mesh is flattened to a plane, a line or a point. Its normals are undefined, its volume is
    zero, and collision libraries fail on its triangles. urdfdom and libsdformat accept it silently.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>
    """
    for mesh in _meshes(parts):
        if 0.0 in mesh.scale:
            message = f"{ctx.describe(mesh)}: scale {numbers(mesh.scale)} flattens the mesh"
            yield ctx.report(mesh, message, field="scale")


@rule("G203", "mesh-mirrored", severity="info")
def mesh_mirrored(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """Meshes are mirrored by a negative scale.

    ## Why it matters
    One or three minus signs turn the mesh inside out: the winding of its triangles flips. Some
    viewers correct that, others draw it black or transparent from outside; convex hulls, signed
    distances and inertia computed from the mesh may have the wrong sign; some importers drop the
    minus sign. Mirroring is common on real robots (one mesh for both sides), so this is
    information, reported once for a robot or model, at the first mesh. Two minus signs do not
    mirror: they are a half turn.

    ## Example
        <mesh filename="package://robot/meshes/left_arm.stl" scale="1 -1 1"/>

    ## Use instead
        <mesh filename="package://robot/meshes/right_arm.stl"/>
    """
    found = [
        mesh
        for mesh in _meshes(parts)
        if sum(factor < 0.0 for factor in mesh.scale) % 2 and 0.0 not in mesh.scale
    ]
    if found:
        others = f" (and {plural(len(found) - 1, 'more mesh', 'more meshes')})" if found[1:] else ""
        yield ctx.report(
            found[0],
            f"{ctx.describe(found[0])}: scale {numbers(found[0].scale)} mirrors the mesh{others}",
            field="scale",
            hint="use a mesh file that is already mirrored; a negative scale flips the winding of the triangles",
        )


@rule("G204", "mesh-scales-differ", severity="warning", fix="sometimes")
def mesh_scales_differ(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link uses one mesh file at different scales for visual and collision.

    ## Why it matters
    The same file has scales for the visual and for the collision that differ too much: one of them
    was forgotten. What you see is not what the planner avoids. A factor of up to two is not
    reported: collisions may be a little larger on purpose.

    ## Example
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl"/></geometry></collision>

    ## Use instead
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></collision>

    ## Fix safety
    Where only one of the two has a scale, the fix copies it to the other. It is unsafe: the scale
    that is written may be the mistake.
    """
    if not link.visuals or not link.collisions:
        return
    seen: dict[tuple[str, str], list[model.Mesh]] = defaultdict(list)
    for visual in link.visuals:
        if isinstance(mesh := visual.shape, model.Mesh):
            seen[mesh.uri, mesh.part].append(mesh)
    for collision in link.collisions:
        mesh = collision.shape
        if not isinstance(mesh, model.Mesh) or not mesh.uri:
            continue
        visuals = seen.get((mesh.uri, mesh.part), [])
        if not visuals or any(_are_similar(mesh.scale, other.scale) for other in visuals[:9]):
            continue
        other = visuals[0]
        if not (ctx.reads(mesh) and ctx.reads(other)):
            continue
        fix: FixMaker | None = None
        target, source = mesh, other
        if ctx.written(mesh, "scale") and not ctx.written(other, "scale"):
            target, source = other, mesh
        if ctx.written(source, "scale") and not ctx.written(target, "scale"):
            title = f"Set the scale to {numbers(source.scale)}"
            fix = ctx.fix_set(title, "unsafe", target, scale=source.scale)
        name = mesh.uri.replace("\\", "/").rpartition("/")[2]
        yield ctx.report(
            mesh,
            f"{ctx.describe(mesh)}: {name!r} is scaled by {numbers(mesh.scale)}, but by "
            f"{numbers(other.scale)} in the visual",
            field="scale",
            hint=partial(_other_line, ctx, other),
            fix=fix,
        )


def _other_line(ctx: Context, other: model.Mesh) -> str:
    return f"use one scale for both; the mesh of the visual is on line {ctx.line(other)}"


def _are_similar(one: Vec3, other: Vec3) -> bool:
    return all(
        a == b or (a * b > 0.0 and 0.5 <= a / b <= 2.0) for a, b in zip(one, other, strict=True)
    )


@rule("G205", "mesh-scale-huge", severity="warning", fix="sometimes")
def mesh_scale_huge(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is scaled up by a factor of 100 or more.

    ## Why it matters
    A scale converts the unit of the mesh file to metres: 0.001 for millimetres, 0.0254 for inches.
    No usual unit is a hundred metres long; a scale of 1000 is the inverse of the intended factor,
    and makes a part of the robot as large as a town. Static models of SDFormat, which may be a
    town, are not checked.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl" scale="1000 1000 1000"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>

    ## Fix safety
    Replacing 1000 by 0.001 is unsafe: the mesh may be in kilometres. There is a fix for powers of
    ten only.
    """
    for link in parts.links:
        if id(link) in parts.static:
            continue
        for part in (*link.visuals, *link.collisions):
            mesh = part.shape
            if not isinstance(mesh, model.Mesh):
                continue
            if not any(100.0 <= abs(factor) < math.inf for factor in mesh.scale):
                continue
            fix: FixMaker | None = None
            if all(abs(factor) in (100.0, 1000.0, 1000000.0) for factor in mesh.scale):
                x, y, z = mesh.scale
                inverse = (1.0 / x, 1.0 / y, 1.0 / z)
                title = f"Set the scale to {numbers(inverse)}"
                fix = ctx.fix_set(title, "unsafe", mesh, scale=inverse)
            yield ctx.report(
                mesh,
                f"{ctx.describe(mesh)}: scale {numbers(mesh.scale)} enlarges the mesh at least "
                "100 times",
                field="scale",
                hint="use 0.001 for a mesh in millimetres, 0.0254 for inches",
                fix=fix,
            )
