"""What the rules on joints share: readable fields, angles and lengths in other units.

Angles in radians, lengths in metres, unless a name says otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bodyplan.model.joint import LINEAR
from bodyplan.spec.element import spec_of
from bodyplan.spec.number import NotANumberError, parse_float

if TYPE_CHECKING:
    from bodyplan.core import Record
    from bodyplan.formats.urdf import Limit
    from bodyplan.lint.context import Context

TURN = 2.0 * math.pi
"""One full turn [rad]."""

MOST_METRES = 20.0
"""A prismatic joint that travels further is rare enough to ask."""

MOST_MILLIMETRES = 5000.0
"""No larger number is taken for a travel in millimetres."""


def is_readable(ctx: Context, value: Record, *fields: str) -> bool:
    """Return whether every one of these number attributes is absent or reads as a number.

    An optional number that does not read has its default in the value; a finding about that
    default would be about nothing.
    """
    element = ctx.source(value)
    node = ctx.document.node(element)
    if node is None:
        return True
    by_name = spec_of(type(element)).by_name
    for field in fields:
        text = node.get(by_name[field].xml)
        if text is not None:
            try:
                parse_float(text)
            except NotANumberError:
                return False
    return True


def has_range(limit: Limit | None) -> bool:
    """Return whether a limit leaves room to move: finite bounds, the lower below the upper."""
    return limit is not None and -math.inf < limit.lower < limit.upper < math.inf


def degrees_among(angles: Sequence[float], beyond: float) -> tuple[int, ...]:
    """Return the indices of angles that are probably in degrees.

    Such an angle is larger than ``beyond``, read as degrees it is not, and read as radians it is
    no multiple of 15 degrees; a whole number never is such a multiple. What is converted is thus
    never found again.

    Args:
        angles: as written.
        beyond: up to here an angle passes as radians [rad]; at least one turn.
    """
    return tuple(
        place
        for place, angle in enumerate(angles)
        if beyond < abs(angle) <= math.degrees(beyond) and not _is_part_of_a_turn(angle)
    )


def to_radians(angles: Sequence[float], beyond: float) -> tuple[float, ...] | None:
    """Return the angles with those in degrees converted; None if one may be either.

    Beside an angle in degrees, whole numbers are degrees too; parts of a turn are radians.
    """
    if not degrees_among(angles, beyond):
        return None
    converted = []
    for angle in angles:
        if angle == 0.0 or (abs(angle) <= TURN and _is_part_of_a_turn(angle)):
            converted.append(angle)
        elif abs(angle) > math.degrees(beyond) or (abs(angle) <= TURN and not angle.is_integer()):
            return None
        else:
            converted.append(math.radians(angle))
    return tuple(converted)


def _is_part_of_a_turn(angle: float) -> bool:
    """Return whether an angle in radians is a multiple of 15 degrees, to three decimals."""
    return not angle.is_integer() and abs(math.remainder(angle, TURN / 24.0)) < 1e-3


def are_millimetres(positions: Sequence[float]) -> bool:
    """Return whether a travel is more likely in millimetres than in metres.

    Plus and minus the same power of ten is how a free base on dummy joints is written; it passes.
    """
    largest = max(map(abs, positions))
    if not MOST_METRES < largest <= MOST_MILLIMETRES:
        return False
    return not (min(positions) == -largest and largest in {100.0, 1000.0})


def in_other_unit(kind: str, positions: Sequence[float]) -> bool:
    """Return whether positions of a joint of this type look like degrees or millimetres."""
    if kind == "revolute":
        return bool(degrees_among(positions, 2.0 * TURN))
    return kind in LINEAR and are_millimetres(positions)


def number(value: float) -> str:
    """Return a number for a message: at most six digits."""
    return f"{value:.6g}"
