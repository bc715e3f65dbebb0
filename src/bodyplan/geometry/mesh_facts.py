"""What rules need to know about a mesh: size, volume, the corners of its hull."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bodyplan.geometry.mesh_error import MeshError
from bodyplan.model.transform import Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import TriangleMesh


class MeshFacts:
    """What is to be said about a mesh at a certain scale; the triangles are not kept.

    Args:
        mesh: the triangles [m].
    """

    def __init__(self, mesh: TriangleMesh) -> None:
        self.face_count = mesh.face_count
        self.has_area = mesh.edges.has_area
        """Whether it is more than points and lines."""
        self.leak = mesh.leak
        """Why it encloses no volume, as a sentence; None where it encloses one."""
        self.volume = 0.0 if self.leak is not None else mesh.volume
        """What it encloses [m^3]: negative where it is inside out, 0 where it encloses nothing."""
        self.size: Vec3 = mesh.size
        try:
            self.points: Any = mesh.hull.vertices
            """(n, 3): corners, among them all those of its hull, in the frame of the file [m]."""
        except MeshError:  # flat, or nothing that makes hulls is there
            self.points = mesh.corners

    @property
    def is_inside_out(self) -> bool:
        """Whether its triangles face inwards."""
        return self.volume < 0.0

    @property
    def diagonal(self) -> float:
        """Of the box about it along the axes of the file [m]."""
        x, y, z = self.size
        return math.hypot(x, y, z)
