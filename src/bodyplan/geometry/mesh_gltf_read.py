"""The triangles of a glTF file: its nodes, and the accessors that hold numbers.

Source: Khronos, glTF 2.0 specification, sections 3.5 to 3.7 and the binary container of section 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np

from bodyplan.core import plural
from bodyplan.geometry.mesh_error import MeshError, MeshSizeError
from bodyplan.geometry.mesh_gltf import members, table_of
from bodyplan.geometry.mesh_pieces import Piece

MOST_PARTS = 20_000
"""Nodes of a file and pieces of its meshes, each counted as often as the scene uses it."""
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_NUMBERS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_COLUMNS = {"SCALAR": 1, "VEC3": 3}
_LARGEST = {"<i1": 127.0, "<u1": 255.0, "<i2": 32767.0, "<u2": 65535.0}
"""What stands for 1 where whole numbers are normalized."""
_INSTANCING = "EXT_mesh_gpu_instancing"
_COMPRESSED = "KHR_draco_mesh_compression"


def read_gltf(data: bytes, kind: str, buffers: Mapping[str, bytes]) -> Iterator[Piece]:
    """Yield the pieces of the default scene, each as often as the scene uses it.

    The part of a piece is its node.

    Args:
        data: the content, of which ``names_of_buffers`` has been asked.
        kind: "gltf" or "glb".
        buffers: the content of those that are files, by the address that is written.

    Raises:
        MeshError: it is not what it should be; the sentence lacks its subject.
    """
    gltf = _Gltf(table_of(data, kind), _chunk(data) if kind == "glb" else None, buffers)
    known: dict[int, tuple[Any, Any]] = {}  # what stands in several places is held once
    count = 0
    for node, pose in gltf.nodes():
        name = node.get("name")
        for primitive in gltf.primitives(node):
            count += 1
            _check_count(count, "shapes")
            mode = primitive.get("mode", _TRIANGLES)
            if mode in (_TRIANGLES, _STRIP, _FAN):
                if id(primitive) not in known:
                    known[id(primitive)] = gltf.triangles(primitive, mode)
                vertices, faces = known[id(primitive)]
                yield Piece(vertices, faces, pose, name if isinstance(name, str) else "")


def _check_count(count: int, what: str) -> None:
    """Sees to it that a file comes to an end, whose nodes may hold each other."""
    if count > MOST_PARTS:
        raise MeshSizeError(f"exceeds the limit of {MOST_PARTS:,} {what}")


def _chunk(data: bytes) -> bytes:
    """The buffer inside a binary file; empty where it has none."""
    start = 12
    while start + 8 <= len(data):
        length = int.from_bytes(data[start : start + 4], "little")
        if start + 8 + length > len(data):
            raise MeshError("is truncated in its buffer")
        if data[start + 4 : start + 8] == b"BIN\0":
            return data[start + 8 : start + 8 + length]
        start += 8 + length
    return b""


class _Gltf:
    """The table of a file with its buffers.

    Args:
        table: the JSON.
        chunk: the buffer inside a binary file.
        beside: the buffers that are files, by the address that is written.
    """

    def __init__(
        self, table: dict[str, Any], chunk: bytes | None, beside: Mapping[str, bytes]
    ) -> None:
        self._table = table
        self._chunk = chunk
        self._beside = beside
        self._decoded: dict[int, bytes] = {}
        self._read: dict[tuple[int, str], Any] = {}

    def member(self, key: str, number: object) -> dict[str, Any]:
        """One of the nodes, meshes, accessors and so on."""
        listed = self._table.get(key)
        if isinstance(listed, list) and isinstance(number, int) and 0 <= number < len(listed):
            found = listed[number]
            if isinstance(found, dict):
                return found
        raise MeshError(f"refers to {number!r:.20} in {key}, which does not exist")

    def nodes(self) -> Iterator[tuple[dict[str, Any], Any]]:
        """The nodes of the scene that is shown first, each with its pose in the file, (4, 4).

        Raises:
            MeshError: the file has no scene, a node is its own descendant, or they are too many.
        """
        if not self._table.get("scenes"):
            raise MeshError("has no scene")
        scene = self.member("scenes", self._table.get("scene", 0))
        inside = [(iter(_listed(scene, "nodes")), np.eye(4), -1)]
        above: set[int] = set()  # the numbers of the nodes that hold the one that is next
        count = 0
        while inside:
            numbers, outer, holder = inside[-1]
            for number in numbers:
                count += 1
                _check_count(count, "nodes")
                node = self.member("nodes", number)
                if number in above:
                    raise MeshError(f"has node {number} as its own descendant")
                pose = outer @ _pose(node)
                yield node, pose
                above.add(number)
                inside.append((iter(_listed(node, "children")), pose, number))
                break
            else:
                above.discard(holder)
                inside.pop()

    def primitives(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the pieces of the mesh of a node."""
        if "mesh" not in node:
            return
        if _INSTANCING in _extensions(node):
            raise MeshError(f"uses the unsupported extension {_INSTANCING}")
        yield from members(self.member("meshes", node["mesh"]), "primitives")

    def triangles(self, primitive: dict[str, Any], mode: int) -> tuple[Any, Any]:
        """(V, 3) corners and (F, 3) indices of a piece of a mesh."""
        attributes = primitive.get("attributes")
        position = attributes.get("POSITION") if isinstance(attributes, dict) else None
        if position is None:  # nothing of it is drawn
            return np.empty((0, 3)), np.empty((0, 3), np.int64)
        is_stored = "bufferView" in self.member("accessors", position)
        if _COMPRESSED in _extensions(primitive) and not is_stored:
            raise MeshError(f"uses the unsupported compression {_COMPRESSED}")
        vertices = self._numbers(position, "VEC3")
        if "indices" in primitive:
            corners = self._numbers(primitive["indices"], "SCALAR")[:, 0]
            if corners.dtype.kind != "u":
                raise MeshError("has indices that are not unsigned integers")
        else:
            corners = np.arange(len(vertices))
        return vertices, _triples(corners.astype(np.int64), mode)

    def _numbers(self, number: object, kind: str) -> Any:
        """(count, columns): what an accessor holds, as it is meant; worked out once."""
        accessor = self.member("accessors", number)
        key = id(accessor), kind
        if key not in self._read:
            self._read[key] = self._worked_out(accessor, kind)
        return self._read[key]

    def _worked_out(self, accessor: dict[str, Any], kind: str) -> Any:
        rows, columns = _whole(accessor, "count"), _COLUMNS[kind]
        code = _code(accessor)
        if accessor.get("type") != kind or code is None:
            raise MeshError(f"has an accessor that is not of type {kind}")
        if "bufferView" in accessor:
            values = self._array(accessor, code, rows, columns)
        else:
            values = np.zeros((rows, columns), code)
        sparse = accessor.get("sparse")
        if isinstance(sparse, dict):
            values = self._replaced(values, sparse, code)
        if accessor.get("normalized") is True and code in _LARGEST:
            return np.maximum(values.astype(np.float64) / _LARGEST[code], -1.0)
        return values

    def _replaced(self, values: Any, sparse: dict[str, Any], code: str) -> Any:
        """Return the values of an accessor with its sparse values applied."""
        changed = _whole(sparse, "count")
        places, others = sparse.get("indices"), sparse.get("values")
        if not isinstance(places, dict) or not isinstance(others, dict):
            raise MeshError("has a sparse accessor without indices or values")
        kind = _code(places)
        if kind is None or "u" not in kind or changed > len(values):
            raise MeshError("has a sparse accessor with invalid indices")
        rows = self._array(places, kind, changed, 1)[:, 0].astype(np.int64)
        if changed and not 0 <= rows.min() <= rows.max() < len(values):
            raise MeshError("has a sparse accessor with indices out of range")
        values = np.array(values)
        values[rows] = self._array(others, code, changed, values.shape[1])
        return values

    def _array(self, place: dict[str, Any], code: str, rows: int, columns: int) -> Any:
        """(rows, columns): numbers where an accessor says that they are, as they lie there."""
        view = self.member("bufferViews", place.get("bufferView"))
        buffer = self._buffer(view.get("buffer"))
        start = _whole(view, "byteOffset", 0)
        end = start + _whole(view, "byteLength")
        start += _whole(place, "byteOffset", 0)
        width = np.dtype(code).itemsize * columns
        stride = _whole(view, "byteStride", 0) or width
        if stride < width or (rows and start + stride * (rows - 1) + width > min(end, len(buffer))):
            raise MeshError("has numbers beyond the end of its buffer")
        if not rows:
            return np.empty((0, columns), code)
        steps = (stride, np.dtype(code).itemsize)
        return np.ndarray((rows, columns), code, buffer, start, steps)

    def _buffer(self, number: object) -> bytes:
        """What a buffer holds."""
        uri = self.member("buffers", number).get("uri")
        if uri is None and number == 0 and self._chunk is not None:
            return self._chunk
        if not isinstance(uri, str):
            raise MeshError("has a buffer without content")
        if not uri.startswith("data:"):
            return self._beside[uri]
        assert isinstance(number, int)  # there is such a member
        if number not in self._decoded:
            self._decoded[number] = _inside(uri)
        return self._decoded[number]


def _inside(uri: str) -> bytes:
    """The content of an address that holds it."""
    from base64 import b64decode

    head, _, text = uri.partition(",")
    if not head.endswith(";base64"):
        return unquote_to_bytes(text)
    try:
        return b64decode(text)
    except ValueError:
        raise MeshError("has an embedded buffer that is not base64") from None


def _triples(corners: Any, mode: int) -> Any:
    """(F, 3): the corners of the triangles that a run of corners stands for."""
    if mode == _TRIANGLES:
        if len(corners) % 3:
            raise MeshError(
                f"has {plural(len(corners), 'vertex', 'vertices')}, not a multiple of three, for triangles"
            )
        return corners.reshape(-1, 3)
    steps = np.arange(max(len(corners) - 2, 0))
    if mode == _FAN:
        return np.stack((corners[steps + 1], corners[steps + 2], corners[0 * steps]), axis=1)
    odd = steps % 2
    return corners[np.stack((steps, steps + 1 + odd, steps + 2 - odd), axis=1)]


def _pose(node: dict[str, Any]) -> Any:
    """(4, 4): where a node is placed in the one around it."""
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
    """The numbers of a member of a node."""
    numbers = node.get(key)
    if numbers is None:
        return np.array(default)
    fits = isinstance(numbers, list) and len(numbers) == len(default)
    if not fits or not all(isinstance(number, (int, float)) for number in numbers):
        raise MeshError(f"has a node whose {key} does not have {len(default)} numbers")
    return np.array(numbers, np.float64)


def _whole(member: dict[str, Any], key: str, default: int | None = None) -> int:
    """A count or place of bytes."""
    number = member.get(key, default)
    if type(number) is not int or not 0 <= number < 2**40:  # True is an int in Python
        raise MeshError(f"has an invalid {key}")
    return number


def _code(accessor: dict[str, Any]) -> str | None:
    """What its numbers are, for NumPy; None for what is unknown."""
    kind = accessor.get("componentType")
    return _NUMBERS.get(kind) if isinstance(kind, int) else None


def _listed(member: dict[str, Any], key: str) -> list[Any]:
    """Return a list in a member; empty if missing."""
    found = member.get(key)
    return found if isinstance(found, list) else []


def _extensions(member: dict[str, Any]) -> dict[str, Any]:
    found = member.get("extensions")
    return found if isinstance(found, dict) else {}
