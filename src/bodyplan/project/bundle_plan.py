"""What goes into a bundle, and where: no two files in one place, none outside of it."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal

from bodyplan.text import Record

if TYPE_CHECKING:
    from bodyplan.geometry.files import Reference

MOST_FILES = 50_000
"""Files of one bundle."""

FileKind = Literal["description", "resource", "part", "manifest"]
"""What a file is to a robot: named by the description, or by one of its meshes ("part")."""
State = Literal["missing", "refused", "left"]
"""Why a file is not in the bundle: it was not found, it must not be read, or nobody needs it."""

_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)
"""Names that Windows keeps for devices, with any ending."""
_UNSAFE = '<>:"|?*\\/%#'
"""Characters that Windows cannot have in names, or that mean something in an address."""
_FOREIGN = ("http://", "https://", "ftp://")


class BundledFile(Record):
    """A file of a bundle.

    Args:
        path: where it is in the bundle, with slashes.
        source: the file it was copied from; None for one that was made.
        size: its bytes.
        kind: what it is to the robot.
        uris: the addresses that led to it, as they were written.
    """

    path: str
    source: Path | None
    size: int
    kind: FileKind
    uris: tuple[str, ...] = ()


class Absent(Record):
    """A file that is named and is not in the bundle.

    Args:
        uri: the address as written.
        named_by: the description, or the file of the bundle, that names it.
        state: "missing", "refused" for one outside of the folders that may be read, or "left".
        reason: why, in a sentence without a full stop.
    """

    uri: str
    named_by: str
    state: State
    reason: str


class Item:
    """A file that is to be written.

    Args:
        path: where in the bundle.
        source: the file to copy; None for one that is made.
        kind: what it is to the robot.
        size: its bytes.
        data: the content of one that is made.
    """

    def __init__(
        self, path: str, source: Path | None, kind: FileKind, size: int, data: bytes | None = None
    ) -> None:
        self.path = path
        self.source = source
        self.kind = kind
        self.uris: list[str] = []
        self.names: dict[Reference, str] = {}
        """What the file refers to under another name than before."""
        self.data = data
        self._size = size

    @property
    def size(self) -> int:
        """How many bytes will be written."""
        return self._size if self.data is None else len(self.data)


class Plan:
    """The files of a bundle, each at a place of its own.

    Args:
        flat: whether all files go into one folder.
    """

    def __init__(self, *, flat: bool) -> None:
        self.flat = flat
        self.items: list[Item] = []
        self.missing: list[Absent] = []
        self.left: list[Absent] = []
        self._by_source: dict[str, Item] = {}
        self._files: set[str] = set()
        self._folders: set[str] = set()
        self._waiting: deque[tuple[Item, Path]] = deque()

    def add_description(
        self, name: str, source: Path | None, data: bytes, folder: Sequence[str] = ()
    ) -> Item:
        """Takes a description; it lies at the top where no folder is given."""
        return self._take((*folder, name), source, "description", len(data), data)

    def add_manifest(self, path: Sequence[str], data: bytes) -> None:
        """Takes the manifest of a package or model."""
        self._take(path, None, "manifest", len(data), data)

    def add_file(
        self, source: Path, wanted: Sequence[str], uri: str, kind: FileKind = "resource"
    ) -> Item | str:
        """Takes a file, unless it is there already; or gives back why that cannot be.

        Args:
            source: the file.
            wanted: the names of the folders where it should lie, and its own.
            uri: what led to it.
            kind: what it is to the robot.
        """
        key = os.path.realpath(source)
        item = self._by_source.get(key)
        if item is None:
            if len(self.items) >= MOST_FILES:
                return f"{MOST_FILES:,} files come before it, the most that are bundled"
            try:
                with source.open("rb") as stream:
                    status = os.fstat(stream.fileno())
            except OSError as error:
                return f"it cannot be read: {(error.strerror or str(error)).lower()}"
            if not stat.S_ISREG(status.st_mode):
                return "this is no regular file"
            item = self._take(wanted, source, kind, status.st_size)
            self._by_source[key] = item
            self._waiting.append((item, source))
        if uri not in item.uris:
            item.uris.append(uri)
        return item

    def tell(self, uri: str, named_by: str, state: State, reason: str) -> None:
        """Notes a file that will not be there."""
        absent = Absent(uri, named_by, state, reason)
        (self.left if state == "left" else self.missing).append(absent)

    def _take(
        self,
        wanted: Sequence[str],
        source: Path | None,
        kind: FileKind,
        size: int,
        data: bytes | None = None,
    ) -> Item:
        parts = [safe_name(part) for part in (wanted[-1:] if self.flat else wanted)]
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
        """Whether a file may lie there, on systems too that know no upper and lower case."""
        *outer, own = _keys(parts)
        is_taken = own in self._files or own in self._folders
        return not is_taken and self._files.isdisjoint(outer)

    # What the files themselves refer to

    def follow(self, is_allowed: Callable[[Path], bool]) -> None:
        """Takes what the files refer to that were added since the last call, and what that does.

        Args:
            is_allowed: whether a file may be read.
        """
        while self._waiting:
            item, source = self._waiting.popleft()
            if not _is_known(source):
                reason = (
                    f"it is copied, but what {source.suffix or 'such'} files refer to is not known"
                )
                self.tell(item.uris[0], item.path, "left", reason)
            for reference in _references(source):
                self._follow(item, source, reference, is_allowed)

    def _follow(
        self, item: Item, source: Path, reference: Reference, is_allowed: Callable[[Path], bool]
    ) -> None:
        text = reference.text
        if text.startswith("data:"):  # the file holds it itself
            return
        if text.lower().startswith(_FOREIGN):
            self.tell(text, item.path, "left", "nothing is fetched over the network")
            return
        path, inner = _target(source, reference)
        if path is None:
            self.tell(text, item.path, "missing", "there is no such file")
            return
        if not is_allowed(path):
            reason = "it lies outside of the package, and of all folders that were named"
            self.tell(text, item.path, "refused", reason)
            return
        part = self.add_file(path, _beside(item.path, inner or path.name), text, "part")
        if isinstance(part, str):
            self.tell(text, item.path, "missing", part)
            return
        name = os.path.relpath(part.path, PurePosixPath(item.path).parent).replace(os.sep, "/")
        if name != inner:
            item.names[reference] = name

    def rename_inside(self) -> None:
        """Writes the other names into the files that refer to them.

        Raises:
            OSError: a file went away meanwhile.
        """
        from bodyplan.geometry.files import rewritten

        for item in self.items:
            if item.names and item.source is not None:
                ending = item.source.suffix[1:].lower()
                item.data = rewritten(item.source.read_bytes(), ending, item.names)


def _keys(parts: Sequence[str]) -> list[str]:
    """A path and the folders around it, so that paths are equal where a system takes them for one."""
    from unicodedata import normalize

    plain = [normalize("NFC", part).casefold() for part in parts]
    return ["/".join(plain[: number + 1]) for number in range(len(plain))]


def safe_name(name: str) -> str:
    """A name that every system takes for a file, and that means nothing else in an address."""
    made = "".join("_" if c in _UNSAFE or not c.isprintable() else c for c in name.strip()).rstrip(
        ". "
    )
    if made.partition(".")[0].lower() in _RESERVED:
        made = f"_{made}"
    return made or "_"


def _is_known(source: Path) -> bool:
    """Whether all files are known that a file of this kind refers to."""
    from bodyplan.geometry.files import REFERRING, SELF_CONTAINED

    ending = source.suffix[1:].lower()
    return ending in REFERRING or ending in SELF_CONTAINED


def _references(source: Path) -> list[Reference]:
    from bodyplan.geometry.files import references

    try:
        return references(source)
    except (OSError, ValueError):  # ValueError: the file was cut short meanwhile
        return []


def _target(source: Path, reference: Reference) -> tuple[Path | None, str]:
    """The file that a reference leads to, and its path as seen from where it stands.

    The path is empty where it begins elsewhere, so that the reference has to be written anew.
    Files that were named on another machine are looked for beside, as loaders do.
    """
    text = reference.text.replace("\\", "/")
    texts = [text]
    if reference.is_uri:
        from urllib.parse import unquote

        texts = list(dict.fromkeys((unquote(text), text)))
    for each in texts:
        plain = each.removeprefix("file://")
        path = Path(os.path.normpath(source.parent / plain))
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
    except (OSError, ValueError):  # a name that no file can have
        return False


def _beside(item: str, inner: str) -> list[str]:
    """Where in the bundle a file is to lie that another one refers to.

    Args:
        item: the other file's path.
        inner: the path from there; what leads out of the bundle is cut off.
    """
    path = os.path.normpath(PurePosixPath(item).parent / inner).replace(os.sep, "/")
    return [part for part in path.split("/") if part not in {"..", "."}]
