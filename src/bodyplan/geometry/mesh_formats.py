"""The triangles in the bytes of a mesh file: by trimesh, and by pycollada for COLLADA.

Units: COLLADA says how long its unit is, which is followed; glTF is in metres; the others do not
say, and are taken as metres. Axes: coordinates are taken as they stand in the file. That a COLLADA
file calls another axis "up", and that glTF calls y so, turns nothing: RViz and MoveIt ignore it, and
Gazebo drops the turn that its reader puts at the root. Viewers that are not of robots do turn it.
"""

from __future__ import annotations

import io
import logging
import math
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from bodyplan.geometry.mesh import MeshError, TriangleMesh
from bodyplan.text import plural, shown

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import Numbers

MOST_TRIANGLES = 10_000_000
"""Triangles of a file; one with more is not measured."""
MOST_NODES = 20_000
"""Places of shapes in a COLLADA scene, where one may stand in many places."""

_SILENT = logging.NullHandler()

_Part = tuple[Any, Any, Any]
"""Corners, triangles, and where they are placed: X_GN as (4, 4), or None."""


def parsed(data: bytes, kind: str, name: str, buffers: Mapping[str, bytes]) -> TriangleMesh:
    """The triangles of a file, in metres; corners at the same place are one corner.

    Args:
        data: the content.
        kind: its ending, in lower case.
        name: what messages call it.
        buffers: for a glTF file, the content of those that it names.

    Raises:
        MeshError: it cannot be read, or has no triangles.
    """
    import numpy as np

    for library in ("trimesh", "collada"):  # what they would tell the terminal is told by the error
        logging.getLogger(library).addHandler(_SILENT)
    try:
        data = _checked(data, kind)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parts = _from_collada(data) if kind == "dae" else _from_trimesh(data, kind, buffers)
            vertices, faces = _joined(parts)
    except MeshError as error:
        raise MeshError(f"{name} {error}") from None
    except Exception as error:  # whatever a library raises over a broken file
        lines = str(error).strip().splitlines()
        reason = shown(lines[0], 160) if lines else type(error).__name__
        raise MeshError(f"{name} cannot be read: {reason}") from error
    from bodyplan.geometry.mesh_weld import welded

    return welded(TriangleMesh(vertices, faces, name))


def _checked(data: bytes, kind: str) -> bytes:
    """The content, where it is of the size and in the form that the libraries read rightly."""
    from bodyplan.geometry.mesh_files import LARGEST_TEXT

    if kind == "stl":
        count = int.from_bytes(data[80:84], "little")
        is_text = len(data) != 84 + 50 * count
        if is_text and b"facet" not in data and b"solid" not in data[:1024]:
            raise MeshError(
                f"is no STL: {len(data):,} bytes, and with the {plural(count, 'triangle')} that it "
                f"begins with it had {84 + 50 * count:,}"
            )
    else:
        is_text = kind in {"dae", "obj", "gltf"} or (kind == "ply" and b"ascii" in data[:64])
    if is_text and len(data) > LARGEST_TEXT:
        most = f"{LARGEST_TEXT / 1e6:,.0f} MB at most"
        raise MeshError(f"is too large to be read: {len(data) / 1e6:,.0f} MB of text, {most}")
    return _with_absolute_indices(data) if kind == "obj" else data


_FROM_END = re.compile(rb"^[ \t]*f[ \t][^\r\n]*?-", re.MULTILINE)
_FROM_ZERO = re.compile(rb"^[ \t]*f[ \t](?:[^\r\n]*?[ \t])?0+[/ \t\r\n]", re.MULTILINE)


def _with_absolute_indices(data: bytes) -> bytes:
    """An OBJ file whose faces count corners from the first one; trimesh counts the others wrongly."""
    if _FROM_ZERO.search(data):
        raise MeshError("has triangles with corner 0; the first one is 1")
    if not _FROM_END.search(data):
        return data
    lines = data.splitlines()
    count = 0
    for number, line in enumerate(lines):
        words = line.split()
        if words[:1] == [b"v"]:
            count += 1
        elif words[:1] == [b"f"] and b"-" in line:
            corners = [int(word.partition(b"/")[0]) for word in words[1:]]
            absolute = [corner if corner > 0 else count + 1 + corner for corner in corners]
            if min(absolute, default=1) < 1:
                raise MeshError("has triangles with corners that are not there")
            lines[number] = b"f " + b" ".join(b"%d" % corner for corner in absolute)
    return b"\n".join(lines) + b"\n"


def _joined(parts: Iterator[_Part]) -> tuple[Numbers, Any]:
    """Everything in the frame of the file, one after the other."""
    import numpy as np

    corners: list[Any] = []
    triangles: list[Any] = []
    first = count = 0
    for vertices, faces, pose in parts:
        count += len(faces)
        if count > MOST_TRIANGLES:
            raise MeshError(f"has more than {MOST_TRIANGLES:,} triangles, which are not measured")
        placed, indices = np.asarray(vertices, np.float64), np.asarray(faces, np.int64)
        if not len(indices):
            continue
        if indices.min() < 0 or indices.max() >= len(placed):
            raise MeshError("has triangles with corners that are not there")
        if pose is not None:
            placed = placed @ pose[:3, :3].T + pose[:3, 3]
            if np.linalg.det(pose[:3, :3]) < 0:  # mirrored: what was outside stays outside
                indices = indices[:, ::-1]
        corners.append(placed)
        triangles.append(indices + first)
        first += len(placed)
    if not triangles:
        raise MeshError("has no triangles")
    return np.concatenate(corners), np.concatenate(triangles)


# trimesh


def _from_trimesh(data: bytes, kind: str, buffers: Mapping[str, bytes]) -> Iterator[_Part]:
    import numpy as np
    import trimesh

    scene = trimesh.load_scene(
        io.BytesIO(data),
        file_type=kind,
        resolver=buffers,  # whatever else is asked for is not there
        process=False,
        skip_materials=True,
    )
    for node in scene.graph.nodes_geometry:
        matrix, shape = scene.graph[node]
        geometry = scene.geometry[shape]
        if isinstance(geometry, trimesh.Trimesh):
            pose = None if (matrix == np.eye(4)).all() else np.asarray(matrix, np.float64)
            yield geometry.vertices, geometry.faces, pose


# COLLADA


def _from_collada(data: bytes) -> Iterator[_Part]:
    """The shapes of the scene, each as often as it stands there."""
    import numpy as np

    try:
        collada: Any = import_module("collada")  # which has no types
    except ImportError:
        raise MeshError(
            "is read with pycollada, which is not installed: pip install 'bodyplan[mesh]'"
        ) from None
    scene = collada.scene
    _check_prologue(data)
    document = collada.Collada(
        io.BytesIO(_without_surfaces(data)), ignore=[collada.common.DaeError]
    )
    if document.errors:  # the rest would be part of a mesh
        raise document.errors[0]
    if document.scene is None:
        raise MeshError("names no scene")
    unit = document.assetInfo.unitmeter
    unit = 1.0 if unit is None else float(unit)
    if not 0.0 < unit < math.inf:
        raise MeshError(f"says that its unit is {unit:g} metres")
    scale = np.diag([unit, unit, unit, 1.0])
    count = 0
    nodes: list[tuple[Any, Any]] = [(node, scale) for node in reversed(document.scene.nodes)]
    while nodes:
        node, pose = nodes.pop()
        count += 1
        if count > MOST_NODES:
            raise MeshError(f"places its shapes in more than {MOST_NODES:,} ways")
        if isinstance(node, scene.GeometryNode):
            for given in node.geometry.primitives:
                primitive = given
                if isinstance(given, collada.polylist.Polylist):
                    if given.vcounts.astype(np.int64).sum() > len(given.index):
                        raise MeshError("has polygons of more corners than it tells")
                    primitive = given.triangleset()
                if (
                    isinstance(primitive, collada.triangleset.TriangleSet)
                    and primitive.vertex is not None
                ):
                    yield primitive.vertex, primitive.vertex_index, pose
        elif isinstance(node, (scene.Node, scene.NodeNode)):
            inner = pose @ np.asarray(node.matrix, np.float64)
            nodes += [(child, inner) for child in reversed(node.children or ())]


_SURFACES = (
    b"bind_material",
    b"library_images",
    b"library_effects",
    b"library_materials",
    b"library_animations",
)


def _without_surfaces(data: bytes) -> bytes:
    """The file without what has nothing to do with its triangles, and may be broken."""
    for word in _SURFACES:
        start, kept, pieces = data.find(b"<" + word), 0, []
        while start >= 0:
            end = data.find(b">", start)
            if end >= 0 and data[end - 1 : end] != b"/":
                end = data.find(b"</" + word + b">", end)
                end = end + len(word) + 2 if end >= 0 else -1
            if end < 0:
                break
            pieces.append(data[kept:start])
            kept = end + 1
            start = data.find(b"<" + word, kept)
        data = b"".join((*pieces, data[kept:]))
    return data


class _BeginsError(Exception):
    """The root element begins: nothing of what is looked for can come any more."""


def _check_prologue(data: bytes) -> None:
    """Sees to it that no text stands for other text or other files, nor the file for an archive."""
    if data[:2] == b"PK":
        raise MeshError("is an archive, not a mesh")

    def doctype(*_: object) -> None:
        raise MeshError("has a document type, which is not followed")

    def begins(*_: object) -> None:
        raise _BeginsError

    parser = expat.ParserCreate()
    handlers: dict[str, Callable[..., None]] = {
        "StartDoctypeDeclHandler": doctype,
        "StartElementHandler": begins,
    }
    for handler, function in handlers.items():
        setattr(parser, handler, function)
    try:
        parser.Parse(data, True)
    except _BeginsError:
        pass
    except expat.ExpatError as error:
        raise MeshError(f"cannot be read: {error}") from None
