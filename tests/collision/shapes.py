"""Pairs of shapes at known distances, for tests of collision queries."""

from __future__ import annotations

import numpy as np

import bodyplan.native
from bodyplan.collision._shapes import KINDS
from bodyplan.collision._twin import Scene as Twin
from bodyplan.geometry.tessellation import tessellated
from bodyplan.model.shape import Ellipsoid

SOLIDS = ("sphere", "capsule", "box", "cylinder", "cone", "ellipsoid", "mesh", "needle")
"""Kinds of convex solids; a needle is a mesh a thousand times as long as it is thick."""
SCENES = {"native": bodyplan.native.Scene, "twin": Twin}


def rotation(rng):
    """A random rotation."""
    matrix, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return matrix * np.sign(np.linalg.det(matrix))


def size_of(kind, rng):
    """Half lengths as ``Shapes`` has them, from 2 cm to 50 cm."""
    if kind == "needle":
        return np.array([0.5, 5e-4, 5e-4])
    x, y, z = np.exp(rng.uniform(np.log(0.02), np.log(0.5), 3))
    if kind == "sphere":
        return np.array([x, x, x])
    return np.array([x, x, z]) if kind in {"capsule", "cylinder", "cone"} else np.array([x, y, z])


def mesh_of(size):
    """Vertices and faces of an ellipsoid of triangles."""
    mesh = tessellated(Ellipsoid(tuple(size)), 16)
    return mesh.vertices, mesh.faces


def farthest(kind, size, d):
    """The point of a shape that is farthest along a unit direction, by the textbook."""
    x, _, z = size
    if kind in {"mesh", "needle"}:
        vertices, _ = mesh_of(size)
        return vertices[(vertices @ d).argmax()]
    if kind == "sphere":
        return x * d
    if kind == "capsule":
        return np.array([0.0, 0.0, z if d[2] >= 0.0 else -z]) + x * d
    if kind == "box":
        return np.where(d >= 0.0, size, -size)
    if kind == "ellipsoid":
        return size**2 * d / np.linalg.norm(size * d)
    rim = x * d[:2] / np.linalg.norm(d[:2])
    corners = [(*rim, z), (*rim, -z)] if kind == "cylinder" else [(0.0, 0.0, z), (*rim, -z)]
    return np.array(max(corners, key=lambda point: np.dot(point, d)))


def pair(one, two, gap, rng):
    """Two shapes at a known gap: kinds, sizes and poses in the world.

    Both touch planes at right angles to a line, so far apart, with points on that line. With a
    negative gap, points so far below both surfaces are in one place: they overlap by less than
    twice that.
    """
    sizes = size_of(one, rng), size_of(two, rng)
    n = rng.normal(size=3)
    n /= np.linalg.norm(n)
    R_A, R_B = rotation(rng), rotation(rng)
    on_a, on_b = R_A @ farthest(one, sizes[0], R_A.T @ n), R_B @ farthest(two, sizes[1], -R_B.T @ n)
    p_A = rng.uniform(-1.0, 1.0, 3)
    if gap < 0.0:
        on_a, on_b = (p * (1.0 + gap / np.linalg.norm(p)) for p in (on_a, on_b))
        gap = 0.0
    poses = np.zeros((2, 3, 4))
    poses[0, :, :3], poses[0, :, 3] = R_A, p_A
    poses[1, :, :3], poses[1, :, 3] = R_B, p_A + on_a + gap * n - on_b
    return (one, two), sizes, poses


def scene(kinds, sizes, make=bodyplan.native.Scene, X_LG=None, meshes=None):
    """A scene of one shape a body."""
    own = [mesh_of(size) for size in sizes] if meshes is None else meshes
    is_mesh = [kind in {"mesh", "needle"} for kind in kinds]
    numbers = [
        KINDS.index("mesh" if flag else kind) for kind, flag in zip(kinds, is_mesh, strict=True)
    ]
    count = len(kinds)
    poses = np.tile(np.eye(4)[:3], (count, 1, 1)) if X_LG is None else X_LG
    return make(
        count,
        own,
        np.arange(count, dtype=np.int32),
        np.array(numbers, np.int32),
        np.array(sizes, np.float64),
        np.array([i if flag else -1 for i, flag in enumerate(is_mesh)], np.int32),
        poses,
    )


BOTH = np.array([[0, 1]], np.int32)


def distance_of(kinds, sizes, poses, make=bodyplan.native.Scene):
    """The signed distance of two shapes."""
    return float(scene(kinds, sizes, make).distance(poses[None], BOTH)[0, 0])


def touching(kinds, sizes, poses, make=bodyplan.native.Scene):
    """Whether two shapes touch."""
    return bool(scene(kinds, sizes, make).touching(poses[None], BOTH)[0, 0])
