"""The solids to which spheres are fitted, and groups of links with equal or mirrored solids."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from bodyplan.collision.evidence import SkippedLink
from bodyplan.collision.solid import Solid, solid_of
from bodyplan.collision.sphere_fit import Plane
from bodyplan.formats.sphere_files import FARTHEST
from bodyplan.model import Robot
from bodyplan.model.transform import Transform

MOST_TRIANGLES_IN_ALL = 1_500_000
"""Limit on the number of triangles of all links together."""
MOST_SHAPES = 10_000
"""Limit on the number of shapes of all links together."""
MOST_OVERLAP = 25_000
"""Limit on the cost of a signed distance (``Solid.cost``), summed over links with overlapping
shapes."""
_OVERLAPPING = 200
"""A link counts as overlapping if its ``Solid.cost`` is larger; smooth shapes have about 100."""
Planes = Mapping[str, Sequence[tuple[int, float]]]
"""Planes by link, each with its axis (0, 1, 2) and offset [m]."""
_MOST_COMPARED, _MOST_COMPARED_IN_ALL = 200_000, 500_000
"""Limits on the number of triangles of one link and of all links. Mirror images are searched only
within these limits."""
_GRAIN = 1e-6
"""Tolerance for the corners of mirror images [m]."""
_POINTS = 300
"""Number of points on the surface of a link that are compared with the surface of another link."""
_SIGNS = tuple((x, y, z) for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0))


class Work(NamedTuple):
    """A link with the solid to which spheres are fitted.

    Args:
        link: the name of the link.
        solid: the collision geometry of the link.
        key: a hash of the corners that is equal for links that are mirror images of each other.
        signs: (3,) the signs by which the coordinates were multiplied before hashing.
        exact: a hash of the triangles without mirroring.
        cost: the cost of the signed distance of a point, see ``Solid.cost``.
    """

    link: str
    solid: Solid
    key: bytes
    signs: tuple[float, float, float]
    exact: bytes
    cost: float


def work_of(robot: Robot, links: Collection[str] | None) -> tuple[list[Work], list[SkippedLink]]:
    """Return the links with usable collision geometry, and the skipped links."""
    wanted = None if links is None else {robot.link_index(name) for name in links}
    work: list[Work] = []
    count, shapes, near, compared = 0, 0, 0.0, 0
    skipped: list[SkippedLink] = []
    known: dict[bytes, tuple[bytes, tuple[float, float, float], bytes, float]] = {}
    for number, link in enumerate(robot.links):
        if wanted is not None and number not in wanted:
            continue
        if not link.collisions:
            if wanted is not None:
                skipped.append(SkippedLink(link.name, "it has no collision shape"))
            continue
        shapes += len(link.collisions)
        if shapes > MOST_SHAPES:
            reason = f"the links have more than {MOST_SHAPES:,} shapes together"
            skipped.append(SkippedLink(link.name, reason))
            continue
        if count > MOST_TRIANGLES_IN_ALL:
            skipped.append(SkippedLink(link.name, _too_many()))
            continue
        solid = solid_of(robot, ((part, Transform()) for part in link.collisions))
        if isinstance(solid, str):
            skipped.append(SkippedLink(link.name, solid))
            continue
        count += len(solid.triangles)
        if count > MOST_TRIANGLES_IN_ALL:
            skipped.append(SkippedLink(link.name, _too_many()))
            continue
        exact = sha256(solid.triangles).digest()
        if exact not in known:
            cost = solid.cost()
            own = cost if cost > _OVERLAPPING else 0.0
            if near + own > MOST_OVERLAP:
                reason = f"more than {MOST_OVERLAP:,} triangles of the links overlap at a point"
                skipped.append(SkippedLink(link.name, reason))
                continue
            near += own
            size = len(solid.triangles)
            compared += size
            is_compared = size <= _MOST_COMPARED and compared <= _MOST_COMPARED_IN_ALL
            key = _key(solid.triangles) if is_compared else (exact, _SIGNS[0])
            known[exact] = (*key, exact, cost)
        work.append(Work(link.name, solid, *known[exact]))
    return work, skipped


def _too_many() -> str:
    return f"the links have more than {MOST_TRIANGLES_IN_ALL:,} triangles together"


def groups_of(work: Sequence[Work], alone: Collection[str] = ()) -> list[list[Work]]:
    """Return groups of links whose geometries are equal or mirror images.

    Args:
        work: the links.
        alone: names of links that are fitted separately.
    """
    groups: list[list[Work]] = []
    by_key: dict[bytes, list[list[Work]]] = {}
    for one in work:
        known = [] if one.link in alone else by_key.setdefault(one.key, [])
        for group in known:
            if _is_alike(group[0], one):
                group.append(one)
                break
        else:
            groups.append([one])
            known.append(groups[-1])
    return groups


def signs_between(one: Work, other: Work) -> Any:
    """Return the (3,) signs that mirror the coordinates of a link to another link of its group."""
    import numpy as np

    return np.array(one.signs) * np.array(other.signs)


def _key(triangles: Any) -> tuple[bytes, tuple[float, float, float]]:
    """Return a hash that is the same for mirror images, and the signs that were applied for it."""
    import numpy as np

    corners = np.rint(triangles.reshape(-1, 3) / _GRAIN)
    found = []
    for signs in _SIGNS:
        turned = corners * signs + 0.0
        turned = turned[np.lexsort(turned.T)]
        is_new = np.append(True, (turned[1:] != turned[:-1]).any(axis=1))
        found.append((sha256(turned[is_new]).digest(), signs))
    return min(found, key=lambda one: one[0])


def _is_alike(one: Work, other: Work) -> bool:
    """Return whether the surfaces of two links with the same key are equal or mirror images."""
    import numpy as np

    if one.exact == other.exact:
        return True
    signs = signs_between(one, other)
    random = np.random.default_rng(0)
    pairs = (one.solid, other.solid), (other.solid, one.solid)
    return one.solid.shell == other.solid.shell and all(
        np.abs(b.signed_distance(a.surface_points(_POINTS, random) * signs) + b.shell).max()
        <= 4.0 * _GRAIN
        for a, b in pairs
    )


def planes_of(robot: Robot, clip: Mapping[str, Mapping[str, float]]) -> Planes:
    """Return the planes that spheres must not cross, by link: the axis and the offset of each.

    Raises:
        UnknownNameError: a link does not exist.
        ValueError: a plane is not valid.
    """
    found: dict[str, list[tuple[int, float]]] = {}
    for link, planes in clip.items():
        robot.link_index(link)
        for axis, offset in planes.items():
            if axis not in {"x", "y", "z"} or not abs(offset) <= FARTHEST:
                raise ValueError(f"clip: expected a plane such as z=0, got {axis}={offset}")
            found.setdefault(link, []).append(("xyz".index(axis), float(offset)))
    return found


def side_of(solid: Solid, axis: int, offset: float) -> Plane:
    """Return a plane as normal and offset [m]; the normal points to the larger part of a solid."""
    sign = 1.0 if solid.bounds[:, axis].mean() >= offset else -1.0
    normal = [0.0, 0.0, 0.0]
    normal[axis] = sign
    return (normal[0], normal[1], normal[2]), sign * offset
