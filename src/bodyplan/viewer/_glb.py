"""Writing of GLB, the binary form of glTF 2.0.

Source: glTF 2.0 specification, sections 3 and 4; KHR_mesh_quantization.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from bodyplan.geometry.mesh.error import MeshError
from bodyplan.geometry.mesh.looks import Look
from bodyplan.geometry.mesh.patches import Patch, corner_bounds, ends_of
from bodyplan.geometry.pictures import Image

_FLOAT, _USHORT, _UINT = 5126, 5123, 5125
_BYTE, _UBYTE, _SHORT = 5120, 5121, 5122
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
_ARRAY, _ELEMENTS = 34962, 34963
_QUANTIZATION = "KHR_mesh_quantization"
_STEPS = 32_767
CREASE = 0.7
"""Faces that meet at a smaller angle between their normals are smooth: they share vertex normals
[rad].
"""
FARTHEST = 1e30
"""Largest coordinate [m]."""
_MOST_AT_VERTEX = 64
"""The largest number of triangles at a smooth vertex. At a vertex with more triangles, such as the
tip of a cone, each triangle keeps its own normal.
"""


class GlbWriter:
    """Collects nodes, meshes and materials of a GLB file.

    Args:
        is_compact: whether coordinates are 16-bit and normals 8-bit integers. Parsers must support
            KHR_mesh_quantization.
    """

    def __init__(self, *, is_compact: bool = False) -> None:
        self._is_compact = is_compact
        self._binary: list[bytes] = []
        self._size = 0
        self._json: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "bodyplan"},
            "scene": 0,
            "scenes": [{"nodes": []}],
        }
        self._materials: dict[tuple[Look | None, bool], int] = {}
        self._images: dict[bytes, int] = {}

    def mesh(
        self,
        patches: Sequence[Patch],
        name: str = "",
        look: Look | None = None,
        *,
        has_picture: bool = False,
    ) -> tuple[int, list[float]]:
        """Add a mesh and return its index, and the matrix for its nodes in column-major order.

        Args:
            patches: the triangles of the mesh.
            name: the name of the mesh.
            look: the material of patches without a material.
            has_picture: whether patches keep their texture coordinates even if neither they nor
                ``look`` have a texture.

        Raises:
            MeshError: the coordinates are too large for single precision.
        """
        low, high = corner_bounds(patches)
        if max(np.abs(low).max(), np.abs(high).max()) > FARTHEST:
            raise MeshError(f"its coordinates exceed {FARTHEST:g} m")
        center, half = (low + high) / 2.0, float(np.max(high - low)) / 2.0 or 1.0
        if not self._is_compact:
            center, half = np.zeros(3), 1.0
        made = [
            one
            for patch in patches
            if len(patch.faces)
            for one in [self._primitive(patch, center, half, look, has_picture=has_picture)]
        ]
        self._list("meshes").append({"primitives": made, **({"name": name} if name else {})})
        x, y, z = center.tolist()
        matrix = [half, 0, 0, 0, 0, half, 0, 0, 0, 0, half, 0, x, y, z, 1.0]
        return len(self._json["meshes"]) - 1, matrix

    def node(self, *, parent: int = -1, **members: Any) -> int:
        """Add a node and return its index.

        Args:
            parent: index of the parent node; -1 for a root.
            members: the members of the node, such as its name, matrix or mesh.
        """
        nodes = self._list("nodes")
        nodes.append({key: value for key, value in members.items() if value is not None})
        index = len(nodes) - 1
        if parent < 0:
            self._json["scenes"][0]["nodes"].append(index)
        else:
            nodes[parent].setdefault("children", []).append(index)
        return index

    def to_bytes(self) -> bytes:
        """Return the file."""
        binary = b"".join(self._binary)
        if binary:
            self._json["buffers"] = [{"byteLength": len(binary)}]
        if not self._json["scenes"][0]["nodes"]:
            del self._json["scenes"][0]["nodes"]  # glTF does not allow an empty list
        text = json.dumps(self._json, separators=(",", ":"), allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        parts = [struct.pack("<II", len(text), 0x4E4F534A), text]
        if binary:
            parts += [struct.pack("<II", len(binary), 0x004E4942), binary]
        body = b"".join(parts)
        return struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body

    # Meshes

    def _primitive(
        self,
        patch: Patch,
        center: Any,
        half: float,
        look: Look | None,
        *,
        has_picture: bool,
    ) -> dict[str, Any]:
        own = patch.look or look
        has_picture = has_picture or (own is not None and own.image is not None)
        made = indexed(patch._replace(uv=patch.uv if has_picture else None))
        attributes: dict[str, int] = {}
        if self._is_compact:
            numbers = np.empty(made.vertices.shape, "<i2")
            # axis by axis, because temporary arrays of a large mesh need much memory
            for axis in range(3):
                places = (made.vertices[:, axis] - center[axis]) * (_STEPS / half)
                numbers[:, axis] = np.clip(np.rint(places), -_STEPS, _STEPS)
            attributes["POSITION"] = self._accessor(
                numbers, _SHORT, is_normalized=True, has_range=True
            )
            attributes["NORMAL"] = self._accessor(
                made.normals.astype("<i1"), _BYTE, is_normalized=True
            )
            self._extend(_QUANTIZATION)
        else:
            positions = ((made.vertices - center) / half).astype("<f4")
            attributes["POSITION"] = self._accessor(positions, _FLOAT, has_range=True)
            normals = made.normals.astype(np.float64)
            normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
            attributes["NORMAL"] = self._accessor(normals.astype("<f4"), _FLOAT)
        if made.uv is not None:
            uv = np.stack((made.uv[:, 0], 1.0 - made.uv[:, 1]), axis=1)
            attributes["TEXCOORD_0"] = self._accessor(uv.astype("<f4"), _FLOAT)
        if made.colors is not None:
            attributes["COLOR_0"] = self._accessor(
                _linear_bytes(made.colors), _UBYTE, is_normalized=True
            )
        kind = _USHORT if len(made.vertices) < 65_535 else _UINT
        faces = made.faces.astype("<u2" if kind == _USHORT else "<u4").reshape(-1, 1)
        found: dict[str, Any] = {
            "attributes": attributes,
            "indices": self._accessor(faces, kind, target=_ELEMENTS),
        }
        if own is not None:
            found["material"] = self._material(own)
        return found

    def _accessor(
        self,
        values: Any,
        kind: int,
        *,
        is_normalized: bool = False,
        has_range: bool = False,
        target: int = _ARRAY,
    ) -> int:
        count, width = values.shape
        accessor: dict[str, Any] = {
            "componentType": kind,
            "count": count,
            "type": _TYPES[width],
        }
        if is_normalized:
            accessor["normalized"] = True
        if has_range:
            low, high = ends_of(values)
            accessor |= {"min": low.tolist(), "max": high.tolist()}
        row = width * values.itemsize
        stride = row + -row % 4 if target == _ARRAY else row
        if stride != row:  # glTF requires that every vertex starts at a multiple of four bytes
            padded = np.zeros((count, stride), np.uint8)
            padded[:, :row] = np.ascontiguousarray(values).view(np.uint8).reshape(count, row)
            data = padded.tobytes()
        else:
            data = values.tobytes()
        view: dict[str, Any] = {"target": target}
        if stride != row:
            view["byteStride"] = stride
        accessor["bufferView"] = self._view(data, view)
        self._list("accessors").append(accessor)
        return len(self._json["accessors"]) - 1

    def _view(self, data: bytes, members: dict[str, Any]) -> int:
        views = self._list("bufferViews")
        views.append({"buffer": 0, "byteOffset": self._size, "byteLength": len(data), **members})
        data += b"\0" * (-len(data) % 4)
        self._binary.append(data)
        self._size += len(data)
        return len(views) - 1

    # Materials

    def _material(self, look: Look) -> int:
        key = (look, False)
        if key not in self._materials:
            *rgb, alpha = look.rgba
            surface: dict[str, Any] = {
                "baseColorFactor": [*map(linear, rgb), alpha],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.7,
            }
            if look.image is not None:
                surface["baseColorTexture"] = {"index": self._texture(look.image)}
            made: dict[str, Any] = {"pbrMetallicRoughness": surface, "doubleSided": True}
            if look.name:
                made["name"] = look.name
            if alpha < 1.0:
                made["alphaMode"] = "BLEND"
            self._list("materials").append(made)
            self._materials[key] = len(self._json["materials"]) - 1
        return self._materials[key]

    def _texture(self, image: Image) -> int:
        media, data = image
        if data not in self._images:
            view = self._view(data, {})
            self._list("images").append({"bufferView": view, "mimeType": media})
            self._list("textures").append({"source": len(self._json["images"]) - 1, "sampler": 0})
            self._json["samplers"] = [
                {"wrapS": 10497, "wrapT": 10497, "minFilter": 9987, "magFilter": 9729}
            ]
            self._images[data] = len(self._json["textures"]) - 1
        return self._images[data]

    def _list(self, name: str) -> list[Any]:
        found: list[Any] = self._json.setdefault(name, [])
        return found

    def _extend(self, name: str) -> None:
        for key in ("extensionsUsed", "extensionsRequired"):
            if name not in self._list(key):
                self._json[key].append(name)


def linear(value: float) -> float:
    """Return the linear value of an sRGB colour component, both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _linear_bytes(colors: Any) -> Any:
    """Return (V, 4) linear colours for sRGB colours, both from 0 to 255."""
    values = colors.astype(np.float64) / 255.0
    rgb = values[:, :3]
    values[:, :3] = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.rint(values * 255.0).astype(np.uint8)


# Vertices with normals


def indexed(patch: Patch) -> Patch:
    """Return a patch in which each vertex has one normal, as 8-bit integers, and one uv.

    A vertex whose corners have different normals or uv is split.
    """
    faces = np.asarray(patch.faces)
    normals = patch.normals
    if normals is None or not np.isfinite(normals).all():
        normals = corner_normals(np.asarray(patch.vertices, np.float64), faces)
    normals = normals.reshape(-1, 3)
    length = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    is_null = ~(length > 0.0)
    length[is_null] = 1.0
    length = 127.0 / length
    short = np.empty(normals.shape, np.int16)
    key = faces.ravel().astype(np.int64)
    for axis in range(3):
        short[:, axis] = np.rint(normals[:, axis] * length)
        short[is_null, axis] = 127 if axis == 2 else 0
        key <<= 8
        key |= short[:, axis] + 128
    del length, normals
    if patch.uv is not None:
        texels = np.ascontiguousarray(patch.uv.reshape(-1, 2).astype(np.float32))
        count, texel = len(key), _numbered(texels.view(np.int64).ravel())[1]
        key = _numbered(key)[1].astype(np.int64) * count + texel
    first, number = _numbered(key)
    del key
    corners = faces.ravel()[first]
    return Patch(
        patch.vertices[corners],
        number.reshape(-1, 3),
        short[first],
        None if patch.uv is None else patch.uv.reshape(-1, 2)[first],
        None if patch.colors is None else patch.colors[corners],
        patch.look,
    )


def _numbered(keys: Any) -> tuple[Any, Any]:
    """Find the distinct keys, and number them in the order of their first occurrence.

    This is twice as fast as ``numpy.unique``, which numbers by value, and memory caches work better
    with this order.

    Returns:
        The index of the first occurrence of each distinct key, and the number of each key.
    """
    order = np.argsort(keys).astype(np.int32)
    keys = keys[order]
    is_new = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_new[1:])
    del keys
    first = np.minimum.reduceat(order, np.flatnonzero(is_new))
    by_use = np.argsort(first).astype(np.int32)
    rank = np.empty_like(by_use)
    rank[by_use] = np.arange(len(by_use), dtype=np.int32)
    numbers = np.empty_like(order)
    numbers[order] = rank[np.cumsum(is_new, dtype=np.int32) - 1]
    return first[by_use], numbers


def corner_normals(vertices: Any, faces: Any) -> Any:
    """Return (F, 3, 3) unit normals of the corners: smooth, but not across creases.

    Args:
        vertices: (V, 3) vertices, which adjacent triangles share.
        faces: (F, 3) vertex indices.
    """
    # scaled so that areas fit single precision
    vertices = vertices / max(float(np.abs(vertices).max()), 1e-300)
    a, b, c = (vertices[faces[:, one]] for one in range(3))
    del vertices
    cross = np.cross(b - a, c - a)
    del a, b, c
    length = np.sqrt(np.einsum("ij,ij->i", cross, cross))  # 0 where the squares underflow
    unit = (cross / np.maximum(length, 1e-150)[:, None]).astype(np.float32)
    flat = (cross / max(float(length.max()), 1e-150)).astype(np.float32)
    del cross, length
    corner = faces.ravel()
    order = np.argsort(corner, kind="stable").astype(np.int32)
    counts = np.bincount(corner).astype(np.int32)
    starts = np.cumsum(counts, dtype=np.int32) - counts
    face, at = order // 3, corner[order]
    unit, flat, own = unit[face], flat[face], counts[at]
    del face
    found = flat.copy()
    # visit all pairs of corners at the same vertex: first neighbours in the sorted order, then
    # corners two apart, and so on
    most = int(min(counts.max(), _MOST_AT_VERTEX))
    one = np.arange(len(order), dtype=np.int32)
    following = np.where(own <= _MOST_AT_VERTEX, own - (one - starts[at]), 0)
    del own, at
    limit = np.float32(np.cos(CREASE))
    for step in range(1, most):
        one = one[following[one] > step]
        if not len(one):
            break
        other = one + step
        near = np.einsum("ij,ij->i", unit[one], unit[other]) > limit
        alike, others = one[near], other[near]
        found[alike] += flat[others]
        found[others] += flat[alike]
    del flat, following
    length = np.sqrt(np.einsum("ij,ij->i", found, found))[:, None]
    unit = np.where(length > 1e-30, found / np.maximum(length, np.float32(1e-30)), unit)
    del found, length
    result = np.empty_like(unit)
    result[order] = unit
    return result.reshape(-1, 3, 3)
