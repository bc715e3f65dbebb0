"""The materials and textures that a mesh names. Neither the mesh nor a picture is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bodyplan.core import Record
from bodyplan.geometry.files import LARGEST_SMALL, PICTURES, Reference, references

MOST_NAMES = 1_000
"""Materials of one mesh that are named."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a mesh that is looked through for the names of its materials."""

_OBJ_MATERIAL = re.compile(rb"^[ \t]*usemtl[ \t]+([^\r\n]+)", re.MULTILINE)
_DAE_MATERIAL = re.compile(rb"<material\b([^<>]*+)>")
_DAE_NAME = re.compile(rb"\b(name|id)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")
_WANTED = PICTURES | {"psd", "svg", "mtl"}


class NamedFile(Record):
    """A texture or a material library that a mesh refers to.

    Args:
        uri: as written.
        path: its location, or the one that was searched; None for a URI on the network, and for a
            name that is not a path.
        is_there: whether the file exists.
        holder: the file that refers to it: the mesh, or its material library.
        line: the line in that file; 0 for a binary file.
    """

    uri: str
    path: Path | None
    is_there: bool
    holder: Path
    line: int

    @property
    def fault(self) -> str:
        """Why it was not found, as the end of a sentence."""
        return "does not exist" if self.path is not None else "is a URI, not a path"

    @property
    def is_library(self) -> bool:
        """Whether it is a material library."""
        return self.path is not None and self.path.suffix.lower() == ".mtl"


class Appearance(Record):
    """The materials and textures of a mesh.

    Args:
        materials: names of its materials, in the order of the file.
        textures: its textures, including those of material libraries.
        libraries: its material libraries.
    """

    materials: tuple[str, ...] = ()
    textures: tuple[NamedFile, ...] = ()
    libraries: tuple[NamedFile, ...] = ()

    @property
    def missing(self) -> tuple[NamedFile, ...]:
        """The libraries and textures that do not exist."""
        return tuple(one for one in (*self.libraries, *self.textures) if not one.is_there)


def appearance_of(path: str | Path) -> Appearance:
    """Return the materials and textures of a mesh; empty for formats without them, such as STL.

    Args:
        path: the mesh.

    Raises:
        OSError: it cannot be read.
    """
    mesh = Path(path)
    named = named_files(mesh)
    return Appearance(
        tuple(materials_of(mesh)),
        tuple(one for one in named if not one.is_library),
        tuple(one for one in named if one.is_library),
    )


def named_files(
    path: str | Path, may_read: Callable[[Path], bool] | None = None
) -> tuple[NamedFile, ...]:
    """Return the textures and material libraries of a mesh, including those of libraries, each once.

    They are searched next to the file that refers to them and, as in Gazebo, in the folder
    ``../materials/textures`` relative to the mesh.

    Args:
        path: the mesh.
        may_read: whether a library may be opened; all may where not given.

    Raises:
        OSError: it cannot be read.
    """
    mesh = Path(path)
    found: dict[str, NamedFile] = {}
    for named in _named_in(mesh, mesh):
        found.setdefault(named.uri, named)
        is_there = named.is_library and named.is_there
        if is_there and named.path is not None and (may_read is None or may_read(named.path)):
            for inner in _named_in(named.path, mesh):
                found.setdefault(inner.uri, inner)
    return tuple(found.values())


def _named_in(holder: Path, mesh: Path) -> Iterator[NamedFile]:
    """What one file names."""
    named = sorted(references(holder), key=lambda reference: reference.start)
    if not named:
        return
    has_lines = holder.suffix.lower() != ".glb"
    position, line = 0, 1
    with holder.open("rb") as stream:
        for reference in named:
            line += stream.read(reference.start - position).count(b"\n")
            position = reference.start
            path, is_there = _place(reference, holder, mesh)
            if path is None or path.suffix[1:].lower() in _WANTED:
                yield NamedFile(reference.text, path, is_there, holder, line if has_lines else 0)


def _place(reference: Reference, holder: Path, mesh: Path) -> tuple[Path | None, bool]:
    """Where a file is, or is looked for first, and whether it is there."""
    text = unquote(reference.text) if reference.is_uri else reference.text
    text = text.replace("\\", "/").removeprefix("file://")
    if "://" in text:
        return None, False
    beside = holder.parent / text
    try:
        for place in (beside, mesh.parent / "../materials/textures" / text):
            if place.is_file():
                return place, True
    except (OSError, ValueError):
        return None, False
    return beside, False


def materials_of(mesh: Path) -> Iterable[str]:
    """Return the names of the materials of a mesh."""
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
    from html import unescape  # few open their meshes

    found = {word[1]: word[2] or word[3] or b"" for word in _DAE_NAME.finditer(attributes)}
    return unescape(_text(found.get(b"name") or found.get(b"id") or b""))


def _names_in_table(text: bytes) -> Iterable[str]:
    if len(text) > LARGEST_SMALL:
        return
    import json  # few open their meshes

    try:
        table: Any = json.loads(text)
    except (ValueError, RecursionError):
        return
    members = table.get("materials") if isinstance(table, dict) else None
    for member in members if isinstance(members, list) else ():
        name = member.get("name") if isinstance(member, dict) else None
        if isinstance(name, str):
            yield name
