"""Meshes whose surface bounds no body, or that have none: G502, G503, G507."""

# ruff: noqa: ARG001  (the meshes of a description are opened in one pass over its document)

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import listed, plural
from bodyplan.diag import Diagnostic
from bodyplan.geometry.mesh_facts import MeshFacts
from bodyplan.lint.context import Context
from bodyplan.lint.meshes import mesh_files
from bodyplan.lint.rule import rule
from bodyplan.spec import Element

_MOST_NAMED = 3


@rule("G502", "mesh-inside-out", severity="warning")
def mesh_inside_out(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The triangles of a closed mesh face inwards.

    ## Why it matters
    Which side of a triangle is outside, the order of its corners says: counter-clockwise as seen
    from there. Where all are the wrong way round, viewers that leave out what faces away show the
    inside of the part, lit from behind; its volume is negative, so that an inertia worked out of it
    has the wrong sign (MuJoCo refuses the mesh); distances tell outside from inside wrongly. It is
    judged by the volume of meshes that are closed. A mirrored scale is not the cause: it is undone
    first.

    ## Example
    A mesh that was exported after mirroring it in the program, without turning its normals.

    ## Use instead
    The same mesh with its normals turned ("flip normals"), exported again.
    """
    for file in mesh_files(ctx):
        facts = file.opened
        if isinstance(facts, MeshFacts) and facts.is_inside_out:
            use = file.uses[0]
            yield ctx.report(
                use.value,
                f"{ctx.describe(use.value)}: the triangles of {file.called} face inwards{file.times}",
                field="uri",
                hint='turn its normals in the program that it was made with ("flip normals")',
            )


@rule("G503", "collision-mesh-open", severity="info")
def collision_mesh_open(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """The surface of a mesh that things collide with has holes, or faces both ways.

    ## Why it matters
    Only a closed surface has an inside. Of others there is no volume, no mass and no inertia (for
    `bodyplan inertia --compute`, for `<inertial auto="true">`, for MuJoCo where a link has no
    inertial), and no depth of penetration: a small part can slip in unnoticed. Where the convex hull
    is taken, as most simulators do, it does no harm; nor in what is only seen, which is left out.
    Told once for a robot; three open edges are a missing triangle.

    ## Example
    A collision mesh put together from parts whose edges do not meet.

    ## Use instead
    The convex hull of it, or the mesh with its holes filled.
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
    told = {file.part: file.called for _, file in found}
    use = first.touched[0]
    message = f"{ctx.describe(use.value)}: {facts.leak}"
    if len(told) > 1:
        message = f"{len(told)} of {len(names)} collision meshes are not closed: "
        message += listed(told.values(), _MOST_NAMED)
    yield ctx.report(
        use.value,
        message,
        field="uri",
        hint=facts.leak if len(told) > 1 else "take its convex hull, or fill its holes",
    )


@rule("G507", "mesh-without-area", severity="warning")
def mesh_without_area(root: Element, ctx: Context) -> Iterator[Diagnostic]:
    """All triangles of a mesh are points or lines.

    ## Why it matters
    The file is read, and there is nothing in it that could be seen or touched: in each triangle two
    corners are at one place, or all three lie in a line. Viewers draw nothing and say nothing; MuJoCo
    refuses the mesh; what collides with it collides with nothing, or with a point. An export of an
    empty selection, of a sketch, or of numbers that were all rounded to zero looks so.

    ## Example
    An STL that was written in kilometres with three digits: each corner is 0.000 0.000 0.000.

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
                f"{ctx.describe(use.value)}: {file.called} has {count}, and none has an area{file.times}",
                field="uri",
                hint="nothing of it can be seen or touched; export the surface of the part again",
            )
