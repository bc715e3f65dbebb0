"""The triangles of a COLLADA file, read with pycollada.

The unit of the file is applied; its up axis is ignored.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from bodyplan.geometry.mesh.collada_text import MOST_NODES, text_of
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.looks import WHITE, Look, Looks
from bodyplan.geometry.mesh.pieces import Piece, TriangleCount
from bodyplan.geometry.mesh.polygons import cut


class Shape(NamedTuple):
    """A shape of a COLLADA scene.

    Args:
        primitive: the pycollada object with the vertices and polygons.
        corners: (F, 3) the corners of each triangle, as positions in the flat list of polygon
            corners; None if all polygons are triangles.
        X_FG: (4, 4) the pose in the frame of the file [m].
        part: the name of the node.
        material: the material; None if the shape has none.
    """

    primitive: Any
    corners: Any
    X_FG: Any
    part: str
    material: Any

    @property
    def faces(self) -> Any:
        """Vertex indices of each triangle, shape (F, 3)."""
        return self._at(self.primitive.vertex_index)

    @property
    def normals(self) -> Any:
        """The normal of each triangle corner, shape (F, 3, 3); None if the shape has no normals."""
        return self._of_corners(self.primitive.normal, self.primitive.normal_index)

    @property
    def uv(self) -> Any:
        """Texture coordinates of each triangle corner, shape (F, 3, 2); None if missing."""
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
    """Yield one piece for each instance of a shape in the scene.

    As in Gazebo, a shape belongs to the part of its node, or of the nearest named parent node.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    if looks is None:
        for shape in _shapes(text_of(data, has_looks=False), len(data)):
            yield Piece(shape.primitive.vertex, shape.faces, shape.X_FG, shape.part)
        return
    known: dict[int, Look] = {}
    for shape in _shapes(text_of(data, has_looks=True), len(data)):
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


def _document(text: bytes) -> Any:
    """Return the COLLADA object of pycollada for a file.

    Raises:
        MeshError: the file is not valid.
        Exception: any exception of pycollada for a broken file.
    """
    collada: Any = import_module("collada")  # pycollada has no type annotations
    document = collada.Collada(io.BytesIO(text), ignore=[collada.common.DaeError])
    if document.errors:  # without this check, an incomplete mesh would be accepted
        raise document.errors[0]
    if document.scene is None:
        raise MeshError("has no scene")
    return document


def _shapes(text: bytes, size: int) -> Iterator[Shape]:
    """Yield each shape with triangles in the scene of a file.

    Args:
        text: the text of the file, from ``text_of``.
        size: the size of the file [bytes].

    Raises:
        MeshError: the unit is invalid, there are too many shapes, or vertices are missing.
        Exception: any exception of pycollada for a broken file.
    """
    scene: Any = import_module("collada").scene
    document = _document(text)
    del text
    unit = document.assetInfo.unitmeter
    unit = 1.0 if unit is None else float(unit)
    if not 0.0 < unit < math.inf:
        raise MeshError(f"has an invalid unit of {unit:g} metres")
    scale = np.diag([unit, unit, unit, 1.0])
    count = 0
    triangles = TriangleCount(size)
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
    """Return the geometry of a node, and its pose (for a skin, with the bind shape matrix)."""
    if hasattr(node, "geometry"):
        return node.geometry, pose
    held = node.controller
    if hasattr(held, "geometry"):
        return held.geometry, pose @ np.asarray(held.bind_shape_matrix, np.float64)
    return held.source_geometry, pose


def _has_polygons(primitive: Any) -> bool:
    """Return whether a shape consists of polygons with vertices, not of lines."""
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
    """Return ``Shape.corners`` for the triangles into which the polygons of a shape are cut."""
    counts = getattr(primitive, "vcounts", None)
    if counts is None:
        return None
    return cut(primitive.vertex, primitive.vertex_index.ravel(), counts)
