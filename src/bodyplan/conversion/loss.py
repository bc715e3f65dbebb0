"""What a conversion drops and assumes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.spec import Element

LossKind = Literal["dropped", "assumed"]
Fields = Mapping[type[Element], str]
"""Names of fields, separated by spaces, by class."""
Reasons = Mapping[type[Element], Mapping[str, str]]
"""Names of fields, separated by spaces, by class and by the reason why they are dropped."""
Dropped = Mapping[type[Element], tuple[tuple[str, object, str], ...]]
"""Field, default and reason of dropped fields, by class."""


class Loss(Record):
    """A value of the source that the result does not have, or has differently.

    Args:
        kind: "dropped": it is not in the result; "assumed": the result has another value.
        value: the element; for a field that contains elements, the parent element.
        field: the field of the element; empty for the whole element.
        reason: why, as the end of a sentence.
        changes_motion: whether the links of the result move otherwise because of it.
    """

    kind: LossKind
    value: Element
    field: str
    reason: str
    changes_motion: bool = False

    def __str__(self) -> str:
        name = getattr(self.value, "name", "")
        called = f"<{self.value.TAG}>" + (f" {name!r}" if name else "")
        of = f" of {called}" if self.field else ""
        return f"{self.kind} {self.field or called}{of}: {self.reason}"


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


class LossLog:
    """Collects losses in the order in which they occur.

    Args:
        dropped: fields that the result does not have; see ``dropped_fields``.
    """

    def __init__(self, dropped: Dropped) -> None:
        self.losses: list[Loss] = []
        self._dropped = dropped

    def dropped(
        self, value: Element, field: str, reason: str, *, changes_motion: bool = False
    ) -> None:
        """Record that a value is dropped."""
        self.losses.append(Loss("dropped", value, field, reason, changes_motion))

    def assumed(self, value: Element, field: str, reason: str) -> None:
        """Record that another value is assumed for an invalid or missing one."""
        self.losses.append(Loss("assumed", value, field, reason))

    def declared(self, value: Element) -> None:
        """Record the fields of an element that the result does not have, and its unknown parts."""
        for field, default, reason in self._dropped.get(type(value), ()):
            if getattr(value, field) != default:
                self.dropped(value, field, reason)
        if value.extra:
            self.dropped(value, "", "it has parts that the format does not define")
