"""Computes mass properties of a link from its shapes, assuming that one material fills them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.shapes import Resolve, mass_of, mesh_of
from bodyplan.geometry.solids import Mass, combined
from bodyplan.model.link import Link
from bodyplan.model.shape import Geometry, Mesh, Shape

Origin = Literal["collision", "visual", "hull"]
"""The shapes of a link from which mass properties are computed.

- "collision": its collision shapes.
- "visual": its visual shapes.
- "hull": the convex hulls of the collision shapes, or of the visual shapes if it has no collision.
"""
ORIGINS: tuple[Origin, ...] = ("collision", "visual", "hull")


class ShapeError(ValueError):
    """The mass properties of a link cannot be computed from its shapes; the message is the reason.

    Args:
        message: the reason.
        package: the package that is missing to read a mesh of the link, if that is the reason; else
            empty.
        instead: the shapes that may be used instead: the hulls if a mesh is not closed, or the
            visual shapes if the link has no collision shapes; None if such shapes do not exist.
    """

    def __init__(self, message: str, *, package: str = "", instead: Origin | None = None) -> None:
        super().__init__(message)
        self.package = package
        self.instead = instead


def shapes_of(link: Link, origin: Origin) -> Sequence[Geometry]:
    """Return the shapes of a link from which mass properties are computed."""
    if origin == "hull":
        return link.collisions or link.visuals
    return link.collisions if origin == "collision" else link.visuals


def filled(
    shapes: Sequence[Geometry],
    density: float = 1.0,
    *,
    hull: bool = False,
    resolve: Resolve | None = None,
) -> Mass:
    """Return the mass properties of shapes filled with one material, in the link frame.

    The common volume of overlapping shapes is counted for each shape.

    Args:
        shapes: the shapes of a link.
        density: the density [kg/m^3]; with 1, the mass is equal to the volume.
        hull: whether to use the convex hull of each mesh, so that meshes need not be watertight.
        resolve: a function that returns the file of a mesh for its URI.

    Raises:
        ShapeError: a shape cannot be measured, such as a mesh that does not exist, cannot be read,
            or is not watertight; or the link has no shape.
    """
    parts: list[Mass] = []
    for geometry in shapes:
        if geometry.shape is None:
            raise ShapeError("one of its shapes cannot be read")
        try:
            part = mass_of(geometry.shape, density, resolve, "hull" if hull else "volume")
        except MeshError as error:
            instead: Origin | None = "hull" if _is_open(geometry.shape, resolve) else None
            raise ShapeError(str(error), package=error.package, instead=instead) from None
        if not 0.0 < part.mass < math.inf:
            raise ShapeError("one of its shapes has no volume")
        parts.append(part.moved(geometry.origin))
    total = combined(parts)
    if total is None:
        raise ShapeError("no shape")
    return total


def computed(
    link: Link,
    *,
    density: float | None = None,
    mass: float | None = None,
    origin: Origin = "collision",
    resolve: Resolve | None = None,
) -> Mass:
    """Return the mass properties of a link, computed from its shapes and a density or mass.

    Args:
        link: the link.
        density: the density of the material [kg/m^3].
        mass: the mass of the link [kg], distributed with uniform density over its shapes.
        origin: the shapes to use.
        resolve: a function that returns the file of a mesh for its URI.

    Returns:
        Mass, centre of mass and inertia in the frame of the link.

    Raises:
        ShapeError: the volume of the shapes is unknown; the message is the reason, such as a mesh
            that is not watertight.
        ValueError: not exactly one of density and mass is given, or the value is not positive.
    """
    if (density is None) == (mass is None):
        raise ValueError("set either density or mass")
    shapes = shapes_of(link, origin)
    if not shapes:
        if not shapes_of(link, "hull"):
            raise ShapeError("it has no shape")
        other: Origin = "visual" if origin == "collision" else "collision"
        raise ShapeError(f"it has no {origin} shape", instead=other)
    value = density if density is not None else mass
    if value is None or not 0.0 < value < math.inf:
        raise ValueError(f"the density or mass must be positive, got {value}")
    body = filled(shapes, 1.0, hull=origin == "hull", resolve=resolve)
    body = body.scaled(density if density is not None else value / body.mass)
    if not body.mass > 0.0:
        raise ShapeError("its mass underflows: the numbers are too small")
    return body


def _is_open(shape: Shape, resolve: Resolve | None) -> bool:
    """Return whether a shape is a readable mesh that is not closed, but may have a hull."""
    if not isinstance(shape, Mesh):
        return False
    try:
        mesh = mesh_of(shape, resolve)
    except MeshError:
        return False
    return mesh.leak is not None and mesh.edges.has_area
