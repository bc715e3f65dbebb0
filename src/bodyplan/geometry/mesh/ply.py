"""Reads PLY files: triangles, normals, colours and texture coordinates.

Source: G. Turk, The PLY polygon file format, 1994; texture coordinates are read as MeshLab and
Blender write them. Tests compare the triangles with those of trimesh.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from bodyplan.core import quoted
from bodyplan.geometry.files import references_in
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.looks import WHITE, Look, Looks
from bodyplan.geometry.mesh.pieces import MOST_TRIANGLES, MOST_VERTICES, Piece, TriangleCount
from bodyplan.geometry.mesh.polygons import cut

_HEADER = 64 * 1024
"""Limit on the size of the header [bytes]."""
_MOST_PROPERTIES = 64
"""The largest number of properties of an element."""
_MOST_NUMBERS = 8_000_000
"""The largest number of values that are read from a text file."""
MOST_APART = 4_000_000
"""The largest number of values that are read one by one, as is necessary if lists differ in
length."""
MOST_ROWS = MOST_VERTICES + MOST_TRIANGLES
"""The largest total number of rows of the elements up to and including the faces."""
_TYPES = {
    **dict.fromkeys(("char", "int8"), "i1"),
    **dict.fromkeys(("uchar", "uint8"), "u1"),
    **dict.fromkeys(("short", "int16"), "i2"),
    **dict.fromkeys(("ushort", "uint16"), "u2"),
    **dict.fromkeys(("int", "int32"), "i4"),
    **dict.fromkeys(("uint", "uint32"), "u4"),
    **dict.fromkeys(("float", "float32"), "f4"),
    **dict.fromkeys(("double", "float64"), "f8"),
}
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_INDICES = ("vertex_index", "vertex_indices")
_COORDINATES = (("texture_u", "texture_v"), ("u", "v"), ("s", "t"))
_COLORS = ("red", "green", "blue", "alpha")


class _Property(NamedTuple):
    """A property of an element.

    Args:
        name: the name of the property.
        kind: the NumPy type of the numbers.
        length_kind: the NumPy type of the length of a list; empty for a single number.
    """

    name: str
    kind: str
    length_kind: str = ""


class _Element(NamedTuple):
    """A PLY element: a table of rows with the same properties, such as all vertices.

    Args:
        name: the name of the element.
        rows: the number of rows that the header declares.
        properties: the properties of each row.
    """

    name: str
    rows: int
    properties: list[_Property]


_Values = dict[str, Any]
"""The values of an element by property name: numbers (rows,), or for a list property a pair: the
lengths (rows,) and the concatenated numbers."""


def read_ply(data: bytes, looks: Looks | None = None) -> Iterator[Piece]:
    """Read the triangles of a PLY file.

    Args:
        data: the content.
        looks: reads textures; None omits normals, colours and texture coordinates.

    Raises:
        MeshError: the file is not a PLY file, is truncated, or exceeds a limit.
    """
    order, elements, start = _header(data)
    values: dict[str, _Values] = {}
    reader = _Text(data, start) if not order else _Binary(data, start, order)
    rows = 0
    for element in elements:
        if "vertex" in values and "face" in values:
            break
        rows += element.rows
        if rows > MOST_ROWS:
            raise MeshSizeError(f"exceeds the limit of {MOST_ROWS:,} rows")
        if element.name in {"vertex", "face"}:
            values[element.name] = reader.read(element)
        else:
            reader.skip(element)
    vertex, face = values.get("vertex", {}), values.get("face", {})
    if not all(isinstance(vertex.get(axis), np.ndarray) for axis in "xyz"):
        raise MeshError("has no vertices")
    vertices = np.column_stack([np.asarray(vertex[axis], np.float64) for axis in "xyz"])
    found = next((face[name] for name in _INDICES if isinstance(face.get(name), tuple)), None)
    if found is None:
        return
    counts, corners = found
    corners = corners.astype(np.int64)
    TriangleCount(len(data)).add(int(np.maximum(counts.astype(np.int64) - 2, 0).sum()))
    triangles = cut(vertices, corners, counts)
    piece = Piece(vertices, corners[triangles])
    if len(triangles) and looks is not None and _is_in_range(piece):
        piece = _with_looks(piece, vertex, face, counts, triangles)
        names = [one.text for one in references_in(data[:_HEADER], "ply")]
        image = looks.image(names[0]) if names else None
        if image is not None and piece.uv is not None:
            piece = piece._replace(look=Look("", WHITE, image, names[0]), colors=None)
    yield piece


def _is_in_range(piece: Piece) -> bool:
    return bool(0 <= piece.faces.min() <= piece.faces.max() < len(piece.vertices))


def _header(data: bytes) -> tuple[str, list[_Element], int]:
    """Return the byte order (empty for text), the elements, and the offset of the first row.

    Raises:
        MeshError: the header is not valid.
    """
    if not data.startswith(b"ply"):
        raise MeshError("is not a PLY file: it does not begin with 'ply'")
    end = data.find(b"end_header", 0, _HEADER)
    if end < 0:
        raise MeshError(f"has no 'end_header' in its first {_HEADER // 1024} KB")
    elements: list[_Element] = []
    order: str | None = None
    for line in data[:end].decode("utf-8", "replace").splitlines():
        match line.split():
            case ["format", kind, *_]:
                order = _ORDERS.get(kind)
            case ["element", name, count]:
                if not count.isascii() or not count.isdigit() or len(count) > 18:
                    raise MeshError(f"declares an invalid number of {quoted(name)} elements")
                elements.append(_Element(name, int(count), []))
            case ["property", "list", count, kind, name] if elements:
                _add(elements[-1], _Property(name, _type(kind), _type(count)))
            case ["property", kind, name] if elements:
                _add(elements[-1], _Property(name, _type(kind)))
    if order is None:
        raise MeshError(
            "has an unknown format; expected ascii, binary_little_endian or _big_endian"
        )
    start = end + len(b"end_header")
    if data[start : start + 1] == b"\r":
        start += 1
    if data[start : start + 1] == b"\n":
        start += 1
    return order, elements, start


def _add(element: _Element, added: _Property) -> None:
    element.properties.append(added)
    if len(element.properties) > _MOST_PROPERTIES:
        raise MeshSizeError(f"exceeds the limit of {_MOST_PROPERTIES} properties")


def _type(word: str) -> str:
    found = _TYPES.get(word)
    if found is None:
        raise MeshError(f"has a property of unknown type {quoted(word)}")
    return found


def _require(element: _Element, size: int, least: int) -> None:
    """Check that the rows of an element fit into the rest of the file.

    Raises:
        MeshError: the file is truncated, or there are too many rows.
    """
    if element.rows * least > size:
        raise MeshError(f"is truncated: it has fewer {_plural(element.name)} than it declares")
    most = MOST_TRIANGLES if element.name == "face" else MOST_VERTICES
    if element.rows > most:
        raise MeshSizeError(f"exceeds the limit of {most:,} {_plural(element.name)}")


def _plural(name: str) -> str:
    return {"vertex": "vertices"}.get(name, f"{name}s")


class _Binary:
    """Reads the elements of a binary file, one after the other.

    Args:
        data: the file.
        position: the offset of the next row.
        order: the byte order, in NumPy notation.
    """

    def __init__(self, data: bytes, position: int, order: str) -> None:
        self._data = data
        self._position = position
        self._order = order
        self._left = MOST_APART

    def skip(self, element: _Element) -> None:
        """Go to the end of the next element."""
        if self._whole(element) is None:
            self._one_by_one(element, is_kept=False)

    def read(self, element: _Element) -> _Values:
        """Return the values of the next element."""
        if not element.rows:
            return self._values(element, [[] for _ in element.properties], None)
        rows = self._whole(element)
        if rows is not None:
            return {
                one.name: rows[f"v{at}"]
                if not one.length_kind
                else (rows[f"n{at}"], rows[f"v{at}"].reshape(-1))
                for at, one in enumerate(element.properties)
            }
        return self._one_by_one(element, is_kept=True)

    def _whole(self, element: _Element) -> Any:
        """Return the rows of an element as an array, and skip them; None if they vary in size."""
        sizes = [np.dtype(one.length_kind or one.kind).itemsize for one in element.properties]
        _require(element, len(self._data) - self._position, max(sum(sizes), 1))
        if not element.rows:
            return ()
        lengths = [self._first_length(element, at) for at in range(len(element.properties))]
        rows = self._alike(element, lengths)
        if rows is not None:
            self._position += rows.nbytes
        return rows

    def _first_length(self, element: _Element, at: int) -> int:
        """Return the length of a list property in the next row; 1 for a property with one number.

        Args:
            element: the element of the row.
            at: the position of the property in the element.
        """
        position = self._position
        length = 1
        for one in element.properties[: at + 1]:
            length = 1
            if one.length_kind:
                length = self._count(self._lengths(one), position)
                position += np.dtype(one.length_kind).itemsize
            position += length * np.dtype(one.kind).itemsize
        return length

    def _lengths(self, one: _Property) -> struct.Struct:
        """Return the ``Struct`` that reads the length of a list property."""
        return struct.Struct(self._order + np.dtype(one.length_kind).char)

    def _count(self, lengths: struct.Struct, position: int) -> int:
        if position + lengths.size > len(self._data):
            raise MeshError("is truncated")
        (found,) = lengths.unpack_from(self._data, position)
        if not 0 <= found <= len(self._data) - position:  # also rejects NaN
            raise MeshError("is truncated, or has a list of invalid length")
        return int(found)

    def _alike(self, element: _Element, lengths: list[int]) -> Any:
        """Return the rows as an array if all lists are as long as in the first row; else None."""
        fields: list[Any] = []
        for at, (one, length) in enumerate(zip(element.properties, lengths, strict=True)):
            if one.length_kind:
                fields.append((f"n{at}", self._order + one.length_kind))
                fields.append((f"v{at}", self._order + one.kind, (length,)))
            else:
                fields.append((f"v{at}", self._order + one.kind))
        kind = np.dtype(fields)
        if kind.itemsize == 0 or element.rows * kind.itemsize > len(self._data) - self._position:
            return None
        rows = np.frombuffer(self._data, kind, element.rows, self._position)
        are_alike = all(
            not one.length_kind or bool((rows[f"n{at}"] == length).all())
            for at, (one, length) in enumerate(zip(element.properties, lengths, strict=True))
        )
        return rows if are_alike else None

    def _one_by_one(self, element: _Element, *, is_kept: bool) -> _Values:
        self._left -= element.rows * len(element.properties)
        if self._left < 0:
            raise MeshSizeError(f"exceeds the limit of {MOST_APART:,} properties of rows")
        columns: list[list[Any]] = [[] for _ in element.properties]
        counts: list[list[int]] = [[] for _ in element.properties]
        kinds = [np.dtype(self._order + one.kind) for one in element.properties]
        widths = [kind.itemsize for kind in kinds]
        lengths = [self._lengths(one) if one.length_kind else None for one in element.properties]
        position = self._position
        for _ in range(element.rows):
            for at, reader in enumerate(lengths):
                length = 1
                if reader is not None:
                    length = self._count(reader, position)
                    position += reader.size
                start = position
                position += length * widths[at]
                if position > len(self._data):
                    raise MeshError(
                        f"is truncated: it has fewer {_plural(element.name)} than it declares"
                    )
                if is_kept:
                    if reader is not None:
                        counts[at].append(length)
                    columns[at].append(self._data[start:position])
        self._position = position
        if not is_kept:
            return {}
        arrays = [
            np.frombuffer(b"".join(column), kind)
            for column, kind in zip(columns, kinds, strict=True)
        ]
        return self._values(element, arrays, counts)

    @staticmethod
    def _values(element: _Element, arrays: list[Any], counts: list[list[int]] | None) -> _Values:
        return {
            one.name: np.asarray(arrays[at])
            if not one.length_kind
            else (np.array([] if counts is None else counts[at], np.int64), np.asarray(arrays[at]))
            for at, one in enumerate(element.properties)
        }


class _Text:
    """Reads the elements of a text file, one after the other.

    Args:
        data: the file.
        position: the offset of the next row.
    """

    def __init__(self, data: bytes, position: int) -> None:
        self._data = data
        self._position = position
        self._left = _MOST_NUMBERS

    def skip(self, element: _Element) -> None:
        """Go to the end of the next element."""
        self._position = self._after_lines(element.rows)

    def read(self, element: _Element) -> _Values:
        """Return the values of the next element."""
        left = len(self._data) - self._position + 1  # the file may end after the last number
        _require(element, left, max(2 * len(element.properties), 1))
        end = self._after_lines(element.rows)
        text = self._data[self._position : end]
        self._position = end
        self._left -= text.count(b" ") + text.count(b"\n") + text.count(b"\t")
        if self._left < 0:
            raise MeshSizeError(f"exceeds the limit of {_MOST_NUMBERS:,} numbers")
        numbers = _numbers(text)
        if not any(one.length_kind for one in element.properties):
            width = len(element.properties)
            if len(numbers) < element.rows * width:
                raise self._truncated(element)
            table = numbers[: element.rows * width].reshape(element.rows, width)
            return {
                one.name: table[:, at].astype(one.kind) for at, one in enumerate(element.properties)
            }
        found = self._alike(element, numbers)
        return self._lists(element, numbers) if found is None else found

    @staticmethod
    def _alike(element: _Element, numbers: Any) -> _Values | None:
        """Return the values if all lists are as long as in the first row; else None."""
        places: list[tuple[int, int]] = []
        at = 0
        for one in element.properties:
            if at >= len(numbers):
                return None
            length = (
                int(numbers[at]) if one.length_kind and 0.0 <= numbers[at] <= len(numbers) else 1
            )
            places.append((at, length))
            at += length + bool(one.length_kind)
        if not at or element.rows * at != len(numbers):
            return None
        table = numbers.reshape(element.rows, at)
        found: _Values = {}
        for one, (start, length) in zip(element.properties, places, strict=True):
            if not one.length_kind:
                found[one.name] = table[:, start].astype(one.kind)
            elif (table[:, start] != length).any():
                return None
            else:
                values = table[:, start + 1 : start + 1 + length].reshape(-1)
                found[one.name] = table[:, start], values
        return found

    def _after_lines(self, count: int) -> int:
        """Return the offset after ``count`` lines that are not empty."""
        position = self._position
        data = self._data
        for _ in range(count):
            end = data.find(b"\n", position)
            while end >= 0 and not data[position:end].strip():
                position = end + 1
                end = data.find(b"\n", position)
            if end < 0:
                return len(data)
            position = end + 1
        return position

    def _lists(self, element: _Element, numbers: Any) -> _Values:
        if len(numbers) > _MOST_NUMBERS // 2:
            raise MeshSizeError(f"exceeds the limit of {_MOST_NUMBERS // 2:,} numbers")
        singles: dict[str, list[float]] = {}
        counts: dict[str, list[int]] = {}
        places: dict[str, list[int]] = {}
        at = 0
        flat = numbers.tolist()
        for _ in range(element.rows):
            for one in element.properties:
                if at >= len(flat):
                    raise self._truncated(element)
                if not one.length_kind:
                    singles.setdefault(one.name, []).append(flat[at])
                    at += 1
                    continue
                length = flat[at]
                if not 0 <= length <= len(flat) - at - 1 or length != int(length):
                    raise self._truncated(element)
                counts.setdefault(one.name, []).append(int(length))
                places.setdefault(one.name, []).append(at + 1)
                at += 1 + int(length)
        kinds = {one.name: one.kind for one in element.properties}
        found: _Values = {
            name: np.array(values).astype(kinds[name]) for name, values in singles.items()
        }
        for name, lengths in counts.items():
            sizes, first = np.array(lengths, np.int64), np.array(places[name], np.int64)
            inner = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            found[name] = sizes, numbers[np.repeat(first, sizes) + inner]
        return found

    @staticmethod
    def _truncated(element: _Element) -> MeshError:
        return MeshError(f"is truncated: it has fewer {_plural(element.name)} than it declares")


def _numbers(text: bytes) -> Any:
    """Return the numbers in a text as an array."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            return np.fromstring(text, np.float64, sep=" ") if text.strip() else np.empty(0)
        except (DeprecationWarning, ValueError):
            raise MeshError("has values that are not numbers") from None


def _with_looks(piece: Piece, vertex: _Values, face: _Values, counts: Any, triangles: Any) -> Piece:
    """Return a piece with the normals, colours and texture coordinates of the file added."""
    faces = piece.faces
    normals = _columns(vertex, ("nx", "ny", "nz"))
    uv = next(
        filter(lambda one: one is not None, (_columns(vertex, c) for c in _COORDINATES)), None
    )
    coordinates = face.get("texcoord")
    if uv is not None:
        uv = uv[faces]
    if isinstance(coordinates, tuple) and (coordinates[0] == 2 * counts).all():
        uv = np.asarray(coordinates[1], np.float32).reshape(-1, 2)[triangles]
    colors = _colors(vertex)
    of_faces = _colors(face) if colors is None else None
    if of_faces is not None and len(of_faces) == len(counts):
        sizes = np.maximum(np.asarray(counts, np.int64) - 2, 0)
        colors = np.repeat(np.repeat(of_faces, sizes, axis=0), 3, axis=0)
        whole = piece.vertices[faces].reshape(-1, 3)
        normals = None if normals is None else normals[faces]
        plain = np.arange(len(whole), dtype=np.int32).reshape(-1, 3)
        return Piece(whole, plain, normals=normals, uv=uv, colors=colors)
    normals = None if normals is None else normals[faces]
    return piece._replace(normals=normals, uv=uv, colors=colors)


def _columns(values: _Values, names: tuple[str, ...]) -> Any:
    """Return properties of an element as columns, (rows, columns); None if one is missing."""
    found = [values.get(name) for name in names]
    if not all(isinstance(one, np.ndarray) for one in found):
        return None
    return np.column_stack([np.asarray(one, np.float32) for one in found])


def _colors(values: _Values) -> Any:
    """Return the RGBA colours of an element, (rows, 4), 0 to 255; None if it has none."""
    found = [values[name] for name in _COLORS if isinstance(values.get(name), np.ndarray)]
    if len(found) < 3:
        return None
    colors = np.column_stack([np.asarray(one, np.float64) for one in found[:4]])
    if found[0].dtype.kind == "f" and colors.size and colors.max() <= 1.0:
        colors *= 255.0
    if colors.shape[1] == 3:
        colors = np.column_stack((colors, np.full(len(colors), 255.0)))
    return np.clip(np.nan_to_num(colors), 0.0, 255.0).round().astype(np.uint8)
