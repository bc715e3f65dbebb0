"""Shapes, each about or along the axes of its frame G, and the materials that they are drawn with."""

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
        rgba: red, green, blue and opacity, each 0 to 1; None without colour.
        texture: the picture on it, an address as written; empty for none.
    """

    name: str = ""
    rgba: tuple[float, float, float, float] | None = None
    texture: str = ""


class Box(Record):
    """A box about its centre.

    Args:
        size: full edge lengths along x, y, z [m].
    """

    size: Vec3


class Cylinder(Record):
    """A cylinder about its centre, its axis along z.

    Args:
        radius: [m].
        length: height along z [m].
    """

    radius: float
    length: float


class Sphere(Record):
    """A sphere about its centre.

    Args:
        radius: [m].
    """

    radius: float


class Capsule(Record):
    """A cylinder along z closed by half spheres.

    Args:
        radius: the radius of the cylinder and the half spheres [m].
        length: the length of the cylindrical part; the total height is length + 2 radius [m].
    """

    radius: float
    length: float


class Ellipsoid(Record):
    """A sphere stretched along the axes, about its centre.

    Args:
        radii: half lengths along x, y, z [m].
    """

    radii: Vec3


class Cone(Record):
    """A cone along z with its tip up; the origin is halfway between base and tip.

    Args:
        radius: the radius of the base [m].
        length: from base to tip [m].
    """

    radius: float
    length: float


class Plane(Record):
    """A plane through the origin, which has no end where it is touched.

    Args:
        normal: unit direction of its upper side.
        size: full lengths of the part of it that is shown [m]; None where nothing says.
    """

    normal: Vec3 = (0.0, 0.0, 1.0)
    size: tuple[float, float] | None = None


class Mesh(Record, instead={"filename": "uri", "submesh": "part"}):
    """A mesh from a file, in the file's own frame.

    Args:
        uri: where it is, as written.
        scale: factor along each axis; a negative one mirrors.
        part: name of the one part of the file that counts; empty for all of it.
        is_centered: whether that part is moved so that its centre is the origin.
    """

    uri: str
    scale: Vec3 = (1.0, 1.0, 1.0)
    part: str = ""
    is_centered: bool = False


class OtherShape(Record):
    """A shape whose volume and collisions are not computed.

    Args:
        kind: what its format calls it, such as "heightmap".
        uri: the file it comes from, as written; empty without one.
    """

    kind: str
    uri: str = ""


class Polyline(OtherShape):
    """Outlines in x and y, extruded along z from 0. An outline in another one is a hole.

    Args:
        kind: "polyline".
        uri: empty.
        outlines: the points of each closed outline [m].
        height: along z [m].
    """

    kind: str = "polyline"
    uri: str = ""
    outlines: tuple[tuple[tuple[float, float], ...], ...] = ()
    height: float = 1.0


class Heightmap(OtherShape):
    """Terrain from the brightness of a picture.

    Args:
        kind: "heightmap".
        uri: the picture, as written.
        size: lengths along x and y, and the height of the brightest pixel [m].
        position: the position of the centre, at the height of black [m].
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
"""Solids by their names. Their fields are lengths, called alike in the model and in every format."""
_BY_CLASS = {cls.__name__: (cls, field_names(cls)) for cls in PRIMITIVES.values()}


def kind_of(shape: Shape) -> str:
    """Return what formats call the kind of a shape, such as "box"."""
    return shape.kind if isinstance(shape, OtherShape) else type(shape).__name__.lower()


def sizes(shape: object) -> dict[str, Any]:
    """Return the lengths of a primitive shape by field [m]; empty for any other shape."""
    _, names = _BY_CLASS.get(type(shape).__name__, (None, ()))
    return {name: getattr(shape, name) for name in names}


def primitive(shape: object) -> Primitive | None:
    """Return the primitive shape with the name and lengths of an element; None for any other."""
    cls, names = _BY_CLASS.get(type(shape).__name__, (None, ()))
    return None if cls is None else cls(*[getattr(shape, name) for name in names])


class Geometry(Record, instead={"geometry": "shape", "pose": "origin", "X_LG": "origin"}):
    """A shape on a link.

    Args:
        shape: what it is; None for one that cannot be read, and for none at all.
        origin: X_LG, its frame in the frame of the link.
        name: a label; may be empty.
        material: what it looks like; None where nothing says.
        friction: coefficient of sliding friction of a collision; None where nothing says.
    """

    shape: Shape | None
    origin: Transform = IDENTITY
    name: str = ""
    material: Material | None = None
    friction: float | None = None
