"""Reading of files that content names: opened once, checked after opening, without blocking."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # what was a file a moment ago may be a pipe now
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
)


def open_regular(path: Path) -> IO[bytes]:
    """Open a regular file for reading.

    Args:
        path: without a symbolic link at its end.

    Raises:
        OSError: it cannot be opened, or is a link, a folder, a pipe or a device.
    """
    handle = os.open(path, _FLAGS)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", os.fspath(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise
