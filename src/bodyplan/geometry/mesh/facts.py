"""Facts about a mesh that rules check: size, volume, vertices of its hull."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.solids import Mass
from bodyplan.model.transform import Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import TriangleMesh


class MeshFacts:
    """Facts about a mesh that was read at some scale; the triangles are not kept in memory.

    Args:
        mesh: the triangles [m].
    """

    def __init__(self, mesh: TriangleMesh) -> None:
        self.face_count = mesh.face_count
        self.has_area = mesh.edges.has_area
        """Whether any triangle has an area."""
        self.leak = mesh.leak
        """Why the mesh has no volume; None if it has a volume."""
        self.volume = 0.0 if self.leak is not None else mesh.volume
        """Enclosed volume [m^3]; negative if the mesh is inside out, 0 if it is not closed."""
        self.size: Vec3 = mesh.size
        self.hull_solid: Mass | None = None
        """The mass properties of the convex hull at 1 kg/m^3; None if the mesh has no hull."""
        try:
            self.points: Any = mesh.hull.vertices
            """(n, 3): vertices of the mesh, including all vertices of its hull, in the frame of the
            file [m]."""
            self.hull_solid = mesh.hull.mass(1.0)
        # all vertices are coplanar, or neither the extension nor SciPy is installed
        except MeshError:
            self.points = mesh.corners
        self.solid = self._solid(mesh)
        """The mass properties of the mesh at 1 kg/m^3; None if its volume is unknown."""

    def _solid(self, mesh: TriangleMesh) -> Mass | None:
        """Return the mass properties of the enclosed volume at 1 kg/m^3.

        The mesh may have small gaps. Return None if the gaps are so large that the volume is not
        positive, or exceeds that of the convex hull.
        """
        hull = self.hull_solid
        if hull is None:
            return None
        try:
            found = mesh.mass(1.0, anyway=True)
        except MeshError:
            return None
        return found if 0.0 < found.mass <= 1.001 * hull.mass else None

    @property
    def is_inside_out(self) -> bool:
        """Whether the triangles of the mesh face inwards."""
        return self.volume < 0.0

    @property
    def diagonal(self) -> float:
        """Diagonal of the bounding box that is aligned with the axes of the file [m]."""
        x, y, z = self.size
        return math.hypot(x, y, z)
