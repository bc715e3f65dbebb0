"""Distances of points from the primitive shapes of URDF, and points on the surface of a shape.

Lengths are in metres; points are in the frame of the link.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

from bodyplan.geometry.link_shapes import ShapePart
from bodyplan.model.shape import Box, Capsule, Cylinder, Shape, Sphere
from bodyplan.model.transform import Vec3


def distance(part: ShapePart, point: Vec3) -> float:
    """Return the distance of a point from a box, sphere, cylinder or capsule [m]; 0 inside."""
    x, y, z = part.X_LG.inverse() @ point
    match part.shape:
        case Box(size=size):
            beyond = (
                max(abs(v) - 0.5 * edge, 0.0) for v, edge in zip((x, y, z), size, strict=True)
            )
            return math.hypot(*beyond)
        case Sphere(radius=radius):
            return max(math.hypot(x, y, z) - radius, 0.0)
        case Cylinder(radius=radius, length=length):
            above = max(abs(z) - 0.5 * length, 0.0)
            return math.hypot(max(math.hypot(x, y) - radius, 0.0), above)
        case Capsule(radius=radius, length=length):
            above = max(abs(z) - 0.5 * length, 0.0)
            return max(math.hypot(x, y, above) - radius, 0.0)
    raise ValueError(f"the distance from a {type(part.shape).__name__.lower()} is not known")


def surface(part: ShapePart) -> Iterator[Vec3]:
    """Yield some points on the surface of a URDF primitive, including its corners or rims."""
    return (part.X_LG @ point for point in _own(part.shape))


def _own(shape: Shape) -> Iterator[Vec3]:
    match shape:
        case Box(size=(x, y, z)):
            yield from ((0.5 * x * i, 0.5 * y * j, 0.5 * z * k) for i, j, k in _directions())
        case Sphere(radius=radius):
            for i, j, k in _directions():
                scale = radius / math.hypot(i, j, k)
                yield i * scale, j * scale, k * scale
        case Cylinder(radius=radius, length=length) | Capsule(radius=radius, length=length):
            yield from _round(radius, length, is_capsule=isinstance(shape, Capsule))


def _round(radius: float, length: float, *, is_capsule: bool) -> Iterator[Vec3]:
    """Yield points on a cylinder or capsule: around both ends and the middle, and on the axis."""
    half = 0.5 * length
    yield from ((0.0, 0.0, end * (half + radius * is_capsule)) for end in (-1.0, 1.0))
    rings = [(radius, height) for height in (-half, 0.0, half)]
    if is_capsule:
        narrow = radius * math.sqrt(0.5)
        rings += [(narrow, half + narrow), (narrow, -half - narrow)]
    for (wide, height), step in product(rings, range(8)):
        angle = step * math.tau / 8
        yield wide * math.cos(angle), wide * math.sin(angle), height


@cache
def _directions() -> tuple[Vec3, ...]:
    """Return vectors from the centre of a cube to its corners, edge midpoints and face centres."""
    sides = (-1.0, 0.0, 1.0)
    return tuple((x, y, z) for x, y, z in product(sides, sides, sides) if x or y or z)
