"""Meshes whose surface is inverted, open or empty: G502, G503, G507."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import listed, plural
from bodyplan.diag import Diagnostic
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.facts.meshes import mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

_MOST_NAMED = 5


@rule("G502", "mesh-inside-out", severity="warning")
def mesh_inside_out(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The triangles of a closed mesh face inwards.

    ## Why it matters
    The corners of a triangle must be in counter-clockwise order, as seen from outside. If all
    triangles are reversed, viewers with back-face culling show the inside of the part; its volume
    is negative, so an inertia computed from it has the wrong sign (MuJoCo rejects the mesh); signed
    distances are wrong. The check uses the sign of the volume of closed meshes; mirroring by a
    negative scale does not count.

    ## Example
    A mesh that was mirrored and exported without flipping its normals.

    ## Use instead
    The same mesh with its normals flipped ("flip normals"), exported again.
    """
    for file in mesh_files(ctx):
        facts = file.opened
        if isinstance(facts, MeshFacts) and facts.is_inside_out:
            use = file.uses[0]
            yield ctx.report(
                use.value,
                f"{ctx.describe(use.value)}: the triangles of {file.called} face inwards{file.times}",
                field="uri",
                hint='flip the normals of the mesh ("flip normals") and export it again',
            )


@rule("G503", "collision-mesh-open", severity="info")
def collision_mesh_open(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The surface of a collision mesh has holes or inconsistent orientation.

    ## Why it matters
    Only a closed surface has an inside. Any other mesh has no volume, mass or inertia (for
    `bodyplan inertia --compute`, for `<inertial auto="true">`, for MuJoCo where a link has no
    inertial), and no penetration depth: a small part can pass through it. An open mesh does no harm
    where its convex hull is used, as in most simulators; visual meshes are not checked. There is
    one diagnostic for the robot; three open edges usually mean a missing triangle.

    ## Example
    A collision mesh assembled from parts whose edges do not meet.

    ## Use instead
    The convex hull of the mesh, or the mesh with its holes filled.
    """
    found = []
    names = set()
    for file in mesh_files(ctx):
        if file.touched and isinstance(file.opened, MeshFacts):
            names.add(file.part)
            if file.opened.leak is not None and file.opened.has_area:
                found.append((file.opened, file))
    if not found:
        return
    facts, first = found[0]
    names_open = {file.part: file.called for _, file in found}
    use = first.touched[0]
    message = f"{ctx.describe(use.value)}: {facts.leak}"
    if len(names_open) > 1:
        message = f"{len(names_open)} of {len(names)} collision meshes are not closed: "
        message += listed(names_open.values(), _MOST_NAMED)
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint=facts.leak if len(names_open) > 1 else "use its convex hull, or fill its holes",
    )


@rule("G507", "mesh-without-area", severity="warning")
def mesh_without_area(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """All triangles of a mesh have zero area.

    ## Why it matters
    The file is readable, but contains nothing to display or to collide with: in each triangle two
    corners coincide, or all three are on a line. Viewers silently draw nothing; MuJoCo rejects the
    mesh; collision checkers treat it as a point or ignore it. Typical causes are an export of an
    empty selection or of a sketch, or numbers that were all rounded to zero.

    ## Example
    An STL file in kilometres with three digits: each corner is 0.000 0.000 0.000.

    ## Use instead
    The same part, exported with its surface and with enough digits.
    """
    for file in mesh_files(ctx):
        facts = file.opened
        if isinstance(facts, MeshFacts) and not facts.has_area:
            use = file.uses[0]
            count = plural(facts.face_count, "triangle")
            yield ctx.report(
                use.value,
                f"{ctx.describe(use.value)}: {file.called} has {count}, all with zero area{file.times}",
                field="uri",
                hint="export the surface of the part again",
            )
