"""Mass properties of a rigid body: representations, reference points, physical consistency."""

from __future__ import annotations

import math

from bodyplan.geometry.solids import InertiaTensor, Mass, rotated
from bodyplan.inertia.tensor import (
    POSITIVE_TOLERANCE,
    TRIANGLE_TOLERANCE,
    added,
    composed,
    is_finite,
    is_point,
    is_positive,
    largest_element,
    meets_triangle,
    parallel_axis,
    principal_axes,
    principal_moments,
    second_moments,
)
from bodyplan.model.link import Inertial
from bodyplan.model.transform import NO_ROTATION, Mat3, Transform, Vec3

Mat4 = tuple[tuple[float, float, float, float], ...]
"""A 4x4 matrix, as a tuple of its rows."""


def mass_of(inertial: Inertial) -> Mass:
    """Return the mass properties of a link from its inertial, expressed in the link frame.

    The inertia tensor I is rotated from the axes of the inertial frame to those of the link: R_LI I
    R_LI^T.
    """
    X_LI = inertial.origin
    return Mass(inertial.mass, X_LI.p, rotated(inertial.inertia, X_LI.R))


def inertial_of(mass: Mass, R_LI: Mat3 = NO_ROTATION) -> Inertial:
    """Return the inertial of a link with these mass properties: the inverse of ``mass_of``.

    Args:
        mass: the mass properties, expressed in the link frame.
        R_LI: the orientation of the inertial frame, in which the inertia tensor is expressed; by
            default that of the link frame.
    """
    back = Transform(R_LI).inverse().R
    return Inertial(mass.mass, Transform(R_LI, mass.p_BC), rotated(mass.inertia, back))


def inertia_about(mass: Mass, p_B: Vec3) -> InertiaTensor:
    """Return the inertia about a point, by the parallel axis theorem, along the axes of B [kg m^2].

    Args:
        mass: the mass properties, expressed in a frame B.
        p_B: the coordinates of the point in B [m].
    """
    x, y, z = (c - p for c, p in zip(mass.p_BC, p_B, strict=True))
    return added(mass.inertia, parallel_axis(mass.mass, (x, y, z)))


def pseudo_inertia(mass: Mass) -> Mat4:
    """Return the 4x4 pseudo-inertia matrix: the integral of (p, 1) (p, 1)^T dm, with p in B.

    Mass properties are physically consistent if and only if this matrix is positive semidefinite.

    Source: Wensing, Kim, Slotine, Linear Matrix Inequalities for Physically Consistent Inertial
    Parameter Identification, 2018.
    """
    m, (x, y, z) = mass.mass, mass.p_BC
    xx, xy, xz, yy, yz, zz = second_moments(mass.inertia)
    return (
        (xx + m * x * x, xy + m * x * y, xz + m * x * z, m * x),
        (xy + m * x * y, yy + m * y * y, yz + m * y * z, m * y),
        (xz + m * x * z, yz + m * y * z, zz + m * z * z, m * z),
        (m * x, m * y, m * z, m),
    )


def flaws(
    mass: Mass,
    *,
    positive: float = POSITIVE_TOLERANCE,
    triangle: float = TRIANGLE_TOLERANCE,
    is_exact: bool = False,
) -> tuple[str, ...]:
    """Return reasons why mass properties are physically impossible; empty if they are possible.

    Args:
        mass: the mass properties.
        positive: tolerance for a negative moment, as a fraction of the largest element.
        triangle: tolerance for a moment that exceeds the sum of the others, as a fraction of half
            the trace.
        is_exact: whether to check also an inertia that may be only rounding noise around zero,
            because its radius of gyration is below a micrometre.
    """
    numbers = (mass.mass, *mass.p_BC, *mass.inertia)
    if not all(map(math.isfinite, numbers)):
        return ("a number is not finite",)
    found = []
    if mass.mass < 0.0:
        found.append("the mass is negative")
    if mass.mass == 0.0 and any(mass.inertia):
        found.append("inertia without mass")
    if not is_exact and is_point(mass.inertia, mass.mass):
        return tuple(found)
    if not is_positive(mass.inertia, positive):
        found.append("a principal moment is negative")
    elif not meets_triangle(mass.inertia, triangle):
        found.append("a principal moment exceeds the sum of the others")
    return tuple(found)


def is_possible(mass: Mass, tolerance: float = 1e-9) -> bool:
    """Return whether mass properties are physically possible.

    They are possible if the mass is not negative, no principal moment is negative, and no principal
    moment exceeds the sum of the others. Limit cases count as possible: a point, a thin rod, a flat
    plate, and a body with neither mass nor inertia.

    Args:
        mass: the mass properties.
        tolerance: tolerance for rounding, as a fraction of the moments.
    """
    return not flaws(mass, positive=tolerance, triangle=tolerance, is_exact=True)


def nearest_moments(moments: Vec3) -> Vec3:
    """Return the physically possible principal moments nearest to given ones (Euclidean norm).

    Possible moments form a cone with three flat sides; on each side, one moment is the sum of the
    others. The point of the cone that is nearest to a point outside is the orthogonal projection on
    a side, or on an edge (two equal moments and a zero moment: a rod), or it is the apex.
    """
    order = sorted(range(3), key=lambda i: moments[i])
    a, b, c = (moments[i] for i in order)
    if c > a + b:
        third = (c - a - b) / 3.0
        a, b, c = a + third, b + third, c - third
        # the projection is outside of the side of the cone, so the nearest point is on an edge
        if a < 0.0:
            a = 0.0
            b = c = max(0.0, (b + c) / 2.0)
        else:
            c = a + b  # removes the rounding error
    found = [0.0, 0.0, 0.0]
    for place, value in zip(order, (a, b, c), strict=True):
        found[place] = value
    return found[0], found[1], found[2]


def nearest_possible(mass: Mass, *, thickness: float = 0.0) -> Mass:
    """Return mass properties with the nearest physically possible inertia.

    Mass and centre of mass are unchanged. The inertia is the nearest in the Frobenius norm: it has
    the same principal axes, and the moments that ``nearest_moments`` returns. A possible inertia is
    unchanged if it has the required thickness.

    Args:
        mass: the mass properties.
        thickness: the smallest allowed extent along a principal axis, as a fraction of the largest
            extent. With 0, an impossible inertia becomes that of a flat body. Use a small
            thickness, such as 0.001, for parsers that check the triangle inequality without a
            tolerance or reject a zero moment.

    Raises:
        ValueError: the mass is not positive, or a number is not finite.
    """
    if not mass.mass > 0.0 or not math.isfinite(mass.mass) or not is_finite(mass.inertia):
        raise ValueError("the mass must be positive, and all numbers must be finite")
    if _is_thick(mass.inertia, thickness):
        return mass
    moments, R_BP = principal_axes(mass.inertia)
    a, b, c = nearest_moments(moments)
    half = (a + b + c) / 2.0
    least = thickness * thickness * max(half - a, half - b, half - c)
    x, y, z = (max(half - moment, least) for moment in (a, b, c))
    return Mass(mass.mass, mass.p_BC, composed((y + z, x + z, x + y), R_BP))


def _is_thick(t: InertiaTensor, thickness: float) -> bool:
    """Return whether a body has at least a thickness along every principal axis, up to rounding."""
    low, _, high = principal_moments(second_moments(t))
    rounding = 8.0 * 2.0**-52 * largest_element(t)
    return low >= thickness * thickness * max(high, 0.0) * (1.0 - 1e-9) - rounding


def equivalent_density(mass: Mass, volume: float) -> float:
    """Return the mean density of a body of given volume [kg/m^3].

    Args:
        mass: the mass properties of the body.
        volume: the volume of the body [m^3].

    Raises:
        ValueError: the volume is not positive.
    """
    if not volume > 0.0:
        raise ValueError(f"a volume of {volume:g} m^3 has no density")
    return mass.mass / volume


def equivalent_box(mass: Mass) -> tuple[Transform, Vec3]:
    """Return the solid box with the same mass properties: its pose X_BP and its edge lengths [m].

    The frame P of the box has its origin at the centre of mass, and its axes are the principal
    axes, smallest moment first, so that the first edge is the longest.

    Raises:
        ValueError: no body has these mass properties, or the mass is zero.
    """
    return _equivalent(mass, 12.0)


def equivalent_ellipsoid(mass: Mass) -> tuple[Transform, Vec3]:
    """Return the solid ellipsoid with the same mass properties: its pose X_BP and its radii [m].

    Raises:
        ValueError: no body has these mass properties, or the mass is zero.
    """
    return _equivalent(mass, 5.0)


def _equivalent(mass: Mass, factor: float) -> tuple[Transform, Vec3]:
    reasons = flaws(mass)
    if reasons or mass.mass == 0.0:
        raise ValueError(
            f"no body has these mass properties: {reasons[0] if reasons else 'it has no mass'}"
        )
    (a, b, c), R_BP = principal_axes(mass.inertia)
    half = (a + b + c) / 2.0
    x, y, z = (math.sqrt(max(0.0, factor * (half - m) / mass.mass)) for m in (a, b, c))
    return Transform(R_BP, mass.p_BC), (x, y, z)


def radius_of_gyration(mass: Mass) -> float:
    """Return the radius of gyration: the root mean square distance from the centre of mass [m].

    Raises:
        ValueError: the mass is not positive.
    """
    if not mass.mass > 0.0:
        raise ValueError("the radius of gyration is undefined without mass")
    xx, _, _, yy, _, zz = mass.inertia
    return math.sqrt(max(0.0, (xx + yy + zz) / (2.0 * mass.mass)))
