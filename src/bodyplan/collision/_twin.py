"""NumPy version of ``native/collision_scene.hpp``, for installations without the extension.

Each pair of shapes is computed separately: first bounding boxes of triangles, then distances of
many pairs of convex pieces at once. These queries are slow, and cannot prove that links never
touch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bodyplan.collision._convex import Pieces, depth, distances
from bodyplan.collision._shapes import KINDS, Shapes

_BLOCK = 512
"""Number of pairs of triangles whose distances are computed at once."""
_ROOM = 2_000_000
"""Number of pairs of bounding boxes that are compared at once."""


class Scene:
    """The collision shapes of bodies; the arguments are the fields of ``Shapes``."""

    def __init__(
        self, bodies: int, meshes: Any, body: Any, kind: Any, size: Any, mesh: Any, X_LG: Any
    ) -> None:
        self.bodies = bodies
        self.steps = 0  # part of the interface; this class does not count steps
        self._given = Shapes(bodies, meshes, body, kind, size, mesh, X_LG)
        self._shapes = [np.flatnonzero(body == number) for number in range(bodies)]

    def touching(self, X: Any, pairs: Any, threads: int = 1) -> Any:  # noqa: ARG002  (it computes with one)
        """Return (batch, pairs) whether two bodies touch."""
        return self._each(X, pairs, lambda a, b, one: self._nearest(one, a, b, True)[0] <= 0, bool)

    def distance(self, X: Any, pairs: Any, threads: int = 1) -> Any:  # noqa: ARG002  (it computes with one)
        """Return (batch, pairs) the signed distance of two bodies [m]."""
        return self._each(X, pairs, lambda a, b, one: self._nearest(one, a, b, False)[0], float)

    def inside(self, X: Any, pairs: Any, threads: int = 1) -> Any:  # noqa: ARG002  (it computes with one)
        """Return (batch, pairs) 1 or 2 if the first or second body is inside the other, else 0."""
        return self._each(X, pairs, self._inside, np.int8)

    def first(self, X: Any, pairs: Any, threads: int = 1) -> Any:  # noqa: ARG002  (it computes with one)
        """Return (pairs,) the index of the first configuration in which two bodies touch, or -1."""
        found = np.full(len(pairs), -1, np.int64)
        for number, (a, b) in enumerate(pairs):
            for place, one in enumerate(X):
                if self._nearest(one, a, b, True)[0] <= 0.0:
                    found[number] = place
                    break
        return found

    def contact(self, X: Any, a: int, b: int, deep_steps: int = 0) -> tuple[Any, Any, Any, bool]:  # noqa: ARG002  (it does not count)
        """Return the signed distance of two bodies, their nearest points, and False.

        The last value says whether the depth is only a lower bound; here it is always exact.
        """
        return *self._nearest(X, a, b, False), False

    def _each(self, X: Any, pairs: Any, query: Any, dtype: Any) -> Any:
        found = np.empty((len(X), len(pairs)), dtype)
        for row, one in zip(found, X, strict=True):
            row[:] = [query(a, b, one) for a, b in pairs]
        return found

    def _placed(self, X: Any, body: int) -> list[Pieces]:
        made = []
        for number in self._shapes[body]:
            kind = KINDS[self._given.kind[number]]
            X_LG, X_RL = self._given.X_LG[number], X[body]
            R, p = X_RL[:, :3] @ X_LG[:, :3], X_RL[:, :3] @ X_LG[:, 3] + X_RL[:, 3]
            corners = None
            if kind == "mesh":
                vertices, faces = self._given.meshes[self._given.mesh[number]]
                corners = (vertices @ R.T + p)[faces]
            made.append(Pieces(kind, self._given.size[number], R, p, corners))
        return made

    def _nearest(self, X: Any, a: int, b: int, is_verdict: bool) -> _Gap:
        best: _Gap = (np.inf, np.zeros(3), np.zeros(3))
        for one in self._placed(X, a):
            for two in self._placed(X, b):
                found = _gap(one, two, 0.0 if is_verdict else best[0], is_verdict)
                if found is not None and found[0] < best[0]:
                    best = found
                if is_verdict and best[0] <= 0.0:
                    return best
        return best

    def _inside(self, a: int, b: int, X: Any) -> int:
        ones, twos = self._placed(X, a), self._placed(X, b)
        within = [_holds(twos, ones), _holds(ones, twos)]
        if not any(within) or self._nearest(X, a, b, True)[0] <= 0.0:
            return 0
        return 1 if within[0] else 2


def _holds(outer: list[Pieces], inner: list[Pieces]) -> bool:
    """Return whether a point of an inner shape is inside a mesh of an outer shape."""
    for mesh in outer:
        if mesh.corners is None:
            continue
        low, high = mesh.boxes[0].min(axis=0), mesh.boxes[1].max(axis=0)
        for piece in inner:
            point = piece.p if piece.corners is None else piece.corners[0, 0]
            is_near = piece.kind != "plane" and bool(((low <= point) & (point <= high)).all())
            if is_near and abs(_winding(mesh.corners - point)) > 0.5:
                return True
    return False


def _winding(corners: Any) -> float:
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    la, lb, lc = (np.linalg.norm(side, axis=1) for side in (a, b, c))
    ab, bc, ca = (np.einsum("ij,ij->i", *two) for two in ((a, b), (b, c), (c, a)))
    turned = np.einsum("ij,ij->i", a, np.cross(b, c))
    angles = np.arctan2(turned, la * lb * lc + ab * lc + bc * la + ca * lb)
    return float(angles.sum()) / (2.0 * np.pi)


_Gap = tuple[Any, Any, Any]


def _gap(one: Pieces, two: Pieces, enough: float, is_verdict: bool) -> _Gap | None:
    """Return the signed distance and nearest points of two shapes; None if they are too far apart.

    Args:
        one: the first shape.
        two: the second shape.
        enough: larger distances are not computed [m].
        is_verdict: whether the sign of the distance is enough, so that depths are not computed.
    """
    if one.kind == "plane":
        return _above(one, two)
    if two.kind == "plane":
        found = _above(two, one)
        return found[0], found[2], found[1]
    (low_a, high_a), (low_b, high_b) = one.boxes, two.boxes
    best: _Gap | None = None
    rows = max(1, _ROOM // len(low_b))
    for begin in range(0, len(low_a), rows):
        part = slice(begin, begin + rows)
        apart = np.maximum(low_a[part, None] - high_b, low_b - high_a[part, None])
        gaps = np.linalg.norm(apart.clip(0.0), axis=2).ravel()
        order = np.flatnonzero(gaps <= max(enough, 0.0) + 1e-12)
        order = order[np.argsort(gaps[order], kind="stable")]
        for start in range(0, len(order), _BLOCK):
            chosen = order[start : start + _BLOCK]
            if gaps[chosen[0]] > max(enough, 0.0) + 1e-12:
                break
            i, k = np.divmod(chosen, len(low_b))
            found = _least(one.some(i + begin), two.some(k), with_depth=not is_verdict)
            if best is None or found[0] < best[0]:
                best, enough = found, min(enough, found[0])
            if is_verdict and found[0] <= 0.0:
                return best
    return best


def _least(one: Pieces, two: Pieces, *, with_depth: bool) -> _Gap:
    apart, on_a, on_b, touching = distances(one, two)
    least = int(apart.argmin())
    found = [(float(apart[least]), on_a[least], on_b[least])]
    if with_depth:
        found += [depth(one.some(i), two.some(i)) for i in np.flatnonzero(touching)[:, None]]
    return min(found, key=lambda gap: gap[0])


def _above(plane: Pieces, other: Pieces) -> _Gap:
    """Return the height of a shape above a plane, and the nearest point of each."""
    n = plane.R @ (plane.size / np.linalg.norm(plane.size))
    if other.kind == "plane":
        m = other.R @ (other.size / np.linalg.norm(other.size))
        is_facing = np.linalg.norm(np.cross(n, m)) < 1e-15 and n @ m < 0.0
        height = float(n @ (other.p - plane.p)) if is_facing else -np.inf
        return height, other.p, other.p
    if other.corners is not None:
        points = other.corners.reshape(-1, 3)
        lowest = points[(points @ n).argmin()]
    else:
        lowest = other.support(-n[None])[0] - other.radius * n
    height = float(n @ (lowest - plane.p))
    return height, lowest - height * n, lowest
