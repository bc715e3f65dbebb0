"""Spheres that provably contain the surface of a solid, with a small largest overshoot.

A sphere around a point of the solid whose radius is the depth of the point is inside the solid. So
a larger sphere around the point reaches beyond the solid by at most its radius minus the depth. The
cost of covering a surface point by a sphere is therefore their distance plus the signed distance of
the centre. Candidates for the centres are points in the solid. Bisection finds the smallest limit
on the cost for which a greedy cover needs at most the given number of centres; the greedy cover
always adds the centre that covers the most uncovered points. Then each point is assigned to its
cheapest centre, and each centre moves downhill, to lower the largest cost of its points.

The proof divides triangles until each is inside a single sphere. Spheres are convex, so a triangle
is inside if its three corners are. If a small triangle is not in any sphere, the sphere that needs
to grow least is enlarged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bodyplan.collision.solid import Solid
from bodyplan.collision.sphere_measures import fewest_spheres, is_hopeless

_CANDIDATES, _SAMPLES = 1_200, 2_400
_ROUNDS = 24
_TRIES = 24
"""Number of positions around a centre that are tried in each round."""
_GRAIN = 0.01
"""Edge length below which a triangle is not divided, but a sphere is enlarged to contain it; as a
share of the diagonal."""
_SLACK = 1e-12
"""Upper bound on rounding errors, as a share of the largest coordinate."""
_ROOM = 400_000
"""The largest number of pairs of a triangle and a sphere that are tested at once."""
_MOST = 4_000_000
"""The largest number of triangles that a proof keeps at once."""


def cover(
    solid: Solid,
    count: int,
    seed: int = 0,
    *,
    digits: int = 6,
    smallest: float = 0.0,
    effort: float = 1.0,
) -> tuple[Any, Any]:
    """Return centres (n, 3) and radii (n,) of at most ``count`` spheres that contain the surface.

    Args:
        solid: the collision geometry of a link.
        count: the largest number of spheres.
        seed: the seed of the points that are tried.
        digits: decimals of centres and radii; radii are rounded up.
        smallest: the smallest radius [m].
        effort: the share of the usual number of points, at least an eighth.
    """
    import numpy as np

    random = np.random.default_rng((seed, 1))
    most, tried = (int(max(effort, 0.125) * number) for number in (_SAMPLES, _CANDIDATES))
    samples = np.concatenate((corners_of(solid, most), solid.surface_points(most, random)))
    centers, depths = candidates_of(solid, tried, random)
    chosen = _chosen(samples, centers, depths, count)
    centers, depths, radii = _refined(solid, samples, centers[chosen], depths[chosen], random)
    centers = centers.round(digits)
    step = 10.0**-digits
    radii = np.maximum(np.ceil(radii / step) * step, smallest)
    radii = grown(solid, centers, radii, depths)
    radii = np.ceil(radii / step) * step
    order = np.argsort(-radii, kind="stable")
    return centers[order], radii[order].round(digits)


def corners_of(solid: Solid, most: int) -> Any:
    """Return corners of the triangles; if there are more than ``most``, about that number."""
    import numpy as np

    corners = np.unique(solid.triangles.reshape(-1, 3), axis=0)
    return corners[:: max(1, len(corners) // most)]


def candidates_of(solid: Solid, count: int, random: Any) -> tuple[Any, Any]:
    """Return points in the solid and on its surface, and their signed distances."""
    import numpy as np

    low, high = solid.bounds
    points = low + random.random((6 * count, 3)) * (high - low)
    near = solid.surface_points(count // 2, random)
    distance = solid.signed_distance(points)
    inside = np.flatnonzero(distance < 0.0)[:count]
    points = np.concatenate((points[inside], near))
    return points, np.concatenate((distance[inside], solid.signed_distance(near)))


def _chosen(samples: Any, centers: Any, depths: Any, count: int) -> Any:
    """Return the indices of the centres that cover all samples with the lowest maximum cost."""
    import numpy as np

    costs = distances(samples, centers) + depths[:, None]
    low, high = 0.0, float(costs.max(axis=1).min())
    best = np.array([int(costs.max(axis=1).argmin())])
    for _ in range(12):
        middle = 0.5 * (low + high)
        found = _greedy(costs <= middle, count)
        if found is None:
            low = middle
        else:
            best, high = found, middle
    return best


def _greedy(covers: Any, count: int) -> Any:
    """Return at most ``count`` rows with a true value in every column; None if impossible."""
    import numpy as np

    picked: list[int] = []
    while covers.shape[1]:
        if len(picked) == count:
            return None
        sums = np.count_nonzero(covers, axis=1)
        picked.append(int(sums.argmax()))
        if not sums[picked[-1]]:
            return None
        covers = covers[:, ~covers[picked[-1]]]
    return np.array(picked)


def distances(samples: Any, centers: Any) -> Any:
    """Return (centers, samples) distances [m]."""
    import numpy as np

    squares = np.square(samples[:, 0] - centers[:, :1])
    for axis in (1, 2):
        squares += np.square(samples[:, axis] - centers[:, axis : axis + 1])
    return np.sqrt(squares)


def _refined(
    solid: Solid, samples: Any, centers: Any, depths: Any, random: Any
) -> tuple[Any, Any, Any]:
    """Return centres, moved to lower the cost of their samples, with depths and radii."""
    import numpy as np

    spread = 0.05 * solid.diagonal
    owner = np.zeros(len(samples), np.intp)
    for _ in range(_ROUNDS):
        owner = (distances(samples, centers) + depths[:, None]).argmin(axis=0)
        moves = random.normal(size=(len(centers), _TRIES, 3)) * spread
        tried = centers[:, None] + moves * random.random((len(centers), _TRIES, 1))
        signed = solid.signed_distance(tried.reshape(-1, 3)).reshape(tried.shape[:2])
        for number in range(len(centers)):
            own = samples[owner == number]
            if not len(own):
                continue
            places = np.concatenate((centers[number : number + 1], tried[number]))
            heights = np.append(depths[number], signed[number])
            costs = distances(own, places).max(axis=1) + heights
            best = int(costs.argmin())
            centers[number], depths[number] = places[best], heights[best]
        spread *= 0.85
    owner = (distances(samples, centers) + depths[:, None]).argmin(axis=0)
    distance = distances(samples, centers)
    radii = np.array(
        [distance[n, owner == n].max(initial=0.0) for n in range(len(centers))], np.float64
    )
    used = radii > 0.0
    return centers[used], depths[used], radii[used]


def grown(solid: Solid, centers: Any, radii: Any, depths: Any) -> Any:
    """Return radii, increased so that the spheres contain the surface of a solid."""
    import numpy as np

    grain = _GRAIN * solid.diagonal
    radii, slack = radii.copy(), _slack(solid.triangles, centers)
    rest = solid.triangles
    while len(rest):
        later: list[Any] = []
        for start in range(0, len(rest), max(1, _ROOM // len(radii))):
            block = rest[start : start + max(1, _ROOM // len(radii))]
            reach = _reaches(block, centers)
            is_open = ~(reach <= radii - slack).any(axis=1)
            is_small = _edges(block).max(axis=1) <= grain
            now = is_open & is_small
            if now.any():
                needed = reach[now] + 2.0 * slack
                best = np.maximum(needed + depths, radii + depths).argmin(axis=1)
                np.maximum.at(radii, best, needed[np.arange(len(best)), best])
            later.append(_halves(block[is_open & ~is_small]))
        rest = np.concatenate(later)
    return radii


def is_covered(triangles: Any, centers: Any, radii: Any, *, finest: float = 1e-4) -> bool:
    """Return whether every triangle is certainly inside the union of spheres.

    Triangles are divided until each is inside a single sphere, so the answer is a proof, not a
    sample. If rounding errors could change the answer, it is False.

    Args:
        triangles: (t, 3, 3) the corners of the triangles [m].
        centers: (n, 3) the centres of the spheres [m].
        radii: (n,) the radii of the spheres [m].
        finest: edge length, as a share of the largest radius; the proof fails if a triangle below
            this length is not inside any sphere.
    """
    return not len(open_points(triangles, centers, radii, finest * float(radii.max())))


def open_points(
    triangles: Any,
    centers: Any,
    radii: Any,
    finest: float,
    planes: Iterable[tuple[Any, float]] = (),
    most: int = 1,
) -> Any:
    """Return some points of triangles that are not certainly inside the union of spheres.

    The result is empty only if all points are certainly inside the union, or beyond a plane.

    Args:
        triangles: (t, 3, 3) the corners of the triangles [m].
        centers: (n, 3) the centres of the spheres [m].
        radii: (n,) the radii of the spheres [m].
        finest: edge length [m]; a triangle below this length that is not inside any sphere counts
            as open.
        planes: normals and offsets [m]; points with normal · p < offset are left out.
        most: number of points after which the search ends.
    """
    import numpy as np

    slack = _slack(triangles, centers)
    rest, found, count = triangles, [np.zeros((0, 3))], 0
    while len(rest):
        if len(rest) > _MOST:
            return rest[0]
        later: list[Any] = []
        for start in range(0, len(rest), max(1, _ROOM // len(radii))):
            block = rest[start : start + max(1, _ROOM // len(radii))]
            is_done = (_reaches(block, centers) <= radii - slack).any(axis=1)
            block = block[~(is_done | _are_beyond(block, planes))]
            is_open = _edges(block).max(axis=1, initial=0.0) <= finest
            first = block[:, :1]
            is_open |= ~(_is_in_any(first[:, 0], centers, radii) | _are_beyond(first, planes))
            found.append(block[is_open, 0])
            count += len(found[-1])
            if count >= most:
                return np.concatenate(found)
            later.append(_halves(block[~is_open]))
        rest = np.concatenate(later)
    return np.concatenate(found)


def _are_beyond(groups: Any, planes: Iterable[tuple[Any, float]]) -> Any:
    """Return which groups (n, k, 3) of points are beyond a plane."""
    import numpy as np

    found = np.zeros(len(groups), bool)
    for normal, offset in planes:
        found |= ((groups * np.array(normal)).sum(axis=2) < offset).all(axis=1)
    return found


def _is_in_any(points: Any, centers: Any, radii: Any) -> Any:
    return (distances(points, centers) <= radii[:, None]).any(axis=0)


def _slack(triangles: Any, centers: Any) -> float:
    import numpy as np

    return _SLACK * float(max(np.abs(triangles).max(), np.abs(centers).max(), 1e-3))


def _reaches(triangles: Any, centers: Any) -> Any:
    """Return (t, n) the distance from each centre to the farthest corner of each triangle."""
    import numpy as np

    found = np.zeros((len(triangles), len(centers)))
    for corner in range(3):
        np.maximum(found, distances(centers, triangles[:, corner]), out=found)
    return found


def _edges(triangles: Any) -> Any:
    """Return (t, 3) the lengths of the edges from each corner to the next corner."""
    import numpy as np

    return np.linalg.norm(np.roll(triangles, -1, axis=1) - triangles, axis=2)


def _halves(triangles: Any) -> Any:
    """Return both halves of triangles, divided in the middle of their longest edges."""
    import numpy as np

    if not len(triangles):
        return triangles
    first = _edges(triangles).argmax(axis=1)
    rows = np.arange(len(triangles))
    a, b, c = (triangles[rows, (first + step) % 3] for step in range(3))
    middle = 0.5 * (a + b)
    return np.concatenate((np.stack((a, middle, c), axis=1), np.stack((middle, b, c), axis=1)))


def cover_within(
    solid: Solid,
    tolerance: float,
    most: int,
    seed: int = 0,
    *,
    smallest: float = 0.0,
    effort: float = 1.0,
    name: str = "a link",
) -> tuple[Any, Any]:
    """Return few spheres that contain the surface and overshoot it by at most ``tolerance``.

    The bound on the overshoot holds for every point of the spheres: it follows from the depths of
    their centres.

    Args:
        solid: the collision geometry of a link.
        tolerance: the largest overshoot [m].
        most: the largest number of spheres.
        seed: the seed of the points that are tried.
        smallest: the smallest radius [m].
        effort: the effort of each cover; see ``cover``.
        name: the name of the solid in an error.

    Raises:
        ValueError: more spheres are needed.
    """
    fewest = fewest_spheres(solid, 0.0, tolerance)
    errors: list[tuple[int, float]] = []
    count = 1
    while max(count, fewest) <= most:
        if count >= fewest:
            centers, radii = cover(solid, count, seed, smallest=smallest, effort=effort)
            if len(radii):
                errors.append((count, reach_of(solid, centers, radii)))
                if errors[-1][1] <= tolerance:
                    return centers, radii
                if is_hopeless(errors, tolerance, most):
                    break
        count += max(1, count // 4)
    raise ValueError(f"{name} needs more than {most:,} spheres for a tolerance of {tolerance:g} m")


def reach_of(solid: Solid, centers: Any, radii: Any) -> float:
    """Return an upper bound on the distance by which spheres reach beyond a solid [m]."""
    return float((radii + solid.signed_distance(centers)).max())
