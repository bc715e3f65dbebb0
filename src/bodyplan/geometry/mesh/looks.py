"""The materials of meshes: colours, and pictures that are embedded or in other files."""

from __future__ import annotations

import re
from functools import cached_property

from bodyplan.core import Record, shown
from bodyplan.files.opener import File
from bodyplan.geometry.files import texture_in
from bodyplan.geometry.pictures import Image, PictureError, image_in, load_image
from bodyplan.geometry.textures import NamedFile, library_of, named_files

Rgba = tuple[float, float, float, float]
WHITE: Rgba = (1.0, 1.0, 1.0, 1.0)
MOST_PICTURE_BYTES = 64 * 1024 * 1024
"""Limit on the total size of the pictures of a mesh [bytes]; further pictures are omitted."""
MOST_LIBRARY_MATERIALS = 10_000
"""The largest total number of materials in the material libraries of a mesh."""
_STATEMENT = re.compile(
    rb"^[ \t]*(newmtl|kd|d|map_kd)[ \t]+([^\r\n]*)", re.IGNORECASE | re.MULTILINE
)


class Look(Record):
    """The material of a patch.

    Args:
        name: the name in the file; may be empty.
        rgba: the sRGB colour and the opacity, each from 0 to 1.
        image: the texture; None if the material has no texture.
        texture: the name of the texture file, as written in the mesh file; may be empty.
    """

    name: str = ""
    rgba: Rgba = WHITE
    image: Image | None = None
    texture: str = ""


class Looks:
    """Reads the materials and pictures of a mesh; pictures that cannot be decoded are omitted.

    Args:
        mesh: the mesh file.
        data: the content of the mesh file.
    """

    def __init__(self, mesh: File, data: bytes) -> None:
        self._mesh = mesh
        self._data = data
        self._images: dict[str, Image | None] = {}
        self._left = MOST_PICTURE_BYTES

    def image(self, uri: str) -> Image | None:
        """Return the picture in a file that the mesh refers to; None if it cannot be decoded."""
        if uri not in self._images:
            file = self._files.get(uri)
            self._images[uri] = None if file is None else self._shown(file)
        return self._images[uri]

    def inside(self, number: int, data: bytes) -> Image | None:
        """Return a picture that is embedded in the mesh; None if it cannot be decoded."""
        try:
            return self._counted(image_in(f"picture {number}", data, self._mesh))
        except PictureError:
            return None

    @cached_property
    def library(self) -> dict[str, Look | None]:
        """The materials in the material libraries of the mesh, by name; None if one is empty."""
        found: dict[str, Look | None] = {}
        libraries = {
            one.file.real: one.file
            for one in self._named
            if one.is_library and one.is_there and one.file is not None
        }
        for file in libraries.values():
            self._read_library(library_of(file), found)
        return found

    @cached_property
    def _named(self) -> tuple[NamedFile, ...]:
        return named_files(self._mesh, self._data)

    @cached_property
    def _files(self) -> dict[str, File]:
        return {one.uri: one.file for one in self._named if one.is_there and one.file is not None}

    def _shown(self, file: File) -> Image | None:
        try:
            return self._counted(load_image(file))
        except PictureError:
            return None

    def _counted(self, image: Image) -> Image | None:
        self._left -= len(image[1])
        return image if self._left >= 0 else None

    def _read_library(self, data: bytes, found: dict[str, Look | None]) -> None:
        """Parse a material library, and add its materials to ``found``.

        Source: the MTL format (Wavefront).
        """
        name, kd, opacity, uri = "", None, 1.0, ""
        has_one = False
        for statement in _STATEMENT.finditer(data + b"\nnewmtl end"):
            word, value = statement[1].lower(), statement[2].strip()
            if word == b"newmtl":
                if has_one and len(found) < MOST_LIBRARY_MATERIALS:
                    found.setdefault(name, self._look(name, kd, opacity, uri))
                name, kd, opacity, uri = _text(b" ".join(value.split())), None, 1.0, ""
                has_one = True
            elif word == b"kd":
                kd = _numbers(value)
            elif word == b"d":
                opacity = (_numbers(value) or [1.0])[0]
            else:
                uri = _text(texture_in(value))

    def _look(self, name: str, kd: list[float] | None, opacity: float, uri: str) -> Look | None:
        image = self.image(uri) if uri else None
        alpha = opacity or 1.0  # some exporters write 0 for opaque materials by mistake
        if image is not None:
            return Look(name, (1.0, 1.0, 1.0, alpha if 0.0 < alpha <= 1.0 else 1.0), image, uri)
        if kd is None or len(kd) != 3 or not all(0.0 <= one <= 1.0 for one in (*kd, alpha)):
            return None
        return Look(name, (kd[0], kd[1], kd[2], alpha))


def _text(data: bytes) -> str:
    return shown(data.decode("utf-8", "replace"), 4096)


def _numbers(data: bytes) -> list[float] | None:
    try:
        return [float(word) for word in data.split(None, 8)[:8]]
    except ValueError:
        return None
