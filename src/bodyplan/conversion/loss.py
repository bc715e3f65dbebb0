"""What a conversion leaves behind, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.core.record import field_names
from bodyplan.spec import Element

LossKind = Literal["dropped", "assumed"]
Fields = Mapping[type[Element], str]
"""Names of fields with blanks between them, by class."""
Reasons = Mapping[type[Element], Mapping[str, str]]
"""Names of fields with blanks between them, by class and by the reason why they are dropped."""
Dropped = Mapping[type[Element], tuple[tuple[str, object, str], ...]]
"""Field, default and reason of what is dropped, by class."""


class Loss(Record):
    """One thing that is not in the result as it was written.

    Args:
        kind: "dropped": it is not in the result; "assumed": something else stands for it.
        value: the element that it was written in; of a field that holds elements, the holder.
        field: the field of the element; empty for the whole of it.
        reason: why, as the end of a sentence.
    """

    kind: LossKind
    value: Element
    field: str
    reason: str

    def __str__(self) -> str:
        name = getattr(self.value, "name", "")
        called = f"<{self.value.TAG}>" + (f" {name!r}" if name else "")
        of = f" of {called}" if self.field else ""
        return f"{self.kind} {self.field or called}{of}: {self.reason}"


def dropped_fields(keeps: Fields, drops: Reasons) -> Dropped:
    """Return what each class has that the result does not: field, default and reason.

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
    """Collects losses in the order in which they are met.

    Args:
        dropped: fields that the result does not have; see ``dropped_fields``.
    """

    def __init__(self, dropped: Dropped) -> None:
        self.losses: list[Loss] = []
        self._dropped = dropped

    def dropped(self, value: Element, field: str, reason: str) -> None:
        """Note that something is not in the result."""
        self.losses.append(Loss("dropped", value, field, reason))

    def assumed(self, value: Element, field: str, reason: str) -> None:
        """Note that something else replaces what is written or missing."""
        self.losses.append(Loss("assumed", value, field, reason))

    def declared(self, value: Element) -> None:
        """Note the fields of an element that the result does not have, and its unknown parts."""
        for field, default, reason in self._dropped.get(type(value), ()):
            if getattr(value, field) != default:
                self.dropped(value, field, reason)
        if value.extra:
            self.dropped(value, "", "it has parts that the format does not define")
