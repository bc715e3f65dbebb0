"""Checks that the compressed pixels of a PNG can be decoded."""

from __future__ import annotations

import struct
import zlib

_HEAD = struct.Struct(">IIBBBBB")
_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Number of samples per pixel, by colour type."""
_FILTERS = 5
_PASSES = (
    *((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4)),
    *((0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)),
)
"""For each pass of an interlaced picture: first column and row, column step and row step."""
_BLOCK = 8 * 1024 * 1024
"""Pixels are decompressed in blocks of this size [bytes]."""


def pixel_flaw(data: bytes) -> str:
    """Return what is wrong with the compressed pixels of a PNG; empty if they can be decoded.

    Args:
        data: a picture whose chunks and header are valid.

    Source: PNG specification, 7.2 (scanlines), 8.2 (interlace), 9.2 (filter types), 10.1 (zlib).
    """
    head, compressed, at = b"", bytearray(), 8
    while at + 12 <= len(data):
        end = at + 8 + int.from_bytes(data[at : at + 4])
        kind = data[at + 4 : at + 8]
        if kind == b"IHDR":
            head = head or data[at + 8 : end]
        elif kind == b"IDAT":
            compressed += data[at + 8 : end]
        at = end + 4
    if len(head) != _HEAD.size or not data.startswith(b"IHDR", 12):
        return "has no valid header"
    width, height, bits, color, _, _, is_interlaced = _HEAD.unpack(head)
    if not width or not height:
        return "has no pixels"
    left, inflater = bytes(compressed), zlib.decompressobj()
    try:
        for x, y, across, down in _PASSES if is_interlaced else ((0, 0, 1, 1),):
            columns, rows = -((x - width) // across), -((y - height) // down)
            if columns <= 0:
                continue
            stride = 1 + (columns * bits * _SAMPLES[color] + 7) // 8
            step = max(1, _BLOCK // stride)
            for first in range(0, rows, step):
                size = min(step, rows - first) * stride
                found = inflater.decompress(left, size)
                left = inflater.unconsumed_tail
                if len(found) < size:
                    return "has too few pixels"
                if max(found[::stride]) >= _FILTERS:
                    return "has an unknown filter type"
        if inflater.decompress(left, 1) or not inflater.eof:
            return "has more compressed data than pixels"
    except zlib.error:
        return "has damaged compressed pixels"
    return ""
