"""Finds overlapping shapes of a link: their common volume would count several times in the mass."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.shapes import Resolve, mesh_of
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    Shape,
    Sphere,
    sizes,
)
from bodyplan.model.transform import Transform, Vec3

_TOUCH = 1e-3
"""Shapes are shrunk by this fraction of their size, so that shapes that only touch do not
overlap."""
_STEPS = 200
MOST_COMPARED = 1_000
"""The largest number of shapes of a link that are compared with each other."""
_AXES: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_Support = Callable[[Vec3], Vec3]
"""A support function: it returns the farthest point of a convex shape in a direction."""


class _Body(NamedTuple):
    """A convex shape, expressed in the frame of a link."""

    centre: Vec3
    X_LG: Transform
    farthest: _Support
    """The support function of the shape after shrinking it slightly, in the frame of the link."""
    bounds: tuple[Vec3, Vec3]


def overlapping(
    shapes: Sequence[Geometry], resolve: Resolve | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the index pairs of overlapping shapes; a mesh is replaced by its convex hull.

    Shapes that only touch do not overlap. Shapes that cannot be measured are omitted. Only the
    first ``MOST_COMPARED`` shapes are compared.

    Args:
        shapes: the shapes of a link.
        resolve: a function that returns the file of a mesh, given its URI.
    """
    bodies = (
        [_body(geometry, resolve) for geometry in shapes[:MOST_COMPARED]] if len(shapes) > 1 else []
    )
    known = [(number, body) for number, body in enumerate(bodies) if body is not None]
    for (i, a), (j, b) in combinations(known, 2):
        if _are_near(a, b) and _share_space(a, b):
            yield i, j


def _body(geometry: Geometry, resolve: Resolve | None) -> _Body | None:
    """Return a shape in the frame of its link; None if its size is unknown or unrealistic."""
    try:
        found = None if geometry.shape is None else _support(geometry.shape, resolve)
    except MeshError:
        return None
    if found is None:
        return None
    middle, farthest = found
    X_LG = geometry.origin
    back, centre = Transform(X_LG.R).inverse(), X_LG @ middle
    size = math.hypot(*farthest((1.0, 1.0, 1.0)), *centre)
    if not size < 1e100:
        return None

    def placed(direction: Vec3) -> Vec3:
        point = X_LG @ farthest(back @ direction)
        x, y, z = (c + (1.0 - _TOUCH) * (p - c) for p, c in zip(point, centre, strict=True))
        return x, y, z

    x, y, z = (placed(axis)[i] for i, axis in enumerate(_AXES))
    a, b, c = (placed((-axis[0], -axis[1], -axis[2]))[i] for i, axis in enumerate(_AXES))
    return _Body(centre, X_LG, placed, ((a, b, c), (x, y, z)))


def _support(shape: Shape, resolve: Resolve | None) -> tuple[Vec3, _Support] | None:
    """Return the centre and the support function of a shape in its frame; None if unknown."""
    none = (0.0, 0.0, 0.0)
    match shape:
        case Box(size=(x, y, z)):
            return none, lambda d: _corner((x / 2.0, y / 2.0, z / 2.0), d)
        case Sphere(radius=radius):
            return none, lambda d: _round((radius, radius, radius), d)
        case Ellipsoid(radii=radii):
            return none, lambda d: _round(radii, d)
        case Capsule(radius=radius, length=length):
            return none, lambda d: _raised(_round((radius, radius, radius), d), d[2], length)
        case Cylinder(radius=radius, length=length):
            return none, lambda d: _raised(_round((radius, radius, 0.0), d), d[2], length)
        case Cone(radius=radius, length=length):
            tip = (0.0, 0.0, length / 2.0)

            def farthest(d: Vec3) -> Vec3:
                x, y, _ = _round((radius, radius, 0.0), d)
                rim = (x, y, -length / 2.0)
                return max(tip, rim, key=lambda point: _dot(point, d))

            return none, farthest
        case _ if isinstance(shape, Mesh) or sizes(shape):
            corners = mesh_of(shape, resolve).corners
            low, high = corners.min(axis=0), corners.max(axis=0)
            x, y, z = ((low + high) / 2.0).tolist()

            def of_mesh(d: Vec3) -> Vec3:
                a, b, c = corners[int((corners @ d).argmax())].tolist()
                return a, b, c

            return (x, y, z), of_mesh
        case _:
            return None


def _corner(half: Vec3, d: Vec3) -> Vec3:
    x, y, z = (math.copysign(h, v) for h, v in zip(half, d, strict=True))
    return x, y, z


def _round(radii: Vec3, d: Vec3) -> Vec3:
    """Return the support point of an ellipsoid; one of its radii may be zero."""
    stretched = [r * v for r, v in zip(radii, d, strict=True)]
    length = math.hypot(*stretched)
    if length == 0.0:
        return 0.0, 0.0, 0.0
    x, y, z = (r * v / length for r, v in zip(radii, stretched, strict=True))
    return x, y, z


def _raised(point: Vec3, up: float, length: float) -> Vec3:
    x, y, z = point
    return x, y, z + math.copysign(length / 2.0, up)


def _are_near(a: _Body, b: _Body) -> bool:
    """Return whether the bounding boxes of two shapes intersect."""
    return all(
        a.bounds[0][i] <= b.bounds[1][i] and b.bounds[0][i] <= a.bounds[1][i] for i in range(3)
    )


def _share_space(a: _Body, b: _Body) -> bool:
    """Return whether two convex shapes have a point in common.

    Their Minkowski difference, the set of all p_a - p_b, is convex. It contains the origin if and
    only if the shapes have a common point. The search moves towards the point of this set that is
    nearest to the origin, and ends when a plane that separates the shapes is found. If the shapes
    are rotated relative to each other, and their distance is less than half a percent of their
    size, the search may not find such a plane; the shapes then count as overlapping.

    Source: Gilbert, An Iterative Procedure for Computing the Minimum of a Quadratic Form on a
    Convex Set, 1966.
    """
    for X in (a.X_LG, b.X_LG):
        # if two faces touch, the normal of one of them separates the shapes in the first step
        for axis in zip(*X.R, strict=True):
            for sign in (1.0, -1.0):
                x, y, z = (sign * v for v in axis)
                if _dot(_lowest(a, b, (x, y, z)), (x, y, z)) > 0.0:
                    return False
    nearest = _less(a.centre, b.centre)
    least = 1e-9 * math.hypot(*nearest)
    for _ in range(_STEPS):
        if math.hypot(*nearest) <= least:
            return True
        lowest = _lowest(a, b, nearest)
        if _dot(lowest, nearest) > 0.0:
            return False
        way = _less(lowest, nearest)
        squared = _dot(way, way)
        if squared == 0.0:
            return True
        part = min(1.0, -_dot(nearest, way) / squared)
        x, y, z = (n + part * w for n, w in zip(nearest, way, strict=True))
        nearest = (x, y, z)
    return True


def _lowest(a: _Body, b: _Body, direction: Vec3) -> Vec3:
    """Return the point of the Minkowski difference a - b that is lowest along a direction."""
    x, y, z = direction
    return _less(a.farthest((-x, -y, -z)), b.farthest(direction))


def _less(a: Vec3, b: Vec3) -> Vec3:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
