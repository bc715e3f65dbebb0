"""The report of ``bodyplan convert``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.formats.converted import Change, Converted
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, LossKind, Place
from bodyplan.formats.sdf.upgrade import version_of
from bodyplan.model import Link, Robot
from bodyplan.spec import Element

_QUOTED = re.compile("'[^']*'")
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d.,]*(e[+-]?\d+)?")
_ELEMENT = re.compile(r"/([^/\[]+)(?:\[@name='([^']*)'\]|\[\d+\])?")
"""One step of an element path, such as ``/joint[@name='elbow']`` or ``/link[2]``: its tag, and its
name if the step contains one.
"""


class LostValue(Record):
    """One value that a conversion lost or changed, described as text.

    A ``Loss`` refers to the typed element or part instead.

    Args:
        kind: "dropped": the value is not in the result; "assumed": the source has no valid value,
            so the result has an assumed one; "approximated": the result has the nearest value that
            its format can express; "moved": the value is in another element or field.
        step: the conversion between two consecutive versions in which the value was lost; empty for
            a conversion to a different format.
        what: what was lost, such as "<mimic>", "attribute degrees" or "limit of joint 'elbow'".
        reason: why, without a full stop.
        place: the location of the lost element, or of the element that contained it; None if it is
            not in a file.
        changes_meaning: whether the loss changes the meaning of the document.
    """

    kind: LossKind
    step: str
    what: str
    reason: str
    place: Where | None
    changes_meaning: bool


def lost_values(
    losses: Iterable[Loss], document: Document, robot: Robot | None = None
) -> tuple[LostValue, ...]:
    """Return losses as text, for JSON and for tables.

    Args:
        losses: the losses of a conversion.
        document: the source.
        robot: the robot of the source, for a conversion to another format.
    """
    holders = _holders(robot)
    documents = _documents(document, robot)
    found = []
    for loss in losses:
        place = where_of(loss, documents, robot, holders)
        what = _subject(loss, place)
        found.append(
            LostValue(loss.kind, loss.step, what, loss.reason, place, loss.changes_meaning)
        )
    return tuple(found)


def where_of(
    loss: Loss, documents: Sequence[Document], robot: Robot | None, holders: Mapping[int, Record]
) -> Where | None:
    """Return the location of a loss in the source; None if unknown.

    Args:
        loss: a loss of a conversion.
        documents: the source, and the files that it includes.
        robot: the robot of the source.
        holders: the joint of each part without its own location, by ``id`` of the part.
    """
    source = loss.source
    if isinstance(source, Place):
        return source.where
    if isinstance(source, Element):
        holder = next((one for one in documents if one.node(source) is not None), None)
        return None if holder is None else holder.place(source)
    if robot is None:
        return None
    where = robot.where(source) or robot.where(holders.get(id(source), source))
    name = getattr(source, "name", "")
    if where is None and isinstance(source, Link) and robot.has_link(name):
        where = robot.where(robot.link(name))  # the link was replaced
    elif where is None and name and robot.has_joint(name):
        where = robot.where(robot.joint(name))  # the joint was replaced
    return where


def _documents(document: Document, robot: Robot | None) -> list[Document]:
    """Return the source, its expansion, and the included SDFormat files."""
    expanded = document.expanded or document
    found = {id(one): one for one in (document, expanded)}
    for _, source in () if robot is None or robot.origins is None else robot.origins.known.values():
        included = getattr(getattr(source, "scope", None), "document", None)
        if included is not None:
            found[id(included)] = included
    return list(found.values())


def _holders(robot: Robot | None) -> Mapping[int, Record]:
    """Return the joint of each limit, dynamics or mimic relation, by ``id`` of that part."""
    found: dict[int, Record] = {}
    for joint in () if robot is None else (*robot.joints, *robot.loops):
        parts = (joint.limit, joint.limit2, joint.dynamics, joint.dynamics2, joint.mimic)
        found |= {id(part): joint for part in parts if part is not None}
    return found


def _subject(loss: Loss, place: Where | None) -> str:
    """Return a phrase for the lost value that contains the tag and the name of its element."""
    what = loss.subject
    elements = [] if place is None else _ELEMENT.findall(place.path)
    if not elements:
        return what
    tag, own_name = elements[-1]
    if not isinstance(loss.source, Element | Place):
        name = getattr(loss.source, "name", "") or own_name
        what = f"{loss.part} of <{tag}>" if loss.what else f"<{tag}>"
        what += f" {name!r}" if name else ""
    inside = elements[1:-1]
    if "'" in what:
        return f"{what} in <transmission>" if "transmission" in dict(inside) else what
    holder, name = next(((tag, name) for tag, name in reversed(inside) if name), ("", ""))
    return f"{what} of <{holder}> {name!r}" if name else what


_OF_MOTION = re.compile(
    r"\b(limit|mimic|dynamics|damping|friction|inertia\w*|mass|collisions?|joint|gravity)\b"
)
"""Words in the subject of a loss that affects the motion of the robot."""


class LossGroup(Record):
    """Losses of one kind with one reason.

    Args:
        first: the first of the losses.
        names: the lost values, in order.
        count: the number of losses.
    """

    first: LostValue
    names: tuple[str, ...]
    count: int


def loss_groups(losses: Iterable[LostValue]) -> tuple[LossGroup, ...]:
    """Return the losses in groups by kind, element and reason, the most important groups first.

    The order is: losses that change the meaning, assumed and approximated values, dropped values
    that affect the motion, other dropped values, moved values.
    """
    groups: dict[tuple[bool, str, str, str], list[LostValue]] = {}
    for loss in losses:
        words, reason = (_QUOTED.sub("", text) for text in (loss.what, loss.reason))
        reason = _NUMBER.sub("", reason)
        _, of, element = words.partition(" of <")
        words = of + element or words
        groups.setdefault((loss.changes_meaning, loss.kind, reason, words), []).append(loss)
    ordered = sorted(groups.values(), key=lambda group: _rank(group[0]))
    return tuple(LossGroup(g[0], tuple(one.what for one in g), len(g)) for g in ordered)


def _rank(loss: LostValue) -> int:
    """Return the rank of a loss by importance, from 0 for the most important."""
    if loss.changes_meaning:
        return 0
    if loss.kind in {"assumed", "approximated"}:
        return 1
    if loss.kind == "moved":
        return 4
    return 2 if _OF_MOTION.search(loss.what.partition(" of <")[0]) else 3


class ConvertedFile(Record):
    """The changes and losses of the conversion of one file.

    Args:
        path: the name of the file, as given; ``<stdin>`` for standard input.
        format: the format of the file.
        from_version: the version of the file; empty for a format without versions.
        to_format: the format that was requested.
        to_version: the version of the result.
        changed: whether anything changes.
        written: whether the result was written.
        changes: the changes between versions of a format, in order.
        losses: the values that are missing or different in the result.
        assets: files that were written with the result, relative to its folder.
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

    @property
    def keeps_format(self) -> bool:
        """Whether the result has the format of the file."""
        return self.format == self.to_format

    @property
    def serious_losses(self) -> tuple[LostValue, ...]:
        """The losses that need consent: those that change the meaning, or all within one format."""
        return tuple(one for one in self.losses if self.keeps_format or one.changes_meaning)


def converted_file(source: Document, done: Converted) -> ConvertedFile:
    """Return the report of a conversion whose result is not written yet."""
    result = done.document
    return ConvertedFile(
        source.name,
        source.format or "",
        _version(source),
        result.format or "",
        _version(result),
        result is not source,
        written=False,
        changes=done.changes,
        losses=lost_values(done.losses, source, done.robot),
        assets=tuple(asset.path for asset in done.assets),
    )


def _version(document: Document) -> str:
    """Return the version of a document; empty for a format without versions."""
    if document.format == "sdf":
        return "{}.{}".format(*version_of(document))
    if document.format != "urdf" or document.version is None:
        return ""
    return "{}.{}".format(*document.version)


class ConversionReport(Record):
    """The changes and losses of a conversion.

    Args:
        files: one entry for each input.
    """

    files: tuple[ConvertedFile, ...]
