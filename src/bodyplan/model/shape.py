"""Shapes in a frame G, and the materials with which they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.model.transform import IDENTITY, Transform, Vec3


class Material(Record):
    """The look of a shape.

    Args:
        name: a label; may be empty.
        rgba: red, green, blue and opacity, each from 0 to 1; None without a colour.
        texture: the URI of the picture on the surface, as written; empty without a picture.
    """

    name: str = ""
    rgba: tuple[float, float, float, float] | None = None
    texture: str = ""


class Box(Record):
    """A box; the origin is its centre.

    Args:
        size: full edge lengths along x, y, z [m].
    """

    size: Vec3


class Cylinder(Record):
    """A cylinder along z; the origin is its centre.

    Args:
        radius: the radius [m].
        length: the height along z [m].
    """

    radius: float
    length: float


class Sphere(Record):
    """A sphere; the origin is its centre.

    Args:
        radius: the radius [m].
    """

    radius: float


class Capsule(Record):
    """A capsule: a cylinder along z with a half sphere at each end; the origin is its centre.

    Args:
        radius: the radius of the cylinder and the half spheres [m].
        length: the length of the cylindrical part; the total height is length + 2 radius [m].
    """

    radius: float
    length: float


class Ellipsoid(Record):
    """An ellipsoid; the origin is its centre.

    Args:
        radii: half lengths along x, y, z [m].
    """

    radii: Vec3


class Cone(Record):
    """A cone along z with its tip up; the origin is halfway between base and tip.

    Args:
        radius: the radius of the base [m].
        length: the height from base to tip [m].
    """

    radius: float
    length: float


class Plane(Record):
    """A plane through the origin; for collisions, it is infinite.

    Args:
        normal: the unit normal of its upper side.
        size: the edge lengths of the part that is drawn [m]; None if unspecified.
    """

    normal: Vec3 = (0.0, 0.0, 1.0)
    size: tuple[float, float] | None = None


class Mesh(Record, instead={"filename": "uri", "submesh": "part"}):
    """A mesh from a file, in the frame of the file.

    Args:
        uri: the URI of the file, as written.
        scale: the scale factor along each axis; a negative factor mirrors the mesh.
        part: the name of the part of the file that is used; empty for the whole file.
        is_centered: whether the part is moved so that its centre is the origin.
    """

    uri: str
    scale: Vec3 = (1.0, 1.0, 1.0)
    part: str = ""
    is_centered: bool = False


class OtherShape(Record):
    """A shape whose volume and collisions are not computed.

    Args:
        kind: the name of the shape in its format, such as "heightmap".
        uri: the URI of its file, as written; empty without a file.
    """

    kind: str
    uri: str = ""


class Polyline(OtherShape):
    """Outlines in x and y, extruded along z from 0. An outline inside another outline is a hole.

    Args:
        kind: always "polyline".
        uri: always empty.
        outlines: the points of each closed outline [m].
        height: the height along z [m].
    """

    kind: str = "polyline"
    uri: str = ""
    outlines: tuple[tuple[tuple[float, float], ...], ...] = ()
    height: float = 1.0


class Heightmap(OtherShape):
    """Terrain whose height at each point is given by the brightness of a picture.

    Args:
        kind: always "heightmap".
        uri: the URI of the picture, as written.
        size: the lengths along x and y, and the height of white pixels above black ones [m].
        position: the position of the terrain's centre, at the height of black pixels [m].
    """

    kind: str = "heightmap"
    uri: str = ""
    size: Vec3 = (1.0, 1.0, 1.0)
    position: Vec3 = (0.0, 0.0, 0.0)


Shape = Box | Cylinder | Sphere | Capsule | Mesh | Ellipsoid | Cone | Plane | OtherShape


Primitive = Box | Capsule | Cone | Cylinder | Ellipsoid | Sphere
PRIMITIVES: Mapping[str, type[Primitive]] = {
    cls.__name__.lower(): cls for cls in (Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere)
}
"""The primitive solids by name. Their fields are lengths, with the same names in every format."""
_BY_CLASS = {cls.__name__: (cls, field_names(cls)) for cls in PRIMITIVES.values()}


def kind_of(shape: Shape) -> str:
    """Return the name of a shape's kind, as used in the formats, such as "box"."""
    return shape.kind if isinstance(shape, OtherShape) else type(shape).__name__.lower()


def sizes(shape: object) -> dict[str, Any]:
    """Return the lengths of a primitive shape by field [m]; empty for any other shape."""
    _, names = _BY_CLASS.get(type(shape).__name__, (None, ()))
    return {name: getattr(shape, name) for name in names}


def primitive(shape: object) -> Primitive | None:
    """Return the primitive shape that a shape element of a format describes; None for others."""
    cls, names = _BY_CLASS.get(type(shape).__name__, (None, ()))
    return None if cls is None else cls(*[getattr(shape, name) for name in names])


class Geometry(Record, instead={"geometry": "shape", "pose": "origin", "X_LG": "origin"}):
    """A shape on a link.

    Args:
        shape: the shape; None if it is missing or cannot be read.
        origin: X_LG, the pose of the frame G in the link frame.
        name: a label; may be empty.
        material: the material of a visual; None if unspecified.
        friction: the coefficient of sliding friction of a collision; None if unspecified.
    """

    shape: Shape | None
    origin: Transform = IDENTITY
    name: str = ""
    material: Material | None = None
    friction: float | None = None
