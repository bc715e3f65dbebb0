"""Shapes that are missing or duplicated: G102, G103, G106 and G108, in URDF and SDFormat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isnan
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.diag import Diagnostic, Severity
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import listed
from bodyplan.lint.rule import rule
from bodyplan.spec import Element, Raw, spec_of
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element as Node


@rule("G102", "geometry-empty", severity="error", fix="always")
def geometry_empty(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The geometry of a visual or collision has no shape.

    An error in URDF, a warning in SDFormat.

    ## Why it matters
    urdfdom drops the rest of the link: after an empty visual, the later visuals and every collision
    of the link. Other parsers skip the visual or collision, or stop with an error. libsdformat
    silently accepts it, and the link has nothing to display and nothing to collide with.

    ## Example
        <collision><geometry/></collision>

    ## Use instead
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    In SDFormat, use `<empty/>` where no shape is intended.

    ## Fix safety
    In SDFormat, writing `<empty/>` is safe: it is what libsdformat assumes. In URDF, removing the
    visual or collision is unsafe: its shape may have been forgotten.
    """
    if ctx.is_broken_off:  # the shape may be missing only here
        return
    for part in parts.geometries:
        if part.shape is not None:
            continue
        written = ctx.source(part)
        geometry = written.geometry
        node = ctx.document.node(geometry)
        if node is None or len(node) or has_macro(node.text or ""):  # X104, G104, X110
            continue
        severity, hint = (
            None,
            f"add a shape, or remove the {written.TAG}; urdfdom drops the rest of the link",
        )
        fix = ctx.fix_remove(f"Remove the empty {written.TAG}", "unsafe", written)
        for field in spec_of(type(geometry)).fields:
            if field.name == "empty":
                severity, hint = Severity.WARNING, "add a shape, or <empty/> if none is intended"
                (empty,) = field.elements
                fix = ctx.fix_insert("Write <empty/>", "safe", geometry, empty(), field.name)
        message = f"{ctx.describe(part)}: <geometry> has no shape"
        yield ctx.report(geometry, message, severity=severity, hint=hint, fix=fix)


@rule("G103", "multiple-shapes", severity="warning", fix="always")
def multiple_shapes(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """The geometry of a visual or collision has more than one shape.

    ## Why it matters
    A geometry is one shape, and parsers disagree about which one. urdfdom uses the first in the
    file and silently ignores the others; other URDF parsers use the last, or the first of the type
    they look for. libsdformat uses the first that it finds of box, capsule, cone, cylinder,
    ellipsoid, plane, sphere, mesh, heightmap, polyline, in this order. What one program displays is
    not what another one collides with.

    ## Example
        <geometry>
          <box size="1 1 0.1"/>
          <cylinder radius="0.1" length="0.4"/>
        </geometry>

    ## Use instead
    One visual, or one collision, for each shape.

    ## Fix safety
    Removing an exact copy of the shape that is used is safe; removing another shape is unsafe: it
    may be the intended one.
    """
    if not ctx.once(_has_several):
        return
    for part in parts.geometries:
        written = ctx.source(part)
        node = ctx.document.node(written.geometry)
        if node is None or len(node) < 2:
            continue
        for shape in (shapes := _shapes(node, written.geometry))[1:]:
            which = "duplicate " if shape.tag == shapes[0].tag else ""
            yield ctx.report(
                shape,
                f"{ctx.describe(part)}: {which}<{shape.tag}> is ignored, <geometry> already "
                f"has <{shapes[0].tag}>",
                hint=f"write one <{written.TAG}> for each shape",
                fix=ctx.fix_remove(
                    f"Remove the {which}<{shape.tag}>",
                    "safe" if shape == shapes[0] else "unsafe",
                    shape,
                ),
            )


def _has_several(ctx: Context) -> bool:
    root = ctx.document.tree.root
    return root is not None and any(len(node) > 1 for node in root.iter("geometry"))


def _shapes(node: Node, geometry: Element) -> list[Raw]:
    """Return the shape that the parser uses, then those that it ignores.

    Where the format declares one field for all shapes, it uses the first of the file; where each has
    a field, the first in the order of the fields. Other rules report duplicates of such a field.
    """
    fields = spec_of(type(geometry)).fields
    order = {tag: index for index, field in enumerate(fields) for tag in field.tags}
    shapes = sorted(
        (Raw(child) for child in node if child.tag in order), key=lambda raw: order[raw.tag]
    )
    if len(set(order.values())) == 1:
        return shapes
    return list({raw.tag: raw for raw in reversed(shapes)}.values())[::-1]


@rule("G106", "duplicate-shape", severity="info", fix="always")
def duplicate_shape(link: model.Link, ctx: Context) -> Iterator[Diagnostic]:
    """A link has two identical shapes at the same pose.

    ## Why it matters
    Two identical visuals flicker where they overlap; two identical collisions take twice the time
    and report every contact twice. It is usually a copied block whose numbers were never changed,
    so another part of the robot is missing.

    ## Example
        <collision><geometry><sphere radius="0.1"/></geometry></collision>
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    ## Use instead
        <collision><geometry><sphere radius="0.1"/></geometry></collision>

    ## Fix safety
    Removing the second one is unsafe: its numbers may have been forgotten.
    """
    for members in (link.visuals, link.collisions):
        seen: dict[tuple[model.Transform, model.Shape], model.Geometry] = {}
        for part in members if len(members) > 1 else ():
            shape = part.shape
            if shape is None or isinstance(shape, model.OtherShape) or isnan(sum(part.origin.p)):
                continue
            first = seen.setdefault((part.origin, shape), part)
            if first is not part and ctx.reads(first) and ctx.reads(part):
                tag = ctx.source(part).TAG
                yield ctx.report(
                    part,
                    f"{ctx.describe(part)} duplicates the shape and pose of another {tag}",
                    hint=partial(_first_line, ctx, first),
                    fix=ctx.fix_remove(f"Remove the duplicate {tag}", "unsafe", part),
                )


def _first_line(ctx: Context, first: model.Geometry) -> str:
    return f"remove it, or correct its numbers; the first one is on line {ctx.line(first)}"


@rule("G108", "collision-missing", severity="hint")
def collision_missing(parts: model.Parts, ctx: Context) -> Iterator[Diagnostic]:
    """A link with mass has visual but no collision geometry.

    ## Why it matters
    Planners and simulators move the link through the table and through other links of the robot.
    Small parts are often left out on purpose; a whole link was usually forgotten. Reported are
    links with mass and a visual in robots where at least two thirds of such links have a collision,
    in one diagnostic for the robot. Static models of SDFormat are not checked.

    ## Example
        <link name="forearm"><inertial>...</inertial><visual>...</visual></link>

    ## Use instead
        <link name="forearm"><inertial>...</inertial><visual>...</visual>
          <collision>...</collision></link>
    """
    solid = [
        link
        for link in parts.links
        if link.visuals and link.inertial is not None and link.inertial.mass > 0.0
        if id(link) not in parts.static
    ]
    bare = [link for link in solid if not link.collisions]
    if bare and len(bare) * 3 <= len(solid) and not ctx.is_broken_off:
        names = listed([link.name for link in bare], 5)
        yield ctx.report(
            bare[0],
            f"link {names} has mass and a visual, but no collision"
            if len(bare) == 1
            else f"{len(bare)} of {len(solid)} links with mass and a visual have no collision: "
            + names,
            field="name",
        )
