"""Polygons with holes, extruded to solids.

Source: D. Eberly, Triangulation by ear clipping, 2002 (holes are joined to the polygon around
them).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.mesh.polygons import Point, triangulated, turn

_SAME = 1e-9
"""Consecutive points of a ring are merged if they are closer than this fraction of the largest
coordinate."""
_MOST_LOOKS = 1_000_000
"""Limit on the number of tests of a point against an edge; so many tests take about one second."""
_FEWEST = 3
_Ring = list[int]


def extruded(outlines: Sequence[Sequence[Point]], height: float) -> TriangleMesh:
    """Return the solid between z = 0 and a height that has a given cross-section.

    A point is in the cross-section if an odd number of outlines encloses it; an outline inside
    another outline is therefore a hole.

    Args:
        outlines: closed rings of points [m], in either direction; the last point may repeat the
            first.
        height: the height [m].

    Raises:
        MeshError: no outline has an area, the height is not positive, outlines cross
            each other, or there are too many points.
    """
    if not 0.0 < height < float("inf"):
        raise MeshError("its height is not positive")
    if not all(math.isfinite(sum(point)) for outline in outlines for point in outline):
        raise MeshError("the points of its outlines are not finite")
    points, rings = _rings(outlines)
    if not rings:
        raise MeshError("it has no outline with an area")
    if len(rings) * len(points) > _MOST_LOOKS:
        raise MeshError(
            f"it has {len(points):,} points in {len(rings):,} outlines, which is too many"
        )
    flat: list[tuple[int, int, int]] = []
    depths = [sum(_is_in(points, ring[0], other) for other in rings) for ring in rings]
    for ring, depth in zip(rings, depths, strict=True):
        is_hole = depth % 2 == 1
        if (_area(points, ring) < 0.0) != is_hole:
            ring.reverse()
    for ring, depth in zip(rings, depths, strict=True):
        if depth % 2:
            continue
        holes = [
            other
            for other, inner in zip(rings, depths, strict=True)
            if inner == depth + 1 and _is_in(points, other[0], ring)
        ]
        flat += _triangles(points, ring, holes)
    expected = sum(_area(points, ring) for ring in rings)
    areas = [_area(points, list(face)) for face in flat]
    if min(areas) < -_SAME * expected or abs(sum(areas) - expected) > 1e-6 * expected:
        raise MeshError("its outlines cross each other")
    return TriangleMesh(*_solid(points, rings, flat, height), "polyline")


def _rings(outlines: Sequence[Sequence[Point]]) -> tuple[list[Point], list[_Ring]]:
    """Return all distinct points, moved so that the smallest coordinates are 0, and the rings."""
    everything = [point for outline in outlines for point in outline]
    size = max((abs(one) for point in everything for one in point), default=0.0)
    near = _SAME * size
    points: list[Point] = []
    rings: list[_Ring] = []
    for outline in outlines:
        ring: list[Point] = []
        for point in outline:
            if not ring or max(abs(point[0] - ring[-1][0]), abs(point[1] - ring[-1][1])) > near:
                ring.append((point[0], point[1]))
        while (
            len(ring) > 1
            and max(abs(ring[0][0] - ring[-1][0]), abs(ring[0][1] - ring[-1][1])) <= near
        ):
            ring.pop()
        numbers = list(range(len(points), len(points) + len(ring)))
        points += ring
        if len(ring) >= _FEWEST and abs(_area(points, numbers)) > near * size:
            rings.append(numbers)
        else:
            del points[len(points) - len(ring) :]
    return points, rings


def _area(points: list[Point], ring: Sequence[int]) -> float:
    """Return the area of a ring: positive if it is counter-clockwise."""
    (x, y) = points[ring[0]]
    return 0.5 * sum(
        (points[a][0] - x) * (points[b][1] - y) - (points[b][0] - x) * (points[a][1] - y)
        for a, b in pairwise(ring)
    )


def _is_in(points: list[Point], number: int, ring: _Ring) -> bool:
    """Return whether a ring encloses a point; False for the ring's own points."""
    if ring[0] <= number <= ring[-1] or ring[-1] <= number <= ring[0]:
        return False  # a point of the ring itself
    x, y = points[number]
    is_inside = False
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        (ax, ay), (bx, by) = points[a], points[b]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            is_inside = not is_inside
    return is_inside


def _triangles(points: list[Point], outer: _Ring, holes: list[_Ring]) -> list[tuple[int, int, int]]:
    """Return the triangles of a polygon with holes.

    Raises:
        MeshError: rings cross each other, or there are too many points.
    """
    joined = list(outer)
    for hole in sorted(holes, key=lambda ring: -max(points[one][0] for one in ring)):
        joined = _joined(points, joined, hole)
    low = tuple(min(points[one][k] for one in joined) for k in (0, 1))
    found = triangulated(
        [(points[n][0] - low[0], points[n][1] - low[1]) for n in joined], _MOST_LOOKS
    )
    if found is None:
        raise MeshError("its outlines cross each other, or have too many points")
    return [(joined[a], joined[b], joined[c]) for a, b, c in found]


def _joined(points: list[Point], outer: _Ring, hole: _Ring) -> _Ring:
    """Return one ring for a polygon and its hole, joined by a bridge of two coincident edges.

    Raises:
        MeshError: the hole is not inside of the polygon.
    """
    start = max(range(len(hole)), key=lambda at: points[hole[at]])
    x, y = points[hole[start]]
    best: tuple[float, int] | None = None
    for at, (a, b) in enumerate(zip(outer, (*outer[1:], outer[0]), strict=True)):
        (ax, ay), (bx, by) = points[a], points[b]
        # an upward edge that crosses the height of the point
        if ay <= y <= by and ay < by:
            crossing = ax + (y - ay) / (by - ay) * (bx - ax)
            if crossing >= x and (best is None or crossing < best[0]):
                best = crossing, at if ax > bx else (at + 1) % len(outer)
    if best is None:
        raise MeshError("its outlines cross each other")
    crossing, chosen = best
    corner = points[outer[chosen]]
    nearest = (abs(corner[1] - y) / max(corner[0] - x, 1e-300), corner[0] - x)
    triangle = sorted(((x, y), (crossing, y), corner), key=lambda p: p[1])
    # a corner inside this triangle may be in the way of the bridge; then the bridge ends at that
    # corner
    for at, number in enumerate(outer):
        px, py = points[number]
        if px <= x or not _is_in_triangle((px, py), triangle):
            continue
        slope = (abs(py - y) / (px - x), px - x)
        if slope < nearest and _is_open(points, outer, at, (x, y)):
            nearest, chosen = slope, at
    return [*outer[: chosen + 1], *hole[start:], *hole[: start + 1], *outer[chosen:]]


def _is_in_triangle(p: Point, corners: Sequence[Point]) -> bool:
    a, b, c = corners
    turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)]
    return all(one >= 0.0 for one in turns) or all(one <= 0.0 for one in turns)


def _is_open(points: list[Point], ring: _Ring, at: int, to: Point) -> bool:
    """Return whether the segment from corner ``at`` of a counter-clockwise ring starts inside."""
    here = points[ring[at]]
    before, after = points[ring[at - 1]], points[ring[(at + 1) % len(ring)]]

    if turn(before, here, after) >= 0.0:
        return turn(here, to, before) >= 0.0 and turn(here, after, to) >= 0.0
    return not (turn(here, to, after) >= 0.0 and turn(here, before, to) >= 0.0)


def _solid(
    points: list[Point], rings: list[_Ring], flat: list[tuple[int, int, int]], height: float
) -> tuple[Any, Any]:
    """Return the vertices and faces of an extruded solid.

    Args:
        points: the points of the cross-section [m].
        rings: the outlines, as indices of points.
        flat: the triangles of the cross-section, as indices of points.
        height: the height [m].
    """
    import numpy as np

    count = len(points)
    section = np.asarray(points, np.float64)
    vertices = np.concatenate(
        [np.column_stack((section, np.full(count, z))) for z in (0.0, height)]
    )
    caps = np.asarray(flat, np.int64)
    edges = np.array(
        [edge for ring in rings for edge in zip(ring, (*ring[1:], ring[0]), strict=True)], np.int64
    )
    a, b = edges[:, 0], edges[:, 1]
    faces = np.concatenate(
        (
            caps[:, ::-1],
            caps + count,
            np.column_stack((a, b, b + count)),
            np.column_stack((a, b + count, a + count)),
        )
    )
    return vertices, faces
