"""The triangles of a COLLADA file, by pycollada.

The unit that the file names is followed; which of its axes it calls "up" turns nothing.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any
from xml.parsers import expat

import numpy as np

from bodyplan.geometry.mesh import MeshError
from bodyplan.geometry.mesh_pieces import Piece

MOST_NODES = 20_000
"""Places of shapes in a scene, where one may stand in many places."""


def read_collada(data: bytes) -> Iterator[Piece]:
    """The shapes of the scene, each as often as it stands there.

    The part that a shape belongs to is the node that holds it, or the nearest around that has a
    name, as in Gazebo.

    Raises:
        MeshError: the file is not what it should be.
        Exception: whatever pycollada raises over a broken file.
    """
    collada: Any = import_module("collada")  # which has no types
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
    nodes: list[tuple[Any, Any, str]] = [
        (node, scale, "") for node in reversed(document.scene.nodes)
    ]
    while nodes:
        node, pose, part = nodes.pop()
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
                    yield Piece(primitive.vertex, primitive.vertex_index, pose, part)
        elif isinstance(node, (scene.Node, scene.NodeNode)):
            inner = pose @ np.asarray(node.matrix, np.float64)
            own = node.node if isinstance(node, scene.NodeNode) else node
            name = own.xmlnode.get("name") or part
            nodes += [(child, inner, name) for child in reversed(node.children or ())]


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
