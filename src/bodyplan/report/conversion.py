"""The report of ``bodyplan convert``."""

from __future__ import annotations

from typing import Literal

from bodyplan.core import Record
from bodyplan.formats.loss import Loss, LossKind, Place
from bodyplan.formats.sdf.upgrade import Change


class LostValue(Record):
    """One loss of a conversion.

    Args:
        kind: "dropped": it is not in the result; "assumed": the result has another value.
        step: the two versions between which it was lost.
        what: what was lost, such as "<mimic>" or "attribute degrees".
        reason: why, without a full stop.
        place: the lost element, or the one that contained it.
        changes_meaning: whether the loss changes the meaning of the document.
    """

    kind: LossKind
    step: str
    what: str
    reason: str
    place: Place
    changes_meaning: bool


def lost_value(loss: Loss) -> LostValue:
    """Return a loss between two versions of a format for programs."""
    assert isinstance(loss.source, Place)
    return LostValue(
        loss.kind, loss.step, loss.what, loss.reason, loss.source, loss.changes_meaning
    )


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
    losses: tuple[LostValue, ...]


class ConversionReport(Record):
    """What was changed, and what is lost.

    Args:
        files: one entry for each input.
    """

    files: tuple[ConvertedFile, ...]
