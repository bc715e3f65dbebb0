"""The pieces of a mesh file, as each format module returns them, and their combination."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.looks import Look

MOST_TRIANGLES = 1_100_000
"""The largest number of triangles of a file; a file with more triangles is rejected."""
MOST_VERTICES = 3 * MOST_TRIANGLES
"""The largest number of vertices that are read from a file: its triangles cannot use more of
them."""
FEW_TRIANGLES = 200_000
"""Any file may have this number of triangles; beyond it, a file may have one triangle per byte."""


class Piece(NamedTuple):
    """Some triangles of a file.

    Args:
        vertices: (V, 3) the vertices [m].
        faces: (F, 3) vertex indices of the triangles, counter-clockwise.
        X_FG: (4, 4) pose of the piece in the frame of the file; None for the identity.
        part: name of the part of the file; may be empty.
        normals: (F, 3, 3) normals of each corner; like ``uv``, ``colors`` and ``look``, None if
            missing or not requested.
        uv: (F, 3, 2) texture coordinates of each corner, from the lower left.
        colors: (V, 4) RGBA colours of the vertices, 0 to 255.
        look: the material.
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
    """Counts the triangles of a file before they are created; a reused shape counts at each use.

    Args:
        size: the size of the file with its buffers [bytes].
    """

    def __init__(self, size: int) -> None:
        self.most = min(max(FEW_TRIANGLES, size), MOST_TRIANGLES)
        """The largest number of triangles of the file."""
        self.count = 0

    def add(self, count: int) -> None:
        """Count triangles.

        Raises:
            MeshSizeError: there are too many triangles.
        """
        self.count += count
        if self.count > self.most:
            beside = "" if self.most == MOST_TRIANGLES else " for a file of its size"
            raise MeshSizeError(f"exceeds the limit of {self.most:,} triangles{beside}")


def joined(pieces: Iterable[Piece], size: int) -> tuple[Any, Any]:
    """Return the vertices and triangles of all pieces, joined, in the frame of the file.

    Args:
        pieces: the pieces of a file.
        size: the size of the file with its buffers [bytes].

    Raises:
        MeshError: triangles are missing or too many, or vertex indices are out of range; the
            message does not contain the name of the file.
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
        MeshError: vertex indices are out of range.
    """
    vertices, faces, colors = piece.vertices, np.asarray(piece.faces), piece.colors
    normals, uv = piece.normals, piece.uv
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise MeshError("has vertex indices out of range")
    if faces.dtype.itemsize > 4:  # 32 bits are enough for the indices of all vertices
        faces = faces.astype(np.int32)
    # many pieces may share the same vertices, and each may use only a few
    if len(vertices) > faces.size:
        used, numbers = np.unique(faces, return_inverse=True)
        vertices, faces = vertices[used], numbers.reshape(-1, 3).astype(np.int32)
        colors = None if colors is None else colors[used]
    vertices = np.asarray(vertices, np.float64)
    if piece.X_FG is not None:
        turn = piece.X_FG[:3, :3]
        vertices = vertices @ turn.T + piece.X_FG[:3, 3]
        if normals is not None:
            normals = _turned(normals, turn)
        # reverse the triangles of a mirrored piece, so that the outside remains outside
        if np.linalg.det(turn) < 0:
            faces = faces[:, ::-1]
            normals = None if normals is None else normals[:, ::-1]
            uv = None if uv is None else uv[:, ::-1]
    return Piece(vertices, faces, None, piece.part, normals, uv, colors, piece.look)


def _turned(normals: Any, turn: Any) -> Any:
    """Return normals after a linear transformation; None if it has no inverse."""
    try:
        return normals @ np.linalg.inv(turn).astype(normals.dtype)
    except np.linalg.LinAlgError:
        return None
