"""The links and joints of a URDF as declared, with the location of each value."""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.conversion.origins import part_origins, place
from bodyplan.core import Record
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, JOINT_TYPES, UNLIMITED
from bodyplan.model.parts import UNKNOWN_POSE, Parts
from bodyplan.model.shape import primitive
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


Holder = urdf.Visual | urdf.Collision | urdf.Inertial | urdf.Joint | urdf.Sensor
"""An element with an origin."""


class UrdfReader:
    """Creates links and joints of the robot model from elements of URDF.

    Every value stays as declared: invalid numbers are nan, and axes are not normalized. Subclasses
    override this for some values.
    """

    def link(self, link: urdf.Link) -> model.Link:
        """Return the converted link, with its mass and shapes."""
        return model.Link(
            link.name,
            self.inertial(link),
            tuple(map(self.geometry, link.visuals)),
            tuple(map(self.geometry, link.collisions)),
        )

    def inertial(self, link: urdf.Link) -> model.Inertial | None:
        """Return the inertial of a link; None without an ``<inertial>``."""
        inertial = link.inertial
        if inertial is None:
            return None
        t = inertial.inertia
        tensor = (t.ixx, t.ixy, t.ixz, t.iyy, t.iyz, t.izz)
        return model.Inertial(inertial.mass, self.pose(inertial), tensor)

    def geometry(self, part: urdf.Visual | urdf.Collision) -> model.Geometry:
        """Return a visual (without its material) or collision."""
        return model.Geometry(shape_of(part.geometry.shape), self.pose(part), part.name, None)

    def pose(self, holder: Holder) -> model.Transform:
        """Return the pose that the origin of an element declares."""
        return transform_of(holder.origin) or UNKNOWN_POSE

    def joint(self, joint: urdf.Joint) -> model.Joint:
        """Return a joint; its frame J coincides with the child link frame at position zero."""
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
        """Return the damping and friction of a joint."""
        dynamics = joint.dynamics
        return FREE if dynamics is None else model.Dynamics(dynamics.damping, dynamics.friction)


def kind_of(joint: urdf.Joint) -> model.JointType:
    """Return the robot model's type of a joint; "fixed" if the type is unknown."""
    return joint.type if joint.type in JOINT_TYPES else "fixed"


def transform_of(origin: urdf.Pose) -> model.Transform | None:
    """Return the pose of an origin; None if its numbers are invalid."""
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


_NAMES = {"leader": "joint", "uri": "filename"}
"""For fields of the robot model with another name in URDF, that name."""


def urdf_parts(robot: urdf.Robot, document: Document | None = None) -> Parts:
    """Return the links and joints of a robot as declared.

    Args:
        robot: the parsed root element; it may have errors.
        document: the document of this root.
    """
    reader = UrdfReader()
    links = tuple(map(reader.link, robot.links))
    joints = tuple(map(reader.joint, robot.joints))
    pairs = partial(_origins, robot, links, joints)
    return Parts(
        robot.name,
        links,
        joints,
        model.Origins(pairs, partial(place, document)),
        frozenset(
            id(made)
            for made, joint in zip(joints, robot.joints, strict=True)
            if joint.type not in JOINT_TYPES
        ),
        frozenset(),
        True,
    )


def written_at(element: Element, field: str) -> tuple[Element, str | None]:
    """Return the element and field in URDF of a field of the robot model.

    Args:
        element: the element from which the value of the robot model was read.
        field: field of the robot model; for an inertial, also an entry of its inertia.
    """
    if isinstance(element, urdf.Inertial) and field not in {"mass", "origin"}:
        return element.inertia, None if field == "inertia" else field
    if field == "origin":
        origin: urdf.Pose = getattr(element, "origin")  # noqa: B009  (several classes have it)
        return (element, None) if origin is urdf.IDENTITY else (origin, "xyz")
    if field == "shape":
        return getattr(element, "geometry"), None  # noqa: B009
    return element, _NAMES.get(field, field)


def _origins(
    robot: urdf.Robot, links: tuple[model.Link, ...], joints: tuple[model.Joint, ...]
) -> list[tuple[Record, Element]]:
    found: list[tuple[Record, Element]] = []
    for link, of_link in zip(links, robot.links, strict=True):
        found += link_origins(link, of_link)
    for joint, of_joint in zip(joints, robot.joints, strict=True):
        found += joint_origins(joint, of_joint)
    return found


def link_origins(link: model.Link, element: urdf.Link) -> list[tuple[Record, Element]]:
    """Return the values of a link, paired with their elements."""
    return part_origins(link, element, lambda part: part.geometry.shape)


def joint_origins(joint: model.Joint, element: urdf.Joint) -> list[tuple[Record, Element]]:
    """Return the values of a joint, paired with their elements."""
    found: list[tuple[Record, Element]] = [(joint, element)]
    if element.limit is not None and joint.limit is not UNLIMITED:
        found.append((joint.limit, element.limit))
    if element.dynamics is not None and joint.dynamics is not FREE:
        found.append((joint.dynamics, element.dynamics))
    if element.mimic is not None and joint.mimic is not None:
        found.append((joint.mimic, element.mimic))
    return found
