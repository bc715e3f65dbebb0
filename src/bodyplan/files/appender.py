"""Appending of lines to a file; an incomplete last line is removed at the next opening."""

from __future__ import annotations

import os
import stat

from bodyplan.files.error import WriteError, system_errors_named

_PIECE = 64 * 1024


class Appender:
    """A file that the user named, to which lines are appended.

    An incomplete last line of a run that was killed is removed. If the system can lock files, no
    other ``Appender`` can open the file at the same time.

    Args:
        path: the file; it is created if it is missing.

    Raises:
        WriteError: the file is a link or not a regular file, cannot be opened, or is in use.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with system_errors_named(path):
            self._handle = os.open(path, flags, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(self._handle).st_mode):
                raise WriteError(path, "it is not a regular file")
            self._lock()
            with system_errors_named(path):
                os.ftruncate(self._handle, self._end())
                os.lseek(self._handle, 0, os.SEEK_END)
        except BaseException:
            os.close(self._handle)
            raise

    def _lock(self) -> None:
        try:
            import fcntl
        except ModuleNotFoundError:  # Windows
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise WriteError(self._path, "another run appends to it") from None
        except OSError:  # a file system without locks
            return

    def _end(self) -> int:
        """Return the offset of the end of the last complete line."""
        end = os.lseek(self._handle, 0, os.SEEK_END)
        while end > 0:
            start = max(0, end - _PIECE)
            os.lseek(self._handle, start, os.SEEK_SET)
            last = os.read(self._handle, end - start).rfind(b"\n")
            if last >= 0:
                return start + last + 1
            end = start
        return 0

    def write(self, line: bytes) -> None:
        """Append a line.

        Raises:
            WriteError: the system reports an error, such as a full disk.
        """
        with system_errors_named(self._path):
            left = memoryview(line)
            while left:
                left = left[os.write(self._handle, left) :]

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)
