"""The smallest sphere around a set of shapes, accurate up to rounding and never too small.

A shape only needs a function that returns its farthest point from a given point. The sphere is
built from such points: it is the smallest sphere around a few points, the core. While a shape
protrudes from the sphere, its farthest point is added to the core. The radius grows with each step
but never exceeds the radius of the smallest enclosing sphere of the shapes. It is therefore a lower
bound of that radius, which shows how tight the result is.

Source: Badoiu, Clarkson, Smaller core-sets for balls, 2003 (the idea of growing a small set).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple, Protocol

from bodyplan.model.transform import ORIGIN, Vec3

TIGHT = 1e-9
"""The largest relative excess of the radius over the smallest possible radius."""
MOST_STEPS = 500
"""The largest number of steps. If it is reached, the excess of the radius may be larger than TIGHT.

No tested set of shapes reached it.
"""


class Body(Protocol):
    """A shape that can find its farthest point from a given point."""

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """Return the distance to the farthest point of the body, and that point."""


class Ball(NamedTuple):
    """A solid sphere; with radius 0, a point."""

    center: Vec3
    radius: float = 0.0

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """Return the distance to the farthest point of the body, and that point."""
        distance = math.dist(self.center, point)
        away = _unit(point, self.center) if distance else (1.0, 0.0, 0.0)
        return distance + self.radius, _moved(self.center, away, self.radius)


class Circle(NamedTuple):
    """The rim of a disc: the end of a cylinder."""

    center: Vec3
    normal: Vec3
    radius: float

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """Return the distance to the farthest point of the body, and that point."""
        offset = _minus(self.center, point)
        height = _dot(offset, self.normal)
        across = _moved(offset, self.normal, -height)
        width = math.hypot(*across)
        if width > 1e-9 * math.hypot(*offset):
            away = _unit(ORIGIN, across)
            away = _unit(ORIGIN, _moved(away, self.normal, -_dot(away, self.normal)))
        else:  # on the axis, all points of the rim are equally far; `across` is rounding noise
            away = _any_across(self.normal)
        distance = math.hypot(height, width + self.radius)
        return distance, _moved(self.center, away, self.radius)


class Enclosing(NamedTuple):
    """A sphere around all bodies."""

    center: Vec3
    radius: float
    """The radius, enlarged by possible rounding errors so that the sphere contains all bodies."""
    least: float
    """A lower bound of the radius: no smaller sphere contains all bodies."""


def enclosing_sphere(bodies: Sequence[Body]) -> Enclosing:
    """Return the smallest sphere around one or more bodies with finite coordinates.

    Args:
        bodies: the bodies that the sphere must contain [m].
    """
    _, first = bodies[0].farthest(ORIGIN)
    core: tuple[Vec3, ...] = (first,)
    best = (math.inf, first)
    least = 0.0
    # The sphere grows to include the farthest point, until no point is outside.
    for _ in range(MOST_STEPS):
        radius, center, core = _smallest(core)
        least = max(least, radius)
        reach, point = max(body.farthest(center) for body in bodies)
        best = min(best, (reach, center))
        # A point of the core is outside only by rounding; adding it again would never end.
        if reach <= radius * (1.0 + TIGHT) or point in core:
            break
        core = (*core, point)
    reach, center = best
    # The radius is the measured distance to the farthest point, so that no body protrudes.
    return Enclosing(center, reach * (1.0 + 1e-12), min(least, reach))


def _smallest(points: tuple[Vec3, ...]) -> tuple[float, Vec3, tuple[Vec3, ...]]:
    """Return the smallest sphere around at most five points: radius, centre and support points.

    Each candidate for the centre is equally far from one to four of the points, the support. The
    centre is the candidate with the smallest distance to its farthest point.
    """
    best: tuple[float, Vec3, tuple[Vec3, ...]] | None = None
    for count in range(1, min(4, len(points)) + 1):
        for some in combinations(points, count):
            center = _middle(some)
            if center is not None:
                radius = max(math.dist(center, point) for point in points)
                if best is None or radius < best[0]:
                    best = (radius, center, some)
    assert best is not None  # the core has at least one point, so a sphere was found
    return best


def _middle(points: tuple[Vec3, ...]) -> Vec3 | None:
    """Return the point in the line, plane or space through points that is equally far from all.

    With the vectors d_i from the first point to the others, the result is the first point plus the
    sum of x_i d_i, where d_i · sum of x_j d_j = d_i · d_i / 2 for each i. If the vectors d_i are
    linearly dependent, return None.
    """
    origin, *others = points
    ways = [_minus(point, origin) for point in others]
    rows = [[*(_dot(one, other) for other in ways), _dot(one, one) / 2.0] for one in ways]
    count = len(rows)
    for column in range(count):
        # Gauss-Jordan with at most three rows; pivots, because points may be nearly collinear.
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        # The vectors are dependent; spheres through fewer of these points are candidates of their
        # own.
        if rows[column][column] == 0.0:
            return None
        for row in range(count):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
                rows[row][column] = 0.0  # a rounding error would change later pivots
    center = origin
    for number, way in enumerate(ways):
        center = _moved(center, way, rows[number][count] / rows[number][number])
    return center if all(map(math.isfinite, center)) else None


def _minus(one: Vec3, other: Vec3) -> Vec3:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _dot(one: Vec3, other: Vec3) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _moved(point: Vec3, way: Vec3, by: float) -> Vec3:
    return point[0] + by * way[0], point[1] + by * way[1], point[2] + by * way[2]


def _unit(start: Vec3, end: Vec3) -> Vec3:
    length = math.dist(start, end)
    x, y, z = _minus(end, start)
    return x / length, y / length, z / length


def _any_across(normal: Vec3) -> Vec3:
    """Return a unit vector perpendicular to a vector."""
    x, y, z = normal
    across = (-y, x, 0.0) if abs(z) < max(abs(x), abs(y)) else (0.0, -z, y)
    return _unit(ORIGIN, across)


class Points:
    """The vertices of a mesh, as a body for the enclosing sphere.

    Args:
        corners: array of shape (n, 3) in the frame of a link [m].
    """

    def __init__(self, corners: Any) -> None:
        self.corners = corners

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """Return the distance to the farthest point of the body, and that point."""
        import numpy as np

        with np.errstate(over="ignore", invalid="ignore"):  # the square is infinite beyond 1e154 m
            away = self.corners - point
            squares = (away * away).sum(axis=1)
        index = int(squares.argmax())
        x, y, z = self.corners[index].tolist()
        return float(squares[index]) ** 0.5, (x, y, z)
