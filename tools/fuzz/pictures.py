"""Small pictures of many formats, among them those whose decoders start programs."""

from __future__ import annotations

import struct
import zlib
from random import Random


def _png(kind: int, depth: int, row: bytes, *others: bytes) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", 2, 2, depth, kind, 0, 0, 0)
    parts = (head, *others, b"IDAT" + zlib.compress((b"\0" + row) * 2), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part))
        for part in parts
    )


_BMP = struct.pack("<2sIHHI", b"BM", 70, 0, 0, 54)
_BMP += struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, 16, 0, 0, 0, 0) + bytes(range(16))
_TIFF_TAGS = (
    *((256, 3, 1, 2), (257, 3, 1, 2), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1)),
    *((273, 4, 1, 122), (277, 3, 1, 1), (278, 3, 1, 2), (279, 4, 1, 4)),
)
_TIFF = struct.pack("<2sHIH", b"II", 42, 8, len(_TIFF_TAGS))
_TIFF += b"".join(struct.pack("<HHII", *tag) for tag in _TIFF_TAGS) + bytes(8)
PICTURES: dict[str, bytes] = {
    "png": _png(2, 8, bytes(6)),
    "png-alpha": _png(6, 8, bytes(8)),
    "png-gray": _png(0, 16, bytes(4)),
    "png-palette": _png(3, 8, b"\0\1", b"PLTE" + bytes(6), b"tRNS\0"),
    "png-chunks": _png(2, 8, bytes(6), b"tEXta\0b", b"zTXta\0\0" + zlib.compress(bytes(100_000))),
    "jpg": bytes.fromhex(
        "ffd8ffe000104a46494600010100000100010000ffdb004300"
        + "01" * 64
        + "ffc0000b080001000101011100"
        "ffc4001400010000000000000000000000000000000affc4001410010000000000000000000000000000000000"
        "ffda0008010100003f00d2cf20ffd9"
    ),
    "gif": b"GIF89a\2\0\2\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\2\0\2\0\0\2\2\x84Q\0;",
    "bmp": _BMP,
    "tga": struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 2, 2, 24, 0) + bytes(12),
    "tga-runs": struct.pack("<BBBHHBHHHHBB", 0, 0, 10, 0, 0, 0, 0, 0, 2, 2, 24, 0) + b"\x83\1\2\3",
    "webp": b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0",
    "tif": _TIFF + bytes(4),
    "ico": struct.pack("<HHHBBBBHHII", 0, 1, 1, 2, 2, 0, 0, 1, 32, 73, 22) + _png(6, 8, bytes(8)),
    "psd": struct.pack(">4sH6xHIIHH", b"8BPS", 1, 3, 2, 2, 8, 3) + bytes(12) + bytes(14),
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n(x) (w) file\n%%EOF\n",
    "eps-preview": struct.pack("<IIIIIII", 0xC6D3D0C5, 30, 60, 0, 0, 0, 0)
    + b"\xff\xff%!PS-Adobe-3.0\n",
    "ppm": b"P6 2 2 255\n" + bytes(12),
    "pbm": b"P1\n2 2\n0 1 1 0\n",
    "pcx": b"\n\5\1\10" + struct.pack("<HHHH", 0, 0, 1, 1) + bytes(116) + b"\1\2\1\2",
    "sgi": struct.pack(">HBBHHHH", 474, 0, 1, 2, 2, 2, 1) + bytes(500) + bytes(4),
    "dds": b"DDS " + struct.pack("<IIIII", 124, 4103, 2, 2, 8) + bytes(108),
    "jp2": b"\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 \0\0\0\0jp2 ",
    "icns": b"icns\0\0\0\x10ic07\0\0\0\x08",
    "fits": b"SIMPLE  =                    T".ljust(2880),
    "xpm": b'/* XPM */\nstatic char *a[] = {"1 1 1 1", "a c #000000", "a"};\n',
    "xbm": b"#define a_width 8\n#define a_height 1\nstatic char a_bits[] = {0x00};\n",
    "im": b"Image type: L\r\nImage size (x*y): 2*2\r\n".ljust(512, b"\0") + bytes(4),
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    "wmf": b"\xd7\xcd\xc6\x9a\0\0" + bytes(16) + struct.pack("<HHHI", 1, 9, 0x300, 12) + bytes(8),
    "flc": struct.pack("<IHHHH", 128, 0xAF12, 1, 2, 2) + bytes(116),
    "msp": b"DanM\2\0\2\0" + bytes(24) + bytes(2),
    "sun": struct.pack(">IIIIIIII", 0x59A66A95, 2, 2, 8, 4, 1, 0, 0) + bytes(4),
}
"""Pictures by the format that they have."""
ENDINGS = (".png", ".png", ".png", ".jpg", ".tga", ".bmp", ".gif", ".webp", ".eps", ".tif", "")
MEDIA = (
    "image/png",
    "image/png",
    "image/jpeg",
    "image/webp",
    "application/postscript",
    "",
    "text/plain",
)


def picture(rng: Random) -> bytes:
    """Return one of the pictures."""
    return PICTURES[rng.choice(tuple(PICTURES))]
