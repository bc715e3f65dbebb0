"""The triangles of a glTF file: its nodes and their meshes.

Source: Khronos, glTF 2.0 specification, sections 3.5 and 3.7.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from bodyplan.core import plural
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.gltf.claims import members
from bodyplan.geometry.mesh.gltf.materials import GltfMaterials
from bodyplan.geometry.mesh.gltf.numbers import (
    GltfNumbers,
    attribute_of,
    extensions,
    listed,
    whole,
)
from bodyplan.geometry.mesh.looks import Looks
from bodyplan.geometry.mesh.pieces import Piece, TriangleCount

MOST_PARTS = 20_000
"""The largest number of nodes, and of mesh pieces, of a scene; a reused piece counts at each
use."""
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_INSTANCING = "EXT_mesh_gpu_instancing"
_COMPRESSED = "KHR_draco_mesh_compression"


def read_gltf(
    table: dict[str, Any],
    data: bytes,
    buffers: Mapping[str, bytes],
    looks: Looks | None = None,
) -> Iterator[Piece]:
    """Yield the pieces of the default scene; a reused piece is yielded at each use.

    The part name of a piece is the name of its node.

    Args:
        table: the JSON of the file, which ``names_of_buffers`` has checked.
        data: the content of the file.
        buffers: the contents of external buffers, by URI as written.
        looks: finds pictures; None omits normals, colours, texture coordinates and materials.

    Raises:
        MeshError: the file is not valid; the message is meant to follow the name of the file.
    """
    gltf = GltfNumbers(table, data, buffers)
    materials = None if looks is None else GltfMaterials(gltf, looks)
    triangles = TriangleCount(len(data) + sum(map(len, buffers.values())))
    known: dict[int, Piece] = {}  # the pieces read so far: nodes may share a mesh
    count = 0
    for node, pose in nodes_of(gltf):
        name = node.get("name")
        for primitive in _primitives(gltf, node):
            count += 1
            _check_count(count, "shapes")
            mode = primitive.get("mode", _TRIANGLES)
            if mode in (_TRIANGLES, _STRIP, _FAN):
                if id(primitive) not in known:
                    triangles.add(_declared(gltf, primitive, mode))
                    piece = _shape(gltf, primitive, mode)
                    if materials is not None and len(piece.faces):
                        piece = materials.on(piece, primitive)
                    known[id(primitive)] = piece
                piece = known[id(primitive)]
                yield piece._replace(X_FG=pose, part=name if isinstance(name, str) else "")


def _declared(gltf: GltfNumbers, primitive: dict[str, Any], mode: int) -> int:
    """Return the number of triangles that a mesh primitive declares, without reading them."""
    position = attribute_of(primitive, "POSITION")
    number = primitive.get("indices", position)
    if position is None:
        return 0
    count = whole(gltf.member("accessors", number), "count")
    return count // 3 if mode == _TRIANGLES else max(count - 2, 0)


def _check_count(count: int, what: str) -> None:
    """Check that the number of nodes or pieces does not exceed the limit."""
    if count > MOST_PARTS:
        raise MeshSizeError(f"exceeds the limit of {MOST_PARTS:,} {what}")


def nodes_of(gltf: GltfNumbers) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield the nodes of the default scene, each with its (4, 4) pose in the frame of the file.

    Raises:
        MeshError: the file has no scene, a node is its own descendant, or there are too many nodes.
    """
    if not gltf.table.get("scenes"):
        raise MeshError("has no scene")
    scene = gltf.member("scenes", gltf.table.get("scene", 0))
    inside = [(iter(listed(scene, "nodes")), np.eye(4), -1)]
    above: set[int] = set()  # the indices of the ancestors of the next node
    count = 0
    while inside:
        numbers, outer, holder = inside[-1]
        for number in numbers:
            count += 1
            _check_count(count, "nodes")
            node = gltf.member("nodes", number)
            if number in above:
                raise MeshError(f"has node {number} as its own descendant")
            pose = outer @ _pose(node)
            yield node, pose
            above.add(number)
            inside.append((iter(listed(node, "children")), pose, number))
            break
        else:
            above.discard(holder)
            inside.pop()


def _primitives(gltf: GltfNumbers, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the primitives of a node's mesh."""
    if "mesh" not in node:
        return
    if _INSTANCING in extensions(node):
        raise MeshError(f"uses the unsupported extension {_INSTANCING}")
    yield from members(gltf.member("meshes", node["mesh"]), "primitives")


def _shape(gltf: GltfNumbers, primitive: dict[str, Any], mode: int) -> Piece:
    """Return the vertices and triangles of a mesh primitive; none for points and lines."""
    position = attribute_of(primitive, "POSITION")
    if position is None:  # points and lines have no triangles
        return Piece(np.empty((0, 3)), np.empty((0, 3), np.int32))
    is_stored = "bufferView" in gltf.member("accessors", position)
    if _COMPRESSED in extensions(primitive) and not is_stored:
        raise MeshError(f"uses the unsupported compression {_COMPRESSED}")
    vertices = gltf.numbers(position, "VEC3")
    if "indices" in primitive:
        corners = gltf.numbers(primitive["indices"], "SCALAR")[:, 0]
        if corners.dtype.kind != "u":
            raise MeshError("has indices that are not unsigned integers")
        if len(corners) and corners.max() >= len(vertices):
            raise MeshError("has vertex indices out of range")
    else:
        corners = np.arange(len(vertices))
    return Piece(vertices, _triples(corners.astype(np.int32), mode))


def _triples(corners: Any, mode: int) -> Any:
    """Return (F, 3) vertex indices of the triangles in a triangle list, strip or fan."""
    if mode == _TRIANGLES:
        if len(corners) % 3:
            raise MeshError(
                f"has {plural(len(corners), 'vertex', 'vertices')} for triangles; expected a multiple of 3"
            )
        return corners.reshape(-1, 3)
    steps = np.arange(max(len(corners) - 2, 0))
    if mode == _FAN:
        return np.stack((corners[steps + 1], corners[steps + 2], corners[0 * steps]), axis=1)
    odd = steps % 2
    return corners[np.stack((steps, steps + 1 + odd, steps + 2 - odd), axis=1)]


def _pose(node: dict[str, Any]) -> Any:
    """Return the pose of a node in the frame of its parent node, shape (4, 4)."""
    if "matrix" in node:
        return _floats(node, "matrix", np.eye(4).ravel()).reshape(4, 4).T
    x, y, z, w = _floats(node, "rotation", (0.0, 0.0, 0.0, 1.0)).tolist()
    length = math.sqrt(x * x + y * y + z * z + w * w)
    if length == 0.0:
        raise MeshError("has a node with a rotation of length 0")
    x, y, z, w = x / length, y / length, z / length, w / length
    R = np.array(
        (
            (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)),
            (2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)),
            (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)),
        )
    )
    pose = np.eye(4)
    pose[:3, :3] = R * _floats(node, "scale", (1.0, 1.0, 1.0))
    pose[:3, 3] = _floats(node, "translation", (0.0, 0.0, 0.0))
    return pose


def _floats(node: dict[str, Any], key: str, default: Any) -> Any:
    """Return the array of numbers under a key of a node, such as its translation."""
    numbers = node.get(key)
    if numbers is None:
        return np.array(default)
    fits = isinstance(numbers, list) and len(numbers) == len(default)
    if not fits or not all(isinstance(number, (int, float)) for number in numbers):
        raise MeshError(f"has a node whose {key} does not have {len(default)} numbers")
    return np.array(numbers, np.float64)
