"""Reads STL files. Tests compare the triangles with those of trimesh."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from bodyplan.core import plural
from bodyplan.geometry.mesh._numbers import not_a_number, number_in
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.heads import STL_HEAD, is_text_stl, stl_count
from bodyplan.geometry.mesh.pieces import MOST_TRIANGLES, Piece

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
_FACET = re.compile(rb"^[ \t]*facet\b", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(
    rb"^[ \t]*vertex[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", re.IGNORECASE | re.MULTILINE
)
_END_FACET = re.compile(rb"^[ \t]*end[ \t]?facet\b", re.IGNORECASE | re.MULTILINE)
_END_SOLID = re.compile(rb"^[ \t]*end[ \t]?solid\b", re.IGNORECASE | re.MULTILINE)
_SOLID = re.compile(rb"\s*solid\b", re.IGNORECASE)

_MOST_LOOSE = 1_000
"""The largest number of surplus vertices (beyond three per facet) that are read, so that a message
can count them."""


def read_stl(data: bytes) -> Iterator[Piece]:
    """Read the triangles of an STL file, binary or ASCII, without normals and colours.

    As in assimp, an ASCII file may lack ``endsolid`` if its last facet is complete.

    Raises:
        MeshError: the file is not an STL file, or is truncated.
    """
    if not is_text_stl(data, len(data)):
        _check_count(stl_count(data))
        corners = np.frombuffer(data, _RECORD, offset=STL_HEAD)["corners"].reshape(-1, 3)
    else:
        corners = _ascii_vertices(data)
    yield Piece(corners, np.arange(len(corners), dtype=np.int32).reshape(-1, 3))


def _check_count(count: int) -> None:
    if count > MOST_TRIANGLES:
        raise MeshSizeError(f"exceeds the limit of {MOST_TRIANGLES:,} triangles")


def _ascii_vertices(data: bytes) -> Any:
    lines = data if b"\n" in data else data.replace(b"\r", b"\n")
    begins = islice(_FACET.finditer(lines), MOST_TRIANGLES + 1)
    facets = array("q", (facet.start() for facet in begins))
    if not facets:
        _check_head(data)
    _check_count(len(facets))
    numbers = array("d")
    places = array("q")
    # float() accepts underscores in numbers; number_in() does not, but is slower
    number = number_in if b"_" in lines else float
    for corner in islice(_VERTEX.finditer(lines), 3 * len(facets) + _MOST_LOOSE):
        try:
            numbers.extend(map(number, corner.groups()))
        except ValueError:
            raise not_a_number(corner.groups()) from None
        places.append(corner.start())
    if facets and not _END_SOLID.search(lines, facets[-1]):
        _check_end(lines, facets)
    # the number of vertices before the start of each facet, and before the end of the file
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
        MeshError: the file is not an ASCII STL file.
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
    count = stl_count(data)
    raise MeshError(
        f"is not an STL file, or damaged: its header declares {plural(count, 'triangle')}, which "
        f"require {STL_HEAD + _RECORD.itemsize * count:,} bytes, but it has {len(data):,}"
    )


def _check_end(lines: bytes, facets: Sequence[int]) -> None:
    """Check that a file without an end marker ends with a complete facet.

    Raises:
        MeshError: the file is truncated.
    """
    end = _END_FACET.search(lines, facets[-1])
    if end is None:
        raise MeshError(f"is truncated in facet {len(facets):,}")
    rest = lines[end.end() :].strip(b" \t\r\n\0").lower()
    if rest and not b"endsolid".startswith(rest):
        raise MeshError(f"is truncated after facet {len(facets):,}")
