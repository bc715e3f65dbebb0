"""How plausible the mass, centre of mass and inertia of a link are: one judgement for several rules.

One cause must give one diagnostic, so everything that is implausible about a link is decided here,
and each rule reports its own part. Thresholds are physical: nothing is denser than 25,000 kg/m^3
(osmium has 22,590), no mass lies farther from its centre than the geometry reaches.
"""

from __future__ import annotations

import math
from typing import Literal

from bodyplan.geometry.bounds import Bounds
from bodyplan.geometry.link_shapes import LinkShapes
from bodyplan.geometry.solids import InertiaTensor, rotated, solid
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    added,
    difference,
    is_finite,
    is_point,
    is_positive,
    mean_square_radius,
    meets_triangle,
    parallel_axis,
    principal_moments,
    scaled,
    size,
    subtracted,
)
from bodyplan.model.link import Inertial, Link
from bodyplan.model.parts import UNKNOWN_INERTIA
from bodyplan.model.transform import Transform, Vec3

IDENTITY: InertiaTensor = (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
"""The inertia of templates, and the default of SDFormat [kg m^2]."""
DENSEST = 25_000.0
"""Upper bound of the density of any body [kg/m^3]."""
LIGHTEST = 1.0
"""Lower bound of the density that a body with mass can have; air has 1.2 [kg/m^3]."""
FARTHEST = 10.0
"""Where no size is known: radii of gyration and centres of mass beyond are suspect [m]."""
MARKER_MASS, MARKER_SIZE = 0.01, 0.02
"""Bodies no heavier [kg], or of smaller shapes [m], often only mark a place: numbers mean nothing."""

Fault = Literal[
    "dense", "thin", "large", "small", "outside", "far", "about-origin", "wrong-axes", "point"
]


class Appraisal:
    """What is implausible about the mass of one link.

    Args:
        link: the link; ``has_mass`` is true for it.
        inertial: of the link.
        shapes: of the link; None when unknown.

    Attributes:
        bounds: the box around the shapes.
        diagonal: of the bounds; nan when unknown [m].
        faults: what is implausible.
        better: numbers to put in place, by fault: a factor for "large", "dense" and "far".
        corrected: the inertia to put in place for "about-origin" and "wrong-axes".
        reason: how the axes were mixed up, for "wrong-axes".
        away: how far the centre of mass is outside of the shapes [m]; nan where unknown.
    """

    __slots__ = (
        "away", "better", "bounds", "corrected", "diagonal", "faults", "inertial", "link", "reason",
        "shapes",
    )  # fmt: skip

    def __init__(self, link: Link, inertial: Inertial, shapes: LinkShapes | None) -> None:
        self.link = link
        self.inertial = inertial
        self.shapes = shapes
        self.bounds: Bounds | None = None if shapes is None else shapes.bounds
        self.diagonal = math.nan if self.bounds is None else self.bounds.diagonal
        self.faults: set[Fault] = set()
        self.better: dict[Fault, float] = {}
        self.corrected: InertiaTensor | None = None
        self.reason = ""
        self.away = math.nan

    @property
    def mass(self) -> float:
        """Mass [kg]."""
        return self.inertial.mass

    @property
    def centre(self) -> Vec3:
        """Centre of mass in the link frame [m]."""
        return self.inertial.origin.p

    @property
    def tensor(self) -> InertiaTensor:
        """As written, about the centre of mass, in the axes of the inertial frame [kg m^2]."""
        return self.inertial.inertia

    @property
    def radius_of_gyration(self) -> float:
        """Root of the mean squared distance of the mass from its centre [m]."""
        return math.sqrt(max(0.0, mean_square_radius(self.tensor, self.mass)))

    @property
    def reach(self) -> float:
        """How far from the centre of mass there can be mass at most [m]; nan where unknown."""
        if self.bounds is None:
            return math.nan
        return min(self.bounds.farthest(self.centre), self.diagonal)


def smallest_radius_of_gyration(mass: float) -> float:
    """Of a ball of that mass and the highest density: nothing is more compact [m]."""
    return math.sqrt(0.6) * math.cbrt(3.0 * mass / (4.0 * math.pi * DENSEST))


def has_mass(inertial: Inertial | None) -> bool:
    """Whether an inertial has a positive mass, and no number that cannot be read.

    One that defines no inertia has mass all the same.
    """
    if inertial is None or not 0.0 < inertial.mass < math.inf:
        return False
    tensor = inertial.inertia
    if tensor is not UNKNOWN_INERTIA and not is_finite(tensor):
        return False
    return math.isfinite(sum(inertial.origin.p))


def appraised(
    link: Link, inertial: Inertial, shapes: LinkShapes | None, *, is_placeholder: bool = False
) -> Appraisal:
    """What is implausible about the mass of a link.

    Args:
        link: the link.
        inertial: of the link; one that ``has_mass``.
        shapes: of the link; None when unknown.
        is_placeholder: whether its inertia is known to be one; then nothing else is said about it.
    """
    judged = Appraisal(link, inertial, shapes)
    marker = judged.mass <= MARKER_MASS
    small = judged.diagonal < MARKER_SIZE
    _judge_centre(judged)
    if not marker and not small:
        _judge_density(judged)
    if is_point(judged.tensor, judged.mass):
        judged.faults.add("point")
    elif not is_placeholder:
        valid = _is_valid(judged.tensor)
        if valid and not small and not judged.faults:
            _judge_frame(judged)
        if judged.corrected is None:
            _judge_size(
                judged,
                judged.bounds if not marker and not small else None,
                slack=2.0 if valid else 100.0,  # an invalid inertia tensor is reported as such
            )
    return judged


def _is_valid(t: InertiaTensor) -> bool:
    return is_positive(t, POSITIVE_TOLERANCE) and meets_triangle(t, TRIANGLE_TOLERANCE)


def _judge_centre(judged: Appraisal) -> None:
    centre, bounds = judged.centre, judged.bounds
    distance = math.hypot(*centre)
    if bounds is None:
        if distance > FARTHEST:
            judged.faults.add("far")
        return
    margin = 0.1 * judged.diagonal + 0.01
    judged.away = judged.shapes.outside(centre, margin) if judged.shapes is not None else math.nan
    if judged.away <= margin:
        return
    x, y, z = (v / 1000.0 for v in centre)
    far = distance >= 1.0 and distance > 5.0 * judged.diagonal
    if far and bounds.outside((x, y, z)) <= margin:
        judged.faults.add("far")
        judged.better["far"] = 1e-3
    else:
        judged.faults.add("outside")


def _judge_density(judged: Appraisal) -> None:
    if judged.shapes is None:
        return
    least, most = judged.shapes.volumes
    if not most > 0.0:  # shapes too small for numbers
        return
    mass = judged.mass
    if mass > DENSEST * most:
        judged.faults.add("dense")
        half = judged.diagonal / 2.0
        squared = mean_square_radius(judged.tensor, mass / 1000.0) / (half * half)
        if 50.0 * most < mass / 1000.0 < DENSEST * most and 0.01 < squared < 1.0:
            judged.better["dense"] = 1e-3  # the inertia tensor fits kilograms: the mass is in grams
    elif mass < LIGHTEST * least:
        judged.faults.add("thin")


def _judge_size(judged: Appraisal, bounds: Bounds | None, slack: float) -> None:
    faults = judged.faults
    squared = mean_square_radius(judged.tensor, judged.mass)
    if bounds is None:
        if squared > FARTHEST * FARTHEST:
            faults.add("large")
    elif "thin" not in faults:
        limit = judged.reach * judged.reach
        if squared > slack * limit:
            faults.add("large")
            for factor in (1e-6, 1e-9):
                if 0.02 < squared * factor / limit < 1.0:
                    judged.better["large"] = factor
    if "dense" in faults or "large" in faults:
        return
    smallest = smallest_radius_of_gyration(judged.mass)
    least = 0.5 * smallest * smallest
    if bounds is not None:
        least = max(least, 1e-4 * (judged.diagonal / 2.0) * (judged.diagonal / 2.0))
    if squared < least:
        faults.add("small")


def _judge_frame(judged: Appraisal) -> None:
    """Whether the inertia tensor is that of the full solid, but about another point or on other axes."""
    bounds, centre, written = judged.bounds, judged.centre, judged.tensor
    primitive = None if judged.shapes is None else judged.shapes.only
    if primitive is None or bounds is None or bounds.outside(centre) > 0.0:
        return
    filled = solid(primitive.shape, 1.0)
    if not 0.0 < filled.mass < math.inf:
        return
    own = filled.scaled(judged.mass / filled.mass).inertia
    R_LG, R_LI = Transform(primitive.X_LG.R), Transform(judged.inertial.origin.R)
    R_IL = R_LI.inverse()
    wanted = rotated(own, R_LG.R)  # in link axes
    found = rotated(written, R_LI.R)
    if not difference(found, wanted) >= 0.2:
        return
    shift = parallel_axis(judged.mass, centre)
    in_the_middle = math.dist(centre, primitive.X_LG.p) < 0.05 * judged.diagonal
    moved = difference(found, added(wanted, shift)) < 0.05
    if in_the_middle and moved and size(shift) > 0.3 * size(wanted):
        corrected = rotated(subtracted(found, shift), R_IL.R)
        if _is_valid(corrected):
            judged.faults.add("about-origin")
            judged.corrected = corrected
        return
    moments, expected = principal_moments(written), principal_moments(own)
    if not math.dist(moments, expected) <= 0.03 * expected[2]:
        return
    judged.faults.add("wrong-axes")
    xx, xy, xz, yy, yz, zz = written
    candidates = (
        ("the inertia is in the axes of the shape", rotated(written, (R_IL @ R_LG).R)),
        ("the inertia is in the axes of the link", rotated(written, R_IL.R)),
        ("the products have the opposite sign", (xx, -xy, -xz, yy, -yz, zz)),
    )
    judged.corrected = rotated(wanted, R_IL.R)
    for reason, candidate in candidates:
        if difference(candidate, judged.corrected) < 0.05:
            judged.corrected, judged.reason = candidate, reason
            return


def rounded(t: InertiaTensor) -> InertiaTensor:
    """A computed inertia tensor without the digits that are noise: nine behind the largest element's."""
    largest = max(map(abs, t))
    if not 0.0 < largest < math.inf:
        return t
    digits = 9 - math.floor(math.log10(largest))
    a, b, c, d, e, f = (round(v, digits) + 0.0 for v in t)
    return (a, b, c, d, e, f)


def times(t: InertiaTensor, factor: float) -> InertiaTensor:
    """An inertia tensor times a power of ten, each element as short as it was."""
    a, b, c, d, e, f = (float(f"{v:.12g}") for v in scaled(t, factor))
    return (a, b, c, d, e, f)
