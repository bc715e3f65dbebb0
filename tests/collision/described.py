"""Shapes as robots describe them, with their extent computed from the definition of each format."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bodyplan.collision import CollisionModel
from bodyplan.model import Heightmap, Joint, Limit, Link, Mesh, Polyline, Robot
from bodyplan.model.shape import Box, Capsule, Cone, Cylinder, Ellipsoid, Geometry, Plane, Sphere
from bodyplan.model.transform import Transform
from tests.collision import shapes

PRIMITIVES = ("sphere", "capsule", "box", "cylinder", "cone", "ellipsoid")
SURFACES = ("mesh", "scaled", "mirrored", "polyline", "heightmap", "needle", "sheet")
"""Meshes: as they are, with a scale, with a negative one; 1:10,000; and of no thickness."""
SCALES = {"scaled": (0.5, 2.0, 0.7), "mirrored": (-1.0, 1.5, 0.8)}
OCTAHEDRON = (
    (0, 2, 4),
    (2, 1, 4),
    (1, 3, 4),
    (3, 0, 4),
    (2, 0, 5),
    (1, 2, 5),
    (3, 1, 5),
    (0, 3, 5),
)
PIXELS = ((0, 51, 255, 102), (204, 0, 153, 51), (102, 255, 0, 204))


class Described(NamedTuple):
    """A shape, and what is known about it without the code that is tested.

    Args:
        kind: of the tables above.
        shape: of the robot.
        size: as ``shapes.farthest`` expects it; None for a surface.
        corners: of a surface, in its frame.
        faces: of a surface, with those of a polyline and a heightmap of which a corner is one.
    """

    kind: str
    shape: object
    size: object = None
    corners: object = None
    faces: object = None

    def farthest(self, d):
        """The point that is farthest along a unit direction."""
        if self.corners is None:
            return shapes.farthest(self.kind, self.size, d)
        return self.corners[(self.corners @ d).argmax()]

    def below(self, point, depth):
        """A point so far from a corner or a point of the surface, in the solid or on the mesh."""
        if self.corners is None:
            return point * (1.0 - depth / np.linalg.norm(point))
        corner = int(np.linalg.norm(self.corners - point, axis=1).argmin())
        face = next(face for face in self.faces if corner in face)
        way = self.corners[list(face)].mean(axis=0) - point
        return point + depth * way / np.linalg.norm(way)


def primitive(kind, size):
    """A primitive with the half lengths of ``shapes.size_of``."""
    x, y, z = map(float, size)
    return {
        "sphere": lambda: Sphere(x),
        "capsule": lambda: Capsule(x, 2.0 * z),
        "box": lambda: Box((2.0 * x, 2.0 * y, 2.0 * z)),
        "cylinder": lambda: Cylinder(x, 2.0 * z),
        "cone": lambda: Cone(x, 2.0 * z),
        "ellipsoid": lambda: Ellipsoid((x, y, z)),
    }[kind]()


def described(kind, rng, folder):
    """A shape of random size; the files of meshes and pictures are written to a folder."""
    if kind in PRIMITIVES:
        size = shapes.size_of(kind, rng)
        return Described(kind, primitive(kind, size), size)
    if kind == "polyline":
        a, b, c, height = rng.uniform(0.1, 0.5, 4)
        outline = ((0.0, 0.0), (a + b, 0.0), (a + b, c), (a, c), (a, c + b), (0.0, c + b))
        corners = np.array([(*point, z) for z in (0.0, height) for point in outline])
        sides = [(i, (i + 1) % 6, i + 6) for i in range(6)]
        sides += [((i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)]
        return Described(kind, Polyline(outlines=(outline,), height=float(height)),
                         corners=corners, faces=sides)  # fmt: skip
    if kind == "heightmap":
        import PIL.Image

        pixels = np.array(PIXELS, np.uint8)
        PIL.Image.fromarray(pixels).save(folder / "terrain.png")
        x, y, z = rng.uniform(0.2, 1.0, 3)
        rows, columns = pixels.shape
        corners = np.array([
            (x * (column / (columns - 1) - 0.5), y * (0.5 - row / (rows - 1)), z * pixels[row, column] / 255.0)
            for row in range(rows) for column in range(columns)
        ])  # fmt: skip
        faces = [
            face
            for row in range(rows - 1)
            for column in range(columns - 1)
            for one in (row * columns + column,)
            for face in ((one, one + columns, one + columns + 1), (one, one + columns + 1, one + 1))
        ]
        return Described(kind, Heightmap(uri="terrain.png", size=(float(x), float(y), float(z))),
                         corners=corners, faces=faces)  # fmt: skip
    radii = {"needle": np.array([0.5, 5e-5, 5e-5])}.get(kind, rng.uniform(0.05, 0.5, 3))
    corners = np.array([sign * radii * axis for axis in np.eye(3) for sign in (1.0, -1.0)])
    corners *= rng.uniform(0.5, 1.0, (6, 1))
    faces = np.array(OCTAHEDRON)
    if kind == "sheet":
        corners, faces = corners[:4], np.array([(0, 2, 1), (0, 1, 3)])
    name = f"{kind}-{rng.integers(2**60)}.obj"
    lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in corners.tolist()]
    lines += ["f {} {} {}".format(*face) for face in (faces + 1).tolist()]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="ascii")
    scale = SCALES.get(kind, (1.0, 1.0, 1.0))
    return Described(kind, Mesh(name, scale), corners=corners * scale, faces=faces)


def plane(rng):
    """A plane through the origin, and its unit normal."""
    normal = rng.normal(size=3)
    return Described("plane", Plane(tuple(normal))), normal / np.linalg.norm(normal)


def model_of(folder, one, R_A, p_A, two, R_B, p_B):
    """The collision model of a robot with two shapes at poses in the world."""
    links = [Link("world")] + [
        Link(name, collisions=(Geometry(part.shape, Transform(tuple(map(tuple, R)), tuple(p))),))
        for name, part, R, p in (("a", one, R_A, p_A), ("b", two, R_B, p_B))
    ]
    joints = [Joint(n, "revolute", "world", n, limit=Limit(-1.0, 1.0)) for n in "ab"]
    robot = Robot("two", links, joints).with_files(lambda uri, _: folder / uri)
    model = CollisionModel(robot, [("a", "b")])
    if model.skipped:
        raise ValueError(model.skipped[0].reason)
    return model
