"""Mesh files: read with limits, and cached by content.

Nothing is downloaded, and nothing is read except the file itself and the buffers of a glTF file in
its folder or below.
"""

from __future__ import annotations

import stat
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from bodyplan.core import shown
from bodyplan.geometry import files
from bodyplan.geometry.mesh_arguments import factors_of
from bodyplan.geometry.mesh_error import MeshError, MeshSizeError, NoMeshError, placeholder
from bodyplan.geometry.mesh_gltf import names_of_buffers
from bodyplan.model.transform import Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh import TriangleMesh
    from bodyplan.geometry.mesh_formats import Parts

NO_SCALE: Vec3 = (1.0, 1.0, 1.0)
TEXTS = frozenset(("dae", "obj", "gltf"))
"""Formats that are always text."""
REMEMBERED_BYTES = 256 * 1024 * 1024
"""Limit of the cache [bytes]."""
REMEMBERED = 512
"""Limit of the cache: number of meshes."""

KINDS = ("stl", "dae", "obj", "ply", "glb", "gltf")
"""Supported file extensions, in lower case."""

_READERS = {"dae": "collada", "ply": "trimesh"}
"""Packages that read the other formats."""
_PACKAGES = {"numpy": "NumPy", "collada": "pycollada", "trimesh": "trimesh"}


def missing_package(ending: str) -> str | None:
    """Return the package that is missing to read a format; None if none is.

    Args:
        ending: the file extension, in lower case without the dot.
    """
    for module in ("numpy", _READERS.get(ending, "numpy")):
        if find_spec(module) is None:
            return _PACKAGES[module]
    return None


def unread_without(package: str) -> str:
    """Return why a mesh cannot be read without a package; a predicate without subject."""
    return f"requires {package}, which is not installed: pip install 'bodyplan[mesh]'"


def load_mesh(
    path: str | Path, scale: Vec3 | float = NO_SCALE, *, part: str = "", is_centered: bool = False
) -> TriangleMesh:
    """Read the triangles of a file, in metres. Files with the same content are read once.

    Coordinates are in metres unless the file defines another unit; the up axis of a COLLADA or
    glTF file is ignored, as in RViz, MoveIt and Gazebo.

    Args:
        path: STL, OBJ, GLB and glTF; with pycollada DAE; with trimesh PLY.
        scale: factor along each axis of the file, or one factor for all; negative factors mirror.
        part: the part of the file to read, such as a submesh of SDFormat: the name of a node of
            DAE, GLB and glTF, or of an object or group of OBJ. Empty for the whole file.
        is_centered: move the part so that the middle of its bounds is the origin.

    Raises:
        MeshError: the file cannot be read, has no triangles or no such part, or the scale is not
            a number or three numbers.
    """
    scale = factors_of(scale)
    path, (kind, name, data) = Path(path), content_of(path)
    digest = blake2b(data, digest_size=16)
    buffers: dict[str, bytes] = {}
    if kind in {"gltf", "glb"}:
        room = files.LARGEST - len(data)
        for uri, place in names_of_buffers(data, kind, name).items():
            buffers[uri] = _content(path.parent / place, shown(place), room)
            room -= len(buffers[uri])
            digest.update(blake2b(buffers[uri], digest_size=16).digest())
    file = (kind, name, digest.digest())

    def as_it_stands() -> TriangleMesh:
        from bodyplan.geometry import mesh_formats

        if not part:
            return mesh_formats.parsed(data, kind, name, buffers)
        parts = _PARTS.get(file, lambda: mesh_formats.parts_of(data, kind, name, buffers))
        return parts.mesh(part, is_centered=is_centered)

    def scaled() -> TriangleMesh:
        return _MESHES.get((file, part, is_centered), as_it_stands).scaled(scale)

    if scale == NO_SCALE:
        return _MESHES.get((file, part, is_centered), as_it_stands)
    return _MESHES.get((file, part, is_centered, scale), scaled)


class MeshContent(NamedTuple):
    """What a mesh file contains.

    Args:
        kind: its extension, in lower case without the dot.
        name: how messages call it.
        data: its bytes.
    """

    kind: str
    name: str
    data: bytes


def content_of(path: str | Path) -> MeshContent:
    """Return what a file contains, if it can be read as a mesh.

    Raises:
        MeshError: its format is not supported, or is not without a package; it cannot be read, is
            too large, or is something else.
    """
    path = Path(path)
    name = shown(path.name)
    kind = path.suffix[1:].lower()
    if kind not in KINDS:
        listed = ", ".join(f".{known}" for known in KINDS)
        raise MeshError(f"{name} has an unsupported format; supported are {listed}")
    package = missing_package(kind)
    if package is not None:
        raise MeshError(f"{name} {unread_without(package)}", package=package)
    data = _content(path, name, files.LARGEST_TEXT if kind in TEXTS else files.LARGEST)
    _check_is_mesh(data, name)
    return MeshContent(kind, name, data)


def _check_is_mesh(data: bytes, name: str) -> None:
    """Check that a file is not a Git LFS pointer or a web page.

    Raises:
        NoMeshError: it is one.
    """
    found = placeholder(data)
    if found is not None:
        raise NoMeshError(f"{name} is {found[0]}", found[1])


def _content(path: Path, name: str, most: int) -> bytes:
    """Return the bytes of a file; reject anything that is not a regular file, such as a pipe."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise MeshError(f"{name} is not a file")
        if status.st_size > most:
            size = f"{status.st_size / 1e6:,.0f} MB"
            raise MeshSizeError(f"{name} exceeds the limit: {size}, {most / 1e6:,.0f} MB at most")
        with path.open("rb") as stream:
            data = stream.read(status.st_size)  # so much is set aside at once
    except (OSError, ValueError) as error:
        if isinstance(error, MeshError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MeshError(f"{name} cannot be read: {reason}") from None
    if not data:
        raise MeshError(f"{name} is empty")
    return data


class _Held(Protocol):
    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""


_Thing = TypeVar("_Thing", bound=_Held)


class _Cache(Generic[_Thing]):
    """The results used last, within a memory limit, and the errors."""

    def __init__(self) -> None:
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._failures: OrderedDict[Hashable, MeshError] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], _Thing]) -> _Thing:
        """Return the cached result of a key, or compute it.

        Raises:
            MeshError: it cannot be computed; errors are cached too, because a file may take
                seconds to fail.
        """
        with self._lock:
            found = self._things.get(key)
            if found is not None:
                self._things.move_to_end(key)
                return found
            failure = self._failures.get(key)
        if failure is not None:
            raise _copied(failure)
        try:
            made = make()
        except MeshError as error:
            with self._lock:
                self._failures[key] = _copied(error)
                if len(self._failures) > REMEMBERED:
                    self._failures.popitem(last=False)
            raise
        with self._lock:
            if key not in self._things:
                self._things[key] = made
                self._bytes += made.nbytes
                while self._bytes > REMEMBERED_BYTES or len(self._things) > REMEMBERED:
                    _, dropped = self._things.popitem(last=False)
                    self._bytes -= dropped.nbytes
        return made

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._things.clear()
            self._failures.clear()
            self._bytes = 0


def _copied(error: MeshError) -> MeshError:
    """Return the same error without its traceback, which holds the content of the file."""
    if isinstance(error, NoMeshError):
        return NoMeshError(error.what, error.remedy)
    return type(error)(str(error), package=error.package)


_MESHES: _Cache[TriangleMesh] = _Cache()
_PARTS: _Cache[Parts] = _Cache()


def forget_meshes() -> None:
    """Clear the cache of meshes."""
    _MESHES.clear()
    _PARTS.clear()
