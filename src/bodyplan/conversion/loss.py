"""What a conversion leaves behind, and what it takes for granted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bodyplan.core import Record
from bodyplan.spec import Element

LossKind = Literal["dropped", "assumed"]
Fields = Mapping[type[Element], str]
"""Names of fields with blanks between them, by class."""
Reasons = Mapping[type[Element], Mapping[str, str]]
"""Names of fields with blanks between them, by class and by the reason why they are dropped."""


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


class LossLog:
    """Collects losses in the order in which they are met.

    Args:
        drops: fields without a place in the result.
    """

    def __init__(self, drops: Reasons) -> None:
        self.losses: list[Loss] = []
        self._drops = {
            cls: tuple(
                (field, cls._defaults[field], reason)
                for reason, fields in reasons.items()
                for field in fields.split()
            )
            for cls, reasons in drops.items()
        }

    def dropped(self, value: Element, field: str, reason: str) -> None:
        """Notes that something is not in the result."""
        self.losses.append(Loss("dropped", value, field, reason))

    def assumed(self, value: Element, field: str, reason: str) -> None:
        """Notes that something else stands for what was written or is missing."""
        self.losses.append(Loss("assumed", value, field, reason))

    def declared(self, value: Element) -> None:
        """Notes those fields without a place in the result that say something, and unknown parts."""
        for field, default, reason in self._drops.get(type(value), ()):
            if getattr(value, field) != default:
                self.dropped(value, field, reason)
        if value.extra:
            self.dropped(value, "", "parts of it are not of the format")
