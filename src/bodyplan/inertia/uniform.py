"""Compares the mass properties of a link with those of its shapes filled with one material.

CAD programs compute inertia from the same shapes that they export. This module determines whether a
single mistake of an exporter explains the difference between the declared mass properties and those
of the uniform solid: for example swapped axes, a mirrored centre of mass, or grams instead of
kilograms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from bodyplan.core import Record
from bodyplan.geometry.solids import InertiaTensor, Mass, rotated
from bodyplan.inertia.tensor import (
    difference,
    parallel_axis,
    principal_moments,
    scaled,
    size,
    subtracted,
)
from bodyplan.model.transform import Mat3, Transform, Vec3

_FITS = 0.05
"""Two inertias count as equal if their relative difference is at most this."""
_CORE, _SHELL = 0.3, 1.8
"""The inertia of a body whose mass is near the centre (core) or on the surface (shell), divided by
that of the uniform solid with the same shape and mass."""
UNITS = {
    1e3: "g m²", 1e4: "kg cm²", 1e6: "kg mm²", 1e7: "g cm²", 1e9: "g mm²", 1550.0: "kg in²",
    3417.2: "lb in²",
}  # fmt: skip
"""Units of inertia that are mistaken for kg m², by the number of such units in 1 kg m²."""
_NAMES = "xyz"
_ORDERS = ((1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1))
"""The permutations of three axes except the identity; swaps of two axes come first."""

Kind = Literal["about-origin", "wrong-axes"]


class Misfit(Record):
    """The differences of mass properties from those of a uniform solid.

    Args:
        kind: the kind of mistake in the inertia; None if it has the correct axes and reference
            point.
        reason: the mistake in the axes; "" if it is unknown, or if the axes are correct.
        corrected: the corrected inertia, in the axes of the inertial frame.
        ratio: the factor between two units that explains ``measured``; 1 if the unit is correct.
        measured: the declared inertia divided by that of the solid with the same mass; for a shell,
            it is not near 1.
        density: the mass divided by the volume of the solid [kg/m^3].
        centre: the mistake in the centre of mass, such as "mirroring y" or "swapping x and z"; "" if
            it is correct; None if no such mistake explains it.
        moved_to: the corrected centre of mass in the link frame [m].
        difference: relative difference between the declared inertia and that of the solid, after
            scaling to the same trace.
        left: the same difference after the axes have been corrected.
    """

    kind: Kind | None = None
    reason: str = ""
    corrected: InertiaTensor | None = None
    ratio: float = 1.0
    measured: float = math.nan
    density: float = math.nan
    centre: str | None = ""
    moved_to: Vec3 = (0.0, 0.0, 0.0)
    difference: float = 0.0
    left: float = 0.0

    @property
    def is_of_another_body(self) -> bool:
        """Whether no mistake explains the inertia."""
        return self.left > _FITS

    @property
    def is_exact(self) -> bool:
        """Whether the inertia equals that of the solid within two percent, in the same unit."""
        return self.difference < 0.02 and abs(self.measured - 1.0) < 0.02

    @property
    def is_right(self) -> bool:
        """Whether all values are correct, except possibly the density."""
        return (
            not self.is_of_another_body
            and self.kind is None
            and self.ratio == 1.0
            and self.centre == ""
        )


def misfit(
    written: Mass, R_LI: Mat3, body: Mass, R_LG: Mat3 | None, diagonal: float
) -> Misfit | None:
    """Return the differences of mass properties from those of a solid; None if not comparable.

    Args:
        written: the declared mass properties: the inertia along the axes of the inertial frame, the
            centre of mass in the link frame.
        R_LI: the orientation of the inertial frame.
        body: the mass properties of the solid at 1 kg/m^3, in the link frame.
        R_LG: the orientation of the shapes of the solid; None if their orientations differ.
        diagonal: the diagonal of the bounding box of the shapes [m].
    """
    R_IL = Transform(R_LI).inverse()
    expected = rotated(body.scaled(written.mass / body.mass).inertia, R_IL.R)
    density = written.mass / body.mass
    trace = expected[0] + expected[3] + expected[5]
    found = (written.inertia[0] + written.inertia[3] + written.inertia[5]) / trace if trace else 0.0
    if not 0.0 < found < math.inf:
        return None
    if math.dist(written.p_BC, body.p_BC) < 0.05 * diagonal:
        corrected = _without_parallel_axis(written, R_IL.R, expected)
        if corrected is not None:
            return Misfit("about-origin", corrected=corrected, density=density)
    ratio = _unit_ratio(found)
    if ratio is None:
        return None
    known = scaled(expected, found)  # scaled so that it has the trace of the declared inertia
    own = left = difference(written.inertia, known)
    kind: Kind | None = None
    reason, corrected = "", None
    if own > _FITS:
        mixed = _mixed_axes(written.inertia, known, R_IL, R_LG, own)
        if mixed is not None:
            kind, (left, reason, corrected) = "wrong-axes", mixed
    least = (0.02 if left < 0.02 else 0.05) * diagonal
    centre, moved_to = _moved_centre(written.p_BC, body.p_BC, diagonal, least)
    return Misfit(kind, reason, corrected, ratio, found, density, centre, moved_to, own, left)


def best_of(found: list[Misfit]) -> Misfit | None:
    """Return the misfit that best explains the mass properties, among those of several solids.

    A solid that fits without a correction is preferred. Wrong axes are accepted only if the
    corrected inertia fits much better than any uncorrected one. If, in addition, no mistake
    explains the centre of mass, either the corrected inertia must fit nearly exactly, or the
    difference without the correction must be large.
    """
    if not found:
        return None
    nearest = min(one.difference for one in found)
    explained = [
        one
        for one in found
        if not one.is_of_another_body
        if one.kind != "wrong-axes"
        or (
            one.left <= nearest / 4.0
            and (one.centre is not None or one.left < 0.02 or one.difference > 0.4)
        )
    ]
    right = (one for one in explained if one.is_right)
    return next(right, explained[0] if explained else None)


def _without_parallel_axis(
    written: Mass, R_IL: Mat3, expected: InertiaTensor
) -> InertiaTensor | None:
    """Return the inertia about the centre of mass, if the declared one is about the link origin."""
    shift = rotated(parallel_axis(written.mass, written.p_BC), R_IL)
    if not size(shift) > 0.3 * size(expected):
        return None
    corrected = subtracted(written.inertia, shift)
    return corrected if difference(corrected, expected) < 0.03 else None


def _unit_ratio(found: float) -> float | None:
    """Return the factor between units that explains a ratio of inertias; None if unknown."""
    if _CORE < found < _SHELL:
        return 1.0
    ratios = (ratio for unit in UNITS for ratio in (unit, 1.0 / unit))
    return next((ratio for ratio in ratios if abs(found / ratio - 1.0) < 0.05), None)


def _mixed_axes(
    written: InertiaTensor, expected: InertiaTensor, R_IL: Transform, R_LG: Mat3 | None, own: float
) -> tuple[float, str, InertiaTensor] | None:
    """Return the mistake in the axes that explains an inertia; None if no mistake explains it.

    The result is the remaining relative difference from the expected inertia, the mistake, and the
    corrected inertia.
    """
    most = min(_FITS, own / 4.0)
    best: tuple[float, str, InertiaTensor] | None = None
    for reason, candidate in _other_axes(written, R_IL, R_LG):
        left = difference(candidate, expected)
        if left <= most and (best is None or left < 0.5 * best[0]):
            best = left, reason, candidate
    if best is not None:
        return best
    moments, others = principal_moments(written), principal_moments(expected)
    is_close = math.dist(moments, others) <= 0.03 * others[2]
    return (0.0, "", expected) if is_close and own >= 0.2 else None


def _other_axes(
    written: InertiaTensor, R_IL: Transform, R_LG: Mat3 | None
) -> Iterator[tuple[str, InertiaTensor]]:
    """Yield each possible mistake in the axes, and the inertia that is corrected accordingly."""
    if R_LG is not None:
        own = rotated(written, (R_IL @ Transform(R_LG)).R)
        yield "the inertia is in the axes of the shape", own
    yield "the inertia is in the axes of the link", rotated(written, R_IL.R)
    xx, xy, xz, yy, yz, zz = written
    yield "the products have the opposite sign", (xx, -xy, -xz, yy, -yz, zz)
    for a, b in combinations(range(3), 2):
        if any((xy, xz, yz)):
            yield f"fits after mirroring {_NAMES[3 - a - b]}", _signed(written, 3 - a - b)
    m = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
    for i, j, k in _ORDERS:
        swapped = (m[i][i], m[i][j], m[i][k], m[j][j], m[j][k], m[k][k])
        called = _swap((i, j, k))
        yield f"fits after {called}", swapped
        if any((xy, xz, yz)):
            for axis in range(3):
                yield f"fits after {called}", _signed(swapped, axis)


def _signed(t: InertiaTensor, axis: int) -> InertiaTensor:
    """Return the inertia of the body after mirroring it along an axis."""
    x, y, z = (-1.0 if i == axis else 1.0 for i in range(3))
    return t[0], t[1] * x * y, t[2] * x * z, t[3], t[4] * y * z, t[5]


def _swap(order: tuple[int, int, int]) -> str:
    moved = [_NAMES[i] for i in range(3) if order[i] != i]
    if len(moved) == 2:
        return f"swapping {moved[0]} and {moved[1]}"
    return f"writing {', '.join(_NAMES[i] for i in order)} as x, y, z"


def _moved_centre(
    written: Vec3, expected: Vec3, size: float, least: float
) -> tuple[str | None, Vec3]:
    """Return the mistake in a centre of mass, and the correct centre.

    Args:
        written: the centre of mass.
        expected: the centre of mass of the solid.
        size: the size of the solid [m].
        least: the centre of mass counts as correct if the distance between both centres is at most
            this [m].
    """
    away = math.dist(written, expected)
    if away <= least:
        return "", expected
    near = min(0.4 * least, 0.2 * away)
    found: list[tuple[int, int, str, Vec3]] = []
    for count in (1, 2, 3):
        for axes in combinations(range(3), count):
            x, y, z = (-v + 0.0 if i in axes else v for i, v in enumerate(written))
            left = math.dist((x, y, z), expected)
            if left <= near:
                names = " and ".join(_NAMES[i] for i in axes) if count < 3 else "x, y and z"
                found.append((round(500.0 * left / size), count, f"mirroring {names}", (x, y, z)))
    if not found:
        for i, j, k in _ORDERS:
            swapped = (written[i], written[j], written[k])
            if math.dist(swapped, expected) <= near:
                return _swap((i, j, k)), swapped
        return None, expected
    _, _, called, mirrored = min(found)
    return called, mirrored
