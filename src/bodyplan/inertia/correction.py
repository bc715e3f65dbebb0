"""Corrects mass properties to the nearest physically possible ones; warns about doubtful shapes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.geometry.solids import Mass
from bodyplan.inertia.from_shapes import Origin, ShapeError, shapes_of
from bodyplan.inertia.mass import is_possible, nearest_possible, radius_of_gyration
from bodyplan.inertia.overlap import MOST_COMPARED, overlapping
from bodyplan.inertia.plausibility import FARTHEST
from bodyplan.inertia.tensor import is_finite, is_point, is_solid, principal_moments
from bodyplan.model import Link, Mesh

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve

THICKNESS = 1e-3
"""Smallest thickness of a corrected body, as a fraction of its length. It ensures that parsers
without a tolerance for the triangle inequality accept the inertia."""


def corrected(mass: Mass) -> Mass:
    """Return the nearest mass properties that a rigid body can have; see ``nearest_possible``.

    Mass and centre of mass are unchanged. A principal moment of zero becomes small and positive,
    because some parsers reject zero. A point mass, whose inertia is zero, is unchanged.

    Raises:
        ShapeError: the mass is not positive, or the numbers are too large to compute with.
    """
    if not is_finite(mass.inertia):
        raise ShapeError("its numbers are too large to compute with")
    if is_point(mass.inertia, mass.mass):
        return mass
    if not mass.mass > 0.0:
        what = "negative" if mass.mass < 0.0 else "zero"
        raise ShapeError(f"its mass is {what}; set a mass, or compute it from the shapes")
    # Mass properties that are already possible are returned unchanged, with all their digits.
    if is_solid(mass.inertia) or (is_possible(mass) and not _is_thin(mass)):
        return mass
    return nearest_possible(mass, thickness=THICKNESS)


def shape_notes(link: Link, after: Mass, origin: Origin, find: Resolve) -> str:
    """Return warnings about mass properties that were computed from shapes; empty if none."""
    notes = [_overlap(link, origin, find)]
    if radius_of_gyration(after) > FARTHEST:
        across = math.sqrt(12.0) * radius_of_gyration(after)
        notes.append(f"its shapes measure some {across:,.0f} m across: are they in millimetres?")
    return "; ".join(filter(None, notes))


def _overlap(link: Link, origin: Origin, find: Resolve) -> str:
    """Return a warning that names the first two overlapping shapes of a link; empty if none."""
    shapes = shapes_of(link, origin)
    pair = next(overlapping(shapes, find), None)
    kind = "collision" if shapes is link.collisions else "visual"
    if pair is None:
        is_whole = len(shapes) <= MOST_COMPARED
        return "" if is_whole else f"only its first {MOST_COMPARED:,} {kind} shapes are compared"
    names = [quoted(shapes[i].name) if shapes[i].name else f"{i + 1}" for i in pair]
    is_sure = origin == "hull" or not any(isinstance(shapes[i].shape, Mesh) for i in pair)
    verb = "overlap" if is_sure else "overlap, or their hulls do"
    who = f"{kind} shapes {names[0]} and {names[1]} {verb}"
    return f"{who}: their common volume counts for each shape"


def _is_thin(mass: Mass) -> bool:
    """Return whether a principal moment is about zero, as for a rod without thickness."""
    low, _, high = principal_moments(mass.inertia)
    return high > 0.0 and low <= 1e-9 * high
