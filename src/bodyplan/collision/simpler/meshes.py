"""Simpler meshes: convex parts, and surfaces with fewer triangles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from bodyplan.collision.simpler.library import Library, require_package
from bodyplan.collision.simpler.shapes import distances
from bodyplan.core import plural
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.mesh import TriangleMesh

TOLERANCE = 0.01
"""Default tolerance for a new mesh, as a share of the diagonal of the old mesh's bounding box."""
MOST_TRIANGLES = 200_000
"""The largest number of triangles of a mesh that is decomposed into convex parts."""
MOST_PARTS = 300
"""The largest number of convex parts of a mesh: each part is compared with the parts near it."""
MOST_CORNERS = 20_000
"""The largest number of vertices of all convex parts together; parts are compared at vertices."""
_SHORTEST, _LONGEST = 0.01, 1.0
"""The smallest and largest threshold that CoACD accepts, for a mesh whose largest coordinate is
1."""
_LEAST_FACES = 4
_STEPS = 10
"""Number of attempts with different numbers of triangles."""
_MEASURED = 3_000
"""Number of points on each surface at which the distance is measured, in addition to the
vertices."""
_ON = 1e-6
"""Distance at which a point outside a part still counts as inside, as a share of the mesh size."""
_POINTS = 50_000
"""Number of points in the bounding box of the parts for measuring their volume."""
_BETWEEN = 1e-3
"""Width of a gap between two parts that counts as inside, as a share of the mesh size."""
_HALVINGS = 2
"""How often the edges of parts are halved to find triangles that are inside other parts."""
_PLANES = 64
"""Number of planes with which points are compared at once."""


def diagonal(mesh: TriangleMesh) -> float:
    """Return the length of the diagonal of a mesh's bounding box [m]."""
    return math.hypot(*mesh.size)


# Fewer triangles


def decimated(mesh: TriangleMesh, tolerance: float, most: int | None = None) -> TriangleMesh:
    """Return a mesh with fewer triangles; its surface is within a distance of the original surface.

    fast-simplification runs in a child process with limits. The distance is measured in both
    directions, at the vertices and at points that are uniform by area. A closed mesh stays closed.
    If no smaller mesh is within the distance, the original mesh is returned.

    Args:
        mesh: the mesh.
        tolerance: the largest distance of a point of each surface from the other surface [m].
        most: the largest number of triangles, instead of the tolerance.

    Raises:
        MeshError: the number of triangles cannot be reached, or the process exceeds a limit or
            crashes.
        PackageMissingError: fast-simplification is not installed.
    """
    require_package("decimated")
    whole = mesh.welded()
    if most is not None and len(whole.faces) <= most:
        return whole
    with Library("decimated") as library:
        return _decimated(library, whole, tolerance, most)


def _decimated(
    library: Library, whole: TriangleMesh, tolerance: float, most: int | None
) -> TriangleMesh:
    if most is not None:
        made = _with_triangles(library, whole, most)
        if made is None or len(made.faces) > most:
            least = "" if made is None else f", only to {len(made.faces):,}"
            raise MeshError(f"{whole.name} cannot be decimated to {most:,} triangles{least}")
        return made
    low, high, best = _LEAST_FACES, len(whole.faces), whole
    for _ in range(_STEPS):
        count = math.isqrt(low * high)
        if not low < count < high:
            break
        made = _with_triangles(library, whole, count)
        if made is not None and max(distances(made, whole, _MEASURED)) <= tolerance:
            high, best = count, made
        else:
            low = count
    return best


def _with_triangles(library: Library, mesh: TriangleMesh, count: int) -> TriangleMesh | None:
    """Return a mesh with about ``count`` triangles; None if it is invalid or no longer closed."""
    middle = mesh.bounds.mean(axis=0)
    half = max(mesh.size) / 2.0 or 1.0
    found = library.ask(count, (mesh.vertices - middle) / half, mesh.faces)
    if found is None or not _is_mesh(found):
        return None
    points, faces = found
    try:
        made = mesh.with_arrays(points * half + middle, _with_area(points, faces)).welded()
    except MeshError:  # no triangle is left
        return None
    is_worse = mesh.leak is None and (made.leak is not None or made.volume * mesh.volume <= 0.0)
    return None if is_worse else made


def _is_mesh(found: Sequence[Any]) -> bool:
    """Return whether arrays are valid vertices and triangles."""
    import numpy as np

    if len(found) != 2 or any(one.ndim != 2 or one.shape[1] != 3 for one in found):
        return False
    points, faces = found
    is_valid = np.isfinite(points).all() and faces.dtype.kind == "i"
    return bool(is_valid and (not len(faces) or (faces.min() >= 0 and faces.max() < len(points))))


def _with_area(points: Any, faces: Any) -> Any:
    """Return the triangles whose three corners all differ."""
    a, b, c = (points[faces[:, corner]] for corner in range(3))
    return faces[((a != b).any(axis=1)) & ((b != c).any(axis=1)) & ((c != a).any(axis=1))]


# Convex parts


class ConvexParts(NamedTuple):
    """Convex meshes whose union contains the vertices of a mesh.

    Args:
        parts: the meshes, the largest first.
        volume: the volume of their union, measured with points in its bounding box [m^3].
        outer: the triangles of the parts that are not inside another part.
    """

    parts: tuple[TriangleMesh, ...]
    volume: float
    outer: TriangleMesh


def convex_parts(
    mesh: TriangleMesh, tolerance: float, most: int | None = None, seed: int = 0
) -> ConvexParts:
    """Return convex meshes whose union is close to a mesh and contains its vertices.

    CoACD runs in a child process with limits. It cuts the mesh until the concavity of each part is
    below the tolerance; an open mesh is first replaced by a closed mesh.

    Args:
        mesh: the mesh.
        tolerance: largest concavity of a part: the distance between its surface and its hull [m].
            CoACD does not go below 0.5 % of the longest side of the box of the mesh.
        most: the largest number of parts.
        seed: the seed of the cuts.

    Raises:
        MeshError: the mesh is flat or too large, there are too many parts, or the process exceeds a
            limit or crashes.
        PackageMissingError: CoACD is not installed.

    Source: Wei et al., "Approximate convex decomposition for 3D meshes with collision-aware
        concavity and tree search", 2022.
    """
    require_package("parts")
    whole = mesh.welded()
    if len(whole.faces) > MOST_TRIANGLES:
        raise MeshError(
            f"{mesh.name} has more than {MOST_TRIANGLES:,} triangles, the limit for convex parts;"
            " decimate it first"
        )
    mesh.hull  # noqa: B018  (raises an error if the mesh is flat)
    half = max(mesh.size) / 2.0
    middle = whole.bounds.mean(axis=0)
    threshold = min(max(tolerance / half, _SHORTEST), _LONGEST)
    faces = whole.faces[:, ::-1] if whole.is_inside_out else whole.faces
    found = _decomposed((whole.vertices - middle) / half, faces, (threshold, most or -1, seed))
    clouds = [points * half + middle for points in found]
    hulls = _covering(whole, clouds)
    return ConvexParts(tuple(hulls), _union_volume(hulls), _outer(hulls, mesh))


def _decomposed(vertices: Any, faces: Any, numbers: Sequence[float]) -> list[Any]:
    """Return the vertices (n, 3) of each convex part into which CoACD decomposes a mesh.

    Args:
        vertices: (v, 3) the vertices of the mesh.
        faces: (f, 3) its triangles.
        numbers: the options of CoACD, as ``_child`` expects them.

    Raises:
        MeshError: the process ends without a result, or finds too many parts.
    """
    import numpy as np

    with Library("parts") as library:
        found = library.ask(np.array(numbers), vertices, faces) or []
    is_sound = bool(found) and all(
        one.ndim == 2 and one.shape[1] == 3 and len(one) and np.isfinite(one).all() for one in found
    )
    if not is_sound:
        raise MeshError("CoACD finds no convex parts of it")
    corners = sum(map(len, found))
    if len(found) > MOST_PARTS or corners > MOST_CORNERS:
        raise MeshError(
            f"CoACD finds {plural(len(found), 'convex part')} with {corners:,} corners; the limits are"
            f" {MOST_PARTS:,} and {MOST_CORNERS:,}: a larger tolerance or --max-parts gives fewer"
        )
    return found


def _covering(mesh: TriangleMesh, clouds: list[Any]) -> list[TriangleMesh]:
    """Return the hulls of point clouds; a vertex outside all hulls extends the nearest hull."""
    import numpy as np

    hulls = [one for one in (_hull_of(mesh, points) for points in clouds) if one is not None]
    if not hulls:
        raise MeshError("CoACD finds no convex parts of it")
    points = mesh.corners
    edge = _ON * max(mesh.size) / 2.0
    left = np.arange(len(points))
    # nearly all vertices are in a part; the other vertices are compared with every part
    for one in hulls:
        left = left[~_is_inside(one, points[left], edge)]
    points = points[left]
    heights, nearest = np.full(len(points), np.inf), np.zeros(len(points), int)
    for number, one in enumerate(hulls):
        own = excess(one, points)
        nearest[own < heights] = number
        np.minimum(heights, own, out=heights)
    points, nearest = points[heights > edge], nearest[heights > edge]
    for number in np.unique(nearest).tolist():
        own = points[nearest == number]
        wider = _hull_of(mesh, np.concatenate((hulls[number].vertices, own)))
        hulls[number] = wider if wider is not None else hulls[number]
    return sorted(hulls, key=lambda one: -one.volume)


def _hull_of(mesh: TriangleMesh, points: Any) -> TriangleMesh | None:
    """Return the hull of points; None if it is flat."""
    import numpy as np

    rows = -(-len(points) // 3)
    try:
        return mesh.with_arrays(points, np.resize(np.arange(len(points)), (rows, 3))).hull
    except MeshError:
        return None


def excess(hull: TriangleMesh, points: Any) -> Any:
    """Return (n,) heights of points above the highest face plane of a hull [m]; negative inside."""
    import numpy as np

    a, b, c = (hull.vertices[hull.faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    known = lengths > 1e-9 * lengths.max()
    normals = normals[known] / lengths[known, None]
    offsets = np.einsum("ij,ij->i", normals, a[known])
    found = np.full(len(points), -np.inf)
    for start in range(0, len(normals), _PLANES):
        block = slice(start, start + _PLANES)
        np.maximum(found, (points @ normals[block].T - offsets[block]).max(axis=1), out=found)
    return found


def _is_inside(hull: TriangleMesh, points: Any, edge: float) -> Any:
    """Return (n,) whether points are inside a convex mesh, or at most ``edge`` above its planes."""
    import numpy as np

    low, high = hull.bounds
    # At a sharp edge, the distance of a point is larger than its height above the planes.
    around = 4.0 * edge
    found = ((points >= low - around) & (points <= high + around)).all(axis=1)
    near = np.flatnonzero(found)
    if len(near):
        found[near] = excess(hull, points[near]) <= edge
    return found


def _union_volume(hulls: Sequence[TriangleMesh]) -> float:
    import numpy as np

    if len(hulls) == 1:
        return hulls[0].volume
    low = np.min([one.bounds[0] for one in hulls], axis=0)
    high = np.max([one.bounds[1] for one in hulls], axis=0)
    # Roberts' additive recurrence: evenly spaced points in three dimensions
    steps = np.power(1.2207440846057596, -np.arange(1.0, 4.0))
    points = low + (np.arange(1, _POINTS + 1)[:, None] * steps % 1.0) * (high - low)
    inside = np.zeros(len(points), bool)
    for one in hulls:
        left = np.flatnonzero(~inside)
        inside[left] = _is_inside(one, points[left], 0.0)
    return float(inside.mean() * (high - low).prod())


def _outer(hulls: Sequence[TriangleMesh], mesh: TriangleMesh) -> TriangleMesh:
    """Return the triangles of hulls, subdivided, without those inside or on another hull."""
    import numpy as np

    edge = _BETWEEN * max(mesh.size)
    kept = []
    for number, one in enumerate(hulls):
        triangles = one.vertices[one.faces]
        for _ in range(_HALVINGS if len(hulls) > 1 else 0):
            triangles = _quartered(triangles)
        looks = np.concatenate((triangles, triangles.mean(axis=1, keepdims=True)), axis=1)
        points, low, high = looks.reshape(-1, 3), *one.bounds
        seen = np.ones(len(points), bool)
        for other, hull in enumerate(hulls):
            is_near = ((hull.bounds[0] <= high + edge) & (hull.bounds[1] >= low - edge)).all()
            if other != number and is_near:
                left = np.flatnonzero(seen)
                seen[left] = ~_is_inside(hull, points[left], edge)
        kept.append(triangles[seen.reshape(-1, 4).any(axis=1)])
    corners = np.concatenate(kept).reshape(-1, 3)
    return mesh.with_arrays(corners, np.arange(len(corners)).reshape(-1, 3))


def _quartered(triangles: Any) -> Any:
    import numpy as np

    a, b, c = (triangles[:, corner] for corner in range(3))
    ab, bc, ca = (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])
