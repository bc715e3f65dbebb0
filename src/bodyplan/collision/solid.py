"""The collision geometry of a link as one solid, for fitting and measuring simpler shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from bodyplan.core import plural
from bodyplan.geometry import MeshError
from bodyplan.geometry.mesh.distance import field, surface_points
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.tessellation import SEGMENTS, tessellated
from bodyplan.model import Robot
from bodyplan.model.shape import Capsule, Cone, Cylinder, Ellipsoid, Geometry, Sphere
from bodyplan.model.transform import Transform

MOST_TRIANGLES = 1_500_000
"""The largest number of triangles of all shapes of a link: more than a single mesh may have."""
_SHELL = 0.004
"""Thickness of an open surface, as a share of the diagonal of its bounding box."""

_PROBES, _PROBED = 48, 2_000
"""Size of the sample from which ``Solid.cost`` is estimated: this many points on the surface and as
many in the bounding box; and this many triangles."""
_HELD = 8.0
"""Cost of a triangle whose bounding box contains the point, relative to a triangle for which only
the solid angle is computed."""


class Solid(NamedTuple):
    """The union of some shapes, as triangles that face outwards.

    Args:
        triangles: (t, 3, 3) the corners of the triangles [m].
        shell: distance from the triangles within which a point belongs to the solid [m]; 0 if all
            shapes are closed.
        notes: problems of the shapes, one clause each.
    """

    triangles: Any
    shell: float
    notes: tuple[str, ...]

    @property
    def bounds(self) -> Any:
        """(2, 3) the smallest and the largest coordinates [m]."""
        import numpy as np

        corners = self.triangles.reshape(-1, 3)
        return np.stack((corners.min(axis=0), corners.max(axis=0)))

    @property
    def diagonal(self) -> float:
        """Length of the diagonal of the bounding box [m]."""
        low, high = self.bounds
        return float(sum((high - low) ** 2) ** 0.5)

    def signed_distance(self, points: Any) -> Any:
        """Return (n,) the distance of points from the surface [m], negative inside."""
        import numpy as np

        distance, winding = field(self.triangles, points)
        return np.where(winding > 0.5, -distance, distance) - self.shell

    def cost(self) -> float:
        """Return an estimate of how many triangles the signed distance of a point visits.

        The estimate is small if each triangle is near few other triangles. If all triangles
        overlap, it is their total number, or more because some triangles take longer.
        """
        import numpy as np

        random = np.random.default_rng(0)
        low, high = self.bounds
        inner = low + random.random((_PROBES, 3)) * (high - low)
        points = np.concatenate((self.surface_points(_PROBES, random), inner))[:, None]
        some = self.triangles[:: -(-len(self.triangles) // _PROBED)]
        middles = some.mean(axis=1)
        radii = np.square(some - middles[:, None]).sum(axis=2).max(axis=1)
        is_near = np.square(points - middles).sum(axis=2) < 9.0 * radii
        is_held = ((points >= some.min(axis=1)) & (points <= some.max(axis=1))).all(axis=2)
        share = is_near.mean() + _HELD * is_held.mean()
        return float(share) * len(self.triangles)

    def surface_points(self, count: int, random: Any) -> Any:
        """Return (count, 3) points on the surface, uniform by area [m]."""
        return surface_points(self.triangles, count, random)


def solid_of(robot: Robot, parts: Iterable[tuple[Geometry, Transform]]) -> Solid | str:
    """Return some shapes as one solid, or the reason why they cannot be used, as one clause.

    Args:
        robot: the robot that has the shapes.
        parts: each shape, and the pose of its link in the frame of the solid.
    """
    import numpy as np

    found: list[Any] = []
    notes: list[str] = []
    is_open, count = False, 0
    for part, X in parts:
        try:
            mesh = _mesh_of(robot, part)
        except MeshError as error:
            notes.append(str(error))
            continue
        count += len(mesh.faces)
        if count > MOST_TRIANGLES:
            return f"its shapes have more than {MOST_TRIANGLES:,} triangles"
        pose = np.array((X @ part.origin).matrix, np.float64)
        corners = mesh.vertices[mesh.faces] @ pose[:3, :3].T + pose[:3, 3]
        if not np.isfinite(corners).all():
            notes.append(f"{mesh.name} is not finite")
            continue
        note = _fault(mesh)
        if note:
            notes.append(f"{mesh.name} {note}")
        is_open |= mesh.leak is not None
        found.append(corners[:, ::-1] if mesh.is_inside_out else corners)
    if not found:
        return notes[0] if notes else "it has no collision shape"
    triangles = np.ascontiguousarray(found.pop() if len(found) == 1 else np.concatenate(found))
    found.clear()  # frees half of the memory that a large mesh needs
    areas = np.linalg.norm(
        np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1
    )
    if not areas.sum() > 0.0:
        return "its triangles have no area"
    if not areas.all():
        triangles = triangles[areas > 0.0]
    solid = Solid(triangles, 0.0, tuple(notes))
    return solid._replace(shell=_SHELL * solid.diagonal) if is_open else solid


def _mesh_of(robot: Robot, part: Geometry) -> TriangleMesh:
    """Return the triangles of a shape; for a round shape, triangles that contain it."""
    round_ones = (Sphere, Capsule, Cylinder, Cone, Ellipsoid)
    if not isinstance(part.shape, round_ones):
        return robot.mesh(part)
    around, ball = 1.0 / math.cos(math.pi / SEGMENTS), _ball()
    match part.shape:
        case Sphere(radius=radius):
            return tessellated(Sphere(radius * ball))
        case Capsule(radius=radius, length=length):
            return tessellated(Capsule(radius * ball, length))
        case Cylinder(radius=radius, length=length):
            return tessellated(Cylinder(radius * around, length))
        case Cone(radius=radius, length=length):
            return tessellated(Cone(radius * around, length))
        case Ellipsoid(radii=(a, b, c)):
            return tessellated(Ellipsoid((a * ball, b * ball, c * ball)))


@cache
def _ball() -> float:
    """Return the radius of the smallest tessellated sphere that contains the unit sphere."""
    import numpy as np

    mesh = tessellated(Sphere(1.0))
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    heights = np.einsum("ij,ij->i", a, normals)[lengths > 0.0] / lengths[lengths > 0.0]
    return float(1.0 / np.abs(heights).min()) * (1.0 + 1e-12)


def _fault(mesh: TriangleMesh) -> str:
    if mesh.leak is not None:
        return f"is not closed ({plural(mesh.open_edges, 'open edge')}): its surface is fitted"
    return "is inside out: its triangles are turned" if mesh.is_inside_out else ""
