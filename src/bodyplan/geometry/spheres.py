"""The default sphere of a link: the smallest sphere around all its shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from bodyplan.core import quoted
from bodyplan.geometry.bounds import lengths
from bodyplan.geometry.enclosing import Ball, Body, Circle, Points, enclosing_sphere
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.model.planning.semantics import BoundingSphere, LinkSpheres
from bodyplan.model.shape import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    OtherShape,
    Plane,
    Shape,
    Sphere,
)
from bodyplan.model.transform import Transform

if TYPE_CHECKING:
    from bodyplan.geometry.shapes import Resolve

LARGEST = 1e100
"""Limit on sizes and positions [m]; computations with larger numbers could overflow."""


class _UnknownError(ValueError):
    """A shape cannot be measured; the message is the reason."""


def default_sphere(shapes: Sequence[Geometry], resolve: Resolve | None = None) -> LinkSpheres:
    """Return the smallest sphere around all shapes of a link, in the link frame.

    For a single primitive, the sphere is exact. For other links, it contains all shapes, and its
    radius is at most 1e-9 larger than necessary, relatively. A link without shapes has no spheres.
    If a shape cannot be measured, the result has None instead of spheres, and the reason.

    Args:
        shapes: the collision shapes of a link.
        resolve: a function that returns the file of a mesh by its URI; None if the file does not
            exist.
    """
    if not shapes:
        return LinkSpheres((), "none")
    try:
        radius = None if len(shapes) > 1 else _radius(shapes[0])
        if radius is not None:
            return LinkSpheres((BoundingSphere(shapes[0].origin.p, radius),), "default")
        bodies = [body for geometry in shapes for body in _bodies(geometry, resolve)]
    except _UnknownError as error:
        return LinkSpheres(None, "unknown", str(error))
    center, radius, _ = enclosing_sphere(bodies)
    return LinkSpheres((BoundingSphere(center, radius),), "default")


def _radius(geometry: Geometry) -> float | None:
    """Return the radius of the smallest enclosing sphere of a point-symmetric shape.

    Return None for other shapes, such as cones and meshes.
    """
    _check(geometry)
    shape = geometry.shape
    match shape:
        case Box():
            return math.hypot(*shape.size) / 2.0
        case Cylinder():
            return math.hypot(shape.radius, shape.length / 2.0)
        case Sphere():
            return shape.radius
        case Capsule():
            return shape.radius + shape.length / 2.0
        case Ellipsoid():
            return max(shape.radii)
        case _:
            return None


def _bodies(geometry: Geometry, resolve: Resolve | None) -> list[Body]:
    """Return bodies in the link frame such that a sphere contains them if it contains the shape."""
    _check(geometry)
    shape, pose = geometry.shape, geometry.origin
    match shape:
        case Box():
            corners = product(*((-size / 2.0, size / 2.0) for size in shape.size))
            return [Ball(pose @ (x, y, z)) for x, y, z in corners]
        case Cylinder():
            ends = [pose @ (0.0, 0.0, z) for z in (-shape.length / 2.0, shape.length / 2.0)]
            normal = Transform(pose.R) @ (0.0, 0.0, 1.0)
            return [Circle(end, normal, shape.radius) for end in ends]
        case Sphere():
            return [Ball(pose.p, shape.radius)]
        case Capsule():
            ends = [pose @ (0.0, 0.0, z) for z in (-shape.length / 2.0, shape.length / 2.0)]
            return [Ball(end, shape.radius) for end in ends]
        case Cone():
            base, tip = (pose @ (0.0, 0.0, z) for z in (-shape.length / 2.0, shape.length / 2.0))
            return [Circle(base, Transform(pose.R) @ (0.0, 0.0, 1.0), shape.radius), Ball(tip)]
        case Ellipsoid():
            raise _UnknownError("an ellipsoid next to other shapes cannot be measured exactly")
        case None:
            raise _UnknownError("one of its shapes cannot be read")
    return [_corners(shape, pose, resolve)]


def _corners(shape: Shape, pose: Transform, resolve: Resolve | None) -> Body:
    from bodyplan.geometry.shapes import mesh_of

    try:
        return Points(mesh_of(shape, resolve).moved(pose).corners)
    except MeshError as error:
        raise _UnknownError(str(error)) from None


def _check(geometry: Geometry) -> None:
    """Check that the numbers of a geometry are valid, and that its shape can be measured."""
    shape: Shape | None = geometry.shape
    found = [value for values in lengths(shape).values() for value in values]
    match shape:
        case Mesh():
            found = [abs(factor) for factor in shape.scale]
        case Plane():
            raise _UnknownError("a plane is infinite")
        case OtherShape():
            raise _UnknownError(f"a shape of kind {quoted(shape.kind)} cannot be measured")
        case None:
            raise _UnknownError("one of its shapes cannot be read")
    places = map(abs, geometry.origin.p)
    if not all(0.0 <= number < LARGEST for number in (*found, *places)):
        raise _UnknownError("the size or pose of one of its shapes is not valid")
