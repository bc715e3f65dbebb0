"""Files of meshes: read once, capped, and remembered by what is in them.

Nothing is fetched from the network, and nothing is read but the file itself and the buffers that a
glTF file names in its own folder or below.
"""

from __future__ import annotations

import stat
import threading
from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from bodyplan.geometry.mesh import MeshError
from bodyplan.model.transform import Vec3
from bodyplan.text import shown

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import TriangleMesh

LARGEST = 512 * 1024 * 1024
"""Bytes of a mesh with its buffers; larger ones are not read."""
LARGEST_TEXT = 256 * 1024 * 1024
"""Bytes of a mesh that is written as text, which takes many times its size to read."""
REMEMBERED_BYTES = 256 * 1024 * 1024
"""Bytes of the arrays of meshes that are remembered."""
REMEMBERED = 512
"""Meshes that are remembered."""

KINDS = ("stl", "dae", "obj", "ply", "glb", "gltf")
"""Endings of the files that are read, in lower case."""

_Key = tuple[str, str, Vec3, bytes]


def read_mesh(path: Path, scale: Vec3) -> TriangleMesh:
    """As ``mesh.load_mesh``."""
    try:
        import numpy  # noqa: F401, ICN001
        import trimesh  # noqa: F401
    except ImportError:
        raise MeshError(
            "meshes are measured with trimesh, which is not installed: pip install 'bodyplan[mesh]'"
        ) from None
    x, y, z = map(float, scale)
    scale = (x, y, z)
    name = shown(path.name)
    kind = path.suffix[1:].lower()
    if kind not in KINDS:
        listed = ", ".join(f".{known}" for known in KINDS)
        raise MeshError(f"{name} is of a kind that is not read; these are: {listed}")
    data = _content(path, name, LARGEST)
    digest = blake2b(data, digest_size=16)
    buffers: dict[str, bytes] = {}
    if kind in {"gltf", "glb"}:
        from bodyplan.geometry.mesh_gltf import names_of_buffers

        room = LARGEST - len(data)
        for uri, place in names_of_buffers(data, kind, name).items():
            buffers[uri] = _content(path.parent / place, shown(place), room)
            room -= len(buffers[uri])
            digest.update(blake2b(buffers[uri], digest_size=16).digest())
    key = (kind, name, scale, digest.digest())
    found = _SHELF.get(key)
    if found is None:
        plain = (*key[:2], (1.0, 1.0, 1.0), key[3])
        found = _SHELF.get(plain)
        if found is None:
            from bodyplan.geometry.mesh_formats import parsed

            found = parsed(data, kind, name, buffers)
            _SHELF.put(plain, found)
        if key != plain:
            found = found.scaled(scale)
            _SHELF.put(key, found)
    return found


def _content(path: Path, name: str, most: int) -> bytes:
    """All bytes of a file; what is no file, such as a pipe, is not waited for."""
    try:
        told = path.stat()
        if not stat.S_ISREG(told.st_mode):
            raise MeshError(f"{name} is not a file")
        if told.st_size > most:
            size = f"{told.st_size / 1e6:,.0f} MB"
            raise MeshError(f"{name} is too large to be read: {size}, {most / 1e6:,.0f} MB at most")
        with path.open("rb") as stream:
            data = stream.read(most)
    except (OSError, ValueError) as error:
        if isinstance(error, MeshError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MeshError(f"{name} cannot be read: {reason}") from None
    if not data:
        raise MeshError(f"{name} is empty")
    return data


class _Shelf:
    """The meshes that were used last, as many as there is room for."""

    def __init__(self) -> None:
        self._meshes: OrderedDict[_Key, TriangleMesh] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: _Key) -> TriangleMesh | None:
        with self._lock:
            found = self._meshes.get(key)
            if found is not None:
                self._meshes.move_to_end(key)
            return found

    def put(self, key: _Key, mesh: TriangleMesh) -> None:
        with self._lock:
            if key in self._meshes:
                return
            self._meshes[key] = mesh
            self._bytes += mesh.nbytes
            while self._bytes > REMEMBERED_BYTES or len(self._meshes) > REMEMBERED:
                _, dropped = self._meshes.popitem(last=False)
                self._bytes -= dropped.nbytes

    def clear(self) -> None:
        with self._lock:
            self._meshes.clear()
            self._bytes = 0


_SHELF = _Shelf()


def forget_meshes() -> None:
    """Forgets the meshes that are remembered."""
    _SHELF.clear()
