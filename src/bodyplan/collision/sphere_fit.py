"""Fit a number of spheres to a solid: the best overlap of their union with it.

The volume is represented by random points in the bounding box of the solid, with their signed
distances from the surface. Each sphere starts where it adds the most volume. Then centres and radii
follow the gradient of the volume in which union and solid differ; near the surface of the union,
the membership of points is smoothed. Spheres that contribute little move to places where more
volume is uncovered. The random numbers are seeded: equal arguments give equal spheres.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bodyplan.collision.solid import Solid

_POINTS, _MOST_POINTS = 1_000, 24_000
"""Number of points for each sphere, and for four additional spheres; largest number of points."""
_NEAR, _FAR = 0.02, 0.2
"""Margins of the point volumes around the bounding box of the solid, in diagonals. Most points are
within the first margin. A sixth as many are between the first and the second margin, so that no
sphere grows into space without points."""
_CANDIDATES = 1_500
_ROUNDS, _FEWEST_ROUNDS = 320, 60
_FEWEST_POINTS = 1_000
_MOVES = 24
"""Number of rounds after which a sphere may be moved to another place, in the first two thirds of
the rounds."""
_SOFT = (0.02, 0.004)
"""Width of the smoothed surface at the start and at the end, as a share of the diagonal."""
_STEP = (0.006, 0.0006)
"""Length of a step at the start and at the end, as a share of the diagonal."""


Plane = tuple[tuple[float, float, float], float]
"""A unit normal and an offset [m]: spheres are limited to normal · p >= offset."""


class Goal(NamedTuple):
    """The objective of a fit.

    Args:
        missing: cost of uncovered volume, relative to volume of spheres outside of the solid.
        reach: increase of the cost of a point outside with its distance, per diagonal.
        smallest: the smallest radius [m].
        planes: planes that spheres must not cross.
    """

    missing: float = 2.0
    reach: float = 4.0
    smallest: float = 0.0
    planes: tuple[Plane, ...] = ()


class _Room(NamedTuple):
    """The constraints on spheres, in units of the diagonal."""

    smallest: float
    normals: Any  # (planes, 3)
    offsets: Any  # (planes,)

    def heights(self, centers: Any) -> Any:
        """Return (n, planes) the heights of centres above the planes."""
        return (centers[:, None, :] * self.normals).sum(axis=2) - self.offsets

    def clipped(self, centers: Any, radii: Any) -> Any:
        """Return radii, reduced so that spheres do not cross a plane."""
        import numpy as np

        return np.minimum(radii, self.heights(centers).min(axis=1, initial=np.inf))

    def admitted(self, values: Any) -> Any:
        """Return the nearest spheres (n, 4) that are large enough and do not cross a plane."""
        import numpy as np

        values[:, 3] = np.maximum(values[:, 3], self.smallest)
        for normal, offset in zip(self.normals, self.offsets, strict=True):
            beyond = np.maximum(values[:, 3] + offset - (values[:, :3] * normal).sum(axis=1), 0.0)
            smaller = np.minimum(0.5 * beyond, values[:, 3] - self.smallest)
            values[:, 3] -= smaller
            values[:, :3] += (beyond - smaller)[:, None] * normal
        return values


class _Cloud(NamedTuple):
    """Points in units of the diagonal."""

    points: Any  # (3, n)
    distance: Any  # (n,) signed
    weight: Any  # (n,) the cost of each point if it is wrongly inside or outside of the spheres


def fit(
    solid: Solid, count: int, seed: int = 0, goal: Goal | None = None, effort: float = 1.0
) -> tuple[Any, Any]:
    """Return centres (n, 3) and radii (n,) of at most ``count`` spheres [m].

    Args:
        solid: the collision geometry of a link.
        count: the largest number of spheres.
        seed: the seed of the points in the volume.
        goal: the objective of the fit.
        effort: the share of the usual number of points; below 0.5, the number of steps is reduced
            too.
    """
    import numpy as np

    goal = goal or Goal()
    size = solid.diagonal
    middle = solid.bounds.mean(axis=0)
    points = min(_POINTS * (count + 4), _MOST_POINTS)
    points = min(points, max(int(points * effort), _FEWEST_POINTS))
    rounds = min(_ROUNDS, max(int(2.0 * effort * _ROUNDS), _FEWEST_ROUNDS))
    cloud = _cloud(solid, points, size, goal, np.random.default_rng(seed))
    normals = np.array([normal for normal, _ in goal.planes]).reshape(-1, 3)
    offsets = np.array([offset for _, offset in goal.planes]) - (normals * middle).sum(axis=1)
    room = _Room(max(goal.smallest / size, 1e-3), normals, offsets / size)
    beyond = (room.heights(cloud.points.T) < 0.0).any(axis=1)
    cloud = cloud._replace(weight=np.where(beyond, 0.0, cloud.weight).astype(np.float32))
    centers, radii = _start(cloud, count, room)
    centers, radii = _descended(cloud, centers, radii, room, rounds)
    order = np.argsort(-radii, kind="stable")
    return middle + size * centers[order], size * radii[order]


def _cloud(solid: Solid, count: int, size: float, goal: Goal, random: Any) -> _Cloud:
    import numpy as np

    low, high = solid.bounds
    middle = (low + high) / 2.0
    near = low - _NEAR * size, high + _NEAR * size
    far = low - _FAR * size, high + _FAR * size
    points = near[0] + random.random((count, 3)) * (near[1] - near[0])
    others = far[0] + random.random((count, 3)) * (far[1] - far[0])
    is_far = ((others < near[0]) | (others > near[1])).any(axis=1)
    others = others[np.flatnonzero(is_far)[: count // 6]]
    inner, outer = np.prod(near[1] - near[0]), np.prod(far[1] - far[0])
    share = (outer - inner) / inner * len(points) / max(len(others), 1)
    points = np.concatenate((points, others))
    distance = solid.signed_distance(points) / size
    weight = np.where(distance < 0.0, goal.missing, 1.0 + goal.reach * distance)
    weight[count:] *= share  # each point beyond the first margin represents more volume
    scaled = np.ascontiguousarray(((points - middle) / size).T, np.float32)
    return _Cloud(scaled, distance.astype(np.float32), weight.astype(np.float32))


def _start(cloud: _Cloud, count: int, room: _Room) -> tuple[Any, Any]:
    """Return spheres, each of which covers as much uncovered volume as possible."""
    import numpy as np

    inside = np.flatnonzero((cloud.distance < 0.0) & (cloud.weight > 0.0))
    if not len(inside):
        return np.zeros((1, 3)), np.full(1, 0.5)
    points = cloud.points[:, inside].T
    chosen = np.linspace(0, len(inside) - 1, min(len(inside), _CANDIDATES)).astype(int)
    centers = points[chosen]
    radii = room.clipped(centers, 0.012 - cloud.distance[inside][chosen])
    tested = points[:: max(1, len(points) // 4_000)]
    covers = _squares(centers, tested.T) <= (np.maximum(radii, 0.0) ** 2)[:, None]
    picked: list[int] = []
    while len(picked) < count and covers.shape[1]:
        picked.append(int(np.count_nonzero(covers, axis=1).argmax()))
        covers = covers[:, ~covers[picked[-1]]]
    return centers[picked].astype(np.float64), radii[picked].astype(np.float64)


def _descended(
    cloud: _Cloud, centers: Any, radii: Any, room: _Room, rounds: int
) -> tuple[Any, Any]:
    """Return the best spheres found by gradient descent with Adam."""
    import numpy as np

    values = room.admitted(np.concatenate((centers, radii[:, None]), axis=1))
    first, second = np.zeros_like(values), np.zeros_like(values)
    best, least = values, np.inf
    for number in range(rounds):
        part = number / rounds
        soft = _SOFT[0] * (_SOFT[1] / _SOFT[0]) ** min(1.0, 1.3 * part)
        step = _STEP[0] * (_STEP[1] / _STEP[0]) ** part
        if number % _MOVES == _MOVES - 1 and part < 0.67:
            moved = _moved(cloud, values, room)
            if moved is not None:
                values = values.copy()
                first[moved[0]] = second[moved[0]] = 0.0
                values[moved[0]] = moved[1]
                values = room.admitted(values)
        gradient, wrong = _gradient(cloud, values, soft)
        if part > 0.8 and wrong < least:
            best, least = values, wrong
        first = 0.9 * first + 0.1 * gradient
        second = 0.98 * second + 0.02 * gradient**2
        scale = step / (1.0 - 0.9 ** (number + 1))
        change = first / (np.sqrt(second / (1.0 - 0.98 ** (number + 1))) + 1e-9)
        values = room.admitted(values - scale * change)
    return best[:, :3], best[:, 3]


def _heights(cloud: _Cloud, values: Any) -> Any:
    """Return (spheres, points) the distance of each point from each sphere, negative inside."""
    import numpy as np

    own = values.astype(np.float32)
    squares = _squares(own[:, :3], cloud.points)
    np.sqrt(squares, out=squares)
    squares -= own[:, 3:]
    return squares


def _squares(centers: Any, points: Any) -> Any:
    """Return (n, p) squared distances of centres (n, 3) from points (3, p).

    This does not use BLAS, whose sums may depend on the number of threads.
    """
    import numpy as np

    found = np.square(points[0] - centers[:, :1])
    step = points[1] - centers[:, 1:2]
    found += np.square(step, out=step)
    np.subtract(points[2], centers[:, 2:3], out=step)
    found += np.square(step, out=step)
    return found


def _gradient(cloud: _Cloud, values: Any, soft: float) -> tuple[Any, float]:
    """Return the gradient of the volume in which union and solid differ, and that volume."""
    import numpy as np

    heights = _heights(cloud, values)
    nearest = heights.min(axis=0)
    is_inside = cloud.distance < 0.0
    wrong = float(cloud.weight[(nearest > 0.0) == is_inside].sum())
    near = np.flatnonzero(np.abs(nearest) < 4.0 * soft)
    own = heights[:, near].argmin(axis=0)
    h = nearest[near] / soft
    # The slope of the logistic function at this height; positive if the point should be covered.
    slope = cloud.weight[near] / (soft * (2.0 + np.exp(h) + np.exp(-h)))
    slope = np.where(is_inside[near], slope, -slope).astype(np.float64)
    away = cloud.points[:, near].T.astype(np.float64) - values[own, :3]
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
    found = np.empty_like(values)
    for axis in range(3):
        found[:, axis] = np.bincount(own, -slope * away[:, axis], len(values))
    found[:, 3] = np.bincount(own, -slope, len(values))
    return found / len(nearest), wrong


def _moved(cloud: _Cloud, values: Any, room: _Room) -> tuple[int, Any] | None:
    """Return the sphere that contributes least, and a better replacement; None if none is found."""
    import numpy as np

    heights = _heights(cloud, values)
    is_inside = cloud.distance < 0.0
    covers = heights <= 0.0
    times = covers.sum(axis=0)
    worth = np.where(is_inside, cloud.weight, -cloud.weight)
    once = times == 1
    gains = np.array([worth[row & once].sum() for row in covers])
    worst = int(gains.argmin())
    open_ones = np.flatnonzero(is_inside & (times == 0) & (cloud.weight > 0.0))
    if not len(open_ones):
        return None
    tried = open_ones[np.linspace(0, len(open_ones) - 1, min(len(open_ones), 150)).astype(int)]
    left = np.flatnonzero((times - covers[worst]) == 0)
    centers = cloud.points[:, tried].T
    squares, gain_of = _squares(centers, cloud.points[:, left]), worth[left]
    best, found = gains[worst], None
    for extra in (0.005, 0.015, 0.03):
        radii = np.maximum(room.clipped(centers, extra - cloud.distance[tried]), 0.0)
        sums = np.where(squares <= (radii**2)[:, None], gain_of, 0.0).sum(axis=1)
        top = int(sums.argmax())
        if sums[top] > best + 1e-6:
            best, found = sums[top], np.append(centers[top], radii[top]).astype(np.float64)
    return None if found is None else (worst, found)
