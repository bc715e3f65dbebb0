"""Links: rigid bodies."""

from __future__ import annotations

from bodyplan.core import Record
from bodyplan.model.shape import Geometry
from bodyplan.model.transform import IDENTITY, Transform


class Inertial(Record, instead={"pose": "origin", "X_LI": "origin"}):
    """Mass, centre of mass and inertia of a link.

    Args:
        mass: the mass [kg].
        origin: X_LI, the pose of frame I in the frame of the link; the origin of I is the centre of
            mass.
        inertia: the entries ixx, ixy, ixz, iyy, iyz, izz of the inertia tensor about the centre of
            mass, along the axes of I [kg m²].
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
        inertial: the mass properties; None for a link without mass.
        visuals: the geometries that are drawn.
        collisions: the geometries for collision checking.
    """

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Geometry, ...] = ()
    collisions: tuple[Geometry, ...] = ()
