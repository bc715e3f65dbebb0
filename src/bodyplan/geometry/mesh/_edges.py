"""Checks whether a mesh is closed and consistently oriented."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from bodyplan.core import plural
from bodyplan.geometry.mesh._weld import SEAM, classes

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.mesh import Indices, Numbers
    from bodyplan.model.transform import Vec3


_FEW = 1_000
"""Number of triangles whose areas are computed before those of the others."""


class Edges:
    """Counts of the edges of a mesh.

    An edge that belongs to an odd number of triangles is open: it is on the boundary of a hole. Any
    other edge that occurs more often in one direction than in the other is inconsistently oriented.
    A surface without open or inconsistently oriented edges encloses a volume. It may touch itself:
    four triangles may share an edge.

    Args:
        vertices: (V, 3) the vertices [m].
        faces: (F, 3) vertex indices of the triangles, counter-clockwise.
    """

    def __init__(self, vertices: Numbers, faces: Indices) -> None:
        self._vertices = vertices
        self._faces = faces
        a, b = faces.T.reshape(-1), faces[:, (1, 2, 0)].T.reshape(-1)
        # a triangle with two equal corners has a single edge, which it contains once in each
        # direction
        proper = a != b
        if not proper.all():
            a, b = a[proper], b[proper]
        del proper
        keys = np.minimum(a, b).astype(np.uint64)  # in place, since meshes may be large
        keys *= np.uint64(len(vertices))
        keys += np.maximum(a, b).astype(np.uint64)
        keys *= np.uint64(2)
        keys += a < b
        del a, b
        keys.sort()
        edges = keys >> np.uint64(1)
        starts = np.flatnonzero(np.append(True, edges[1:] != edges[:-1])[: len(edges)])
        shared = np.diff(np.append(starts, len(keys)))
        forward = np.add.reduceat((keys & np.uint64(1)).astype(np.int32), starts)
        is_open = shared % 2 == 1
        is_twisted = ~is_open & (2 * forward != shared)
        self.count = len(starts)
        """Number of edges, regardless of their direction."""
        self.open_count = int(is_open.sum())
        """Number of edges that belong to an odd number of triangles."""
        self.twisted_count = int(is_twisted.sum())
        """Number of other edges that do not occur equally often in both directions."""
        self._is_plain = len(keys) == 0 or bool((np.maximum(forward, shared - forward) == 1).all())
        self._open = edges[starts[is_open]]
        self._first = self._open[:1] if self.open_count else edges[starts[is_twisted]][:1]

    @property
    def is_watertight(self) -> bool:
        """Whether each edge occurs equally often in both directions, and no triangle is duplicated."""
        is_closed = self.count > 0 and self.open_count == 0 and self.twisted_count == 0
        return is_closed and self.repeated_count == 0

    @property
    def has_consistent_winding(self) -> bool:
        """Whether every edge that is not open occurs equally often in both directions."""
        return self.twisted_count == 0

    @property
    def place(self) -> Vec3 | None:
        """The middle of an open or inconsistently oriented edge [m]; None if not found."""
        for key in self._first.tolist():
            ends = divmod(key, len(self._vertices))
            x, y, z = self._vertices[list(ends)].mean(axis=0).tolist()
            return x, y, z
        return None

    @property
    def rim(self) -> Any:
        """Indices of the vertices of open edges, each once."""
        return np.unique(np.concatenate(np.divmod(self._open, np.uint64(len(self._vertices)))))

    @cached_property
    def has_area(self) -> bool:
        """Whether any triangle has an area larger than a rounding error."""
        largest = float(np.abs(self._vertices).max())
        for faces in (self._faces[:_FEW], self._faces[_FEW:]):  # the first few are usually enough
            a, b, c = (self._vertices[faces[:, corner]] / (largest or 1.0) for corner in range(3))
            doubled = np.linalg.norm(np.cross(b - a, c - a), axis=1)
            sides = [np.linalg.norm(side, axis=1) for side in (b - a, c - b, a - c)]
            if (doubled > SEAM * np.max(sides, axis=0)).any():
                return True
        return False

    @cached_property
    def repeated_count(self) -> int:
        """Number of triangles with the same vertices and orientation as an earlier triangle."""
        # if no edge occurs twice in one direction, no triangle is duplicated
        if self._is_plain:
            return 0
        faces = self._faces
        rolled = np.argmin(faces, axis=1)[:, None] + np.arange(3)
        turned = np.take_along_axis(faces, rolled % 3, axis=1)
        a, b, c = turned.T
        proper = turned[(a != b) & (b != c) & (a != c)].astype(np.int64)
        return len(proper) - len(classes(proper)[0]) if len(proper) else 0

    def leak(self, name: str) -> str | None:
        """Return a sentence that says why the mesh has no volume; None if it has a volume."""
        if self.is_watertight:
            return None
        if not self.has_area:
            return f"{name} has only triangles with zero area"
        noise = SEAM * float(np.abs(self._vertices).max())
        place = (0.0 if abs(number) <= noise else number for number in self.place or ())
        near = ", ".join(f"{number:.6g}" for number in place)
        if self.open_count:
            return (
                f"{name} is not watertight: {plural(self.open_count, 'open edge')}, one at ({near})"
            )
        if self.twisted_count:
            return (
                f"{name} has inconsistently oriented triangles: "
                f"{plural(self.twisted_count, 'edge')}, one at ({near})"
            )
        return f"{name} has {plural(self.repeated_count, 'duplicate triangle')}"
