"""Volume, area, bounds and mass of shapes. Mesh files are read on demand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

from bodyplan.core import Record, class_name, quoted
from bodyplan.geometry import solids
from bodyplan.geometry._elliptic import symmetric_second_kind
from bodyplan.geometry._heightmap import terrain
from bodyplan.geometry.bounds import bounds_of
from bodyplan.geometry.mesh.arguments import check_density
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.loading import load_mesh
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.opened import Place
from bodyplan.geometry.solids import Mass
from bodyplan.geometry.tessellation import SEGMENTS, tessellated
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Heightmap,
    Mesh,
    OtherShape,
    Plane,
    Shape,
    Sphere,
    kind_of,
    sizes,
)
from bodyplan.model.transform import IDENTITY, Vec3

Resolve = Callable[[str], Place | None]
"""A function that returns the file of a mesh URI; None if the file does not exist."""


class Measures(Record):
    """Volume, area and bounds of a shape, in its frame G.

    Args:
        volume: the volume [m^3]; None if it is unknown, such as for a mesh that is not watertight.
        area: the area of the surface [m^2].
        bounds: the smallest and the largest coordinates in G [m].
    """

    volume: float | None
    area: float
    bounds: tuple[Vec3, Vec3]


def mesh_of(
    shape: Shape, resolve: Resolve | None = None, *, segments: int = SEGMENTS
) -> TriangleMesh:
    """Return the triangles of a shape, in its own frame G.

    Args:
        shape: a mesh, which is read from its file, or a primitive, which is tessellated.
        resolve: a function that returns the file of a mesh URI; if the shape belongs to a loaded
            robot, use ``robot.mesh`` instead.
        segments: edges of each full circle of a primitive.

    Raises:
        MeshError: the mesh file is not found, cannot be read or has no part with the name that the
            shape specifies; or the shape cannot be tessellated, such as an infinite plane.
    """
    if not isinstance(shape, Mesh | Heightmap):
        return tessellated(shape, segments)
    if resolve is None:
        hint = "load the robot from a file and use robot.mesh(...), or give resolve=..."
        raise MeshError(f"{_noun(shape)} {quoted(shape.uri)} cannot be located; {hint}")
    try:
        file = resolve(shape.uri)
    except PermissionError as error:
        raise MeshError(f"{_noun(shape)} {quoted(shape.uri)} cannot be read: {error}") from None
    if file is None:
        raise MeshError(f"{_noun(shape)} {quoted(shape.uri)} not found")
    if isinstance(shape, Heightmap):
        return terrain(file, shape.size, shape.position)
    return load_mesh(file, shape.scale, part=shape.part, is_centered=shape.is_centered)


def _noun(shape: Mesh | Heightmap) -> str:
    return "mesh" if isinstance(shape, Mesh) else "heightmap"


def mesh_of_part(
    part: Geometry | Shape,
    find_file: Callable[[str, Record], Place | None] | None,
    *,
    segments: int = SEGMENTS,
) -> TriangleMesh:
    """Return the triangles of a visual or collision, in its own frame G; see ``Robot.mesh``.

    Args:
        part: a visual or collision, or its shape.
        find_file: a function that returns the file of a URI that an element of the robot contains.
        segments: edges of each full circle of a primitive.

    Raises:
        MeshError: as for ``mesh_of``, or the geometry has no shape.
        TypeError: part is not a geometry or shape of a robot.
    """
    shape = part.shape if isinstance(part, Geometry) else part
    if shape is None:
        raise MeshError("the geometry has no shape")
    if not isinstance(shape, Shape):
        raise TypeError(f"expected model.Geometry or a shape of it, got {class_name(type(shape))}")
    if find_file is None:
        return mesh_of(shape, segments=segments)
    return mesh_of(shape, lambda uri: find_file(uri, part), segments=segments)


def volume(shape: Shape, resolve: Resolve | None = None) -> float:
    """Return the volume of a shape [m^3].

    Raises:
        MeshError: the mesh cannot be read or is not watertight, or the shape has no volume.
    """
    if isinstance(shape, Mesh):
        return abs(mesh_of(shape, resolve).volume)
    if not sizes(shape):
        raise _has_none(shape, "volume")
    return solids.solid(shape, 1.0).mass


def area(shape: Shape, resolve: Resolve | None = None) -> float:
    """Return the surface area of a shape [m^2].

    Raises:
        MeshError: the mesh cannot be read, or the area of the shape is unknown.
    """
    match shape:
        case Box(size=(x, y, z)):
            return 2.0 * (x * y + x * z + y * z)
        case Cylinder(radius=radius, length=length):
            return 2.0 * math.pi * radius * (radius + length)
        case Cone(radius=radius, length=length):
            return math.pi * radius * (radius + math.hypot(radius, length))
        case Sphere(radius=radius):
            return 4.0 * math.pi * radius * radius
        case Ellipsoid(radii=(a, b, c)):
            return (
                4.0 * math.pi * symmetric_second_kind(a * b * a * b, a * c * a * c, b * c * b * c)
            )
        case Capsule(radius=radius, length=length):
            return 2.0 * math.pi * radius * (2.0 * radius + length)
        case _ if isinstance(shape, Mesh) or sizes(shape):
            return mesh_of(shape, resolve).area
        case _:
            raise _has_none(shape, "known area")


def bounds(shape: Shape, resolve: Resolve | None = None) -> tuple[Vec3, Vec3]:
    """Return the smallest and the largest coordinates of a shape in its frame [m].

    Raises:
        MeshError: the mesh cannot be read, or the size of the shape is unknown.
    """
    if isinstance(shape, Mesh):
        (a, b, c), (d, e, f) = mesh_of(shape, resolve).bounds.tolist()
        return (a, b, c), (d, e, f)
    if not sizes(shape):
        raise _has_none(shape, "known size")
    found = bounds_of(shape, IDENTITY)
    return found.low, found.high


def mass_of(
    shape: Shape,
    density: float,
    resolve: Resolve | None = None,
    of: Literal["volume", "hull"] = "volume",
) -> Mass:
    """Return the mass properties of a shape in its frame, for a uniform density.

    Args:
        shape: the shape.
        density: the density [kg/m^3], a positive number.
        resolve: a function that returns the file of a mesh.
        of: what is filled with material: the volume that a mesh encloses, or its convex hull.

    Raises:
        MeshError: the mesh cannot be read or is not watertight, the shape has no volume, or the
            density is not valid.
    """
    check_density(density)
    if isinstance(shape, Mesh):
        mesh = mesh_of(shape, resolve)
        return (mesh.hull if of == "hull" else mesh).mass(density)
    if isinstance(shape, Plane | OtherShape):
        raise _has_none(shape, "volume")
    return solids.solid(shape, density)


def measure(shape: Shape, resolve: Resolve | None = None) -> Measures:
    """Return volume, area and bounds of a shape.

    Raises:
        MeshError: the mesh cannot be read, or the size of the shape is unknown.
    """
    enclosed: float | None
    try:
        enclosed = volume(shape, resolve)
    # the mesh is not watertight; if it is unreadable, the next line raises the error
    except MeshError:
        enclosed = None
    return Measures(enclosed, area(shape, resolve), bounds(shape, resolve))


def _has_none(shape: Shape, what: str) -> MeshError:
    return MeshError(f"a {kind_of(shape)} has no {what}")
