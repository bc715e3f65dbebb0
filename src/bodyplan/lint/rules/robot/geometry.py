"""Shapes and scales of meshes: G102, G103, G106, G108, G109 and G202 to G205, in URDF and SDFormat."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from math import isnan
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.core import length, numbers, plural
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.bounds import Bounds
from bodyplan.geometry.link_shapes import bounds_of_parts
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.lint.rules.robot.link_masses import link_shapes
from bodyplan.model.transform import Vec3
from bodyplan.spec import Element, Raw, spec_of
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node


@rule("G102", "geometry-empty", severity="error", fix="always")
def geometry_empty(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The geometry of a visual or collision has no shape.

    An error in URDF, a warning in SDFormat.

    ## Why it matters
    urdfdom drops the rest of the link: after an empty visual, the later visuals and every collision
    of the link. Other parsers skip the visual or collision, or stop with an error. libsdformat
    silently accepts it, and the link has nothing to display and nothing to collide with.

    ## Example
        <collision><geometry/></collision>

    ## Use instead
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    In SDFormat, use `<empty/>` where no shape is intended.

    ## Fix safety
    In SDFormat, writing `<empty/>` is safe: it is what libsdformat assumes. In URDF, removing the
    visual or collision is unsafe: its shape may have been forgotten.
    """
    if ctx.is_broken_off:  # the shape may be in the part that was not read
        return
    for part in parts.geometries:
        if part.shape is not None:
            continue
        written = ctx.source(part)
        geometry = written.geometry
        node = ctx.document.node(geometry)
        # reported as X104, G104 or X110
        if node is None or len(node) or has_macro(node.text or ""):
            continue
        severity, hint = (
            None,
            f"add a shape, or remove the {written.TAG}; urdfdom drops the rest of the link",
        )
        fix = ctx.fix_remove(f"Remove the empty {written.TAG}", "unsafe", written)
        for field in spec_of(type(geometry)).fields:
            if field.name == "empty":
                severity, hint = Severity.WARNING, "add a shape, or <empty/> if none is intended"
                (empty,) = field.elements
                fix = ctx.fix_insert("Write <empty/>", "safe", geometry, empty(), field.name)
        message = f"{ctx.describe(part)}: <geometry> has no shape"
        yield ctx.report(geometry, message, severity=severity, hint=hint, fix=fix)


@rule("G103", "multiple-shapes", severity="warning", fix="always")
def multiple_shapes(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The geometry of a visual or collision has more than one shape.

    ## Why it matters
    A geometry is one shape, and parsers disagree about which one. urdfdom uses the first in the
    file and silently ignores the others; other URDF parsers use the last, or the first of the type
    they look for. libsdformat uses the first that it finds of box, capsule, cone, cylinder,
    ellipsoid, plane, sphere, mesh, heightmap, polyline, in this order. What one program displays is
    not what another one collides with.

    ## Example
        <geometry>
          <box size="1 1 0.1"/>
          <cylinder radius="0.1" length="0.4"/>
        </geometry>

    ## Use instead
    One visual, or one collision, for each shape.

    ## Fix safety
    Removing an exact copy of the shape that is used is safe; removing another shape is unsafe: it
    may be the intended one.
    """
    if not ctx.once(_has_several):
        return
    for part in parts.geometries:
        written = ctx.source(part)
        node = ctx.document.node(written.geometry)
        if node is None or len(node) < 2:
            continue
        for shape in (shapes := _shapes(node, written.geometry))[1:]:
            which = "duplicate " if shape.tag == shapes[0].tag else ""
            yield ctx.report(
                shape,
                f"{ctx.describe(part)}: {which}<{shape.tag}> is ignored, <geometry> already "
                f"has <{shapes[0].tag}>",
                hint=f"write one <{written.TAG}> for each shape",
                fix=ctx.fix_remove(
                    f"Remove the {which}<{shape.tag}>",
                    "safe" if shape == shapes[0] else "unsafe",
                    shape,
                ),
            )


def _has_several(ctx: Context) -> bool:
    root = ctx.document.tree.root
    return root is not None and any(len(node) > 1 for node in root.iter("geometry"))


def _shapes(node: Node, geometry: Element) -> list[Raw]:
    """Return the shape that the parser uses, then the shapes that it ignores.

    If the format declares one field for all shapes, the parser uses the first shape in the file. If
    each shape has its own field, the parser uses the first shape in the order of the fields; other
    rules report duplicates in such a field.
    """
    fields = spec_of(type(geometry)).fields
    order = {tag: index for index, field in enumerate(fields) for tag in field.tags}
    shapes = sorted(
        (Raw(child) for child in node if child.tag in order), key=lambda raw: order[raw.tag]
    )
    if len(set(order.values())) == 1:
        return shapes
    return list({raw.tag: raw for raw in reversed(shapes)}.values())[::-1]


@rule("G106", "duplicate-shape", severity="info", fix="always")
def duplicate_shape(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link has two identical shapes at the same pose.

    ## Why it matters
    Two identical visuals flicker where they overlap; two identical collisions take twice the time
    and report every contact twice. The second one is usually a copied block whose numbers were
    never changed, so another part of the robot is missing.

    ## Example
        <collision><geometry><sphere radius="0.1"/></geometry></collision>
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    ## Use instead
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    ## Fix safety
    Removing the second one is unsafe: its author may have forgotten to change its numbers.
    """
    for members in (link.visuals, link.collisions):
        seen: dict[tuple[model.Transform, model.Shape], model.Geometry] = {}
        for part in members if len(members) > 1 else ():
            shape = part.shape
            if shape is None or isinstance(shape, model.OtherShape) or isnan(sum(part.origin.p)):
                continue
            if shape != shape:  # noqa: PLR0124  (with nan; all of these have one hash)
                continue
            first = seen.setdefault((part.origin, shape), part)
            if first is not part and ctx.reads(first) and ctx.reads(part):
                tag = ctx.source(part).TAG
                yield ctx.report(
                    part,
                    f"{ctx.describe(part)} duplicates the shape and pose of another {tag}",
                    hint=partial(_first_line, ctx, first),
                    fix=ctx.fix_remove(f"Remove the duplicate {tag}", "unsafe", part),
                )


def _first_line(ctx: Context, first: model.Geometry) -> str:
    return f"remove it, or correct its numbers; the first one is on line {ctx.line(first)}"


@rule("G108", "collision-missing", severity="hint")
def collision_missing(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link with mass has visual but no collision geometry.

    ## Why it matters
    Planners and simulators move the link through the table and through other links of the robot.
    Small parts are often left out on purpose; a whole link was usually forgotten. A robot is only
    checked if at least two thirds of its links with mass and a visual have a collision; one
    diagnostic lists the links without a collision. Static models of SDFormat are not checked.

    ## Example
        <link name="forearm"><inertial>...</inertial><visual>...</visual></link>

    ## Use instead
        <link name="forearm"><inertial>...</inertial><visual>...</visual>
          <collision>...</collision></link>
    """
    solid = [
        link
        for link in parts.links
        if link.visuals and link.inertial is not None and link.inertial.mass > 0.0
        if id(link) not in parts.static
    ]
    bare = [link for link in solid if not link.collisions]
    if bare and len(bare) * 3 <= len(solid) and not ctx.is_broken_off:
        names = listed([link.name for link in bare], 5)
        yield ctx.report(
            bare[0],
            f"link {names} has mass and a visual, but no collision"
            if len(bare) == 1
            else f"{len(bare)} of {len(solid)} links with mass and a visual have no collision: "
            + names,
            field="name",
        )


_MARKER = 0.02  # [m]


@rule("G109", "collision-away-from-visual", severity="warning")
def collision_away_from_visual(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """The collision geometry of a link does not overlap its visual geometry.

    The check compares the box around the visuals of a link with the box around its collisions,
    along the axes of the link. It reports a gap of more than a tenth of the larger diagonal plus
    one centimetre; a gap of up to one diagonal is reported as information, because some robots add
    the motor of the next joint to the collision geometry on purpose. Links with meshes are checked
    with `--meshes`.

    ## Why it matters
    The part that you see passes through the table, while the planner avoids empty space. Usually an
    `<origin>` was changed in one of the two but not in the other, or lost a minus sign. Links
    smaller than 2 cm are not checked: such small shapes only mark a location.

    ## Example
        <visual><origin xyz="0 0 0.1"/> ... </visual>
        <collision><origin xyz="0 0 -0.1"/> ... </collision>

    ## Use instead
        <visual><origin xyz="0 0 0.1"/> ... </visual>
        <collision><origin xyz="0 0 0.1"/> ... </collision>
    """
    shapes = link_shapes(ctx).get(id(link))
    if shapes is None or not shapes.visuals or not shapes.collisions:
        return
    seen, felt = bounds_of_parts(shapes.visuals), bounds_of_parts(shapes.collisions)
    if seen.low == felt.low and seen.high == felt.high:
        return
    gap, diagonal = seen.gap(felt), max(seen.diagonal, felt.diagonal)
    if diagonal < _MARKER:
        return
    if gap > 0.1 * diagonal + 0.01:
        yield ctx.report(
            link.collisions[0],
            f"link {link.name!r}: collision geometry is {length(gap)} away from the visual geometry "
            f"(the larger of the two is {length(diagonal)} across)",
            severity=Severity.INFO if gap <= diagonal else None,
            hint=_hint_beside(seen, felt),
        )


def _hint_beside(seen: Bounds, felt: Bounds) -> str:
    a, b, c = (f"{x:.3g}" for x in seen.centre)
    d, e, f = (f"{x:.3g}" for x in felt.centre)
    return f"compare the origins: visuals are around ({a} {b} {c}), collisions around ({d} {e} {f})"


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
    viewers correct that, others draw it black or transparent from outside; the signed distances,
    volume and inertia computed from the mesh may have the wrong sign; some importers drop the minus
    sign. Mirroring is common on real robots (one mesh for both sides), so it is reported as
    information, once for a robot or model, at the first mesh. Two minus signs do not mirror: they
    are a half turn.

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
    One of the two scales was probably forgotten, so what you see is not what the planner avoids.
    Scales that differ by a factor of up to two are not reported: collisions may be a little larger
    on purpose.

    ## Example
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl"/></geometry></collision>

    ## Use instead
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl" scale="0.001 0.001
        0.001"/></geometry></collision>

    ## Fix safety
    Where only one of the two has a scale, the fix copies it to the other. It is unsafe: this scale
    may be the wrong one.
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
