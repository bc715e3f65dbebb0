"""Folders that files are written in, held open, so that none can be exchanged in the meantime."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from bodyplan.files.error import WriteError

_HOLDS = {os.open, os.stat, os.mkdir, os.rmdir, os.unlink, os.rename} <= os.supports_dir_fd
_MORE = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_ENTERED = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_PATH", 0)


class Folder:
    """A folder whose files are accessed relative to its descriptor; by path if the system cannot.

    Args:
        path: the path of the folder.
        fd: its descriptor, if it is open already; else it is opened, and links are followed.

    Raises:
        OSError: it does not exist, or must not be entered.
    """

    def __init__(self, path: str, fd: int | None = None) -> None:
        self.path = path
        self.fd = os.open(path or os.curdir, _ENTERED) if _HOLDS and fd is None else fd
        os.stat(**self.at(os.curdir))  # raises if it is missing, also where it was not opened

    def close(self) -> None:
        """Close the folder."""
        if self.fd is not None:
            os.close(self.fd)

    def at(self, name: str) -> dict[str, Any]:
        """Return the arguments with which functions of ``os`` access a file in this folder."""
        if self.fd is None:
            return {"path": os.path.join(self.path, name)}
        return {"path": name, "dir_fd": self.fd}

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of a name without following a link; None if it does not exist."""
        try:
            return os.stat(**self.at(name), follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open a file that is not a link, without waiting for it."""
        return os.open(
            **self.at(name), flags=flags | _MORE | getattr(os, "O_NONBLOCK", 0), mode=mode
        )

    def replace(self, name: str, other: str) -> None:
        """Rename a file to the name of another one, which it replaces."""
        if self.fd is None:
            os.replace(os.path.join(self.path, name), os.path.join(self.path, other))
        else:
            os.replace(name, other, src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def flush(self) -> None:
        """Flush the names in it to disk, if the system supports it."""
        with suppress(OSError):
            handle = self.open(os.curdir, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    @contextmanager
    def inner(
        self, parts: Sequence[str], made: list[tuple[str, ...]] | None = None
    ) -> Iterator[Folder]:
        """Enter a folder below it, part by part, without following a link.

        Args:
            parts: the names of the folders.
            made: missing folders are created, and their parts added here; None creates none.

        Raises:
            WriteError: a part is a link, or not a folder.
            OSError: a part does not exist, or cannot be made or entered.
        """
        folder = self
        try:
            for number, part in enumerate(parts):
                if made is not None and folder.status(part) is None:
                    made.append((*parts[: number + 1],))  # noted first, in case it is interrupted
                    try:
                        os.mkdir(**folder.at(part))
                    except OSError as error:
                        made.pop()
                        # another process created it first
                        if not isinstance(error, FileExistsError):
                            raise
                entered = folder._entered(part)
                if folder is not self:
                    folder.close()
                folder = entered
            yield folder
        finally:
            if folder is not self:
                folder.close()

    def _entered(self, name: str) -> Folder:
        path, found = os.path.join(self.path, name), self.status(name)
        if found is not None and stat.S_ISLNK(found.st_mode):
            raise link_error(path, "write to another folder")
        if found is not None and not stat.S_ISDIR(found.st_mode):
            raise WriteError(path, "it is not a folder", errno=errno.ENOTDIR)
        return Folder(
            path, None if self.fd is None else os.open(name, _ENTERED | _MORE, dir_fd=self.fd)
        )


def link_error(path: str, remedy: str) -> WriteError:
    """Return the exception for a link, through which nothing is written."""
    reason = f"it is a symbolic link to {os.path.realpath(path)}; {remedy}"
    return WriteError(path, reason, errno=errno.ELOOP)
