"""Surfaces that contain collision shapes, as triangles swept by a sphere; and hashes of shapes."""

from __future__ import annotations

import math
from functools import cache
from hashlib import sha256
from typing import Any

import bodyplan.native
from bodyplan.collision._shapes import KINDS, MESH, Shapes
from bodyplan.geometry.tessellation import tessellated
from bodyplan.model.shape import Sphere

_SEGMENTS = 48
"""Number of edges of the polygon around a cylinder or cone; the polygon is 0.2 % wider."""


def surface_of(shapes: Shapes, body: int) -> Any:
    """Return the native surface of a body; None if it has an infinite plane or invalid vertices.

    The surface of meshes, boxes, spheres and capsules is exact. Cylinders, cones and ellipsoids are
    replaced by slightly larger surfaces that contain them.

    Args:
        shapes: shapes of some links.
        body: number of a body in these shapes.
    """
    import numpy as np

    triangles: list[Any] = []
    radii: list[Any] = []
    for number in np.flatnonzero(shapes.body == body).tolist():
        kind = KINDS[shapes.kind[number]]
        if kind == "plane":
            return None
        if kind == "mesh":
            vertices, faces = shapes.meshes[shapes.mesh[number]]
            found, radius = np.asarray(vertices, np.float64)[np.asarray(faces)], 0.0
        else:
            found, radius = _around(kind, shapes.size[number])
        X = shapes.X_LG[number]
        triangles.append(found @ X[:, :3].T + X[:, 3])
        radii.append(np.full(len(found), radius))
    corners = np.ascontiguousarray(np.concatenate(triangles), np.float64)
    if not len(corners) or not np.isfinite(corners).all():
        return None
    return bodyplan.native.ProofSurface(corners, np.concatenate(radii))


def hash_of(shapes: Shapes, body: int) -> str:
    """Return a hash of the shapes of a body; equal shapes in different files have equal hashes."""
    import numpy as np

    found = sha256()
    for number in np.flatnonzero(shapes.body == body).tolist():
        found.update(bytes([shapes.kind[number]]))
        found.update(np.ascontiguousarray(shapes.size[number], "<f8").tobytes())
        found.update(np.ascontiguousarray(shapes.X_LG[number], "<f8").tobytes())
        if shapes.kind[number] == MESH:
            vertices, faces = shapes.meshes[shapes.mesh[number]]
            found.update(np.ascontiguousarray(vertices, "<f8").tobytes())
            found.update(np.ascontiguousarray(faces, "<i4").tobytes())
    return found.hexdigest()


def _around(kind: str, size: Any) -> tuple[Any, float]:
    """Return triangles (n, 3, 3) around a shape, and the radius of the sphere swept over them."""
    import numpy as np

    x, y, z = (float(value) for value in size)
    if kind == "sphere":
        return np.zeros((1, 3, 3)), x
    if kind == "capsule":
        return np.array([[[0.0, 0.0, -z], [0.0, 0.0, z], [0.0, 0.0, z]]]), x
    if kind == "box":
        corners = np.array([[a, b, c] for a in (-x, x) for b in (-y, y) for c in (-z, z)])
        quads = [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)]
        return corners[[t for q in quads for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]], 0.0
    if kind == "ellipsoid":
        ball = _ball()
        return ball * np.array([x, y, z]), 0.0
    angles = 2.0 * math.pi * np.arange(_SEGMENTS) / _SEGMENTS
    wide = x / math.cos(math.pi / _SEGMENTS)
    ring = np.stack((wide * np.cos(angles), wide * np.sin(angles), np.full(_SEGMENTS, -z)), axis=1)
    next_one = np.roll(ring, -1, axis=0)
    base = np.broadcast_to(np.array([0.0, 0.0, -z]), ring.shape)
    if kind == "cone":
        tip = np.broadcast_to(np.array([0.0, 0.0, z]), ring.shape)
        sides = [np.stack((ring, next_one, tip), axis=1)]
    else:
        up = np.array([0.0, 0.0, 2.0 * z])
        sides = [
            np.stack((ring, next_one, ring + up), axis=1),
            np.stack((next_one, next_one + up, ring + up), axis=1),
            np.stack((base + up, ring + up, next_one + up), axis=1),
        ]
    return np.concatenate([*sides, np.stack((base, ring, next_one), axis=1)]), 0.0


@cache
def _ball() -> Any:
    """Return triangles (n, 3, 3) that enclose the unit sphere without intersecting it."""
    import numpy as np

    mesh = tessellated(Sphere(1.0), _SEGMENTS)
    corners = np.asarray(mesh.vertices, np.float64)[np.asarray(mesh.faces)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    corners, normals = corners[lengths > 1e-12], normals[lengths > 1e-12]
    planes = np.einsum("ij,ij->i", corners[:, 0], normals) / np.linalg.norm(normals, axis=1)
    return corners / np.abs(planes).min() * (1.0 + 1e-12)
