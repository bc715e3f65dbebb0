"""Simple shapes that contain the vertices of a mesh, and distances of surfaces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.geometry.enclosing import Points, enclosing_sphere
from bodyplan.geometry.mesh.distance import field, surface_points
from bodyplan.geometry.solids import solid
from bodyplan.model.shape import Box, Capsule, Cylinder, Sphere
from bodyplan.model.transform import Transform, Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import TriangleMesh

FittedShape = Box | Cylinder | Capsule | Sphere
_DIGITS = 5
"""Number of digits of a rounded length after its first digit; it has at least six decimals."""
_WIDER = (1.0, 1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3, 1.5)
"""Radii of a capsule that are tried, as multiples of the smallest one."""
_POINTS = 1_000
"""Number of points on a surface whose distance from the other surface is measured."""
_OPERATIONS = 50_000_000
"""The largest number of pairs of a point and a triangle that are measured."""
_STEPS, _FEWEST_STEPS = 10, 20_000_000
"""Limit on the triangle distances and solid angles that ``field`` computes: the limit per triangle,
and the smallest total limit. If triangles are near many others, fewer points are measured."""


class Fitted(NamedTuple):
    """A shape, and its pose X_LG in the frame L of the mesh or points that it was fitted to."""

    shape: FittedShape
    X_LG: Transform

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return solid(self.shape, 1.0).mass


def containing(mesh: TriangleMesh, kind: str) -> Fitted:
    """Return the smallest shape found that contains every vertex of a mesh.

    Numbers are rounded such that the shape still contains every vertex. A box has the axes of the
    principal box; the axis of a cylinder or capsule is one of these axes.

    Args:
        mesh: the mesh, which is not flat.
        kind: "box", "cylinder", "capsule" or "sphere".

    Raises:
        MeshError: the mesh is flat.
    """
    hull = mesh.hull
    digits = places(max(hull.size))
    if kind == "sphere":
        center = _rounded(hull.smallest_sphere[0], digits)
        reach = max(math.dist(center, point) for point in hull.vertices.tolist())
        return Fitted(Sphere(_up(reach, digits)), Transform(p=center))
    axes = list(_orientations(mesh))
    if kind == "box":
        return min((_box(hull.vertices, X, digits) for X in axes[:1]), key=lambda one: one.volume)
    make = _cylinder if kind == "cylinder" else _capsule
    return min((make(hull.vertices, X, digits) for X in axes), key=lambda one: one.volume)


def depths(fitted: Fitted, points: Any) -> Any:
    """Return (n,) the depths of points inside a shape [m]; negative for points outside.

    Args:
        fitted: the shape.
        points: (n, 3) points in the frame in which the pose of the shape is expressed [m].
    """
    import numpy as np

    local = np.abs((points - np.array(fitted.X_LG.p)) @ np.array(fitted.X_LG.R))
    radial = np.hypot(local[:, 0], local[:, 1])
    match fitted.shape:
        case Box(size=size):
            return (np.array(size) / 2.0 - local).min(axis=1)
        case Cylinder(radius=radius, length=length):
            return np.minimum(radius - radial, length / 2.0 - local[:, 2])
        case Capsule(radius=radius, length=length):
            beyond = np.maximum(local[:, 2] - length / 2.0, 0.0)
            return radius - np.hypot(radial, beyond)
        case Sphere(radius=radius):
            return radius - np.linalg.norm(local, axis=1)


def distances(one: TriangleMesh, other: TriangleMesh, points: int = _POINTS) -> tuple[float, float]:
    """Return, for each surface, the largest distance of its points from the other surface [m].

    Distances are measured at vertices and at points that are uniform by area; the points are
    deterministic.

    Args:
        one: a mesh.
        other: a mesh in the same frame.
        points: number of points on each surface, fewer if the other mesh has many triangles.
    """
    return _farthest(one, other, points), _farthest(other, one, points)


def _farthest(one: TriangleMesh, other: TriangleMesh, points: int) -> float:
    import numpy as np

    most = max(1, min(points, _OPERATIONS // len(other.faces)))
    spread = surface_points(one.vertices[one.faces], most, np.random.default_rng(0))
    corners = one.corners
    corners = corners[:: max(1, len(corners) // most)]
    points_of_both = np.random.default_rng(0).permutation(np.concatenate((spread, corners)))
    steps = max(_FEWEST_STEPS, _STEPS * len(other.faces))
    found, _ = field(other.vertices[other.faces], points_of_both, steps)
    return float(found.max())


def places(size: float) -> int:
    """Return the number of decimals that lengths are rounded to."""
    return max(6, _DIGITS - math.floor(math.log10(size)))


def _rounded(vector: Vec3, digits: int) -> Vec3:
    x, y, z = (round(float(number), digits) + 0.0 for number in vector)
    return x, y, z


def _up(length: float, digits: int) -> float:
    """Return a rounded length that is one to two units of the last decimal larger."""
    unit = 10.0**-digits
    return round(float(length) + 1.5 * unit, digits)


def _orientations(mesh: TriangleMesh) -> Iterator[Transform]:
    """Yield rotations with rounded angles whose z axes are the three axes of the principal box."""
    # Angles are rounded first and the size is fitted afterwards, so that the shape in the file
    # contains every point.
    x, y, z = zip(*mesh.principal_box[0].R, strict=True)
    for one, two, three in ((x, y, z), (y, z, x), (z, x, y)):
        rows = tuple(zip(one, two, three, strict=True))
        roll, pitch, yaw = Transform(rows, (0.0, 0.0, 0.0)).rpy  # type: ignore[arg-type]
        yield Transform.from_rpy(_rounded((roll, pitch, yaw), 6))


def _placed(points: Any, X: Transform, middle: Any, digits: int) -> tuple[Transform, Any]:
    """Return a frame with the rotation of X and its origin at ``middle``, and points in this frame.

    Args:
        points: (n, 3) points in the frame in which X is expressed [m].
        X: a rotation.
        middle: the origin, as coordinates along the rotated axes [m]; it is rounded.
        digits: number of decimals of the rounded origin.
    """
    import numpy as np

    R = np.array(X.R)
    x, y, z = (R @ np.array(middle)).tolist()
    origin = _rounded((x, y, z), digits)
    return Transform(X.R, origin), (points - np.array(origin)) @ R


def _box(points: Any, X: Transform, digits: int) -> Fitted:
    import numpy as np

    local = points @ np.array(X.R)
    X, local = _placed(points, X, (local.min(axis=0) + local.max(axis=0)) / 2.0, digits)
    x, y, z = (_up(length, digits) for length in (2.0 * np.abs(local).max(axis=0)).tolist())
    return Fitted(Box((x, y, z)), X)


def _axial(points: Any, X: Transform, digits: int) -> tuple[Transform, Any, Any]:
    """Return the frame of the smallest cylinder along z; radii and heights of the points in it."""
    import numpy as np

    local = points @ np.array(X.R)
    flat = local * (1.0, 1.0, 0.0)
    x, y, _ = enclosing_sphere([Points(flat)]).center
    height = (local[:, 2].min() + local[:, 2].max()) / 2.0
    X, local = _placed(points, X, (x, y, height), digits)
    return X, np.hypot(local[:, 0], local[:, 1]), local[:, 2]


def _cylinder(points: Any, X: Transform, digits: int) -> Fitted:
    X, radial, heights = _axial(points, X, digits)
    radius = _up(radial.max(), digits)
    return Fitted(Cylinder(radius, _up(2.0 * abs(heights).max(), digits)), X)


def _capsule(points: Any, X: Transform, digits: int) -> Fitted:
    import numpy as np

    X, radial, heights = _axial(points, X, digits)
    best: Fitted | None = None
    # A wider capsule may be shorter and have less volume. The smallest capsule has no closed form,
    # so several radii are tried.
    for factor in _WIDER:
        radius = _up(factor * radial.max(), digits)
        # height of the hemispherical end at the distance of each point from the axis
        rounds = np.sqrt(np.maximum(radius**2 - radial**2, 0.0))
        top, bottom = (heights - rounds).max(), (heights + rounds).min()
        middle = (top + bottom) / 2.0
        origin = _rounded(X @ (0.0, 0.0, float(middle)), digits)
        # The origin was rounded: measure again, so that the capsule contains every point.
        R = np.array(X.R)
        local = (points - np.array(origin)) @ R
        across = np.hypot(local[:, 0], local[:, 1])
        grown = max(radius, _up(across.max(), digits))
        needed = np.abs(local[:, 2]) - np.sqrt(np.maximum(grown**2 - across**2, 0.0))
        length = _up(max(2.0 * float(needed.max()), 0.0), digits)
        one = Fitted(Capsule(grown, length), Transform(X.R, origin))
        best = one if best is None or one.volume < best.volume else best
    assert best is not None
    return best
