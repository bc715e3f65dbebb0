"""Fits of simple shapes that overlap best with a mesh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bodyplan.collision.simpler.shapes import Fitted, containing, depths, places
from bodyplan.geometry.bounds import lengths
from bodyplan.geometry.mesh.distance import field
from bodyplan.model.transform import Transform, Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import TriangleMesh

_POINTS = 4_000
"""Number of points in the volume of the mesh."""
_OPERATIONS = 50_000_000
"""The largest number of pairs of a point and a triangle that are computed at once."""
_STEPS = 5_000_000
"""Limit on the triangle distances and solid angles that ``field`` computes. If triangles are near
many other triangles, this is enough for fewer points only."""
_START = 0.8
"""Size of the second initial shape, relative to the shape that contains the mesh."""
_FIRST, _LAST = 0.1, 0.001
"""First and last step of the search: translations as a share of the mesh size, rotations in
radians."""


def best_overlap(mesh: TriangleMesh, kind: str) -> Fitted:
    """Return the shape that overlaps best with a mesh, of those that a local search tries.

    Overlap is the volume of the intersection divided by the volume of the union. If the mesh is not
    closed, its convex hull is used.

    Args:
        mesh: the mesh, which is not flat.
        kind: "box", "cylinder", "capsule" or "sphere".

    Raises:
        MeshError: the mesh is flat.
    """
    own = mesh.hull if mesh.leak is not None else mesh
    points = volume_points(own)
    volume = abs(own.volume)
    start = containing(mesh, kind)
    size = max(mesh.size)
    starts = (start, _narrower(start))
    climbed = [_climbed(one, points, volume, size) for one in starts]
    return _as_text(max(climbed, key=lambda one: one[1])[0], places(size))


def overlap(fitted: Fitted, points: Any, volume: float) -> float:
    """Return the overlap of a shape and a solid: intersection volume divided by union volume.

    Args:
        fitted: the shape.
        points: (n, 3) points that are uniformly distributed in the volume of the solid.
        volume: volume of the solid [m^3].
    """
    both = volume * float((depths(fitted, points) >= 0.0).mean())
    return both / (volume + fitted.volume - both)


def volume_points(mesh: TriangleMesh) -> Any:
    """Return points uniformly distributed in the volume of a closed mesh; they are deterministic.

    A mesh with many triangles gets fewer points.
    """
    import numpy as np

    random = np.random.default_rng(0)
    low, high = mesh.bounds
    triangles = mesh.vertices[mesh.faces]
    usual = 5 * _POINTS
    batch = max(1, min(usual, _OPERATIONS // len(triangles)))
    found: list[Any] = []
    for _ in range(10 if batch == usual else 1):
        points = low + random.random((batch, 3)) * (high - low)
        winding = field(triangles, points, _STEPS)[1]
        found.append(points[: len(winding)][np.abs(winding) > 0.5])
        if sum(map(len, found)) >= _POINTS:
            break
    points = np.concatenate(found)[:_POINTS]
    return points if len(points) else mesh.corners.mean(axis=0, keepdims=True)


def _climbed(start: Fitted, points: Any, volume: float, size: float) -> tuple[Fitted, float]:
    """Return the shape that hill climbing reaches from an initial shape, and its overlap."""
    best, value, step = start, overlap(start, points, volume), _FIRST
    while step >= _LAST:
        is_better = False
        for one in _neighbours(best, step, size):
            reached = overlap(one, points, volume)
            if reached > value:
                best, value, is_better = one, reached, True
        if not is_better:
            step /= 2.0
    return best, value


def _neighbours(fitted: Fitted, step: float, size: float) -> Iterator[Fitted]:
    """Yield variants of a shape: moved, rotated, or resized about its center or from one end."""
    X, sizes = fitted.X_LG, _lengths(fitted)
    axes = {0: 0, 1: 1, 2: 2} if len(sizes) == 3 else {1: 2} if len(sizes) == 2 else {}
    for sign in (step, -step):
        for axis in range(3):
            way = _along(axis, sign * size / 2.0)
            yield _shape(fitted, Transform(X.R, X @ way), sizes)
            if sizes[1:]:
                yield _shape(fitted, X @ Transform.from_rpy(_along(axis, sign)), sizes)
        for number, length in enumerate(sizes):
            other = max(length + sign * size, 1e-6 * size)
            changed = (*sizes[:number], other, *sizes[number + 1 :])
            yield _shape(fitted, X, changed)
            if number in axes:
                for side in (0.5, -0.5):
                    way = _along(axes[number], side * (other - length))
                    yield _shape(fitted, Transform(X.R, X @ way), changed)


def _along(axis: int, number: float) -> Vec3:
    x, y, z = (number if axis == one else 0.0 for one in range(3))
    return x, y, z


def _lengths(fitted: Fitted) -> tuple[float, ...]:
    """Return the edge lengths of a box, or the radius and possibly the length of other shapes."""
    return tuple(length for one in lengths(fitted.shape).values() for length in one)


def _shape(like: Fitted, X: Transform, sizes: tuple[float, ...]) -> Fitted:
    """Return a shape of the same kind as ``like`` with the pose ``X`` and the lengths ``sizes``."""
    make: Any = type(like.shape)
    return Fitted(make(sizes) if len(sizes) == 3 else make(*sizes), X)


def _narrower(fitted: Fitted) -> Fitted:
    sizes = tuple(_START * length for length in _lengths(fitted))
    return _shape(fitted, fitted.X_LG, sizes)


def _as_text(fitted: Fitted, digits: int) -> Fitted:
    """Return a shape with rounded numbers."""
    sizes = tuple(round(length, digits) for length in _lengths(fitted))
    return _shape(fitted, fitted.X_LG, sizes)
