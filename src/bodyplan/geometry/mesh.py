"""Meshes of triangles: read from a file, measured when asked. NumPy is loaded only where one is."""

from __future__ import annotations

import math
from functools import cached_property
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bodyplan.text import plural, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.geometry.mesh_edges import Edges
    from bodyplan.geometry.mesh_mass import Sums
    from bodyplan.geometry.solids import Mass
    from bodyplan.model.transform import Transform, Vec3

    Numbers = NDArray[np.float64]
    Indices = NDArray[np.int32]

NO_SCALE: Vec3 = (1.0, 1.0, 1.0)


class MeshError(ValueError):
    """A mesh that cannot be read or measured; the message is the reason.

    Args:
        message: the reason.
        package: what would read it, and is not installed; empty where that is not the reason.
    """

    def __init__(self, message: str, *, package: str = "") -> None:
        super().__init__(message)
        self.package = package


class MeshSizeError(MeshError):
    """A mesh with more in it than is read here; others may read it."""


class NoMeshError(MeshError):
    """A file that is no mesh at all but something that often lies in the place of one.

    Args:
        what: the name of the file, and what it is.
        remedy: what is to be done.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy


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
        for values, what in ((self.vertices, "corners"), (indices, "triangles")):
            if values.ndim != 2 or values.shape[1] != 3:
                raise MeshError(f"{what} of {name} have shape {values.shape}, not (n, 3)")
        if indices.dtype.kind not in "iu" or len(self.vertices) >= 2**31:
            raise MeshError(f"triangles of {name} are no indices")
        if indices.min() < 0 or indices.max() >= len(self.vertices):
            raise MeshError(
                f"{name} has triangles with corners that are not there: "
                f"it has {plural(len(self.vertices), 'corner')}"
            )
        if not np.isfinite(self.vertices).all():
            raise MeshError(f"{name} has corners that are not numbers")
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

        return mesh_hull.hull(self)

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

        return mesh_hull.excess(self.hull, point)

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

        return mesh_hull.principal_box(self)

    @cached_property
    def smallest_sphere(self) -> tuple[Vec3, float]:
        """Centre and radius of the smallest sphere about it [m].

        The radius is never too small, and too large by less than a part in a billion.
        """
        from bodyplan.geometry.enclosing import enclosing_sphere

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


def load_mesh(
    path: str | Path, scale: Vec3 | float = NO_SCALE, *, part: str = "", is_centered: bool = False
) -> TriangleMesh:
    """The triangles of a file, in metres. A file with the same content is read once.

    Coordinates are taken as they stand in the file, in metres unless it says otherwise; that a
    COLLADA or glTF file calls another axis "up" turns nothing, as in RViz, MoveIt and Gazebo.

    Args:
        path: STL, OBJ, GLB and glTF; with pycollada DAE; with trimesh PLY.
        scale: factor along each axis of the file, or one for all; negative ones mirror.
        part: the one part of the file that counts, such as a submesh of SDFormat: the name of a
            node of DAE, GLB and glTF, or of an object or group of OBJ. Empty for all of it.
        is_centered: move that part so that the middle of its bounds is the origin.

    Raises:
        MeshError: it cannot be read, has no triangles, or no part of that name; or the scale is
            neither a number nor three.
    """
    from bodyplan.geometry.mesh_files import read_mesh

    return read_mesh(Path(path), factors_of(scale), part, is_centered=is_centered)


def factors_of(scale: object) -> Vec3:
    """The factor along each axis that a scale stands for, which may be one for all.

    Raises:
        MeshError: it is something else, or not finite.
    """
    factors = _three((scale, scale, scale) if isinstance(scale, Real) else scale)
    if factors is None or not all(map(math.isfinite, factors)):
        raise MeshError(f"scale must be a number or three numbers, not {_told(scale)}")
    return factors


def point_of(point: object) -> Vec3:
    """The coordinates of a point.

    Raises:
        MeshError: it is not made of three numbers.
    """
    coordinates = _three(point)
    if coordinates is None:
        raise MeshError(f"point must be three numbers, not {_told(point)}")
    return coordinates


def _three(given: Any) -> Vec3 | None:
    """Three numbers, if it is such."""
    try:
        x, y, z = given
        return None if isinstance(given, str | bytes) else (float(x), float(y), float(z))
    except (TypeError, ValueError, OverflowError):
        return None


def check_density(density: object) -> None:
    """Sees to it that a density is one.

    Raises:
        MeshError: it is not.
    """
    if not isinstance(density, Real) or not 0.0 < float(density) < math.inf:
        raise MeshError(f"density must be a positive number, not {_told(density)}")


def _told(given: object) -> str:
    """What was given, in a few words."""
    shape = getattr(given, "shape", ())
    return shown(repr(given), 60) if shape in {(), (3,)} else f"an array of shape {shape}"


class Points:
    """The corners of a mesh, as a body that knows its farthest point.

    Args:
        corners: array of shape (n, 3) in the frame of a link [m].
    """

    def __init__(self, corners: Any) -> None:
        self.corners = corners

    def farthest(self, point: Vec3) -> tuple[float, Vec3]:
        """The distance of the corner that is farthest from here, and that corner."""
        import numpy as np

        with np.errstate(over="ignore", invalid="ignore"):  # beyond 1e154 m it is infinite
            away = self.corners - point
            squares = (away * away).sum(axis=1)
        index = int(squares.argmax())
        x, y, z = self.corners[index].tolist()
        return float(squares[index]) ** 0.5, (x, y, z)
