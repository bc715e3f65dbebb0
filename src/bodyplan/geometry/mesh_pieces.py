"""The triangles of a file as its reader gives them, piece by piece, and put together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from bodyplan.geometry.mesh_error import MeshError, MeshSizeError

MOST_TRIANGLES = 10_000_000
"""Triangles of a file; one with more is not measured."""


class Piece(NamedTuple):
    """Some triangles of a file.

    Args:
        vertices: (V, 3) corners [m].
        faces: (F, 3) their indices, counter-clockwise.
        X_FG: (4, 4) their pose in the frame of the file; None for the identity.
        part: name of the part of the file that they belong to; may be empty.
    """

    vertices: Any
    faces: Any
    X_FG: Any = None
    part: str = ""


def joined(pieces: Iterable[Piece]) -> tuple[Any, Any]:
    """Corners and triangles of all pieces in the frame of the file, one after the other.

    Raises:
        MeshError: no triangles, too many, or indices without vertices; the message does not contain
            the name of the file.
    """
    corners: list[Any] = []
    triangles: list[Any] = []
    first = count = 0
    for piece in pieces:
        count += len(piece.faces)
        if count > MOST_TRIANGLES:
            raise MeshSizeError(f"exceeds the limit of {MOST_TRIANGLES:,} triangles")
        vertices, indices = piece.vertices, np.asarray(piece.faces, np.int64)
        if not len(indices):
            continue
        if indices.min() < 0 or indices.max() >= len(vertices):
            raise MeshError("has vertex indices out of range")
        if len(vertices) > indices.size:  # many pieces may share many corners, each with a few
            used, numbers = np.unique(indices, return_inverse=True)
            vertices, indices = vertices[used], numbers.reshape(-1, 3)
        placed = np.asarray(vertices, np.float64)
        if piece.X_FG is not None:
            placed = placed @ piece.X_FG[:3, :3].T + piece.X_FG[:3, 3]
            if np.linalg.det(piece.X_FG[:3, :3]) < 0:  # mirrored: what was outside stays outside
                indices = indices[:, ::-1]
        corners.append(placed)
        triangles.append(indices + first)
        first += len(placed)
    if not triangles:
        raise MeshError("has no triangles")
    return np.concatenate(corners), np.concatenate(triangles)
