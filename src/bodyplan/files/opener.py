"""Opens the files that descriptions, meshes and manifests reference; no other module opens them.

Such a reference may lead anywhere: through symbolic links, to a pipe, or to a file that is replaced
after the permission check. A ``File`` is a path with its permission check. Whenever the file is
opened, the links in its path are resolved, the real path is checked, and exactly this path is
opened, folder by folder from the root of the file system, without following links. If a part of the
path is replaced in between, opening fails; another file is never opened.
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
        data: the bytes of the file.
        place: the real path, without symbolic links; None if unknown.
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
"""A function that returns the reason why a real path may not be read, as a clause; else empty."""

OUTSIDE = "it lies outside the allowed folders"
MOST_BYTES = 2 * 1024**3
"""Limit on the total size of the files to which the descriptions of one folder refer [bytes]; each
file is counted once."""

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
        device: the number of the file system.
        number: the inode number.
        size: the size [bytes].
        changed: the time of the last change [ns].
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
    """A file, or all files of a run together, exceed a size limit."""


class Reader:
    """The files that a run has read, and the limits on their total size.

    Args:
        most: limit on the total size of the files with the same key [bytes].
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.files: dict[str, Identity] = {}
        """The files that were opened, by their real paths."""
        self._left: dict[str | None, int] = {}
        self._counted: set[tuple[str | None, int, int]] = set()
        self._spent: dict[tuple[str | None, str], int] = {}
        self._spent_for: set[tuple[str | None, str, Hashable]] = set()

    def admit(self, real: str, found: Identity, key: str | None) -> None:
        """Record a file, and add its size to the total of a key if it was not added before.

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
        """Add an amount that the files of a key use; see ``File.spend``."""
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
    """A file to which content refers, with the permission check for it.

    Args:
        path: the path at which it was found; relative paths in the file refer to its folder.
        judge: the function that checks whether a real path may be read.
        reader: the file reader of the run.
        key: the group of files whose total size is limited, such as the folder of the description.
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
        """The name of the file, without the folder."""
        return self.path.name

    @property
    def kind(self) -> str:
        """The extension of the file, in lower case without the dot."""
        return self.path.suffix[1:].lower()

    @property
    def real(self) -> str:
        """The real path without symbolic links, which identifies the file."""
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
        """Return the reason why the file may not be read, as a clause; empty if it may."""
        try:
            return self.judge(self.real)
        except (OSError, ValueError):
            return ""

    def is_there(self) -> bool:
        """Return whether the path is a regular file that may be read, without opening it."""
        try:
            real = self.real
            return not self.judge(real) and stat.S_ISREG(os.lstat(real).st_mode)
        except (OSError, ValueError):
            return False

    def beside(self, name: str) -> File:
        """Return the file with a name relative to the folder of this file; it need not exist."""
        return File(self.path.parent / name, self.judge, self.reader, self.key)

    def open(self) -> IO[bytes]:
        """Open the file for reading.

        Raises:
            PermissionError: the file may not be read.
            TooLargeError: all files of the run together exceed the limit.
            OSError: the file cannot be opened, or is not a regular file.
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
        """Count an amount that the content of the file uses, such as triangles, for its key.

        Args:
            what: the name of the quantity.
            amount: the amount.
            most: the limit for all files of the key together.
            once: a key for which the amount is added only once; None to add it at each call.

        Raises:
            TooLargeError: the sum exceeds the limit.
        """
        self.reader.spend(what, amount, most, self.key, once)

    def is_spent(self, what: str, most: int) -> bool:
        """Return whether the files of the key have exceeded a limit; see ``spend``."""
        return self.reader.spent(what, self.key) > most

    def read(self, most: int) -> bytes:
        """Return the content of the file.

        Args:
            most: limit on the size [bytes].

        Raises:
            TooLargeError: the file exceeds the limit.
            OSError: the file cannot be opened or read; see ``open``.
        """
        with self.open() as stream:
            size = os.fstat(stream.fileno()).st_size
            data = b"" if size > most else stream.read(size + 1)
        if size > most or len(data) > size:  # the file may grow while it is read
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
    """Return whether a path is a folder or is below it; only the names are compared."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def within(*folders: str | os.PathLike[str]) -> Judge:
    """Return a permission check that allows files whose real path is below one of the folders."""
    tops = [os.path.abspath(folder) for folder in folders]

    def judge(real: str) -> str:
        is_inside = any(is_within(real, top) for top in tops) or any(
            is_within(real, os.path.realpath(top)) for top in tops
        )
        return "" if is_inside else OUTSIDE

    return judge


def user_file(path: str | os.PathLike[str]) -> File:
    """Return a file that the user named, at any path; files that it references are refused."""
    full = os.path.abspath(path)
    return File(Path(full), within(os.path.realpath(full)), Reader())


def found_file(
    path: str | os.PathLike[str], *folders: str | os.PathLike[str], called: str = ""
) -> File:
    """Return a file that a search found.

    Args:
        path: the file.
        folders: the folders that may contain its real path; by default its own folder.
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
        OSError: the path cannot be opened, or is a link, a folder, a pipe or a device.
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
    """Open a path from the top, part by part, so that no part can be replaced by a link."""
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
