"""What a glTF file names and claims, looked at before a library believes it."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from bodyplan.geometry.files import LARGEST_SMALL
from bodyplan.geometry.mesh import MeshError
from bodyplan.geometry.mesh_pieces import MOST_TRIANGLES
from bodyplan.text import plural, quoted

MOST_PARTS = 10_000
"""Nodes of a file, and pieces of its meshes; each takes a library about a millisecond."""
DEEPEST = 100
"""Nodes below each other, which take it a time that grows with the square."""
_COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_BYTES = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
_GLB_START = 20
"""Bytes of a binary file before its table: of its own header, and of that of the table."""
_COMPRESSIONS = ("KHR_draco_mesh_compression", "EXT_meshopt_compression")


def names_of_buffers(data: bytes, kind: str, name: str) -> dict[str, str]:
    """The buffers beside a file, by the address that is written: their places from its folder.

    Args:
        data: the content.
        kind: "gltf" or "glb".
        name: what messages call it.

    Raises:
        MeshError: it is no glTF; a buffer is elsewhere; it claims more than it has; or its triangles
            are compressed.
    """
    table = _table(data, kind, name)
    required = table.get("extensionsRequired")
    for used in _COMPRESSIONS:
        if isinstance(required, list) and used in required:
            raise MeshError(f"{name} is compressed by {used}, which is not read")
    found: dict[str, str] = {}
    sizes = len(data)
    for buffer in _members(table, "buffers"):
        uri = buffer.get("uri")
        if not isinstance(uri, str) or uri.startswith("data:"):
            continue
        place = unquote(uri).replace("\\", "/")
        if "://" in uri:
            raise MeshError(f"{name} names {quoted(uri)}, and nothing is fetched from the network")
        inside = posixpath.normpath(place)
        if inside.startswith(("/", "../")) or inside == ".." or ":" in inside or "\0" in inside:
            raise MeshError(f"{name} names {quoted(uri)} outside of its folder, which is not read")
        found[uri] = inside
        length = buffer.get("byteLength")
        sizes += length if isinstance(length, int) else 0
    _check_claims(table, sizes, name)
    return found


def without_names(data: bytes, kind: str) -> tuple[bytes, list[str]]:
    """The same file with nodes that are told by their number, and the names that they had.

    Libraries make names that stand twice differ; without a name they take the number.

    Args:
        data: the content, of which ``names_of_buffers`` has been asked.
        kind: "gltf" or "glb".
    """
    table = _table(data, kind, "")
    names = []
    for node in _members(table, "nodes"):
        name = node.pop("name", "")
        names.append(name if isinstance(name, str) else "")
    text = json.dumps(table).encode()
    if kind == "gltf":
        return text, names
    text += b" " * (-len(text) % 4)
    rest = data[_GLB_START + int.from_bytes(data[12:16], "little") :]
    length = (_GLB_START + len(text) + len(rest)).to_bytes(4, "little")
    size = len(text).to_bytes(4, "little")
    return b"".join((data[:8], length, size, b"JSON", text, rest)), names


def _table(data: bytes, kind: str, name: str) -> dict[str, Any]:
    text = data
    if kind == "glb":
        length = int.from_bytes(data[12:16], "little")
        if data[:4] != b"glTF" or data[16:20] != b"JSON" or _GLB_START + length > len(data):
            raise MeshError(f"{name} is no binary glTF")
        text = data[_GLB_START : _GLB_START + length]
    if len(text) > LARGEST_SMALL and kind == "glb":
        raise MeshError(f"{name} has a table that is too large to be read")
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise MeshError(f"{name} is no glTF: its table is no JSON") from None
    if not isinstance(table, dict):
        raise MeshError(f"{name} is no glTF: its table is no JSON object")
    return table


def _members(table: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    members = table.get(key)
    for member in members if isinstance(members, list) else ():
        if isinstance(member, dict):
            yield member


def _check_claims(table: dict[str, Any], sizes: int, name: str) -> None:
    """Sees to it that what is claimed stands in some relation to what is there."""
    total = 0
    counts: list[int] = []
    for accessor in _members(table, "accessors"):
        count = accessor.get("count")
        if not isinstance(count, int) or count < 0:
            raise MeshError(f"{name} has an accessor without a count")
        columns = _COMPONENTS.get(accessor.get("type", ""), 1)
        counts.append(count)
        total += count * columns * _BYTES.get(accessor.get("componentType", 0), 1)
    # Accessors may share bytes; eight of them for each byte were never seen.
    if total > 8 * sizes + 65536:
        raise MeshError(f"{name} claims {total:,} bytes of numbers, and has {sizes:,}")
    triangles = pieces = 0
    for mesh in _members(table, "meshes"):
        for primitive in _members(mesh, "primitives"):
            pieces += 1
            attributes = primitive.get("attributes")
            position = attributes.get("POSITION") if isinstance(attributes, dict) else None
            for index in (position, primitive.get("indices")):
                if isinstance(index, int) and 0 <= index < len(counts):
                    triangles += counts[index] // 3
    nodes = list(_members(table, "nodes"))
    if max(pieces, len(nodes)) > MOST_PARTS or _is_deep(nodes):
        raise MeshError(f"{name} has too many pieces, or too deep below each other")
    if triangles > 2 * MOST_TRIANGLES:
        raise MeshError(f"{name} has {plural(triangles, 'triangle')}, which are not measured")


def _is_deep(nodes: list[dict[str, Any]]) -> bool:
    """Whether nodes are further below each other than is read, or in a circle."""
    depths: dict[int, int] = {}
    waiting = list(range(len(nodes)))
    for _ in range(DEEPEST):  # each round looks at the children of those whose depth has grown
        grown = {}
        for number in waiting:
            children = nodes[number].get("children")
            for child in children if isinstance(children, list) else ():
                if isinstance(child, int) and 0 <= child < len(nodes):
                    grown[child] = depths[child] = depths.get(number, 0) + 1
        waiting = list(grown)
        if not waiting:
            return False
    return True
