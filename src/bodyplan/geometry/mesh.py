"""Meshes of triangles: read from a file, measured when asked. NumPy is loaded only where one is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from bodyplan.core import plural
from bodyplan.geometry.enclosing import Points, enclosing_sphere
from bodyplan.geometry.mesh_arguments import check_density, factors_of, point_of
from bodyplan.geometry.mesh_error import MeshError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.geometry.mesh_edges import Edges
    from bodyplan.geometry.mesh_mass import Sums
    from bodyplan.geometry.solids import Mass
    from bodyplan.model.transform import Transform, Vec3

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int32]


class TriangleMesh:
    """Triangles in a frame G. Nothing is measured before it is asked for, and then once.

    Args:
        vertices: (V, 3) corners [m].
        faces: (F, 3) indices of the corners of each triangle, counter-clockwise seen from outside.
        name: what messages call it, such as the name of its file.

    Raises:
        MeshError: there are no triangles, a corner is no number, or an index is out of range.
    """

    def __init__(
        self,
        vertices: Any,
        faces: Any,
        name: str = "mesh",
    ) -> None:
        import numpy as np

        self.name = name
        self.vertices: Numbers = np.array(vertices, np.float64, order="C", ndmin=2)
        indices = np.array(faces, order="C", ndmin=2)
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
        """Bytes of its arrays."""
        return self.vertices.nbytes + self.faces.nbytes

    @property
    def face_count(self) -> int:
        """How many triangles there are."""
        return len(self.faces)

    @property
    def corners(self) -> Numbers:
        """(n, 3): the vertices that belong to a triangle [m]."""
        import numpy as np

        used = np.bincount(self.faces.ravel(), minlength=len(self.vertices)) > 0
        return self.vertices if used.all() else self.vertices[used]

    @cached_property
    def bounds(self) -> Numbers:
        """(2, 3): the least and the largest coordinates of the triangles [m]."""
        import numpy as np

        rows = np.ascontiguousarray(self.corners.T)  # 80 times faster than along (n, 3)
        return np.stack((rows.min(axis=1), rows.max(axis=1)))

    @property
    def size(self) -> Vec3:
        """Edges of the box along x, y, z about the triangles [m]."""
        x, y, z = (self.bounds[1] - self.bounds[0]).tolist()
        return x, y, z

    @property
    def area(self) -> float:
        """The sum of the areas of all triangles [m^2]."""
        return self._sums.area

    @cached_property
    def edges(self) -> Edges:
        """What the edges tell: whether the surface is closed, and wound one way."""
        from bodyplan.geometry.mesh_edges import Edges

        return Edges(self.vertices, self.faces)

    @property
    def is_watertight(self) -> bool:
        """Whether it is the surface of a body: each edge is run through as often as its reverse."""
        return self.edges.is_watertight

    @property
    def open_edges(self) -> int:
        """How many edges belong to an odd number of triangles: rims of holes."""
        return self.edges.open_count

    @property
    def has_consistent_winding(self) -> bool:
        """Whether neighbours run through the edge that they share in opposite directions."""
        return self.edges.has_consistent_winding

    @property
    def is_inside_out(self) -> bool:
        """Whether it is watertight, and its triangles are seen clockwise from outside."""
        return self.is_watertight and self.volume < 0.0

    @property
    def leak(self) -> str | None:
        """Why it has no volume, as a sentence; None where it has one."""
        return self.edges.leak(self.name)

    @property
    def volume(self) -> float:
        """What it encloses [m^3]; negative where it is inside out.

        Raises:
            MeshError: it is not watertight, so that it encloses nothing that could be told.
        """
        if self.leak is not None:
            raise MeshError(self.leak)
        return self._sums.volume

    def mass(self, density: float = 1000.0, *, anyway: bool = False) -> Mass:
        """Its mass, centre of mass and inertia, were it filled with one material.

        A surface that is inside out is taken as if it were not.

        Args:
            density: [kg/m^3], a positive number.
            anyway: reckon also where it is not watertight. The numbers then depend on the point
                that they are reckoned about, which is the middle of the bounds.

        Raises:
            MeshError: it is not watertight, or has no volume; or the density is none.
        """
        check_density(density)
        if not anyway and self.leak is not None:
            raise MeshError(self.leak)
        return self._sums.mass(density, self.name)

    @cached_property
    def _sums(self) -> Sums:
        from bodyplan.geometry import mesh_mass

        return mesh_mass.sums(self.vertices, self.faces, self.bounds)

    @cached_property
    def hull(self) -> TriangleMesh:
        """The convex hull of the corners of the triangles: closed, and counter-clockwise.

        Exact but for corners that stick out by less than 2^-41 of the size along an axis.

        Raises:
            MeshError: all corners lie in one plane, or what hulls are made with is not there.
        """
        from bodyplan.geometry import mesh_hull

        corners, faces = mesh_hull.hull(self.corners)
        if len(faces):
            solid = TriangleMesh(corners, faces, f"hull of {self.name}")
            if solid.volume > mesh_hull.THINNEST * solid.area * max(solid.size):
                return solid
        raise MeshError(f"{self.name} is flat, so its hull has no volume")

    def hull_excess(self, point: Vec3) -> float:
        """How far a point is outside of the hull, or, as a negative number, how deep inside [m].

        It is the height above the face that it is highest above: zero on the surface, and outside
        never more than the distance.

        Args:
            point: (3,), in G [m].

        Raises:
            MeshError: as ``hull``; or the point is not made of three numbers.
        """
        from bodyplan.geometry import mesh_hull

        return mesh_hull.excess(self.hull, point_of(point))

    @cached_property
    def principal_box(self) -> tuple[Transform, Vec3]:
        """A small box about it, turned as it needs be: X_GB of its middle, and full edges [m].

        The box of the least volume of those with one side flush with one of the 300 largest faces
        of the hull, and of the one along the axes of G, which is taken where it is as small. The
        longest edge is along x, unless the box is that along the axes of G.

        Raises:
            MeshError: as ``hull``.
        """
        from bodyplan.geometry import mesh_hull

        return mesh_hull.principal_box(self.hull)

    @cached_property
    def smallest_sphere(self) -> tuple[Vec3, float]:
        """Centre and radius of the smallest sphere about it [m].

        The radius is never too small, and too large by less than a part in a billion.
        """
        center, radius, _ = enclosing_sphere([Points(self.corners)])
        return center, radius

    def scaled(self, scale: Vec3 | float) -> TriangleMesh:
        """The same triangles, larger or smaller about the origin.

        Where an odd number of factors is negative it is mirrored; the triangles are then wound the
        other way, so that what was outside stays outside.

        Args:
            scale: factor along each axis, or one for all.

        Raises:
            MeshError: the scale is something else, or not finite.
        """
        factors = factors_of(scale)
        is_mirrored = sum(factor < 0.0 for factor in factors) % 2
        faces = self.faces[:, ::-1] if is_mirrored else self.faces
        return self.with_arrays(self.vertices * factors, faces)

    def moved(self, X_AG: Transform) -> TriangleMesh:
        """The same triangles, told in a frame A."""
        import numpy as np

        return self.with_arrays(self.vertices @ np.asarray(X_AG.R).T + X_AG.p, self.faces)

    def with_arrays(self, vertices: Any, faces: Any) -> TriangleMesh:
        """Other triangles under the same name."""
        return TriangleMesh(vertices, faces, self.name)

    def welded(self) -> TriangleMesh:
        """The same triangles with corners of equal coordinates made one, as ``load_mesh`` does."""
        from bodyplan.geometry.mesh_weld import welded

        return welded(self)
