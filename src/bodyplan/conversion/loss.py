"""What a conversion drops and assumes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.formats.loss import Loss, LossKind
from bodyplan.spec import Element

Fields = Mapping[type[Element], str]
"""Names of fields, separated by spaces, by class."""
Reasons = Mapping[type[Element], Mapping[str, str]]
"""Names of fields, separated by spaces, by class and by the reason why they are dropped."""
Dropped = Mapping[type[Element], tuple[tuple[str, object, str], ...]]
"""Field, default and reason of dropped fields, by class."""


def dropped_fields(keeps: Fields, drops: Reasons) -> Dropped:
    """Return the fields of each class that the result does not have: field, default and reason.

    A field in neither list is dropped too, so that a new one is never lost silently.

    Args:
        keeps: the fields that enter the result.
        drops: reasons for those that do not.
    """
    found: dict[type[Element], tuple[tuple[str, object, str], ...]] = {}
    for cls, kept in keeps.items():
        reasons = dict.fromkeys(field_names(cls), "not supported by the robot model")
        for reason, fields in drops.get(cls, {}).items():
            reasons |= dict.fromkeys(fields.split(), reason)
        for field in (*kept.split(), "extra"):
            reasons.pop(field, None)
        found[cls] = tuple((field, cls._defaults[field], why) for field, why in reasons.items())
    return found


UNKNOWN_PARTS = "it has parts that the format does not define"
"""Why unknown elements and attributes are lost."""


class LossLog:
    """Collects losses in the order in which they occur.

    Args:
        dropped: fields that the result does not have; see ``dropped_fields``.
        is_read: whether the result has all unknown parts of an element.
    """

    def __init__(
        self, dropped: Dropped, is_read: Callable[[Element], bool] = lambda _: False
    ) -> None:
        self.losses: list[Loss] = []
        self._dropped = dropped
        self._is_read = is_read

    def dropped(
        self, value: Element, field: str, reason: str, *, changes_meaning: bool = False
    ) -> None:
        """Record that a value is dropped."""
        self.losses.append(Loss("dropped", field, reason, value, "", changes_meaning))

    def assumed(self, value: Element, field: str, reason: str) -> None:
        """Record that another value is assumed for an invalid or missing one."""
        self.losses.append(Loss("assumed", field, reason, value))

    def declared(self, value: Element) -> None:
        """Record the fields of an element that the result does not have, and its unknown parts."""
        for field, default, reason in self._dropped.get(type(value), ()):
            if getattr(value, field) != default:
                self.dropped(value, field, reason)
        if value.extra and not self._is_read(value):
            self.dropped(value, "", UNKNOWN_PARTS)


class RobotLossLog:
    """Collects what a format cannot say of a robot, in the order in which it occurs."""

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
            kind: of the loss.
            value: the part of the robot, such as a joint.
            field: of this part; empty for all of it.
            reason: why, as the end of a sentence.
            changes_meaning: whether a reader of the result gets another robot.
        """
        self.losses.append(Loss(kind, field, reason, value, "", changes_meaning))
