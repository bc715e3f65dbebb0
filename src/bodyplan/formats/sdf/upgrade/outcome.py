"""The result of a conversion: the document, the changes and the losses."""

from __future__ import annotations

from typing import NamedTuple

from bodyplan.core import Record
from bodyplan.formats.document import Document
from bodyplan.formats.loss import Loss, Place


class Change(NamedTuple):
    """One change of a conversion.

    Args:
        step: the two versions between which it is necessary, such as "1.6 to 1.7".
        what: a short description.
        place: the changed element.
    """

    step: str
    what: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place.path}: {self.what}"


class Converted(Record):
    """A document in another version of its format.

    Args:
        document: the result; the original one if nothing changed.
        changes: the changes, in order.
        losses: what the other version cannot represent.
    """

    document: Document
    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()
