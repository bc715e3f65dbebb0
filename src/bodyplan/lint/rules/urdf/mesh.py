"""Checks of meshes that do not open the file: G2xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
from bodyplan.spec.faults import has_macro

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
