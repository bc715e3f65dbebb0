"""Opening of files that content names: the one module that does it.

A name in a description, a mesh or a manifest leads to a path, and a path may lead anywhere: through
symbolic links, to a pipe, to a file that is exchanged after it was judged. A ``File`` is a path
with the right to be read. At each opening its links are resolved, the path without links is judged,
and exactly that path is opened, one folder after the other from the top of the file system, without
following a link. What is exchanged in between is an error and not another file.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import IO, NamedTuple

LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""The beginning of a file whose content Git LFS has not fetched."""


class FileState(NamedTuple):
    """The state of a file when it was read or written.

    Args:
        data: its bytes.
        place: its path without symbolic links; None if it is unknown.
    """

    data: bytes
    place: str | None = None


def missing_folder(path: str) -> str:
    """Return the outermost folder of an absolute path that does not exist; empty if all exist."""
    missing, folder = "", os.path.dirname(path)
    while os.path.isabs(folder) and not os.path.lexists(folder):
        missing, folder = folder, os.path.dirname(folder)
    return missing


Judge = Callable[[str], str]
"""Returns why a path without symbolic links may not be read, as a clause; empty where it may."""

OUTSIDE = "it lies outside the allowed folders"
MOST_BYTES = 2 * 1024**3
"""Limit of the total size of the files that the descriptions of one folder name [bytes]; each file
is counted once."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # the file may have been replaced by a pipe
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
)
_ENTERED = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0) | _FLAGS
_WALKS = hasattr(os, "O_PATH") and os.open in os.supports_dir_fd


class Identity(NamedTuple):
    """The identity of a file, to detect whether it was replaced or changed.

    Args:
        device: its file system.
        number: its number there.
        size: its bytes.
        changed: when it was changed last [ns].
    """

    device: int
    number: int
    size: int
    changed: int


def identity(stream: IO[bytes]) -> Identity:
    """Return the identity of an open file."""
    found = os.fstat(stream.fileno())
    return Identity(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


class TooLargeError(OSError):
    """A file, or all files of a run together, exceed a limit."""


class Reader:
    """What a run has read, and how much more it may read.

    Args:
        most: limit of the size of all files together that belong to one key [bytes].
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.files: dict[str, Identity] = {}
        """The files that were opened, by their paths without symbolic links."""
        self._left: dict[str | None, int] = {}
        self._counted: set[tuple[str | None, int, int]] = set()
        self._spent: dict[tuple[str | None, str], int] = {}
        self._spent_for: set[tuple[str | None, str, Hashable]] = set()

    def admit(self, real: str, found: Identity, key: str | None) -> None:
        """Record a file, and count its size once for a key.

        Raises:
            TooLargeError: all files of the key together are too large.
        """
        self.files[real] = found
        file = key, found.device, found.number
        if file in self._counted:
            return
        left = self._left.get(key, self.most) - found.size
        if left < 0:
            reason = f"all files together exceed the limit of {self.most / 1e6:,.0f} MB"
            raise TooLargeError(errno.EFBIG, reason, real)
        self._counted.add(file)
        self._left[key] = left

    def spend(self, what: str, amount: int, most: int, key: str | None, once: Hashable) -> None:
        """Count an amount that the files of a key use; see ``File.spend``."""
        if once is not None and (key, what, once) in self._spent_for:
            return
        spent = self._spent[key, what] = self._spent.get((key, what), 0) + amount
        # the sum stays above the limit, so later calls raise too
        if spent > most:
            raise TooLargeError(errno.EFBIG, f"all {what} together exceed the limit of {most:,}")
        self._spent_for.add((key, what, once))

    def spent(self, what: str, key: str | None) -> int:
        """Return the amount that the files of a key used, rejected requests included."""
        return self._spent.get((key, what), 0)


class File:
    """A file that content names, with the right to be read.

    Args:
        path: its path, as it was found; names in the file are relative to the folder of this path.
        judge: decides whether a path without symbolic links may be read.
        reader: the file reader of the run.
        key: what its size is counted for, such as the folder of the description.
        called: the name of the file in messages; the path if empty.
    """

    __slots__ = ("called", "judge", "key", "path", "reader")

    def __init__(
        self, path: Path, judge: Judge, reader: Reader, key: str | None = None, called: str = ""
    ) -> None:
        self.path = path
        self.called = called
        self.judge = judge
        self.reader = reader
        self.key = key

    @property
    def name(self) -> str:
        """Its name without the folder."""
        return self.path.name

    @property
    def kind(self) -> str:
        """Its extension, in lower case without the dot."""
        return self.path.suffix[1:].lower()

    @property
    def real(self) -> str:
        """Its path without symbolic links, which identifies it."""
        return os.path.realpath(self.path)

    def __repr__(self) -> str:
        return f"File({os.fspath(self.path)!r})"

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, File) and (self.path, self.key) == (other.path, other.key)

    def __hash__(self) -> int:
        return hash((self.path, self.key))

    def refusal(self) -> str:
        """Return why it may not be read, as a clause; empty where it may, or does not exist."""
        try:
            return self.judge(self.real)
        except (OSError, ValueError):
            return ""

    def is_there(self) -> bool:
        """Return whether it is a regular file that may be read; nothing is opened."""
        try:
            real = self.real
            return not self.judge(real) and stat.S_ISREG(os.lstat(real).st_mode)
        except (OSError, ValueError):
            return False

    def beside(self, name: str) -> File:
        """Return a file that this file names relative to its own folder; it need not exist."""
        return File(self.path.parent / name, self.judge, self.reader, self.key)

    def open(self) -> IO[bytes]:
        """Open it for reading.

        Raises:
            PermissionError: it may not be read.
            TooLargeError: all files of the run together exceed the limit.
            OSError: it cannot be opened, or is not a regular file.
        """
        try:
            real = self.real
        except ValueError:  # a NUL in the name
            raise OSError(errno.EINVAL, "not a valid file name", os.fspath(self.path)) from None
        why = self.judge(real)
        if why:
            raise PermissionError(errno.EACCES, why, os.fspath(self.path))
        stream = open_real(real)
        try:
            self.reader.admit(real, identity(stream), self.key)
        except BaseException:
            stream.close()
            raise
        return stream

    def spend(self, what: str, amount: int, most: int, once: Hashable = None) -> None:
        """Charge the run for what the content of the file takes, such as triangles.

        Args:
            what: what is counted.
            amount: how much of it.
            most: limit for all files of the key together.
            once: what it is counted once for; each time if None.

        Raises:
            TooLargeError: the sum exceeds the limit.
        """
        self.reader.spend(what, amount, most, self.key, once)

    def is_spent(self, what: str, most: int) -> bool:
        """Return whether its run has exceeded a limit; see ``spend``."""
        return self.reader.spent(what, self.key) > most

    def read(self, most: int) -> bytes:
        """Return the content of the file.

        Args:
            most: limit of its size [bytes].

        Raises:
            TooLargeError: it exceeds the limit.
            OSError: as ``open``, or it cannot be read.
        """
        with self.open() as stream:
            size = os.fstat(stream.fileno()).st_size
            data = b"" if size > most else stream.read(size + 1)
        if size > most or len(data) > size:  # it grows while it is read
            reason = (
                f"it has {max(size, len(data)) / 1e6:,.1f} MB; the limit is {most / 1e6:,.1f} MB"
            )
            raise TooLargeError(errno.EFBIG, reason, os.fspath(self.path))
        return data

    def head(self, count: int) -> bytes:
        """Return the first bytes of the file; empty if it cannot be read."""
        try:
            with self.open() as stream:
                return stream.read(count)
        except (OSError, ValueError):
            return b""


def is_within(path: str, folder: str) -> bool:
    """Return whether a path is a folder or lies below it, as far as the names go."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def within(*folders: str | os.PathLike[str]) -> Judge:
    """Return a judge that allows the files below some folders, wherever links to them are."""
    tops = [os.path.abspath(folder) for folder in folders]

    def judge(real: str) -> str:
        is_inside = any(is_within(real, top) for top in tops) or any(
            is_within(real, os.path.realpath(top)) for top in tops
        )
        return "" if is_inside else OUTSIDE

    return judge


def user_file(path: str | os.PathLike[str]) -> File:
    """Return a file that the user named, wherever it is; files that it names are refused."""
    full = os.path.abspath(path)
    return File(Path(full), within(os.path.realpath(full)), Reader())


def found_file(
    path: str | os.PathLike[str], *folders: str | os.PathLike[str], called: str = ""
) -> File:
    """Return a file that a search found.

    Args:
        path: the file.
        folders: where it may lie, once its links are followed; its own folder if none is given.
        called: the name of the file in messages; the path if empty.
    """
    full = os.path.abspath(path)
    judge = within(*(folders or (os.path.dirname(full),)))
    return File(Path(full), judge, Reader(), called=called)


def open_real(real: str) -> IO[bytes]:
    """Open a regular file by its path without symbolic links.

    Args:
        real: the absolute path; a link anywhere in it is an error.

    Raises:
        OSError: it cannot be opened, or is a link, a folder, a pipe or a device.
    """
    sys.audit("bodyplan.open", real)
    handle = _walked(real) if _WALKS else os.open(real, _FLAGS)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, "it is a folder", real)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is not a regular file", real)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def _walked(real: str) -> int:
    """Open a path from the top, part by part, so that no part of it can be exchanged for a link."""
    *folders, name = real.split(os.sep)[1:]
    folder = os.open(os.sep, _ENTERED)
    try:
        for part in folders:
            inner = os.open(part, _ENTERED, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(name, _FLAGS, dir_fd=folder)
    except OSError as error:
        error.filename = real
        raise
    finally:
        os.close(folder)
