"""Which user has opened a connection of this machine, on systems that say so."""

from __future__ import annotations

import os
from contextlib import suppress

_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
_LOCAL, _REMOTE, _USER = 1, 2, 7
"""Columns of these tables: addresses with ports, and the number of the user."""
_TRUSTED = 0
"""The user who may do everything anyway."""


def is_foreign(port: int, server_port: int) -> bool:
    """Return whether another user than that of this process, or root, has opened a connection.

    False where the system does not say.

    Args:
        port: of the side that has opened the connection.
        server_port: of the other side.
    """
    if not hasattr(os, "geteuid"):
        return False
    users: set[int] = set()
    for table in _TABLES:
        with suppress(OSError, ValueError), open(table, encoding="ascii") as lines:
            for words in map(str.split, lines):
                ends = [words[column].rpartition(":")[2] for column in (_LOCAL, _REMOTE)]
                if ends == [f"{port:04X}", f"{server_port:04X}"]:
                    users.add(int(words[_USER]))
    return bool(users - {os.geteuid(), _TRUSTED})
