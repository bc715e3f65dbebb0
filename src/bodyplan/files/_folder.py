"""Folders that are written to; they are kept open so that they cannot be replaced meanwhile."""

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
    """A folder whose files are accessed relative to its descriptor.

    Where the system does not support this, files are accessed by their paths.

    Args:
        path: the path of the folder.
        fd: the descriptor of the folder, if it is already open; otherwise the folder is opened, and
            links are followed.

    Raises:
        OSError: the folder does not exist, or may not be entered.
    """

    def __init__(self, path: str, fd: int | None = None) -> None:
        self.path = path
        self.fd = os.open(path or os.curdir, _ENTERED) if _HOLDS and fd is None else fd
        # raises an error if the folder is missing, even if it was not opened
        os.stat(**self.at(os.curdir))

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
        """Return the status of a file without following a link; None if it does not exist."""
        try:
            return os.stat(**self.at(name), follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Open a file that is not a link, without blocking."""
        return os.open(
            **self.at(name), flags=flags | _MORE | getattr(os, "O_NONBLOCK", 0), mode=mode
        )

    def replace(self, name: str, other: str) -> None:
        """Rename a file; an existing file with the new name is replaced."""
        if self.fd is None:
            os.replace(os.path.join(self.path, name), os.path.join(self.path, other))
        else:
            os.replace(name, other, src_dir_fd=self.fd, dst_dir_fd=self.fd)

    def flush(self) -> None:
        """Flush the entries of the folder to disk, if the system supports it."""
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
        """Enter a subfolder, part by part, without following a link.

        Args:
            parts: the names of the folders.
            made: a list to which each created folder is added, as its parts; if None, missing
                folders are not created.

        Raises:
            WriteError: a part is a link, or not a folder.
            OSError: a part does not exist, or cannot be created or entered.
        """
        folder = self
        try:
            for number, part in enumerate(parts):
                if made is not None and folder.status(part) is None:
                    # recorded first, in case the creation is interrupted
                    made.append((*parts[: number + 1],))
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
    """Return the exception for a symbolic link, through which files are never written."""
    reason = f"it is a symbolic link to {os.path.realpath(path)}; {remedy}"
    return WriteError(path, reason, errno=errno.ELOOP)
