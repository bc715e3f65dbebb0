"""The materials and textures that a mesh names. Neither the mesh nor a picture is loaded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bodyplan.geometry.files import LARGEST_SMALL, Reference, references
from bodyplan.text import Record

MOST_NAMES = 1_000
"""Materials of one mesh that are named."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a mesh that is looked through for the names of its materials."""

_OBJ_MATERIAL = re.compile(rb"^[ \t]*usemtl[ \t]+([^\r\n]+)", re.MULTILINE)
_DAE_MATERIAL = re.compile(rb"<material\b([^<>]*+)>")
_DAE_NAME = re.compile(rb"\b(name|id)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_PICTURES = frozenset(
    [
        "bmp",
        "dds",
        "exr",
        "gif",
        "hdr",
        "jpeg",
        "jpg",
        "ktx2",
        "png",
        "psd",
        "svg",
        "tga",
        "tif",
        "tiff",
        "webp",
    ]
)


class Texture(Record):
    """A picture that a mesh names.

    Args:
        uri: as it is written.
        path: where it is looked for; None for one on the network, and for a name that is no path.
        is_there: whether there is such a file.
    """

    uri: str
    path: Path | None
    is_there: bool


class Appearance(Record):
    """What a mesh looks like, by name.

    Args:
        materials: names of its materials, in the order of the file.
        textures: the pictures that it names, also through a material library.
        missing: material libraries that are not there.
    """

    materials: tuple[str, ...] = ()
    textures: tuple[Texture, ...] = ()
    missing: tuple[Path, ...] = ()


def appearance_of(path: str | Path) -> Appearance:
    """The materials and textures of a mesh; nothing for formats that have none, such as STL.

    Args:
        path: the mesh.

    Raises:
        OSError: it cannot be read.
    """
    mesh = Path(path)
    textures: dict[str, Texture] = {}
    missing: list[Path] = []
    for reference in references(mesh):
        texture = _texture(reference, mesh)
        library = texture.path
        if library is None or library.suffix.lower() != ".mtl":
            if library is None or library.suffix[1:].lower() in _PICTURES:
                textures.setdefault(texture.uri, texture)
        elif not texture.is_there:
            missing.append(library)
        else:
            for inner in references(library):
                found = _texture(inner, library)
                textures.setdefault(found.uri, found)
    return Appearance(tuple(_materials(mesh)), tuple(textures.values()), tuple(missing))


def _texture(reference: Reference, holder: Path) -> Texture:
    text = unquote(reference.text) if reference.is_uri else reference.text
    text = text.replace("\\", "/")
    if text.startswith("file://"):
        text = text.removeprefix("file://")
    if "://" in text:
        return Texture(reference.text, None, False)
    place = holder.parent / text
    try:
        return Texture(reference.text, place, place.is_file())
    except (OSError, ValueError):
        return Texture(reference.text, None, False)


def _materials(mesh: Path) -> Iterable[str]:
    kind = mesh.suffix[1:].lower()
    if kind not in {"obj", "dae", "gltf", "glb"} or mesh.stat().st_size > LARGEST:
        return ()
    data = mesh.read_bytes()
    names: Iterable[str]
    if kind == "obj":
        names = (_text(found[1]) for found in _OBJ_MATERIAL.finditer(data))
    elif kind == "dae":
        names = (_name_in(found[1]) for found in _DAE_MATERIAL.finditer(data))
    else:
        start, length = (
            (20, int.from_bytes(data[12:16], "little")) if kind == "glb" else (0, len(data))
        )
        names = _names_in_table(data[start : start + length])
    distinct = dict.fromkeys(name for name in names if name)
    return list(distinct)[:MOST_NAMES]


def _text(data: bytes) -> str:
    return data.strip().decode("utf-8", "replace")


def _name_in(attributes: bytes) -> str:
    """What a material of COLLADA is called; where it has no name, its id."""
    found = {word[1]: word[2] or word[3] or b"" for word in _DAE_NAME.finditer(attributes)}
    return unescape(_text(found.get(b"name") or found.get(b"id") or b""))


def _names_in_table(text: bytes) -> Iterable[str]:
    if len(text) > LARGEST_SMALL:
        return
    try:
        table: Any = json.loads(text)
    except (ValueError, RecursionError):
        return
    members = table.get("materials") if isinstance(table, dict) else None
    for member in members if isinstance(members, list) else ():
        name = member.get("name") if isinstance(member, dict) else None
        if isinstance(name, str):
            yield name
