"""Primitive shapes in their places: how far a point is from one, and points on its surface.

Lengths in metres, points in the frame of the link.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

from bodyplan.formats import urdf
from bodyplan.lint.body import Primitive
from bodyplan.spec import Vec3


def distance(part: Primitive, point: Vec3) -> float:
    """How far a point is from a solid primitive [m]; 0 inside."""
    dx, dy, dz = (p - at for p, at in zip(point, part.at, strict=True))
    a, b, c, d, e, f, g, h, i = part.turn
    x, y, z = a * dx + d * dy + g * dz, b * dx + e * dy + h * dz, c * dx + f * dy + i * dz
    shape = part.shape
    if isinstance(shape, urdf.Box):
        half = (0.5 * size for size in shape.size)
        beyond = (max(abs(v) - m, 0.0) for v, m in zip((x, y, z), half, strict=True))
        return math.hypot(*beyond)
    if isinstance(shape, urdf.Sphere):
        return max(math.hypot(x, y, z) - shape.radius, 0.0)
    above = max(abs(z) - 0.5 * shape.length, 0.0)
    if isinstance(shape, urdf.Cylinder):
        return math.hypot(max(math.hypot(x, y) - shape.radius, 0.0), above)
    return max(math.hypot(x, y, above) - shape.radius, 0.0)


def surface(part: Primitive) -> Iterator[Vec3]:
    """Points on the surface of a primitive, its corners or rims among them."""
    a, b, c, d, e, f, g, h, i = part.turn
    px, py, pz = part.at
    for x, y, z in _own(part):
        yield (
            px + a * x + b * y + c * z,
            py + d * x + e * y + f * z,
            pz + g * x + h * y + i * z,
        )


def _own(part: Primitive) -> Iterator[Vec3]:
    shape = part.shape
    if isinstance(shape, urdf.Box):
        x, y, z = (0.5 * size for size in shape.size)
        yield from ((x * i, y * j, z * k) for i, j, k in _directions())
    elif isinstance(shape, urdf.Sphere):
        for i, j, k in _directions():
            scale = shape.radius / math.hypot(i, j, k)
            yield i * scale, j * scale, k * scale
    else:
        yield from _round(shape)


def _round(shape: urdf.Cylinder | urdf.Capsule) -> Iterator[Vec3]:
    """Points of a cylinder or capsule: rims, the middle, the ends of the axis."""
    half = 0.5 * shape.length
    is_capsule = isinstance(shape, urdf.Capsule)
    yield from ((0.0, 0.0, end * (half + shape.radius * is_capsule)) for end in (-1.0, 1.0))
    rings = [(shape.radius, height) for height in (-half, 0.0, half)]
    if is_capsule:
        narrow = shape.radius * math.sqrt(0.5)
        rings += [(narrow, half + narrow), (narrow, -half - narrow)]
    for (radius, height), step in product(rings, range(8)):
        angle = step * math.tau / 8
        yield radius * math.cos(angle), radius * math.sin(angle), height


@cache
def _directions() -> tuple[Vec3, ...]:
    """From the centre of a cube to its corners, edges and faces."""
    sides = (-1.0, 0.0, 1.0)
    return tuple((x, y, z) for x, y, z in product(sides, sides, sides) if x or y or z)
