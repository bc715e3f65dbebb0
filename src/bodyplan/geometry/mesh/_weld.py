"""Merges coincident vertices, so that triangles share edges even if the file has no indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import Numbers, TriangleMesh

SEAM = 2.0**-22
"""Vertices that are closer than this fraction of the largest coordinate are assumed to differ only
by rounding. It is four units in the last place of single precision, in which most formats store
numbers."""
_LONGEST_RIM = 200_000
"""If a mesh has more open edges than this, its holes are assumed to be real, and vertices that
differ only by rounding are not searched."""
_MOST_NEAR = 64
"""Each vertex is compared with at most this number of vertices; in a seam, fewer are near."""


def welded(mesh: TriangleMesh) -> TriangleMesh:
    """Return a mesh with equal vertices merged, and without vertices that no triangle uses.

    If holes remain, vertices on the rims of the holes that differ only by rounding are merged too,
    provided that this closes all holes.
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
    """Return the vertices that triangles use, and the triangles with adapted indices."""
    used = np.zeros(len(vertices), bool)
    used[faces] = True
    return (vertices, faces) if used.all() else (vertices[used], (np.cumsum(used) - 1)[faces])


def _sewn(mesh: TriangleMesh) -> Any:
    """Return the triangles after merging vertices of open edges that differ only by rounding."""
    rim = mesh.edges.rim
    points = mesh.vertices[rim]
    reach = SEAM * float(np.abs(mesh.vertices).max())
    # Points are sorted along a direction that is unlikely to be normal to a plane of the mesh, so
    # that distant points rarely have similar positions in this order.
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
    """Return for each item the first item that is connected to it, directly or indirectly.

    Args:
        count: the number of items.
        pairs: (n, 2) indices of items that are connected.
    """
    root = np.arange(count)
    a, b = np.concatenate(pairs).T
    while True:
        low, high = np.minimum(root[a], root[b]), np.maximum(root[a], root[b])
        apart = low != high
        if not apart.any():
            return root
        a, b, low, high = a[apart], b[apart], low[apart], high[apart]
        np.minimum.at(root, high, low)
        while True:  # until each entry refers to the end of its chain
            further = root[root]
            if (further == root).all():
                break
            root = further


def classes(rows: Numbers) -> tuple[Any, Any]:
    """Return the first row of each class of equal rows, and the class of each row.

    Args:
        rows: (n, columns) 64-bit numbers; equal rows have the same class.
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
        # rarely, different rows have the same hash
        if not (words[first][number] == words).all():
            every: Any = np.stack([_words(rows, one) for one in range(rows.shape[1])], axis=1)
            _, first, back = np.unique(every, axis=0, return_index=True, return_inverse=True)
            return first, back.reshape(-1)
    return first, number


def _words(rows: Numbers, column: int) -> Any:
    """Return a column as 64-bit words; -0.0 becomes 0.0."""
    return (rows[:, column] + 0).view(np.uint64)


def _mixed(keys: Any) -> Any:
    """Return 64-bit hashes of 64-bit keys; each bit of a hash depends on all bits of its key.

    Source: S. Vigna, SplitMix64 (the finalizer of MurmurHash3 with constants by D. Stafford).
    """
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys ^ (keys >> np.uint64(31))
