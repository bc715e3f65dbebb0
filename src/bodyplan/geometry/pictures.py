"""Pictures for textures: read, checked as far as that is cheap, and converted to what a page shows."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bodyplan.geometry.mesh_error import placeholder

Image = tuple[str, bytes]
"""A picture: its media type and its content."""
LARGEST_IMAGE = 32 * 1024 * 1024
"""Largest texture [bytes]."""
MOST_PIXELS = 8192 * 8192
"""Pixels of a texture; a small file can declare so many that a browser runs out of memory."""
_MOST_CONVERTED = 4096 * 4096
"""Pixels of a picture of another format than PNG and JPEG."""
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_PILLOW_FORMATS = ("JPEG", "TIFF", "BMP", "TGA", "GIF", "WEBP")
_UNSUPPORTED = {b"DDS ": "DDS", b"\xabKTX": "KTX", b"v/1\x01": "EXR", b"#?": "HDR"}
"""Beginnings of pictures that are valid elsewhere."""


class PictureError(ValueError):
    """A picture that cannot be shown; the message is the reason, and begins with the file name.

    Args:
        message: the reason.
        remedy: what to do; empty if unknown.
        is_left_out: whether other programs may show it: it is too large, or of another format.
    """

    def __init__(self, message: str, remedy: str = "", *, is_left_out: bool = False) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.is_left_out = is_left_out


def image_of(path: Path) -> Image | None:
    """Return a picture that a page can show; None for other files."""
    try:
        return load_image(path)
    except PictureError:
        return None


def picture_error(path: Path) -> PictureError | None:
    """Return why a picture cannot be shown; None if it can."""
    try:
        load_image(path)
    except PictureError as error:
        return error
    return None


def load_image(path: Path) -> Image:
    """Return a picture that a page can show.

    The pixels of PNG and JPEG are not decoded: of these, the structure is checked.

    Args:
        path: the file.

    Raises:
        PictureError: it cannot be shown.
    """
    return _image(path.name, read_picture(path))


def read_picture(path: Path) -> bytes:
    """Return the bytes of a picture.

    Raises:
        PictureError: it is not a file, cannot be read, or is too large.
    """
    name = path.name
    try:
        if not path.is_file():
            raise PictureError(f"{name} is not a file")
        size = path.stat().st_size
        if size > LARGEST_IMAGE:
            megabytes, most = size / 1e6, LARGEST_IMAGE / 1e6
            raise PictureError(
                f"{name} has {megabytes:,.0f} MB; the limit is {most:,.0f} MB", is_left_out=True
            )
        return path.read_bytes()
    except OSError as error:
        raise PictureError(f"{name} cannot be read: {error.strerror or error}") from None


@contextmanager
def opened(name: str, data: bytes, formats: tuple[str, ...], most: int) -> Iterator[Any]:
    """Open a picture with Pillow, which must be installed.

    Args:
        name: in messages.
        data: the picture.
        formats: that it may have, by their names in Pillow.
        most: pixels.

    Raises:
        PictureError: it is not a picture, is damaged, or has too many pixels.
    """
    pictures: Any = import_module("PIL.Image")
    try:
        with pictures.open(io.BytesIO(data), formats=formats) as image:
            _require_pixels(name, image.width * image.height, most)
            yield image
    except PictureError:
        raise
    except pictures.UnidentifiedImageError:
        raise PictureError(f"{name} is not a picture") from None
    except Exception as error:  # noqa: BLE001  (Pillow raises many over broken files)
        raise PictureError(f"{name} is a damaged picture: {error}") from None


def _image(name: str, data: bytes) -> Image:
    if not data:
        raise PictureError(f"{name} is empty")
    if data.startswith(_PNG):
        _require_pixels(name, _png_pixels(name, data))
        return "image/png", data
    if data.startswith(_JPEG):
        _require_pixels(name, _jpeg_pixels(name, data))
        return "image/jpeg", data
    other = placeholder(data)
    if other is not None:
        raise PictureError(f"{name} is {other[0]}", other[1])
    return "image/png", _converted(name, data)


def _require_pixels(name: str, count: int, most: int = MOST_PIXELS) -> None:
    if not count:
        raise PictureError(f"{name} has no pixels")
    if count > most:
        raise PictureError(f"{name} has {count:,} pixels; the limit is {most:,}", is_left_out=True)


def _png_pixels(name: str, data: bytes) -> int:
    """Return the number of pixels of a PNG picture, whose parts are checked by their checksums.

    Source: PNG specification, 5.3 (chunks) and 11.2.1 (IHDR).
    """
    at, count, has_content = len(_PNG), 0, False
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        end = at + 8 + length
        if end + 4 > len(data):
            break
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
            raise PictureError(f"{name} is a damaged PNG file: its checksums do not match")
        if kind == b"IHDR" and length >= 8:
            count = int.from_bytes(data[at + 8 : at + 12]) * int.from_bytes(data[at + 12 : at + 16])
        has_content |= kind == b"IDAT"
        if kind == b"IEND":
            if not has_content:
                raise PictureError(f"{name} is a PNG file without a picture")
            return count
        at = end + 4
    raise PictureError(f"{name} is an incomplete PNG file")


def _jpeg_pixels(name: str, data: bytes) -> int:
    """Return the number of pixels of a JPEG picture, which must have at least begun.

    Source: ITU-T T.81, B.2.2 (frame header) and B.2.3 (scan header).
    """
    at, count = 2, 0
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == 0xDA:
            return count
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            count = int.from_bytes(data[at + 5 : at + 7]) * int.from_bytes(data[at + 7 : at + 9])
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    raise PictureError(f"{name} is an incomplete JPEG file")


def as_png(image: Image) -> bytes | None:
    """Return a picture as PNG; None if that requires Pillow and it is not installed, or fails."""
    media, data = image
    if media == "image/png":
        return data
    try:
        return _converted("picture", data)
    except PictureError:
        return None


def _converted(name: str, data: bytes) -> bytes:
    """Return a picture of another format as PNG.

    Raises:
        PictureError: it is not a picture, or Pillow is not installed.
    """
    for start, kind in _UNSUPPORTED.items():
        if data.startswith(start):
            raise PictureError(f"{name} is a {kind} file, which is not shown", is_left_out=True)
    if find_spec("PIL") is None:
        raise PictureError(
            f"{name} is not a PNG or JPEG file; other pictures require Pillow",
            "pip install Pillow",
            is_left_out=True,
        )
    buffer = io.BytesIO()
    with opened(name, data, _PILLOW_FORMATS, _MOST_CONVERTED) as image:
        is_opaque = image.mode in {"RGB", "L", "YCbCr"} and "transparency" not in image.info
        picture = image.convert("RGB" if is_opaque else "RGBA")
        picture.save(buffer, "PNG", compress_level=3)  # the default takes twice as long
    return buffer.getvalue()
