"""The triangles of a COLLADA file, by pycollada.

The unit of the file is applied; its up axis is ignored.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple
from xml.parsers import expat

import numpy as np

from bodyplan.geometry.mesh_error import MeshError, MeshSizeError
from bodyplan.geometry.mesh_looks import WHITE, Look, Looks
from bodyplan.geometry.mesh_pieces import Piece, TriangleCount
from bodyplan.geometry.mesh_polygons import cut

MOST_NODES = 20_000
"""Maximum number of instances of shapes in a scene."""


class Shape(NamedTuple):
    """A shape of the scene: its triangles, as pycollada has them.

    Args:
        primitive: the vertices, and what each corner of its polygons refers to.
        corners: (F, 3) the corners of its triangles; None if its polygons are triangles.
        X_FG: (4, 4) its pose in the frame of the file [m].
        part: the name of its node.
        material: None without one.
    """

    primitive: Any
    corners: Any
    X_FG: Any
    part: str
    material: Any

    @property
    def faces(self) -> Any:
        """(F, 3): vertex indices."""
        return self._at(self.primitive.vertex_index)

    @property
    def normals(self) -> Any:
        """(F, 3, 3): of each corner; None without any."""
        return self._of_corners(self.primitive.normal, self.primitive.normal_index)

    @property
    def uv(self) -> Any:
        """(F, 3, 2): texture coordinates of each corner; None without any."""
        sets, indices = self.primitive.texcoordset, self.primitive.texcoord_indexset
        found = self._of_corners(sets[0], indices[0]) if sets and indices else None
        return None if found is None else found[..., :2]

    def _at(self, indices: Any) -> Any:
        return indices.reshape(-1, 3) if self.corners is None else indices.ravel()[self.corners]

    def _of_corners(self, values: Any, indices: Any) -> Any:
        if values is None or indices is None or not len(values) or np.max(indices) >= len(values):
            return None
        return np.asarray(values, np.float32)[self._at(indices)]


def read_collada(data: bytes, looks: Looks | None = None) -> Iterator[Piece]:
    """Yield the shapes of the scene, one piece for each instance.

    As in Gazebo, a shape belongs to the part of its node, or of the nearest named parent node.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    if looks is None:
        for shape in _shapes(_triangles_only(data)):
            yield Piece(shape.primitive.vertex, shape.faces, shape.X_FG, shape.part)
        return
    known: dict[int, Look] = {}
    for shape in _shapes(_without_comments(data)):
        material = shape.material
        if material is not None and id(material) not in known:
            known[id(material)] = _look(material, looks)
        yield Piece(
            shape.primitive.vertex,
            shape.faces,
            shape.X_FG,
            shape.part,
            shape.normals,
            shape.uv,
            None,
            None if material is None else known[id(material)],
        )


def _look(material: Any, looks: Looks) -> Look:
    diffuse = material.effect.diffuse
    image = None
    texture = ""
    rgba = WHITE
    if isinstance(diffuse, tuple):
        r, g, b, *rest = (min(max(float(one), 0.0), 1.0) for one in diffuse)
        rgba = (r, g, b, rest[0] if rest and rest[0] > 0.0 else 1.0)
    elif diffuse is not None:
        texture = str(diffuse.sampler.surface.image.path)
        image = looks.image(texture)
        if image is None:
            rgba = (0.8, 0.8, 0.8, 1.0)
    return Look(str(material.name or material.id or ""), rgba, image, texture)


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


def _shapes(data: bytes) -> Iterator[Shape]:
    """Yield each shape of a scene that has triangles.

    Raises:
        MeshError: the unit is invalid, there are too many shapes, or vertices are missing.
        Exception: any exception of pycollada for a broken file.
    """
    scene: Any = import_module("collada").scene
    document = _document(data)
    unit = document.assetInfo.unitmeter
    unit = 1.0 if unit is None else float(unit)
    if not 0.0 < unit < math.inf:
        raise MeshError(f"has an invalid unit of {unit:g} metres")
    scale = np.diag([unit, unit, unit, 1.0])
    count = 0
    triangles = TriangleCount(len(data))
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
                if _has_polygons(given):
                    triangles.add(_triangle_count(given))
                    material = materials.get(given.material)
                    yield Shape(given, _corners(given), pose, part, material)
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


def _has_polygons(primitive: Any) -> bool:
    """Whether a shape has vertices and polygons, unlike lines."""
    collada: Any = import_module("collada")
    kinds = (collada.triangleset.TriangleSet, collada.polylist.Polylist)
    return isinstance(primitive, kinds) and primitive.vertex is not None


def _triangle_count(primitive: Any) -> int:
    """Return the number of triangles of a shape.

    Raises:
        MeshError: vertices are missing.
    """
    counts = getattr(primitive, "vcounts", None)
    if counts is None:
        return int(primitive.vertex_index.size) // 3
    if (counts < 0).any() or counts.astype(np.int64).sum() > primitive.vertex_index.size:
        raise MeshError("has polygons with missing vertices")
    return int(np.maximum(counts.astype(np.int64) - 2, 0).sum())


def _corners(primitive: Any) -> Any:
    """Return (F, 3) the triangles of polygons, by the numbers of their corners; None for triangles."""
    counts = getattr(primitive, "vcounts", None)
    if counts is None:
        return None
    return cut(primitive.vertex, primitive.vertex_index.ravel(), counts)


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
    """Return the file without elements that are irrelevant to its triangles and may be broken."""
    data = _without_comments(data)
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


def _without_comments(data: bytes) -> bytes:
    """Return the file without comments: pycollada would ignore numbers after them."""
    before, *rest = data.split(b"<!--")
    return b"".join((before, *(text.partition(b"-->")[2] for text in rest))) if rest else data


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
