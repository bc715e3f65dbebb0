"""Reading of STL and OBJ, the formats of most robot meshes, without a library.

trimesh reads them too, but its import takes half a second, and three seconds where SciPy and its
other optional packages are installed; reading all meshes of a robot takes a fraction of that. Tests
compare the triangles with those of trimesh.
"""

from __future__ import annotations

import io
import re
from array import array
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

import numpy as np

from bodyplan.core import plural, quoted
from bodyplan.geometry.mesh_error import MeshError, MeshSizeError
from bodyplan.geometry.mesh_pieces import MOST_TRIANGLES, Piece
from bodyplan.geometry.mesh_polygons import unfolded

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
STL_HEAD = 84
"""Bytes of a binary STL file before its triangles: 80 arbitrary bytes, then their number."""
_FACET = re.compile(rb"^[ \t]*facet\b", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(
    rb"^[ \t]*vertex[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", re.IGNORECASE | re.MULTILINE
)
_END_FACET = re.compile(rb"^[ \t]*end[ \t]?facet\b", re.IGNORECASE | re.MULTILINE)
_END_SOLID = re.compile(rb"^[ \t]*end[ \t]?solid\b", re.IGNORECASE | re.MULTILINE)
_SOLID = re.compile(rb"\s*solid\b", re.IGNORECASE)

_AFTER_SLASH = re.compile(rb"/\S*")
_CONTINUED = re.compile(rb"\\\r?\n")
_FACES = frozenset((b"f", b"fo"))
"""A face, and its name before version 3."""
_LEFT = frozenset((b"", *b"# vt vn vp g o s usemtl mtllib l p".split()))
"""The statements of most other lines of an OBJ file."""
_NO_LETTERS = re.compile(rb"[^a-z]+")
_NUMBER_FIRST = re.compile(rb"[-+.]*\d")
_MOST_LOOSE = 1_000
"""Vertices of an STL file beyond three per facet that are counted."""
_NOWHERE = -1
"""A relative index that points before the first vertex."""
_LONGEST_FACE = 1024 * 1024
"""Bytes of a line with a polygon."""


# STL


def is_text_stl(head: bytes, size: int) -> bool:
    """Whether an STL file is ASCII: its size does not match its triangle count.

    Args:
        head: the first bytes of the file, at least ``STL_HEAD``.
        size: of the file [bytes].
    """
    return size != STL_HEAD + _RECORD.itemsize * _count(head)


def _count(data: bytes) -> int:
    return int.from_bytes(data[STL_HEAD - 4 : STL_HEAD], "little")


def read_stl(data: bytes) -> Iterator[Piece]:
    """Read the triangles of an STL file, binary or ASCII, without normals and colours.

    As for assimp, an ASCII file may lack ``endsolid`` if its last facet is complete.

    Raises:
        MeshError: it is not an STL file, or truncated.
    """
    if not is_text_stl(data, len(data)):
        corners = np.frombuffer(data, _RECORD, offset=STL_HEAD)["corners"].reshape(-1, 3)
    else:
        corners = _ascii_vertices(data)
    yield Piece(corners, np.arange(len(corners)).reshape(-1, 3))


def _ascii_vertices(data: bytes) -> Any:
    lines = data if b"\n" in data else data.replace(b"\r", b"\n")
    begins = islice(_FACET.finditer(lines), MOST_TRIANGLES + 1)
    facets = array("q", (facet.start() for facet in begins))
    if not facets:
        _check_head(data)
    if len(facets) > MOST_TRIANGLES:
        raise MeshSizeError(f"exceeds the limit of {MOST_TRIANGLES:,} triangles")
    numbers = array("d")
    places = array("q")
    number = _number if b"_" in lines else float  # the name of the solid may have one
    for corner in islice(_VERTEX.finditer(lines), 3 * len(facets) + _MOST_LOOSE):
        try:
            numbers.extend(map(number, corner.groups()))
        except ValueError:
            raise _no_number(corner.groups()) from None
        places.append(corner.start())
    if facets and not _END_SOLID.search(lines, facets[-1]):
        _check_end(lines, facets)
    # the number of vertices before each facet
    ends = np.append(np.array(facets, np.int64), len(lines))
    before = np.searchsorted(np.array(places, np.int64), ends)
    if before[0]:
        raise MeshError(f"has {plural(int(before[0]), 'vertex', 'vertices')} outside of its facets")
    wrong = np.flatnonzero(np.diff(before) != 3)
    if len(wrong):
        count = int(np.diff(before)[wrong[0]])
        raise MeshError(
            f"has {plural(count, 'vertex', 'vertices')} in facet {wrong[0] + 1:,}, expected 3"
        )
    return np.array(numbers).reshape(-1, 3)


def _check_head(data: bytes) -> None:
    """Check that a file without facets is an ASCII STL file.

    Raises:
        MeshError: it is not.
    """
    if _SOLID.match(data) and b"\0" not in data[:STL_HEAD]:
        if b"facet" in data.lower():
            raise MeshError(
                "has facets that do not start on separate lines, which is not supported"
            )
        return
    if len(data) < STL_HEAD:
        raise MeshError(
            f"is not an STL file: it has {len(data)} bytes, the header alone has {STL_HEAD}"
        )
    count = _count(data)
    raise MeshError(
        f"is not an STL file, or damaged: its header declares {plural(count, 'triangle')}, which "
        f"require {STL_HEAD + _RECORD.itemsize * count:,} bytes, but it has {len(data):,}"
    )


def _check_end(lines: bytes, facets: Sequence[int]) -> None:
    """Check that a file without an end marker ends with a complete facet.

    Raises:
        MeshError: it is truncated.
    """
    end = _END_FACET.search(lines, facets[-1])
    if end is None:
        raise MeshError(f"is truncated in facet {len(facets):,}")
    rest = lines[end.end() :].strip(b" \t\r\n\0").lower()
    if rest and not b"endsolid".startswith(rest):
        raise MeshError(f"is truncated after facet {len(facets):,}")


def _no_number(words: Iterable[bytes]) -> MeshError:
    """Return the error for coordinates of which one is not a number."""
    wrong = next((word for word in words if not _is_number(word)), b"")
    return MeshError(
        f"has a coordinate that is not a number: {quoted(wrong.decode('utf-8', 'replace'))}"
    )


def _is_number(word: bytes) -> bool:
    try:
        _number(word)
    except ValueError:
        return False
    return True


def _number(word: bytes) -> float:
    """Parse a number; Python accepts 1_0 as ten, which is an error in a file."""
    if b"_" in word:
        raise ValueError
    return float(word)


# OBJ


def read_obj(data: bytes, *, by_part: bool = False) -> Iterator[Piece]:
    """Read the triangles of an OBJ file, without normals and textures.

    Args:
        data: the content.
        by_part: yield one piece for each object or group; otherwise one piece in all.

    Raises:
        MeshError: a coordinate or an index is not a number, or an index is out of range.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise MeshError("is encoded in UTF-16; OBJ requires UTF-8 or ASCII")
    numbers = array("d")
    indices = array("q")
    polygons = array("q")  # the first triangle of each of more than three corners, and how many
    parts = [("", 0)]
    data = data.rstrip(b"\0").removeprefix(BOM_UTF8)
    if b"\\" in data:
        data = _CONTINUED.sub(b" ", data)
    for line in io.BytesIO(data) if b"\n" in data else data.split(b"\r"):
        kind, *rest = line.split(None, 1) or (b"",)
        if kind == b"v":
            text = b"".join(rest)
            if b"#" in text:
                text = text.partition(b"#")[0]
            corner = text.split(None, 3)[:3]
            if len(corner) < 3:
                raise MeshError("has a vertex without three coordinates")
            try:
                numbers.extend(map(_number if b"_" in text else float, corner))
            except ValueError:
                raise _no_number(corner) from None
        elif kind in _FACES:
            start = len(indices) // 3
            _add_polygon(indices, b"".join(rest), len(numbers) // 3)
            size = len(indices) // 3 - start
            if size > 1:
                polygons.extend((start, size))
        elif by_part and kind in {b"o", b"g"}:
            name = b" ".join(b"".join(rest).split()).decode("utf-8", "replace")
            parts.append((name, len(indices) // 3))
        elif kind not in _LEFT:
            _check_left(kind, line)
    vertices = np.array(numbers).reshape(-1, 3)
    faces = np.array(indices, np.int64).reshape(-1, 3) - 1
    if (faces == -1).any():
        raise MeshError("has triangles with vertex index 0; indices start at 1")
    starts, sizes = np.array(polygons, np.int64).reshape(-1, 2).T
    faces = unfolded(vertices, faces, starts, sizes)
    ends = [start for _, start in parts[1:]] + [len(faces)]
    for (name, start), end in zip(parts, ends, strict=True):
        if end > start:
            yield Piece(vertices, faces[start:end], part=name)


def _check_left(kind: bytes, line: bytes) -> None:
    """Check that an ignored line was not meant as a vertex or a face.

    It was if it starts with a number, or with ``v`` or ``f`` and characters that are not letters,
    such as a non-breaking space.

    Raises:
        MeshError: it was.
    """
    word = _NO_LETTERS.sub(b"", kind.lower())
    is_comment = kind.startswith(b"#")
    if not is_comment and (word == b"v" or word in _FACES or _NUMBER_FIRST.match(kind)):
        start = quoted(line.strip().decode("utf-8", "replace"), 60)
        raise MeshError(f"has an unknown OBJ statement: {start}")


def _add_polygon(indices: array[int], text: bytes, count: int) -> None:
    """Append the vertex indices of the triangles of a polygon, a fan, counted from 1.

    Args:
        indices: the list to extend.
        text: the vertices as written, such as ``3/1/2 -1``; negative indices count from the last
            vertex so far.
        count: the number of vertices so far.
    """
    if len(text) > _LONGEST_FACE:
        raise MeshSizeError(
            f"has a polygon of {len(text):,} bytes, which exceeds the limit of {_LONGEST_FACE:,}"
        )
    if b"#" in text:
        text = text.partition(b"#")[0]
    if b"/" in text:
        text = _AFTER_SLASH.sub(b"", text)
    try:
        if b"_" in text:  # in Python 1_0 is ten
            raise ValueError
        corners: Sequence[int] = array("q", map(int, text.split()))
    except OverflowError:
        raise MeshError("has vertex indices out of range") from None
    except ValueError:
        start = quoted(text.strip().decode("utf-8", "replace"), 60)
        raise MeshError(f"has a polygon with invalid vertex indices: {start}") from None
    if b"-" in text:
        corners = [one if one >= 0 else max(count + 1 + one, 0) or _NOWHERE for one in corners]
    if len(corners) == 3:
        indices.extend(corners)
    else:
        for one, other in pairwise(corners[1:]):
            indices.extend((corners[0], one, other))
    if len(indices) > 3 * MOST_TRIANGLES:
        raise MeshSizeError(f"exceeds the limit of {MOST_TRIANGLES:,} triangles")
