"""The links and joints of a URDF as they are written, and where each value of them is written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING

from bodyplan import model
from bodyplan.formats import urdf
from bodyplan.model.joint import FREE, KINDS, UNBOUNDED
from bodyplan.model.parts import UNKNOWN_POSE, Parts
from bodyplan.spec import Element
from bodyplan.text import Record

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.formats.document import Document

_NAMES = {"kind": "type", "leader": "joint", "uri": "filename", "axis_J": "axis"}
"""What fields of the hub are called in URDF, where they are not called the same."""
_POSES = frozenset({"X_LI", "X_LG", "X_PJ"})


def urdf_parts(robot: urdf.Robot, document: Document | None = None) -> Parts:
    """The links and joints of a robot as they are written.

    Args:
        robot: the typed root; may have errors.
        document: that it is the root of.
    """
    links = tuple(map(_link, robot.links))
    joints = tuple(map(_joint, robot.joints))
    pairs = partial(_origins, robot, links, joints)
    return Parts(
        robot.name,
        links,
        joints,
        model.Origins(pairs, partial(place, document)),
        frozenset(
            id(made)
            for made, joint in zip(joints, robot.joints, strict=True)
            if joint.type not in KINDS
        ),
        frozenset(),
        True,
    )


def written_at(element: Element, field: str) -> tuple[Element, str | None]:
    """The element and the field of it that a field of the hub is written in.

    Args:
        element: what the value of the hub was made from.
        field: of the hub; of an inertial also the six entries of its inertia.
    """
    if isinstance(element, urdf.Inertial) and field != "mass" and field not in _POSES:
        return element.inertia, None if field == "inertia" else field
    if field in _POSES:
        origin: urdf.Pose = getattr(element, "origin")  # noqa: B009  (several classes have it)
        return (element, None) if origin is urdf.IDENTITY else (origin, "xyz")
    if field == "shape":
        return getattr(element, "geometry"), None  # noqa: B009
    return element, _NAMES.get(field, field)


def place(document: Document | None, element: Element) -> Where | None:
    """The location of an element; None where it is not in the file."""
    if document is None or document.node(element) is None:
        return None
    return document.place(element)


def _origins(
    robot: urdf.Robot, links: tuple[model.Link, ...], joints: tuple[model.Joint, ...]
) -> Iterator[tuple[Record, Element]]:
    return chain(
        chain.from_iterable(map(link_origins, links, robot.links)),
        chain.from_iterable(map(joint_origins, joints, robot.joints)),
    )


def link_origins(link: model.Link, element: urdf.Link) -> Iterator[tuple[Record, Element]]:
    """The values of a link, each with the element that it was made from."""
    yield link, element
    if link.inertial is not None and element.inertial is not None:
        yield link.inertial, element.inertial
    parts: tuple[urdf.Visual | urdf.Collision, ...] = (*element.visuals, *element.collisions)
    for geometry, part in zip((*link.visuals, *link.collisions), parts, strict=True):
        yield geometry, part
        if geometry.shape is not None and part.geometry.shape is not None:
            yield geometry.shape, part.geometry.shape


def joint_origins(joint: model.Joint, element: urdf.Joint) -> Iterator[tuple[Record, Element]]:
    """The values of a joint, each with the element that it was made from."""
    yield joint, element
    if element.limit is not None and joint.bounds is not UNBOUNDED:
        yield joint.bounds, element.limit
    if element.dynamics is not None and joint.dynamics is not FREE:
        yield joint.dynamics, element.dynamics
    if element.mimic is not None and joint.mimic is not None:
        yield joint.mimic, element.mimic


def transform_of(origin: urdf.Pose) -> model.Transform | None:
    """X_AB of an origin; None where its numbers cannot be read."""
    if origin is urdf.IDENTITY:
        return model.IDENTITY
    numbers = (*origin.xyz, *origin.rpy, *(origin.quat_xyzw or ()))
    if not isfinite(sum(numbers)) and not all(map(isfinite, numbers)):
        return None
    if origin.quat_xyzw is not None:
        return model.Transform.from_quat_xyzw(origin.quat_xyzw, origin.xyz)
    return model.Transform.from_rpy(origin.rpy, origin.xyz)


def shape_of(shape: urdf.Shape | None) -> model.Shape | None:
    """A shape as it is written."""
    match shape:
        case urdf.Mesh():
            return model.Mesh(shape.filename, shape.scale, "", False)
        case urdf.Box():
            return model.Box(shape.size)
        case urdf.Cylinder():
            return model.Cylinder(shape.radius, shape.length)
        case urdf.Sphere():
            return model.Sphere(shape.radius)
        case urdf.Capsule():
            return model.Capsule(shape.radius, shape.length)
        case None:
            return None


def _link(link: urdf.Link) -> model.Link:
    inertial = link.inertial
    return model.Link(
        link.name,
        None if inertial is None else _inertial(inertial),
        tuple(map(geometry_of, link.visuals)),
        tuple(map(geometry_of, link.collisions)),
    )


def _inertial(inertial: urdf.Inertial) -> model.Inertial:
    t = inertial.inertia
    tensor = (t.ixx, t.ixy, t.ixz, t.iyy, t.iyz, t.izz)
    return model.Inertial(inertial.mass, transform_of(inertial.origin) or UNKNOWN_POSE, tensor)


def geometry_of(part: urdf.Visual | urdf.Collision) -> model.Geometry:
    """A visual or collision as it is written, without its material."""
    X_LG = transform_of(part.origin) or UNKNOWN_POSE
    return model.Geometry(shape_of(part.geometry.shape), X_LG, part.name, None)


def _joint(joint: urdf.Joint) -> model.Joint:
    limit, dynamics, mimic = joint.limit, joint.dynamics, joint.mimic
    return model.Joint(
        joint.name,
        joint.type if joint.type in KINDS else "fixed",
        joint.parent,
        joint.child,
        transform_of(joint.origin) or UNKNOWN_POSE,
        joint.axis,
        UNBOUNDED
        if limit is None
        else model.Bounds(limit.lower, limit.upper, limit.velocity, limit.effort),
        None if mimic is None else model.Mimic(mimic.joint, mimic.multiplier, mimic.offset),
        FREE if dynamics is None else model.Dynamics(dynamics.damping, dynamics.friction, 0.0, 0.0),
    )
