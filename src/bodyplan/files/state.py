"""The state of a file when it was read, and the missing folder of one that does not exist."""

from __future__ import annotations

import os
from typing import NamedTuple

LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""The beginning of a file whose content Git LFS has not fetched."""


class FileState(NamedTuple):
    """The state of a file when it was read or written.

    Args:
        data: its bytes.
        place: its path without symbolic links; None if it is unknown.
    """

    data: bytes
    place: str | None = None


def missing_folder(path: str) -> str:
    """Return the outermost folder of an absolute path that does not exist; empty if all exist."""
    missing, folder = "", os.path.dirname(path)
    while os.path.isabs(folder) and not os.path.lexists(folder):
        missing, folder = folder, os.path.dirname(folder)
    return missing
