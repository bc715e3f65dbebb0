"""Mesh files that parsers interpret differently: G508, G509, G511."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic
from bodyplan.files.opener import File
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.geometry.mesh.heads import COLLADA_HEAD, STL_HEAD, is_text_stl, unit_of, up_axis_of
from bodyplan.lint.context import Context
from bodyplan.lint.facts.meshes import MeshFile, mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

_MOST_NAMED = 5
_TURNED = ("X_UP", "Y_UP")


@rule("G508", "mesh-stl-ascii", severity="info")
def mesh_stl_ascii(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An STL file is in text format (ASCII) instead of binary.

    ## Why it matters
    MuJoCo rejects such a file, and so does RViz in ROS 1 and in ROS 2 before Jazzy: the robot
    cannot be simulated, or is displayed without the part. Gazebo, MoveIt and Pinocchio read it. A
    text file is also five times larger. There is one diagnostic for the robot, in URDF only;
    SDFormat parsers read both formats.

    ## Example
    A file that begins with "solid part" and continues with "facet normal 0 0 1".

    ## Use instead
    The same mesh as a binary STL: select it in the export dialog of MeshLab, or run
    trimesh.load("part.stl").export("part.stl") in Python.
    """
    if ctx.document.format == "sdf":
        return
    found = _first_uses(file for file in mesh_files(ctx) if _is_ascii(file.file))
    if not found:
        return
    first = next(iter(found.values()))
    use = first.uses[0]
    name = quoted(first.path.name)
    message = f"{ctx.describe(use.value)}: {name} is an ASCII STL file{first.times}"
    if len(found) > 1:
        names = listed([quoted(path.name) for path in found], _MOST_NAMED)
        message = f"{len(found)} meshes are ASCII STL files: {names}"
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="export it as binary STL; MuJoCo, and RViz before ROS 2 Jazzy, reject ASCII STL",
    )


@rule("G509", "mesh-unit-dropped", severity="info")
def mesh_unit_dropped(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A collision mesh is a COLLADA file that is not in metres, and some parsers ignore its unit.

    ## Why it matters
    A COLLADA file may define its unit. RViz and Gazebo apply it; MoveIt and Pinocchio do not: for
    them a part in inches is forty times too large, so everything collides, while RViz displays it
    correctly. There is one diagnostic for the robot, in URDF only. A scale in the description does
    not help: RViz and Gazebo apply it in addition to the unit.

    ## Example
    <unit name="inch" meter="0.0254"/> in arm.dae, used by a <collision>

    ## Use instead
    The same mesh exported in metres: <unit name="meter" meter="1"/>. Or as STL, which has no unit.
    """
    if ctx.document.format == "sdf":
        return
    found = _first_uses(
        file for file in mesh_files(ctx) if file.touched and _unit(file.file) != 1.0
    )
    if not found:
        return
    first = next(iter(found.values()))
    use = first.touched[0]
    name, unit = quoted(first.path.name), _unit(first.file)
    message = f"{ctx.describe(use.value)}: {name} has a unit of {unit:g} m"
    if len(found) > 1:
        names = listed([quoted(path.name) for path in found], _MOST_NAMED)
        message = f"{len(found)} collision meshes are not in metres: {names}"
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="export it in metres; MoveIt and Pinocchio assume metres, RViz and Gazebo apply the unit",
    )


@rule("G511", "mesh-up-axis-ignored", severity="info")
def mesh_up_axis_ignored(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A COLLADA file declares an up axis other than z, which robotics programs ignore.

    ## Why it matters
    RViz, MoveIt, Gazebo, Pinocchio and bodyplan use the coordinates as they are written, with z up.
    Blender, MeshLab and viewers in a browser rotate a mesh that declares `Y_UP`. If the mesh looks
    right in these programs, it lies on its side in the robot; then the inertia and the collisions
    do not match the mesh, although they are correct. There is one diagnostic for the robot.

    ## Example
    <up_axis>Y_UP</up_axis> in arm.dae

    ## Use instead
    The same mesh exported with z up. If the robot looks right in RViz, only the declaration is
    wrong:

        <up_axis>Z_UP</up_axis>
    """
    found = _first_uses(file for file in mesh_files(ctx) if _up_axis(file.file) in _TURNED)
    if not found:
        return
    first = next(iter(found.values()))
    use = first.uses[0]
    axis = _up_axis(first.file)
    names = listed([quoted(path.name) for path in found], _MOST_NAMED)
    verb = "declares" if len(found) == 1 else "declare"
    message = f"{names} {verb} {axis}, which RViz, MoveIt, Gazebo and Pinocchio ignore"
    hint = "if it lies on its side in RViz, export it with z up; else write Z_UP"
    yield ctx.report(use.value, message, field="uri", hint=hint)


def _up_axis(file: File) -> str | None:
    return up_axis_of(file.head(COLLADA_HEAD)) if file.kind == "dae" else None


def _first_uses(files: Iterable[MeshFile]) -> dict[Path, MeshFile]:
    """Return the files that could be opened, each once, at the scale of its first use."""
    found: dict[Path, MeshFile] = {}
    for file in files:
        if isinstance(file.opened, MeshFacts):
            found.setdefault(file.path, file)
    return found


def _unit(file: File) -> float:
    """Return the unit of a mesh file [m]."""
    if file.kind != "dae":
        return 1.0
    unit = unit_of(file.head(COLLADA_HEAD))
    return 1.0 if unit is None else unit


def _is_ascii(file: File) -> bool:
    """Return whether a mesh that was opened is an ASCII STL file."""
    if file.kind != "stl":
        return False
    try:
        with file.open() as stream:
            return is_text_stl(stream.read(STL_HEAD), os.fstat(stream.fileno()).st_size)
    except OSError:  # the file was deleted after it was opened
        return False
