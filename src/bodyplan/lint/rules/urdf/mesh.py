"""What can be said about meshes without opening them: G2xx."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.rule import rule
from bodyplan.lint.shapes import bodies, called, joined
from bodyplan.spec import Vec3
from bodyplan.spec.faults import has_macro

FORMATS = ("stl", "dae", "obj")
_RARE = ("ply", "gltf", "glb", "fbx", "3ds", "off", "msh", "vtk", "usd", "usda", "usdc", "usdz")


@rule("G201", "mesh-filename-empty", severity="error")
def mesh_filename_empty(mesh: urdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """The file name of a mesh is empty.

    ## Why it matters
    There is nothing to load. The reference reader hands the empty name on; viewers show nothing,
    physics engines stop with an error about a file that has no name.

    ## Example
        <mesh filename=""/>

    ## Use instead
        <mesh filename="package://my_robot_description/meshes/arm.stl"/>
    """
    if not mesh.filename.strip() and ctx.written(mesh, "filename"):
        yield ctx.report(
            mesh, f"{called(ctx, mesh)}: the mesh has an empty file name", field="filename"
        )


@rule("G202", "mesh-scale-zero", severity="warning")
def mesh_scale_zero(mesh: urdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """A scale of a mesh is zero.

    ## Why it matters
    The mesh is flattened to a sheet, a line or a point. Its normals are undefined, its volume is
    zero, and collision libraries fail on its triangles. The reference reader does not look.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>
    """
    if 0.0 in mesh.scale:
        yield ctx.report(
            mesh,
            f"{called(ctx, mesh)}: scale {joined(mesh.scale)} flattens the mesh",
            field="scale",
        )


@rule("G203", "mesh-mirrored", severity="info")
def mesh_mirrored(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Meshes are mirrored by a negative scale.

    ## Why it matters
    One or three minus signs turn the mesh inside out: the winding of its triangles flips. Some
    viewers mend that, others draw it black or transparent from outside; convex hulls, signed
    distances and inertia from the mesh may come out with the wrong sign; some importers drop the
    sign. It is common on real robots (one mesh for both sides), so this is an info, once for a
    robot, at the first place. Two minus signs are no mirror but a half turn.

    ## Example
        <mesh filename="package://robot/meshes/left_arm.stl" scale="1 -1 1"/>

    ## Use instead
        <mesh filename="package://robot/meshes/right_arm.stl"/>
    """
    found = [
        shape
        for body in bodies(robot)
        if isinstance(shape := body.geometry.shape, urdf.Mesh)
        and sum(factor < 0.0 for factor in shape.scale) % 2
        and 0.0 not in shape.scale
    ]
    if found:
        others = f", and {len(found) - 1} more in this robot" if len(found) > 1 else ""
        yield ctx.report(
            found[0],
            f"{called(ctx, found[0])}: scale {joined(found[0].scale)} mirrors the mesh{others}",
            field="scale",
            hint="the winding of the triangles flips; a mirrored mesh file is read alike everywhere",
        )


@rule("G204", "mesh-scales-differ", severity="warning", fix="sometimes")
def mesh_scales_differ(link: urdf.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link shows a mesh in one size and collides with it in another.

    ## Why it matters
    The same file is scaled for the visual and for the collision by factors that do not fit: one
    of them was forgotten. What you see is not what the planner avoids. Up to a factor of two is
    not reported, for collisions may be a little wider on purpose.

    ## Example
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl"/></geometry></collision>

    ## Use instead
        <visual><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></visual>
        <collision><geometry><mesh filename="arm.stl" scale="0.001 0.001 0.001"/></geometry></collision>

    ## Fix safety
    Where only one of the two has a scale, writing it at the other too is unsafe: the scale that
    is there may be the mistake.
    """
    if not link.visuals or not link.collisions:
        return
    seen: dict[str, list[urdf.Mesh]] = defaultdict(list)
    for visual in link.visuals:
        shape = visual.geometry.shape
        if isinstance(shape, urdf.Mesh):
            seen[shape.filename].append(shape)
    for collision in link.collisions:
        mesh = collision.geometry.shape
        if not isinstance(mesh, urdf.Mesh) or not mesh.filename:
            continue
        visuals = seen.get(mesh.filename, [])
        if not visuals or any(_fit(mesh.scale, other.scale) for other in visuals[:9]):
            continue
        other = visuals[0]
        if not (_is_readable(mesh, ctx) and _is_readable(other, ctx)):
            continue
        fix: FixMaker | None = None
        target, source = mesh, other
        if ctx.written(mesh, "scale") and not ctx.written(other, "scale"):
            target, source = other, mesh
        if ctx.written(source, "scale") and not ctx.written(target, "scale"):
            text = joined(source.scale)
            fix = ctx.fix_set(f'Write scale="{text}"', "unsafe", target, scale=source.scale)
        name = mesh.filename.replace("\\", "/").rpartition("/")[2]
        yield ctx.report(
            mesh,
            f"{called(ctx, mesh)}: {name!r} is scaled by {joined(mesh.scale)}, but by "
            f"{joined(other.scale)} in the visual",
            field="scale",
            hint=partial(_other_line, ctx, other),
            fix=fix,
        )


def _other_line(ctx: Context, other: urdf.Mesh) -> str:
    return f"the visual's mesh stands in line {ctx.line(other)}"


def _fit(one: Vec3, other: Vec3) -> bool:
    return all(
        a == b or (a * b > 0.0 and 0.5 <= a / b <= 2.0) for a, b in zip(one, other, strict=True)
    )


def _is_readable(mesh: urdf.Mesh, ctx: Context) -> bool:
    """Whether the scale is what the file says, and not what stands in for a faulty text."""
    node = ctx.document.node(mesh)
    text = node.get("scale") if node is not None else None
    return text is None or mesh.scale != (1.0, 1.0, 1.0) or _are_ones(text)


def _are_ones(text: str) -> bool:
    try:
        return [float(part) for part in text.split()] == [1.0, 1.0, 1.0]
    except ValueError:
        return False


@rule("G205", "mesh-scale-huge", severity="warning", fix="sometimes")
def mesh_scale_huge(mesh: urdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is enlarged a hundredfold or more.

    ## Why it matters
    A scale turns the unit of the mesh file into metres: 0.001 for millimetres, 0.0254 for inches.
    No usual unit is a hundred metres long; a scale of 1000 is the factor the wrong way round, and
    makes a part of the robot as large as a town.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl" scale="1000 1000 1000"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl" scale="0.001 0.001 0.001"/>

    ## Fix safety
    Turning 1000 into 0.001 is unsafe: the mesh may be drawn in kilometres. There is a fix for
    powers of ten alone.
    """
    if not any(100.0 <= abs(factor) < math.inf for factor in mesh.scale):
        return
    fix: FixMaker | None = None
    if all(abs(factor) in (100.0, 1000.0, 1000000.0) for factor in mesh.scale):
        x, y, z = mesh.scale
        inverse = (1.0 / x, 1.0 / y, 1.0 / z)
        fix = ctx.fix_set(f'Write scale="{joined(inverse)}"', "unsafe", mesh, scale=inverse)
    yield ctx.report(
        mesh,
        f"{called(ctx, mesh)}: scale {joined(mesh.scale)} enlarges the mesh a hundredfold or more",
        field="scale",
        hint="millimetres become metres by 0.001, inches by 0.0254",
        fix=fix,
    )


@rule("G206", "mesh-format-unusual", severity="info")
def mesh_format_unusual(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh is in a file format that few readers of URDF load.

    ## Why it matters
    The format of a URDF leaves it open what a mesh file is; in practice readers load STL, COLLADA
    (.dae) and Wavefront (.obj), and go by the ending of the name. Others load in some tools only;
    drawings of a CAD program load in none. One finding for each ending, at its first place.

    ## Example
        <mesh filename="package://robot/meshes/arm.step"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl"/>
    """
    found: dict[str, list[urdf.Mesh]] = {}
    for body in bodies(robot):
        shape = body.geometry.shape
        if isinstance(shape, urdf.Mesh):
            name = shape.filename.strip()
            ending = _ending(name)
            if ending not in FORMATS and name and not has_macro(name):
                found.setdefault(ending, []).append(shape)
    for ending, meshes in found.items():
        more = f" (and {len(meshes) - 1} more)" if len(meshes) > 1 else ""
        name = meshes[0].filename.replace("\\", "/").rpartition("/")[2]
        what = f"a .{ending} file" if ending else "a file without an ending"
        who = "few readers load it" if ending in _RARE else "readers of URDF do not load that"
        yield ctx.report(
            meshes[0],
            f"{called(ctx, meshes[0])}: mesh {name!r}{more} is {what}; {who}",
            field="filename",
            hint="readers load .stl, .dae and .obj",
        )


def _ending(address: str) -> str:
    """What stands behind the last point of the file name, in lower case."""
    if address.startswith(("http://", "https://")):
        address = address.partition("?")[0].partition("#")[0]
    name = address.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""
