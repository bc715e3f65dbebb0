"""Fit few spheres whose gaps and overshoots do not exceed a tolerance.

Spheres of the best overlap leave corners and edges uncovered, however many there are, because these
have little volume. So spheres are fitted to the volume, reduced to the allowed overshoot, and then
completed: as in a cover, the sphere that reaches the most open points of the surface is added, until
all points are reached. Open points are found by random points on the surface, and then by the proof
of a cover with enlarged spheres, which ends when no gap is larger.

A sphere around a point of the solid overshoots by at most its radius minus the depth of the point,
so the largest radius is known without a sample.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from bodyplan.collision.solid import Solid
from bodyplan.collision.sphere_cover import candidates_of, corners_of, distances, open_points
from bodyplan.collision.sphere_fit import Goal, fit
from bodyplan.collision.sphere_measures import fewest_spheres, outside_of

_SAMPLES, _CANDIDATES, _CHECKED = 2_400, 1_200, 50_000
"""Points on the surface that are reached first, points that are tried as centres, and points on the
surface that are checked afterwards."""
_ROUNDS, _RESTARTS = 20, 3
"""The largest number of times that open points are searched, and after how many of them the
completion does not start again with these points."""
_GAP, _MOST_GAP = 0.9, 0.96
"""The largest gap at the first points and at those that are checked, as a share of the tolerance:
gaps between them may be larger."""
_GRAIN, _MOST_GRAIN = 5e-6, 0.1
"""Reserve for the rounding of centres and radii, and for mirror images that differ by 1 µm [m]; and
its largest value, as a share of the tolerance."""
_FINEST = 0.02
"""Edge length at which the proof ends, as a share of the tolerance."""
_ROOM = 1_000_000
"""The largest number of pairs of a point and a centre whose distances are computed at once."""
_FITTED, _MOST_FITTED = 0.7, 120
"""Share of the number of spheres of a cover to which the volume is fitted, and its largest value."""


_Spheres = tuple[Any, Any]


class _Limits(NamedTuple):
    """The task, with ``gap`` and ``reduced``: smaller tolerances at points, and for rounding."""

    solid: Solid
    goal: Goal
    tolerance: float
    gap: float
    reduced: float
    most: int
    smallest: float
    effort: float
    seed: int

    def caps(self, centers: Any, depths: Any) -> Any:
        """Return the largest radii at some centres, given their signed distances."""
        import numpy as np

        return np.minimum(self.reduced - depths, self.heights(centers))

    def heights(self, points: Any) -> Any:
        """Return how far points are on the side of all planes."""
        import numpy as np

        found = np.full(len(points), np.inf)
        for normal, offset in self.goal.planes:
            found = np.minimum(found, (points * np.array(normal)).sum(axis=1) - offset)
        return found

    def of_surface(self, count: int, random: Any) -> Any:
        """Return points on the surface, without those beyond a plane."""
        points = self.solid.surface_points(max(1_000, int(self.effort * count)), random)
        return points[self.heights(points) >= 0.0]


def fit_within(
    solid: Solid,
    tolerance: float,
    most: int,
    seed: int = 0,
    goal: Goal | None = None,
    effort: float = 1.0,
    name: str = "a link",
) -> tuple[Any, Any]:
    """Return few spheres whose gaps and overshoots do not exceed a tolerance.

    Both limits hold for every point: the overshoot follows from the depths of the centres, and the
    gap is proved by dividing the triangles. A surface beyond a plane is left out.

    Args:
        solid: the collision geometry of a link.
        tolerance: the largest gap, and the largest overshoot [m].
        most: the largest number of spheres.
        seed: the seed of all points.
        goal: the objective of the fit.
        effort: the effort of the fit, and the share of the usual points; see ``fit``.
        name: the name of the solid in an error.

    Raises:
        ValueError: more spheres are needed, the smallest radius or a plane leaves gaps, or the
            proof fails.
    """
    import numpy as np

    goal = goal or Goal()
    smallest = max(goal.smallest, min(1e-3 * solid.diagonal, 0.5 * tolerance))
    reduced = tolerance - min(_GRAIN, _MOST_GRAIN * tolerance)
    limits = _Limits(
        solid, goal, tolerance, _GAP * tolerance, reduced, most, smallest, effort, seed
    )
    found: _Spheres | str = _too_many(limits)
    if fewest_spheres(solid, tolerance, tolerance) <= most:
        found = _completed(limits, np.zeros((0, 3)), np.zeros(0))
    if isinstance(found, tuple):
        count = min(math.ceil(_FITTED * len(found[1])), _MOST_FITTED)
        fitted = _completed(limits, *fit(solid, count, seed, goal, effort))
        if isinstance(fitted, tuple) and len(fitted[1]) <= len(found[1]):
            found = fitted
        order = np.argsort(-found[1], kind="stable")
        return found[0][order], found[1][order]
    raise ValueError(f"{name} {found}")


def _too_many(limits: _Limits) -> str:
    return f"needs more than {limits.most:,} spheres for a tolerance of {limits.tolerance:g} m"


def _completed(limits: _Limits, centers: Any, radii: Any) -> _Spheres | str:
    """Return spheres, and others that reach the whole surface; or a reason."""
    import numpy as np

    solid, random = limits.solid, np.random.default_rng((limits.seed, 2))
    tried = candidates_of(solid, max(200, int(limits.effort * _CANDIDATES)), random)
    corners = corners_of(solid, _SAMPLES)
    corners = corners[limits.heights(corners) >= 0.0]
    samples = np.concatenate((corners, limits.of_surface(_SAMPLES, random)))
    depths = solid.signed_distance(centers) if len(centers) else np.zeros(0)
    caps = limits.caps(centers, depths)
    keep = caps >= limits.smallest
    start = centers[keep], np.minimum(radii, caps)[keep], caps[keep]
    for number in range(_ROUNDS):
        found = _added(limits, samples, start, tried)
        if isinstance(found, str):
            return found
        points = limits.of_surface(_CHECKED, random)
        points = points[_gaps(limits, points, *found[:2]) > _MOST_GAP * limits.tolerance]
        if not len(points):
            points = _unproved(limits, *found[:2])
            if not len(points):
                return found[:2]
        samples = np.concatenate((samples, points[:: -(-len(points) // _SAMPLES)]))
        if number >= _RESTARTS:
            start = found
    return f"has points that spheres reach only with a gap of more than {limits.tolerance:g} m"


def _unproved(limits: _Limits, centers: Any, radii: Any) -> Any:
    """Return points where the gap may exceed the tolerance; none if it certainly does not."""
    enlarged = radii + limits.reduced + limits.solid.shell
    finest = _FINEST * limits.tolerance
    return open_points(
        limits.solid.triangles, centers, enlarged, finest, limits.goal.planes, _SAMPLES
    )


def _added(
    limits: _Limits, samples: Any, start: tuple[Any, Any, Any], tried: tuple[Any, Any]
) -> tuple[Any, Any, Any] | str:
    """Return spheres and their largest radii, with new ones that reach all samples; or a reason."""
    import numpy as np

    centers, radii, caps = start
    radii = _enlarged(limits, samples, centers, radii, caps)
    rest = samples[_gaps(limits, samples, centers, radii) > limits.gap]
    places, depths = tried
    while len(rest):
        new = _chosen(limits, rest, places, depths, limits.most - len(radii))
        if new is None:
            return _too_many(limits)
        chosen, sizes, left = new
        if places is not tried[0] and not len(sizes):
            return (
                f"has parts that no sphere reaches within {limits.tolerance:g} m; change the"
                " smallest radius or the plane"
            )
        centers = np.concatenate((centers, places[chosen]))
        caps = np.concatenate((caps, limits.caps(places[chosen], depths[chosen])))
        radii = np.concatenate((radii, sizes))
        rest = rest[left]
        places = rest[:: max(1, len(rest) // _CANDIDATES)]
        depths = limits.solid.signed_distance(places) if len(places) else rest
    return centers, radii, caps


def _gaps(limits: _Limits, points: Any, centers: Any, radii: Any) -> Any:
    """Return how far points of the surface are from the spheres."""
    import numpy as np

    if not len(radii):
        return np.full(len(points), np.inf)
    return outside_of(points, centers, radii) - limits.solid.shell


def _enlarged(limits: _Limits, samples: Any, centers: Any, radii: Any, caps: Any) -> Any:
    """Return radii, enlarged where this is enough to reach an open point; each as little as possible."""
    import numpy as np

    samples = samples[_gaps(limits, samples, centers, radii) > limits.gap]
    if not len(radii) or not len(samples):
        return radii
    needed = distances(samples, centers) - limits.solid.shell - limits.gap
    change = np.where(needed <= caps[:, None], needed - radii[:, None], np.inf)
    owner = change.argmin(axis=0)
    columns = np.flatnonzero(np.isfinite(change.min(axis=0)))
    radii = radii.copy()
    np.maximum.at(radii, owner[columns], needed[owner[columns], columns])
    return radii


def _chosen(
    limits: _Limits, samples: Any, centers: Any, depths: Any, most: int
) -> tuple[Any, Any, Any] | None:
    """Return numbers and radii of chosen centres, and which samples they do not reach.

    If more than ``most`` are needed, return None.
    """
    import numpy as np

    caps = limits.caps(centers, depths)
    beyond = limits.solid.shell + limits.gap
    reaches: Any = np.empty((len(samples), len(centers)), bool)
    rows = max(1, _ROOM // len(centers))
    for first in range(0, len(samples), rows):
        needed = distances(samples[first : first + rows], centers) - beyond
        reaches[first : first + rows] = (needed <= caps[:, None]).T
    reaches &= caps >= limits.smallest
    sums = np.count_nonzero(reaches, axis=0)
    is_open = reaches.any(axis=1)
    is_lost, count = ~is_open, int(np.count_nonzero(is_open))
    picked: list[int] = []
    radii: list[float] = []
    while count:
        best = int(sums.argmax())
        if count > (most - len(picked)) * sums[best]:
            return None  # no later sphere reaches more open points than this one
        new = np.flatnonzero(reaches[:, best] & is_open)
        farthest = distances(samples[new], centers[best : best + 1]).max() - beyond
        picked.append(best)
        radii.append(min(max(farthest, -depths[best], limits.smallest), caps[best]))
        is_open[new] = False
        count -= len(new)
        sums -= np.count_nonzero(reaches[new], axis=0)
    return np.array(picked, np.intp), np.array(radii), np.flatnonzero(is_lost)
