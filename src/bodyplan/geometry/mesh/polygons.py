"""Polygons cut into triangles that do not fold over each other.

A fan from the first corner is right for convex polygons, and keeps the volume of all flat ones; of a
concave one its triangles overlap, so that its area is too large. Such a polygon is cut ear by ear.

Source: G. H. Meisters, Polygons have ears, 1975.
"""

from __future__ import annotations

from typing import Any

FOLDED = 1e-9
"""A triangle of a fan that faces backwards by less than this part of its polygon is rounding."""
STRAIGHT = 1e-12
"""Three corners are in a line whose triangle is smaller than this part of the polygon's size squared."""
MOST_LOOKS = 3_000_000
"""Tests of a corner for a file, some seconds; beyond, the remaining polygons stay fans."""

Point = tuple[float, float]


def cut(vertices: Any, corners: Any, counts: Any) -> Any:
    """Return (F, 3) the triangles of polygons, by the numbers of their corners.

    Args:
        vertices: (V, 3).
        corners: (C,) vertex indices of all polygons, one after the other.
        counts: (P,) how many corners each polygon has; together they are at most C.
    """
    import numpy as np

    counts = counts.astype(np.int64)
    sizes = np.maximum(counts - 2, 0)
    starts = np.cumsum(sizes) - sizes
    first = np.repeat(np.cumsum(counts) - counts, sizes)
    next_ = first + np.arange(len(first)) - np.repeat(starts, sizes)
    fans = np.stack((first, next_ + 1, next_ + 2), axis=1)
    many = sizes > 1
    if not many.any() or corners.min() < 0 or corners.max() >= len(vertices):
        return fans
    return unfolded(vertices[corners], fans, starts[many], sizes[many])


def unfolded(vertices: Any, faces: Any, starts: Any, sizes: Any) -> Any:
    """Return the same triangles, with fans that overlap themselves replaced by clipped ears.

    Args:
        vertices: (V, 3) corners.
        faces: (F, 3) indices; those of a polygon are a fan from its first corner. If some refer to
            vertices that do not exist, nothing is replaced.
        starts: (P,) the first triangle of each polygon of more than three corners.
        sizes: (P,) how many triangles it has.
    """
    import numpy as np

    if not len(starts):
        return faces
    first = np.cumsum(sizes) - sizes
    rows = np.repeat(starts - first, sizes) + np.arange(int(sizes.sum()))
    if faces[rows].min() < 0 or faces[rows].max() >= len(vertices):
        return faces
    a, b, c = (vertices[faces[rows, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    whole = np.add.reduceat(normals, first)  # twice the area, along the normal, of any polygon
    facing = np.einsum("ij,ij->i", normals, np.repeat(whole, sizes, axis=0))
    limit = -FOLDED * np.einsum("ij,ij->i", whole, whole)
    folded = np.flatnonzero(np.minimum.reduceat(facing, first) < limit)
    if not len(folded):
        return faces
    result = np.array(faces)
    looks = MOST_LOOKS
    for number in folded.tolist():
        start, size = int(starts[number]), int(sizes[number])
        fan = faces[start : start + size]
        corners = [int(fan[0, 0]), *fan[:, 1].tolist(), int(fan[-1, 2])]
        ears, looks = _ears(_flat(vertices[corners], whole[number]), looks)
        if ears is not None:
            result[start : start + size] = np.array(corners)[ears]
        if looks <= 0:
            break
    return result


def triangulated(points: list[Point], looks: int) -> list[tuple[int, int, int]] | None:
    """Return the triangles of a polygon by the numbers of its corners; None if it has no ears.

    Args:
        points: counter-clockwise, the smallest coordinates 0; a corner may occur twice where a
            hole is joined to the polygon.
        looks: the largest number of tests of a corner; None is returned if it does not suffice.
    """
    return _ears(points, looks)[0]


def _flat(points: Any, normal: Any) -> list[Point]:
    """Return corners of a polygon, projected on its best plane, counter-clockwise."""
    axis = int(abs(normal).argmax())
    kept = [(1, 2), (2, 0), (0, 1)][axis]
    if normal[axis] < 0.0:
        kept = kept[::-1]
    x, y = (points[:, kept] - points[:, kept].min(axis=0)).T.tolist()
    return list(zip(x, y, strict=True))


def _ears(points: list[Point], looks: int) -> tuple[list[tuple[int, int, int]] | None, int]:
    """Return triangles of a polygon and the remaining number of steps; None if no ear is left."""
    left = list(range(len(points)))
    largest = max(map(max, points))
    noise = STRAIGHT * largest * largest
    found: list[tuple[int, int, int]] = []
    place = waited = 0
    while len(left) > 3:
        if looks <= 0 or waited > 3 * len(left):
            return None, looks
        looks -= len(left)
        before, here, after = (left[(place + step) % len(left)] for step in (-1, 0, 1))
        area = turn(points[before], points[here], points[after])
        if waited > 2 * len(left):  # no proper ear is left; a corner on a straight line will do
            is_ear = abs(area) <= noise
        else:  # first those that no corner touches: an edge through a corner may be on its wrong side
            room = noise if waited <= len(left) else 0.0
            is_ear = area > noise and _is_empty(points, left, (before, here, after), room)
        if is_ear:
            found.append((before, here, after))
            left.pop(place)
            waited = 0
        else:
            place += 1
            waited += 1
        place %= len(left)
    return [*found, (left[0], left[1], left[2])], looks


def _is_empty(
    points: list[Point], left: list[int], corners: tuple[int, int, int], room: float
) -> bool:
    """Return whether no other corner of a polygon lies in a triangle of three of its corners.

    Args:
        points: the coordinates of all corners.
        left: the indices of the corners that the polygon still has.
        corners: the corners of the triangle.
        room: twice the area of the triangle of a corner and an edge, below which the corner counts
            as inside.
    """
    a, b, c = (points[corner] for corner in corners)
    for number in left:
        p = points[number]
        if p in (a, b, c):  # also a corner that occurs twice, where a hole is joined
            continue
        if min(turn(a, b, p), turn(b, c, p), turn(c, a, p)) >= -room:
            return False
    return True


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: positive where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
