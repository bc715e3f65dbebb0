"""Mesh files that cannot be read, and mesh files with too many triangles: G501, G505."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bodyplan.core import listed
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.facts.meshes import MeshTrouble, mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

MOST_FACES = 1000
"""The number of triangles above which a collision mesh is slower, but not more useful."""
_MOST_NAMED = 5


@rule("G501", "mesh-unreadable", severity="error")
def mesh_unreadable(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh file cannot be read, or does not contain the requested part.

    ## Why it matters
    The file exists, but contains nothing to display or to collide with: it is empty or incomplete,
    has no triangles, is not a mesh, or has no part with the name that a `<submesh>` of SDFormat
    requests. RViz and Gazebo omit the part and log it; MuJoCo and Pinocchio stop. Often the file is
    a Git LFS pointer, because the files of the repository were never downloaded. A file that
    exceeds the input limit, or is outside the allowed folders, is reported as information.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl"/>, a file of 130 bytes:
        version https://git-lfs.github.com/spec/v1 ...

    ## Use instead
    Run `git lfs pull` to download the files; otherwise export the mesh again.
    """
    seen: set[tuple[Path, str]] = set()
    for file in mesh_files(ctx):
        trouble = file.opened
        if not isinstance(trouble, MeshTrouble) or (file.path, trouble.sentence) in seen:
            continue
        seen.add((file.path, trouble.sentence))
        use = file.uses[0]
        yield ctx.report(
            use.value,
            f"{ctx.describe(use.value)}: {trouble.sentence}{file.times}",
            field="uri",
            severity=Severity.INFO if trouble.is_left_out else None,
            hint=trouble.remedy or None,
        )


@rule("G505", "collision-mesh-detailed", severity="info")
def collision_mesh_detailed(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A collision mesh has more than 1,000 triangles.

    ## Why it matters
    Planners test a pair of links a million times. The time of a test and of its preparation grows
    with the number of triangles, but a mesh with a hundredth of the triangles gives the same
    results. Some simulators use the convex hull, some reject the mesh: MuJoCo from 200,000
    triangles on. There is one diagnostic for the robot, at the largest mesh.

    ## Example
        <collision><geometry><mesh filename="package://robot/meshes/visual/arm.dae"/></geometry>
        </collision>, of 40,000 triangles

    ## Use instead
        <collision><geometry><mesh filename="package://robot/meshes/collision/arm.stl"/></geometry>
        </collision>, its convex hull, or a few boxes and capsules
    """
    found = []
    names = set()
    for file in mesh_files(ctx):
        facts = file.opened
        if not file.touched or not isinstance(facts, MeshFacts):
            continue
        names.add(file.part)
        if facts.face_count > MOST_FACES:
            found.append((facts.face_count, file))
    if not found:
        return
    found.sort(key=lambda one: -one[0])
    counts = {file.part: f"{file.called} ({count:,})" for count, file in found}
    use = found[0][1].touched[0]
    if len(counts) == 1:
        message = (
            f"{ctx.describe(use.value)}: mesh {found[0][1].called} has {found[0][0]:,} triangles"
        )
    else:
        message = (
            f"{len(counts)} of {len(names)} collision meshes have more than {MOST_FACES:,} triangles: "
            + listed(list(counts.values()), _MOST_NAMED)
        )
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="use simpler collision geometry: the convex hull of the mesh, boxes, capsules; "
        "`bodyplan simplify` writes them into a URDF",
    )
