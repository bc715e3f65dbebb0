"""Links: rigid bodies."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.model.shape import Geometry
from bodyplan.model.transform import IDENTITY, Transform


class Inertial(Record, instead={"pose": "origin", "X_LI": "origin"}):
    """Mass, centre of mass and inertia of a link.

    Args:
        mass: the mass [kg].
        origin: X_LI, the frame I in the frame of the link; its origin is the centre of mass.
        inertia: ixx, ixy, ixz, iyy, iyz, izz about the centre of mass on the axes of I, as the
            entries of the inertia tensor [kg m²].
    """

    mass: float
    origin: Transform = IDENTITY
    inertia: tuple[float, float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Link(
    Record,
    instead={"visual": "visuals", "collision": "collisions", "mass": "inertial.mass"},
):
    """A rigid body with its frame L.

    Args:
        name: unique among the links of the robot.
        inertial: None for a link without mass.
        visuals: the geometries that are drawn.
        collisions: the geometries for collision checking.
    """

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Geometry, ...] = ()
    collisions: tuple[Geometry, ...] = ()
