"""The user of this machine who opened a connection. Only Linux provides this information."""

from __future__ import annotations

import os
from contextlib import suppress

_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
_LOCAL, _REMOTE, _USER = 1, 2, 7
"""Columns of the tables of connections: local and remote address, each with its port, and user
ID."""
_TRUSTED = 0
"""User ID of root, who can access everything anyway."""


def is_foreign(port: int, server_port: int) -> bool:
    """Return whether a user other than root and the user of this process opened a connection.

    Return False if the user is unknown.

    Args:
        port: port of the client that opened the connection.
        server_port: port of the server.
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
