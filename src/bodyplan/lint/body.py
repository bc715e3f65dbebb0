"""Links of URDF as bodies: masses, tensors, solids and bounds of what is written.

Nan stands for what could not be read (an X finding says so); comparisons with it are false, so
that rules stay silent. Conventions of numbers: see ``tensor``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bodyplan.formats import urdf
from bodyplan.lint.index import RobotIndex
from bodyplan.lint.tensor import (
    Bounds,
    Rotation,
    Solid,
    Tensor,
    Vector,
    bounds_of_box,
    bounds_of_capsule,
    bounds_of_cylinder,
    bounds_of_sphere,
    rotation_from_quaternion,
    rotation_from_rpy,
    solid_box,
    solid_capsule,
    solid_cylinder,
    solid_sphere,
)

TENSOR_FIELDS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def tensor_of(inertia: urdf.Inertia) -> Tensor:
    """The six numbers [kg m^2], about the centre of mass in the axes of the inertial frame."""
    return (inertia.ixx, inertia.ixy, inertia.ixz, inertia.iyy, inertia.iyz, inertia.izz)


def rotation_of(pose: urdf.Pose) -> Rotation:
    """How a frame is turned in its parent frame."""
    if pose.quat_xyzw is not None:
        return rotation_from_quaternion(*pose.quat_xyzw)
    return rotation_from_rpy(*pose.rpy)


def shapes_of(link: urdf.Link) -> Iterator[urdf.Visual | urdf.Collision]:
    """The visuals and collisions of a link."""
    yield from link.visuals
    yield from link.collisions


def has_shape(link: urdf.Link) -> bool:
    """Whether a link looks like or collides with something."""
    return any(shown.geometry.shape is not None for shown in shapes_of(link))


def dimensions(shape: urdf.Box | urdf.Cylinder | urdf.Sphere | urdf.Capsule) -> tuple[float, ...]:
    """The numbers that say how large a primitive is [m]."""
    if isinstance(shape, urdf.Box):
        return shape.size
    if isinstance(shape, urdf.Sphere):
        return (shape.radius,)
    return (shape.radius, shape.length)


def primitive_of(
    shown: urdf.Visual | urdf.Collision,
) -> urdf.Box | urdf.Cylinder | urdf.Sphere | urdf.Capsule | None:
    """The shape of a visual or collision, if it is a primitive of good size."""
    shape = shown.geometry.shape
    if shape is None or isinstance(shape, urdf.Mesh):
        return None
    sizes = dimensions(shape)
    return shape if min(sizes) > 0.0 and math.isfinite(sum(sizes)) else None


def solid_of(shape: urdf.Box | urdf.Cylinder | urdf.Sphere | urdf.Capsule) -> Solid:
    """A primitive filled with something of density 1 kg/m^3, in its own axes."""
    if isinstance(shape, urdf.Box):
        return solid_box(*shape.size)
    if isinstance(shape, urdf.Sphere):
        return solid_sphere(shape.radius)
    if isinstance(shape, urdf.Cylinder):
        return solid_cylinder(shape.radius, shape.length)
    return solid_capsule(shape.radius, shape.length)


def weighed(links: Iterable[urdf.Link]) -> list[tuple[urdf.Link, urdf.Inertial]]:
    """The links with a positive mass, each with its inertial."""
    return [
        (link, link.inertial)
        for link in links
        if link.inertial is not None and link.inertial.mass > 0.0
    ]


def bounds_of(link: urdf.Link) -> Bounds | None:
    """The box in the link frame around all that the link looks like and collides with [m].

    None when nothing can be said: no shape, a mesh, or a shape whose size is not positive. The
    rules on plausible inertia know geometry only through this function and ``volumes_of``.
    """
    found: Bounds | None = None
    for shown in shapes_of(link):
        shape = primitive_of(shown)
        if shape is None:
            return None
        at, turn = shown.origin.xyz, rotation_of(shown.origin)
        if isinstance(shape, urdf.Box):
            bounds = bounds_of_box(*shape.size, turn, at)
        elif isinstance(shape, urdf.Sphere):
            bounds = bounds_of_sphere(shape.radius, at)
        elif isinstance(shape, urdf.Cylinder):
            bounds = bounds_of_cylinder(shape.radius, shape.length, turn, at)
        else:
            bounds = bounds_of_capsule(shape.radius, shape.length, turn, at)
        found = bounds if found is None else found.union(bounds)
    return found


def volumes_of(link: urdf.Link) -> tuple[float, float] | None:
    """A lower and an upper bound of the volume that a link fills [m^3].

    Shapes may overlap, so the least it can be is the largest single shape, and the most it can be
    is the larger of the sums over the visuals and over the collisions. None as for ``bounds_of``.
    """
    least = 0.0
    sums = []
    for group in (link.visuals, link.collisions):
        total = 0.0
        for shown in group:
            shape = primitive_of(shown)
            if shape is None:
                return None
            volume = solid_of(shape).volume
            total += volume
            least = max(least, volume)
        sums.append(total)
    return (least, max(sums)) if least > 0.0 else None


@dataclass(frozen=True, slots=True)
class Primitive:
    """The one solid that a link consists of.

    Args:
        shape: what it is.
        at: its centre in the link frame [m].
        turn: R_LS, its axes in the link frame.
    """

    shape: urdf.Box | urdf.Cylinder | urdf.Sphere | urdf.Capsule
    at: Vector
    turn: Rotation


def only_primitive(link: urdf.Link) -> Primitive | None:
    """The primitive that is everything a link shows and collides with; None if there are others."""
    found: Primitive | None = None
    key = None
    for shown in shapes_of(link):
        shape = primitive_of(shown)
        if shape is None:
            return None
        own = (type(shape), dimensions(shape), shown.origin.xyz, rotation_of(shown.origin))
        if key is None:
            key, found = own, Primitive(shape, own[2], own[3])
        elif key != own:
            return None
    return found


@dataclass(slots=True)
class RigidBody:
    """Links that fixed joints hold together.

    Args:
        joint: what moves it: revolute, prismatic, ...
        links: its links, the child of the joint first.
    """

    joint: urdf.Joint
    links: list[urdf.Link] = field(default_factory=list)

    @property
    def mass(self) -> float:
        """The sum of the masses; nan if one of them could not be read [kg]."""
        return math.fsum(link.inertial.mass for link in self.links if link.inertial is not None)


def moving_bodies(index: RobotIndex) -> list[RigidBody]:
    """The rigid bodies of a robot that a joint moves, in the order of the joints.

    Bodies moved by joints of unknown type, or whose child is missing, are left out.
    """
    bodies = []
    seen: set[str] = set()
    for joint in index.robot.joints:
        if joint.type in ("", "fixed") or not joint.child or joint.child in seen:
            continue
        seen.add(joint.child)
        body = RigidBody(joint)
        stack = [joint.child]
        while stack:
            name = stack.pop()
            body.links += index.links.get(name, ())[:1]
            for held in index.joints_out.get(name, ()):
                if held.type in ("", "fixed") and held.child and held.child not in seen:
                    seen.add(held.child)
                    stack.append(held.child)
        if body.links and body.links[0].name == joint.child:
            bodies.append(body)
    return bodies
