"""What links look like and collide with, in whatever format: their shapes, each in its place.

Conventions of numbers: see ``bounds``. NumPy is loaded only where there are opened meshes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.geometry import solids
from bodyplan.lint.bounds import (
    Bounds,
    Rotation,
    Vector,
    bounds_of_box,
    bounds_of_capsule,
    bounds_of_cone,
    bounds_of_cylinder,
    bounds_of_ellipsoid,
    bounds_of_sphere,
)

if TYPE_CHECKING:
    from bodyplan.lint.meshes import MeshFacts

TENSOR_FIELDS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
"""The fields of an inertia, in the order of a tensor."""
TEMPLATE: solids.Tensor = (1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
"""The tensor of templates, and the one that SDFormat takes where none is written."""

Kind = Literal["box", "capsule", "cone", "cylinder", "ellipsoid", "sphere"]


class Primitive(NamedTuple):
    """A primitive shape in its place in a link."""

    kind: Kind
    sizes: tuple[float, ...]
    """Full edges of a box, half lengths of an ellipsoid, else the radius; then the length [m]."""
    at: Vector
    """Its centre in the link frame [m]; of a cone, the middle of its height."""
    turn: Rotation
    """R_LS, its axes in the link frame."""

    @property
    def is_measurable(self) -> bool:
        """Whether all its sizes are positive numbers."""
        return min(self.sizes) > 0.0 and math.isfinite(sum(self.sizes))


class MeshPart(NamedTuple):
    """An opened mesh in its place in a link."""

    facts: MeshFacts
    at: Vector
    """The origin of its file in the link frame [m]."""
    turn: Rotation
    """R_LG, the axes of its file in the link frame."""


Part = Primitive | MeshPart
OpenMesh = Callable[[Any], "MeshFacts | None"]
"""Opens what an element ``<mesh>`` names; None where that cannot be done."""


def shapes_of(link: Any) -> Iterator[Any]:
    """The visuals and collisions of a link."""
    yield from link.visuals
    yield from link.collisions


class Form:
    """What a link looks like and collides with, where all of that can be measured.

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

    def outside(self, point: Vector, least: float) -> float:
        """How far a point is away from the shapes, or from what they leave hollow [m].

        From their convex hull where there are meshes, else from the box around them. Never more than
        the distance; 0 inside.

        Args:
            point: in the link frame [m].
            least: what is no farther away may count as inside, which spares the hull [m].
        """
        away = self.bounds.outside(point)
        parts = (*self.visuals, *self.collisions)
        is_usual = 1e-6 < self.bounds.diagonal < 1e6  # beyond, areas are no longer told apart
        if is_usual and any(isinstance(part, MeshPart) for part in parts):
            away = max(away, hull_excess(parts, point, least))
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
        first, *others = (*self.visuals, *self.collisions)
        if isinstance(first, MeshPart) or any(part != first for part in others):
            return None
        return first


def form_from(visuals: list[Part] | None, collisions: list[Part] | None) -> Form | None:
    """The form that shapes make; None where nothing can be said.

    That is so where there are none, or where not all of them can be measured.

    Args:
        visuals: of a link; None where one cannot be measured.
        collisions: the same of what it collides with.
    """
    if visuals is None or collisions is None or not (visuals or collisions):
        return None
    return Form(visuals, collisions)


def solid_of(part: Primitive) -> solids.Mass:
    """A primitive filled with something of density 1 kg/m^3, so that its mass is its volume.

    About its centre, along its own axes.
    """
    if part.kind == "box":
        x, y, z = part.sizes
        return solids.box((x, y, z), 1.0)
    if part.kind == "ellipsoid":
        x, y, z = part.sizes
        return solids.ellipsoid((x, y, z), 1.0)
    if part.kind == "sphere":
        return solids.sphere(part.sizes[0], 1.0)
    radius, length = part.sizes
    if part.kind == "cylinder":
        return solids.cylinder(radius, length, 1.0)
    make = solids.cone if part.kind == "cone" else solids.capsule
    return make(radius, length, 1.0)


def bounds_of(parts: Iterable[Part]) -> Bounds:
    """The box in the link frame around some shapes; there is at least one [m]."""
    first, *others = parts
    found = _bounds(first)
    for part in others:
        found = found.union(_bounds(part))
    return found


def hull_excess(parts: Iterable[Part], point: Vector, least: float = 0.0) -> float:
    """How far a point is outside of the convex hull of some shapes [m]; 0 inside.

    Never more than the distance. Of a primitive, the box around it counts.

    Args:
        parts: the shapes.
        point: in the link frame [m].
        least: what is seen at once to be no farther away counts as inside [m].
    """
    import numpy as np

    from bodyplan.geometry.mesh import TriangleMesh
    from bodyplan.geometry.mesh_error import MeshError

    corners = np.concatenate([_corners(part) for part in parts])
    if _is_near(corners, point, least):
        return 0.0
    count = len(corners)
    numbers = np.minimum(np.arange(count + -count % 3), count - 1)  # triangles that have them all
    try:
        return max(TriangleMesh(corners, numbers.reshape(-1, 3)).hull_excess(point), 0.0)
    except MeshError:  # all in one plane, or nothing that makes hulls is there
        return 0.0


def _is_near(corners: Any, point: Vector, least: float) -> bool:
    """Whether a point is near a line from the mean of some points to one of them: all in the hull."""
    import numpy as np

    middle = corners.mean(axis=0)
    ways, there = corners - middle, np.subtract(point, middle)
    with np.errstate(all="ignore"):  # a corner may be the mean itself
        parts = np.nan_to_num(ways @ there / np.einsum("ij,ij->i", ways, ways)).clip(0.0, 1.0)
    ways *= parts[:, None]
    ways -= there
    return float(np.einsum("ij,ij->i", ways, ways).min()) <= least * least


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
    volume = solid_of(part).mass
    return volume, volume


def _bounds(part: Part) -> Bounds:
    if isinstance(part, MeshPart):
        corners = _corners(part)
        (a, b, c), (d, e, f) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return Bounds((a, b, c), (d, e, f))
    kind, sizes, at, turn = part
    if kind == "box":
        x, y, z = sizes
        return bounds_of_box(x, y, z, turn, at)
    if kind == "ellipsoid":
        x, y, z = sizes
        return bounds_of_ellipsoid(x, y, z, turn, at)
    if kind == "sphere":
        return bounds_of_sphere(sizes[0], at)
    radius, length = sizes
    if kind == "cylinder":
        return bounds_of_cylinder(radius, length, turn, at)
    make = bounds_of_cone if kind == "cone" else bounds_of_capsule
    return make(radius, length, turn, at)


class WrittenMass(NamedTuple):
    """Mass, centre of mass and tensor of a link as numbers in the file."""

    link: Any
    inertial: Any
    """The element that says so; its ``inertia`` is that of the tensor."""
    pose: Any
    """The element that says where the centre of mass is; None where none is written."""
    position: str
    """The field of the pose that begins with the centre of mass."""
    mass: float
    """Positive and finite [kg]."""
    centre: Vector
    """In the link frame [m]."""
    turn: Rotation
    """R_LI, the axes of the tensor in the link frame."""
    tensor: solids.Tensor
    """About the centre of mass; all nan where none is written [kg m^2]."""
