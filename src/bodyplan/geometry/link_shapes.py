"""The shapes of a link: bounds, volumes and convex hull.

NumPy is imported only if meshes were opened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.geometry.bounds import Bounds, bounds_of, is_measurable, lengths
from bodyplan.geometry.solids import Mass, combined, solid
from bodyplan.model.link import Link
from bodyplan.model.shape import Geometry, Mesh, OtherShape, Shape
from bodyplan.model.transform import Mat3, Transform, Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.facts import MeshFacts


class ShapePart(NamedTuple):
    """A shape of known size, and its pose in a link."""

    shape: Shape
    X_LG: Transform
    mesh: MeshFacts | None = None
    """Facts about the file, if the shape is a mesh."""

    def solid(self, *, hull: bool = False) -> Mass | None:
        """Return the mass properties of the shape at a density of 1 kg/m^3, in its own frame.

        Return None if the volume is unknown.

        Args:
            hull: whether to fill the convex hull of a mesh instead of the mesh.
        """
        if self.mesh is None:
            return solid(self.shape, 1.0)
        return self.mesh.hull_solid if hull else self.mesh.solid

    @property
    def largest(self) -> float:
        """The largest length of a primitive shape [m]."""
        return max(length for values in lengths(self.shape).values() for length in values)


OpenMesh = Callable[[Mesh], "MeshFacts | None"]
"""A function that reads a mesh, and returns None if it cannot be read."""


class LinkShapes:
    """The visuals and collisions of a link, all of known size.

    Args:
        visuals: the visuals of the link.
        collisions: the collisions of the link.
    """

    __slots__ = ("_volumes", "collisions", "visuals")

    def __init__(self, visuals: list[ShapePart], collisions: list[ShapePart]) -> None:
        self.visuals = visuals
        self.collisions = collisions
        self._volumes: tuple[float, float] | None = None

    @property
    def bounds(self) -> Bounds:
        """The bounding box in the link frame [m]."""
        return bounds_of_parts((*self.visuals, *self.collisions))

    def outside(self, point: Vec3, least: float) -> float:
        """Return a lower bound of the distance of a point from the shapes of the link [m].

        It is the distance from the convex hull of the shapes if there are meshes, otherwise from
        their bounding box; 0 inside.

        Args:
            point: the point in the link frame [m].
            least: a point at most this far away may count as inside, so that the hull need not be
                computed [m].
        """
        away = self.bounds.outside(point)
        parts = (*self.visuals, *self.collisions)
        # hull computations are inaccurate for other sizes
        is_usual = 1e-6 < self.bounds.diagonal < 1e6
        if is_usual and any(part.mesh is not None for part in parts):
            away = max(away, hull_excess(parts, point, least))
        return away

    @property
    def volumes(self) -> tuple[float, float]:
        """A lower and an upper bound of the volume of the link [m^3].

        Shapes may overlap, so the lower bound is the largest single shape, and the upper bound is
        the larger of the sums over the visuals and over the collisions.
        """
        if self._volumes is None:
            seen = [_volumes(part) for part in self.visuals]
            felt = [_volumes(part) for part in self.collisions]
            least = max((low for low, _ in (*seen, *felt)), default=0.0)
            most = max(sum(high for _, high in group) for group in (seen, felt))
            self._volumes = (least, most)
        return self._volumes

    @property
    def solids(self) -> Iterator[tuple[Mass, Mat3 | None]]:
        """The mass properties of the link for a density of 1 kg/m^3, in the link frame.

        There is one result for the collisions and, if they differ, one for the visuals. If they
        contain meshes, a second result replaces each mesh by its convex hull. Each result has the
        common orientation R_LG of the shapes, or None if their orientations differ.
        """
        seen: list[list[ShapePart]] = []
        for group in (self.collisions, self.visuals):
            if not group or group in seen:
                continue
            seen.append(group)
            axes = group[0].X_LG.R
            shared = axes if all(axes == part.X_LG.R for part in group) else None
            is_mesh = any(part.mesh is not None for part in group)
            for hull in (False, True)[: 2 if is_mesh else 1]:
                solids = [part.solid(hull=hull) for part in group]
                bodies = [
                    body.moved(part.X_LG)
                    for body, part in zip(solids, group, strict=True)
                    if body is not None
                ]
                total = combined(bodies) if len(bodies) == len(group) else None
                if total is not None and 0.0 < total.mass < math.inf:
                    yield total, shared


def shapes_of(link: Link, open_mesh: OpenMesh | None = None) -> LinkShapes | None:
    """Return the shapes of a link; None if it has no shape, or if a shape cannot be measured.

    Args:
        link: the link.
        open_mesh: a function that opens meshes; without it, meshes cannot be measured.
    """
    visuals = parts_of(link.visuals, open_mesh)
    collisions = None if visuals is None else parts_of(link.collisions, open_mesh)
    if visuals is None or collisions is None or not (visuals or collisions):
        return None
    return LinkShapes(visuals, collisions)


def parts_of(
    geometries: Iterable[Geometry], open_mesh: OpenMesh | None = None
) -> list[ShapePart] | None:
    """Return shapes with their poses; None if a shape cannot be measured.

    Args:
        geometries: visuals or collisions of a link.
        open_mesh: a function that opens meshes; without it, meshes cannot be measured.
    """
    found: list[ShapePart] = []
    for geometry in geometries:
        shape, mesh = geometry.shape, None
        if isinstance(shape, OtherShape) and shape.kind == "empty":
            continue
        if isinstance(shape, Mesh) and open_mesh is not None:
            mesh = open_mesh(shape)
        if shape is None or (mesh is None and not is_measurable(shape)):
            return None
        if not math.isfinite(sum(geometry.origin.p)):
            return None
        found.append(ShapePart(shape, geometry.origin, mesh))
    return found


def bounds_of_parts(parts: Iterable[ShapePart]) -> Bounds:
    """Return the bounding box of one or more shapes in the link frame [m]."""
    first, *others = parts
    found = _bounds(first)
    for part in others:
        found = found.union(_bounds(part))
    return found


def hull_excess(parts: Iterable[ShapePart], point: Vec3, least: float = 0.0) -> float:
    """Return a lower bound of the distance of a point from the hull of shapes [m]; 0 inside.

    A primitive is replaced by its bounding box.

    Args:
        parts: the shapes.
        point: the point in the link frame [m].
        least: if a quick test shows that the point is at most this far away, it counts as inside
            [m].
    """
    import numpy as np

    from bodyplan.geometry.mesh.error import MeshError
    from bodyplan.geometry.mesh.mesh import TriangleMesh

    corners = np.concatenate([_corners(part) for part in parts])
    if _is_near(corners, point, least):
        return 0.0
    count = len(corners)
    numbers = np.minimum(np.arange(count + -count % 3), count - 1)  # triangles of all vertices
    try:
        return max(TriangleMesh(corners, numbers.reshape(-1, 3)).hull_excess(point), 0.0)
    except MeshError:  # the vertices are coplanar, or neither the extension nor SciPy is installed
        return 0.0


def _is_near(corners: Any, point: Vec3, least: float) -> bool:
    """Return whether a point is within ``least`` of a segment from the mean corner to a corner."""
    import numpy as np

    middle = corners.mean(axis=0)
    ways, there = corners - middle, np.subtract(point, middle)
    with np.errstate(all="ignore"):  # a corner can coincide with the mean
        parts = np.nan_to_num(ways @ there / np.einsum("ij,ij->i", ways, ways)).clip(0.0, 1.0)
    ways *= parts[:, None]
    ways -= there
    return float(np.einsum("ij,ij->i", ways, ways).min()) <= least * least


def _corners(part: ShapePart) -> Any:
    """Return points (n, 3) in the link frame whose convex hull contains a shape [m]."""
    import numpy as np

    if part.mesh is not None:
        with np.errstate(all="ignore"):  # large coordinates may overflow
            return part.mesh.points @ np.asarray(part.X_LG.R).T + part.X_LG.p
    low, high = _bounds(part)
    return np.stack(np.meshgrid(*zip(low, high, strict=True)), axis=-1).reshape(-1, 3)


def _volumes(part: ShapePart) -> tuple[float, float]:
    """Return a lower and an upper bound of the volume of a shape [m^3].

    For a mesh, the upper bound is the volume of its hull, because the mesh may be a thin shell that
    represents a solid.
    """
    if part.mesh is not None:
        hull = part.mesh.hull_solid
        return abs(part.mesh.volume), math.prod(part.mesh.size) if hull is None else hull.mass
    volume = solid(part.shape, 1.0).mass
    return volume, volume


def _bounds(part: ShapePart) -> Bounds:
    if part.mesh is not None:
        corners = _corners(part)
        (a, b, c), (d, e, f) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return Bounds((a, b, c), (d, e, f))
    return bounds_of(part.shape, part.X_LG)
