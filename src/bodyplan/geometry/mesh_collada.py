"""The triangles of a COLLADA file, by pycollada.

The unit of the file is applied; its up axis is ignored.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple
from xml.parsers import expat

import numpy as np

from bodyplan.geometry.mesh_error import MeshError, MeshSizeError
from bodyplan.geometry.mesh_pieces import Piece
from bodyplan.geometry.mesh_polygons import unfolded

MOST_NODES = 20_000
"""Maximum number of instances of shapes in a scene."""


_UNIT = re.compile(rb"<unit\b[^<>]*?\bmeter\s*=\s*[\"']\s*([^\"'<>]*?)\s*[\"']")
HEAD = 64 * 1024
"""Bytes at the start of a file that are searched for its unit."""


def unit_of(head: bytes) -> float | None:
    """Return the unit of a file [m] from its first ``HEAD`` bytes; None if it has none."""
    found = _UNIT.search(head)
    try:
        return float(found[1]) if found is not None else None
    except ValueError:
        return None


class Instance(NamedTuple):
    """A shape of the scene with its material.

    Args:
        primitive: its triangles, as pycollada has them.
        X_FG: (4, 4) their pose in the frame of the file [m].
        part: the name of its node.
        material: as pycollada has it; None without one.
    """

    primitive: Any
    X_FG: Any
    part: str
    material: Any


def read_collada(data: bytes) -> Iterator[Piece]:
    """Yield the shapes of the scene, one piece for each instance.

    As in Gazebo, a shape belongs to the part of its node, or of the nearest named parent node.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    for given, pose, part, _ in _shapes(_document(_triangles_only(data))):
        faces = _faces(given)
        if faces is not None:
            yield Piece(given.vertex, faces, pose, part)


def instances(data: bytes) -> Iterator[Instance]:
    """Yield the shapes of the scene as they look, with normals, texture coordinates and materials.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    collada: Any = import_module("collada")
    for given, pose, part, materials in _shapes(_document(data)):
        if isinstance(given, collada.polylist.Polylist):
            given = given.triangleset()  # noqa: PLW2901
        if isinstance(given, collada.triangleset.TriangleSet) and len(given.vertex_index):
            yield Instance(given, pose, part, materials.get(given.material))


def _document(data: bytes) -> Any:
    """Return a file as pycollada has it.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    collada: Any = import_module("collada")  # which has no types
    _check_prologue(data)
    document = collada.Collada(io.BytesIO(data), ignore=[collada.common.DaeError])
    if document.errors:  # the rest would be part of a mesh
        raise document.errors[0]
    if document.scene is None:
        raise MeshError("has no scene")
    return document


def _shapes(document: Any) -> Iterator[tuple[Any, Any, str, dict[str, Any]]]:
    """Yield each shape of a scene, its pose [m], its part and the materials by their symbols.

    Raises:
        MeshError: the unit is invalid, or there are too many shapes.
    """
    scene: Any = import_module("collada").scene
    unit = document.assetInfo.unitmeter
    unit = 1.0 if unit is None else float(unit)
    if not 0.0 < unit < math.inf:
        raise MeshError(f"has an invalid unit of {unit:g} metres")
    scale = np.diag([unit, unit, unit, 1.0])
    count = 0
    nodes: list[tuple[Any, Any, str]] = [
        (node, scale, "") for node in reversed(document.scene.nodes)
    ]
    while nodes:
        node, pose, part = nodes.pop()
        count += 1
        if count > MOST_NODES:
            raise MeshSizeError(f"exceeds the limit of {MOST_NODES:,} shapes in its scene")
        if isinstance(node, (scene.GeometryNode, scene.ControllerNode)):
            geometry, pose = _geometry(node, pose)
            count += len(geometry.primitives)
            materials = {one.symbol: one.target for one in node.materials}
            for given in geometry.primitives:
                yield given, pose, part, materials
        elif isinstance(node, (scene.Node, scene.NodeNode)):
            inner = pose @ np.asarray(node.matrix, np.float64)
            own = node.node if isinstance(node, scene.NodeNode) else node
            name = own.xmlnode.get("name") or part
            nodes += [(child, inner, name) for child in reversed(node.children or ())]


def _geometry(node: Any, pose: Any) -> tuple[Any, Any]:
    """Return the geometry of a node and its pose; for a skin, its bind pose."""
    if hasattr(node, "geometry"):
        return node.geometry, pose
    held = node.controller
    if hasattr(held, "geometry"):
        return held.geometry, pose @ np.asarray(held.bind_shape_matrix, np.float64)
    return held.source_geometry, pose


def _faces(primitive: Any) -> Any:
    """Return (F, 3) the triangles of a shape; None without triangles, such as lines.

    Raises:
        MeshError: vertices are missing.
    """
    collada: Any = import_module("collada")
    if primitive.vertex is None:
        return None
    if isinstance(primitive, collada.triangleset.TriangleSet):
        return primitive.vertex_index
    if not isinstance(primitive, collada.polylist.Polylist):
        return None
    counts = primitive.vcounts.astype(np.int64)
    if counts.sum() > len(primitive.index):
        raise MeshError("has polygons with missing vertices")
    faces = primitive.triangleset().vertex_index
    sizes = np.maximum(counts - 2, 0)
    many = sizes > 1
    return unfolded(primitive.vertex, faces, (np.cumsum(sizes) - sizes)[many], sizes[many])


_ASIDE = (
    b"bind_material",
    b"library_images",
    b"library_effects",
    b"library_materials",
    b"library_animations",
    b"library_cameras",
    b"library_lights",
    b"instance_camera",
    b"instance_light",
    b"linestrips",
)


def _triangles_only(data: bytes) -> bytes:
    """Return the file without elements that are irrelevant to its triangles and may be broken.

    Comments are removed first: pycollada would ignore numbers after a comment.
    """
    before, *rest = data.split(b"<!--")
    data = b"".join((before, *(text.partition(b"-->")[2] for text in rest)))
    for word in _ASIDE:
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
    """The root element starts: the prologue is complete."""


def _check_prologue(data: bytes) -> None:
    """Reject document types, which may define entities or refer to files, and archives."""
    if data[:2] == b"PK":
        raise MeshError("is an archive, not a mesh")

    def doctype(*_: object) -> None:
        raise MeshError("has a document type, which is not allowed")

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
