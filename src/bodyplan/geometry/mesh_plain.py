"""STL and OBJ, the formats that most meshes of robots have, read without a library.

trimesh reads them too, but it takes half a second to be loaded, and three where SciPy and what else
it looks for is installed; reading all meshes of a robot takes a fraction of that. Tests hold the
triangles against those that trimesh finds.
"""

from __future__ import annotations

import io
import re
from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from bodyplan.geometry.mesh import MeshError
from bodyplan.geometry.mesh_pieces import MOST_TRIANGLES, Piece
from bodyplan.text import plural

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
_HEAD = 84
"""Bytes of a binary STL before its triangles: 80 of any kind, then their number."""
_FACET = re.compile(rb"^[ \t]*facet\b", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(
    rb"^[ \t]*vertex[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", re.IGNORECASE | re.MULTILINE
)
_END = re.compile(rb"^[ \t]*endsolid\b", re.IGNORECASE | re.MULTILINE)
_SOLID = re.compile(rb"\s*solid\b", re.IGNORECASE)

_AFTER_SLASH = re.compile(rb"/\S*")
_CONTINUED = re.compile(rb"\\\r?\n")
_NOWHERE = -1
"""A corner that is counted from the last one to before the first."""
_LONGEST_FACE = 1024 * 1024
"""Bytes of a line with a polygon."""


# STL


def is_text_stl(data: bytes) -> bool:
    """Whether an STL is written in words: its size is not the one that its count demands."""
    return len(data) != _HEAD + _RECORD.itemsize * _count(data)


def _count(data: bytes) -> int:
    return int.from_bytes(data[_HEAD - 4 : _HEAD], "little")


def read_stl(data: bytes) -> Iterator[Piece]:
    """The triangles of an STL, binary or in words; what it says of normals and colours is left.

    Raises:
        MeshError: it is no STL.
        ValueError: a coordinate is no number.
    """
    if not is_text_stl(data):
        corners = np.frombuffer(data, _RECORD, offset=_HEAD)["corners"].reshape(-1, 3)
    else:
        corners = _corners_in_words(data)
    yield Piece(corners, np.arange(len(corners)).reshape(-1, 3))


def _corners_in_words(data: bytes) -> Any:
    lines = data if b"\n" in data else data.replace(b"\r", b"\n")
    facets = len(_FACET.findall(lines))
    if not facets and not _SOLID.match(lines):
        count = _count(data)
        raise MeshError(
            f"is no STL: {len(data):,} bytes, and with the {plural(count, 'triangle')} that it "
            f"begins with it had {_HEAD + _RECORD.itemsize * count:,}"
        )
    if not _END.search(lines):
        raise MeshError("is cut off: it ends without endsolid")
    numbers = array("d")
    for corner in _VERTEX.finditer(lines):
        numbers.extend(map(float, corner.groups()))
    count = len(numbers) // 3
    if count != 3 * facets:
        raise MeshError(
            f"has {plural(facets, 'facet')} with {plural(count, 'corner')}, not three each"
        )
    return np.array(numbers).reshape(-1, 3)


# OBJ


def read_obj(data: bytes, *, by_part: bool = False) -> Iterator[Piece]:
    """The triangles of an OBJ: polygons are cut into fans; normals and textures are left.

    Args:
        data: the content.
        by_part: a piece for each object and group, the last of which that is named counts; else
            all of it is one piece.

    Raises:
        MeshError: a polygon has a corner that cannot be.
        ValueError: a coordinate or an index is no number.
    """
    numbers = array("d")
    indices = array("q")
    parts = [("", 0)]
    if b"\\" in data:
        data = _CONTINUED.sub(b" ", data)
    for line in io.BytesIO(data) if b"\n" in data else data.split(b"\r"):
        kind, *rest = line.split(None, 1) or (b"",)
        if kind == b"v" and rest:
            corner = rest[0].split(None, 3)[:3]
            if len(corner) < 3:
                raise MeshError("has a corner without three coordinates")
            numbers.extend(map(float, corner))
        elif kind == b"f" and rest:
            _add_polygon(indices, rest[0], len(numbers) // 3)
        elif by_part and kind in {b"o", b"g"}:
            name = b" ".join(b"".join(rest).split()).decode("utf-8", "replace")
            parts.append((name, len(indices) // 3))
    vertices = np.array(numbers).reshape(-1, 3)
    faces = np.array(indices, np.int64).reshape(-1, 3) - 1
    if (faces == -1).any():
        raise MeshError("has triangles with corner 0; the first one is 1")
    ends = [start for _, start in parts[1:]] + [len(faces)]
    for (name, start), end in zip(parts, ends, strict=True):
        if end > start:
            yield Piece(vertices, faces[start:end], part=name)


def _add_polygon(indices: array[int], text: bytes, count: int) -> None:
    """Adds the corners of the triangles of a polygon, counted from 1.

    Args:
        indices: what they are added to.
        text: the corners as they are written, such as ``3/1/2 -1``; negative ones count from the
            last one so far.
        count: how many corners there are so far.
    """
    if len(text) > _LONGEST_FACE:
        raise MeshError(f"has a polygon with {len(text):,} bytes, which is not measured")
    if b"#" in text:
        text = text.partition(b"#")[0]
    if b"/" in text:
        text = _AFTER_SLASH.sub(b"", text)
    corners = list(map(int, text.split()))
    if b"-" in text:
        corners = [one if one >= 0 else max(count + 1 + one, 0) or _NOWHERE for one in corners]
    if len(corners) == 3:
        indices.extend(corners)
    else:
        for one, other in pairwise(corners[1:]):
            indices.extend((corners[0], one, other))
    if len(indices) > 3 * MOST_TRIANGLES:
        raise MeshError(f"has more than {MOST_TRIANGLES:,} triangles, which are not measured")
