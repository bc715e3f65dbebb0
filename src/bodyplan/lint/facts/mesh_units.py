"""Find meshes that are not in metres, by comparing each with the rest of its link.

Only a factor of 1,000 is considered: a file in millimetres that is not scaled, or a file in metres
that is scaled as if it were in millimetres. Parts of real robots have diagonals from 3 cm to 2 m,
so a mesh in the wrong unit is far outside of this range. Some robots have spheres of half a
millimetre that mark a position, so a mesh is reported only if the rest of the robot suggests
another unit.
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
"""The factors that correct a mesh in millimetres, and a mesh in metres that was scaled by 0.001."""
SMALLEST_LARGE, LARGEST_SMALL = 5.0, 0.005
"""A mesh whose diagonal is at least the first length may be 1,000 times too large; a mesh whose
diagonal is at most the second length may be 1,000 times too small [m]. Visible parts are at least 5
mm; in real robots, at least 3 cm."""
INVISIBLE = 0.001
"""Visible parts of a robot are larger than this [m]."""
_FIT = 5.0
"""Largest plausible ratio, in either direction, of a mesh to the other shapes of its link."""
_LARGER, _LONGER = 2.5, 7.0
"""Largest plausible ratios of a mesh to the other shapes of its link, and to the offsets of the
joints at its link; 19 of 20 meshes of real robots are below them."""


class WrongUnit(Record):
    """A mesh that is probably in the wrong unit.

    Args:
        file: the mesh file, with the scale at which the links use it.
        facts: the facts about its content.
        factor: the scale that corrects the mesh.
        reason: the fact that contradicts the size of the mesh, as a clause.
    """

    file: MeshFile
    facts: MeshFacts
    factor: float
    reason: str


def wrong_units(ctx: Context) -> list[WrongUnit]:
    """Return the meshes that are probably in the wrong unit, in the order of the file."""
    return ctx.once(_wrong_units)


def in_wrong_unit(ctx: Context) -> frozenset[int]:
    """Return the ids of links that have a mesh in the wrong unit: their size is unknown."""
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
    """Return the factor that corrects a mesh, and the reason; None if the mesh is plausible."""
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
    """Return the fact that shows that a mesh is 1,000 times too large; None without such a fact."""
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
    """Return the fact that shows that a mesh is 1,000 times too small; None without such a fact.

    Spheres of half a millimetre that mark positions, such as finger tips, are not too small: scaled
    by 1,000, they would be larger than the parts around them.
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
        return "a part of this size is invisible"
    return None


def _all_are_small(ctx: Context) -> bool:
    """Return whether a robot has several meshes, and all are too small to be plausible."""
    opened = [file.opened for file in mesh_files(ctx)]
    sizes = [facts.diagonal for facts in opened if isinstance(facts, MeshFacts)]
    return len(sizes) > 1 and max(sizes) <= LARGEST_SMALL


def _not_beside(beside: float) -> str:
    return f"the rest of the link is {beside:.3g} m across"


def _not_about(radius: float) -> str:
    return f"the inertia of the link has a radius of gyration of {radius:.2g} m"


def _is_scaled_otherwise(use: MeshUse) -> bool:
    """Return whether the link of a mesh also uses the mesh file at another scale."""
    return any(
        mesh.uri == use.value.uri and mesh.scale != use.value.scale for mesh in _meshes(use.link)
    )


def _meshes(link: model.Link) -> Iterator[model.Mesh]:
    for geometry in (*link.visuals, *link.collisions):
        if isinstance(geometry.shape, model.Mesh):
            yield geometry.shape


def _beside(ctx: Context, use: MeshUse) -> float:
    """Return the diagonal of the largest shape of a link except the given mesh [m]; 0 if none."""
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
    """Return the root mean square distance of a link's mass from its centre [m]; nan if unknown."""
    inertial = link.inertial
    if inertial is None or not has_mass(inertial) or inertial.inertia == IDENTITY:
        return math.nan
    return math.sqrt(max(mean_square_radius(inertial.inertia, inertial.mass), 0.0))
