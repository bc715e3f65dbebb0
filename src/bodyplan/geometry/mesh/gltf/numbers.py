"""Reads the accessors, buffer views and buffers of a glTF file.

Source: Khronos, glTF 2.0 specification, section 3.6 and the binary container of section 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote_to_bytes

import numpy as np

from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.pieces import MOST_TRIANGLES

Bytes = bytes | memoryview
_NUMBERS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_COLUMNS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_LONGEST_PERCENT = 64 * 1024
"""The largest number of characters of a data URI that is percent-encoded instead of
base64-encoded."""
_LARGEST = {"<i1": 127.0, "<u1": 255.0, "<i2": 32767.0, "<u2": 65535.0}
"""The integers that normalized accessors map to 1.0, by component type."""


class GltfNumbers:
    """The JSON and the buffers of a glTF file.

    Args:
        table: the JSON of the file.
        data: the content of the file.
        beside: the contents of external buffers, by URI as written.
    """

    def __init__(self, table: dict[str, Any], data: bytes, beside: Mapping[str, bytes]) -> None:
        self.table = table
        self._data = data
        self._beside = beside
        self._decoded: dict[int, bytes] = {}
        self._read: dict[tuple[int, str], Any] = {}
        self._viewed = 0
        self._most_viewed = 2 * (len(data) + sum(map(len, beside.values()))) + 65536

    def member(self, key: str, number: object) -> dict[str, Any]:
        """Return an entry of a top-level array such as "nodes" or "meshes", by its index."""
        listed = self.table.get(key)
        if isinstance(listed, list) and type(number) is int and 0 <= number < len(listed):
            found = listed[number]
            if isinstance(found, dict):
                return found
        raise MeshError(f"refers to {number!r:.20} in {key}, which does not exist")

    def numbers(self, number: object, kind: str) -> Any:
        """Return the decoded values of an accessor, (count, columns); the result is cached."""
        accessor = self.member("accessors", number)
        key = id(accessor), kind
        if key not in self._read:
            self._read[key] = self._worked_out(accessor, kind)
        return self._read[key]

    def view(self, number: object) -> bytes:
        """Return the bytes of a buffer view, such as a picture."""
        view = self.member("bufferViews", number)
        buffer = self._buffer(view.get("buffer"))
        start = whole(view, "byteOffset", 0)
        end = start + whole(view, "byteLength")
        if end > len(buffer):
            raise MeshError("has a view beyond the end of its buffer")
        self._viewed += end - start
        if self._viewed > self._most_viewed:
            raise MeshSizeError("has pictures that use the same bytes too often")
        return bytes(buffer[start:end])

    def _worked_out(self, accessor: dict[str, Any], kind: str) -> Any:
        rows, columns = whole(accessor, "count"), _COLUMNS[kind]
        code = _code(accessor)
        if accessor.get("type") != kind or code is None:
            raise MeshError(f"has an accessor that is not of type {kind}")
        if rows > 3 * MOST_TRIANGLES:
            raise MeshSizeError(f"exceeds the limit of {3 * MOST_TRIANGLES:,} numbers in a list")
        if "bufferView" in accessor:
            values = self._array(accessor, code, rows, columns)
        else:
            values = np.broadcast_to(np.zeros((1, columns), code), (rows, columns))
        sparse = accessor.get("sparse")
        if isinstance(sparse, dict):
            values = self._replaced(values, sparse, code)
        if accessor.get("normalized") is True and code in _LARGEST:
            return np.maximum(values.astype(np.float64) / _LARGEST[code], -1.0)
        return values

    def _replaced(self, values: Any, sparse: dict[str, Any], code: str) -> Any:
        """Return the values of an accessor, some of which are replaced by its sparse entries."""
        changed = whole(sparse, "count")
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
        """Return the stored numbers of an accessor, (rows, columns), before they are decoded."""
        view = self.member("bufferViews", place.get("bufferView"))
        buffer = self._buffer(view.get("buffer"))
        start = whole(view, "byteOffset", 0)
        end = start + whole(view, "byteLength")
        start += whole(place, "byteOffset", 0)
        width = np.dtype(code).itemsize * columns
        stride = whole(view, "byteStride", 0) or width
        if stride < width or (rows and start + stride * (rows - 1) + width > min(end, len(buffer))):
            raise MeshError("has numbers beyond the end of its buffer")
        if not rows:
            return np.empty((0, columns), code)
        steps = (stride, np.dtype(code).itemsize)
        return np.ndarray((rows, columns), code, buffer, start, steps)

    def _buffer(self, number: object) -> Bytes:
        """Return the content of a buffer."""
        uri = self.member("buffers", number).get("uri")
        if uri is None and number == 0 and self._data[:4] == b"glTF":
            return _chunk(self._data)
        if not isinstance(uri, str):
            raise MeshError("has a buffer without content")
        if not uri.startswith("data:"):
            return self._beside[uri]
        assert isinstance(number, int)  # the index was checked
        if number not in self._decoded:
            self._decoded[number] = inside(uri)
        return self._decoded[number]


def _chunk(data: bytes) -> Bytes:
    """Return the buffer that is embedded in a binary glTF file; empty if missing."""
    start = 12
    while start + 8 <= len(data):
        length = int.from_bytes(data[start : start + 4], "little")
        if start + 8 + length > len(data):
            raise MeshError("is truncated in its buffer")
        if data[start + 4 : start + 8] == b"BIN\0":
            return memoryview(data)[start + 8 : start + 8 + length]
        start += 8 + length
    return b""


def inside(uri: str) -> bytes:
    """Return the content of a data URI."""
    from base64 import b64decode

    head, _, text = uri.partition(",")
    if not head.endswith(";base64"):
        # percent-decoding needs eighty times as much memory as the text
        if len(text) > _LONGEST_PERCENT:
            raise MeshError("has a large embedded buffer that is not base64")
        if not text.isascii():
            raise MeshError("has an embedded buffer that is not percent-encoded")
        return unquote_to_bytes(text)
    try:
        return b64decode(text)
    except ValueError:
        raise MeshError("has an embedded buffer that is not base64") from None


def whole(member: dict[str, Any], key: str, default: int | None = None) -> int:
    """Return a non-negative integer from a JSON object, such as a count or an offset."""
    number = member.get(key, default)
    if type(number) is not int or not 0 <= number < 2**40:  # a bool is an int in Python
        raise MeshError(f"has an invalid {key}")
    return number


def _code(accessor: dict[str, Any]) -> str | None:
    """Return the NumPy code of a component type; None if it is unknown."""
    kind = accessor.get("componentType")
    return _NUMBERS.get(kind) if isinstance(kind, int) else None


def listed(member: dict[str, Any], key: str) -> list[Any]:
    """Return the array under a key of a JSON object; empty if missing."""
    found = member.get(key)
    return found if isinstance(found, list) else []


def table_in(member: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the object under a key of a JSON object; empty if missing."""
    found = member.get(key)
    return found if isinstance(found, dict) else {}


def extensions(member: dict[str, Any]) -> dict[str, Any]:
    """Return the glTF extensions of a JSON object, by name."""
    return table_in(member, "extensions")


def attribute_of(primitive: dict[str, Any], name: str) -> Any:
    """Return the accessor index of a vertex attribute of a mesh primitive; None if missing."""
    return table_in(primitive, "attributes").get(name)
