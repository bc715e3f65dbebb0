"""The state of a file when it was read."""

from __future__ import annotations

from typing import NamedTuple


class FileState(NamedTuple):
    """The state of a file when it was read or written.

    Args:
        data: its bytes.
        place: its path without symbolic links; None if it is unknown.
    """

    data: bytes
    place: str | None = None
