"""The losses of a conversion: dropped and assumed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.origins import element_of
from bodyplan.core import Record, listed
from bodyplan.core.record import field_names
from bodyplan.formats.loss import Loss, LossKind, Place
from bodyplan.spec import NOTHING, Element, Extra
from bodyplan.spec.bind import walk

if TYPE_CHECKING:
    from bodyplan import model
    from bodyplan.formats.document import Document

Fields = Mapping[type[Element], str]
"""For each class, names of fields, separated by spaces."""
Reasons = Mapping[type[Element], Mapping[str, str]]
"""For each class and each reason, the names of the fields that are dropped, separated by spaces."""
Dropped = Mapping[type[Element], tuple[tuple[str, object, str], ...]]
"""For each class, the dropped fields: name, default and reason."""


def dropped_fields(keeps: Fields, drops: Reasons) -> Dropped:
    """Return, for each class, the fields that are dropped: name, default and reason.

    A field in neither argument is dropped too, so that a new field is never lost silently.

    Args:
        keeps: the fields that enter the result.
        drops: the reasons for dropped fields.
    """
    found: dict[type[Element], tuple[tuple[str, object, str], ...]] = {}
    for cls, kept in keeps.items():
        reasons = dict.fromkeys(field_names(cls), "not converted")
        for reason, fields in drops.get(cls, {}).items():
            reasons |= dict.fromkeys(fields.split(), reason)
        for field in (*kept.split(), "extra"):
            reasons.pop(field, None)
        found[cls] = tuple((field, cls._defaults[field], why) for field, why in reasons.items())
    return found


OTHER_ACTUATORS = "other formats have only the gear, force limit and gains of an actuator"
"""Why a setting of an MJCF actuator is lost, unless the result is MJCF as well."""
UNKNOWN_PARTS = "not defined by the format"
"""Why unknown elements and attributes are lost."""
_MOST_NAMES = 4


class LossLog:
    """Collects losses in the order in which they occur.

    Args:
        dropped: the dropped fields of each class; see ``dropped_fields``.
        unread: function that returns, for an element, its unknown child elements and attributes
            that are lost.
    """

    def __init__(
        self, dropped: Dropped, unread: Callable[[Element], Extra] = lambda one: one.extra
    ) -> None:
        self.losses: list[Loss] = []
        self._dropped = dropped
        self._unread = unread

    def dropped(
        self, value: Element, field: str, reason: str, *, changes_meaning: bool = False
    ) -> None:
        """Record that a value is dropped."""
        self.losses.append(Loss("dropped", field, reason, value, "", changes_meaning))

    def assumed(self, value: Element, field: str, reason: str) -> None:
        """Record that a value is assumed because the given value is invalid or missing."""
        self.losses.append(Loss("assumed", field, reason, value))

    def declared(self, value: Element) -> None:
        """Record the dropped fields and the unknown children and attributes of an element."""
        for field, default, reason in self._dropped.get(type(value), ()):
            if getattr(value, field) != default:
                self.dropped(value, field, reason)
        if value.extra is NOTHING:  # true for most elements
            return
        extra = self._unread(value) if value.extra else None
        if extra:
            self.dropped(value, _names(extra), UNKNOWN_PARTS)


def _names(extra: Extra) -> str:
    """Return the names of unknown elements and attributes, as a list in a sentence."""
    elements = (f"<{one.tag}>" for one in extra.elements)
    names = dict.fromkeys((*elements, *(name for name, _ in extra.attributes)))
    return listed(names, _MOST_NAMES) or "text"


class RobotLossLog:
    """Collects the losses of converting a robot to a format, in order."""

    def __init__(self) -> None:
        self.losses: list[Loss] = []

    def add(
        self,
        kind: LossKind,
        value: Record,
        field: str,
        reason: str,
        *,
        changes_meaning: bool = False,
    ) -> None:
        """Record a loss.

        Args:
            kind: the kind of the loss.
            value: the part of the robot, such as a joint.
            field: the field of this part; empty for the whole part.
            reason: the reason, as the end of a sentence.
            changes_meaning: whether the result describes a different robot.
        """
        self.losses.append(Loss(kind, field, reason, value, "", changes_meaning))


_AROUND_ROBOTS = frozenset(("sdf", "world", "model", "robot", "mujoco"))
"""Elements that may be recorded as dropped although the robot in them is kept."""


def without_inner(
    losses: Iterable[Loss], robot: model.Robot, document: Document | None
) -> tuple[Loss, ...]:
    """Return losses, except those inside an element that is lost as a whole.

    Args:
        losses: losses of a conversion.
        robot: the converted robot.
        document: document of the robot; None if the robot was not read from a document.
    """
    losses = tuple(losses)
    gone = [_is_whole(loss) for loss in losses if loss.kind == "dropped"]
    if all(gone) or not any(gone):
        return losses
    is_typed = all(_is_typed(loss.source, robot) for loss in losses)
    find = _element_of if is_typed else _node_of  # nodes: as slow as parsing
    located = [(loss, find(loss.source, robot, document)) for loss in losses]
    inner: set[int] = set()
    for loss, found in located:
        if found is None or loss.kind != "dropped" or not _is_whole(loss):
            continue
        if isinstance(found, Element):
            inner.update(map(id, walk(found) if found.TAG not in _AROUND_ROBOTS else ()))
        elif found.tag not in _AROUND_ROBOTS:
            inner.update(map(id, found.iter()))
    return tuple(
        loss
        for loss, found in located
        if _is_whole(loss) or loss.kind != "dropped" or id(found) not in inner
    )


def _is_typed(source: Element | Place | Record, robot: model.Robot) -> bool:
    """Return whether the source of a loss is a typed element, or has no origin."""
    if isinstance(source, Place):
        return False
    origin = None if robot.origins is None else robot.origins.source(source)
    return not isinstance(origin, Node)  # a Node is an element of MJCF


def _element_of(
    source: Element | Place | Record, robot: model.Robot, document: Document | None
) -> Element | None:
    found = None if isinstance(source, Place) else element_of(source, robot, document)
    return None if found is None else found[0]


def _is_whole(loss: Loss) -> bool:
    """Return whether a loss is about a whole element, not only an attribute or a part."""
    # a loss in an attached file is located at the element that names the file, but that element is
    # kept
    if isinstance(loss.source, Place):
        return loss.what.startswith(f"<{loss.source.node.tag}>")
    return not loss.what


def _node_of(
    source: Element | Place | Record, robot: model.Robot, document: Document | None
) -> Node | None:
    """Return the XML element that a loss is about; None if it is not in the file."""
    if isinstance(source, Place):
        return source.node
    found = element_of(source, robot, document)
    if found is not None:
        element, holder = found
        return None if holder is None else holder.node(element)
    origin = None if robot.origins is None else robot.origins.source(source)
    return origin if isinstance(origin, Node) else None  # a Node is an element of MJCF
