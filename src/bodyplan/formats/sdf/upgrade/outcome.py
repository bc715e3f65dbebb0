"""The result of a conversion: the document, the changes and the losses."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.formats.document import Document


class Place:
    """The location of an element in the original document, computed on demand.

    Args:
        document: that document.
        node: the element.
    """

    JSON = ("line", "column", "path")

    def __init__(self, document: Document, node: Node) -> None:
        self._document = document
        self._node = node

    @cached_property
    def where(self) -> Where:
        """File, line, column and path."""
        return self._document.where(self._node)

    @property
    def path(self) -> str:
        """XPath-like path of the element."""
        return self.where.path

    @property
    def line(self) -> int:
        """Its line, from 1."""
        return self.where.line

    @property
    def column(self) -> int:
        """Its column, from 1."""
        return self.where.column

    def __repr__(self) -> str:
        return f"<Place {self.path}>"


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


class Loss(NamedTuple):
    """One loss of a conversion.

    Args:
        step: the two versions between which it was lost.
        what: what was lost, such as "<mimic>" or "attribute degrees".
        reason: why, without a full stop.
        place: the lost element, or the one that contained it.
        changes_meaning: whether the loss changes the meaning of the document.
    """

    step: str
    what: str
    reason: str
    place: Place
    changes_meaning: bool = False

    def __str__(self) -> str:
        mark = " (changes meaning)" if self.changes_meaning else ""
        return f"{self.place.path}: {self.what}: {self.reason}{mark}"


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
