"""Targets other than files: pipes, devices, and open descriptors of this process."""

from __future__ import annotations

import os
import re
import stat

from bodyplan.files.error import WriteError

_DESCRIPTOR = re.compile(r"/(?:dev|proc/(self|thread-self|\d+))/fd/(\d+)")
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def is_stream(path: str) -> bool:
    """Whether a path is that of a pipe, a character device or an open descriptor, and not a link."""
    try:
        return _descriptor_of(path) is not None or _flows(os.lstat(path))
    except (OSError, ValueError):
        return False


def open_stream(path: str) -> int:
    """Open a pipe or device for writing.

    Raises:
        WriteError: it was replaced by something else.
        OSError: it cannot be opened.
    """
    number = _descriptor_of(path)
    if number is not None:
        return os.dup(number)
    more = ("O_NOCTTY", "O_CLOEXEC", "O_NOFOLLOW")
    fd = os.open(path, os.O_WRONLY | sum(getattr(os, name, 0) for name in more))
    if _flows(os.fstat(fd)):
        return fd
    os.close(fd)
    raise WriteError(path, "it is not a regular file")


def _descriptor_of(path: str) -> int | None:
    """Return the descriptor of a path such as ``/dev/stdout``, or None.

    Its file must not be replaced: other output to the descriptor would be lost.
    """
    if os.name != "posix":
        return None
    name = os.path.abspath(path)
    match = _DESCRIPTOR.fullmatch(name)
    if match is not None and match[1] in {None, "self", "thread-self", str(os.getpid())}:
        return int(match[2])
    return _STANDARD.get(name)


def _flows(found: os.stat_result) -> bool:
    return stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode)
