"""Shapes, each about or along the axes of its frame G."""

from __future__ import annotations

from bodyplan.model.transform import IDENTITY, Transform, Vec3
from bodyplan.text import Record


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
        radius: of the cylinder and the caps [m].
        length: of the cylindrical part; the whole is length + 2 radius high [m].
    """

    radius: float
    length: float


class Mesh(Record):
    """A mesh from a file, in the file's own frame.

    Args:
        uri: where it is, as written.
        scale: factor along each axis; a negative one mirrors.
    """

    uri: str
    scale: Vec3 = (1.0, 1.0, 1.0)


Shape = Box | Cylinder | Sphere | Capsule | Mesh


class Geometry(Record):
    """A shape on a link.

    Args:
        shape: what it is; None for one that is written and that the model does not know.
        X_LG: its frame in the frame of the link.
        name: a label; may be empty.
    """

    shape: Shape | None
    X_LG: Transform = IDENTITY
    name: str = ""
