"""Limits a process, and revokes its rights to open files, start programs and open connections.

On every POSIX system, the limit on open files is set to zero, so that no further file can be
opened; open files stay open. On Linux, Landlock also denies every access to the file system by name
and, depending on its version, connections and signals. This lasts until the process ends. Windows
has neither.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_RESOURCE: Any = import_module("resource") if find_spec("resource") is not None else None
_CREATE, _RESTRICT = 444, 446
"""System calls of Landlock: landlock_create_ruleset and landlock_restrict_self."""
_VERSION = 1
"""The flag that requests the version instead of creating rules: LANDLOCK_CREATE_RULESET_VERSION."""
_NO_NEW_PRIVILEGES = 38
"""An option of prctl: PR_SET_NO_NEW_PRIVS."""
_FILES = ((5, 16), (3, 15), (2, 14), (1, 13))
"""Versions of Landlock that added file access rights, newest first, with the number of rights."""


class _Rules(ctypes.Structure):
    """The access rights that are denied: landlock_ruleset_attr."""

    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class Memory:
    """Measures and limits the writable memory of this process; without effect except on Linux."""

    def __init__(self) -> None:
        is_linux = sys.platform == "linux"
        self._file = open("/proc/self/statm", "rb", buffering=0) if is_linux else None  # noqa: SIM115
        self._base = self._used()

    def _used(self) -> int:
        if self._file is None:
            return 0
        self._file.seek(0)
        return int(self._file.read(256).split()[5]) * os.sysconf("SC_PAGESIZE")

    def grown(self) -> int:
        """Return the memory allocated since this object was created [bytes]."""
        return self._used() - self._base

    def limit(self, more: int) -> None:
        """Limit the memory to this many bytes more than was used when this object was created."""
        if self._file is not None:
            _limit(_RESOURCE.RLIMIT_DATA, self._base + more)


def limit_seconds(more: int) -> None:
    """Limit the processor time to this many seconds more than was used until now."""
    if _RESOURCE is not None:
        _limit(_RESOURCE.RLIMIT_CPU, math.ceil(time.process_time()) + more)


def _limit(kind: int, most: int) -> None:
    hard = _RESOURCE.getrlimit(kind)[1]
    soft = most if hard == _RESOURCE.RLIM_INFINITY else min(most, hard)
    _RESOURCE.setrlimit(kind, (soft, hard))


def lock() -> None:
    """Deny this process all access except to open files. It must have only one thread."""
    deny_files()
    if _RESOURCE is not None:
        for kind in (_RESOURCE.RLIMIT_NOFILE, _RESOURCE.RLIMIT_FSIZE, _RESOURCE.RLIMIT_CORE):
            _RESOURCE.setrlimit(kind, (0, 0))


def deny_files() -> bool:
    """Deny access to the file system by name, connections and signals, if the system supports it.

    Returns:
        Whether the system supports it.
    """
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    if version < 1:
        return False
    count = next(count for first, count in _FILES if version >= first)
    rules = _Rules((1 << count) - 1, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    made = libc.syscall(_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if made < 0:
        return False
    libc.prctl(_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), *[ctypes.c_ulong(0)] * 3)
    status = libc.syscall(_RESTRICT, ctypes.c_int(made), ctypes.c_uint32(0))
    os.close(made)
    return bool(status == 0)
