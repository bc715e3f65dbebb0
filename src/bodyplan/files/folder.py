"""A folder that is held open, so that nobody can put another one in its place meanwhile."""

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
    """The function of the C library, where it is there: Python has no name for it."""
    if sys.platform != "linux":
        return None
    try:
        from ctypes import CDLL

        found: Callable[..., int] = CDLL(None).renameat2
    except (ImportError, OSError, AttributeError):
        return None
    return found


class Folder:
    """A folder whose files are named relative to it.

    Where the system allows it (POSIX), the folder is held open: a link or another folder that is
    put in its place meanwhile changes nothing.

    Args:
        path: of the folder, without symbolic links.

    Raises:
        OSError: it does not exist, or must not be entered.
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
        """Lets the folder go, and the lock on it."""
        if self.fd is not None:
            os.close(self.fd)
            self.fd = None

    def _at(self, name: str) -> tuple[str, dict[str, Any]]:
        """A file in the folder, as the functions of ``os`` take it."""
        if self.fd is None:
            return os.path.join(self.path, name), {}
        return name, {"dir_fd": self.fd}

    def create(self, name: str, mode: int) -> int:
        """Make a new file and open it for writing.

        Raises:
            OSError: it cannot be made, or exists.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _CLOSED_IN_CHILDREN | _BINARY
        path, more = self._at(name)
        return os.open(path, flags, mode, **more)

    def open(self, name: str, flags: int) -> int:
        """Open a file that is no link, without waiting for anybody.

        Raises:
            OSError: it cannot be opened.
        """
        path, more = self._at(name)
        return os.open(path, flags | _NO_LINK | _NO_WAIT | _CLOSED_IN_CHILDREN | _BINARY, **more)

    def stat(self, name: str) -> os.stat_result | None:
        """What a name stands for, links not followed; None for nothing.

        Raises:
            OSError: it cannot be asked.
        """
        path, more = self._at(name)
        try:
            return os.stat(path, follow_symlinks=False, **more)
        except FileNotFoundError:
            return None

    def require_permission(self, name: str) -> None:
        """Check that this process might write to a file itself.

        Raises:
            PermissionError: it must not.
            OSError: nobody can, such as on a disk that is read-only.
        """
        path, more = self._at(name)
        if os.access in os.supports_effective_ids:
            more["effective_ids"] = True
        if not os.access(path, os.W_OK, **more):
            os.close(self.open(name, os.O_WRONLY))  # which says why not

    def unlink(self, name: str) -> None:
        """Remove a file, if it is there.

        Raises:
            OSError: it cannot be removed.
        """
        path, more = self._at(name)
        with suppress(FileNotFoundError):
            os.unlink(path, **more)

    def replace(self, name: str, other: str) -> None:
        """Give a file the name of another one, which it replaces.

        Raises:
            OSError: the system refuses.
        """
        if self.fd is None:
            os.replace(os.path.join(self.path, name), os.path.join(self.path, other))
        else:
            os.replace(name, other, src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def exchange(self, name: str, other: str) -> bool:
        """Exchange the names of two files in one step.

        Returns:
            Whether it was done; Linux can, on most file systems.
        """
        rename = _renameat2() if self.fd is not None else None
        if rename is None:
            return False
        words = (self.fd, os.fsencode(name), self.fd, os.fsencode(other), _EXCHANGE)
        return bool(rename(*words) == 0)

    def give_name(self, name: str, other: str) -> None:
        """Give a file a name that nothing has yet, and take its old one away.

        Raises:
            FileExistsError: something has this name.
            OSError: the system refuses.
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

        Where nothing can be locked, or somebody holds the lock for longer, it goes on without.
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
        """Make the names of files last, where the system can."""
        if self.fd is not None:
            with suppress(OSError):
                os.fsync(self.fd)

    def names(self) -> list[str]:
        """The names of what is in it; nothing where it cannot be listed."""
        try:
            return os.listdir(self.path if self.fd is None else self.fd)
        except OSError:
            return []

    def remove_tree(self, name: str) -> None:
        """Remove a folder with all that is in it, links not followed."""
        import shutil

        if self.fd is None or not shutil.rmtree.avoids_symlink_attacks:
            shutil.rmtree(Path(self.path, name), ignore_errors=True)
        else:
            shutil.rmtree(name, ignore_errors=True, dir_fd=self.fd)
