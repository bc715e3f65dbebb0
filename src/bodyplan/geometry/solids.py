"""Mass, centre of mass and inertia of solid shapes of uniform density, and of their unions."""

from __future__ import annotations

import math
from collections.abc import Iterable

from bodyplan.core import Record
from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere
from bodyplan.model.transform import Mat3, Transform, Vec3

ORIGIN: Vec3 = (0.0, 0.0, 0.0)
UNIT: Mat3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

InertiaTensor = tuple[float, float, float, float, float, float]
"""The entries ixx, ixy, ixz, iyy, iyz, izz of an inertia tensor [kg m^2], as in ``model.Inertial``.

They are entries of the inertia matrix, so the products of inertia have a negative sign: ixy =
-sum(m x y).
"""


class Mass(Record):
    """The mass properties of a rigid body, in a frame B.

    Args:
        mass: the mass [kg].
        p_BC: the centre of mass in B [m].
        inertia: ixx, ixy, ixz, iyy, iyz, izz about the centre of mass, along the axes of B [kg
            m^2].
    """

    mass: float
    p_BC: tuple[float, float, float] = ORIGIN
    inertia: InertiaTensor = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def moved(self, X_AB: Transform) -> Mass:
        """Return the mass properties expressed in a frame A."""
        return Mass(self.mass, X_AB @ self.p_BC, rotated(self.inertia, X_AB.R))

    def scaled(self, factor: float) -> Mass:
        """Return the mass properties with mass and inertia multiplied by a factor."""
        xx, xy, xz, yy, yz, zz = self.inertia
        inertia = (xx * factor, xy * factor, xz * factor, yy * factor, yz * factor, zz * factor)
        return Mass(self.mass * factor, self.p_BC, inertia)


def rotated(tensor: InertiaTensor, R: Mat3) -> InertiaTensor:
    """Return R I R^T: the same inertia tensor, about the same point, along other axes."""
    if R == UNIT:
        return tensor
    xx, xy, xz, yy, yz, zz = tensor
    (a, b, c), (d, e, f), (g, h, i) = R
    ax, ay, az = a * xx + b * xy + c * xz, a * xy + b * yy + c * yz, a * xz + b * yz + c * zz
    dx, dy, dz = d * xx + e * xy + f * xz, d * xy + e * yy + f * yz, d * xz + e * yz + f * zz
    gx, gy, gz = g * xx + h * xy + i * xz, g * xy + h * yy + i * yz, g * xz + h * yz + i * zz
    return (
        *(ax * a + ay * b + az * c, ax * d + ay * e + az * f, ax * g + ay * h + az * i),
        *(dx * d + dy * e + dz * f, dx * g + dy * h + dz * i),
        gx * g + gy * h + gz * i,
    )


def combined(bodies: Iterable[Mass]) -> Mass | None:
    """Return the mass properties of bodies in one frame as one body; None if the mass is zero."""
    parts = list(bodies)
    mass = _sum(part.mass for part in parts)
    if not parts or mass == 0:
        return None
    x, y, z = (_sum(part.mass * part.p_BC[i] for part in parts) / mass for i in range(3))
    moments: list[InertiaTensor] = []
    for part in parts:
        a, b, c = part.p_BC[0] - x, part.p_BC[1] - y, part.p_BC[2] - z
        m = part.mass
        xx, yy, zz = m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)
        moments += [part.inertia, (xx, -m * a * b, -m * a * c, yy, -m * b * c, zz)]
    xx, xy, xz, yy, yz, zz = (_sum(tensor[i] for tensor in moments) for i in range(6))
    return Mass(mass, (x, y, z), (xx, xy, xz, yy, yz, zz))


def _sum(numbers: Iterable[float]) -> float:
    """Return the exactly rounded sum; inf or nan on overflow."""
    listed = list(numbers)
    try:
        return math.fsum(listed)
    except (OverflowError, ValueError):
        return sum(listed)


def solid(shape: Shape, density: float) -> Mass:
    """Return the mass properties of a primitive shape of uniform density, in its own frame.

    Args:
        shape: a primitive.
        density: the density [kg/m^3].

    Raises:
        ValueError: the shape is not a primitive.
    """
    match shape:
        case Box(size=size):
            return box(size, density)
        case Cylinder(radius=radius, length=length):
            return cylinder(radius, length, density)
        case Cone(radius=radius, length=length):
            return cone(radius, length, density)
        case Sphere(radius=radius):
            return sphere(radius, density)
        case Ellipsoid(radii=radii):
            return ellipsoid(radii, density)
        case Capsule(radius=radius, length=length):
            return capsule(radius, length, density)
    raise ValueError(f"a {type(shape).__name__.lower()} is not a primitive")


def box(size: Vec3, density: float) -> Mass:
    """Return the mass properties of a box, in a frame at its centre.

    Args:
        size: edge lengths along x, y, z [m].
        density: the density [kg/m^3].
    """
    x, y, z = size
    mass = density * x * y * z
    twelfth = mass / 12.0
    return _upright(
        mass, twelfth * (y * y + z * z), twelfth * (x * x + z * z), twelfth * (x * x + y * y)
    )


def ellipsoid(radii: Vec3, density: float) -> Mass:
    """Return the mass properties of an ellipsoid, in a frame at its centre.

    Args:
        radii: radii along x, y, z [m].
        density: the density [kg/m^3].
    """
    a, b, c = radii
    mass = density * 4.0 / 3.0 * math.pi * a * b * c
    fifth = mass / 5.0
    return _upright(mass, fifth * (b * b + c * c), fifth * (a * a + c * c), fifth * (a * a + b * b))


def sphere(radius: float, density: float) -> Mass:
    """Return the mass properties of a sphere, in a frame at its centre.

    Args:
        radius: the radius [m].
        density: the density [kg/m^3].
    """
    return ellipsoid((radius, radius, radius), density)


def cylinder(radius: float, length: float, density: float) -> Mass:
    """Return the mass properties of a cylinder along z, in a frame at its centre.

    Args:
        radius: the radius [m].
        length: the length [m].
        density: the density [kg/m^3].
    """
    mass = density * math.pi * radius * radius * length
    across = mass * (3.0 * radius * radius + length * length) / 12.0
    return _upright(mass, across, across, mass * radius * radius / 2.0)


def capsule(radius: float, length: float, density: float) -> Mass:
    """Return the mass properties of a capsule along z, in a frame at its centre.

    Args:
        radius: the radius [m].
        length: the length of the cylindrical part [m].
        density: the density [kg/m^3].
    """
    middle = cylinder(radius, length, density)
    caps = sphere(radius, density)
    # a half sphere has its centre of mass at 3/8 of its radius from the flat side
    offset = length / 2.0 + 3.0 * radius / 8.0
    # lateral moment of both half spheres about their own centres of mass
    own = caps.mass * radius * radius * (2.0 / 5.0 - 9.0 / 64.0)
    across = middle.inertia[0] + own + caps.mass * offset * offset
    return _upright(middle.mass + caps.mass, across, across, middle.inertia[5] + caps.inertia[5])


def cone(radius: float, length: float, density: float) -> Mass:
    """Return the mass properties of a cone along z.

    The origin of the frame is at the middle of the height, and the tip is at the largest z.

    Args:
        radius: the radius of the base [m].
        length: the height [m].
        density: the density [kg/m^3].
    """
    mass = density * math.pi * radius * radius * length / 3.0
    across = mass * (3.0 / 20.0 * radius * radius + 3.0 / 80.0 * length * length)
    upright = _upright(mass, across, across, 3.0 / 10.0 * mass * radius * radius)
    return Mass(mass, (0.0, 0.0, -length / 4.0), upright.inertia)


def _upright(mass: float, xx: float, yy: float, zz: float) -> Mass:
    return Mass(mass, ORIGIN, (xx, 0.0, 0.0, yy, 0.0, zz))
