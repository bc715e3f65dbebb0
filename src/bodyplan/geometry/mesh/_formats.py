"""Reads triangles from the content of a mesh file of any supported format.

STL, OBJ, PLY and glTF are read by bodyplan, COLLADA by pycollada. The same reader returns the
geometry of a mesh and, on request, its appearance.

Units: the unit of a COLLADA file is applied; glTF is in metres; other formats have no unit and are
assumed to be in metres. Axes: coordinates are not rotated. The up axis of a COLLADA file, and the
y-up convention of glTF, are ignored: RViz and MoveIt ignore them, and Gazebo drops the rotation at
the root. General-purpose mesh viewers apply both.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from bodyplan.core import quoted, shown
from bodyplan.diag import did_you_mean
from bodyplan.geometry import files
from bodyplan.geometry.mesh._collada import read_collada
from bodyplan.geometry.mesh._stl import read_stl
from bodyplan.geometry.mesh._weld import welded
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.gltf.materials import pictures_inside
from bodyplan.geometry.mesh.gltf.numbers import GltfNumbers
from bodyplan.geometry.mesh.gltf.scene import read_gltf
from bodyplan.geometry.mesh.heads import is_text_stl
from bodyplan.geometry.mesh.looks import Looks
from bodyplan.geometry.mesh.mesh import TriangleMesh
from bodyplan.geometry.mesh.obj import read_obj
from bodyplan.geometry.mesh.pieces import Piece, TriangleCount, joined, placed
from bodyplan.geometry.mesh.ply import read_ply

if TYPE_CHECKING:
    from bodyplan.geometry.mesh.loading import MeshContent

_STUMBLES = (LookupError, TypeError, AttributeError, NameError, AssertionError)
_CLUTTER = re.compile(r"^Dae\w+Error: |\{http[^{}]*\}| \(<string>, line \d+\)$")
"""Text that is removed from messages of pycollada: class names, namespaces and locations."""
_SILENT = logging.NullHandler()
_MOST_NAMES = 8
"""The largest number of parts to list in a message about a part that does not exist.

If some parts have names similar to the missing one, the message lists only those.
"""
_MOST_COMPARED = 1_000
"""Similar names are searched only among this number of parts, from the beginning of a file."""


class Parts:
    """The parts of a file, each assembled on demand.

    Args:
        pieces: the triangles of the file.
        name: the name of the file in messages.
        size: the size of the file with its buffers [bytes].
    """

    def __init__(self, pieces: Iterable[Piece], name: str, size: int) -> None:
        self._name = name
        self._size = size
        self._pieces: dict[str, list[Piece]] = {}
        for piece in pieces:
            self._pieces.setdefault(piece.part, []).append(piece)
        self.nbytes = bytes_of(chain.from_iterable(self._pieces.values()))
        """Size of the arrays [bytes]."""

    def mesh(self, part: str, *, is_centered: bool = False) -> TriangleMesh:
        """Return the triangles of a part, in the frame of the file.

        Args:
            part: the name.
            is_centered: whether the centre of the part's bounding box is moved to the origin.

        Raises:
            MeshError: the part does not exist, or has no triangles.
        """
        pieces = self._pieces.get(part)
        if pieces is None:
            raise MeshError(f"{self._name} has no part {quoted(part)}; {self._hint(part)}")
        mesh = merged(pieces, f"part {quoted(part)} of {self._name}", self._size)
        if not is_centered:
            return mesh
        return mesh.with_arrays(mesh.vertices - mesh.bounds.mean(axis=0), mesh.faces)

    def _hint(self, part: str) -> str:
        names = [name for name in self._pieces if name]
        if not names:
            return "no part has a name"
        listed = ", ".join(map(quoted, names[:_MOST_NAMES]))
        more = f" and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
        return did_you_mean(part, names[:_MOST_COMPARED]) or f"it has {listed}{more}"


def parsed(content: MeshContent) -> TriangleMesh:
    """Return the triangles of a file, in metres, with coincident vertices merged.

    Raises:
        MeshError: the file cannot be read, or has no triangles.
    """
    return merged(_pieces(content), content.name, content.size)


def parts_of(content: MeshContent) -> Parts:
    """Return the parts of a file, by name.

    The parts are nodes in COLLADA and glTF, and objects and groups in OBJ.

    Raises:
        MeshError: the file cannot be read.
    """
    with _in_one_sentence(content.name):
        return Parts(_pieces(content, by_part=True), content.name, content.size)


def shown_pieces(
    content: MeshContent, looks: Looks, *, by_part: bool = False
) -> dict[str, list[Piece]]:
    """Return the pieces of a file with their appearance, by part.

    Args:
        content: the content of the file.
        looks: reads materials and pictures.
        by_part: whether to separate parts; otherwise all pieces belong to the part "".

    Raises:
        MeshError: the file cannot be read.
    """
    found: dict[str, list[Piece]] = {}
    with _in_one_sentence(content.name):
        for one in _pieces(content, by_part=by_part, looks=looks):
            if len(one.faces):
                found.setdefault(one.part if by_part else "", []).append(one)
    return found


def placed_pieces(pieces: Iterable[Piece], name: str, size: int) -> list[Piece]:
    """Return pieces with their vertices expressed in the frame of their file.

    Args:
        pieces: the pieces of a file.
        name: the name of the file.
        size: the size of the file with its buffers [bytes].

    Raises:
        MeshError: a piece is not valid, or there are too many triangles.
    """
    with _in_one_sentence(name):
        triangles = TriangleCount(size)
        made = []
        for one in pieces:
            triangles.add(len(one.faces))
            made.append(placed(one))
        return made


def bytes_of(pieces: Iterable[Piece]) -> int:
    """Return the size of the arrays of pieces [bytes]; shared arrays count once."""
    held: dict[int, Any] = {}
    for one in pieces:
        arrays = (one.vertices, one.faces, one.normals, one.uv, one.colors)
        held |= {id(array): array for array in arrays if array is not None}
    return sum(array.nbytes for array in held.values())


def merged(pieces: Iterable[Piece], name: str, size: int) -> TriangleMesh:
    """Return the triangles of pieces as a mesh, with coincident vertices merged.

    Args:
        pieces: the pieces of a file.
        name: the name of the mesh.
        size: the size of the file with its buffers [bytes].

    Raises:
        MeshError: a piece is not valid, or there are too many triangles.
    """
    with _in_one_sentence(name):
        vertices, faces = joined(pieces, size)
    return welded(TriangleMesh(vertices, faces, name, copy=False))


def pictures_of(content: MeshContent) -> list[tuple[int, bytes]]:
    """Return the pictures embedded in a glTF file, with their indices."""
    if content.table is None:
        return []
    with _in_one_sentence(content.name):
        return list(pictures_inside(GltfNumbers(content.table, content.data, content.buffers)))


@contextmanager
def _in_one_sentence(name: str) -> Iterator[None]:
    """Convert any exception to a MeshError with a one-sentence message, and silence pycollada."""
    # pycollada prints to the terminal; the MeshError replaces this output
    logging.getLogger("collada").addHandler(_SILENT)
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except MeshError as error:
        raise type(error)(f"{name} {error}") from None
    except Exception as error:  # a library may raise any exception for a broken file
        raise MeshError(f"{name} cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """Return a phrase that describes what is wrong with a file, from the exception of a library."""
    lines = _CLUTTER.sub("", str(error).strip()).splitlines()
    if isinstance(error, _STUMBLES) or not lines:  # the message is about the library's internals
        return "it is damaged"
    return shown(lines[0], 160)


def _pieces(
    content: MeshContent, *, by_part: bool = False, looks: Looks | None = None
) -> Iterator[Piece]:
    """Yield the pieces of a file, with part names and materials if they are requested."""
    data, kind = content.data, content.kind
    is_text = (kind == "stl" and is_text_stl(data, len(data))) or (
        kind == "ply" and b"ascii" in data[:64]
    )
    if is_text and len(data) > files.LARGEST_TEXT:
        most = f"{files.LARGEST_TEXT / 1e6:,.0f} MB at most"
        raise MeshSizeError(f"exceeds the limit: {len(data) / 1e6:,.0f} MB of text, {most}")
    match kind:
        case "stl":
            return read_stl(data)
        case "obj":
            return read_obj(data, by_part=by_part, looks=looks)
        case "dae":
            return read_collada(data, looks)
        case "ply":
            return read_ply(data, looks)
        case _:
            # the only remaining format is glTF, for which the JSON is always read
            assert content.table is not None
            return read_gltf(content.table, data, content.buffers, looks)
