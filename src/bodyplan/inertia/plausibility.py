"""Checks for several rules whether mass, centre of mass and inertia of a link are plausible.

Each mistake must lead to only one diagnostic. Therefore, this module finds all implausible values
of a link, and each rule reports one kind of them. The thresholds are physical: no engineering
material is denser than lead (11,340 kg/m^3) or lighter than air, and a body has no mass outside of
its geometry.
"""

from __future__ import annotations

import math
from typing import Literal

from bodyplan.geometry.bounds import Bounds
from bodyplan.geometry.link_shapes import LinkShapes
from bodyplan.geometry.solids import InertiaTensor, Mass
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    is_finite,
    is_point,
    is_positive,
    mean_square_radius,
    meets_triangle,
    scaled,
)
from bodyplan.inertia.uniform import Misfit, best_of, misfit
from bodyplan.model.link import Inertial, Link
from bodyplan.model.parts import UNKNOWN_INERTIA
from bodyplan.model.transform import Vec3

IDENTITY: InertiaTensor = (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
"""The inertia in many templates, which is also the default of SDFormat [kg m^2]."""
DENSEST = 12_000.0
"""Upper bound of the density of engineering materials [kg/m^3]; steel has 7,850, lead 11,340."""
LIGHTEST = 1.0
"""Lower bound of the density of a body [kg/m^3]; air has 1.2."""
LIGHTEST_SOLID = DENSEST / 1000.0
"""Lower bound of the density of a solid part [kg/m^3]. If the mass of a part is 1,000 times too
small, its density is below this bound, whatever its material."""
FARTHEST = 10.0
"""The largest plausible radius of gyration, and distance of the centre of mass from the link
origin, for links of unknown size [m]."""
_MANY = 3
"""The smallest number of links of a robot from which conclusions about all links are drawn."""
MARKER_MASS, MARKER_SIZE = 0.01, 0.02
"""A link with at most this mass [kg], or whose shapes are smaller than this size [m], is often only
a marker of a location, whose mass properties have no meaning."""

Fault = Literal[
    "dense",
    "thin",
    "large",
    "small",
    "outside",
    "far",
    "moved",
    "about-origin",
    "wrong-axes",
    "point",
]


class Appraisal:
    """The mass properties of one link, and what is implausible about them.

    Args:
        link: the link.
        inertial: the inertial of the link.
        shapes: the shapes of the link; None if unknown.

    Attributes:
        bounds: the bounding box of the shapes.
        diagonal: the diagonal of the bounding box; nan if unknown [m].
        faults: the kinds of implausible values.
        better: the factor that corrects the value, by kind.
        scales_inertia: whether the factor for "dense" or "thin" corrects the inertia too.
        fit: the differences from a uniform solid of the same shapes; None if they are unknown, or
            if the declared values are not those of such a solid.
        corrected: the corrected inertia, for "about-origin" and "wrong-axes".
        reason: the mistake in the orientation of the inertia, for "wrong-axes".
        away: a lower bound of the distance of the centre of mass from the shapes [m]; 0 if it is
            inside, nan if unknown.
    """

    __slots__ = (
        "away", "better", "bounds", "corrected", "diagonal", "faults", "fit", "inertial", "link",
        "reason", "scales_inertia", "shapes",
    )  # fmt: skip

    def __init__(self, link: Link, inertial: Inertial, shapes: LinkShapes | None) -> None:
        self.link = link
        self.inertial = inertial
        self.shapes = shapes
        self.bounds: Bounds | None = None if shapes is None else shapes.bounds
        self.diagonal = math.nan if self.bounds is None else self.bounds.diagonal
        self.faults: set[Fault] = set()
        self.better: dict[Fault, float] = {}
        self.scales_inertia = False
        self.fit: Misfit | None = None
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
        """The declared inertia about the centre of mass, in the inertial frame's axes [kg m^2]."""
        return self.inertial.inertia

    @property
    def radius_of_gyration(self) -> float:
        """Root mean square distance of the mass from the centre of mass [m]."""
        return math.sqrt(max(0.0, mean_square_radius(self.tensor, self.mass)))

    @property
    def reach(self) -> float:
        """The largest possible distance of the link's mass from its centre of mass [m]; or nan."""
        if self.bounds is None:
            return math.nan
        return min(self.bounds.farthest(self.centre), self.diagonal)


def smallest_radius_of_gyration(mass: float) -> float:
    """Return the radius of gyration of a solid ball of this mass and density ``DENSEST`` [m]."""
    return math.sqrt(0.6) * math.cbrt(3.0 * mass / (4.0 * math.pi * DENSEST))


def has_mass(inertial: Inertial | None) -> bool:
    """Return whether an inertial has a positive mass and no invalid number; it may lack inertia."""
    if inertial is None or not 0.0 < inertial.mass < math.inf:
        return False
    tensor = inertial.inertia
    if tensor is not UNKNOWN_INERTIA and not is_finite(tensor):
        return False
    return math.isfinite(sum(inertial.origin.p))


def appraised(
    link: Link, inertial: Inertial, shapes: LinkShapes | None, *, is_placeholder: bool = False
) -> Appraisal:
    """Return the implausible mass properties of a link.

    Args:
        link: the link.
        inertial: the inertial of the link; ``has_mass`` must be true for it.
        shapes: the shapes of the link; None if unknown.
        is_placeholder: whether the inertia is a known placeholder; other problems of it are then
            omitted.
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
        if valid and not small:
            _judge_solid(judged)
        if judged.corrected is None:
            _judge_size(
                judged,
                judged.bounds if not marker and not small else None,
                # if the inertia tensor is invalid, another rule reports it
                slack=2.0 if valid else 100.0,
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
    if not most > 0.0:  # the volume of tiny shapes underflows to 0
        return
    mass = judged.mass
    if mass > DENSEST * most:
        judged.faults.add("dense")
        half = judged.diagonal / 2.0
        squared = mean_square_radius(judged.tensor, mass / 1000.0) / (half * half)
        if 50.0 * most < mass / 1000.0 < DENSEST * most and 0.01 < squared < 1.0:
            # the inertia fits the mass in kilograms, so only the mass was written in grams
            judged.better["dense"] = 1e-3
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
                if "large" not in judged.better and 0.02 < squared * factor / limit < 1.0:
                    judged.better["large"] = factor
    if not faults.isdisjoint({"dense", "large"}):
        return
    smallest = smallest_radius_of_gyration(judged.mass)
    least = 0.5 * smallest * smallest
    if bounds is not None:
        least = max(least, 1e-4 * (judged.diagonal / 2.0) * (judged.diagonal / 2.0))
    if squared < least:
        faults.add("small")


def _judge_solid(judged: Appraisal) -> None:
    """Compare the mass properties with those of the same shapes filled with one material."""
    shapes = judged.shapes
    if shapes is None:
        return
    X_LI = judged.inertial.origin
    written = Mass(judged.mass, judged.centre, judged.tensor)
    found = []
    for body, R_LG in shapes.solids:
        one = misfit(written, X_LI.R, body, R_LG, judged.diagonal)
        if one is not None and (one.corrected is None or _is_valid(one.corrected)):
            found.append(one)
    judged.fit = fit = best_of(found)
    if fit is None:
        return
    if fit.kind is not None and not (fit.centre is None and "outside" in judged.faults):
        judged.faults.add(fit.kind)
        judged.corrected, judged.reason = fit.corrected, fit.reason
    if fit.centre and "far" not in judged.faults:
        judged.faults.discard("outside")
        judged.faults.add("moved")
    _judge_units(judged, fit)


def _judge_units(judged: Appraisal, fit: Misfit) -> None:
    """Check whether the mass or the inertia is in a wrong unit; the density shows which of them."""
    ratio, density = fit.ratio, fit.density
    faults = judged.faults
    if ratio == 1.0:
        if density > DENSEST and fit.difference < 0.02:
            faults.add("dense")
        elif fit.is_exact and density < LIGHTEST_SOLID:
            faults.add("thin")
        if "dense" in faults and _is_usual(density / 1000.0):
            judged.better["dense"] = 1e-3
            judged.scales_inertia = True
        elif "thin" in faults and _is_usual(density * 1000.0):
            judged.better["thin"] = 1e3
            judged.scales_inertia = True
        return
    if _is_usual(density):
        fault: Fault = "large" if ratio > 1.0 else "small"
        faults.add(fault)
        judged.better[fault] = 1.0 / ratio
    elif ratio == 1e-3 and _is_usual(density / 1000.0):
        faults.add("dense")
        judged.better["dense"] = 1e-3
    elif ratio == 1e3 and _is_usual(density * 1000.0):
        faults.discard("large")
        faults.add("thin")
        judged.better["thin"] = 1e3


def _is_usual(density: float) -> bool:
    return 50.0 < density < DENSEST


def mark_all_light(of_robot: list[Appraisal]) -> None:
    """Mark all links of a robot as too light if all of them are lighter than any solid material.

    A single hollow link can be so light. But this is implausible for all links of a robot with
    three or more links that have shapes.

    Args:
        of_robot: the appraisals of the links of the robot.
    """
    measured = []
    for judged in of_robot:
        least = 0.0 if judged.shapes is None else judged.shapes.volumes[0]
        if least > 0.0 and judged.diagonal >= MARKER_SIZE:
            if judged.mass >= LIGHTEST_SOLID * least:
                return
            measured.append(judged)
    if len(measured) < _MANY:
        return
    for judged in measured:
        squared = mean_square_radius(judged.tensor, judged.mass) / (judged.diagonal / 2.0) ** 2
        if "thin" not in judged.faults and 0.01 < squared < 1.0:
            judged.faults.add("thin")
            judged.better["thin"] = 1e3
            judged.scales_inertia = True


def rounded(t: InertiaTensor) -> InertiaTensor:
    """Return a computed inertia tensor without rounding noise.

    All entries are rounded at the position of the tenth significant digit of the largest entry.
    """
    largest = max(map(abs, t))
    if not 0.0 < largest < math.inf:
        return t
    digits = 9 - math.floor(math.log10(largest))
    a, b, c, d, e, f = (round(v, digits) + 0.0 for v in t)
    return (a, b, c, d, e, f)


def times(t: InertiaTensor, factor: float) -> InertiaTensor:
    """Return an inertia tensor times a power of ten, without rounding noise."""
    a, b, c, d, e, f = (float(f"{v:.12g}") for v in scaled(t, factor))
    return (a, b, c, d, e, f)
