"""Triangle meshes, measured on demand. NumPy is imported only when a mesh is created."""

from __future__ import annotations

import struct
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bodyplan.core import plural
from bodyplan.geometry.enclosing import Points, enclosing_sphere
from bodyplan.geometry.mesh.arguments import check_density, factors_of, point_of
from bodyplan.geometry.mesh.error import MeshError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.geometry.mesh._edges import Edges
    from bodyplan.geometry.mesh._mass import Sums
    from bodyplan.geometry.solids import Mass
    from bodyplan.model.transform import Transform, Vec3

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int32]


class TriangleMesh:
    """Triangles in a frame G. Properties are computed on first access and cached.

    Args:
        vertices: (V, 3) vertices [m].
        faces: (F, 3) vertex indices of each triangle, counter-clockwise seen from outside.
        name: the name of the mesh for messages, such as the file name.
        copy: whether to copy the arrays; arrays that are not copied must not be changed later.

    Raises:
        MeshError: the mesh has no triangles, a vertex is not finite, or an index is out of range.
    """

    def __init__(
        self,
        vertices: Any,
        faces: Any,
        name: str = "mesh",
        *,
        copy: bool = True,
    ) -> None:
        import numpy as np

        self.name = name
        if copy:
            vertices, faces = np.array(vertices, np.float64), np.array(faces)
        self.vertices: Numbers = np.ascontiguousarray(np.atleast_2d(vertices), np.float64)
        indices = np.ascontiguousarray(np.atleast_2d(faces))
        if indices.size == 0:
            raise MeshError(f"{name} has no triangles")
        for values, what in ((self.vertices, "vertices"), (indices, "triangles")):
            if values.ndim != 2 or values.shape[1] != 3:
                raise MeshError(f"{what} of {name} have shape {values.shape}, not (n, 3)")
        if indices.dtype.kind not in "iu" or len(self.vertices) >= 2**31:
            raise MeshError(f"triangles of {name} are not indices")
        if indices.min() < 0 or indices.max() >= len(self.vertices):
            raise MeshError(
                f"{name} has vertex indices out of range: "
                f"it has {plural(len(self.vertices), 'vertex', 'vertices')}"
            )
        if not np.isfinite(self.vertices).all():
            raise MeshError(f"{name} has vertices that are not finite")
        self.faces: Indices = indices.astype(np.int32, copy=False)
        self.vertices.flags.writeable = False
        self.faces.flags.writeable = False

    def __repr__(self) -> str:
        return f"<{self.name}: {plural(len(self.faces), 'triangle')}>"

    @property
    def nbytes(self) -> int:
        """Size of the arrays [bytes]."""
        return self.vertices.nbytes + self.faces.nbytes

    @property
    def face_count(self) -> int:
        """Number of triangles."""
        return len(self.faces)

    @property
    def corners(self) -> Numbers:
        """The vertices that belong to a triangle, shape (n, 3) [m]."""
        import numpy as np

        used = np.bincount(self.faces.ravel(), minlength=len(self.vertices)) > 0
        return self.vertices if used.all() else self.vertices[used]

    @cached_property
    def bounds(self) -> Numbers:
        """The smallest and the largest coordinates of the triangles, shape (2, 3) [m]."""
        import numpy as np

        # 80 times faster than reducing the first axis of (n, 3)
        rows = np.ascontiguousarray(self.corners.T)
        return np.stack((rows.min(axis=1), rows.max(axis=1)))

    @property
    def size(self) -> Vec3:
        """Edge lengths of the axis-aligned bounding box [m]."""
        x, y, z = (self.bounds[1] - self.bounds[0]).tolist()
        return x, y, z

    @property
    def area(self) -> float:
        """Sum of the areas of all triangles [m^2]."""
        return self._sums.area

    @cached_property
    def edges(self) -> Edges:
        """The edges of the mesh, which show whether it is closed and consistently oriented."""
        from bodyplan.geometry.mesh._edges import Edges

        return Edges(self.vertices, self.faces)

    @property
    def is_watertight(self) -> bool:
        """Whether the surface is closed: each edge occurs equally often in both directions."""
        return self.edges.is_watertight

    @property
    def open_edges(self) -> int:
        """Number of edges that belong to an odd number of triangles: the boundaries of holes."""
        return self.edges.open_count

    @property
    def has_consistent_winding(self) -> bool:
        """Whether neighbouring triangles traverse their shared edge in opposite directions."""
        return self.edges.has_consistent_winding

    @property
    def is_inside_out(self) -> bool:
        """Whether the mesh is watertight and its triangles face inwards."""
        return self.is_watertight and self.volume < 0.0

    @property
    def leak(self) -> str | None:
        """The reason why the mesh has no volume; None if it has a volume."""
        return self.edges.leak(self.name)

    @property
    def volume(self) -> float:
        """Enclosed volume [m^3]; negative if the mesh is inside out.

        Raises:
            MeshError: the mesh is not watertight.
        """
        if self.leak is not None:
            raise MeshError(self.leak)
        return self._sums.volume

    def mass(self, density: float = 1000.0, *, anyway: bool = False) -> Mass:
        """Return mass, centre of mass and inertia for a uniform density.

        If the mesh is inside out, the result is that of the mesh with reversed triangles.

        Args:
            density: the density [kg/m^3], a positive number.
            anyway: whether to compute a result even if the mesh is not watertight. The result then
                depends on the reference point, which is the centre of the bounds.

        Raises:
            MeshError: the mesh is not watertight or has no volume, or the density is not valid.
        """
        check_density(density)
        if not anyway and self.leak is not None:
            raise MeshError(self.leak)
        return self._sums.mass(density, self.name)

    @cached_property
    def _sums(self) -> Sums:
        from bodyplan.geometry.mesh import _mass as mesh_mass

        return mesh_mass.sums(self.vertices, self.faces, self.bounds)

    @cached_property
    def hull(self) -> TriangleMesh:
        """Convex hull of the triangles, as a closed mesh with triangles that face outwards.

        It is exact, except that vertices that protrude by less than 2^-41 of the size along an axis
        may be ignored.

        Raises:
            MeshError: all vertices are coplanar, or neither the extension nor SciPy is installed.
        """
        from bodyplan.geometry.mesh import _hull as mesh_hull

        corners, faces = mesh_hull.hull(self.corners)
        if len(faces):
            solid = TriangleMesh(corners, faces, f"hull of {self.name}")
            if solid.volume > mesh_hull.THINNEST * solid.area * max(solid.size):
                return solid
        raise MeshError(f"{self.name} is flat, so its hull has no volume")

    def hull_excess(self, point: Vec3) -> float:
        """Return the largest height of a point above the face planes of the hull [m].

        It is negative inside and zero on the surface; outside, it is at most the distance from the
        hull.

        Args:
            point: (3,) the point in G [m].

        Raises:
            MeshError: as for ``hull``, or the point does not have three numbers.
        """
        from bodyplan.geometry.mesh import _hull as mesh_hull

        return mesh_hull.excess(self.hull, point_of(point))

    @cached_property
    def principal_box(self) -> tuple[Transform, Vec3]:
        """Small oriented bounding box: pose X_GB of its centre, and edge lengths [m].

        It is the axis-aligned box of G, unless a box with a side on one of the 300 largest faces of
        the hull has a smaller volume. The longest edge of such a box is along its x axis.

        Raises:
            MeshError: as for ``hull``.
        """
        from bodyplan.geometry.mesh import _hull as mesh_hull

        return mesh_hull.principal_box(self.hull)

    @cached_property
    def smallest_sphere(self) -> tuple[Vec3, float]:
        """Centre and radius of the smallest bounding sphere [m].

        The sphere contains all vertices; its radius is at most 1e-9 larger than necessary,
        relatively.
        """
        center, radius, _ = enclosing_sphere([Points(self.corners)])
        return center, radius

    def scaled(self, scale: Vec3 | float) -> TriangleMesh:
        """Return the mesh scaled about the origin.

        An odd number of negative factors mirrors it; the orientation of the triangles is then
        reversed, so that the outside remains outside.

        Args:
            scale: factor along each axis, or one factor for all.

        Raises:
            MeshError: the scale is not a number or three numbers, or not finite.
        """
        factors = factors_of(scale)
        is_mirrored = sum(factor < 0.0 for factor in factors) % 2
        faces = self.faces[:, ::-1] if is_mirrored else self.faces
        return self.with_arrays(self.vertices * factors, faces)

    def moved(self, X_AG: Transform) -> TriangleMesh:
        """Return the mesh expressed in a frame A."""
        import numpy as np

        return self.with_arrays(self.vertices @ np.asarray(X_AG.R).T + X_AG.p, self.faces)

    def with_arrays(self, vertices: Any, faces: Any) -> TriangleMesh:
        """Return a mesh of the given triangles with this mesh's name; the arrays are not copied."""
        return TriangleMesh(vertices, faces, self.name, copy=False)

    def welded(self) -> TriangleMesh:
        """Return the mesh with coincident vertices merged, as ``load_mesh`` does."""
        from bodyplan.geometry.mesh._weld import welded

        return welded(self)


def stl_of(corners: Any) -> bytes:
    """Return triangles as the content of a binary STL file.

    The file has normals, which some viewers require for shading.

    Args:
        corners: (F, 3, 3) the corners of the triangles.
    """
    import numpy as np

    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1)[:, None]
    records = np.zeros(
        len(corners), np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    )
    records["normal"] = normals / np.where(lengths > 0.0, lengths, 1.0)
    records["corners"] = corners
    return b"\0" * 80 + struct.pack("<I", len(corners)) + records.tobytes()
