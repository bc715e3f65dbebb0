"""The collision shapes of links, as arrays for the collision queries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bodyplan.collision.evidence import SkippedLink
from bodyplan.geometry import MeshError
from bodyplan.model import Link, Robot
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    OtherShape,
    Plane,
    Polyline,
    Sphere,
    kind_of,
)

KINDS = ("sphere", "capsule", "box", "cylinder", "cone", "ellipsoid", "plane", "mesh")
"""Kinds of shapes, in the order of their numbers; see ``native/collision_convex.hpp``."""
MESH = KINDS.index("mesh")
FARTHEST = 1e12
"""The largest coordinate that is accepted [m]."""


class Shapes(NamedTuple):
    """The shapes of some links, here called bodies and numbered from 0.

    Args:
        bodies: number of bodies.
        meshes: vertices (V, 3) [m] and faces (F, 3) of each mesh; several shapes may use the same
            mesh.
        body: (n,) the body of each shape.
        kind: (n,) the number of the kind of each shape in ``KINDS``.
        size: (n, 3) half lengths along x, y and z [m]. For a round shape, the first number is the
            radius; for a capsule, the third number is half the length of its cylindrical part. For
            a plane, the normal.
        mesh: (n,) the index in ``meshes`` of the mesh of each shape; -1 for a primitive.
        X_LG: (n, 3, 4) the pose of each shape in its link.
    """

    bodies: int
    meshes: list[tuple[Any, Any]]
    body: Any
    kind: Any
    size: Any
    mesh: Any
    X_LG: Any


def shapes_of(
    robot: Robot, links: Iterable[Link], skipped: list[SkippedLink]
) -> tuple[tuple[Link, ...], Shapes]:
    """Return the links with usable collision shapes, and these shapes.

    Args:
        robot: the robot.
        links: some of its links.
        skipped: a list to which links without collision shapes, and unusable shapes, are added.
    """
    import numpy as np

    meshes: list[tuple[Any, Any]] = []
    known: dict[int, int] = {}  # files with the same content become the same mesh object
    used: list[Link] = []
    body: list[int] = []
    kinds: list[int] = []
    sizes: list[tuple[float, float, float]] = []
    numbers: list[int] = []
    poses: list[Any] = []
    # references that keep the meshes alive: the ``id`` of a freed mesh may be reused
    read: list[Any] = []
    for link in links:
        if not link.collisions:
            skipped.append(SkippedLink(link.name, "it has no collision shape"))
        for part in link.collisions:
            found = _described(robot, part)
            if isinstance(found, str):
                skipped.append(SkippedLink(link.name, found))
                continue
            kind, size, mesh = found
            number = -1
            if mesh is not None:
                number = known.setdefault(id(mesh), len(meshes))
                if number == len(meshes):
                    meshes.append((mesh.vertices, mesh.faces))
                    read.append(mesh)
            if not used or used[-1] is not link:
                used.append(link)
            body.append(len(used) - 1)
            kinds.append(KINDS.index(kind))
            sizes.append(size)
            numbers.append(number)
            poses.append(part.origin.matrix[:3])
    arrays = (
        np.array(body, np.int32),
        np.array(kinds, np.int32),
        np.array(sizes, np.float64).reshape(-1, 3),
        np.array(numbers, np.int32),
        np.array(poses, np.float64).reshape(-1, 3, 4),
    )
    return tuple(used), Shapes(len(used), meshes, *arrays)


_Described = tuple[str, tuple[float, float, float], Any]


def _described(robot: Robot, part: Geometry) -> _Described | str:
    """Return the kind, size and mesh of a shape, or the reason why it cannot be checked."""
    import numpy as np

    if part.shape is None:
        return "it has no shape"
    matrix = np.array(part.origin.matrix, np.float64)
    if not (np.abs(matrix) <= FARTHEST).all():
        return "its pose is not finite"
    kind = kind_of(part.shape)
    match part.shape:
        case Box(size=(x, y, z)):
            size = (x / 2.0, y / 2.0, z / 2.0)
        case Sphere(radius=radius):
            size = (radius, radius, radius)
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            size = (radius, radius, length / 2.0)
        case Capsule(radius=radius, length=0.0):
            kind, size = "sphere", (radius, radius, radius)
        case Capsule(radius=radius, length=length):
            size = (radius, radius, length / 2.0)
        case Ellipsoid(radii=radii):
            size = radii
        case Plane(normal=normal):
            is_known = all(abs(value) <= FARTHEST for value in normal) and any(normal)
            return ("plane", normal, None) if is_known else "its normal is not a direction"
        case OtherShape(kind=other) if not isinstance(part.shape, Polyline | Heightmap):
            return f"<{other}> cannot be checked for collision"
        case _:
            return _triangles(robot, part)
    if not all(0.0 < value <= FARTHEST for value in size):
        return f"the size of its {kind} is not positive and finite"
    return kind, size, None


def _triangles(robot: Robot, part: Geometry) -> _Described | str:
    import numpy as np

    try:
        mesh = robot.mesh(part)
    except MeshError as error:
        return str(error)
    if not (np.abs(mesh.bounds) <= FARTHEST).all():
        return f"{mesh.name} is too large"
    return "mesh", (0.0, 0.0, 0.0), mesh
