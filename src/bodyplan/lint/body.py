"""Links of URDF as bodies: masses, tensors, solids and bounds of what is written.

Nan stands for what could not be read (an X finding says so); comparisons with it are false, so
that rules stay silent. Conventions of numbers: see ``bounds`` and ``inertia.tensor``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

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

if TYPE_CHECKING:
    from bodyplan.lint.meshes import MeshFacts

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


class MeshPart(NamedTuple):
    """An opened mesh in its place in a link."""

    facts: MeshFacts
    at: Vector
    """The origin of its file in the link frame [m]."""
    turn: Rotation
    """R_LG, the axes of its file in the link frame."""


Part = Primitive | MeshPart
OpenMesh = Callable[[urdf.Mesh], "MeshFacts | None"]
"""Opens a mesh; None where that cannot be done."""


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
        mesh = shown.geometry.shape
        if isinstance(mesh, urdf.Mesh):
            facts = None if open_mesh is None else open_mesh(mesh)
            if facts is None:
                return None
            found.append(MeshPart(facts, shown.origin.xyz, rotation_of(shown.origin)))
            continue
        primitives = primitives_of([shown])
        if primitives is None:
            return None
        found += primitives
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

    def __init__(self, visuals: list[Part], collisions: list[Part]) -> None:
        self.visuals = visuals
        self.collisions = collisions
        self._volumes: tuple[float, float] | None = None

    @property
    def bounds(self) -> Bounds:
        """The box in the link frame around everything [m]."""
        return bounds_of((*self.visuals, *self.collisions))

    def outside(self, point: Vector) -> float:
        """How far a point is away from the shapes, or from what they leave hollow [m].

        From their convex hull where there are meshes, else from the box around them. Never more than
        the distance; 0 inside.
        """
        away = self.bounds.outside(point)
        parts = (*self.visuals, *self.collisions)
        is_usual = 1e-6 < self.bounds.diagonal < 1e6  # beyond, areas are no longer told apart
        if is_usual and any(isinstance(part, MeshPart) for part in parts):
            away = max(away, hull_excess(parts, point))
        return away

    @property
    def volumes(self) -> tuple[float, float]:
        """A lower and an upper bound of the volume that the link fills [m^3].

        Shapes may overlap, so the least it can be is the largest single shape, and the most it can
        be is the larger of the sums over the visuals and over the collisions.
        """
        if self._volumes is None:
            seen = [_volumes(part) for part in self.visuals]
            felt = [_volumes(part) for part in self.collisions]
            least = max((low for low, _ in (*seen, *felt)), default=0.0)
            most = max(sum(high for _, high in group) for group in (seen, felt))
            self._volumes = (least, most)
        return self._volumes

    @property
    def only(self) -> Primitive | None:
        """The primitive that is everything there is; None if there are others, or meshes."""
        primitives = []
        for part in (*self.visuals, *self.collisions):
            if isinstance(part, MeshPart):
                return None
            primitives.append(part)
        first, *others = primitives
        same = (type(first.shape), dimensions(first.shape), first.at, first.turn)
        for part in others:
            if (type(part.shape), dimensions(part.shape), part.at, part.turn) != same:
                return None
        return first


def bounds_of(parts: Iterable[Part]) -> Bounds:
    """The box in the link frame around some shapes; there is at least one [m]."""
    first, *others = parts
    found = _bounds(first)
    for part in others:
        found = found.union(_bounds(part))
    return found


def hull_excess(parts: Iterable[Part], point: Vector) -> float:
    """How far a point is outside of the convex hull of some shapes [m]; 0 inside.

    Never more than the distance. Of a primitive, the box around it counts.
    """
    import numpy as np

    from bodyplan.geometry.mesh import MeshError, TriangleMesh

    corners = np.concatenate([_corners(part) for part in parts])
    count = len(corners)
    numbers = np.minimum(np.arange(count + -count % 3), count - 1)  # triangles that have them all
    try:
        return max(TriangleMesh(corners, numbers.reshape(-1, 3)).hull_excess(point), 0.0)
    except MeshError:  # all in one plane, or nothing that makes hulls is there
        return 0.0


def _corners(part: Part) -> Any:
    """(n, 3): corners of a shape in the link frame, among them all those of its hull [m]."""
    import numpy as np

    if isinstance(part, MeshPart):
        with np.errstate(all="ignore"):  # coordinates may be as large as numbers can be
            return part.facts.points @ np.reshape(part.turn, (3, 3)).T + part.at
    low, high = _bounds(part)
    return np.stack(np.meshgrid(*zip(low, high, strict=True)), axis=-1).reshape(-1, 3)


def _volumes(part: Part) -> tuple[float, float]:
    """A lower and an upper bound of the volume that a shape fills [m^3].

    A mesh may be a thin shell of what is in it: at most it is the box around it.
    """
    if isinstance(part, MeshPart):
        return abs(part.facts.volume), math.prod(part.facts.size)
    volume = solid_of(part.shape).mass
    return volume, volume


def _bounds(part: Part) -> Bounds:
    if isinstance(part, MeshPart):
        corners = _corners(part)
        (a, b, c), (d, e, f) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return Bounds((a, b, c), (d, e, f))
    shape, at, turn = part
    if isinstance(shape, urdf.Box):
        return bounds_of_box(*shape.size, turn, at)
    if isinstance(shape, urdf.Cylinder):
        return bounds_of_cylinder(shape.radius, shape.length, turn, at)
    if isinstance(shape, urdf.Sphere):
        return bounds_of_sphere(shape.radius, at)
    return bounds_of_capsule(shape.radius, shape.length, turn, at)


def form_of(link: urdf.Link, open_mesh: OpenMesh | None = None) -> Form | None:
    """What a link looks like and collides with.

    None when nothing can be said: no shape, a mesh that is not opened, or a shape whose size is not
    positive. The rules on plausible inertia know geometry only through this function.

    Args:
        link: the link.
        open_mesh: opens meshes, where they are to be opened.
    """
    visuals = parts_of(link.visuals, open_mesh)
    if visuals is None:
        return None
    collisions = parts_of(link.collisions, open_mesh)
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
