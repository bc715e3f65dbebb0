"""Reads mesh files, with limits on their size, and caches them by content.

Nothing is downloaded. Measuring a mesh reads only the file itself and, for glTF, buffers in its
folder or below.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from hashlib import blake2b
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from bodyplan.core import shown
from bodyplan.files.opener import File, TooLargeError, identity
from bodyplan.geometry import files
from bodyplan.geometry.mesh.arguments import factors_of
from bodyplan.geometry.mesh.error import (
    MeshBudgetError,
    MeshError,
    MeshSizeError,
    NoMeshError,
    placeholder,
)
from bodyplan.geometry.mesh.gltf.claims import (
    check_claims,
    count_of_values,
    names_of_buffers,
    table_in,
    table_text,
)
from bodyplan.geometry.opened import Place, as_file
from bodyplan.model.transform import Vec3

if TYPE_CHECKING:
    from bodyplan.geometry.mesh._formats import Parts
    from bodyplan.geometry.mesh.mesh import TriangleMesh

NO_SCALE: Vec3 = (1.0, 1.0, 1.0)
TEXTS = frozenset(("dae", "obj", "gltf"))
"""Formats that are always text."""
REMEMBERED_BYTES = 48 * 1024 * 1024
"""Limit on the size of the cache [bytes]."""
PARSED_BYTES = 192 * 1024 * 1024
"""Limit on the total size of the meshes that are parsed in a run [bytes]; cached meshes do not
count."""
PARSED_TRIANGLES = 2_000_000
"""The largest total number of triangles of the meshes of a run; a mesh counts once for each
scale."""
MOST_VALUES = 5_000_000
"""The largest total number of JSON values in the glTF files of a run; JSON is slower to read than
other data."""
MOST_INVALID = 1024 * 1024 * 1024
"""Limit on the number of bytes read from invalid meshes in a run; they are read again at each
use."""
_INVALID = "bytes of invalid meshes"
REMEMBERED = 512
"""The largest number of meshes in the cache."""

KINDS = ("stl", "dae", "obj", "ply", "glb", "gltf")
"""Supported file extensions, in lower case."""

_READERS = {"dae": "collada"}
"""Packages that are required to read some of these formats, by file extension."""
_PACKAGES = {"numpy": "NumPy", "collada": "pycollada"}


def missing_package(ending: str) -> str | None:
    """Return the package that must be installed to read a format; None if no package is missing.

    Args:
        ending: the file extension, in lower case without the dot.
    """
    for module in ("numpy", _READERS.get(ending, "numpy")):
        if find_spec(module) is None:
            return _PACKAGES[module]
    return None


def unread_without(package: str) -> str:
    """Return the end of a message about a mesh that cannot be read because a package is missing."""
    return f"requires {package}, which is not installed: pip install 'bodyplan[mesh]'"


def load_mesh(
    place: Place, scale: Vec3 | float = NO_SCALE, *, part: str = "", is_centered: bool = False
) -> TriangleMesh:
    """Read the triangles of a mesh file, in metres; results are cached by file content.

    Numbers in the file are metres unless it is a COLLADA file that defines another unit; the up
    axis of a COLLADA or glTF file is ignored, as in RViz, MoveIt and Gazebo.

    Args:
        place: the file, in STL, OBJ, PLY, GLB or glTF; with pycollada also DAE.
        scale: factor along each axis of the file, or one factor for all; negative factors mirror.
        part: the part of the file to read, such as a submesh of SDFormat: the name of a node of
            DAE, GLB and glTF, or of an object or group of OBJ. Empty for the whole file.
        is_centered: whether the centre of the part's bounding box is moved to the origin.

    Raises:
        MeshError: the file cannot be read, has no triangles or no such part, or the scale is not
            a number or three numbers.
    """
    scale = factors_of(scale)
    file = as_file(place)
    content: MeshContent | None = None
    known = _settled(file)
    digest = None if known is None else _remembered(file, known)
    if digest is None:
        content = content_of(file)
        digest = content.digest()
        if known is not None:
            _remember(file, known, content, digest)
    key = (file.kind, shown(file.name), digest)

    def parsed() -> MeshContent:
        found = content_of(file) if content is None else content
        spend(file, "bytes of meshes", found.size, PARSED_BYTES)
        spend(file, "triangles of meshes", 0, PARSED_TRIANGLES)
        return found

    def as_it_stands() -> TriangleMesh:
        from bodyplan.geometry.mesh import _formats as mesh_formats

        if part:
            parts = _PARTS.get(key, lambda: mesh_formats.parts_of(parsed()))
            mesh = parts.mesh(part, is_centered=is_centered)
        else:
            mesh = mesh_formats.parsed(parsed())
        spend(file, "triangles of meshes", mesh.face_count, PARSED_TRIANGLES)
        return mesh

    def scaled() -> TriangleMesh:
        mesh = _MESHES.get((key, part, is_centered), as_it_stands)
        spend(file, "triangles of meshes", mesh.face_count, PARSED_TRIANGLES)
        return mesh.scaled(scale)

    if scale == NO_SCALE:
        return _MESHES.get((key, part, is_centered), as_it_stands)
    return _MESHES.get((key, part, is_centered, scale), scaled)


def spend(file: File, what: str, amount: int, most: int) -> None:
    """Add an amount, such as the bytes of a mesh, to the total of this run, and check the limit.

    Raises:
        MeshBudgetError: the sum exceeds the limit.
    """
    try:
        file.spend(what, amount, most)
    except TooLargeError as error:
        raise MeshBudgetError(f"{shown(file.name)} is not read: {error.strerror}") from None


class MeshContent(NamedTuple):
    """The content of a mesh file.

    Args:
        kind: the file extension, in lower case without the dot.
        name: the name in messages.
        data: the bytes of the file.
        table: the JSON of a glTF file.
        buffers: the contents of the external buffers of a glTF file, by URI as written.
    """

    kind: str
    name: str
    data: bytes
    table: dict[str, Any] | None = None
    buffers: Mapping[str, bytes] = {}

    @property
    def size(self) -> int:
        """Size of the file with its buffers [bytes]."""
        return len(self.data) + sum(map(len, self.buffers.values()))

    def digest(self) -> bytes:
        """Return a digest of the bytes of the file and its buffers."""
        digest = blake2b(self.data, digest_size=16)
        for buffer in self.buffers.values():
            digest.update(blake2b(buffer, digest_size=16).digest())
        return digest.digest()


def content_of(file: File) -> MeshContent:
    """Return the content of a mesh file.

    Raises:
        MeshError: the format is not supported, or requires a package that is not installed; the
            file cannot be read, is too large, or is not a mesh; a buffer cannot be read; or the
            JSON declares implausible counts.
    """
    name = shown(file.name)
    kind = file.kind
    if kind not in KINDS:
        listed = ", ".join(f".{known}" for known in KINDS)
        raise MeshError(f"{name} has an unsupported format; supported are {listed}")
    package = missing_package(kind)
    if package is not None:
        raise MeshError(f"{name} {unread_without(package)}", package=package)
    if file.is_spent(_INVALID, MOST_INVALID):
        most = f"{MOST_INVALID / 1e6:,.0f} MB"
        raise MeshBudgetError(f"{name} is not read: the invalid meshes of this run exceed {most}")
    data = _content(file, name, files.LARGEST_TEXT if kind in TEXTS else files.LARGEST)
    buffers: dict[str, bytes] = {}
    try:
        _check_is_mesh(data, name)
        if kind in {"gltf", "glb"}:
            return _with_buffers(file, name, data, buffers)
        return MeshContent(kind, name, data)
    except MeshError:
        with suppress(TooLargeError):  # the next invalid mesh is not read
            read = len(data) + sum(map(len, buffers.values()))
            file.spend(_INVALID, read, MOST_INVALID)
        raise


def _with_buffers(file: File, name: str, data: bytes, buffers: dict[str, bytes]) -> MeshContent:
    """Return a glTF file with its buffers, which are added to ``buffers``.

    Raises:
        MeshError: as for ``content_of``.
    """
    text = table_text(data, file.kind, name)
    spend(file, "values in the JSON of meshes", count_of_values(text), MOST_VALUES)
    table = table_in(text, name)
    room = files.LARGEST - len(data)
    for uri, place in names_of_buffers(table, name).items():
        buffers[uri] = _content(file.beside(place), shown(place), room)
        room -= len(buffers[uri])
    content = MeshContent(file.kind, name, data, table, buffers)
    check_claims(table, content.size, name)
    return content


def _check_is_mesh(data: bytes, name: str) -> None:
    """Check that a file is not a Git LFS pointer or a web page.

    Raises:
        NoMeshError: the file is a Git LFS pointer or a web page.
    """
    found = placeholder(data)
    if found is not None:
        raise NoMeshError(f"{name} is {found[0]}", found[1])


def _content(file: File, name: str, most: int) -> bytes:
    """Return the bytes of a file.

    Raises:
        MeshError: the file cannot be read or is not allowed, is too large, or is empty.
    """
    try:
        data = file.read(most)
    except TooLargeError as error:
        raise MeshSizeError(f"{name} exceeds the limit: {error.strerror}") from None
    except OSError as error:
        raise MeshError(f"{name} cannot be read: {error.strerror or error}") from None
    if not data:
        raise MeshError(f"{name} is empty")
    return data


def _settled(file: File) -> Hashable | None:
    """Return a cache key that changes with the content of a file; None if the file is too new."""
    try:
        with file.open() as stream:
            found = identity(stream)
    except OSError:
        return None  # the error is reported later, when the file is read
    if abs(time.time_ns() - found.changed) < _NEW:
        return None
    return (*found, file.kind)


def _remembered(file: File, known: Hashable) -> bytes | None:
    """Return the cached digest of a file and its buffers; None if missing or out of date."""
    digest, buffers = _DIGESTS.get(known, (None, ()))
    is_same = all(_settled(file.beside(place)) == buffer for place, buffer in buffers)
    return digest if is_same else None


def _remember(file: File, known: Hashable, content: MeshContent, digest: bytes) -> None:
    """Cache the digest of a file, unless the file or one of its buffers is too new."""
    places = names_of_buffers(content.table, content.name) if content.table is not None else {}
    buffers = [(place, _settled(file.beside(place))) for place in places.values()]
    if all(buffer is not None for _, buffer in buffers):
        _DIGESTS[known] = digest, buffers
        while len(_DIGESTS) > _MOST_DIGESTS:
            _DIGESTS.popitem(last=False)


class _Held(Protocol):
    @property
    def nbytes(self) -> int:
        """Size of the arrays [bytes]."""


_Thing = TypeVar("_Thing", bound=_Held)


class Cache(Generic[_Thing]):
    """A cache of the most recently used results and errors, with a memory limit."""

    def __init__(self) -> None:
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._failures: OrderedDict[Hashable, MeshError] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], _Thing]) -> _Thing:
        """Return the cached result of a key, or compute it.

        Raises:
            MeshError: the result cannot be computed. Errors are cached too, because reading an
                invalid file may take seconds.
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
        # not cached: another run may still be within its limits
        except MeshBudgetError:
            raise
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
    """Return the same error without its traceback, which would keep the file content in memory."""
    if isinstance(error, NoMeshError):
        return NoMeshError(error.what, error.remedy)
    return type(error)(str(error), package=error.package)


_DIGESTS: OrderedDict[Hashable, tuple[bytes, list[tuple[str, Hashable]]]] = OrderedDict()
"""Digests of files that were read, each with the paths and cache keys of its buffers."""
_MOST_DIGESTS = 4_096
_NEW = 2_000_000_000
"""A file is too new if it was modified less than this time ago [ns]: it may change again without a
new modification time."""
_MESHES: Cache[TriangleMesh] = Cache()
_PARTS: Cache[Parts] = Cache()


def forget_meshes() -> None:
    """Clear the cache of meshes."""
    _MESHES.clear()
    _PARTS.clear()
    _DIGESTS.clear()
