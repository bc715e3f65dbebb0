"""Whether meshes are in another unit than metres, by comparison with the rest of their link.

A factor of a thousand, and nothing else, is looked for: a file in millimetres that is not scaled, or
one in metres that is. Real parts of robots have diagonals from 3 cm to 2 m, so that a mesh in the
wrong unit is beyond everything else, but for spheres that mark a place, of half a millimetre: where
nothing suggests another unit, nothing is reported.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from bodyplan import model
from bodyplan.core import Record
from bodyplan.geometry.bounds import bounds_of, is_measurable
from bodyplan.geometry.mesh.facts import MeshFacts
from bodyplan.inertia.plausibility import IDENTITY, has_mass
from bodyplan.inertia.tensor import mean_square_radius
from bodyplan.lint.context import Context
from bodyplan.lint.facts.lengths import largest_shape, reach
from bodyplan.lint.facts.meshes import MeshFile, MeshUse, facts_of, mesh_files

MILLIMETRES, METRES = 1e-3, 1e3
"""Factors that mend a mesh in millimetres, and one that was scaled as if it were."""
SMALLEST_LARGE, LARGEST_SMALL = 5.0, 0.005
"""Diagonals of a mesh that may be a thousand times too large, or too small [m]: no part that is drawn
is smaller than 5 mm; those of real robots begin at 3 cm."""
INVISIBLE = 0.001
"""No part of a robot that is drawn is as small [m]."""
_FIT = 5.0
"""How much larger or smaller than the shapes beside it a mesh may be, to fit them."""
_LARGER, _LONGER = 2.5, 7.0
"""How much larger than what is beside it, and than the offsets of the joints around, a mesh hardly
ever is: 19 of 20 of real robots are not."""


class WrongUnit(Record):
    """A mesh in another unit.

    Args:
        file: the mesh, at the scale at which it is named.
        facts: what is in it.
        factor: what mends it.
        reason: what it does not fit, as the end of a sentence.
    """

    file: MeshFile
    facts: MeshFacts
    factor: float
    reason: str


def wrong_units(ctx: Context) -> list[WrongUnit]:
    """Return the meshes that are in another unit, in the order of the file."""
    return ctx.once(_wrong_units)


def in_wrong_unit(ctx: Context) -> frozenset[int]:
    """Return the links that have such a mesh, by ``id``: their size is not known."""
    return frozenset(id(use.link) for found in wrong_units(ctx) for use in found.file.uses)


def _wrong_units(ctx: Context) -> list[WrongUnit]:
    found = []
    for file in mesh_files(ctx):
        facts = file.opened
        if not isinstance(facts, MeshFacts) or max(map(abs, file.uses[0].value.scale)) >= 100.0:
            continue  # reported by G205
        if not facts.has_area:
            continue  # reported by G507
        judged = _judged(ctx, facts, file.uses)
        if judged is not None:
            found.append(WrongUnit(file, facts, *judged))
    return found


def _judged(ctx: Context, facts: MeshFacts, uses: list[MeshUse]) -> tuple[float, str] | None:
    """Return the scale that corrects a mesh, and why; None if it fits, or its size is unknown."""
    diagonal = facts.diagonal
    is_large = diagonal >= SMALLEST_LARGE
    if not is_large and not 0.0 < diagonal <= LARGEST_SMALL:
        return None
    radii = [radius for use in uses if (radius := _radius_of_gyration(use.link)) > 0.0]
    if any(0.1 <= 2.0 * radius / diagonal <= 1.5 for radius in radii):
        return None
    if any(_is_scaled_otherwise(use) for use in uses):
        return None  # reported by G204
    factor = MILLIMETRES if is_large else METRES
    judged = _too_large if is_large else _too_small
    reason = judged(ctx, diagonal, uses, radii)
    return None if reason is None else (factor, reason)


def _too_large(
    ctx: Context, diagonal: float, uses: list[MeshUse], radii: list[float]
) -> str | None:
    """Return what shows that a mesh is 1,000 times too large; None if it is not, or unknown."""
    mended = diagonal * MILLIMETRES
    for use in uses:
        beside = _beside(ctx, use)
        if mended / _FIT <= beside <= mended * _FIT:
            return _not_beside(beside)
    for radius in radii:
        if 0.1 <= 2.0 * radius / mended <= 1.5:
            return _not_about(radius)
    bound = largest_shape(ctx) if ctx.once(_offsets) else math.inf
    if not mended <= bound < diagonal:
        return None
    span = reach(ctx)
    if 0.0 < 10.0 * span <= diagonal:
        return f"all joint offsets of this robot add up to {span:.3g} m"
    return f"no part of a robot is larger than {bound:.3g} m"


def _too_small(
    ctx: Context, diagonal: float, uses: list[MeshUse], radii: list[float]
) -> str | None:
    """Return what shows that a mesh is 1,000 times too small; None if it is not, or unknown.

    Spheres of half a millimetre mark places, such as finger tips: a thousand times as large they are
    larger than what is around them.
    """
    mended = diagonal * METRES
    beside = max(_beside(ctx, use) for use in uses)
    if beside > 10.0 * diagonal:
        return _not_beside(beside) if mended / _LARGER <= beside <= mended * _FIT else None
    offset = max(_offset(ctx, use.link) for use in uses)
    if mended > _LONGER * offset > 0.0:
        return None
    for radius in radii:
        if 0.2 <= 2.0 * radius / mended <= 1.2:
            return _not_about(radius)
    if diagonal < INVISIBLE and (offset > 0.0 or ctx.once(_all_are_small)):
        return "too small to be visible"
    return None


def _all_are_small(ctx: Context) -> bool:
    """Return whether a robot has several meshes, and none that could be seen."""
    opened = [file.opened for file in mesh_files(ctx)]
    sizes = [facts.diagonal for facts in opened if isinstance(facts, MeshFacts)]
    return len(sizes) > 1 and max(sizes) <= LARGEST_SMALL


def _not_beside(beside: float) -> str:
    return f"the rest of the link is {beside:.3g} m across"


def _not_about(radius: float) -> str:
    return f"the inertia of the link has a radius of gyration of {radius:.2g} m"


def _is_scaled_otherwise(use: MeshUse) -> bool:
    """Return whether the same link uses the same file at another scale."""
    return any(
        mesh.uri == use.value.uri and mesh.scale != use.value.scale for mesh in _meshes(use.link)
    )


def _meshes(link: model.Link) -> Iterator[model.Mesh]:
    for geometry in (*link.visuals, *link.collisions):
        if isinstance(geometry.shape, model.Mesh):
            yield geometry.shape


def _beside(ctx: Context, use: MeshUse) -> float:
    """Return the diagonal of the largest other shape of a link [m]; 0 without one."""
    largest = 0.0
    for geometry in (*use.link.visuals, *use.link.collisions):
        shape = geometry.shape
        if isinstance(shape, model.Mesh):
            facts = facts_of(ctx, shape)
            if facts is not None and shape.uri != use.value.uri:
                largest = max(largest, facts.diagonal)
        elif shape is not None and is_measurable(shape):
            largest = max(largest, bounds_of(shape, model.IDENTITY).diagonal)
    return largest


def _offset(ctx: Context, link: model.Link) -> float:
    """Return the longest offset from a link to a neighbour [m]; 0 if none is known."""
    return ctx.once(_offsets).get(link.name, 0.0)


def _offsets(ctx: Context) -> dict[str, float]:
    """Return the longest known offset of a joint at each link, by the name of the link [m]."""
    found: dict[str, float] = {}
    for joint in (joint for parts in ctx.parts for joint in parts.joints):
        length = math.hypot(*joint.origin.p)
        for end in () if math.isnan(length) else (joint.parent, joint.child):
            found[end] = max(length, found.get(end, 0.0))
    return found


def _radius_of_gyration(link: model.Link) -> float:
    """Return root of the mean squared distance of the mass of a link from its centre [m].

    Nan if unknown.
    """
    inertial = link.inertial
    if inertial is None or not has_mass(inertial) or inertial.inertia == IDENTITY:
        return math.nan
    return math.sqrt(max(mean_square_radius(inertial.inertia, inertial.mass), 0.0))
