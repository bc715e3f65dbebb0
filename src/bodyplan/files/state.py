"""What a file was when it was read."""

from __future__ import annotations

from typing import NamedTuple


class FileState(NamedTuple):
    """What a file was when it was read or written.

    Args:
        data: its bytes.
        place: its path without symbolic links; None where that is not known.
    """

    data: bytes
    place: str | None = None
