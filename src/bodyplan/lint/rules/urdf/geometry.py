"""Shapes, references to meshes, and origins: G1xx, G2xx and G3xx."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity, near
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.model.transform import NO_ROTATION, Transform
from bodyplan.spec import Element, Raw
from bodyplan.spec.faults import has_macro
from bodyplan.text import Edit

SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")

_FOREIGN = {
    "plane": "use a thin box; only Bullet and Tesseract support <plane>",
    "ellipsoid": "use a mesh, or a similar sphere or capsule; URDF has no ellipsoid",
    "cone": "use a mesh; URDF has no cone",
    "convex_mesh": "use <mesh>; only Tesseract supports <convex_mesh>",
    "sdf_mesh": "use <mesh>; only Tesseract supports <sdf_mesh>",
    "octree": "use a mesh; only Tesseract supports <octree>",
    "octomap": "use a mesh; only Tesseract supports <octomap>",
    "point_cloud": "use a mesh; only Tesseract supports <point_cloud>",
    "heightmap": "use a mesh; only SDFormat has height maps",
}


@rule("G104", "shape-unknown", severity="error", fix="sometimes")
def shape_unknown(geometry: urdf.Geometry, ctx: Context) -> Iterator[Diagnostic]:
    """A geometry has a shape that URDF does not define.

    ## Why it matters
    URDF has box, cylinder, sphere, mesh, and from 1.1 on capsule; names are case-sensitive. At any
    other shape urdfdom skips the rest of the link: an unknown shape in a visual removes the later
    visuals and all collisions. An unknown element after a known shape is only ignored, and reported
    as information.

    ## Example
        <geometry><ellipsoid radii="0.1 0.1 0.2"/></geometry>

    ## Use instead
        <geometry><mesh filename="package://robot/meshes/egg.stl"/></geometry>

    ## Fix safety
    Correcting the case is safe; renaming to the most similar shape is unsafe.
    """
    unknown = [raw for raw in geometry.extra.elements if not raw.tag.startswith("xacro:")]
    if not unknown:
        return
    node = ctx.document.node(geometry)
    first = node[0].tag if node is not None and len(node) else ""
    for raw in unknown:
        is_first = raw is unknown[0] and raw.tag == first
        effect = (
            "urdfdom skips the rest of the link"
            if is_first
            else "urdfdom uses only the first shape"
        )
        yield ctx.report(
            raw,
            f"{ctx.describe(geometry)}: unknown shape <{raw.tag}>; {effect}",
            severity=Severity.ERROR if is_first else Severity.INFO,
            hint=_meant(raw),
            fix=_rename(raw, ctx) if len(unknown) == 1 and geometry.shape is None else None,
        )


def _meant(raw: Raw) -> str:
    tag = raw.tag.rpartition(":")[2]
    if tag in _FOREIGN:
        return _FOREIGN[tag]
    if tag in SHAPES:
        return f"write <{tag}>; only programs that support the prefix read it"
    nearest = next(iter(near(tag, SHAPES, limit=1)), None)
    return f"did you mean <{nearest}>?" if nearest else f"use one of {', '.join(SHAPES)}"


def _rename(raw: Raw, ctx: Context) -> FixMaker | None:
    nearest = next(iter(near(raw.tag, SHAPES, limit=1)), None)
    if nearest is None or raw.tag in _FOREIGN:
        return None

    def edits() -> Iterator[Edit]:
        start, _, close, end = ctx.document.layout.span(raw.node)
        yield Edit(start + 1, start + 1 + len(raw.tag), nearest)
        if close != end:
            yield Edit(close + 2, close + 2 + len(raw.tag), nearest)

    is_case = raw.tag.lower() == nearest
    return ctx.fix(f"Rename to <{nearest}>", "safe" if is_case else "unsafe", edits)


@rule("G107", "shape-name-repeated", severity="info")
def shape_name_repeated(robot: urdf.Robot, ctx: Context) -> Iterator[Diagnostic]:
    """Several visuals, or several collisions, of a robot share a name.

    ## Why it matters
    URDF allows it, but other programs identify shapes by name: MuJoCo warns, a collision filter by
    name matches both, and SDFormat requires unique names in a link.

    ## Example
        <collision name="shell">...</collision>
        <collision name="shell">...</collision>

    ## Use instead
        <collision name="shell_left">...</collision>
        <collision name="shell_right">...</collision>
    """
    for kind in ("visuals", "collisions"):
        users: dict[str, list[tuple[urdf.Link, Any]]] = defaultdict(list)
        for link in robot.links:
            for body in getattr(link, kind):
                if body.name:
                    users[body.name].append((link, body))
        for name, found in users.items():
            if len(found) > 1:
                places = list(dict.fromkeys(link.name for link, _ in found))
                where = f"in link{'s' if len(places) > 1 else ''} {listed(places, 3)}"
                yield ctx.report(
                    found[1][1],
                    f"{len(found)} {kind} have the name {name!r}, {where}",
                    field="name",
                    hint=partial(_first_line, ctx, found[0][1]),
                )


def _first_line(ctx: Context, first: Element) -> str:
    return f"rename them; the first is on line {ctx.line(first)}"


FORMATS = ("stl", "dae", "obj")
_GLTF = ("gltf", "glb")
_RARE = ("ply", "fbx", "3ds", "off", "msh", "vtk", "usd", "usda", "usdc", "usdz")


@rule("G201", "mesh-filename-empty", severity="error")
def mesh_filename_empty(mesh: urdf.Mesh, ctx: Context) -> Iterator[Diagnostic]:
    """The file name of a mesh is empty.

    ## Why it matters
    urdfdom accepts the empty name. Viewers show nothing, and physics engines stop with an error about
    a file without a name.

    ## Example
        <mesh filename=""/>

    ## Use instead
        <mesh filename="package://my_robot_description/meshes/arm.stl"/>
    """
    if not mesh.filename.strip() and ctx.written(mesh, "filename"):
        yield ctx.report(mesh, f"{ctx.describe(mesh)}: empty mesh file name", field="filename")


@rule("G206", "mesh-format-unusual", severity="info", skip=("sdf",))
def mesh_format_unusual(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh has a file format that few programs load.

    ## Why it matters
    URDF does not define mesh formats. In practice, programs load STL, COLLADA (.dae) and Wavefront
    (.obj), by the file extension. Some programs load other formats; none loads CAD files. There is
    one diagnostic for each extension.

    ## Example
        <mesh filename="package://robot/meshes/arm.step"/>

    ## Use instead
        <mesh filename="package://robot/meshes/arm.stl"/>
    """
    found: dict[str, list[model.Mesh]] = {}
    for part in parts.geometries:
        if isinstance(shape := part.shape, model.Mesh):
            name = shape.uri.strip()
            ending = _ending(name)
            if ending not in FORMATS and name and not has_macro(name):
                found.setdefault(ending, []).append(shape)
    for ending, meshes in found.items():
        more = f" (and {len(meshes) - 1} more)" if len(meshes) > 1 else ""
        name = meshes[0].uri.replace("\\", "/").rpartition("/")[2]
        what = f"a .{ending} file" if ending else "a file without extension"
        who = "few programs load it" if ending in _RARE else "URDF programs do not load it"
        if ending in _GLTF:
            who = "RViz and Gazebo load it, MuJoCo and PyBullet do not"
        yield ctx.report(
            meshes[0],
            f"{ctx.describe(meshes[0])}: mesh {name!r}{more} is {what}; {who}",
            field="uri",
            hint="export the mesh as .stl, .dae or .obj",
        )


def _ending(address: str) -> str:
    """Return the file extension in lower case, without its point."""
    if address.startswith(("http://", "https://")):
        address = address.partition("?")[0].partition("#")[0]
    name = address.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""


@rule("G301", "rotation-twice", severity="error", fix="always", when="quat_xyzw")
def rotation_twice(pose: urdf.Pose, ctx: Context) -> Iterator[Diagnostic]:
    """An origin has both a quaternion and roll, pitch and yaw.

    ## Why it matters
    From version 1.1 on, urdfdom rejects a joint with both, and skips the rest of a link with both,
    even if they agree. Parsers that do not support quaternions silently use the angles. (In version
    1.0 the quaternion is ignored: see U003.)

    ## Example
        <origin xyz="0 0 1" rpy="0 0 0" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Use instead
        <origin xyz="0 0 1" quat_xyzw="0 0 0.7071068 0.7071068"/>

    ## Fix safety
    If both are the same rotation within a millionth of a radian, removing the quaternion is safe:
    every parser supports the angles. Otherwise the fix removes the angles, or the quaternion if it
    is the identity, and is unsafe.
    """
    quat = pose.quat_xyzw
    if quat is None or not ctx.written(pose, "rpy"):
        return
    turned = Transform.from_quat_xyzw(quat)
    apart = Transform.from_rpy(pose.rpy).angle_to(turned)
    safety: Literal["safe", "unsafe"] = "safe" if apart <= 1e-6 else "unsafe"
    is_identity = turned.R == NO_ROTATION
    loser = "quat_xyzw" if apart <= 1e-6 or is_identity else "rpy"
    effect = (
        "both are the same rotation"
        if apart <= 1e-6
        else f"they are {math.degrees(apart):.3g} degrees apart"
    )
    is_sensor = isinstance(ctx.owner(pose), urdf.Sensor)
    yield ctx.report(
        pose,
        f"{ctx.describe(pose)}: origin has both rpy and quat_xyzw; {effect}",
        field="quat_xyzw",
        part="name",
        severity=Severity.WARNING if is_sensor else None,
        hint="keep one; urdfdom rejects both together",
        fix=ctx.fix_unset(f"Remove {loser}", safety, pose, loser),
    )
