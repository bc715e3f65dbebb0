"""The plan of a bundle: its files, each with a unique path inside the bundle."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Literal

from bodyplan.core import Record
from bodyplan.files.content import mismatch
from bodyplan.files.opener import Identity, identity, open_real
from bodyplan.files.safe_name import safe_name
from bodyplan.geometry.files import LARGEST, REFERRING, SELF_CONTAINED, references_of, rewritten
from bodyplan.jobs.bundle.marker import MARKER, Listed, list_of

if TYPE_CHECKING:
    from bodyplan.geometry.files import Reference

MOST_FILES = 50_000
"""The largest number of files of a bundle."""
MOST_BYTES = 2 * 1024 * 1024 * 1024
"""Limit on the size of all files that are copied into a bundle [bytes]."""

FileKind = Literal["description", "resource", "part", "manifest"]
"""The role of a file: a description, a file that it references ("resource"), a file that a mesh
references ("part"), or a manifest."""
State = Literal["missing", "refused", "mismatch", "left"]
"""Why a file is not in the bundle: it was not found or reading failed ("missing"), reading it is not
allowed ("refused"), it is too large or its content does not match its file extension ("mismatch"),
or it is left out on purpose ("left")."""
Refusal = Callable[[Path], str]
"""A function that returns why a file may not be read, as a clause; empty if it may be read."""

_FOREIGN = ("http://", "https://", "ftp://")
_SHARES = ("\\\\", "//")
"""Beginnings of paths on network shares; opening such a path may send the credentials of the user
to the server."""
_PIECE = 1024 * 1024
_BUFFERS = frozenset(("bin", "glbin", "glbuf"))


class Origin(Record):
    """A reference to a file.

    Args:
        uri: the URI as written.
        file: the description, or the file of the bundle, that contains the reference.
        line: the line in that file; 0 for a binary file.
        element: the path of the element; empty in a file that is not XML.
    """

    uri: str
    file: str
    line: int = 0
    element: str = ""


class BundledFile(Record):
    """A file of a bundle.

    Args:
        path: the path in the bundle, with slashes.
        source: the real path of the copied file, without symbolic links; None for a generated file.
        size: the size [bytes].
        kind: the role of the file.
        origins: the references to it, one for each URI.
    """

    path: str
    source: Path | None
    size: int
    kind: FileKind
    origins: tuple[Origin, ...] = ()

    @property
    def uris(self) -> tuple[str, ...]:
        """The URIs of references to the file, as written."""
        return tuple(origin.uri for origin in self.origins)


class Absent(Record):
    """A referenced file that is not in the bundle.

    Args:
        uri: the URI as written.
        named_by: the description, or the file of the bundle, that contains the reference.
        state: the kind of reason, see ``State``.
        reason: the reason, as a sentence without a full stop.
        line: the line of the reference; 0 for a binary file.
    """

    uri: str
    named_by: str
    state: State
    reason: str
    line: int = 0


class Item:
    """A file that will be written.

    Args:
        path: the path in the bundle.
        source: the real path of the file to copy; None for a generated file.
        kind: the role of the file.
        size: the size [bytes].
        data: the content of a generated file.
    """

    def __init__(
        self, path: str, source: Path | None, kind: FileKind, size: int, data: bytes | None = None
    ) -> None:
        self.path = path
        self.source = source
        self.kind = kind
        self.origins: list[Origin] = []
        self.identity: Identity | None = None
        """The identity of the checked file; a file with another identity is not copied."""
        self.names: dict[Reference, str] = {}
        """The references in the file that must be rewritten, with their new paths."""
        self.data = data
        self._size = size

    @property
    def size(self) -> int:
        """Number of bytes that will be written."""
        return self._size if self.data is None else len(self.data)


class Plan:
    """The files of a bundle, each with a unique path.

    Args:
        flat: whether all files are in one folder.
        include: patterns of files that are copied regardless of their content.
    """

    def __init__(self, *, flat: bool, include: Sequence[str] = ()) -> None:
        self.flat = flat
        self.include = include
        self.items: list[Item] = []
        self.missing: list[Absent] = []
        self.left: list[Absent] = []
        self._by_source: dict[str, Item] = {}
        self._files: set[str] = {MARKER}
        self._folders: set[str] = set()
        self._waiting: deque[tuple[Item, Path, Refusal]] = deque()
        self._reported: set[Absent] = set()
        self._bytes = 0

    def add_description(
        self, name: str, source: Path | None, data: bytes, folder: Sequence[str] = ()
    ) -> Item:
        """Add a description, at the top level by default."""
        return self._take((*folder, name), source, "description", len(data), data)

    def add_manifest(self, path: Sequence[str], data: bytes) -> None:
        """Add the manifest of a package or model."""
        self._take(path, None, "manifest", len(data), data)

    def add_file(
        self,
        source: Path,
        proposed: Sequence[str],
        origin: Origin,
        refusal: Refusal,
        kind: FileKind = "resource",
    ) -> Item | None:
        """Add a file to the plan and return its item; if it may not be copied, record it as absent.

        Args:
            source: the file.
            proposed: the parts of the proposed path in the bundle.
            origin: the reference to the file.
            refusal: a function that returns why a file may not be read.
            kind: the role of the file.
        """
        real = Path(os.path.realpath(source))
        item = self._by_source.get(str(real))
        if item is None:
            found = self._looked_at(real, source, refusal, kind)
            if not isinstance(found, Identity):
                self.report_absent(origin, *found)
                return None
            item = self._take(proposed, real, kind, found.size)
            item.identity = found
            self._bytes += found.size
            self._by_source[str(real)] = item
            self._waiting.append((item, source, refusal))
        if all(known.uri != origin.uri for known in item.origins):
            item.origins.append(origin)
        return item

    def _looked_at(
        self, real: Path, named: Path, refusal: Refusal, kind: FileKind
    ) -> Identity | tuple[State, str]:
        """Return the identity of a file if it may be copied, else the state and the reason."""
        if len(self.items) >= MOST_FILES:
            return "missing", f"{MOST_FILES:,} files were bundled before it (the limit)"
        refused = refusal(real)
        if refused:
            return "refused", refused
        try:
            with open_real(os.fspath(real)) as stream:
                found = identity(stream)
                if self._bytes + found.size > MOST_BYTES:
                    size, most = found.size / 1e6, MOST_BYTES / 1e6
                    return "mismatch", (
                        f"it has {size:,.1f} MB; the limit of a bundle is {most:,.1f} MB in all"
                    )
                if self._is_included(real):
                    return found
                ending = named.suffix[1:].lower()
                if ending in _BUFFERS and kind != "part":
                    return "mismatch", "binary buffers are copied only with their glTF file"
                # in a larger file, references cannot be rewritten
                if ending in REFERRING and found.size > LARGEST:
                    size, most = found.size / 1e6, LARGEST / 1e6
                    return "mismatch", f"it has {size:,.1f} MB; the limit is {most:,.1f} MB"
                reason = mismatch(stream, "bin" if ending in _BUFFERS else ending)
        except (OSError, ValueError) as error:
            text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            return "missing", f"it cannot be read: {text[:1].lower()}{text[1:]}"
        return ("mismatch", reason) if reason else found

    def _is_included(self, real: Path) -> bool:
        """Return whether a file matches a pattern of ``include``."""
        path = real.as_posix()
        return any(
            fnmatchcase(real.name, pattern)
            or fnmatchcase(path, pattern)
            or fnmatchcase(path, f"*/{pattern}")
            or path == Path(os.path.realpath(pattern)).as_posix()
            for pattern in self.include
        )

    def report_absent(self, origin: Origin, state: State, reason: str) -> None:
        """Record a file that will not be in the bundle."""
        absent = Absent(origin.uri, origin.file, state, reason, origin.line)
        if absent not in self._reported:
            self._reported.add(absent)
            (self.left if state == "left" else self.missing).append(absent)

    def _take(
        self,
        proposed: Sequence[str],
        source: Path | None,
        kind: FileKind,
        size: int,
        data: bytes | None = None,
    ) -> Item:
        parts = [safe_name(part) for part in (proposed[-1:] if self.flat else proposed)]
        name = PurePosixPath(parts[-1])
        number = 1
        while not self._is_free(parts):
            number += 1
            parts[-1] = f"{name.stem}_{number}{name.suffix}"
        keys = _keys(parts)
        self._files.add(keys[-1])
        self._folders.update(keys[:-1])
        item = Item("/".join(parts), source, kind, size, data)
        self.items.append(item)
        return item

    def _is_free(self, parts: Sequence[str]) -> bool:
        """Return whether a path is unused, also on file systems that ignore case."""
        *outer, own = _keys(parts)
        is_taken = own in self._files or own in self._folders
        return not is_taken and self._files.isdisjoint(outer)

    # References in the files

    def add_list(self) -> None:
        """Add the list of all files as the last file; its checksums are set while writing."""
        self.items.sort(key=lambda item: item.path)
        data = list_of({item.path: Listed(item.size, 0) for item in self.items})
        self.items.append(Item(MARKER, None, "manifest", len(data), data))

    def follow(self) -> None:
        """Add all files that the newly added files reference, recursively."""
        while self._waiting:
            item, source, refusal = self._waiting.popleft()
            ending = source.suffix[1:].lower()
            if not _is_known(ending):
                reason = (
                    f"it is copied, but what {source.suffix or 'such'} files refer to is not copied"
                )
                first = item.origins[0]
                self.report_absent(Origin(first.uri, item.path), "left", reason)
            lines = Lines(item)
            for reference in _references(item, ending):
                origin = Origin(reference.text, item.path, lines.of(reference.start))
                self._follow(item, source, reference, origin, refusal)

    def _follow(
        self, item: Item, source: Path, reference: Reference, origin: Origin, refusal: Refusal
    ) -> None:
        text = reference.text
        if text.startswith("data:"):  # the content is embedded in the file
            return
        if text.lower().startswith(_FOREIGN):
            self.report_absent(origin, "left", "nothing is downloaded")
            return
        path, inner = _target(source, reference)
        if path is None:
            self.report_absent(origin, "missing", "the file does not exist")
            return
        proposed = _beside(item.path, inner or path.name)
        part = self.add_file(path, proposed, origin, refusal, "part")
        if part is None:
            return
        name = os.path.relpath(part.path, PurePosixPath(item.path).parent).replace(os.sep, "/")
        if name != inner:
            item.names[reference] = name

    def rename_inside(self) -> None:
        """Replace references to files whose path is different in the bundle.

        Raises:
            OSError: a file disappeared or was replaced since it was added.
        """
        for item in self.items:
            if item.names and item.source is not None:
                ending = item.path.rpartition(".")[2].lower()
                with opened(item) as stream:
                    item.data = rewritten(stream.read(), ending, item.names)


def _keys(parts: Sequence[str]) -> list[str]:
    """Return a path and its parent folders, outermost first, case-folded for comparison."""
    from unicodedata import normalize

    plain = [normalize("NFC", part).casefold() for part in parts]
    return ["/".join(plain[: number + 1]) for number in range(len(plain))]


def opened(item: Item) -> IO[bytes]:
    """Open a file of the plan, if it is still the file that was checked.

    Raises:
        OSError: the file disappeared, or was replaced by another file.
    """
    assert item.source is not None
    stream = open_real(os.fspath(item.source))
    if item.identity is not None and identity(stream) != item.identity:
        stream.close()
        raise OSError(errno.ESTALE, "it changed while it was bundled", str(item.source))
    return stream


class Lines:
    """Computes line numbers in a file, and reads it only up to the requested position.

    Args:
        item: the file.
    """

    def __init__(self, item: Item) -> None:
        self._item = item
        self._position, self._line = 0, 1
        self._has_lines = not item.path.lower().endswith(".glb")

    def of(self, position: int) -> int:
        """Return the line of a byte position; positions must not decrease. 0 for a binary file."""
        if not self._has_lines:
            return 0
        try:
            with opened(self._item) as stream:
                stream.seek(self._position)
                while self._position < position:
                    piece = stream.read(min(_PIECE, position - self._position))
                    if not piece:
                        return 0
                    self._line += piece.count(b"\n")
                    self._position += len(piece)
        except OSError:
            return 0
        return self._line


def _is_known(ending: str) -> bool:
    """Return whether all references in files of this kind can be found."""
    return ending in REFERRING or ending in SELF_CONTAINED


def _references(item: Item, ending: str) -> list[Reference]:
    """Return the references in a file, in the order of the file."""
    try:
        with opened(item) as stream:
            return sorted(references_of(stream, ending), key=lambda reference: reference.start)
    except (OSError, ValueError):  # ValueError: the file was truncated meanwhile
        return []


def _target(source: Path, reference: Reference) -> tuple[Path | None, str]:
    """Return the file of a reference, and its path relative to the folder of the source.

    The relative path is empty if the reference must be rewritten, such as an absolute path. If a
    path does not exist, a file with this name is searched in the folder of the source, as mesh
    loaders do.
    """
    text = reference.text.replace("\\", "/")
    texts = [text]
    if reference.is_uri:
        from urllib.parse import unquote

        texts = list(dict.fromkeys((unquote(text), text)))
    if any(each.removeprefix("file://").startswith(_SHARES) for each in texts):
        return None, ""
    for each in texts:
        plain = each.removeprefix("file://")
        path = source.parent / plain
        if _is_file(path):
            is_seen = each == plain and not os.path.isabs(plain)
            return path, os.path.normpath(plain).replace(os.sep, "/") if is_seen else ""
    for each in texts:
        name = each.rpartition("/")[2]
        if name and _is_file(source.parent / name):
            return source.parent / name, ""
    return None, ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # the name is not valid for any file
        return False


def _beside(item: str, inner: str) -> list[str]:
    """Return the parts of the bundle path of a file that another file references.

    Args:
        item: the path of the file with the reference.
        inner: the path relative to that file; parts that lead out of the bundle are removed.
    """
    path = os.path.normpath(PurePosixPath(item).parent / inner).replace(os.sep, "/")
    return [part for part in path.split("/") if part not in {"..", "."}]
