"""Shapes: G1xx."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

from bodyplan.diag import Diagnostic, Severity, near
from bodyplan.formats import urdf
from bodyplan.lint.context import Context, FixMaker
from bodyplan.lint.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Raw
from bodyplan.text import Edit

SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")

_FOREIGN = {
    "plane": "only Bullet and Tesseract read <plane>; a thin box does for the others",
    "ellipsoid": "URDF has no ellipsoid; use a mesh, or a sphere or capsule that is near enough",
    "cone": "URDF has no cone; use a mesh",
    "convex_mesh": "only Tesseract reads <convex_mesh>; use <mesh>",
    "sdf_mesh": "only Tesseract reads <sdf_mesh>; use <mesh>",
    "octree": "only Tesseract reads <octree>",
    "octomap": "only Tesseract reads <octomap>",
    "point_cloud": "only Tesseract reads <point_cloud>",
    "heightmap": "a height map belongs to SDFormat; use a mesh",
}


@rule("G104", "shape-unknown", severity="error", fix="sometimes")
def shape_unknown(geometry: urdf.Geometry, ctx: Context) -> Iterator[Diagnostic]:
    """A geometry names a shape that URDF does not have.

    ## Why it matters
    URDF knows box, cylinder, sphere, mesh, and from 1.1 on capsule; the names are compared letter
    by letter. At anything else the reference reader gives up the rest of the link: an unknown
    shape in a visual costs the later visuals and every collision. Behind a known shape the
    element is only ignored; then this is an info.

    ## Example
        <geometry><ellipsoid radii="0.1 0.1 0.2"/></geometry>

    ## Use instead
        <geometry><mesh filename="package://robot/meshes/egg.stl"/></geometry>

    ## Fix safety
    Correcting upper and lower case is safe; renaming to the nearest shape is unsafe.
    """
    unknown = [raw for raw in geometry.extra.elements if not raw.tag.startswith("xacro:")]
    if not unknown:
        return
    node = ctx.document.node(geometry)
    first = node[0].tag if node is not None and len(node) else ""
    for raw in unknown:
        is_first = raw is unknown[0] and raw.tag == first
        effect = (
            "the reference reader drops the rest of the link"
            if is_first
            else "the reference reader sees only what stands first"
        )
        yield ctx.report(
            raw,
            f"{ctx.describe(geometry)}: URDF has no shape <{raw.tag}>; {effect}",
            severity=Severity.ERROR if is_first else Severity.INFO,
            hint=_meant(raw),
            fix=_rename(raw, ctx) if len(unknown) == 1 and geometry.shape is None else None,
        )


def _meant(raw: Raw) -> str:
    tag = raw.tag.rpartition(":")[2]
    if tag in _FOREIGN:
        return _FOREIGN[tag]
    if tag in SHAPES:
        return f"only tools that know the prefix read it; URDF has <{tag}>"
    nearest = next(iter(near(tag, SHAPES, limit=1)), None)
    return f"did you mean <{nearest}>?" if nearest else f"the shapes are {', '.join(SHAPES)}"


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
    URDF lets them. But names are how other tools address shapes: MuJoCo warns, a collision filter
    by name catches both, SDFormat wants them unique in a link.

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
                    f"{len(found)} {kind} are called {name!r}, {where}",
                    field="name",
                    hint=partial(_first_line, ctx, found[0][1]),
                )


def _first_line(ctx: Context, first: Element) -> str:
    return f"the first one is on line {ctx.line(first)}"
