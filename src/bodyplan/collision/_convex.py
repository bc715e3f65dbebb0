"""Distances of many convex pieces at once, by NumPy.

Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance
between complex objects in three-dimensional space", 1988.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

_ROUNDS = 60
_WAYS = 2000


class Pieces:
    """A primitive, or the triangles of a mesh, in the frame R of the first root link.

    Args:
        kind: kind of the shape; see ``_shapes.KINDS``.
        size: half lengths of a primitive [m]; see ``_shapes.Shapes``.
        R: (3, 3) rotation of the shape.
        p: (3,) origin of the shape [m].
        corners: (n, 3, 3) vertices of the triangles of a mesh, in R [m]; None for a primitive.
    """

    def __init__(self, kind: str, size: Any, R: Any, p: Any, corners: Any = None) -> None:
        self.kind, self.size, self.R, self.p, self.corners = kind, size, R, p, corners
        self.radius = float(size[0]) if kind in {"sphere", "capsule"} else 0.0

    @property
    def boxes(self) -> tuple[Any, Any]:
        """The lowest and highest coordinates of each piece, (n, 3)."""
        if self.corners is not None:
            return self.corners.min(axis=1), self.corners.max(axis=1)
        axes = np.eye(3)
        high = self.support(axes).diagonal()[None] + self.radius
        return self.support(-axes).diagonal()[None] - self.radius, high

    def some(self, numbers: Any) -> Pieces:
        """Return the triangles with these indices; a primitive is returned unchanged."""
        if self.corners is None:
            return self
        return Pieces(self.kind, self.size, self.R, self.p, self.corners[numbers])

    def support(self, d: Any) -> Any:
        """Return (n, 3) the point of each core that is farthest along its direction in d (n, 3)."""
        if self.corners is not None:
            along = np.einsum("nkj,nj->nk", np.broadcast_to(self.corners, (len(d), 3, 3)), d)
            rows = np.arange(len(d)) if len(self.corners) > 1 else np.zeros(len(d), int)
            return self.corners[rows, along.argmax(axis=1)]
        return _support(self.kind, self.size, d @ self.R) @ self.R.T + self.p


def _support(kind: str, size: Any, d: Any) -> Any:
    x, _, z = size
    if kind == "sphere":
        return np.zeros_like(d)
    if kind == "capsule":
        return np.copysign((0.0, 0.0, z), d)
    if kind == "box":
        return np.copysign(size, d)
    if kind == "ellipsoid":
        scaled = d * size
        length = np.linalg.norm(scaled, axis=1, keepdims=True)
        return size * np.divide(scaled, length, out=np.zeros_like(d), where=length > 0.0)
    across = np.linalg.norm(d[:, :2], axis=1)
    found = np.zeros_like(d)
    some = across > 0.0
    found[some, :2] = x * d[some, :2] / across[some, None]
    found[:, 2] = np.copysign(z, d[:, 2])
    if kind == "cone":
        is_tip = 2.0 * z * d[:, 2] > x * across
        found[is_tip, :2] = 0.0
        found[:, 2] = np.where(is_tip, z, -z)
    return found


def distances(one: Pieces, two: Pieces) -> tuple[Any, Any, Any, Any]:
    """Return signed distances, nearest points on both pieces, and whether their cores touch.

    A core is a shape without the radius of a sphere or capsule. If the cores touch, their
    penetration depth is missing from the distance: see ``depth``.
    """
    # GJK on the cores: the radius of a sphere or capsule is subtracted at the end, which is exact
    # and converges faster than a round shape does. All pairs of pieces advance together.
    count = max(1 if piece.corners is None else len(piece.corners) for piece in (one, two))
    radii = one.radius + two.radius
    d = np.array(np.broadcast_to(_middle(two) - _middle(one), (count, 3)))
    d[np.linalg.norm(d, axis=1) == 0.0] = (1.0, 0.0, 0.0)
    on_a = one.support(d)
    # Unused vertices of a simplex are infinite, so no new point is equal to one of them.
    w = np.full((count, 4, 3), np.inf)
    of_a = np.zeros((count, 4, 3))
    w[:, 0], of_a[:, 0] = on_a - two.support(-d), on_a
    weights = np.zeros((count, 4))
    weights[:, 0] = 1.0
    v = w[:, 0].copy()
    size = float(np.abs(v).max()) + float(np.abs(on_a).max())
    active = np.ones(count, bool)
    touching = np.zeros(count, bool)
    for _ in range(_ROUNDS):
        length = np.linalg.norm(v, axis=1)
        touching |= length <= 1e-15 * size
        on_a = one.support(-v)
        new = on_a - two.support(v)
        ahead = np.einsum("ni,ni->n", v, new)
        # The plane through `new` bounds the distance from below: the rest is rounding.
        active &= ~touching & (length * length - ahead > 1e-15 * length * length)
        # Adding a vertex of the simplex again would repeat this step forever.
        active &= ~(new[:, None] == w).all(axis=2).any(axis=1)
        if not active.any():
            break
        rows = np.flatnonzero(active)
        free = (weights[rows] == 0.0).argmax(axis=1)
        trial, own = w[rows], of_a[rows]
        trial[np.arange(len(rows)), free] = new[rows]
        own[np.arange(len(rows)), free] = on_a[rows]
        used = weights[rows] > 0.0
        used[np.arange(len(rows)), free] = True
        trial[~used] = np.inf
        better, nearest, is_inside = _reduced(trial, used)
        # If rounding errors increase the distance, the previous simplex is the result.
        closer = is_inside | (np.linalg.norm(nearest, axis=1) < length[rows])
        kept = rows[closer]
        w[kept], of_a[kept] = trial[closer], own[closer]
        weights[kept], v[kept] = better[closer], nearest[closer]
        w[kept] = np.where(weights[kept][:, :, None] > 0.0, w[kept], np.inf)
        touching[rows[is_inside]] = True
        active[rows[~closer | is_inside]] = False
    core = np.where(touching, 0.0, np.linalg.norm(v, axis=1))
    point = np.einsum("nk,nki->ni", weights, of_a)
    n = np.divide(v, core[:, None], out=np.zeros_like(v), where=core[:, None] > 0.0)
    v = core[:, None] * n
    return core - radii, point - one.radius * n, point - v + two.radius * n, touching


def _middle(pieces: Pieces) -> Any:
    return pieces.p if pieces.corners is None else pieces.corners[:, 0]


def _reduced(w: Any, used: Any) -> tuple[Any, Any, Any]:
    """Return the part of each simplex that is nearest to the origin.

    The result is the weights of the vertices (n, 4), the nearest point (n, 3), and whether the
    origin is inside (n,).
    """
    points = np.where(used[:, :, None], w, 0.0)
    best = np.full(len(w), np.inf)
    weights = np.zeros((len(w), 4))

    def offer(columns: tuple[int, ...], parts: Any, valid: Any) -> None:
        point = np.einsum("nk,nki->ni", parts, points[:, columns])
        squared = np.where(valid, np.einsum("ni,ni->n", point, point), np.inf)
        is_less = squared < best
        best[is_less] = squared[is_less]
        weights[is_less] = 0.0
        weights[np.ix_(is_less, np.array(columns))] = parts[is_less]

    # Try every vertex, edge and face instead of searching among neighbours: with four vertices this
    # is as fast, and degenerate simplices need no special cases.
    with np.errstate(all="ignore"):
        for i in range(4):
            offer((i,), np.ones((len(w), 1)), used[:, i])
        for i, k in combinations(range(4), 2):
            e = points[:, k] - points[:, i]
            along = -np.einsum("ni,ni->n", points[:, i], e)
            t = np.nan_to_num(along / np.einsum("ni,ni->n", e, e))
            offer((i, k), np.stack((1.0 - t, t), 1), used[:, i] & used[:, k] & (t > 0) & (t < 1))
        for three in combinations(range(4), 3):
            a, b, c = (points[:, column] for column in three)
            n = np.cross(b - a, c - a)
            parts = np.stack(
                [np.einsum("ni,ni->n", np.cross(*two), n) for two in ((b, c), (c, a), (a, b))], 1
            )
            valid = used[:, three].all(axis=1) & (parts > 0.0).all(axis=1)
            offer(three, np.nan_to_num(parts / parts.sum(axis=1, keepdims=True)), valid)
        a, b, c, d = (points[:, column] for column in range(4))
        whole = np.sign(np.einsum("ni,ni->n", b - a, np.cross(c - a, d - a)))
        volumes = np.stack(
            [
                whole * sign * np.einsum("ni,ni->n", x, np.cross(y, z))
                for sign, x, y, z in ((1, b, c, d), (-1, a, c, d), (1, a, b, d), (-1, a, b, c))
            ],
            1,
        )
        is_inside = used.all(axis=1) & (volumes > 0.0).all(axis=1)
        weights[is_inside] = volumes[is_inside] / volumes[is_inside].sum(axis=1, keepdims=True)
    return weights, np.einsum("nk,nki->ni", weights, points), is_inside


def depth(one: Pieces, two: Pieces) -> tuple[float, Any, Any]:
    """Return the negative penetration depth of two touching pieces, and the deepest point of each.

    The depth is the smallest support height of their Minkowski difference. The search covers all
    directions, then ever smaller neighbourhoods of the best direction.
    """
    # A spiral: directions that are nearly uniform on the sphere, the same in each run.
    number = np.arange(_WAYS) + 0.5
    z, turn = 1.0 - 2.0 * number / _WAYS, np.pi * (1.0 + 5.0**0.5) * number
    flat = np.sqrt(1.0 - z * z)
    around = np.stack((flat * np.cos(turn), flat * np.sin(turn), z), 1)
    # Between flat faces, the smallest height is along a face normal or a cross product of two
    # edges. The spiral alone would miss these directions.
    axes = np.concatenate([_directions(piece) for piece in (one, two)])
    crossed = np.cross(axes[:, None], axes[None]).reshape(-1, 3)
    crossed = crossed[np.linalg.norm(crossed, axis=1) > 1e-9]
    known = np.concatenate((axes, crossed))
    known /= np.linalg.norm(known, axis=1, keepdims=True)
    directions = np.concatenate((around, known, -known))
    heights, on_a, on_b = _heights(one, two, directions)
    best = int(heights.argmin())
    n, least, spread = directions[best], heights[best], 0.1
    points = on_a[best], on_b[best]
    while spread > 1e-9:
        nearby = n + spread * around[:: _WAYS // 40]
        nearby /= np.linalg.norm(nearby, axis=1, keepdims=True)
        heights, on_a, on_b = _heights(one, two, nearby)
        best = int(heights.argmin())
        if heights[best] < least:
            n, least, points = nearby[best], heights[best], (on_a[best], on_b[best])
        spread *= 0.75
    reach = one.radius + two.radius
    return -(max(float(least), 0.0) + reach), points[0] + one.radius * n, points[1] - two.radius * n


def _heights(one: Pieces, two: Pieces, d: Any) -> tuple[Any, Any, Any]:
    on_a, on_b = one.support(d), two.support(-d)
    return np.einsum("ni,ni->n", on_a - on_b, d), on_a, on_b


def _directions(piece: Pieces) -> Any:
    if piece.corners is None:
        return piece.R.T
    a, b, c = piece.corners[0]
    n = np.cross(b - a, c - a)
    found = np.array(
        (b - a, c - b, a - c, n, np.cross(n, b - a), np.cross(n, c - b), np.cross(n, a - c))
    )
    length = np.linalg.norm(found, axis=1)
    return found[length > 0.0] if (length > 0.0).any() else np.eye(3)
