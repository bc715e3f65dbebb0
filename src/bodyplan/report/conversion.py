"""The report of ``bodyplan convert``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.formats.converted import Change
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, LossKind, Place
from bodyplan.model import Robot
from bodyplan.spec import Element

_QUOTED = re.compile("'[^']*'")


class LossPlace(Record):
    """Where in the source something is lost.

    Args:
        file: as it was named.
        line: from 1.
        column: from 1, in characters.
        path: XPath-like path of the element.
    """

    file: str
    line: int
    column: int
    path: str


class LostValue(Record):
    """One loss of a conversion.

    Args:
        kind: "dropped": it is not in the result; "assumed": the result has another value, because
            the source has none or an invalid one; "approximated": the result has the nearest that
            its format can say; "moved": it is in another place.
        step: the two versions between which it was lost; empty for another format.
        what: what was lost, such as "<mimic>", "attribute degrees" or "limit of joint 'elbow'".
        reason: why, without a full stop.
        place: the lost element, or the one that contained it; null if it is not in a file.
        changes_meaning: whether the loss changes the meaning of the document.
    """

    kind: LossKind
    step: str
    what: str
    reason: str
    place: LossPlace | None
    changes_meaning: bool


def lost_value(loss: Loss, document: Document, robot: Robot | None = None) -> LostValue:
    """Return a loss for programs and tables.

    Args:
        loss: of a conversion.
        document: the source.
        robot: of the source, for a conversion to another format.
    """
    where = where_of(loss, document, robot)
    place = None
    if where is not None:
        place = LossPlace(where.file, where.line, where.column, where.path)
    return LostValue(loss.kind, loss.step, loss.subject, loss.reason, place, loss.changes_meaning)


def where_of(loss: Loss, document: Document, robot: Robot | None) -> Where | None:
    """Return the location of a loss in the source; None if unknown."""
    source = loss.source
    if isinstance(source, Place):
        return source.where
    if isinstance(source, Element):
        return None if document.node(source) is None else document.place(source)
    if robot is None:
        return None
    name = getattr(source, "name", "")
    where = robot.where(source)
    if where is None and name and robot.has_joint(name):
        where = robot.where(robot.joint(name))  # a joint that is replaced by others
    return where


class LossGroup(Record):
    """Losses of one kind with one reason.

    Args:
        first: the first of them.
        names: of what is lost, in order.
        count: how many they are.
    """

    first: LostValue
    names: tuple[str, ...]
    count: int


def loss_groups(losses: Iterable[LostValue]) -> tuple[LossGroup, ...]:
    """Return the losses by kind and reason, those that change the robot first."""
    groups: dict[tuple[bool, str, str, str], list[LostValue]] = {}
    for loss in losses:
        word = loss.what.partition("'")[0]
        reason = _QUOTED.sub("", loss.reason)  # the name of each
        groups.setdefault((loss.changes_meaning, loss.kind, reason, word), []).append(loss)
    ordered = sorted(groups.values(), key=lambda group: not group[0].changes_meaning)
    return tuple(LossGroup(g[0], tuple(one.what for one in g), len(g)) for g in ordered)


class ConvertedFile(Record):
    """What was changed in one file, and what is lost.

    Args:
        path: how the file was named; ``<stdin>`` for standard input.
        format: of the file.
        from_version: the version that it had; empty for a format without versions.
        to_format: the format that was requested.
        to_version: the version of the result.
        changed: whether anything changes.
        written: whether the result was written.
        changes: what was done between versions of a format, in order.
        losses: what the result does not say, or says differently.
        assets: files that were written with it, relative to its folder.
    """

    path: str
    format: str
    from_version: str
    to_format: str
    to_version: str
    changed: bool
    written: bool
    changes: tuple[Change, ...]
    losses: tuple[LostValue, ...]
    assets: tuple[str, ...] = ()


class ConversionReport(Record):
    """What was changed, and what is lost.

    Args:
        files: one entry for each input.
    """

    files: tuple[ConvertedFile, ...]
