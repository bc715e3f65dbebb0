"""The textures and material libraries that a mesh refers to. Meshes and pictures are not loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from bodyplan.core import Record
from bodyplan.files.opener import File
from bodyplan.geometry.files import (
    LARGEST,
    MOST_REFERENCES,
    PICTURES,
    REFERRING,
    Reference,
    references_in,
)

LARGEST_LIBRARY = 8 * 1024 * 1024
"""Limit on the size of a material library [bytes]; larger libraries are not read."""
LIBRARIES = "bytes of material libraries"
MOST_LIBRARIES = 64 * 1024 * 1024
"""Limit on the total size of the material libraries that are read in a run [bytes]."""

_WANTED = PICTURES | {"psd", "svg", "mtl"}


class NamedFile(Record):
    """A texture or a material library that a mesh refers to.

    Args:
        uri: the URI as written in the description.
        file: the file; if it does not exist, the first location that was searched. None for a URI
            on the network, a name that is not a path, and a path outside of the allowed folders.
        is_there: whether the file exists.
        holder: the file that contains the reference: the mesh, or one of its material libraries.
        line: the line of the reference; 0 in a binary file.
    """

    uri: str
    file: File | None
    is_there: bool
    holder: Path
    line: int

    @property
    def path(self) -> Path | None:
        """The path of the file, or the first path that was searched; None without a ``file``."""
        return None if self.file is None else self.file.path

    @property
    def fault(self) -> str:
        """The reason why the file was not found, as a phrase that follows the file name."""
        if self.file is not None:
            return "does not exist"
        is_uri = "://" in self.uri.removeprefix("file://")
        return "is a URI, not a path" if is_uri else "lies outside the allowed folders"

    @property
    def is_library(self) -> bool:
        """Whether the file is a material library."""
        return self.file is not None and self.file.kind == "mtl"


def named_files(mesh: File, data: bytes) -> tuple[NamedFile, ...]:
    """Return the textures and material libraries that a mesh or its libraries refer to, each once.

    They are searched next to the file that refers to them and, as in Gazebo, in the folder
    ``../materials/textures`` relative to the mesh. Libraries outside of the allowed folders are
    not opened.

    Args:
        mesh: the mesh file.
        data: the content of the mesh file.
    """
    found: dict[str, NamedFile] = {}
    known: set[str] = set()  # libraries that were read
    for named in _named_in(data, mesh, mesh):
        found.setdefault(named.uri, named)
        if named.is_library and named.is_there and named.file is not None:
            real = named.file.real
            if real in known:
                continue
            known.add(real)
            library = library_of(named.file)
            for inner in _named_in(library, named.file, mesh):
                found.setdefault(inner.uri, inner)
                if len(found) >= MOST_REFERENCES:
                    return tuple(found.values())
    return tuple(found.values())


def names_of(mesh: File) -> tuple[NamedFile, ...]:
    """Return the result of ``named_files`` for a mesh file; empty if the file cannot be read."""
    if mesh.kind not in REFERRING:
        return ()
    try:
        return named_files(mesh, mesh.read(LARGEST))
    except OSError:
        return ()


def library_of(file: File) -> bytes:
    """Return the content of a material library; empty if it cannot be read or is not allowed."""
    try:
        if file.is_spent(LIBRARIES, MOST_LIBRARIES):
            return b""
        data = file.read(LARGEST_LIBRARY)
        file.spend(LIBRARIES, len(data), MOST_LIBRARIES)
    except OSError:
        return b""
    return data


def _named_in(data: bytes, holder: File, mesh: File) -> Iterator[NamedFile]:
    """Yield the files to which one file refers."""
    position, line = 0, 1
    for reference in sorted(references_in(data, holder.kind), key=lambda one: one.start):
        line += data.count(b"\n", position, reference.start)
        position = reference.start
        file, is_there = _place(reference, holder, mesh)
        if file is None or file.kind in _WANTED:
            number = 0 if holder.kind == "glb" else line
            yield NamedFile(reference.text, file, is_there, holder.path, number)


def _place(reference: Reference, holder: File, mesh: File) -> tuple[File | None, bool]:
    """Return the location of a referenced file, and whether it exists.

    If it does not exist, the location is the first one that was searched.

    An existing file outside of the allowed folders counts as existing, because reading it
    reports the reason. A name that leads out of these folders is not searched, because it may
    lead to a network drive.
    """
    text = unquote(reference.text) if reference.is_uri else reference.text
    text = text.replace("\\", "/").removeprefix("file://")
    if "://" in text:
        return None, False
    try:
        for file, name in ((holder, text), (mesh, f"../materials/textures/{text.lstrip('/')}")):
            if not _leads_out(name, file) and file.beside(name).path.is_file():
                return file.beside(name), True
        return (None if _leads_out(text, holder) else holder.beside(text)), False
    except (OSError, ValueError):
        return None, False


def _leads_out(text: str, holder: File) -> bool:
    """Return whether a path, as written, leads out of the allowed folders."""
    if ".." not in text and not os.path.isabs(text):
        return False
    folder = os.path.dirname(holder.real)
    full = os.path.normpath(os.path.join(folder, text))
    # the user may have specified a symbolic link, and the path may be below it
    spelled = os.path.normpath(holder.path.parent / text)
    return bool(holder.judge(full)) and bool(holder.judge(spelled))
