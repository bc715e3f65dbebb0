"""Reads, checks, decodes and converts the pictures of textures; no other module does.

The format of a picture is determined from its first bytes, not from its name or from the file that
contains it. Only pictures in ``FORMATS`` are decoded, and only if the size in the header is within
the limits. The Pillow decoder is chosen explicitly, because some of Pillow's decoders start other
programs.
"""

from __future__ import annotations

import io
import re
import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from bodyplan.core import shown
from bodyplan.files.opener import File, TooLargeError
from bodyplan.geometry._png_pixels import pixel_flaw
from bodyplan.geometry.mesh.error import placeholder
from bodyplan.geometry.opened import Place, as_file

Image = tuple[str, bytes]
"""A picture: its media type and its content."""
Format = Literal["PNG", "JPEG", "BMP", "TGA", "GIF", "WEBP"]
LARGEST_IMAGE = 32 * 1024 * 1024
"""Largest texture [bytes]."""
MOST_PIXELS = 8192 * 8192
"""The largest number of pixels of a texture: a small file may declare more pixels than fit into the
memory of a browser."""
MOST_DECODED = 4097 * 4097
"""The largest number of pixels of a picture to decode, for conversion to PNG or as a heightmap."""
MOST_DECODED_IN_ALL = 3 * MOST_DECODED
"""The largest total number of pixels of the pictures that are decoded in a run."""
DECODED = "decoded pixels of pictures"
"""The name under which ``File.spend`` counts decoded pixels."""
_REMEMBERED = 48 * 1024 * 1024
"""Limit on the total size of the converted pictures in the cache [bytes]."""

_PLUGINS: dict[Format, str] = {
    "PNG": "PngImagePlugin",
    "JPEG": "JpegImagePlugin",
    "BMP": "BmpImagePlugin",
    "TGA": "TgaImagePlugin",
    "GIF": "GifImagePlugin",
    "WEBP": "WebPImagePlugin",
}
FORMATS = tuple(_PLUGINS)
"""The formats that are decoded, by their names in Pillow."""
_PNG = b"\x89PNG\r\n\x1a\n"
_PALETTE = 3
"""The colour type of PNG whose pixels are indices into a palette."""
_PNG_BITS = {0: (1, 2, 4, 8, 16), 2: (8, 16), _PALETTE: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Allowed bits per sample, by colour type (PNG specification, 11.2.2)."""
_SCAN = b"\xff\xda"
"""The marker at the beginning of each scan of a JPEG file."""
MOST_SCANS = 50
"""The largest number of scans of a progressive JPEG. Encoders create about ten."""
_STARTS: dict[bytes, Format] = {
    _PNG: "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"BM": "BMP",
    b"GIF87a": "GIF",
    b"GIF89a": "GIF",
}
_OTHERS = (
    (re.compile(rb"DDS "), "a DDS file"),
    (re.compile(rb"\xabKTX"), "a KTX file"),
    (re.compile(rb"v/1\x01"), "an EXR file"),
    (re.compile(rb"#\?"), "an HDR file"),
    (re.compile(rb"II[*+]\0|MM\0[*+]"), "a TIFF file"),
    (re.compile(rb"%!PS|\xc5\xd0\xd3\xc6"), "an EPS file"),
    (re.compile(rb"%PDF"), "a PDF file"),
    (re.compile(rb"8BPS"), "a PSD file"),
    (re.compile(rb"\0\0\0\x0cjP  |\xff\x4f\xff\x51"), "a JPEG 2000 file"),
    (re.compile(rb"....ftyp", re.DOTALL), "an AVIF or HEIF file"),
    (re.compile(rb"P[1-7fFy][ \t\r\n]"), "a Netpbm file"),
    (re.compile(rb"icns"), "an ICNS file"),
    (re.compile(rb"\x00\x00\x01\x00"), "an ICO file"),
    (re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?<svg\b"), "an SVG file"),
)
"""Picture formats that bodyplan does not support: a pattern for the first bytes, and a name."""
_TGA_KINDS = frozenset((1, 2, 3, 9, 10, 11))
_TGA_DEPTHS = frozenset((8, 15, 16, 24, 32))
_TGA_HEADER = 18
_decoding = threading.Lock()
"""Only one picture is decoded at a time, because decoding may need a hundred megabytes."""
_converted: OrderedDict[bytes, bytes] = OrderedDict()


class PictureError(ValueError):
    """A picture cannot be shown.

    Args:
        message: the reason, beginning with the file name.
        remedy: a hint for the user; may be empty.
        is_left_out: whether the picture may be valid for other programs: it is too large, has an
            unsupported format, or is outside of the allowed folders.
    """

    def __init__(self, message: str, remedy: str = "", *, is_left_out: bool = False) -> None:
        super().__init__(message)
        self.remedy = remedy
        self.is_left_out = is_left_out


def image_of(place: Place) -> Image | None:
    """Return a picture in a format that browsers show; None if that is impossible."""
    try:
        return load_image(place)
    except PictureError:
        return None


def picture_error(place: Place) -> PictureError | None:
    """Return why a picture cannot be shown; None if it can."""
    try:
        load_image(place)
    except PictureError as error:
        return error
    return None


def load_image(place: Place) -> Image:
    """Return a picture in a format that browsers show.

    The pixels of PNG and JPEG files are not decoded; only their structure is checked.

    Args:
        place: the file.

    Raises:
        PictureError: the picture cannot be shown.
    """
    file = as_file(place)
    return image_in(shown(file.name), read_picture(file), file)


def read_picture(file: File) -> bytes:
    """Return the bytes of a picture.

    Raises:
        PictureError: the path is not a file, or the file cannot be read, is not allowed, or is too
            large.
    """
    name = shown(file.name)
    try:
        return file.read(LARGEST_IMAGE)
    except TooLargeError as error:
        raise PictureError(f"{name} is too large: {error.strerror}", is_left_out=True) from None
    except OSError as error:
        raise PictureError(
            f"{name} cannot be read: {error.strerror or error}", is_left_out=bool(file.refusal())
        ) from None


def image_in(name: str, data: bytes, of: File) -> Image:
    """Return a picture in a format that browsers show, given its content.

    Args:
        name: the name of the picture in messages.
        data: the content.
        of: the file that contains the picture; decoded pixels count towards the limit of its run.

    Raises:
        PictureError: the picture cannot be shown.
    """
    kind = _format_of(name, data)
    if kind == "PNG":
        _require_pixels(name, _png_pixels(name, data), MOST_PIXELS)
        return "image/png", data
    if kind == "JPEG":
        _require_pixels(name, _jpeg_pixels(name, data), MOST_PIXELS)
        return "image/jpeg", data
    return "image/png", _as_png(name, data, of)


def as_png(name: str, image: Image, of: File) -> bytes:
    """Return a picture as a PNG whose pixels can be decoded.

    Args:
        name: the name of the picture in messages.
        image: a picture from ``load_image``.
        of: the file that contains the picture; decoded pixels count towards the limit of its run.

    Raises:
        PictureError: the pixels cannot be decoded, or decoding requires Pillow, which is not
            installed.
    """
    media, data = image
    if media != "image/png":
        return _as_png(name, data, of)
    flaw = pixel_flaw(data)
    if flaw:
        raise PictureError(f"{name} is a damaged PNG file: it {flaw}")
    return _without_notes(data)


def _without_notes(data: bytes) -> bytes:
    """Return a PNG file without optional chunks, some of which MuJoCo rejects.

    The optional chunks for transparency and colour space remain, because MuJoCo reads them.
    """
    kept, at = [_PNG], len(_PNG)
    while data.startswith(_PNG) and at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        end = at + 12 + length
        is_optional = kind[:1].islower() and kind != b"tRNS"
        if not is_optional or (kind == b"sRGB" and length == 1):
            kept.append(data[at:end])
        at = end
    found = b"".join(kept)
    return data if len(found) == len(data) or len(kept) == 1 else found


@contextmanager
def decoded(name: str, data: bytes, of: File) -> Iterator[Any]:
    """Open a picture with Pillow, to decode its pixels.

    Args:
        name: the name of the picture in messages.
        data: the content.
        of: the file that contains the picture; decoded pixels count towards the limit of its run.

    Raises:
        PictureError: the content is not a picture, is damaged or too large, or Pillow is not
            installed.
    """
    kind = _format_of(name, data)
    if find_spec("PIL") is None:
        raise PictureError(
            f"{name} is not a PNG or JPEG file; other pictures require Pillow"
            if kind not in {"PNG", "JPEG"}
            else f"{name} requires Pillow",
            "pip install Pillow",
            is_left_out=True,
        )
    count = _pixels_of(kind, name, data)
    if kind == "JPEG" and data.count(_SCAN) > MOST_SCANS:  # each scan may cover all pixels
        raise PictureError(f"{name} has more than {MOST_SCANS} scans", is_left_out=True)
    _require_pixels(name, count, MOST_DECODED)
    digest = blake2b(data, digest_size=16).digest()
    _spend(of, name, count, digest)
    pictures: Any = import_module("PIL.Image")
    # only the plugin of this format is imported; by default, Pillow imports all plugins
    import_module(f"PIL.{_PLUGINS[kind]}")
    with _decoding:
        try:
            with pictures.open(io.BytesIO(data), formats=(kind,)) as image:
                found = image.width * image.height
                _require_pixels(name, found, MOST_DECODED)
                # Pillow skips unknown blocks, and may then find a larger image than the header's
                if found > count:
                    _spend(of, name, found - count, (digest, "found"))
                yield image
        except PictureError:
            raise
        except Exception as error:  # noqa: BLE001  (Pillow raises many over broken files)
            reason = shown(str(error), 160)
            raise PictureError(f"{name} is a damaged picture: {reason}") from None


def _spend(of: File, name: str, count: int, once: Hashable) -> None:
    """Add decoded pixels to the total of the run to which a file belongs.

    Raises:
        PictureError: there are too many pixels.
    """
    try:
        of.spend(DECODED, count, MOST_DECODED_IN_ALL, once)
    except TooLargeError as error:
        raise PictureError(f"{name} is not shown: {error.strerror}", is_left_out=True) from None


def _format_of(name: str, data: bytes) -> Format:
    """Return the format of a picture by its first bytes.

    Raises:
        PictureError: the content is not a picture, or is in a format that is not shown.
    """
    if not data:
        raise PictureError(f"{name} is empty")
    for start, kind in _STARTS.items():
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    other = placeholder(data)
    if other is not None:
        raise PictureError(f"{name} is {other[0]}", other[1])
    for start_, what in _OTHERS:
        if start_.match(data):
            raise PictureError(f"{name} is {what}, which is not shown", is_left_out=True)
    if _is_tga(data):
        return "TGA"
    raise PictureError(f"{name} is not a picture")


def _is_tga(data: bytes) -> bool:
    """Return whether a file has a valid TGA header; the format has no signature."""
    if len(data) < _TGA_HEADER or data[1] > 1 or data[2] not in _TGA_KINDS:
        return False
    return data[16] in _TGA_DEPTHS and data[17] & 0xC0 == 0


def _pixels_of(kind: Format, name: str, data: bytes) -> int:
    """Return the number of pixels that the header of a picture declares.

    Sources: see ``_png_pixels`` and ``_jpeg_pixels``; BITMAPINFOHEADER and BITMAPCOREHEADER
    (Windows); GIF89a, section 18; Truevision TGA 2.0; WebP container specification.

    Raises:
        PictureError: the header is incomplete or damaged.
    """
    try:
        match kind:
            case "PNG":
                return _png_pixels(name, data)
            case "JPEG":
                return _jpeg_pixels(name, data)
            case "BMP" if data[14:18] == b"\x0c\0\0\0":
                width, height = struct.unpack_from("<HH", data, 18)
            case "BMP":
                width, height = struct.unpack_from("<ii", data, 18)
            case "GIF":
                return max(_gif_sizes(data))
            case "TGA":
                width, height = struct.unpack_from("<HH", data, 12)
            case _:
                width, height = _webp_size(data)
    except struct.error:
        raise PictureError(f"{name} is a damaged picture: it ends in its header") from None
    return abs(int(width) * int(height))


def _gif_sizes(data: bytes) -> tuple[int, int]:
    """Return the number of pixels of the logical screen of a GIF, and of its first image.

    Source: GIF89a, sections 18 (screen), 19 (colours), 20 (picture) and 23 (extensions).
    """
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    screen = width * height
    at = 13 + (3 << (flags & 7) + 1 if flags & 0x80 else 0)
    while data[at : at + 1] == b"!":
        at += 2
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    # Pillow searches further for an image; its size is then checked when it is decoded
    if data[at : at + 1] != b",":
        return screen, 0
    width, height = struct.unpack_from("<HH", data, at + 5)
    return screen, width * height


def _webp_size(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            low, middle, high, *rest = struct.unpack_from("<6B", data, 24)
            width = low | middle << 8 | high << 16
            return width + 1, (rest[0] | rest[1] << 8 | rest[2] << 16) + 1
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", data, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF


def _require_pixels(name: str, count: int, most: int) -> None:
    if not count:
        raise PictureError(f"{name} has no pixels")
    if count > most:
        raise PictureError(f"{name} has {count:,} pixels; the limit is {most:,}", is_left_out=True)


def _png_pixels(name: str, data: bytes) -> int:
    """Return the number of pixels of a PNG picture, after checking the checksums of its chunks.

    Source: PNG specification, 5.3 (chunks) and 11.2.1 (IHDR).
    """
    at, count, has_content, needs_palette = len(_PNG), 0, False, False
    view = memoryview(data)
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        end = at + 8 + length
        if end + 4 > len(data):
            break
        if zlib.crc32(view[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
            raise PictureError(f"{name} is a damaged PNG file: its checksums do not match")
        if kind == b"IHDR" and length >= 8:
            count = max(
                count,
                int.from_bytes(data[at + 8 : at + 12]) * int.from_bytes(data[at + 12 : at + 16]),
            )
            bits, color, *rest = (*data[at + 16 : end], 0, 0, 0, 0, 0)[:5]
            if bits not in _PNG_BITS.get(color, ()) or rest[:2] != [0, 0] or rest[2] > 1:
                raise PictureError(
                    f"{name} has a PNG header with an unknown colour type, bit depth or method"
                )
            needs_palette = color == _PALETTE
        needs_palette &= kind != b"PLTE"
        has_content |= kind == b"IDAT" and not needs_palette
        if kind == b"IEND":
            if not has_content:
                raise PictureError(f"{name} is a PNG file without a picture")
            return count
        at = end + 4
    raise PictureError(f"{name} is an incomplete PNG file")


def _jpeg_pixels(name: str, data: bytes) -> int:
    """Return the number of pixels of a JPEG picture, which must contain a scan.

    Source: ITU-T T.81, B.2.2 (frame header) and B.2.3 (scan header).
    """
    at, count = 2, 0
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte before a marker
            at += 1
            continue
        if marker == 0xDA:
            return count
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            size = int.from_bytes(data[at + 5 : at + 7]) * int.from_bytes(data[at + 7 : at + 9])
            count = max(count, size)
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    raise PictureError(f"{name} is an incomplete JPEG file")


def _as_png(name: str, data: bytes, of: File) -> bytes:
    """Convert a picture of another format to PNG; results are cached by content.

    Raises:
        PictureError: the content is not a picture, or Pillow is not installed.
    """
    digest = blake2b(data, digest_size=16).digest()
    made = _converted.get(digest)
    if made is not None:
        return made
    buffer = io.BytesIO()
    with decoded(name, data, of) as image:
        is_opaque = image.mode in {"RGB", "L", "YCbCr"} and "transparency" not in image.info
        picture = image.convert("RGB" if is_opaque else "RGBA")
        # level 1 is four times as fast as the default level
        picture.save(buffer, "PNG", compress_level=1)
        made = _converted[digest] = buffer.getvalue()
        while sum(map(len, _converted.values())) > _REMEMBERED and len(_converted) > 1:
            _converted.popitem(last=False)
    return made
