"""Merging of vertices at the same position, to find adjacent triangles in formats without indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import Numbers, TriangleMesh

SEAM = 2.0**-22
"""Corners that are nearer than this part of the largest coordinate may differ by rounding alone:
it is four steps of single precision, in which most formats hold their numbers."""
_LONGEST_RIM = 200_000
"""Open edges of a mesh whose corners are compared; with more, the mesh is open not by rounding
alone."""
_MOST_NEAR = 64
"""Vertices compared with one vertex; more of them are not a seam."""


def welded(mesh: TriangleMesh) -> TriangleMesh:
    """Return the triangles with equal corners merged, without corners that no triangle uses.

    Where holes are left, corners on their rims that differ by no more than rounding are merged as
    well, if that closes all holes. Other holes stay open.
    """
    vertices, faces = _used(mesh.vertices, mesh.faces)
    first, number = classes(vertices)
    if len(first) < len(mesh.vertices):
        mesh = mesh.with_arrays(vertices[first] + 0.0, number[faces])
    if 0 < mesh.edges.open_count <= _LONGEST_RIM:
        sewn = mesh.with_arrays(*_used(mesh.vertices, _sewn(mesh)))
        if not sewn.edges.open_count:
            return sewn
    return mesh


def _used(vertices: Numbers, faces: Any) -> tuple[Numbers, Any]:
    """Return the mesh without corners that belong to no triangle."""
    used = np.zeros(len(vertices), bool)
    used[faces] = True
    return (vertices, faces) if used.all() else (vertices[used], (np.cumsum(used) - 1)[faces])


def _sewn(mesh: TriangleMesh) -> Any:
    """Return the triangles with corners at the rims of holes merged if only rounding parts them."""
    rim = mesh.edges.rim
    points = mesh.vertices[rim]
    reach = SEAM * float(np.abs(mesh.vertices).max())
    # Sorted by a direction that no plane of a mesh is square to, near points are near in the order.
    order = np.argsort(points @ (0.5347, 0.6269, 0.5666))
    points, rim = points[order], rim[order]
    along = points @ (0.5347, 0.6269, 0.5666)
    pairs = [np.empty((0, 2), np.int64)]
    for step in range(1, min(_MOST_NEAR, len(points))):
        near = np.flatnonzero(along[step:] - along[:-step] <= reach)
        if not len(near):
            break
        apart = np.abs(points[near + step] - points[near]).max(axis=1)
        near = near[apart <= reach]
        pairs.append(np.stack((rim[near], rim[near + step]), axis=1).astype(np.int64))
    roots = united(len(mesh.vertices), *pairs)
    return roots[mesh.faces]


def united(count: int, *pairs: Any) -> Any:
    """Return for each item the first item of its connected component, by pairs (n, 2)."""
    root = np.arange(count)
    a, b = np.concatenate(pairs).T
    while True:
        low, high = np.minimum(root[a], root[b]), np.maximum(root[a], root[b])
        apart = low != high
        if not apart.any():
            return root
        a, b, low, high = a[apart], b[apart], low[apart], high[apart]
        np.minimum.at(root, high, low)
        while True:  # each points to the end of its chain
            further = root[root]
            if (further == root).all():
                break
            root = further


def classes(rows: Numbers) -> tuple[Any, Any]:
    """Return for each distinct row the index of its first occurrence, and for each row its class.

    Args:
        rows: (n, columns) numbers of 64 bits; equal rows have the same class.
    """
    keys = np.zeros(len(rows), np.uint64)
    for column in range(rows.shape[1]):
        keys ^= _words(rows, column)
        keys = _mixed(keys)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_new = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_new[1:])
    del keys
    first = order[is_new]
    number = np.empty(len(order), np.int32)
    number[order] = np.cumsum(is_new, dtype=np.int32) - 1
    del order
    for column in range(rows.shape[1]):
        words = _words(rows, column)
        if not (words[first][number] == words).all():  # a hash collision, which is rare
            every: Any = np.stack([_words(rows, one) for one in range(rows.shape[1])], axis=1)
            _, first, back = np.unique(every, axis=0, return_index=True, return_inverse=True)
            return first, back.reshape(-1)
    return first, number


def _words(rows: Numbers, column: int) -> Any:
    """Return a column as words of 64 bits; -0.0 is 0.0."""
    return (rows[:, column] + 0).view(np.uint64)


def _mixed(keys: Any) -> Any:
    """Return hashes of 64 bits: every bit depends on all bits of the input.

    Source: S. Vigna, SplitMix64 (the finalizer of MurmurHash3 with constants by D. Stafford).
    """
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys ^ (keys >> np.uint64(31))
