"""The files that a list names, one on each line."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from typing import IO

from bodyplan.cli.errors import UserError
from bodyplan.files.streams import open_named

_PIECE = 1 << 20
_MOST_NAME = 1 << 16
"""Bytes of a line: more than any system allows for a path."""


def names_in(name: str) -> Iterator[str]:
    """Yield the names in a list as they are read.

    Args:
        name: of the list; "-" for standard input.

    Raises:
        UserError: it cannot be read, or one of its lines is not a path.
    """
    with _opened(name) as stream:
        while line := stream.readline(_MOST_NAME):
            text = line.removesuffix(b"\n")
            word = os.fsdecode(text.removesuffix(b"\r"))
            if text.endswith(b"\r") and b"\0" not in text and os.path.lexists(text):
                raise UserError(f"--files-from {name}: a file has a name that ends in a line end")
            if len(line) == _MOST_NAME or "\0" in word:
                raise UserError(f"--files-from {name}: a line is not a path")
            if word == "-":
                raise UserError(f"--files-from {name}: '-' is not a path; for a file, write ./-")
            if word:
                yield word


def count_of(name: str) -> int | None:
    """Return how many lines a list has; None if it can be read only once.

    Raises:
        UserError: it cannot be read.
    """
    if name == "-":
        return None
    with _opened(name) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return None
        count, last = 0, b"\n"
        while piece := stream.read(_PIECE):
            count, last = count + piece.count(b"\n"), piece[-1:]
        return count + (last != b"\n")


def _opened(name: str) -> IO[bytes]:
    if name == "-":
        return sys.stdin.buffer
    try:
        return open(name, "rb", opener=open_named)
    except OSError as error:
        raise UserError(f"--files-from {name}: {error.strerror or error}") from None
