"""The report of ``bodyplan convert``."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.formats.sdf.upgrade import Change, Loss


class ConvertedFile(Record):
    """What was changed in one file, and what is lost.

    Args:
        path: how the file was named; ``<stdin>`` for standard input.
        format: of the file.
        from_version: the version that it had.
        to_version: the version that was requested.
        changed: whether anything changes.
        written: whether the result was written.
        changes: what was done, in order.
        losses: what the other version cannot hold.
    """

    path: str
    format: Literal["sdf"]
    from_version: str
    to_version: str
    changed: bool
    written: bool
    changes: tuple[Change, ...]
    losses: tuple[Loss, ...]


class ConversionReport(Record):
    """What was changed, and what is lost.

    Args:
        files: one entry for each input.
    """

    files: tuple[ConvertedFile, ...]
