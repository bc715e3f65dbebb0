"""A folder that is kept open, so that it cannot be replaced by another one in the meantime."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_BINARY = getattr(os, "O_BINARY", 0)
_CLOSED_IN_CHILDREN = getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_EXCHANGE = 2
"""The flag RENAME_EXCHANGE of Linux."""
_HOLDS = {os.open, os.stat, os.unlink, os.rename, os.link} <= os.supports_dir_fd


@cache
def _renameat2() -> Callable[..., int] | None:
    """Return the function of the C library, if it exists: Python does not provide it."""
    if sys.platform != "linux":
        return None
    try:
        from ctypes import CDLL

        found: Callable[..., int] = CDLL(None).renameat2
    except (ImportError, OSError, AttributeError):
        return None
    return found


class Folder:
    """A folder whose files are accessed relative to it.

    On POSIX the folder is kept open: replacing it by a link or another folder in the meantime has
    no effect.

    Args:
        path: of the folder, without symbolic links.

    Raises:
        OSError: it does not exist, or access is denied.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.fd: int | None = None
        if not _HOLDS:
            os.stat(os.path.join(path, "."))  # or the error says what is missing
            return
        flags = os.O_DIRECTORY | _CLOSED_IN_CHILDREN
        try:
            self.fd = os.open(path, os.O_RDONLY | flags)
        except PermissionError:  # it may be entered all the same, where it cannot be listed
            self.fd = os.open(path, getattr(os, "O_PATH", os.O_RDONLY) | flags)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder and release its lock."""
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None

    def _at(self, name: str) -> tuple[str, dict[str, Any]]:
        """Return a file in the folder, as the functions of ``os`` expect it."""
        if self.fd is None:
            return os.path.join(self.path, name), {}
        return name, {"dir_fd": self.fd}

    def create(self, name: str, mode: int) -> int:
        """Make a new file and open it for writing.

        Raises:
            OSError: it cannot be created, or exists.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _CLOSED_IN_CHILDREN | _BINARY
        path, more = self._at(name)
        return os.open(path, flags, mode, **more)

    def open(self, name: str, flags: int) -> int:
        """Open a file that is not a link, without blocking.

        Raises:
            OSError: it cannot be opened.
        """
        path, more = self._at(name)
        return os.open(path, flags | _NO_LINK | _NO_WAIT | _CLOSED_IN_CHILDREN | _BINARY, **more)

    def stat(self, name: str) -> os.stat_result | None:
        """Return the status of a name without following links; None if it does not exist.

        Raises:
            OSError: the status cannot be read.
        """
        path, more = self._at(name)
        try:
            return os.stat(path, follow_symlinks=False, **more)
        except FileNotFoundError:
            return None

    def require_permission(self, name: str) -> None:
        """Check that this process has permission to write to a file.

        Raises:
            PermissionError: it has no permission.
            OSError: the file cannot be written, for example on a read-only disk.
        """
        path, more = self._at(name)
        if os.access in os.supports_effective_ids:
            more["effective_ids"] = True
        if not os.access(path, os.W_OK, **more):
            os.close(self.open(name, os.O_WRONLY))  # which says why not

    def unlink(self, name: str) -> None:
        """Remove a file, if it exists.

        Raises:
            OSError: it cannot be removed.
        """
        path, more = self._at(name)
        with suppress(FileNotFoundError):
            os.unlink(path, **more)

    def replace(self, name: str, other: str) -> None:
        """Rename a file to the name of another one, which it replaces.

        Raises:
            OSError: the system reports an error.
        """
        if self.fd is None:
            os.replace(os.path.join(self.path, name), os.path.join(self.path, other))
        else:
            os.replace(name, other, src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def exchange(self, name: str, other: str) -> bool:
        """Exchange the names of two files in one step.

        Returns:
            Whether it was done; Linux supports it on most file systems.
        """
        rename = _renameat2() if self.fd is not None else None
        if rename is None:
            return False
        words = (self.fd, os.fsencode(name), self.fd, os.fsencode(other), _EXCHANGE)
        return bool(rename(*words) == 0)

    def give_name(self, name: str, other: str) -> None:
        """Rename a file to a name that does not exist yet.

        Raises:
            FileExistsError: the name exists.
            OSError: the system reports an error.
        """
        try:
            if self.fd is None:
                os.link(os.path.join(self.path, name), os.path.join(self.path, other))
            else:
                os.link(name, other, src_dir_fd=self.fd, dst_dir_fd=self.fd)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links: the name is asked for just before
            if self.stat(other) is not None:
                raise FileExistsError from None
            self.replace(name, other)
        else:
            self.unlink(name)

    def lock(self, seconds: float) -> None:
        """Wait for other runs that are replacing a file here, at most for some time.

        If locking is not supported, or another process holds the lock for longer, it continues
        without.
        """
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:
            return
        from time import monotonic, sleep

        end = monotonic() + seconds
        while self.fd is not None and monotonic() < end:
            try:
                flock(self.fd, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                sleep(0.005)
            except OSError:
                return
            else:
                return

    def flush(self) -> None:
        """Flush the folder to disk, if the system supports it."""
        if self.fd is not None:
            with suppress(OSError):
                os.fsync(self.fd)

    def names(self) -> list[str]:
        """Return the names in it; empty if it cannot be listed."""
        try:
            return os.listdir(self.path if self.fd is None else self.fd)
        except OSError:
            return []

    def remove_tree(self, name: str) -> None:
        """Remove a folder with its content, without following links."""
        import shutil

        if self.fd is None or not shutil.rmtree.avoids_symlink_attacks:
            shutil.rmtree(Path(self.path, name), ignore_errors=True)
        else:
            shutil.rmtree(name, ignore_errors=True, dir_fd=self.fd)
