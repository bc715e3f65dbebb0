"""Point clouds as files: CSV, NumPy arrays, and PLY, which mesh viewers open."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_BLOCK = 100_000
"""The number of points that are written at once."""


def cloud_chunks(points: Numbers, ending: str) -> Iterator[bytes]:
    """Yield the bytes of a point cloud file, in parts.

    Args:
        points: the points (count, 3) [m].
        ending: the file extension: ".csv", ".npy" or ".ply".
    """
    if ending == ".csv":
        yield b"x,y,z\n"
    elif ending == ".npy":
        yield npy_head(points.shape)
    else:
        yield _ply_head(len(points))
    for start in range(0, len(points), _BLOCK):
        part = points[start : start + _BLOCK]
        if ending == ".csv":
            yield "".join([f"{x!r},{y!r},{z!r}\n" for x, y, z in part.tolist()]).encode()
        else:
            yield part.astype("<f8" if ending == ".npy" else "<f4").tobytes()


def npy_head(shape: tuple[int, ...]) -> bytes:
    """Return the header of a NumPy file with 64-bit numbers."""
    from numpy.lib import format as npy

    head = io.BytesIO()
    npy.write_array_header_1_0(head, {"descr": "<f8", "fortran_order": False, "shape": shape})
    return head.getvalue()


def _ply_head(count: int) -> bytes:
    """Return the header of a binary PLY file with single precision, which every viewer can read."""
    axes = "".join(f"property float {axis}\n" for axis in "xyz")
    return (
        "ply\nformat binary_little_endian 1.0\ncomment lengths in metres\n"
        f"element vertex {count}\n{axes}end_header\n"
    ).encode()
