"""Overshoot: how far spheres reach beyond collision shapes, and collision shapes beyond visuals."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from bodyplan.collision.solid import Solid, solid_of
from bodyplan.collision.sphere_measures import outside_of
from bodyplan.core import Record, replace
from bodyplan.model import Geometry, Link, Robot
from bodyplan.model.planning.semantics import BoundingSphere
from bodyplan.model.transform import Transform

_POINTS = 256
"""Points on the surface of a sphere, in addition to the six points on its axes."""
_MOST_COMPARED = 1_000_000
"""The largest number of pairs of spheres of the same link, summed over all links: each point on a
sphere is compared with all other spheres of the link."""
_SURFACE, _CORNERS = 1_000, 1_000
"""The largest number of points on the surface of a collision shape, and the largest number of
vertices of its triangles."""
_MOST_TRIANGLES = 4_000_000
"""The largest number of triangles over all links; a shape counts once for each measurement."""
_MOST_SECONDS = 4.0
"""Limit on processor time [s]: triangles that all overlap take a thousand times longer."""
_FEW = 32
"""Number of points that are measured first, to estimate the time for the other points."""


class LinkOvershoot(Record):
    """The overshoot of the spheres and collision shapes of a link [m].

    Args:
        spheres: for each sphere, the largest distance from the collision shapes to a point on its
            surface that is not inside another sphere; None if unknown.
        collisions: for each collision shape, the largest distance from the visuals to a point on
            its surface; None if unknown.
    """

    spheres: tuple[float | None, ...]
    collisions: tuple[float | None, ...]


def overshoots(
    robot: Robot, spheres: Sequence[Sequence[BoundingSphere]]
) -> tuple[LinkOvershoot, ...]:
    """Return the overshoot of the spheres and collision shapes of each link.

    Distances are measured at points on the surfaces: 262 points of a sphere, up to 2,000 of a
    collision shape. A value is unknown if measuring it would take longer than a few seconds.

    Args:
        robot: the robot.
        spheres: the spheres of each link, in the order of the links.
    """
    left, pairs, clock = _MOST_TRIANGLES, _MOST_COMPARED, _Clock()
    found = []
    for link, own in zip(robot.links, spheres, strict=True):
        one = LinkOvershoot((None,) * len(own), (None,) * len(link.collisions))
        pairs -= len(own) ** 2
        if own and pairs >= 0 and left > 0:
            solid = _solid(robot, link.collisions)
            if solid is not None:
                left -= len(solid.triangles)
                one = replace(one, spheres=_of_spheres(solid, own, clock))
        if link.visuals and link.collisions and left > 0:
            values, used = _of_collisions(robot, link, clock)
            left -= used
            one = replace(one, collisions=values)
        found.append(one)
    return tuple(found)


class _Clock:
    """Measures distances within a limit on processor time."""

    def __init__(self) -> None:
        self._end = time.process_time() + _MOST_SECONDS

    def signed_distance(self, solid: Solid, points: Any) -> Any:
        """Return (n,) the signed distances of points from a solid [m]; None beyond the limit."""
        import numpy as np

        start = time.process_time()
        if start > self._end:
            return None
        few = solid.signed_distance(points[:_FEW])
        now = time.process_time()
        if (now - start) / _FEW * (len(points) - _FEW) > self._end - now:
            return None
        return np.concatenate((few, solid.signed_distance(points[_FEW:])))


def _solid(robot: Robot, parts: Sequence[Geometry]) -> Solid | None:
    found = solid_of(robot, ((part, Transform()) for part in parts))
    return None if isinstance(found, str) else found


def _of_spheres(
    solid: Solid, spheres: Sequence[BoundingSphere], clock: _Clock
) -> tuple[float | None, ...]:
    import numpy as np

    used = [number for number, one in enumerate(spheres) if one.radius > 0.0]
    found: list[float | None] = [None] * len(spheres)
    if not used:
        return tuple(found)
    centers = np.array([spheres[number].center for number in used], np.float64)
    radii = np.array([spheres[number].radius for number in used], np.float64)
    if not (np.isfinite(centers).all() and np.isfinite(radii).all()):
        return tuple(found)
    points = (centers[:, None] + radii[:, None, None] * _directions()).reshape(-1, 3)
    distances = clock.signed_distance(solid, points)
    if distances is None:
        return tuple(found)
    beyond = np.maximum(distances, 0.0)
    is_inside = outside_of(points, centers, radii) < -1e-9 * float(radii.max())
    beyond[is_inside] = 0.0  # a point inside another sphere
    for number, most in zip(used, beyond.reshape(len(used), -1).max(axis=1).tolist(), strict=True):
        found[number] = most
    return tuple(found)


def _directions() -> Any:
    """Return (_POINTS + 6, 3) unit vectors: nearly uniform on a spiral, then along the axes."""
    import numpy as np

    numbers = np.arange(_POINTS)
    z = 1.0 - (2.0 * numbers + 1.0) / _POINTS
    turn = numbers * math.pi * (3.0 - math.sqrt(5.0))
    flat = np.sqrt(1.0 - z * z)
    spiral = np.stack((flat * np.cos(turn), flat * np.sin(turn), z), axis=1)
    return np.concatenate((spiral, np.eye(3), -np.eye(3)))


def _of_collisions(robot: Robot, link: Link, clock: _Clock) -> tuple[tuple[float | None, ...], int]:
    """Return the overshoot of each collision shape, and the number of measured triangles."""
    import numpy as np

    seen = [(part.shape, part.origin) for part in link.visuals]
    others = [part for part in link.collisions if (part.shape, part.origin) not in seen]
    visuals = _solid(robot, link.visuals) if others else None
    used = 0 if visuals is None else len(visuals.triangles)
    found: list[float | None] = []
    for part in link.collisions:
        own = _solid(robot, (part,)) if part in others and visuals is not None else None
        if part not in others:
            found.append(0.0)
        elif own is None or visuals is None:
            found.append(None)
        else:
            used += len(own.triangles)
            corners = own.triangles.reshape(-1, 3)
            corners = corners[:: -(-len(corners) // _CORNERS)]
            surface = own.surface_points(_SURFACE, np.random.default_rng(0))
            beyond = clock.signed_distance(visuals, np.concatenate((corners, surface)))
            found.append(None if beyond is None else max(0.0, float(beyond.max())))
    return tuple(found), used
