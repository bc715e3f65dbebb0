"""Targets other than files: pipes, devices, and open descriptors of this process."""

from __future__ import annotations

import os
import re
import stat

from bodyplan.files.error import WriteError

_DESCRIPTOR = re.compile(r"/(?:dev|proc/(self|thread-self|\d+))/fd/(\d+)")
_MOST_LINKS = 40


def descriptor_of(path: str) -> int | None:
    """Return the descriptor of a path such as ``/dev/stdout`` or a link to it, or None.

    Its file must not be replaced: other output to the descriptor would be lost.
    """
    if os.name != "posix":
        return None
    name = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        match = _DESCRIPTOR.fullmatch(name)
        if match is not None and match[1] in {None, "self", "thread-self", str(os.getpid())}:
            return int(match[2])
        try:
            name = os.path.normpath(os.path.join(os.path.dirname(name), os.readlink(name)))
        except OSError:
            return None
    return None


def is_stream(mode: int) -> bool:
    """Whether the result of ``stat`` is a pipe or a character device."""
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def open_stream(path: str) -> int:
    """Open a pipe or device for writing.

    Raises:
        WriteError: it was replaced by something else.
        OSError: it cannot be opened.
    """
    number = descriptor_of(path)
    if number is not None:
        return os.dup(number)
    fd = os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0))
    if is_stream(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise WriteError(path, "it is not a regular file")
