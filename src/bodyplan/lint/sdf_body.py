"""Links of SDFormat as bodies: their masses and shapes, as the rules of all formats want them.

As in ``body``, nan stands for what is not known, and rules stay silent about it.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.convert.sdf_pose import transform_of
from bodyplan.diag import Severity
from bodyplan.formats import sdf
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.tensor import is_finite
from bodyplan.lint.bounds import UNIT, Rotation, Vector
from bodyplan.lint.context import Context
from bodyplan.lint.form import (
    Form,
    Kind,
    MeshPart,
    OpenMesh,
    Part,
    Primitive,
    WrittenMass,
    form_from,
)
from bodyplan.lint.sdf import frames
from bodyplan.model import Transform, UnknownNameError
from bodyplan.spec import Element
from bodyplan.spec.kinds import OUT_OF_RANGE

_NO_TENSOR: Tensor = (math.nan,) * 6
_SIZES: dict[Kind, tuple[str, ...]] = {
    "box": ("size",),
    "capsule": ("radius", "length"),
    "cone": ("radius", "length"),
    "cylinder": ("radius", "length"),
    "ellipsoid": ("radii",),
    "sphere": ("radius",),
}
"""Of each primitive the fields that say how large it is, in the order in which readers look."""


def readable_links(ctx: Context) -> tuple[sdf.Link, ...]:
    """The links in which every value reads; for others, defaults stand in its place."""
    links = tuple(ctx.values.get(sdf.Link, ()))
    errors = [one for one in ctx.document.diagnostics if one.severity is Severity.ERROR]
    faults = [one for one in errors if one.kind is not OUT_OF_RANGE]
    if not faults:
        return links
    lines = sorted(one.where[1:3] for one in faults)
    layout, position = ctx.document.places.layout, ctx.document.source.position

    def is_readable(link: sdf.Link) -> bool:
        node = ctx.document.node(link)
        if node is None:
            return True
        start, _, _, end = layout.span(node)
        return bisect_left(lines, position(start)) == bisect_left(lines, position(end))

    return tuple(filter(is_readable, links))


class _Place(NamedTuple):
    at: Vector
    turn: Rotation


_HERE = _Place((0.0, 0.0, 0.0), UNIT)


def primitive_of(geometry: sdf.Geometry, place: _Place = _HERE) -> Primitive | None:
    """The primitive that readers take a geometry for; None where it is none, or has no size.

    Args:
        geometry: of a visual or collision.
        place: where its frame is.
    """
    if geometry.plane is not None and geometry.sphere is not None:
        return None  # the plane counts, and has no size
    for kind, fields in _SIZES.items():
        shape = getattr(geometry, kind)
        if shape is not None:
            told = [getattr(shape, field) for field in fields]
            sizes = tuple(told) if len(told) == 2 or kind == "sphere" else tuple(told[0])
            found = Primitive(kind, sizes, *place)
            return found if found.is_measurable else None
    return None


def parts_of(
    ctx: Context,
    link: sdf.Link,
    group: Iterable[sdf.Visual | sdf.Collision],
    open_mesh: OpenMesh | None = None,
) -> list[Part] | None:
    """The shapes in their places; None if one cannot be measured.

    Args:
        ctx: of the document.
        link: the link.
        group: visuals or collisions of it.
        open_mesh: opens meshes; they cannot be measured where not given.
    """
    found: list[Part] = []
    for shown in group:
        geometry = shown.geometry
        if geometry.empty is not None:
            continue
        place = _place_of(ctx, link, shown)
        if place is None:
            return None
        part: Part | None = primitive_of(geometry, place)
        if part is None and geometry.mesh is not None and open_mesh is not None:
            facts = open_mesh(geometry.mesh)
            part = None if facts is None else MeshPart(facts, *place)
        if part is None:
            return None
        found.append(part)
    return found


def _place_of(ctx: Context, link: sdf.Link, shown: sdf.Visual | sdf.Collision) -> _Place | None:
    """Where the frame of a visual or collision is in that of its link; None where unknown."""
    if not shown.pose.relative_to:
        return _place(transform_of(shown.pose))
    model = ctx.owner(link)
    scope = None if model is None else frames(ctx).scope_of(model)
    try:
        return None if scope is None else _place(scope.resolve(shown, to=link.name))
    except (UnknownNameError, ValueError):
        return None


def _place(X: Transform | None) -> _Place | None:
    if X is None:
        return None
    a, b, c = X.R
    return _Place(X.p, (*a, *b, *c))


def form_of(ctx: Context, link: sdf.Link, open_mesh: OpenMesh | None = None) -> Form | None:
    """What a link looks like and collides with; None when nothing can be said.

    Args:
        ctx: of the document.
        link: the link.
        open_mesh: opens meshes, where they are to be opened.
    """
    visuals = parts_of(ctx, link, link.visuals, open_mesh)
    if visuals is None:
        return None
    return form_from(visuals, parts_of(ctx, link, link.collisions, open_mesh))


def mass_of(ctx: Context, link: sdf.Link) -> WrittenMass | None:
    """Mass, centre of mass and tensor; None where there is nothing to judge.

    That is so without a positive mass and readable numbers, where they are to be worked out, and
    in models that do not move. What is not written, another rule says.
    """
    inertial = link.inertial
    if inertial is None or inertial.auto or not 0.0 < inertial.mass < math.inf:
        return None
    if not ctx.written(inertial, "mass") or not moves(ctx, link):
        return None
    place, tensor = _place(transform_of(inertial.pose)), _NO_TENSOR
    if inertial.inertia is not None:
        tensor = tensor_of(inertial.inertia)
        if not is_finite(tensor):
            return None
    if place is None:
        return None
    pose = inertial.pose if ctx.written(inertial, "pose") else None
    return WrittenMass(link, inertial, pose, "value", inertial.mass, *place, tensor)


def tensor_of(inertia: sdf.Inertia) -> Tensor:
    """The six numbers [kg m^2], about the centre of mass in the axes of the inertial frame."""
    return (inertia.ixx, inertia.ixy, inertia.ixz, inertia.iyy, inertia.iyz, inertia.izz)


def moves(ctx: Context, part: sdf.Link | sdf.Model) -> bool:
    """Whether forces can move a link, or those of a model: none of a static model or an actor."""
    around: Element | None = part
    while around is not None:
        if isinstance(around, sdf.Actor) or (isinstance(around, sdf.Model) and around.static):
            return False
        around = ctx.owner(around)
    return True
