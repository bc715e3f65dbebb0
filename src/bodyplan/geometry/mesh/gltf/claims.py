"""Checks of the files and counts that a glTF file declares, before they are used."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from bodyplan.core import quoted
from bodyplan.files.content import MOST_MEMBERS
from bodyplan.geometry.mesh.error import MeshError, MeshSizeError

_COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
_BYTES = {"5120": 1, "5121": 1, "5122": 2, "5123": 2, "5125": 4, "5126": 4}
_GLB_START = 20
"""Size of the file header and the JSON chunk header of a binary file [bytes]."""
LONGEST_NAME = 4_096
"""The largest number of characters of a file name; operating systems reject longer names."""
_LARGEST_WIDE = 16 * 1024 * 1024
"""Limit on the size of JSON with non-ASCII characters [bytes]: a single such character can make
Python store every character of a text in four bytes."""
MOST_BUFFERS = 100
"""The largest number of external buffers of a file."""
_COMPRESSIONS = (
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
)


def names_of_buffers(table: dict[str, Any], name: str) -> dict[str, str]:
    """Return the path of each external buffer relative to the folder of the file.

    The keys of the result are the URIs as written in the file.

    Args:
        table: the JSON of the file.
        name: the name of the file in messages.

    Raises:
        MeshError: the file is not a glTF 2.0 file, refers to a buffer outside of its folder, or has
            compressed triangles.
    """
    asset = table.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    if not isinstance(version, str) or not version.startswith("2."):
        raise MeshError(f"{name} has unsupported glTF version {version!r:.20}; expected '2.0'")
    required = table.get("extensionsRequired")
    for used in _COMPRESSIONS:
        if isinstance(required, list) and used in required:
            raise MeshError(f"{name} uses the unsupported compression {used}")
    found: dict[str, str] = {}
    for buffer in members(table, "buffers"):
        uri = buffer.get("uri")
        if not isinstance(uri, str) or uri.startswith("data:"):
            continue
        if len(uri) > LONGEST_NAME:
            raise MeshSizeError(f"{name} refers to a file whose name is too long")
        place = unquote(uri).replace("\\", "/")
        if "://" in uri:
            raise MeshError(
                f"{name} refers to {quoted(uri)} on the network, which is not downloaded"
            )
        inside = posixpath.normpath(place)
        if inside.startswith(("/", "../")) or inside == ".." or ":" in inside or "\0" in inside:
            raise MeshError(
                f"{name} refers to {quoted(uri)} outside of its folder, which is not allowed"
            )
        found[uri] = inside
        if len(found) > MOST_BUFFERS:
            raise MeshSizeError(f"{name} exceeds the limit of {MOST_BUFFERS} buffers")
    return found


def table_text(data: bytes, kind: str, name: str = "") -> bytes:
    """Return the JSON text of a glTF or binary glTF file.

    Raises:
        MeshError: the file is a binary file without JSON.
    """
    if kind != "glb":
        return data
    length = int.from_bytes(data[12:16], "little")
    if data[:4] != b"glTF" or data[16:20] != b"JSON" or _GLB_START + length > len(data):
        raise MeshError(f"{name} is not a binary glTF file")
    return data[_GLB_START : _GLB_START + length]


def count_of_values(text: bytes) -> int:
    """Return an upper bound of the number of values in a JSON text; commas in strings count too."""
    return sum(map(text.count, (b"{", b"[", b",")))


def table_in(text: bytes, name: str = "") -> dict[str, Any]:
    """Parse the JSON text of a file, and return its root object.

    Raises:
        MeshError: the text is not a JSON object, or is too large.
    """
    if count_of_values(text) > MOST_MEMBERS:
        raise MeshSizeError(f"{name} has a JSON chunk that exceeds the input limit")
    if len(text) > _LARGEST_WIDE and (not text.isascii() or b"\\u" in text):
        raise MeshSizeError(f"{name} has a JSON chunk with wide characters that is too large")
    import json  # imported here, because few runs open glTF files

    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        raise MeshError(f"{name} is not a glTF file: its content is not JSON") from None
    if not isinstance(table, dict):
        raise MeshError(f"{name} is not a glTF file: its content is not a JSON object")
    return table


def members(table: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of an array in a JSON object, except entries that are not objects."""
    listed = table.get(key)
    for member in listed if isinstance(listed, list) else ():
        if isinstance(member, dict):
            yield member


def check_claims(table: dict[str, Any], size: int, name: str) -> None:
    """Check that the declared counts are plausible for the size of the file.

    Args:
        table: the JSON of the file.
        size: the size of the file and its buffers, as stored [bytes].
        name: the name of the file in messages.

    Raises:
        MeshError: a declared count is not plausible.
    """
    total = 0
    for accessor in members(table, "accessors"):
        count = accessor.get("count")
        if type(count) is not int or not 0 <= count < 2**40:  # a bool is an int in Python
            raise MeshError(f"{name} has an accessor without a count")
        kinds = str(accessor.get("type")), str(accessor.get("componentType"))
        total += count * _COMPONENTS.get(kinds[0], 1) * _BYTES.get(kinds[1], 1)
    # Accessors may share bytes, but the numbers of a real file never take eight times its size.
    if total > 8 * size + 65536:
        raise MeshError(f"{name} declares {total:,} bytes of numbers, but has {size:,}")
