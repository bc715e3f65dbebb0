"""Output to pipes, devices, and open descriptors of this process."""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import time

from bodyplan.files.error import WriteError

_DESCRIPTOR = re.compile(r"/(?:dev|proc/(self|thread-self|\d+))/fd/(\d+)")
PATIENCE = 30.0
"""Seconds to wait for the program at the other end of a named pipe."""
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}


def is_stream(path: str) -> bool:
    """Return whether a path is a pipe, character device or open descriptor, and not a link."""
    try:
        return _descriptor_of(path) is not None or _flows(os.lstat(path))
    except (OSError, ValueError):
        return False


def open_stream(path: str) -> int:
    """Open a pipe or device for writing.

    Raises:
        WriteError: the path was replaced by another kind of file, or no program reads from the
            pipe.
        OSError: the path cannot be opened.
    """
    number = _descriptor_of(path)
    if number is not None:
        return os.dup(number)
    more = ("O_NOCTTY", "O_CLOEXEC", "O_NOFOLLOW")
    fd = _opened(path, os.O_WRONLY | sum(getattr(os, name, 0) for name in more))
    if _flows(os.fstat(fd)):
        os.set_blocking(fd, True)
        return fd
    os.close(fd)
    raise WriteError(path, "it is not a regular file")


def _opened(path: str, flags: int) -> int:
    """Open a path for writing, without waiting endlessly for a program that reads from a pipe."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > end:
                raise WriteError(path, "it is a named pipe, and no program reads from it") from None
        time.sleep(0.02)


def open_named(path: str, flags: int) -> int:
    """Open a file that the user named, without waiting endlessly for a writer of a named pipe.

    Intended as the ``opener`` of ``open``.

    Raises:
        OSError: the file cannot be opened, or no program writes into the pipe.
    """
    if os.name != "posix" or _descriptor_of(path) is not None:
        return os.open(path, flags)
    fd = os.open(path, flags | os.O_NONBLOCK)
    try:
        if stat.S_ISFIFO(os.fstat(fd).st_mode):
            waiting = select.poll()
            waiting.register(fd, select.POLLIN)
            if not waiting.poll(1000.0 * PATIENCE):
                raise OSError(errno.ETIMEDOUT, "it is a named pipe, and no program writes into it")
        os.set_blocking(fd, True)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _descriptor_of(path: str) -> int | None:
    """Return the descriptor of a path such as ``/dev/stdout``, or None.

    The file of such a path must not be replaced, because other output to the descriptor would be
    lost.
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
