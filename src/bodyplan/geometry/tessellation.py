"""Tessellates primitive shapes; vertices lie on the surface, and triangles face outwards."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.core import class_name
from bodyplan.geometry._extrusion import extruded
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.model.numeric import need_numpy
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    OtherShape,
    Plane,
    Polyline,
    Shape,
    Sphere,
)
from bodyplan.model.transform import unit

SEGMENTS = 32
"""Default number of edges of a full circle."""
_FEWEST = 3


def tessellated(shape: Shape, segments: int = SEGMENTS) -> TriangleMesh:
    """Return a mesh of a primitive shape, in its own frame G.

    The corners lie on the surface, so the mesh of a round shape is slightly smaller than the shape.
    All meshes except that of a plane are watertight.

    Args:
        shape: a primitive.
        segments: number of edges of each full circle; a sphere has half as many from pole to pole.

    Raises:
        MeshError: the shape has no surface to tessellate, or fewer than 3 segments are requested.
        NumpyMissingError: NumPy is not installed.
    """
    if segments < _FEWEST:
        raise MeshError(f"segments must be at least {_FEWEST}, got {segments}")
    need_numpy()
    name = type(shape).__name__.lower()
    match shape:
        case Box(size=size):
            return TriangleMesh(*_box(size), name)
        case Cylinder(radius=radius, length=length):
            half = length / 2.0
            return _turned(
                [(0.0, -half), (radius, -half), (radius, half), (0.0, half)], segments, name
            )
        case Cone(radius=radius, length=length):
            half = length / 2.0
            return _turned([(0.0, -half), (radius, -half), (0.0, half)], segments, name)
        case Sphere(radius=radius):
            return _turned(_arc(radius, 0.0, segments), segments, name)
        case Capsule(radius=radius, length=length):
            return _turned(_arc(radius, length / 2.0, segments), segments, name)
        case Ellipsoid(radii=radii):
            mesh = _turned(_arc(1.0, 0.0, segments), segments, name)
            return mesh.scaled(radii)
        case Plane(normal=normal, size=(width, depth)):
            return TriangleMesh(*_rectangle(normal, width, depth), name)
        case Plane():
            raise MeshError("a plane without a size is infinite; it has no mesh")
        case Polyline(outlines=outlines, height=height):
            return extruded(outlines, height)
        case OtherShape(kind=kind):
            raise MeshError(f"the mesh of a <{kind}> cannot be computed")
    raise MeshError(f"{class_name(type(shape))} is not a primitive shape")


def _box(size: tuple[float, float, float]) -> tuple[list[list[float]], list[list[int]]]:
    signs = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    corners = [[sign * edge for sign, edge in zip(three, size, strict=True)] for three in signs]
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, [face for a, b, c, d in sides for face in ([a, b, c], [a, c, d])]


def _arc(radius: float, half: float, segments: int) -> list[tuple[float, float]]:
    """Return a half circle from its lowest to its highest point, split in the middle.

    The result has the distance from the axis and the height of each point [m].

    Args:
        radius: the radius of the circle.
        half: the distance by which the lower and the upper half are moved down and up [m].
        segments: edges of the full circle.
    """
    quarter = max(2, round(segments / 4))
    angles = [0.5 * math.pi * (number / quarter - 1.0) for number in range(quarter + 1)]
    lower = [(radius * math.cos(a), radius * math.sin(a) - half) for a in angles]
    lower[0] = (0.0, -radius - half)
    upper = [(across, -z) for across, z in reversed(lower)]
    return [*lower, *(upper if half else upper[1:])]


def _turned(profile: list[tuple[float, float]], segments: int, name: str) -> TriangleMesh:
    """Return the surface of revolution of a profile about z.

    Args:
        profile: distance from the z axis and height of each point, from the lowest to the highest;
            the first and the last point are on the axis.
        segments: the number of steps in a full turn.
        name: the name of the mesh.
    """
    import numpy as np

    angles = 2.0 * math.pi * np.arange(segments) / segments
    circle = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    rings: list[Any] = [
        np.column_stack((radius * circle, np.full(segments, z))) for radius, z in profile[1:-1]
    ]
    corners = np.concatenate(
        ([[0.0, 0.0, profile[0][1]]], *rings, [[0.0, 0.0, profile[-1][1]]]), dtype=float
    )
    this = np.arange(segments)
    following = (this + 1) % segments
    last = len(corners) - 1
    faces = [np.stack((0 * this, 1 + following, 1 + this), axis=1)]
    for ring in range(len(rings) - 1):
        low, high = 1 + ring * segments, 1 + (ring + 1) * segments
        faces.append(np.stack((low + this, low + following, high + following), axis=1))
        faces.append(np.stack((low + this, high + following, high + this), axis=1))
    top = last - segments
    faces.append(np.stack((top + this, top + following, 0 * this + last), axis=1))
    return TriangleMesh(corners, np.concatenate(faces), name)


def _rectangle(normal: tuple[float, float, float], width: float, depth: float) -> tuple[Any, Any]:
    """Return a rectangle about the origin, turned from z to a normal by the smallest rotation."""
    import numpy as np

    a, b, c = unit(normal)
    if c > -1.0 + 1e-12:
        scale = 1.0 / (1.0 + c)
        x = np.array((1.0 - a * a * scale, -a * b * scale, -a))
        y = np.array((-a * b * scale, 1.0 - b * b * scale, -b))
    else:  # the normal is -z: rotate by 180 degrees about x
        x, y = np.array((1.0, 0.0, 0.0)), np.array((0.0, -1.0, 0.0))
    x, y = 0.5 * width * x, 0.5 * depth * y
    return np.array((-x - y, x - y, x + y, -x + y)), [[0, 1, 2], [0, 2, 3]]
