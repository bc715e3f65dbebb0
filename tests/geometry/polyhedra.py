"""Solids whose measures are known by formula, as triangles."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

PHI = (1.0 + math.sqrt(5.0)) / 2.0


class Solid(NamedTuple):
    """A solid: its triangles, and what is known of it for density 1."""

    vertices: np.ndarray
    faces: np.ndarray
    volume: float
    center: tuple[float, float, float]
    inertia: np.ndarray
    area: float


def fans(polygons):
    """Triangles of convex polygons."""
    return np.array([(p[0], p[i], p[i + 1]) for p in polygons for i in range(1, len(p) - 1)])


def outward(vertices, faces):
    """Faces turned so that they look away from the middle; right for convex solids."""
    middle = vertices.mean(axis=0)
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    inward = ((np.cross(b - a, c - a)) * (a - middle)).sum(axis=1) < 0
    faces = faces.copy()
    faces[inward] = faces[inward][:, ::-1]
    return faces


def box(size=(1.0, 2.0, 3.0)):
    x, y, z = size
    vertices = np.array([(i, j, k) for i in (0, x) for j in (0, y) for k in (0, z)], float)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    volume = x * y * z
    inertia = np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) * volume / 12.0
    area = 2.0 * (x * y + y * z + x * z)
    return Solid(vertices, fans(quads), volume, (x / 2, y / 2, z / 2), inertia, area)


def tetrahedron():
    """That of the origin and the three unit vectors."""
    vertices = np.vstack((np.zeros(3), np.eye(3)))
    faces = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    inertia = np.full((3, 3), 1.0 / 480.0)
    np.fill_diagonal(inertia, 1.0 / 80.0)
    return Solid(vertices, faces, 1 / 6, (0.25,) * 3, inertia, 1.5 + math.sqrt(3) / 2)


def octahedron():
    vertices = np.vstack((np.eye(3), -np.eye(3)))
    faces = outward(vertices, np.array([(i, j, k) for i in (0, 3) for j in (1, 4) for k in (2, 5)]))
    volume, side = 4.0 / 3.0, math.sqrt(2.0)
    inertia = np.eye(3) * volume * side**2 / 10.0
    return Solid(vertices, faces, volume, (0.0,) * 3, inertia, 4.0 * math.sqrt(3.0))


def icosahedron():
    ones = [(0.0, i, j * PHI) for i in (1, -1) for j in (1, -1)]
    vertices = np.array([p[k:] + p[:k] for p in ones for k in range(3)])
    near = np.linalg.norm(vertices[:, None] - vertices, axis=2) < 2.1
    faces = np.array(
        [
            (i, j, k)
            for i in range(12)
            for j in range(i)
            for k in range(j)
            if near[i, j] and near[j, k] and near[i, k]
        ]
    )
    side = 2.0
    volume = 5.0 * (3.0 + math.sqrt(5.0)) / 12.0 * side**3
    inertia = np.eye(3) * volume * side**2 * PHI**2 / 10.0
    area = 5.0 * math.sqrt(3.0) * side**2
    return Solid(vertices, outward(vertices, faces), volume, (0.0,) * 3, inertia, area)


def prism(side=0.7, height=1.9):
    """On a regular hexagon."""
    turns = [math.pi / 3 * i for i in range(6)]
    rings = [
        [(side * math.cos(t), side * math.sin(t), z) for t in turns]
        for z in (-height / 2, height / 2)
    ]
    vertices = np.array(rings[0] + rings[1])
    sides = [(i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i) for i in range(6)]
    faces = fans([tuple(range(5, -1, -1)), tuple(range(6, 12)), *sides])
    base = 1.5 * math.sqrt(3.0) * side**2
    volume = base * height
    across = volume * (5.0 * side**2 / 24.0 + height**2 / 12.0)
    inertia = np.diag([across, across, volume * 5.0 * side**2 / 12.0])
    return Solid(vertices, faces, volume, (0.0,) * 3, inertia, 2 * base + 6 * side * height)


SOLIDS = {
    "box": box(),
    "tetrahedron": tetrahedron(),
    "octahedron": octahedron(),
    "icosahedron": icosahedron(),
    "prism": prism(),
}


def subdivided(vertices, faces, times=1):
    """The same surface in four times as many triangles, flat as before."""
    for _ in range(times):
        a, b, c = (vertices[faces[:, i]] for i in range(3))
        corners = np.stack((a, b, c, (a + b) / 2, (b + c) / 2, (c + a) / 2), axis=1)
        parts = np.array([(0, 3, 5), (3, 1, 4), (5, 4, 2), (3, 4, 5)])
        vertices, faces = corners[:, parts].reshape(-1, 3), None
        faces = np.arange(len(vertices)).reshape(-1, 3)
    return vertices, faces
