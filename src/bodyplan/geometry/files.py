"""The files that a mesh refers to: materials, textures, buffers. Meshes are not loaded.

Sources: the OBJ and MTL formats (Wavefront), COLLADA 1.4 and 1.5 (``<image>``), glTF 2.0 with its
binary form, and the comment ``TextureFile`` that MeshLab writes into PLY files.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.gltf.claims import table_in

if TYPE_CHECKING:
    from mmap import mmap

LARGEST = 96 * 1024 * 1024
"""Limit on the size of a mesh with its buffers [bytes]; larger meshes are not read."""
LARGEST_TEXT = 88 * 1024 * 1024
"""Limit on the size of a mesh in a text format [bytes], because reading text needs much more
memory."""
MOST_REFERENCES = 1_000
"""The largest number of references in one file."""
LARGEST_SMALL = 64 * 1024 * 1024
"""Limit on the size of a material library, or of the JSON of a glTF file [bytes]."""

REFERRING = frozenset(("obj", "mtl", "dae", "gltf", "glb", "ply"))
"""Extensions of mesh files and material libraries that are searched for references."""
PICTURES = frozenset(
    ("bmp", "dds", "exr", "gif", "hdr", "jpeg", "jpg", "ktx2", "png", "tga", "tif", "tiff", "webp")
)
"""Extensions of texture files."""
SELF_CONTAINED = PICTURES | {"stl", "off", "bin"}
"""Extensions of files without references. For extensions in neither set, references are unknown."""

_MAPS = re.compile(
    rb"^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)
_WORD = re.compile(rb"[^ \t]+")
_NUMBER = re.compile(rb"[-+]?[\d.]+(?:[eE][-+]?\d+)?")
_OPTIONS = {
    b"-blendu": 1,
    b"-blendv": 1,
    b"-bm": 1,
    b"-boost": 1,
    b"-cc": 1,
    b"-clamp": 1,
    b"-imfchan": 1,
    b"-mm": 2,
    b"-texres": 1,
    b"-type": 1,
}
"""Number of arguments of each texture option in a material library. -o, -s and -t, which are not
listed, are followed by one to three numbers."""
# limit on a texture statement with options [bytes]; file names have at most 4,096 bytes
_LONGEST_LINE = 64 * 1024
_LIBRARY = re.compile(rb"[^ \t].*?\.mtl(?=[ \t]|$)|[^ \t].*", re.IGNORECASE)
_PLY_TEXTURE = re.compile(rb"^comment TextureFile[ \t]+([^\r\n]+)", re.IGNORECASE | re.MULTILINE)
_LARGEST_HEADER = 64 * 1024  # limit on the header of a PLY file [bytes]
_INIT_FROM = re.compile(rb"<init_from\b[^<>]*+>\s*+(?:<ref\b[^<>]*+>\s*+)?([^<]*+)</")
# limit on an <image> [bytes]; an <image> that contains the picture itself is longer
_LONGEST_IMAGE = 64 * 1024
_JSON_URI = re.compile(rb'"uri"\s*+:\s*+("[^"\\]*+(?:\\.[^"\\]*+)*+")')
_GLB_HEADER = struct.Struct("<4sII")
_GLB_CHUNK = struct.Struct("<I4s")


class Reference(NamedTuple):
    """A reference to another file, found in the content of a file.

    Args:
        text: the name of the referenced file, without the escapes of the format.
        start: the offset of the name in the content [bytes].
        end: the offset of the end of the name [bytes].
        is_uri: whether the name is a percent-encoded URI.
    """

    text: str
    start: int
    end: int
    is_uri: bool


def references_of(stream: IO[bytes], ending: str) -> list[Reference]:
    """Return the references of an open file.

    Args:
        stream: the file, at its beginning.
        ending: the file extension, in lower case without the dot.

    Raises:
        OSError: the file cannot be read.
    """
    if ending not in REFERRING:
        return []
    import mmap

    if not stream.read(1):
        return []
    with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return references_in(data, ending)


def references_in(data: bytes | mmap, ending: str) -> list[Reference]:
    """Return the references in the content of a file.

    Args:
        data: the content.
        ending: the file extension, in lower case without the dot.
    """
    find = _FINDERS.get(ending)
    found: dict[int, Reference] = {}
    for reference in find(data) if find is not None else ():
        if len(found) >= MOST_REFERENCES:
            break
        if reference.text and "\0" not in reference.text:
            found.setdefault(reference.start, reference)
    return list(found.values())


def rewritten(data: bytes, ending: str, names: Mapping[Reference, str]) -> bytes:
    """Return the content with some references renamed.

    Args:
        data: the content.
        ending: the file extension, in lower case without the dot.
        names: the new path of each reference to change, with forward slashes.
    """
    pieces: list[bytes] = []
    position = 0
    for reference in sorted(names, key=lambda reference: reference.start):
        name = names[reference]
        pieces += (data[position : reference.start], _escaped(name, ending, reference))
        position = reference.end
    pieces.append(data[position:])
    return _with_lengths(b"".join(pieces), data) if ending == "glb" else b"".join(pieces)


def _escaped(name: str, ending: str, reference: Reference) -> bytes:
    if reference.is_uri:
        from urllib.parse import quote

        name = quote(name, safe="/!$&'()*+,;=@~")
    if ending == "dae":
        from xml.sax.saxutils import escape

        return escape(name).encode()
    if ending in {"gltf", "glb"}:
        import json

        return json.dumps(name, ensure_ascii=False).encode()
    return name.encode()


# Wavefront


def _in_obj(data: bytes | mmap) -> Iterator[Reference]:
    position = data.find(b"mtllib")
    while position >= 0:
        start = position + len(b"mtllib")
        before = data[max(0, position - 80) : position].rstrip(b" \t")
        stop = _line_end(data, start)
        # In large files, searching for a word is far faster than searching for a pattern.
        if before[-1:] in {b"", b"\n", b"\r"} and data[start : start + 1] in {b" ", b"\t"}:
            for name in _LIBRARY.finditer(data[start:stop]):
                yield _reference(name[0], start + name.start(), is_uri=False)
        position = data.find(b"mtllib", stop)


def _line_end(data: bytes | mmap, start: int) -> int:
    ends = [data.find(end, start, start + 4096) for end in (b"\n", b"\r")]
    return min([end for end in ends if end >= 0], default=min(len(data), start + 4096))


def _in_mtl(data: bytes | mmap) -> Iterator[Reference]:
    if len(data) > LARGEST_SMALL:
        return
    for line in _MAPS.finditer(data):
        start = _texture_start(line[1])
        if start >= 0:
            yield _reference(line[1][start:], line.start(1) + start, is_uri=False)


def texture_in(text: bytes) -> bytes:
    """Return the file name in a texture statement of a material library, after the options."""
    start = _texture_start(text)
    return text[start:].rstrip() if start >= 0 else b""


def _texture_start(text: bytes) -> int:
    """Return the offset of the file name after the options in a texture statement; -1 if none."""
    if len(text) > _LONGEST_LINE:
        return -1
    words = list(_WORD.finditer(text))
    number = 0
    while number < len(words) - 1:
        word = words[number][0].lower()
        if word in {b"-o", b"-s", b"-t"}:
            number += 1
            last = min(number + 3, len(words) - 1)
            while number < last and _NUMBER.fullmatch(words[number][0]):
                number += 1
        elif word in _OPTIONS:
            number += 1 + _OPTIONS[word]
        else:
            break
    return words[number].start() if number < len(words) else -1


def _in_ply(data: bytes | mmap) -> Iterator[Reference]:
    header = data[:_LARGEST_HEADER].partition(b"end_header")[0]
    for found in _PLY_TEXTURE.finditer(header):
        yield _reference(found[1], found.start(1), is_uri=False)


def _reference(text: bytes, start: int, *, is_uri: bool) -> Reference:
    text = text.rstrip()
    return Reference(text.decode("utf-8", "replace"), start, start + len(text), is_uri)


# COLLADA


def _in_dae(data: bytes | mmap) -> Iterator[Reference]:
    start, close = 0, -1
    position = data.find(b"<image")
    while position >= 0:
        if data.rfind(b"<!--", start, position) > data.rfind(b"-->", start, position):
            start = data.find(b"-->", position)
            if start < 0:
                return
        else:
            if close < position:
                close = data.find(b"</image>", position)
                if close < 0:
                    return
            start = position + len(b"<image")
            if not data[start : start + 1].isalnum() and data[start : start + 1] != b"_":
                if close - position <= _LONGEST_IMAGE:
                    yield from _in_image(data[position:close], position)
                start = max(start, close)
        position = data.find(b"<image", start)


def _in_image(image: bytes, offset: int) -> Iterator[Reference]:
    from html import unescape

    found = _INIT_FROM.search(image)
    if found is not None:
        text = found[1].rstrip()
        start = offset + found.start(1)
        name = unescape(text.decode("utf-8", "replace"))
        yield Reference(name, start, start + len(text), is_uri=True)


# glTF


def _in_gltf(data: bytes | mmap) -> Iterator[Reference]:
    if len(data) <= LARGEST_SMALL:
        yield from _in_json(data[:], 0)


def _in_glb(data: bytes | mmap) -> Iterator[Reference]:
    start = _GLB_HEADER.size + _GLB_CHUNK.size
    if len(data) < start or data[:4] != b"glTF":
        return
    length, kind = _GLB_CHUNK.unpack(data[_GLB_HEADER.size : start])
    if kind == b"JSON" and length <= LARGEST_SMALL:
        yield from _in_json(data[start : start + length], start)


def _in_json(text: bytes, offset: int) -> Iterator[Reference]:
    import json

    try:
        wanted = set(_uris(table_in(text)))
    except MeshError:
        return
    for found in _JSON_URI.finditer(text):
        try:
            name = json.loads(found[1])
        except ValueError:
            continue
        if name in wanted:
            yield Reference(name, offset + found.start(1), offset + found.end(1), is_uri=True)


def _uris(table: dict[str, Any]) -> Iterator[str]:
    """Yield the URIs of external files in the JSON of a glTF file; data URIs are skipped."""
    for name in ("buffers", "images"):
        members = table.get(name)
        for member in members if isinstance(members, list) else ():
            uri = member.get("uri") if isinstance(member, dict) else None
            if isinstance(uri, str) and not uri.startswith("data:"):
                yield uri


def _with_lengths(data: bytes, before: bytes) -> bytes:
    """Return a binary glTF file whose JSON was changed, with corrected lengths and padding.

    Args:
        data: the changed file.
        before: the original file.
    """
    start = _GLB_HEADER.size + _GLB_CHUNK.size
    length = _GLB_CHUNK.unpack(before[_GLB_HEADER.size : start])[0]
    length += len(data) - len(before)
    padding = b" " * (-length % 4)
    body = data[start : start + length] + padding
    total = len(data) + len(padding)
    version = _GLB_HEADER.unpack(before[: _GLB_HEADER.size])[1]
    return b"".join(
        (
            _GLB_HEADER.pack(b"glTF", version, total),
            _GLB_CHUNK.pack(len(body), b"JSON"),
            body,
            data[start + length :],
        )
    )


_FINDERS = {
    "obj": _in_obj,
    "mtl": _in_mtl,
    "dae": _in_dae,
    "gltf": _in_gltf,
    "glb": _in_glb,
    "ply": _in_ply,
}
