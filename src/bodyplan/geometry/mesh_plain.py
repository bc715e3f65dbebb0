"""STL and OBJ, the formats that most meshes of robots have, read without a library.

trimesh reads them too, but it takes half a second to be loaded, and three where SciPy and what else
it looks for is installed; reading all meshes of a robot takes a fraction of that. Tests hold the
triangles against those that trimesh finds.
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
"""Bytes of a binary STL before its triangles: 80 of any kind, then their number."""
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
"""A face, and how it was called before version 3."""
_LEFT = frozenset((b"", *b"# vt vn vp g o s usemtl mtllib l p".split()))
"""What most other lines of an OBJ begin with."""
_NO_LETTERS = re.compile(rb"[^a-z]+")
_NUMBER_FIRST = re.compile(rb"[-+.]*\d")
_MOST_LOOSE = 1_000
"""Corners of an STL beyond three for each facet that are counted."""
_NOWHERE = -1
"""A corner that is counted from the last one to before the first."""
_LONGEST_FACE = 1024 * 1024
"""Bytes of a line with a polygon."""


# STL


def is_text_stl(head: bytes, size: int) -> bool:
    """Whether an STL is written in words: its size is not the one that its count demands.

    Args:
        head: what it begins with, ``STL_HEAD`` bytes or more.
        size: of all of it [bytes].
    """
    return size != STL_HEAD + _RECORD.itemsize * _count(head)


def _count(data: bytes) -> int:
    return int.from_bytes(data[STL_HEAD - 4 : STL_HEAD], "little")


def read_stl(data: bytes) -> Iterator[Piece]:
    """The triangles of an STL, binary or in words; what it says of normals and colours is left.

    One in words need not end with ``endsolid``, as for assimp, if its last facet is whole.

    Raises:
        MeshError: it is no STL, or not whole.
    """
    if not is_text_stl(data, len(data)):
        corners = np.frombuffer(data, _RECORD, offset=STL_HEAD)["corners"].reshape(-1, 3)
    else:
        corners = _corners_in_words(data)
    yield Piece(corners, np.arange(len(corners)).reshape(-1, 3))


def _corners_in_words(data: bytes) -> Any:
    lines = data if b"\n" in data else data.replace(b"\r", b"\n")
    begins = islice(_FACET.finditer(lines), MOST_TRIANGLES + 1)
    facets = array("q", (facet.start() for facet in begins))
    if not facets:
        _check_head(data)
    if len(facets) > MOST_TRIANGLES:
        raise MeshSizeError(f"has more than {MOST_TRIANGLES:,} triangles, which are not measured")
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
    # how many corners are told before each facet begins
    ends = np.append(np.array(facets, np.int64), len(lines))
    before = np.searchsorted(np.array(places, np.int64), ends)
    if before[0]:
        raise MeshError(f"has {plural(int(before[0]), 'corner')} outside of its facets")
    wrong = np.flatnonzero(np.diff(before) != 3)
    if len(wrong):
        count = int(np.diff(before)[wrong[0]])
        raise MeshError(f"has {plural(count, 'corner')} in facet {wrong[0] + 1:,}, not three")
    return np.array(numbers).reshape(-1, 3)


def _check_head(data: bytes) -> None:
    """Sees to it that a file without facets is one in words.

    Raises:
        MeshError: it is not.
    """
    if _SOLID.match(data) and b"\0" not in data[:STL_HEAD]:
        if b"facet" in data.lower():
            raise MeshError(
                "has facets that do not begin on lines of their own: these are not read"
            )
        return
    if len(data) < STL_HEAD:
        raise MeshError(f"is no STL: {len(data)} bytes, and the head alone takes {STL_HEAD}")
    count = _count(data)
    raise MeshError(
        f"is no STL, or damaged: its head counts {plural(count, 'triangle')}, with which it would "
        f"have {STL_HEAD + _RECORD.itemsize * count:,} bytes, and it has {len(data):,}"
    )


def _check_end(lines: bytes, facets: Sequence[int]) -> None:
    """Sees to it that a file which does not say where it ends ends with a whole facet.

    Raises:
        MeshError: it is cut off.
    """
    end = _END_FACET.search(lines, facets[-1])
    if end is None:
        raise MeshError(f"is cut off in the middle of facet {len(facets):,}")
    rest = lines[end.end() :].strip(b" \t\r\n\0").lower()
    if rest and not b"endsolid".startswith(rest):
        raise MeshError(f"is cut off after facet {len(facets):,}")


def _no_number(words: Iterable[bytes]) -> MeshError:
    """What is wrong with words one of which is not the number that it should be."""
    wrong = next((word for word in words if not _is_number(word)), b"")
    return MeshError(
        f"has a coordinate that is no number: {quoted(wrong.decode('utf-8', 'replace'))}"
    )


def _is_number(word: bytes) -> bool:
    try:
        _number(word)
    except ValueError:
        return False
    return True


def _number(word: bytes) -> float:
    """A number as files write it: in Python 1_0 is ten, and in a file it is a mistake."""
    if b"_" in word:
        raise ValueError
    return float(word)


# OBJ


def read_obj(data: bytes, *, by_part: bool = False) -> Iterator[Piece]:
    """The triangles of an OBJ; normals and textures are left.

    Args:
        data: the content.
        by_part: a piece for each object and group, the last of which that is named counts; else
            all of it is one piece.

    Raises:
        MeshError: a coordinate or an index is no number, or a polygon has a corner that cannot be.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise MeshError("is written in UTF-16; an OBJ is read as UTF-8 or ASCII")
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
                raise MeshError("has a corner without three coordinates")
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
        raise MeshError("has triangles with corner 0; the first one is 1")
    starts, sizes = np.array(polygons, np.int64).reshape(-1, 2).T
    faces = unfolded(vertices, faces, starts, sizes)
    ends = [start for _, start in parts[1:]] + [len(faces)]
    for (name, start), end in zip(parts, ends, strict=True):
        if end > start:
            yield Piece(vertices, faces[start:end], part=name)


def _check_left(kind: bytes, line: bytes) -> None:
    """Sees to it that a line which is passed over was not meant to be a corner or a face.

    It was where it begins with a number, or with ``v`` or ``f`` but for what is no letter, such as
    a blank that does not break.

    Raises:
        MeshError: it was.
    """
    word = _NO_LETTERS.sub(b"", kind.lower())
    is_comment = kind.startswith(b"#")
    if not is_comment and (word == b"v" or word in _FACES or _NUMBER_FIRST.match(kind)):
        told = quoted(line.strip().decode("utf-8", "replace"), 60)
        raise MeshError(f"has a line that begins with no word of an OBJ: {told}")


def _add_polygon(indices: array[int], text: bytes, count: int) -> None:
    """Adds the corners of the triangles of a polygon, a fan, counted from 1.

    Args:
        indices: what they are added to.
        text: the corners as they are written, such as ``3/1/2 -1``; negative ones count from the
            last one so far.
        count: how many corners there are so far.
    """
    if len(text) > _LONGEST_FACE:
        raise MeshSizeError(f"has a polygon with {len(text):,} bytes, which is not measured")
    if b"#" in text:
        text = text.partition(b"#")[0]
    if b"/" in text:
        text = _AFTER_SLASH.sub(b"", text)
    try:
        if b"_" in text:  # in Python 1_0 is ten
            raise ValueError
        corners: Sequence[int] = array("q", map(int, text.split()))
    except OverflowError:
        raise MeshError("has triangles with corners that are not there") from None
    except ValueError:
        told = quoted(text.strip().decode("utf-8", "replace"), 60)
        raise MeshError(f"has a polygon with corners that are no numbers: {told}") from None
    if b"-" in text:
        corners = [one if one >= 0 else max(count + 1 + one, 0) or _NOWHERE for one in corners]
    if len(corners) == 3:
        indices.extend(corners)
    else:
        for one, other in pairwise(corners[1:]):
            indices.extend((corners[0], one, other))
    if len(indices) > 3 * MOST_TRIANGLES:
        raise MeshSizeError(f"has more than {MOST_TRIANGLES:,} triangles, which are not measured")
