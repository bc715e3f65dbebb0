"""Mesh files in a form that readers do not take alike: G508, G509."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bodyplan.core import listed, quoted
from bodyplan.diag import Diagnostic
from bodyplan.geometry.mesh_facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.meshes import MeshFile, mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

_MOST_NAMED = 3


@rule("G508", "mesh-stl-ascii", severity="info")
def mesh_stl_ascii(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """An STL file is written in words (ASCII) instead of bytes (binary).

    ## Why it matters
    MuJoCo refuses such a file, and so does the RViz of ROS 1 and of ROS 2 before Jazzy: the robot
    cannot be simulated, or is drawn without the part. Gazebo, MoveIt and Pinocchio read it. It also
    takes five times the room. Told once for a robot in URDF; what reads SDFormat reads both.

    ## Example
    A file that begins with "solid part" and goes on with "facet normal 0 0 1".

    ## Use instead
    The same mesh as a binary STL: MeshLab asks when it saves; in Python, with trimesh,
    trimesh.load("part.stl").export("part.stl").
    """
    if ctx.document.format == "sdf":
        return
    found = _first_uses(file for file in mesh_files(ctx) if _is_ascii(file.path))
    if not found:
        return
    first = next(iter(found.values()))
    use = first.uses[0]
    name = quoted(first.path.name)
    message = f"{ctx.describe(use.value)}: {name} is an STL in words (ASCII){first.times}"
    if len(found) > 1:
        names = listed([quoted(path.name) for path in found], _MOST_NAMED)
        message = f"{len(found)} meshes are STL files in words (ASCII): {names}"
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="MuJoCo, and RViz before ROS 2 Jazzy, read binary STL only; export it as such",
    )


@rule("G509", "mesh-unit-dropped", severity="info")
def mesh_unit_dropped(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """Things collide with a COLLADA file that is not in metres, which some readers take it for.

    ## Why it matters
    A COLLADA file may name its unit. RViz and Gazebo follow it; MoveIt and Pinocchio do not: to
    them a part in inches is forty times too large, so that all seems to touch all, while the picture
    in RViz looks right. Told once for a robot in URDF. A scale in the description mends nothing: it
    counts beside the unit where that is followed.

    ## Example
    <unit name="inch" meter="0.0254"/> in arm.dae, which a <collision> names

    ## Use instead
    The same mesh exported in metres: <unit name="meter" meter="1"/>. Or as STL, which has no unit.
    """
    if ctx.document.format == "sdf":
        return
    found = _first_uses(
        file for file in mesh_files(ctx) if file.touched and _unit(file.path) != 1.0
    )
    if not found:
        return
    first = next(iter(found.values()))
    use = first.touched[0]
    name, unit = quoted(first.path.name), _unit(first.path)
    message = f"{ctx.describe(use.value)}: {name} has a unit of {unit:g} m"
    if len(found) > 1:
        names = listed([quoted(path.name) for path in found], _MOST_NAMED)
        message = f"{len(found)} collision meshes are not in metres: {names}"
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="MoveIt and Pinocchio take it for metres, RViz and Gazebo follow it; export it in metres",
    )


def _first_uses(files: Iterable[MeshFile]) -> dict[Path, MeshFile]:
    """Those that could be opened, each file once, at the scale at which it is first named."""
    found: dict[Path, MeshFile] = {}
    for file in files:
        if isinstance(file.opened, MeshFacts):
            found.setdefault(file.path, file)
    return found


def _unit(path: Path) -> float:
    """How long the unit of a mesh is [m]."""
    if path.suffix.lower() != ".dae":
        return 1.0
    from bodyplan.geometry.mesh_collada import HEAD, unit_told

    try:
        with path.open("rb") as stream:
            told = unit_told(stream.read(HEAD))
    except OSError:  # gone since it was opened
        return 1.0
    return 1.0 if told is None else told


def _is_ascii(path: Path) -> bool:
    """Whether a mesh that was opened is an STL in words."""
    if path.suffix.lower() != ".stl":
        return False
    from bodyplan.geometry.mesh_plain import STL_HEAD, is_text_stl

    try:
        with path.open("rb") as stream:
            return is_text_stl(stream.read(STL_HEAD), path.stat().st_size)
    except OSError:  # gone since it was opened
        return False
