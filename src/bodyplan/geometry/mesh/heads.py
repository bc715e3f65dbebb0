"""Reads information from the first bytes of a mesh file, without NumPy."""

from __future__ import annotations

import re

STL_HEAD = 84
"""Size of the header of a binary STL file [bytes]: 80 arbitrary bytes, then the number of
triangles."""
STL_TRIANGLE = 50
"""Size of a triangle in a binary STL file [bytes]."""
COLLADA_HEAD = 64 * 1024
"""The unit of a COLLADA file is searched in this number of bytes at its beginning."""
_UP_AXIS = re.compile(rb"<up_axis>\s*([XYZ]_UP)\s*</up_axis>")
_UNIT = re.compile(rb"<unit\b[^<>]*?\bmeter\s*+=\s*+[\"']([^\"'<>]*+)[\"']")


def stl_count(head: bytes) -> int:
    """Return the number of triangles that a binary STL file declares."""
    return int.from_bytes(head[STL_HEAD - 4 : STL_HEAD], "little")


def is_text_stl(head: bytes, size: int) -> bool:
    """Return whether an STL file is ASCII: as a binary file, it would have another size.

    Args:
        head: the first bytes of the file, at least ``STL_HEAD``.
        size: the size of the file [bytes].
    """
    return size != STL_HEAD + STL_TRIANGLE * stl_count(head)


def unit_of(head: bytes) -> float | None:
    """Return the unit of a COLLADA file [m] from its first bytes; None if it declares no unit."""
    found = _UNIT.search(head[:COLLADA_HEAD])
    try:
        return float(found[1]) if found is not None else None
    except ValueError:
        return None


def up_axis_of(head: bytes) -> str | None:
    """Return the up axis that a COLLADA file declares, such as "Y_UP"; None if it declares none."""
    found = _UP_AXIS.search(head[:COLLADA_HEAD])
    return found[1].decode("ascii") if found is not None else None
