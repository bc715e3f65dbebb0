"""Links of URDF as bodies: masses, tensors, solids and bounds of what is written.

Nan stands for what could not be read (an X finding says so); comparisons with it are false, so
that rules stay silent. Conventions of numbers: see ``bounds`` and ``inertia.tensor``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bodyplan.formats import urdf
from bodyplan.geometry.solids import Mass, Tensor, box, capsule, cylinder, sphere
from bodyplan.lint.bounds import (
    Bounds,
    Rotation,
    Vector,
    bounds_of_box,
    bounds_of_capsule,
    bounds_of_cylinder,
    bounds_of_sphere,
    rotation_from_quaternion,
    rotation_from_rpy,
)
from bodyplan.lint.context import Context

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


Shape = urdf.Box | urdf.Cylinder | urdf.Sphere | urdf.Capsule
"""The primitive shapes."""


class Primitive(NamedTuple):
    """A primitive shape in its place in a link."""

    shape: Shape
    at: Vector
    """Its centre in the link frame [m]."""
    turn: Rotation
    """R_LS, its axes in the link frame."""


def dimensions(shape: Shape) -> tuple[float, ...]:
    """The numbers that say how large a primitive is [m]."""
    if isinstance(shape, urdf.Box):
        return shape.size
    if isinstance(shape, urdf.Sphere):
        return (shape.radius,)
    return (shape.radius, shape.length)


def primitive_of(shown: urdf.Visual | urdf.Collision) -> Shape | None:
    """The shape of a visual or collision, if it is a primitive of good size."""
    shape = shown.geometry.shape
    if shape is None or isinstance(shape, urdf.Mesh):
        return None
    sizes = dimensions(shape)
    return shape if min(sizes) > 0.0 and math.isfinite(sum(sizes)) else None


def primitives_of(group: Iterable[urdf.Visual | urdf.Collision]) -> list[Primitive] | None:
    """The shapes in their places; None if there is a mesh, or a shape whose size is not positive."""
    found = []
    for shown in group:
        shape = primitive_of(shown)
        if shape is None:
            return None
        found.append(Primitive(shape, shown.origin.xyz, rotation_of(shown.origin)))
    return found


def solid_of(shape: Shape) -> Mass:
    """A primitive filled with something of density 1 kg/m^3, so that its mass is its volume."""
    if isinstance(shape, urdf.Box):
        return box(shape.size, 1.0)
    if isinstance(shape, urdf.Sphere):
        return sphere(shape.radius, 1.0)
    if isinstance(shape, urdf.Cylinder):
        return cylinder(shape.radius, shape.length, 1.0)
    return capsule(shape.radius, shape.length, 1.0)


def weighed(links: Iterable[urdf.Link]) -> list[tuple[urdf.Link, urdf.Inertial]]:
    """The links with a positive mass, each with its inertial."""
    return [
        (link, link.inertial)
        for link in links
        if link.inertial is not None and link.inertial.mass > 0.0
    ]


class Form:
    """What a link looks like and collides with, where that can be measured.

    Args:
        visuals: its visuals.
        collisions: its collisions.
    """

    __slots__ = ("_volumes", "collisions", "visuals")

    def __init__(self, visuals: list[Primitive], collisions: list[Primitive]) -> None:
        self.visuals = visuals
        self.collisions = collisions
        self._volumes: tuple[float, float] | None = None

    @property
    def bounds(self) -> Bounds:
        """The box in the link frame around everything [m]."""
        first, *others = (*self.visuals, *self.collisions)
        found = _bounds(first)
        for part in others:
            found = found.union(_bounds(part))
        return found

    @property
    def volumes(self) -> tuple[float, float]:
        """A lower and an upper bound of the volume that the link fills [m^3].

        Shapes may overlap, so the least it can be is the largest single shape, and the most it can
        be is the larger of the sums over the visuals and over the collisions.
        """
        if self._volumes is None:
            seen = [solid_of(part.shape).mass for part in self.visuals]
            felt = [solid_of(part.shape).mass for part in self.collisions]
            self._volumes = (max(*seen, *felt, 0.0), max(sum(seen), sum(felt)))
        return self._volumes

    @property
    def only(self) -> Primitive | None:
        """The primitive that is everything there is; None if there are others."""
        first, *others = (*self.visuals, *self.collisions)
        same = (type(first.shape), dimensions(first.shape), first.at, first.turn)
        for part in others:
            if (type(part.shape), dimensions(part.shape), part.at, part.turn) != same:
                return None
        return first


def _bounds(part: Primitive) -> Bounds:
    shape, at, turn = part
    if isinstance(shape, urdf.Box):
        return bounds_of_box(*shape.size, turn, at)
    if isinstance(shape, urdf.Cylinder):
        return bounds_of_cylinder(shape.radius, shape.length, turn, at)
    if isinstance(shape, urdf.Sphere):
        return bounds_of_sphere(shape.radius, at)
    return bounds_of_capsule(shape.radius, shape.length, turn, at)


def form_of(link: urdf.Link) -> Form | None:
    """What a link looks like and collides with.

    None when nothing can be said: no shape, a mesh, or a shape whose size is not positive. The
    rules on plausible inertia know geometry only through this function.
    """
    visuals = primitives_of(link.visuals)
    if visuals is None:
        return None
    collisions = primitives_of(link.collisions)
    return Form(visuals, collisions) if collisions or (visuals and collisions == []) else None


class RigidBody(NamedTuple):
    """Links that fixed joints hold together."""

    joint: urdf.Joint
    """What moves it: revolute, prismatic, ..."""
    links: list[urdf.Link]
    """Its links, the child of the joint first."""


def moving_bodies(ctx: Context) -> list[RigidBody]:
    """The rigid bodies of a robot that a joint moves, in the order of the joints.

    Bodies moved by joints of unknown type, or whose child is missing, are left out.
    """
    return ctx.once(_moving_bodies)


def _moving_bodies(ctx: Context) -> list[RigidBody]:
    index = ctx.index
    bodies = []
    seen: set[str] = set()
    for joint in index.robot.joints:
        if joint.type in ("", "fixed") or not joint.child or joint.child in seen:
            continue
        seen.add(joint.child)
        links: list[urdf.Link] = []
        stack = [joint.child]
        while stack:
            name = stack.pop()
            links += index.links.get(name, ())[:1]
            for held in index.joints_out.get(name, ()):
                if held.type in ("", "fixed") and held.child and held.child not in seen:
                    seen.add(held.child)
                    stack.append(held.child)
        if links and links[0].name == joint.child:
            bodies.append(RigidBody(joint, links))
    return bodies
