"""The appearance of a glTF file: normals, colours, texture coordinates, materials and pictures.

Parts of the appearance that cannot be read are omitted; the triangles are unaffected.

Source: Khronos, glTF 2.0 specification, sections 3.7.2, 3.8 and 3.9.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

import numpy as np

from bodyplan.geometry.mesh.error import MeshError, MeshSizeError
from bodyplan.geometry.mesh.gltf.claims import LONGEST_NAME
from bodyplan.geometry.mesh.gltf.numbers import (
    GltfNumbers,
    attribute_of,
    extensions,
    inside,
    listed,
    table_in,
)
from bodyplan.geometry.mesh.looks import WHITE, Look, Looks, Rgba
from bodyplan.geometry.mesh.pieces import Piece
from bodyplan.geometry.pictures import Image

MOST_CORNERS = 12_000_000
"""The largest total number of vertices of the pieces of a file; vertices that several pieces share
count once for each piece."""
_SPECULAR = "KHR_materials_pbrSpecularGlossiness"
_WEBP = "EXT_texture_webp"


class GltfMaterials:
    """The materials of a file; each is read once.

    Args:
        gltf: reads the accessors of the file.
        looks: finds pictures.
    """

    def __init__(self, gltf: GltfNumbers, looks: Looks) -> None:
        self._gltf = gltf
        self._looks = looks
        self._materials: dict[int, tuple[Look | None, int]] = {}
        self._images: dict[int, tuple[Image | None, str]] = {}
        self._colors: dict[tuple[object, int], Any] = {}
        self._left = MOST_CORNERS

    def on(self, piece: Piece, primitive: dict[str, Any]) -> Piece:
        """Return a piece with its normals, colours, texture coordinates and material.

        Raises:
            MeshSizeError: all pieces together have too many vertices.
        """
        self._left -= len(piece.vertices)
        if self._left < 0:
            raise MeshSizeError(f"exceeds the limit of {MOST_CORNERS:,} vertices in its pieces")
        look, number = self._look(primitive.get("material"))
        faces = piece.faces
        normals = self._attribute(primitive, "NORMAL", "VEC3", len(piece.vertices))
        if look is None:
            colors = self._colors_of(primitive, len(piece.vertices))
            uv = None
        else:
            colors = None
            uv = self._attribute(primitive, f"TEXCOORD_{number}", "VEC2", len(piece.vertices))
        if uv is not None:
            uv = np.stack((uv[:, 0], 1.0 - uv[:, 1]), axis=1)[
                faces
                # v is flipped, because the origin of glTF texture coordinates is the upper left corner
            ]
        return piece._replace(
            normals=None if normals is None else normals[faces], uv=uv, colors=colors, look=look
        )

    def _attribute(self, primitive: dict[str, Any], name: str, kind: str, count: int) -> Any:
        """Return the values of a vertex attribute, (count, columns); None if they are invalid."""
        number = attribute_of(primitive, name)
        if number is None:
            return None
        try:
            values = self._gltf.numbers(number, kind)
        except MeshError:
            return None
        return np.asarray(values, np.float32) if len(values) == count else None

    def _colors_of(self, primitive: dict[str, Any], count: int) -> Any:
        """Return the RGBA colours of the vertices, (count, 4), 0 to 255; None if missing."""
        number = attribute_of(primitive, "COLOR_0")
        if not isinstance(number, int):
            return None
        if (number, count) not in self._colors:
            self._colors[number, count] = self._converted(number, count)
        return self._colors[number, count]

    def _converted(self, number: int, count: int) -> Any:
        for kind in ("VEC4", "VEC3"):
            try:
                values = self._gltf.numbers(number, kind)
            except MeshError:
                continue
            if len(values) != count:
                return None
            largest = {"u1": 255.0, "u2": 65535.0}.get(values.dtype.str[1:], 1.0)
            shares = np.clip(np.nan_to_num(values.astype(np.float32) / largest), 0.0, 1.0)
            colors = np.full((count, 4), 255, np.uint8)
            colors[:, : values.shape[1]] = np.rint(255.0 * shares)
            return colors
        return None

    def _look(self, number: object) -> tuple[Look | None, int]:
        """Return a material by its index, and the index of the texture coordinates that it uses."""
        if type(number) is not int:
            return None, 0
        if number not in self._materials:
            try:
                self._materials[number] = self._made(self._gltf.member("materials", number))
            except MeshError:
                self._materials[number] = None, 0
        return self._materials[number]

    def _made(self, material: dict[str, Any]) -> tuple[Look, int]:
        surface = table_in(material, "pbrMetallicRoughness")
        factor, texture = surface.get("baseColorFactor"), surface.get("baseColorTexture")
        other = table_in(extensions(material), _SPECULAR)
        if factor is None and texture is None:
            factor, texture = other.get("diffuseFactor"), other.get("diffuseTexture")
        image: Image | None = None
        uri, set_ = "", 0
        if isinstance(texture, dict):
            image, uri = self._texture(texture.get("index"))
            coordinates = texture.get("texCoord")
            set_ = coordinates if type(coordinates) is int else 0
        name = material.get("name")
        return Look(name if isinstance(name, str) else "", _srgb(factor), image, uri), set_

    def _texture(self, number: object) -> tuple[Image | None, str]:
        """Return the picture of a texture, by the index of the texture, and its file name."""
        try:
            texture = self._gltf.member("textures", number)
        except MeshError:
            return None, ""
        source = table_in(extensions(texture), _WEBP).get("source", texture.get("source"))
        if type(source) is not int:
            return None, ""
        if source not in self._images:
            self._images[source] = self._image(source)
        return self._images[source]

    def _image(self, number: int) -> tuple[Image | None, str]:
        try:
            image = self._gltf.member("images", number)
            uri = image.get("uri")
            if isinstance(uri, str) and not uri.startswith("data:"):
                if len(uri) > LONGEST_NAME:
                    return None, ""
                found = self._looks.image(uri)
                return found, unquote(uri) if found is not None else ""
            return self._looks.inside(number, content_of_image(self._gltf, image)), ""
        except MeshError:
            return None, ""


def content_of_image(gltf: GltfNumbers, image: dict[str, Any]) -> bytes:
    """Return the content of a picture that is embedded in the file.

    Raises:
        MeshError: the content is missing.
    """
    uri = image.get("uri")
    return inside(uri) if isinstance(uri, str) else gltf.view(image.get("bufferView"))


def pictures_inside(gltf: GltfNumbers) -> Iterator[tuple[int, bytes]]:
    """Yield the pictures that are embedded in a file, with their indices."""
    for number, image in enumerate(listed(gltf.table, "images")):
        if not isinstance(image, dict):
            continue
        uri = image.get("uri")
        if isinstance(uri, str) and not uri.startswith("data:"):
            continue
        try:
            yield number, content_of_image(gltf, image)
        except MeshError:
            continue


def _srgb(factor: object) -> Rgba:
    """Return the sRGB colour and opacity of a linear glTF colour factor."""
    if not isinstance(factor, list) or not all(type(one) in {int, float} for one in factor):
        return WHITE
    r, g, b, a = map(_share, (*factor, 1.0, 1.0, 1.0, 1.0)[:4])
    red, green, blue = (
        12.92 * one if one <= 0.0031308 else 1.055 * one ** (1.0 / 2.4) - 0.055 for one in (r, g, b)
    )
    return (red, green, blue, a)


def _share(number: float) -> float:
    """Return a number clamped to the range 0 to 1; 0 for NaN."""
    if not number > 0.0:
        return 0.0
    return float(number) if number < 1.0 else 1.0
