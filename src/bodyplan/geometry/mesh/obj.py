"""Reads OBJ files. Tests compare the triangles with those of trimesh.

Source: the OBJ format (Wavefront), for polygons.
"""

from __future__ import annotations

import io
import re
from array import array
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from bodyplan.core import quoted
from bodyplan.geometry.mesh._numbers import not_a_number, number_in
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.looks import Looks
from bodyplan.geometry.mesh.pieces import MOST_VERTICES, Piece, TriangleCount
from bodyplan.geometry.mesh.polygons import cut

MOST_LINES = 1_000_000
"""The largest number of lines of an OBJ file."""
_AFTER_SLASH = re.compile(rb"/\S*")
_CONTINUED = re.compile(rb"\\\r?\n")
_FACES = frozenset((b"f", b"fo"))
"""The keywords of a face statement; ``fo`` was used before OBJ version 3."""
_LEFT = frozenset((b"", *b"# vt vn vp g o s usemtl mtllib l p".split()))
"""The keywords of other common statements, which can be ignored without a check."""
_NO_LETTERS = re.compile(rb"[^a-z]+")
_NUMBER_FIRST = re.compile(rb"[-+.]*\d")
_NOWHERE = -1
"""The stored index of a relative index that refers to a vertex before the first one."""
_LONGEST_FACE = 1024 * 1024
"""Limit on the size of a line with a polygon [bytes]."""


class _FaceRun(NamedTuple):
    """A run of consecutive polygons with the same part and material."""

    part: str
    material: str
    start: int
    """The index of the first polygon."""


def read_obj(data: bytes, *, by_part: bool = False, looks: Looks | None = None) -> Iterator[Piece]:
    """Read the triangles of an OBJ file.

    Args:
        data: the content.
        by_part: whether to yield a piece for each object or group, instead of a single piece.
        looks: reads materials; if given, each material becomes a separate piece, with normals and
            texture coordinates.

    Raises:
        MeshError: a coordinate or an index is not a number, or an index is out of range.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise MeshError("is encoded in UTF-16; OBJ requires UTF-8 or ASCII")
    obj = _Obj(len(data), has_looks=looks is not None)
    runs = [_FaceRun("", "", 0)]
    data = data.rstrip(b"\0").removeprefix(BOM_UTF8)
    if b"\\" in data:
        data = _CONTINUED.sub(b" ", data)
    separator = b"\n" if b"\n" in data else b"\r"
    if data.count(separator) > MOST_LINES:
        raise MeshSizeError(f"exceeds the limit of {MOST_LINES:,} lines")
    for line in io.BytesIO(data) if separator == b"\n" else data.split(b"\r"):
        words = line.split(None, 1)
        kind = words[0] if words else b""
        rest = words[1] if len(words) > 1 else b""
        if kind in _FACES:
            obj.add_polygon(rest)
        elif kind == b"v":
            obj.add_vertex(rest)
        elif looks is not None and kind in {b"vt", b"vn"}:
            obj.add_aside(kind, rest)
        elif looks is not None and kind == b"usemtl":
            name = rest.strip().decode("utf-8", "replace")
            runs.append(_FaceRun(runs[-1].part, name, len(obj.counts)))
        elif by_part and kind in {b"o", b"g"}:
            name = b" ".join(rest.split()).decode("utf-8", "replace")
            runs.append(_FaceRun(name, runs[-1].material, len(obj.counts)))
        elif kind not in _LEFT:
            _check_left(kind, line)
    yield from obj.pieces(runs, looks)


def _check_left(kind: bytes, line: bytes) -> None:
    """Check that a line that is about to be ignored was not meant as a vertex or a face.

    A line was meant as a vertex or face if it begins with a number, or with ``v`` or ``f`` followed
    by characters that are not letters, such as a non-breaking space.

    Raises:
        MeshError: the line was meant as a vertex or a face.
    """
    word = _NO_LETTERS.sub(b"", kind[:80].lower())
    is_comment = kind.startswith(b"#")
    if not is_comment and (word == b"v" or word in _FACES or _NUMBER_FIRST.match(kind)):
        start = quoted(line.strip().decode("utf-8", "replace"), 60)
        raise MeshError(f"has an unknown OBJ statement: {start}")


class _Obj:
    """The numbers in an OBJ file.

    Args:
        size: the size of the file [bytes].
        has_looks: whether texture coordinates and normals are kept.
    """

    def __init__(self, size: int, *, has_looks: bool) -> None:
        self._has_looks = has_looks
        self._triangles = TriangleCount(size)
        self._numbers = array("d")
        self._corners = array("q")
        self.counts = array("i")
        """Number of corners of each polygon."""
        self._aside = {b"vt": array("f"), b"vn": array("f")}
        self._of_corners = {b"vt": array("q"), b"vn": array("q")}
        """For each corner, the index of its texture coordinates and normal, from 1; 0 if it has
        none. Missing entries at the end are 0; ``_extend_of_corners`` appends them."""

    def add_vertex(self, text: bytes) -> None:
        """Add a vertex."""
        if b"#" in text:
            text = text.partition(b"#")[0]
        corner = text.split(None, 3)[:3]
        if len(corner) < 3:
            raise MeshError("has a vertex without three coordinates")
        try:
            self._numbers.extend(map(number_in if b"_" in text else float, corner))
        except ValueError:
            raise not_a_number(corner) from None
        if len(self._numbers) > 3 * MOST_VERTICES:
            raise MeshSizeError(f"exceeds the limit of {MOST_VERTICES:,} vertices")

    def add_aside(self, kind: bytes, text: bytes) -> None:
        """Store the texture coordinates or the normal of a line; an invalid number becomes 0."""
        numbers = self._aside[kind]
        wanted = 2 if kind == b"vt" else 3
        if len(numbers) >= wanted * MOST_VERTICES:
            return
        try:
            found = [float(word) for word in text.split(None, wanted)[:wanted]]
        except ValueError:
            found = []
        numbers.extend((*found, 0.0, 0.0, 0.0)[:wanted])

    def add_polygon(self, text: bytes) -> None:
        """Add a polygon.

        Args:
            text: the corners as written, such as ``3/1/2 -1``; negative indices count backwards
                from the last vertex so far.
        """
        if len(text) > _LONGEST_FACE:
            raise MeshSizeError(
                f"has a polygon of {len(text):,} bytes, which exceeds the limit of {_LONGEST_FACE:,}"
            )
        if b"#" in text:
            text = text.partition(b"#")[0]
        if self._has_looks and b"/" in text and self._add_uniform(text.split()):
            return
        slashed = text
        if b"/" in text:
            text = _AFTER_SLASH.sub(b"", text)
        try:
            if b"_" in text:  # int() would accept 1_0
                raise ValueError
            corners = list(map(int, text.split()))
        except ValueError:
            start = quoted(text.strip().decode("utf-8", "replace"), 60)
            raise MeshError(f"has a polygon with invalid vertex indices: {start}") from None
        self._add_corners(corners, has_minus=b"-" in text)
        if self._has_looks and b"/" in slashed:
            self._add_of_corners(slashed, len(corners))

    def _add_corners(self, corners: list[int], *, has_minus: bool) -> None:
        if has_minus:
            count = len(self._numbers) // 3
            corners = [_absolute(one, count) or _NOWHERE for one in corners]
        if 0 in corners:
            raise MeshError("has triangles with vertex index 0; indices start at 1")
        if len(corners) > 2:
            self._triangles.add(len(corners) - 2)
        try:
            self._corners.extend(corners)
        except OverflowError:
            raise MeshError("has vertex indices out of range") from None
        self.counts.append(len(corners))

    def _add_uniform(self, words: list[bytes]) -> bool:
        """Add a polygon if all its corners have the same form, without signs; else return False."""
        slashes = words[0].count(b"/")
        text = b" ".join(words)
        is_alike = slashes in (1, 2) and all(word.count(b"/") == slashes for word in words)
        if not is_alike or b"-" in text or b"_" in text:
            return False
        skipped = text.count(b"//")
        try:
            flat = array("q", map(int, text.replace(b"//", b"/").replace(b"/", b" ").split()))
        except (ValueError, OverflowError):
            return False
        step = 2 if slashes == 1 or skipped == len(words) else 3
        if skipped not in {0, len(words)} or len(flat) != step * len(words):
            return False
        nothing = array("q", bytes(8 * len(words)))
        self._add_corners(flat[::step].tolist(), has_minus=False)
        self._extend_of_corners(
            nothing if skipped else flat[1::step],
            nothing if slashes == 1 else flat[step - 1 :: step],
        )
        return True

    def _extend_of_corners(self, coordinates: array[int], normals: array[int]) -> None:
        """Append the indices of the last corners; earlier corners that had none get the index 0."""
        missing = len(self._corners) - len(coordinates) - len(self._of_corners[b"vt"])
        for found, new in ((b"vt", coordinates), (b"vn", normals)):
            self._of_corners[found].frombytes(bytes(8 * missing))
            self._of_corners[found].extend(new)

    def _add_of_corners(self, text: bytes, count: int) -> None:
        """Append the indices of the texture coordinates and normals of the corners of a polygon."""
        try:
            words = [(*word.split(b"/"), b"", b"")[1:3] for word in text.split()]
            own = array("q", (int(word or 0) for word, _ in words))
            other = array("q", (int(word or 0) for _, word in words))
            if len(own) != count or len(other) != count:
                raise ValueError
        except (ValueError, OverflowError):
            own = other = array("q", bytes(8 * count))
        if b"-" in text:
            own = array("q", (_absolute(one, len(self._aside[b"vt"]) // 2) for one in own))
            other = array("q", (_absolute(one, len(self._aside[b"vn"]) // 3) for one in other))
        self._extend_of_corners(own, other)

    def pieces(self, runs: list[_FaceRun], looks: Looks | None) -> Iterator[Piece]:
        """Yield the triangles of each part and material."""
        vertices = np.asarray(self._numbers).reshape(-1, 3)
        corners = np.asarray(self._corners) - 1
        counts = np.asarray(self.counts)
        triangles = cut(vertices, corners, counts)
        if self._has_looks:
            self._extend_of_corners(array("q"), array("q"))
        # the number of triangles before each polygon, and in total
        before = np.append(0, np.cumsum(np.maximum(counts.astype(np.int64) - 2, 0)))
        starts = [int(before[run.start]) for run in runs]
        groups: dict[tuple[str, str], list[slice]] = {}
        for run, start, end in zip(runs, starts, [*starts[1:], len(triangles)], strict=True):
            if end > start:
                groups.setdefault((run.part, run.material), []).append(slice(start, end))
        for (part, material), slices in groups.items():
            own = _rows(triangles, slices)
            yield Piece(
                vertices,
                corners[own],
                part=part,
                normals=self._by_corner(b"vn", 3, own),
                uv=self._by_corner(b"vt", 2, own),
                look=None if looks is None else looks.library.get(material),
            )

    def _by_corner(self, kind: bytes, columns: int, triangles: Any) -> Any:
        """Return values of triangle corners, (F, 3, columns); None unless all corners have one."""
        values = np.asarray(self._aside[kind]).reshape(-1, columns)
        places = np.asarray(self._of_corners[kind])
        if not len(values) or not len(places):
            return None
        places = places[triangles] - 1
        if places.size == 0 or places.min() < 0 or places.max() >= len(values):
            return None
        return values[places]


def _absolute(index: int, count: int) -> int:
    """Return the absolute index, counted from 1, of an index in a file; 0 if out of range."""
    return index if index >= 0 else max(count + 1 + index, 0)


def _rows(values: Any, slices: list[slice]) -> Any:
    if len(slices) == 1:
        return values[slices[0]]
    return np.concatenate([values[one] for one in slices])
