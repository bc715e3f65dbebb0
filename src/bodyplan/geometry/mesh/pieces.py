"""The triangles of a file as its reader gives them, piece by piece, and put together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.looks import Look

MOST_TRIANGLES = 1_100_000
"""Triangles of a file; one with more is not measured."""
MOST_VERTICES = 3 * MOST_TRIANGLES
"""Vertices of a file that are read; no more belong to its triangles."""
FEW_TRIANGLES = 200_000
"""Triangles that any file may have; more are allowed up to the number of its bytes."""


class Piece(NamedTuple):
    """Some triangles of a file.

    Args:
        vertices: (V, 3) corners [m].
        faces: (F, 3) their indices, counter-clockwise.
        X_FG: (4, 4) their pose in the frame of the file; None for the identity.
        part: name of the part of the file that they belong to; may be empty.
        normals: (F, 3, 3) of each corner; None if the file has none, or none were asked for.
        uv: (F, 3, 2) texture coordinates of each corner, from the lower left; None without them.
        colors: (V, 4) of the vertices, 0 to 255; None without them.
        look: the material; None without one.
    """

    vertices: Any
    faces: Any
    X_FG: Any = None
    part: str = ""
    normals: Any = None
    uv: Any = None
    colors: Any = None
    look: Look | None = None


class TriangleCount:
    """Counts the triangles of a file before they are made: also those that are used in several places.

    Args:
        size: the size of the file with its buffers [bytes].
    """

    def __init__(self, size: int) -> None:
        self.most = min(max(FEW_TRIANGLES, size), MOST_TRIANGLES)
        """Limit of the triangles."""
        self.count = 0

    def add(self, count: int) -> None:
        """Count triangles.

        Raises:
            MeshSizeError: they are too many.
        """
        self.count += count
        if self.count > self.most:
            beside = "" if self.most == MOST_TRIANGLES else " for a file of its size"
            raise MeshSizeError(f"exceeds the limit of {self.most:,} triangles{beside}")


def joined(pieces: Iterable[Piece], size: int) -> tuple[Any, Any]:
    """Return corners and triangles of all pieces in the frame of the file, one after the other.

    Args:
        pieces: the pieces of a file.
        size: the size of the file with its buffers [bytes].

    Raises:
        MeshError: no triangles, too many, or indices without vertices; the message does not contain
            the name of the file.
    """
    corners: list[Any] = []
    triangles: list[Any] = []
    first, count = 0, TriangleCount(size)
    for piece in pieces:
        count.add(len(piece.faces))
        if not len(piece.faces):
            continue
        whole = placed(piece)
        corners.append(whole.vertices)
        triangles.append(whole.faces if first == 0 else whole.faces + first)
        first += len(whole.vertices)
    if not triangles:
        raise MeshError("has no triangles")
    if len(triangles) == 1:
        return corners[0], triangles[0]
    return np.concatenate(corners), np.concatenate(triangles)


def placed(piece: Piece) -> Piece:
    """Return a piece in the frame of the file, without vertices that it does not use.

    Raises:
        MeshError: indices without vertices.
    """
    vertices, faces, colors = piece.vertices, np.asarray(piece.faces), piece.colors
    normals, uv = piece.normals, piece.uv
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise MeshError("has vertex indices out of range")
    if faces.dtype.itemsize > 4:  # 32 bits are enough for the vertices
        faces = faces.astype(np.int32)
    if len(vertices) > faces.size:  # many pieces may share many corners, each with a few
        used, numbers = np.unique(faces, return_inverse=True)
        vertices, faces = vertices[used], numbers.reshape(-1, 3).astype(np.int32)
        colors = None if colors is None else colors[used]
    vertices = np.asarray(vertices, np.float64)
    if piece.X_FG is not None:
        turn = piece.X_FG[:3, :3]
        vertices = vertices @ turn.T + piece.X_FG[:3, 3]
        if normals is not None:
            normals = _turned(normals, turn)
        if np.linalg.det(turn) < 0:  # mirrored: what was outside stays outside
            faces = faces[:, ::-1]
            normals = None if normals is None else normals[:, ::-1]
            uv = None if uv is None else uv[:, ::-1]
    return Piece(vertices, faces, None, piece.part, normals, uv, colors, piece.look)


def _turned(normals: Any, turn: Any) -> Any:
    """Return normals after a change of frame; none where that has no inverse."""
    try:
        return normals @ np.linalg.inv(turn).astype(normals.dtype)
    except np.linalg.LinAlgError:
        return None
