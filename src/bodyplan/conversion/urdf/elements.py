"""Values of the hub from elements of URDF, as declared; subclasses handle invalid values."""

from __future__ import annotations

from math import isfinite

from bodyplan import model
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, JOINT_TYPES, UNLIMITED
from bodyplan.model.parts import UNKNOWN_POSE
from bodyplan.model.shape import primitive

Holder = urdf.Visual | urdf.Collision | urdf.Inertial | urdf.Joint | urdf.Sensor
"""An element with an origin."""


class UrdfReader:
    """Creates links and joints of the hub from elements of URDF.

    This class keeps every value as declared: invalid numbers are nan, and axes are not normalized.
    Subclasses override the handling of such values.
    """

    def link(self, link: urdf.Link) -> model.Link:
        """Return a link with its mass and shapes."""
        return model.Link(
            link.name,
            self.inertial(link),
            tuple(map(self.geometry, link.visuals)),
            tuple(map(self.geometry, link.collisions)),
        )

    def inertial(self, link: urdf.Link) -> model.Inertial | None:
        """Return the mass of a link; None if it has none."""
        inertial = link.inertial
        if inertial is None:
            return None
        t = inertial.inertia
        tensor = (t.ixx, t.ixy, t.ixz, t.iyy, t.iyz, t.izz)
        return model.Inertial(inertial.mass, self.pose(inertial), tensor)

    def geometry(self, part: urdf.Visual | urdf.Collision) -> model.Geometry:
        """Return a visual, without its material, or a collision."""
        return model.Geometry(shape_of(part.geometry.shape), self.pose(part), part.name, None)

    def pose(self, holder: Holder) -> model.Transform:
        """Return X_AB of the origin of an element."""
        return transform_of(holder.origin) or UNKNOWN_POSE

    def joint(self, joint: urdf.Joint) -> model.Joint:
        """Return a joint. Frame J is that of URDF; at position zero the child link frame coincides with J."""
        mimic = joint.mimic
        return model.Joint(
            joint.name,
            kind_of(joint),
            joint.parent,
            joint.child,
            self.pose(joint),
            self.axis(joint),
            self.limit(joint),
            None if mimic is None else model.Mimic(mimic.joint, mimic.multiplier, mimic.offset),
            self.dynamics(joint),
        )

    def axis(self, joint: urdf.Joint) -> model.Vec3:
        """Return the axis of a joint in frame J."""
        return joint.axis

    def limit(self, joint: urdf.Joint) -> model.Limit:
        """Return the limits of a joint."""
        limit = joint.limit
        if limit is None:
            return UNLIMITED
        return model.Limit(limit.lower, limit.upper, limit.velocity, limit.effort)

    def dynamics(self, joint: urdf.Joint) -> model.Dynamics:
        """Return the passive forces in a joint."""
        dynamics = joint.dynamics
        return FREE if dynamics is None else model.Dynamics(dynamics.damping, dynamics.friction)


def kind_of(joint: urdf.Joint) -> model.JointType:
    """Return the kind of a joint; fixed if its type is unknown."""
    return joint.type if joint.type in JOINT_TYPES else "fixed"


def transform_of(origin: urdf.Pose) -> model.Transform | None:
    """Return X_AB of an origin; None if its numbers are invalid."""
    if origin is urdf.IDENTITY:
        return model.IDENTITY
    numbers = (*origin.xyz, *origin.rpy, *(origin.quat_xyzw or ()))
    if not isfinite(sum(numbers)) and not all(map(isfinite, numbers)):
        return None
    if origin.quat_xyzw is not None:
        return model.Transform.from_quat_xyzw(origin.quat_xyzw, origin.xyz)
    return model.Transform.from_rpy(origin.rpy, origin.xyz)


def shape_of(shape: urdf.Shape | None) -> model.Shape | None:
    """Return a shape as declared."""
    if isinstance(shape, urdf.Mesh):
        return model.Mesh(shape.filename, shape.scale, "", False)
    return primitive(shape)
