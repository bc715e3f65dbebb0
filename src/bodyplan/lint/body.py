"""Links of URDF as bodies: their masses, tensors, shapes, and which of them move together.

Nan stands for what could not be read (an X finding says so); comparisons with it are false, so
that rules stay silent. Conventions of numbers: see ``bounds`` and ``inertia.tensor``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple, cast

from bodyplan.formats import urdf
from bodyplan.geometry.solids import Tensor
from bodyplan.inertia.tensor import is_finite
from bodyplan.lint.bounds import Rotation, rotation_from_quaternion, rotation_from_rpy
from bodyplan.lint.context import Context
from bodyplan.lint.form import (
    Form,
    Kind,
    MeshPart,
    OpenMesh,
    Part,
    Primitive,
    WrittenMass,
    form_from,
    shapes_of,
)


def tensor_of(inertia: urdf.Inertia) -> Tensor:
    """The six numbers [kg m^2], about the centre of mass in the axes of the inertial frame."""
    return (inertia.ixx, inertia.ixy, inertia.ixz, inertia.iyy, inertia.iyz, inertia.izz)


def rotation_of(pose: urdf.Pose) -> Rotation:
    """How a frame is turned in its parent frame."""
    if pose.quat_xyzw is not None:
        return rotation_from_quaternion(*pose.quat_xyzw)
    return rotation_from_rpy(*pose.rpy)


def has_shape(link: urdf.Link) -> bool:
    """Whether a link looks like or collides with something."""
    return any(shown.geometry.shape is not None for shown in shapes_of(link))


def primitives_of(group: Iterable[urdf.Visual | urdf.Collision]) -> list[Primitive] | None:
    """The shapes in their places; None if there is a mesh, or a shape whose size is not positive."""
    parts = parts_of(group)
    return None if parts is None else [part for part in parts if isinstance(part, Primitive)]


def parts_of(
    group: Iterable[urdf.Visual | urdf.Collision], open_mesh: OpenMesh | None = None
) -> list[Part] | None:
    """The shapes in their places; None if one cannot be measured.

    Args:
        group: of a link.
        open_mesh: opens meshes; they cannot be measured where not given.
    """
    found: list[Part] = []
    for shown in group:
        shape = shown.geometry.shape
        part: Part | None = primitive_of(shape, shown.origin)
        if isinstance(shape, urdf.Mesh) and open_mesh is not None:
            facts = open_mesh(shape)
            if facts is not None:
                part = MeshPart(facts, shown.origin.xyz, rotation_of(shown.origin))
        if part is None:
            return None
        found.append(part)
    return found


def primitive_of(shape: urdf.Shape | None, origin: urdf.Pose = urdf.IDENTITY) -> Primitive | None:
    """A primitive shape in its place; None for a mesh, and where a size is not positive."""
    sizes: tuple[float, ...]
    if shape is None or isinstance(shape, urdf.Mesh):
        return None
    if isinstance(shape, urdf.Box):
        sizes = shape.size
    elif isinstance(shape, urdf.Sphere):
        sizes = (shape.radius,)
    else:
        sizes = (shape.radius, shape.length)
    found = Primitive(cast("Kind", shape.TAG), sizes, origin.xyz, rotation_of(origin))
    return found if found.is_measurable else None


def form_of(link: urdf.Link, open_mesh: OpenMesh | None = None) -> Form | None:
    """What a link looks like and collides with; None when nothing can be said.

    Args:
        link: the link.
        open_mesh: opens meshes, where they are to be opened.
    """
    visuals = parts_of(link.visuals, open_mesh)
    return None if visuals is None else form_from(visuals, parts_of(link.collisions, open_mesh))


def weighed(links: Iterable[urdf.Link]) -> list[tuple[urdf.Link, urdf.Inertial]]:
    """The links with a positive mass, each with its inertial."""
    return [
        (link, link.inertial)
        for link in links
        if link.inertial is not None and link.inertial.mass > 0.0
    ]


def mass_of(link: urdf.Link) -> WrittenMass | None:
    """Mass, centre of mass and tensor; None without a positive mass and readable numbers."""
    inertial = link.inertial
    if inertial is None or not 0.0 < inertial.mass < math.inf:
        return None
    tensor, origin = tensor_of(inertial.inertia), inertial.origin
    if not is_finite(tensor) or not math.isfinite(sum(origin.xyz)):
        return None
    pose = None if origin is urdf.IDENTITY else origin
    turn = rotation_of(origin)
    return WrittenMass(link, inertial, pose, "xyz", inertial.mass, origin.xyz, turn, tensor)


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
