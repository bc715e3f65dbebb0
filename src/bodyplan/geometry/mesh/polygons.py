"""Triangulation of polygons without overlapping triangles.

A triangle fan from the first corner is correct for convex polygons, and yields the right volume of
a mesh for all flat polygons. But the triangles of a fan may overlap in a concave polygon, so that
the area is too large. Such polygons are triangulated by ear clipping.

Source: G. H. Meisters, Polygons have ears, 1975.
"""

from __future__ import annotations

from typing import Any

FOLDED = 1e-9
"""A reversed triangle in a fan is a rounding error if its area is below this fraction of the area of
the polygon."""
STRAIGHT = 1e-12
"""Three corners are collinear if the area of their triangle is below this fraction of the squared
size of the polygon."""
MOST_LOOKS = 3_000_000
"""Limit on the number of corner tests for a file, which takes some seconds; after that, polygons
are triangulated as fans."""

Point = tuple[float, float]


def cut(vertices: Any, corners: Any, counts: Any) -> Any:
    """Return the triangles into which polygons are cut, (F, 3), as indices into ``corners``.

    Args:
        vertices: (V, 3) the vertices.
        corners: (C,) vertex indices of all polygons, one after the other.
        counts: (P,) number of corners of each polygon; the sum is at most C.
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
    """Return the triangles of polygons, where ear clipping replaces fans that overlap themselves.

    Args:
        vertices: (V, 3) the vertices.
        faces: (F, 3) vertex indices; the triangles of a polygon are a fan from its first corner. If
            an index is out of range, nothing is replaced.
        starts: (P,) index of the first triangle of each polygon with more than three corners.
        sizes: (P,) number of triangles of each such polygon.
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
    whole = np.add.reduceat(normals, first)  # twice the area of each polygon, along its normal
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
    """Return the triangles of a polygon as corner indices; None if it cannot be triangulated.

    Args:
        points: the corners, counter-clockwise; the smallest x and y are 0. Where a hole is joined
            to the polygon, a corner occurs twice.
        looks: the largest number of corner tests; None is returned if more are needed.
    """
    return _ears(points, looks)[0]


def _flat(points: Any, normal: Any) -> list[Point]:
    """Return the corners of a polygon as points in its plane, counter-clockwise."""
    axis = int(abs(normal).argmax())
    kept = [(1, 2), (2, 0), (0, 1)][axis]
    if normal[axis] < 0.0:
        kept = kept[::-1]
    x, y = (points[:, kept] - points[:, kept].min(axis=0)).T.tolist()
    return list(zip(x, y, strict=True))


def _ears(points: list[Point], looks: int) -> tuple[list[tuple[int, int, int]] | None, int]:
    """Return the triangles of a polygon (None if it has no ear left), and the remaining looks."""
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
        # no proper ear is left: cut off a corner that lies on a straight line
        if waited > 2 * len(left):
            is_ear = abs(area) <= noise
        # prefer ears that no other corner touches, because rounding may move a touching corner
        # inside
        else:
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
    """Return whether a triangle of three corners of a polygon contains no other corner.

    Args:
        points: the coordinates of all corners.
        left: the indices of the remaining corners of the polygon.
        corners: the indices of the triangle's corners.
        room: twice the area by which a corner must be outside: a corner counts as inside unless it
            forms a reversed triangle with an edge whose doubled area exceeds this.
    """
    a, b, c = (points[corner] for corner in corners)
    for number in left:
        p = points[number]
        # skip the triangle's own corners, also their second occurrence where a hole is joined
        if p in (a, b, c):
            continue
        if min(turn(a, b, p), turn(b, c, p), turn(c, a, p)) >= -room:
            return False
    return True


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the signed area of a triangle; positive if its corners are counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
