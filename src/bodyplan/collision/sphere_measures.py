"""Quality of spheres that approximate a solid, and the number of spheres that a tolerance requires.

The measures do not use the points to which the spheres were fitted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bodyplan.collision.solid import Solid
from bodyplan.core import Record

POINTS = 20_000
"""Number of points on each surface; three times as many are in the volume."""
_FEW = 10_000
"""Points in the box of a solid, to estimate how much of its volume is outside of the spheres."""
_HELD_OUT = 0x5EED
_THIN, _THIN_OVERLAP = 0.08, 0.6
"""Largest thickness of a thin plate, in diagonals, and the overlap below which it gets a note."""
_MOST_PAIRS = 40_000_000
"""The largest number of pairs of a point on a surface and a sphere; more spheres reduce the number
of points."""
_ROOM = 4_000_000
"""Pairs of a point and a sphere that are computed at once."""
_MARGIN = 0.5
"""Factor on the estimated smallest number of spheres, because gaps are measured only at points."""
_FASTEST, _SPREAD = 2.0, 4.0
"""The fastest expected decrease of the error, as a power of the number of spheres (spheres in a row
along a rod); and the factor by which an error may exceed the trend."""
_TREND, _TREND_SPREAD = 16, 1.5
"""Number of spheres from which the decrease of the error since a quarter of the spheres is
extrapolated: the fastest expected decrease is twice that power, or at least power 1; and the factor
by which an error may exceed this trend."""


class SphereMeasures(Record):
    """The quality of spheres that approximate the collision geometry of a link.

    Args:
        surface_covered: share of the link's surface that is inside the spheres.
        volume_covered: share of the link's volume that is inside the spheres.
        largest_gap: largest distance from the spheres to a point on the link's surface [m].
        largest_overshoot: largest distance from the link to a point of the spheres [m].
        overshoot_95: 95th percentile of the distance of the surface of the union from the link [m];
            points inside the link have distance 0.
        mean_overshoot: mean distance of the surface of the union from the link [m].
        overlap: volume of the intersection divided by the volume of the union.
        volume_ratio: volume of the union of the spheres divided by the volume of the link.
    """

    surface_covered: float
    volume_covered: float
    largest_gap: float
    largest_overshoot: float
    overshoot_95: float
    mean_overshoot: float
    overlap: float
    volume_ratio: float


def measure_spheres(
    solid: Solid, centers: Any, radii: Any, *, points: int = POINTS
) -> SphereMeasures:
    """Return the quality of spheres that approximate a solid.

    Args:
        solid: the collision geometry of a link.
        centers: (n, 3) the centres of the spheres in the frame of the solid [m].
        radii: (n,) the radii of the spheres, positive [m].
        points: number of points on each surface, fewer for more than 2,000 spheres; three times as
            many are in the volume.
    """
    import numpy as np

    random = np.random.default_rng(_HELD_OUT)
    points = _points_for(radii, points)
    gaps = _gaps(solid, centers, radii, points, random)
    low = np.minimum(solid.bounds[0] - solid.shell, (centers - radii[:, None]).min(axis=0))
    high = np.maximum(solid.bounds[1] + solid.shell, (centers + radii[:, None]).max(axis=0))
    places = low + random.random((3 * points, 3)) * (high - low)
    outer = _outer_points(centers, radii, points, random)
    distance = solid.signed_distance(np.concatenate((places, outer)))
    is_solid = distance[: len(places)] <= 0.0
    is_covered = outside_of(places, centers, radii) <= 0.0
    both = int((is_solid & is_covered).sum())
    own, theirs = max(int(is_solid.sum()), 1), int(is_covered.sum())
    beyond = np.maximum(distance[len(places) :], 0.0) if len(outer) else np.zeros(1)
    return SphereMeasures(
        surface_covered=float((gaps <= 0.0).mean()),
        volume_covered=both / own,
        largest_gap=max(float(gaps.max()), 0.0),
        largest_overshoot=float(beyond.max()),
        overshoot_95=float(np.quantile(beyond, 0.95)),
        mean_overshoot=float(beyond.mean()),
        overlap=both / (own + theirs - both),
        volume_ratio=theirs / own,
    )


def surface_covered(solid: Solid, centers: Any, radii: Any) -> tuple[float, float]:
    """Return ``surface_covered`` and ``largest_gap`` [m] as ``measure_spheres`` computes them."""
    import numpy as np

    random = np.random.default_rng(_HELD_OUT)
    gaps = _gaps(solid, centers, radii, _points_for(radii, POINTS), random)
    return float((gaps <= 0.0).mean()), max(float(gaps.max()), 0.0)


def volume_covered(solid: Solid, centers: Any, radii: Any, *, points: int = _FEW) -> float:
    """Return the share of a solid's volume that is inside the spheres, accurate to about 0.01.

    The share is 1 if the solid is so thin that no sample point is inside.
    """
    import numpy as np

    low, high = solid.bounds[0] - solid.shell, solid.bounds[1] + solid.shell
    random = np.random.default_rng(_HELD_OUT)
    places = low + random.random((points, 3)) * (high - low)
    places = places[solid.signed_distance(places) <= 0.0]
    if not len(places):
        return 1.0
    return float((outside_of(places, centers, radii) <= 0.0).mean())


def _points_for(radii: Any, points: int) -> int:
    return max(1, min(points, _MOST_PAIRS // len(radii)))


def _gaps(solid: Solid, centers: Any, radii: Any, points: int, random: Any) -> Any:
    """Return (points,) the distances of surface points from the union of spheres [m]."""
    return outside_of(solid.surface_points(points, random), centers, radii) - solid.shell


def wrong_volume(solid: Solid, centers: Any, radii: Any, *, points: int = POINTS) -> float:
    """Return the volume that is inside the solid or the spheres, but not both [m³]."""
    import numpy as np

    random = np.random.default_rng(_HELD_OUT)
    low = np.minimum(solid.bounds[0] - solid.shell, (centers - radii[:, None]).min(axis=0))
    high = np.maximum(solid.bounds[1] + solid.shell, (centers + radii[:, None]).max(axis=0))
    places = low + random.random((points, 3)) * (high - low)
    is_solid = solid.signed_distance(places) <= 0.0
    is_covered = outside_of(places, centers, radii) <= 0.0
    return float((is_solid != is_covered).mean() * np.prod(high - low))


def thin_note(solid: Solid, measures: SphereMeasures, *, points: int = POINTS) -> str:
    """Return a note on the spheres of a thin plate, as one clause; empty for other shapes."""
    import numpy as np

    if measures.overlap >= _THIN_OVERLAP or solid.shell:
        return ""
    low, high = solid.bounds
    random = np.random.default_rng(_HELD_OUT)
    places = low + random.random((points, 3)) * (high - low)
    thickness = -2.0 * float(solid.signed_distance(places).min())
    if not 0.0 < thickness < _THIN * solid.diagonal:
        return ""
    a, b, c = (solid.triangles[:, corner] for corner in range(3))
    area = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()) / 4.0
    count = math.ceil(area / (1.95 * thickness**2))
    return (
        f"it is about {1e3 * thickness:.1f} mm thick: its spheres leave {1.0 - measures.surface_covered:.0%}"
        f" of its surface uncovered and reach {1e3 * measures.largest_overshoot:.1f} mm beyond it;"
        f" about {count:,} spheres with this thickness as radius would cover it and reach"
        f" {5e2 * thickness:.1f} mm"
    )


def outside_of(points: Any, centers: Any, radii: Any) -> Any:
    """Return (n,) the distances of points from the union of spheres [m]; negative inside."""
    import numpy as np

    found = np.empty(len(points))
    rows = max(1, _ROOM // len(radii))
    for start in range(0, len(points), rows):
        block = points[start : start + rows]
        squares = sum((block[:, axis] - centers[:, axis, None]) ** 2 for axis in range(3))
        found[start : start + rows] = (np.sqrt(squares) - radii[:, None]).min(axis=0)
    return found


def _outer_points(centers: Any, radii: Any, count: int, random: Any) -> Any:
    """Return points on the surface of the union of spheres, uniform by area."""
    import numpy as np

    shares = np.cumsum(radii**2)
    places = (np.arange(2 * count) + random.random(2 * count)) / (2 * count) * shares[-1]
    number = np.minimum(np.searchsorted(shares, places, side="right"), len(radii) - 1)
    z, turn = 2.0 * random.random(2 * count) - 1.0, 2.0 * math.pi * random.random(2 * count)
    flat = np.sqrt(1.0 - z * z)
    ways = np.stack((flat * np.cos(turn), flat * np.sin(turn), z), axis=1)
    points = centers[number] + radii[number, None] * ways
    return points[outside_of(points, centers, radii) >= -1e-9 * float(radii.max())]


def fewest_spheres(solid: Solid, gap: float, overshoot: float) -> float:
    """Return a lower bound on the number of spheres that are needed.

    A sphere that extends at most ``overshoot`` beyond the link covers only a disc of the largest
    triangle to within ``gap``. The area of this disc is limited by the depth of the center below
    the surface, which is at most half of the smallest extent of the link.

    Args:
        solid: the collision geometry of a link.
        gap: the largest gap [m].
        overshoot: the largest overshoot [m].
    """
    import numpy as np

    a, b, c = (solid.triangles[:, corner] for corner in range(3))
    normals = np.cross(b - a, c - a)
    doubled = np.linalg.norm(normals, axis=1)
    largest = int(doubled.argmax())
    along = solid.triangles.reshape(-1, 3) @ (normals[largest] / doubled[largest])
    low, high = solid.bounds
    area, depth = 0.5 * float(doubled[largest]), 0.5 * float(min((high - low).min(), np.ptp(along)))
    reach = gap + overshoot + 2.0 * solid.shell
    covered = math.pi * reach * (2.0 * depth + reach)
    return _MARGIN * area / covered if 0.0 < covered < math.inf and area < math.inf else 0.0


def is_hopeless(errors: Sequence[tuple[int, float]], tolerance: float, most: int) -> bool:
    """Return whether even the largest number of spheres is expected to exceed the tolerance.

    Args:
        errors: the numbers of spheres that were tried, in ascending order, with their errors [m].
        tolerance: the largest error [m].
        most: the largest number of spheres.
    """
    if min(e * (n / most) ** _FASTEST for n, e in errors) > _SPREAD * tolerance:
        return True
    count, error = errors[-1][0], min(e for _, e in errors)
    early = [(n, e) for n, e in errors if 4 * n <= count] or errors[:1]
    if count < _TREND or len(errors) < 2 or not 0.0 < error < math.inf:
        return False
    power = math.log(min(e for _, e in early) / error) / math.log(count / early[-1][0])
    least: float = error * (count / most) ** max(1.0, 2.0 * power)
    return least > _TREND_SPREAD * tolerance
