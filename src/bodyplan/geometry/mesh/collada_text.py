"""The text of a COLLADA file that is passed to pycollada: UTF-8, of limited size, without DTD.

The limits are needed because pycollada creates a Python object for each element and list. Archives
are rejected because pycollada opens every file as an archive first.
"""

from __future__ import annotations

import re
import zipfile
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from io import BytesIO
from xml.parsers import expat

from bodyplan.geometry.mesh.error import MeshError, MeshSizeError

MOST_NODES = 20_000
"""The largest number of nodes, and of instances of shapes, in a scene."""
MOST_ELEMENTS = 50_000
"""The largest number of elements of a file that are not polygons."""
MOST_POLYGONS = 500_000
"""The largest number of polygons of a file that have an element each."""
MOST_ATTRIBUTES = 200_000
"""The largest number of attributes of the elements of a file."""
MOST_NESTED = 400_000
"""Limit on the number of nodes times the number of node instances, because pycollada visits all
nodes repeatedly until it has resolved all instances."""
_LONGEST_SKIN = 4 * 1024 * 1024
"""Limit on the size of all skins together, and of a list of names [bytes]; reading them needs
thirty times as much memory."""
_LONGEST_NAME = 256
_DECLARATION = re.compile(
    rb"\s*<\?xml\s+version\s*=\s*[\"']1\.[01][\"']"
    rb"(?:\s+encoding\s*=\s*[\"']([\w.:-]+)[\"'])?(?:\s+standalone\s*=\s*[\"'](?:yes|no)[\"'])?\s*\?>"
)
_ENDS = {b"<!--": b"-->", b"<![CDATA[": b"]]>", b"<?": b"?>"}
"""Markup that begins with ``<`` but is not a tag: the end of each kind, by its beginning."""
_NO_TAG = re.compile(b"|".join(map(re.escape, _ENDS)))
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_LATIN = frozenset(("iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252"))
_OPENED = rb"<(?:[\w.-]+:)?"
_POLYGON = re.compile(_OPENED + rb"p[\s>/]")
_NODE = re.compile(_OPENED + rb"node[\s>/]")
_INSTANCE = re.compile(_OPENED + rb"instance_node[\s>/]")
_NAMES = re.compile(_OPENED + rb"(?:Name|IDREF|SIDREF|token)_array\b[^<>]*+>([^<]*+)")
_CONTROLLERS = re.compile(
    _OPENED + rb"library_controllers\b.*?(?:</(?:[\w.-]+:)?library_controllers|\Z)", re.DOTALL
)
_LOOKS = (b"bind_material", b"library_images", b"library_effects", b"library_materials")
_ASIDE = (
    b"library_animations",
    b"library_animation_clips",
    b"library_cameras",
    b"library_lights",
    b"instance_camera",
    b"instance_light",
    b"linestrips",
)


def text_of(data: bytes, *, has_looks: bool) -> bytes:
    """Return a file as UTF-8, without comments and without elements that are not needed.

    Elements that are not needed may be invalid.

    Args:
        data: the content.
        has_looks: whether materials and pictures are needed.

    Raises:
        MeshError: the file is not a COLLADA file, is an archive, or has a document type, which
            could define entities or refer to files.
        MeshSizeError: the file has too many elements.
    """
    if data[:2] == b"PK" or zipfile.is_zipfile(BytesIO(data)):
        raise MeshError("is an archive, not a mesh")
    text = _as_utf8(data)
    if text.count(b"<") > 2 * (MOST_ELEMENTS + MOST_POLYGONS):
        raise MeshSizeError(f"exceeds the limit of {MOST_ELEMENTS:,} elements")
    text = _plain(text)
    _check_prologue(text)
    for word in _ASIDE if has_looks else (*_LOOKS, *_ASIDE):
        text = _without(text, word)
    # repeated, because removing parts of the text may have joined the rest to new markup
    _check_prologue(text)
    # this also rejects archives, whose end record contains control characters
    if _CONTROL.search(text) is not None:
        raise MeshError("has control characters, which XML does not allow")
    _check_counts(text)
    return text


def _as_utf8(data: bytes) -> bytes:
    """Return a file as UTF-8 without a declaration of another encoding.

    Raises:
        MeshError: the encoding of the file is not supported.
    """
    data = data.removeprefix(BOM_UTF8)
    encoding = "utf-8"
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encoding = "utf-16"
        data = _decoded(data, encoding).encode()
    elif b"\0" in data[:4]:
        raise MeshError("has an unsupported encoding; expected UTF-8")
    if data[:200].lstrip().startswith(b"<?xml"):
        found = _DECLARATION.match(data)
        if found is None:
            raise MeshError("has an invalid XML declaration")
        named = (found[1] or b"utf-8").decode("ascii", "replace").lower()
        if encoding == "utf-8" and named in _LATIN:
            return _decoded(data[found.end() :], "cp1252").encode()
        if named not in {encoding, "us-ascii", "ascii", "utf8", "utf-16"}:
            raise MeshError("has an unsupported encoding; expected UTF-8")
        if named != "utf-8":
            return data[found.end() :]
    return data


def _decoded(data: bytes, encoding: str) -> str:
    return data.decode(encoding, "replace")


def _plain(data: bytes) -> bytes:
    """Return a file in which each ``<`` begins a tag.

    Comments are removed, because pycollada ignores numbers after them; processing instructions are
    removed, too. CDATA sections become escaped text.
    """
    pieces: list[bytes] = []
    position = 0
    while (found := _NO_TAG.search(data, position)) is not None:
        pieces.append(data[position : found.start()])
        end = _ENDS[found[0]]
        close = data.find(end, found.end())
        if close < 0:
            return b"".join(pieces)
        if end == b"]]>":
            text = data[found.end() : close].replace(b"&", b"&amp;")
            pieces.append(text.replace(b"<", b"&lt;").replace(b">", b"&gt;"))
        position = close + len(end)
    return b"".join((*pieces, data[position:])) if pieces else data


class _BeginsError(Exception):
    """Raised at the beginning of the root element, to end the check of the prologue."""


def _check_prologue(text: bytes) -> None:
    """Reject document type declarations."""

    def doctype(*_: object) -> None:
        raise MeshError("has a document type, which is not allowed")

    def begins(*_: object) -> None:
        raise _BeginsError

    parser = expat.ParserCreate("utf-8")
    handlers: dict[str, Callable[..., None]] = {
        "StartDoctypeDeclHandler": doctype,
        "StartElementHandler": begins,
    }
    for handler, function in handlers.items():
        setattr(parser, handler, function)
    try:
        parser.Parse(text, True)
    except _BeginsError:
        pass
    except expat.ExpatError as error:
        raise MeshError(f"cannot be read: {error}") from None


def _without(data: bytes, word: bytes) -> bytes:
    """Return a file without the elements whose tag is ``word``."""
    opened = re.compile(rb"<" + word + rb"(?=[\s/>])")
    closed = re.compile(rb"</" + word + rb"\s*+>")
    kept = 0
    pieces: list[bytes] = []
    while (found := opened.search(data, kept)) is not None:
        start = found.start()
        end = data.find(b">", start)
        if end >= 0 and data[end - 1 : end] != b"/":
            close = closed.search(data, end)
            end = close.end() - 1 if close is not None else -1
        if end < 0:
            break
        pieces.append(data[kept:start])
        kept = end + 1
    return b"".join((*pieces, data[kept:])) if pieces else data


def _check_counts(text: bytes) -> None:
    """Check that there are no more elements than pycollada can read within seconds.

    Raises:
        MeshSizeError: there are too many elements.
    """
    polygons = _count(_POLYGON, text)
    nodes = _count(_NODE, text)
    counts = (
        (text.count(b"<") - text.count(b"</") - polygons, MOST_ELEMENTS, "elements"),
        (polygons, MOST_POLYGONS, "polygons"),
        (text.count(b"="), MOST_ATTRIBUTES, "attributes"),
        (nodes, MOST_NODES, "nodes"),
        (nodes * _count(_INSTANCE, text), MOST_NESTED, "nodes by instances of nodes"),
        (sum(len(one[0]) for one in _CONTROLLERS.finditer(text)), _LONGEST_SKIN, "bytes of skins"),
    )
    for count, most, what in counts:
        if count > most:
            raise MeshSizeError(f"exceeds the limit of {most:,} {what}")
    names = 0
    for found in _NAMES.finditer(text):
        names += len(found[1])
        if names > _LONGEST_SKIN or max(map(len, found[1].split()), default=0) > _LONGEST_NAME:
            raise MeshSizeError("has names that exceed the limit on their length")


def _count(pattern: re.Pattern[bytes], text: bytes) -> int:
    return sum(1 for _ in pattern.finditer(text))
