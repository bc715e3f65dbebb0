"""Names of temporary files, and removal of those of killed runs."""

from __future__ import annotations

import os
import re
import stat
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from bodyplan.files.folder import Folder

_NAME = re.compile(r"\..*\.bodyplan-([0-9a-f]{8})-([1-9][0-9]{0,9})-[0-9a-f]{16}\.tmp", re.DOTALL)
_LONGEST_NAME = 255  # bytes
_LONGEST_ENDING = len(".bodyplan-12345678-1234567890-1234567890123456.tmp")
_YOUNG = 60.0
"""Seconds in which a file is left alone in any case."""
_swept: set[tuple[int, int]] = set()
"""Folders that were looked through by this process."""


def temporary_name(name: str) -> str:
    """Return an unused name in the same folder: ``.NAME.bodyplan-HOST-PID-RANDOM.tmp``.

    The name is known before the file exists, so that it can be removed after an interruption at any
    moment.
    """
    room = _LONGEST_NAME - _LONGEST_ENDING - 1
    short = os.fsdecode(os.fsencode(name)[:room])
    if not short.isascii():  # part of a character, where the name was cut
        short = os.fsencode(short).decode("utf-8", "ignore")
    return f".{short}.bodyplan-{_host()}-{os.getpid()}-{os.urandom(8).hex()}.tmp"


def temporary_path(place: Path) -> Path:
    """Return the path of a temporary file or folder next to a path."""
    return place.with_name(temporary_name(place.name))


def remove_leftovers(folder: str | os.PathLike[str]) -> None:
    """Remove temporary files and folders of runs of bodyplan that were killed.

    Only files with such a name are removed that belong to this user, are older than a minute, and
    were created on this machine by a process that no longer exists. Links are not followed. Each
    process searches a folder once.
    """
    if os.name != "posix":  # nothing tells there whether a process is alive
        return
    with suppress(OSError), Folder(os.path.realpath(folder)) as opened:
        remove_leftovers_in(opened)


def remove_leftovers_in(folder: Folder) -> None:
    """Remove leftovers from an open folder; see ``remove_leftovers``."""
    if os.name != "posix" or folder.fd is None:
        return
    found = os.fstat(folder.fd)
    if (found.st_dev, found.st_ino) in _swept:
        return
    _swept.add((found.st_dev, found.st_ino))
    for name in folder.names():
        match = _NAME.fullmatch(name) if name.endswith(".tmp") else None
        if match is None or match[1] != _host() or _is_alive(int(match[2])):
            continue
        with suppress(OSError):
            _remove(folder, name)


def _remove(folder: Folder, name: str) -> None:
    found = folder.stat(name)
    if found is None or found.st_uid != os.geteuid() or time.time() - found.st_mtime < _YOUNG:
        return
    if stat.S_ISREG(found.st_mode):
        folder.unlink(name)
    elif stat.S_ISDIR(found.st_mode):
        folder.remove_tree(name)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it belongs to somebody else
        return True
    return True


@cache
def _host() -> str:
    """Return an identifier of the machine and container in which process numbers are valid."""
    from zlib import crc32

    parts = [os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")]
    with suppress(OSError):
        parts.append(os.readlink("/proc/self/ns/pid"))
    return f"{crc32(chr(0).join(parts).encode('utf-8', 'replace')):08x}"
