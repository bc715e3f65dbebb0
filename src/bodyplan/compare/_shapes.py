"""The comparison of shapes: whether they are the same surface in the frame of their link."""

from __future__ import annotations

import hashlib
import os
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.core import Record, field_names
from bodyplan.files.opener import File
from bodyplan.geometry.mesh.distance import field, surface_points
from bodyplan.geometry.mesh.error import MeshError
from bodyplan.model import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Geometry,
    Mesh,
    Robot,
    Sphere,
    Transform,
)
from bodyplan.resources.find import RefusedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bodyplan.geometry.mesh.mesh import TriangleMesh

    Numbers = NDArray[np.float64]

Outcome = Literal["same", "different", "unknown"]
_MOST_BYTES = 96 * 1024 * 1024
"""Limit on the size of a compared file [bytes]: the limit for meshes."""
_SAMPLES = 256
"""Number of points on each surface whose distance to the other surface is measured."""
_FEWEST_SAMPLES = 16
_MOST_DISTANCES = 10_000_000
"""Limit on the point-triangle distances; very large meshes are compared at fewer points."""
_STEPS, _FEWEST_STEPS = 4, 100_000
"""Limit on the triangle distances and solid angles that ``field`` computes: the limit per triangle,
and the smallest total limit. Meshes with many triangles near each other are compared at fewer
points."""
_SINGLE = 2e-6
"""Precision of vertices in single precision, relative to the size of the mesh."""


_CORNERS = tuple(product((-0.5, 0.5), repeat=3))
"""The corners of a box with edges of length 1."""


class Found(NamedTuple):
    """The result of comparing two surfaces or files.

    Args:
        outcome: whether they are the same, or whether this is unknown.
        reason: what differs, or why the outcome is unknown.
        first: the differing value of the first robot.
        second: the differing value of the second robot.
        amount: the size of the difference.
    """

    outcome: Outcome
    reason: str = ""
    first: str = ""
    second: str = ""
    amount: float | None = None


_SAME = Found("same")


class Surfaces:
    """Compares the shapes of two robots.

    Args:
        a: the first robot.
        b: the second robot.
        tolerance: the largest difference that counts as equal, relative to 1 m.
    """

    def __init__(self, a: Robot, b: Robot, tolerance: float) -> None:
        self._robots = a, b
        self._tolerance = tolerance
        self._known: dict[tuple[int, int], Found] = {}
        self._refusals: dict[Path, str] = {}
        self._digests: dict[str, bytes] = {}

    def compare(self, first: Geometry, second: Geometry) -> Found:
        """Return whether two geometries are the same surface in the frame of their link."""
        key = id(first), id(second)
        if key not in self._known:
            self._known[key] = self._compared(first, second)
        return self._known[key]

    def _compared(self, first: Geometry, second: Geometry) -> Found:
        x, y = first.shape, second.shape
        if type(x) is not type(y):
            return Found("different")
        if isinstance(x, Mesh) and isinstance(y, Mesh):
            return self._meshes(first, second)
        uris = [getattr(one, "uri", "") for one in (x, y)]
        if any(uris):  # a heightmap, or an image
            found = self.files(first, second, *uris)
            if found.outcome != "same":
                return found
        is_same = all(
            name == "uri" or _is_equal(getattr(x, name), getattr(y, name), self._tolerance)
            for name in (field_names(type(x)) if isinstance(x, Record) else ())
        )
        if is_same and _is_close(first.origin, second.origin, self._tolerance):
            return _SAME
        if isinstance(x, Box) or not is_same:
            if _has_other_edges(first, second, self._tolerance):
                return Found("different")
            corners = [_box_corners(one) for one in (first, second)]
            if corners[0] is None or corners[1] is None:
                return Found("different")
            return (
                _SAME
                if _is_same_set(corners[0], corners[1], self._tolerance)
                else Found("different")
            )
        return _SAME if self._is_same_pose(x, first.origin, second.origin) else Found("different")

    def _is_same_pose(self, shape: Any, X: Transform, Y: Transform) -> bool:
        """Return whether two poses of a shape are equal up to a symmetry of the shape."""
        import numpy as np

        p, q = np.array(X.p), np.array(Y.p)
        if not np.abs(p - q).max() <= self._tolerance * max(1.0, float(np.abs(p).max())):
            return False
        R, Q = np.array(X.R), np.array(Y.R)
        match shape:
            case Sphere() | None:
                return True
            case Cylinder() | Capsule():
                u, v = R[:, 2], Q[:, 2]
                gap = min(np.abs(u - v).max(), np.abs(u + v).max())
            case Cone():
                gap = np.abs(R[:, 2] - Q[:, 2]).max()
            case Ellipsoid():
                square = np.diag(np.square(shape.radii))
                scale = float(np.square(shape.radii).max()) or 1.0
                gap = np.abs(R @ square @ R.T - Q @ square @ Q.T).max() / scale
            case _:
                gap = np.abs(R - Q).max()
        return bool(gap <= self._tolerance)

    # Files

    def file(self, which: int, value: Any, uri: str) -> File | Path | str:
        """Return the file of a URI, its path if it may not be read, or why it is missing.

        Args:
            which: the robot: 0 for the first, 1 for the second.
            value: the part of the robot that contains the URI.
            uri: the URI.
        """
        robot, called = self._robots[which], f"'{uri}' of the {('first', 'second')[which]} robot"
        if robot.files is None:
            return f"{called} cannot be found, as the robot is not from a file"
        try:
            found = robot.file_of(value, uri)
        except RefusedError as error:
            self._refusals[error.path] = f"{called} may not be read: {error}"
            return error.path
        except PermissionError as error:
            return f"{called} may not be read: {error.strerror or error}"
        return f"{called} does not exist" if found is None else found

    def files(self, first: Any, second: Any, uri: str, other: str) -> Found:
        """Compare the contents of two files.

        Args:
            first: the part of the first robot that contains the URI.
            second: the part of the second robot that contains the other URI.
            uri: the URI in the first robot.
            other: the URI in the second robot.
        """
        if not uri or not other:
            return _SAME if uri == other else Found("different", "", uri, other)
        files = [self.file(0, first, uri), self.file(1, second, other)]
        if all(isinstance(file, os.PathLike) for file in files):
            first_path, second_path = (os.path.realpath(file) for file in files)
            if first_path == second_path:  # the same file
                return _SAME
        for file in files:
            if not isinstance(file, File):
                reason = file if isinstance(file, str) else self._refusals[file]
                return Found("unknown", reason)
        try:
            one, two = (self._digest(file) for file in files if isinstance(file, File))
        except (OSError, ValueError) as error:
            return Found("unknown", f"a file cannot be read: {error}")
        return _SAME if one == two else Found("different", "content", uri, other)

    def _digest(self, file: File) -> bytes:
        """Return the hash of the content of a file; hashes are cached."""
        found = self._digests.get(file.real)
        if found is None:
            found = hashlib.blake2b(file.read(_MOST_BYTES), digest_size=16).digest()
            self._digests[file.real] = found
        return found

    def _meshes(self, first: Geometry, second: Geometry) -> Found:
        """Compare meshes by file content, else by their triangles in the frame of the link."""
        x, y = first.shape, second.shape
        assert isinstance(x, Mesh)
        assert isinstance(y, Mesh)
        content = self.files(first, second, x.uri, y.uri)
        if content.outcome == "unknown":
            return content
        is_alike = (x.part, x.is_centered) == (y.part, y.is_centered)
        is_placed = _is_equal(x.scale, y.scale, self._tolerance) and _is_close(
            first.origin, second.origin, self._tolerance
        )
        if content.outcome == "same" and is_alike and is_placed:
            return _SAME
        try:
            meshes = [
                robot.mesh(one).moved(one.origin)
                for robot, one in zip(self._robots, (first, second), strict=True)
            ]
        except MeshError as error:
            if content.outcome == "same":
                return Found("different")  # the same file in another scale or pose
            return Found("unknown", str(error))
        return compare_meshes(*meshes, tolerance=self._tolerance)


def compare_meshes(first: TriangleMesh, second: TriangleMesh, *, tolerance: float) -> Found:
    """Compare two surfaces by bounds, triangles, area, volume, and distances of sampled points.

    Args:
        first: a surface in the frame of its link.
        second: a surface in the frame of its link.
        tolerance: the largest difference that counts as equal, relative to the size of the mesh;
            at least single precision.
    """
    import numpy as np

    size = float(np.abs(first.bounds).max()) or 1.0
    near = size * max(tolerance, _SINGLE)
    gap = float(np.abs(first.bounds - second.bounds).max())
    if gap > near:
        return Found("different", "size", _edges(first), _edges(second), gap)
    if first.face_count == second.face_count and _has_same_triangles(first, second, near):
        return _SAME
    is_closed = first.leak is None and second.leak is None
    measures = (("volume", "m³", 3), ("area", "m²", 2))
    for what, unit, power in measures if is_closed else measures[1:]:
        x, y = getattr(first, what), getattr(second, what)
        if abs(x - y) > 10.0 * max(tolerance, _SINGLE) * max(abs(x), abs(y), size**power):
            return Found(
                "different",
                what,
                f"{x:.6g} {unit}",
                f"{y:.6g} {unit}",
                abs(x - y) / max(abs(x), abs(y)),
            )
    apart = max(_farthest(first, second), _farthest(second, first))
    if apart > 10.0 * near:
        return Found("different", "surface", "", f"up to {apart:.3g} m away", apart)
    return _SAME


def _edges(mesh: TriangleMesh) -> str:
    return " x ".join(f"{edge:.6g}" for edge in mesh.size) + " m"


def _has_same_triangles(first: TriangleMesh, second: TriangleMesh, near: float) -> bool:
    """Return whether two meshes have the same triangles, in any order."""
    import numpy as np

    rows = []
    for mesh in (first, second):
        triangles = mesh.vertices[mesh.faces]
        centres = np.round(triangles.mean(axis=1) / (4.0 * near)).astype(np.int64)
        order = np.lexsort((*np.round(triangles.max(axis=1).T / (4.0 * near)), *centres.T))
        rows.append(np.sort(triangles[order], axis=1))
    return bool(np.abs(rows[0] - rows[1]).max() <= near)


def _farthest(first: TriangleMesh, second: TriangleMesh) -> float:
    """Return the largest distance of sampled points on one surface from the other surface [m]."""
    import numpy as np

    count = max(_FEWEST_SAMPLES, min(_SAMPLES, _MOST_DISTANCES // second.face_count))
    points = surface_points(first.vertices[first.faces], count, np.random.default_rng(0))
    steps = max(_FEWEST_STEPS, _STEPS * second.face_count)
    return float(field(second.vertices[second.faces], points, steps)[0].max())


def _is_equal(x: Any, y: Any, tolerance: float) -> bool:
    if isinstance(x, int | float) and isinstance(y, int | float):
        return x == y or abs(x - y) <= tolerance * max(1.0, abs(x), abs(y))
    if isinstance(x, tuple) and isinstance(y, tuple):
        return len(x) == len(y) and all(
            _is_equal(one, other, tolerance) for one, other in zip(x, y, strict=True)
        )
    return bool(x == y)


def _is_close(X: Transform, Y: Transform, tolerance: float) -> bool:
    return _is_equal((*X.p, *sum(X.R, ())), (*Y.p, *sum(Y.R, ())), tolerance)


def _has_other_edges(first: Geometry, second: Geometry, tolerance: float) -> bool:
    """Return whether two boxes have different edge lengths, so that no pose makes them equal."""
    x, y = first.shape, second.shape
    if not isinstance(x, Box) or not isinstance(y, Box):
        return False
    reach = 1.0 + sum(map(abs, (*x.size, *first.origin.p)))
    edges = zip(sorted(x.size), sorted(y.size), strict=True)
    return any(abs(one - other) > 10.0 * tolerance * reach for one, other in edges)


def _box_corners(geometry: Geometry) -> Numbers | None:
    """Return the (8, 3) corners of a box in the frame of its link; None for other shapes."""
    import numpy as np

    if not isinstance(geometry.shape, Box):
        return None
    corners: Numbers = (
        np.array(_CORNERS) * np.array(geometry.shape.size) @ np.array(geometry.origin.R).T
    )
    corners += np.array(geometry.origin.p)
    return corners


def _is_same_set(x: Numbers, y: Numbers, tolerance: float) -> bool:
    """Return whether two sets of points are equal, in any order."""
    import numpy as np

    far = np.abs(x[:, None] - y[None]).max(axis=-1)
    near = tolerance * max(1.0, float(np.abs(x).max()))
    return bool((far.min(axis=1) <= near).all() and (far.min(axis=0) <= near).all())
