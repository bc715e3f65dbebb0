"""What can be said about meshes without opening them: G2xx."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan import model
from bodyplan.diag import Diagnostic
from bodyplan.formats import urdf
from bodyplan.lint.context import Context
from bodyplan.lint.rule import rule
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
            mesh, f"{ctx.describe(mesh)}: the mesh has an empty file name", field="filename"
        )


@rule("G206", "mesh-format-unusual", severity="info", skip=("sdf",))
def mesh_format_unusual(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
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
        what = f"a .{ending} file" if ending else "a file without an ending"
        who = "few readers load it" if ending in _RARE else "readers of URDF do not load that"
        yield ctx.report(
            meshes[0],
            f"{ctx.describe(meshes[0])}: mesh {name!r}{more} is {what}; {who}",
            field="uri",
            hint="readers load .stl, .dae and .obj",
        )


def _ending(address: str) -> str:
    """What stands behind the last point of the file name, in lower case."""
    if address.startswith(("http://", "https://")):
        address = address.partition("?")[0].partition("#")[0]
    name = address.replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""
