"""Reading of triangles from the content of a mesh file, by format.

STL, OBJ and glTF are read by bodyplan, COLLADA by pycollada, PLY by trimesh.

Units: the unit of a COLLADA file is applied; glTF is in metres; other formats have no unit and are
assumed to be in metres. Axes: coordinates are not rotated. The up axis of a COLLADA file, and the y-up
convention of glTF, are ignored: RViz and MoveIt ignore them, and Gazebo drops the rotation at the
root. General-purpose viewers apply it.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from bodyplan.core import quoted, shown
from bodyplan.diag import did_you_mean
from bodyplan.geometry import files
from bodyplan.geometry.mesh import TriangleMesh
from bodyplan.geometry.mesh_collada import read_collada
from bodyplan.geometry.mesh_error import MeshError, MeshSizeError
from bodyplan.geometry.mesh_gltf_read import read_gltf
from bodyplan.geometry.mesh_pieces import Piece, joined
from bodyplan.geometry.mesh_plain import is_text_stl, read_obj, read_stl
from bodyplan.geometry.mesh_weld import welded

_STUMBLES = (LookupError, TypeError, AttributeError, NameError, AssertionError)
_CLUTTER = re.compile(r"^Dae\w+Error: |\{http[^{}]*\}| \(<string>, line \d+\)$")
"""Classes, namespaces and unnamed locations in messages of pycollada."""
_PLY_COUNT = re.compile(rb"^element[ \t]+(vertex|face)[ \t]+(\d{1,18})", re.MULTILINE)
_PLY_HEADER = 64 * 1024
"""Maximum size of the header of a PLY file [bytes]."""
_SILENT = logging.NullHandler()
_MOST_NAMES = 8
"""Parts of a file that a message lists if a part does not exist..."""
_MOST_COMPARED = 1_000
"""... unless one of this many has a similar name."""


class Parts:
    """The parts of a file, each assembled on demand.

    Args:
        pieces: the triangles of the file.
        name: the name of the file in messages.
    """

    def __init__(self, pieces: Iterable[Piece], name: str) -> None:
        self._name = name
        self._pieces: dict[str, list[Piece]] = {}
        self.nbytes = 0
        """Bytes of the arrays."""
        held: dict[int, Any] = {}
        for piece in pieces:
            self._pieces.setdefault(piece.part, []).append(piece)
            held |= {id(one): one for one in (piece.vertices, piece.faces)}
        self.nbytes = sum(one.nbytes for one in held.values())

    def mesh(self, part: str, *, is_centered: bool = False) -> TriangleMesh:
        """Return the triangles of a part, in the frame of the file.

        Args:
            part: the name.
            is_centered: move the part so that the middle of its bounds is the origin.

        Raises:
            MeshError: the part does not exist, or has no triangles.
        """
        pieces = self._pieces.get(part)
        if pieces is None:
            raise MeshError(f"{self._name} has no part {quoted(part)}; {self._hint(part)}")
        mesh = _mesh(pieces, f"part {quoted(part)} of {self._name}")
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


def parsed(data: bytes, kind: str, name: str, buffers: Mapping[str, bytes]) -> TriangleMesh:
    """Return the triangles of a file, in metres, with coincident vertices merged.

    Args:
        data: the content.
        kind: the file extension, in lower case.
        name: the name of the file in messages.
        buffers: for a glTF file, the content of its external buffers.

    Raises:
        MeshError: it cannot be read, or has no triangles.
    """
    return _mesh(_pieces(data, kind, buffers), name)


def parts_of(data: bytes, kind: str, name: str, buffers: Mapping[str, bytes]) -> Parts:
    """Return the parts of a file, by name; arguments as for ``parsed``.

    Nodes of COLLADA and glTF and objects and groups of OBJ have names.

    Raises:
        MeshError: it cannot be read.
    """
    with _in_one_sentence(name):
        return Parts(_pieces(data, kind, buffers, by_part=True), name)


def _mesh(pieces: Iterable[Piece], name: str) -> TriangleMesh:
    with _in_one_sentence(name):
        vertices, faces = joined(pieces)
    return welded(TriangleMesh(vertices, faces, name))


@contextmanager
def _in_one_sentence(name: str) -> Iterator[None]:
    """Convert any exception to a MeshError with one sentence, and silence the libraries."""
    for library in ("trimesh", "collada"):  # the error replaces their terminal output
        logging.getLogger(library).addHandler(_SILENT)
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except MeshError as error:
        raise type(error)(f"{name} {error}") from None
    except Exception as error:  # whatever a library raises over a broken file
        raise MeshError(f"{name} cannot be read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """Return the problem of a file, from the exception of a library."""
    lines = _CLUTTER.sub("", str(error).strip()).splitlines()
    if isinstance(error, _STUMBLES) or not lines:  # about the library, not about the file
        return "it is damaged"
    return shown(lines[0], 160)


def _pieces(
    data: bytes, kind: str, buffers: Mapping[str, bytes], *, by_part: bool = False
) -> Iterator[Piece]:
    """Return the pieces of a file; with names if parts are requested."""
    if kind == "stl":
        _check_size(data, is_text=is_text_stl(data, len(data)))
        return read_stl(data)
    _check_size(data, is_text=kind == "ply" and b"ascii" in data[:64])
    if kind == "obj":
        return read_obj(data, by_part=by_part)
    if kind == "dae":
        return read_collada(data)
    if kind in {"gltf", "glb"}:
        return read_gltf(data, kind, buffers)
    return _read_ply(data)


def _check_size(data: bytes, *, is_text: bool) -> None:
    if is_text and len(data) > files.LARGEST_TEXT:
        most = f"{files.LARGEST_TEXT / 1e6:,.0f} MB at most"
        raise MeshSizeError(f"exceeds the limit: {len(data) / 1e6:,.0f} MB of text, {most}")


def _read_ply(data: bytes) -> Iterator[Piece]:
    if not data.startswith(b"ply"):
        raise MeshError("is not a PLY file: it does not begin with 'ply'")
    end = data.find(b"end_header", 0, _PLY_HEADER)
    if end < 0:  # trimesh would look for it in the whole file
        raise MeshError(f"has no 'end_header' in its first {_PLY_HEADER // 1024} KB")
    import trimesh

    scene = trimesh.load_scene(
        io.BytesIO(data), file_type="ply", resolver={}, process=False, skip_materials=True
    )
    declared = {kind: int(count) for kind, count in _PLY_COUNT.findall(data[:end])}
    for geometry in scene.geometry.values():
        if isinstance(geometry, trimesh.Trimesh):
            # polygons of more than three corners are more triangles
            if len(geometry.vertices) < declared.get(b"vertex", 0):
                raise MeshError("is truncated: it has fewer vertices than it declares")
            if len(geometry.faces) < declared.get(b"face", 0):
                raise MeshError("is truncated: it has fewer faces than it declares")
            yield Piece(geometry.vertices, geometry.faces)
