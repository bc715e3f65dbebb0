"""The primitive shapes of URDF in their places: how far a point is from one, points on its surface.

Lengths in metres, points in the frame of the link.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

from bodyplan.lint.form import Primitive
from bodyplan.spec import Vec3


def distance(part: Primitive, point: Vec3) -> float:
    """How far a point is from a solid primitive [m]; 0 inside."""
    dx, dy, dz = (p - at for p, at in zip(point, part.at, strict=True))
    a, b, c, d, e, f, g, h, i = part.turn
    x, y, z = a * dx + d * dy + g * dz, b * dx + e * dy + h * dz, c * dx + f * dy + i * dz
    if part.kind == "box":
        half = (0.5 * size for size in part.sizes)
        beyond = (max(abs(v) - m, 0.0) for v, m in zip((x, y, z), half, strict=True))
        return math.hypot(*beyond)
    if part.kind == "sphere":
        return max(math.hypot(x, y, z) - part.sizes[0], 0.0)
    radius, length = part.sizes
    above = max(abs(z) - 0.5 * length, 0.0)
    if part.kind == "cylinder":
        return math.hypot(max(math.hypot(x, y) - radius, 0.0), above)
    return max(math.hypot(x, y, above) - radius, 0.0)


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
    if part.kind == "box":
        x, y, z = (0.5 * size for size in part.sizes)
        yield from ((x * i, y * j, z * k) for i, j, k in _directions())
    elif part.kind == "sphere":
        for i, j, k in _directions():
            scale = part.sizes[0] / math.hypot(i, j, k)
            yield i * scale, j * scale, k * scale
    else:
        radius, length = part.sizes
        yield from _round(radius, length, is_capsule=part.kind == "capsule")


def _round(radius: float, length: float, *, is_capsule: bool) -> Iterator[Vec3]:
    """Points of a cylinder or capsule: rims, the middle, the ends of the axis."""
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
    """From the centre of a cube to its corners, edges and faces."""
    sides = (-1.0, 0.0, 1.0)
    return tuple((x, y, z) for x, y, z in product(sides, sides, sides) if x or y or z)
