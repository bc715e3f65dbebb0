"""Robots of every format with their meshes and pictures, in a folder of each test run."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

ROBOTS = Path(__file__).parent / "robots"


def cube(size: float, *, with_notch: bool = False) -> bytes:
    """The binary STL of a cube about its centre; with a notch, one corner is moved inwards."""
    h = size / 2.0
    corners = [(x, y, z) for x in (-h, h) for y in (-h, h) for z in (-h, h)]
    if with_notch:
        corners[7] = (0.2 * h, 0.3 * h, h)
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [part for a, b, c, d in quads for part in ((a, b, c), (a, c, d))]
    rows = [
        struct.pack("<12fH", 0.0, 0.0, 0.0, *(x for n in part for x in corners[n]), 0)
        for part in triangles
    ]
    return bytes(80) + struct.pack("<I", len(rows)) + b"".join(rows)


def obj_of(stl: bytes) -> str:
    """The same triangles as OBJ, with other corners first."""
    lines = []
    (count,) = struct.unpack_from("<I", stl, 80)
    for number in range(count):
        values = struct.unpack_from("<12f", stl, 84 + 50 * number)
        corners = [values[n : n + 3] for n in (3, 6, 9)]
        lines += ["v {:.9g} {:.9g} {:.9g}".format(*one) for one in (*corners[1:], corners[0])]
    faces = [f"f {n} {n + 1} {n + 2}" for n in range(1, 3 * count, 3)]
    return "\n".join([*lines, *reversed(faces), ""])


@pytest.fixture(scope="session")
def robots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the robots and what they name."""
    folder = tmp_path_factory.mktemp("compare")
    for file in ROBOTS.iterdir():
        shutil.copy(file, folder)
    (folder / "part.stl").write_bytes(cube(0.2, with_notch=True))
    (folder / "copy.stl").write_bytes(cube(0.2, with_notch=True))
    (folder / "large.stl").write_bytes(cube(2.0, with_notch=True))
    (folder / "other.stl").write_bytes(cube(0.2))
    (folder / "part.obj").write_text(obj_of(cube(0.2, with_notch=True)))
    (folder / "copy.png").write_bytes(b"\x89PNG skin")
    (folder / "skin.png").write_bytes(b"\x89PNG skin")
    (folder / "bark.png").write_bytes(b"\x89PNG bark")
    return folder
