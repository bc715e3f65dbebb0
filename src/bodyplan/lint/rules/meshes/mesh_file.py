"""Mesh files that cannot be read, and those with more than is good: G501, G505."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bodyplan.core import listed
from bodyplan.diag import Diagnostic, Severity
from bodyplan.geometry.mesh_facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.meshes import MeshTrouble, mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

MOST_FACES = 1000
"""Triangles of a mesh that things collide with; more are slow, and show nothing more."""
_MOST_NAMED = 3


@rule("G501", "mesh-unreadable", severity="error")
def mesh_unreadable(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """A mesh file is empty or cannot be read, or has not the part that is wanted of it.

    ## Why it matters
    The file is where it should be, and there is nothing in it that could be drawn or touched: it is
    empty, breaks off, has no triangles, is no mesh at all, or has no part of the name that a
    `<submesh>` of SDFormat gives. RViz and Gazebo leave the part out and
    say so in a log; MuJoCo and Pinocchio stop. Often the files of a repository were never fetched,
    and what lies there is the note that Git LFS left in their place. What is only too large to be
    opened here, or lies outside the directories that a robot may read, is an info.

    ## Example
        <mesh filename="package://robot/meshes/arm.stl"/>, a file of 130 bytes:
        version https://git-lfs.github.com/spec/v1 ...

    ## Use instead
    `git lfs pull` brings the files; else export the mesh again.
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
    """Things collide with meshes of more than 1,000 triangles.

    ## Why it matters
    Planners test a pair of links a million times. The time of a test grows with the triangles, that
    of building its tables too, and a mesh as it was drawn tells no more than one with a hundredth of
    them. Some simulators take the convex hull of it anyway, some refuse: MuJoCo at 200,000. Told
    once for a robot, at the largest.

    ## Example
        <collision><geometry><mesh filename="package://robot/meshes/visual/arm.dae"/></geometry>
        </collision>, of 40,000 triangles

    ## Use instead
        <collision><geometry><mesh filename="package://robot/meshes/collision/arm.stl"/></geometry>
        </collision>, the hull of it or a few boxes and capsules
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
    told = {file.part: f"{file.called} {count:,}" for count, file in found}
    use = found[0][1].touched[0]
    if len(told) == 1:
        message = (
            f"{ctx.describe(use.value)}: mesh {found[0][1].called} has {found[0][0]:,} triangles"
        )
    else:
        message = (
            f"{len(told)} of {len(names)} collision meshes have more than {MOST_FACES:,} triangles: "
            + listed(list(told.values()), _MOST_NAMED)
        )
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint="let it collide as something simpler: the convex hull of the mesh, boxes, capsules",
    )
