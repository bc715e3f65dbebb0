"""Convex hulls of meshes, and their bounding boxes.

Libraries compared on 122 meshes of real robots: the hulls of manifold3d (1.4 MB) have volume errors
of up to 6e-5, and a plate thinner than 1e-7 of its size loses a third of its volume, because points
that protrude by less are ignored. Qhull in SciPy is exact up to rounding, but SciPy needs 35 MB,
twice as much as all other packages that meshes need together; trimesh also uses SciPy. Therefore
the compiled extension computes hulls (``native/mesh_hull.cpp``), with exact integer predicates; it
is three times as fast as Qhull. Without the extension, SciPy is used if it is installed. Tests
compare the two. Coordinates are rounded to 2^-41 of the size along each axis, so a vertex that
protrudes by less may be ignored.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from bodyplan import native
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.model.transform import Transform, Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import TriangleMesh

THINNEST = 2.0**-40
"""A hull that is thinner than this fraction of its size counts as flat."""
MOST_DIRECTIONS = 300
"""The largest number of hull faces, largest first, that are tried as sides of the smallest box."""
MOST_LOOKS = 10_000_000
"""Limit on the number of operations of the search for the smallest box; for a hull with many
vertices, it reduces the number of faces that are tried."""


def hull(points: Any) -> tuple[Any, Any]:
    """Return (m, 3) vertices and (n, 3) triangles of the convex hull; both empty if it is flat.

    Args:
        points: (p, 3) the points.

    Raises:
        MeshError: neither the extension nor SciPy is installed.
    """
    faces = _native_hull(points) if native.mesh_hull is not None else _scipy_hull(points)
    used, numbers = np.unique(faces, return_inverse=True)
    return points[used], numbers.reshape(-1, 3)


def _native_hull(points: Any) -> Any:
    assert native.mesh_hull is not None
    return np.frombuffer(native.mesh_hull(points), np.int32).reshape(-1, 3)


def _scipy_hull(points: Any) -> Any:
    try:
        spatial: Any = import_module("scipy.spatial")  # SciPy has no type annotations
    except ImportError:
        raise MeshError(
            "convex hulls require the compiled extension of bodyplan, or scipy: pip install scipy"
        ) from None
    low, high = points.min(axis=0), points.max(axis=0)
    try:
        found = spatial.ConvexHull((points - low) / np.where(high > low, high - low, 1.0))
    except (spatial.QhullError, ValueError):
        return np.empty((0, 3), np.int32)
    faces = found.simplices.astype(np.int32)
    a, b, c = (found.points[faces[:, corner]] for corner in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), found.equations[:, :3]) < 0
    faces[inward] = faces[inward][:, ::-1]
    return faces


def excess(solid: TriangleMesh, point: Vec3) -> float:
    """Return the largest height of a point above the face planes of a convex mesh [m].

    It is negative inside the mesh. If the nearest point of the mesh is on an edge or a vertex, the
    distance from the mesh is larger than this height.
    """
    a, b, c = (solid.vertices[solid.faces[:, corner]] for corner in range(3))
    one, other = b - a, c - a
    normals = np.cross(one, other)
    lengths = np.linalg.norm(normals, axis=1)
    # The plane of a needle-shaped triangle is inaccurate, and hardly bounds the hull.
    known = lengths > 1e-7 * np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    heights = np.einsum("ij,ij->i", normals[known], point - a[known])
    return float((heights / lengths[known]).max())


def principal_box(solid: TriangleMesh) -> tuple[Transform, Vec3]:
    """Return the smallest box around a convex mesh, as ``TriangleMesh.principal_box`` describes.

    Among the boxes that have a face with a given normal, the smallest has a side along one side of
    the outline of the mesh as seen along this normal (Freeman, Shapira 1975). The outline consists
    of the edges between a face that points along the normal and a face that does not.
    """
    points = solid.vertices
    normals, areas, ends = _sides(solid)
    best = np.eye(3)
    # another box must be smaller than the axis-aligned box by more than rounding
    least = np.ptp(points, axis=0).prod() * (1.0 - 1e-9)
    most = min(MOST_DIRECTIONS, MOST_LOOKS // len(normals) + 1)
    for normal in _distinct(normals, areas)[:most]:
        height = np.ptp(points @ normal)
        facing = normals @ normal
        # every box along this normal has at least this volume
        if height * (areas @ np.abs(facing)) / 2.0 >= least:
            continue
        outline = ends[(facing[ends[:, 2]] > 0.0) != (facing[ends[:, 3]] > 0.0)]
        corners = points[np.unique(outline[:, :2])]
        ways = points[outline[:, 1]] - points[outline[:, 0]]
        ways -= (ways @ normal)[:, None] * normal
        lengths = np.linalg.norm(ways, axis=1)
        ways = ways[lengths > 1e-9 * lengths.max()] / lengths[lengths > 1e-9 * lengths.max(), None]
        along, across = (
            np.ptp(corners @ axes.T, axis=0) for axes in (ways, np.cross(normal, ways))
        )
        turn = int((along * across).argmin())
        if along[turn] * across[turn] * height < least:
            least = along[turn] * across[turn] * height
            best = np.stack((ways[turn], np.cross(normal, ways[turn]), normal), axis=1)
    return _box(points, best)


def _sides(solid: TriangleMesh) -> tuple[Any, Any, Any]:
    """Return the unit normals and areas of faces, and the ends and adjacent faces of each edge."""
    faces = solid.faces.astype(np.int64)
    a, b, c = (solid.vertices[faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    normals /= np.where(lengths > 0.0, lengths, 1.0)[:, None]
    start, end = faces.reshape(-1), np.roll(faces, -1, axis=1).reshape(-1)
    count = len(solid.vertices)
    # Both orders list the same edges in the same sequence, once in each direction.
    there, back = np.argsort(start * count + end), np.argsort(end * count + start)
    once = start[there] < end[there]
    there, back = there[once], back[once]
    return (
        normals,
        lengths / 2.0,
        np.stack((start[there], end[there], there // 3, back // 3), axis=1),
    )


def _distinct(normals: Any, areas: Any) -> Any:
    """Return the distinct normals of faces, largest faces first; opposite normals count as equal."""
    order = np.argsort(-areas, kind="stable")
    order = order[areas[order] > 1e-9 * areas.max()]
    largest = np.abs(normals[order]).argmax(axis=1)
    sides = np.where(normals[order, largest] < 0.0, -1.0, 1.0)
    _, first = np.unique((normals[order] * sides[:, None]).round(7), axis=0, return_index=True)
    return normals[order[np.sort(first)]]


def _box(points: Any, axes: Any) -> tuple[Transform, Vec3]:
    """Return the pose and size of the bounding box of points along the columns of a matrix.

    If the matrix is not the identity, its columns are reordered so that the longest edge is along
    the x axis of the box.
    """
    if not (axes == np.eye(3)).all():
        axes = axes[:, np.argsort(-np.ptp(points @ axes, axis=0).round(12), kind="stable")]
        if np.linalg.det(axes) < 0.0:
            axes[:, 2] *= -1.0
    placed = points @ axes
    low, high = placed.min(axis=0), placed.max(axis=0)
    a, b, c = ((x, y, z) for x, y, z in axes.tolist())
    px, py, pz = (axes @ ((low + high) / 2.0)).tolist()
    x, y, z = (high - low).tolist()
    return Transform((a, b, c), (px, py, pz)), (x, y, z)
