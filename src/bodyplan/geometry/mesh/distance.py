"""Distances of points from triangles, and tests whether points are inside a closed surface."""

from __future__ import annotations

from typing import Any

from bodyplan import native

_ROOM = 400_000
"""The largest number of point-triangle pairs in one array computation."""
_ALL = 2**62


def surface_points(triangles: Any, count: int, random: Any) -> Any:
    """Return random points (count, 3) on triangles, uniformly distributed by area [m].

    Args:
        triangles: (t, 3, 3) the corners; at least one triangle has an area.
        count: the number of points.
        random: a random generator of NumPy.
    """
    import numpy as np

    a, b, c = (triangles[:, corner] for corner in range(3))
    ends = np.cumsum(np.linalg.norm(np.cross(b - a, c - a), axis=1))
    # stratified sampling: one sample in each of ``count`` equal shares of the area
    places = (np.arange(count) + random.random(count)) / count * ends[-1]
    number = np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)
    u, v = np.sqrt(random.random(count))[:, None], random.random(count)[:, None]
    return (1.0 - u) * a[number] + u * (1.0 - v) * b[number] + u * v * c[number]


def field(triangles: Any, points: Any, steps: int = _ALL) -> tuple[Any, Any]:
    """Return each point's distance (n,) from the nearest triangle, and its winding number (n,).

    The winding number is 1 inside a closed surface whose triangles face outwards and 0 outside; if
    the surface has holes, it may have any value between 0 and 1.

    Args:
        triangles: (t, 3, 3) the corners of at least one triangle [m].
        points: (n, 3) finite [m].
        steps: the largest number of triangle distances and solid angles to compute; a point usually
            needs about 100. If this is not enough, the results contain only the first points, at
            least one.

    Source: Jacobson et al., "Robust inside-outside segmentation using generalized winding numbers".
    """
    import numpy as np

    triangles = np.ascontiguousarray(triangles, np.float64)
    points = np.ascontiguousarray(points, np.float64)
    if native.mesh_field is None:
        return _field(triangles, points[: max(1, steps // (2 * len(triangles)))])
    found = np.frombuffer(native.mesh_field(triangles, points, steps)).reshape(-1, 2)
    return found[:, 0], found[:, 1]


def _field(triangles: Any, points: Any) -> tuple[Any, Any]:
    """Return the same results as ``field``, by comparing each point with each triangle."""
    import numpy as np

    squares, winding = np.full(len(points), np.inf), np.zeros(len(points))
    rows = max(1, _ROOM // len(triangles))
    for start in range(0, len(points), rows):
        block = slice(start, start + rows)
        own = points[block, None]
        for first in range(0, len(triangles), _ROOM):
            a, b, c = (triangles[None, first : first + _ROOM, corner] - own for corner in range(3))
            squares[block] = np.minimum(squares[block], _squared(a, b, c).min(axis=1))
            winding[block] += _angles(a, b, c).sum(axis=1) / (4.0 * np.pi)
    return np.sqrt(squares), winding


def _dot(a: Any, b: Any) -> Any:
    import numpy as np

    return np.einsum("...i,...i->...", a, b)


def _squared(a: Any, b: Any, c: Any) -> Any:
    """Return the squared distance of the origin from triangles."""
    import numpy as np

    normal = np.cross(b - a, c - a)
    square = _dot(normal, normal)
    with np.errstate(all="ignore"):
        weights = [_dot(np.cross(one, other), normal) for one, other in ((b, c), (c, a), (a, b))]
        is_above = (square > 0.0) & np.logical_and.reduce([weight >= 0.0 for weight in weights])
        height = np.where(is_above, _dot(a, normal) ** 2 / square, np.inf)
    return np.minimum.reduce([height, _segment(a, b), _segment(b, c), _segment(c, a)])


def _segment(a: Any, b: Any) -> Any:
    """Return the squared distance of the origin from segments."""
    import numpy as np

    along = b - a
    with np.errstate(all="ignore"):
        part = np.nan_to_num(-_dot(a, along) / _dot(along, along)).clip(0.0, 1.0)
    near = a + part[..., None] * along
    return _dot(near, near)


def _angles(a: Any, b: Any, c: Any) -> Any:
    """Return the solid angles of triangles seen from the origin (van Oosterom and Strackee)."""
    import numpy as np

    x, y, z = (np.linalg.norm(one, axis=-1) for one in (a, b, c))
    below = x * y * z + _dot(a, b) * z + _dot(b, c) * x + _dot(c, a) * y
    return 2.0 * np.arctan2(_dot(a, np.cross(b, c)), below)
