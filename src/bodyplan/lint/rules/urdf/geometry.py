"""Shapes: G1xx."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from bodyplan.diag import Diagnostic, Severity, near
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Raw
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
    visuals and all collisions. After a known shape the element is only ignored; then this is
    information.

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
