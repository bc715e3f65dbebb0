"""A PNG whose pixels MuJoCo cannot decode is a loss, and is not written."""

from __future__ import annotations

import struct
import zlib

import pytest

import bodyplan

pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

URDF = """<robot name="r"><link name="base"><visual><geometry><box size="1 1 1"/></geometry>
<material name="m"><texture filename="skin.png"/></material></visual></link></robot>"""


def chunk(kind: bytes, data: bytes) -> bytes:
    whole = kind + data
    return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))


def png(
    pixels: bytes, *, size: int = 5, color: int = 2, bits: int = 8, interlaced: int = 0
) -> bytes:
    """Return a square picture with compressed pixels as given."""
    head = struct.pack(">IIBBBBB", size, size, bits, color, 0, 0, interlaced)
    palette = chunk(b"PLTE", bytes(6)) if color == 3 else b""
    half = len(pixels) // 2
    content = chunk(b"IDAT", pixels[:half]) + chunk(b"IDAT", pixels[half:])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + content + chunk(b"IEND", b"")


def rows(bits: int, *, count: int = 5, wide: int = 5) -> bytes:
    return (b"\1" + bytes((wide * bits + 7) // 8)) * count


RAW = rows(24)
HEAD = struct.pack(">IIBBBBB", 5, 5, 8, 2, 0, 0, 0)
WHOLE = zlib.compress(RAW)
INTERLACED = b"".join(  # the passes of 5 by 5 pixels that are not empty
    rows(24, count=count, wide=wide)
    for wide, count in ((1, 1), (1, 1), (2, 1), (1, 2), (3, 1), (2, 3), (5, 2))
)
PICTURES = {
    "whole": png(WHOLE),
    "gray of one bit": png(zlib.compress(rows(1)), color=0, bits=1),
    "palette": png(zlib.compress(rows(4)), color=3, bits=4),
    "16 bits and alpha": png(zlib.compress(rows(64)), color=6, bits=16),
    "gray and alpha": png(zlib.compress(rows(16)), color=4),
    "interlaced": png(zlib.compress(INTERLACED), interlaced=1),
    "interlaced, too short": png(zlib.compress(INTERLACED[:-1]), interlaced=1),
    "too short": png(zlib.compress(RAW[:-1])),
    "too long": png(zlib.compress(RAW + b"\0")),
    "cut": png(WHOLE[:-6]),
    "noise": png(b"\x55" * 40),
    "empty stream": png(zlib.compress(b"")),
    "checksum": png(WHOLE[:-1] + bytes((WHOLE[-1] ^ 1,))),
    "filter": png(zlib.compress(RAW[:16] + b"\7" + RAW[17:])),
    "no rows": png(zlib.compress(b""), size=0),
    "short header": png(WHOLE).replace(chunk(b"IHDR", HEAD), chunk(b"IHDR", HEAD[:10])),
    "long header": png(WHOLE).replace(chunk(b"IHDR", HEAD), chunk(b"IHDR", HEAD + bytes(3))),
    "late header": png(WHOLE).replace(
        chunk(b"IHDR", HEAD), chunk(b"gAMA", bytes(4)) + chunk(b"IHDR", HEAD)
    ),
    "bit": png(WHOLE[:4] + bytes((WHOLE[4] ^ 64,)) + WHOLE[5:]),
}


def is_decoded_by_mujoco(data: bytes) -> bool:
    spec = mujoco.MjSpec()
    spec.assets = {"skin.png": data}
    spec.add_texture(name="t", file="skin.png", type=mujoco.mjtTexture.mjTEXTURE_2D)
    try:
        spec.worldbody.add_geom(size=[1, 0, 0])
        spec.compile()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("data", PICTURES.values(), ids=PICTURES)
def test_what_mujoco_cannot_decode_is_a_loss(data, tmp_path):
    (tmp_path / "skin.png").write_bytes(data)
    (tmp_path / "r.urdf").write_text(URDF)
    done = bodyplan.convert(tmp_path / "r.urdf", "mjcf")
    lost = [loss.reason for loss in done.losses if loss.what == "texture"]
    is_written = bool(done.assets)
    assert is_written == is_decoded_by_mujoco(data) != bool(lost)
    mujoco.MjModel.from_xml_path(str(done.save(tmp_path / "r.xml")))
