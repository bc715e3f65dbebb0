"""What an upgrade gives back: the document, what was done, and what could not be kept."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.formats.document import Document


class Place:
    """Where something stood in the document that was converted; worked out when asked for.

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
        """XPath-like address of the element."""
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
    """One thing that was done.

    Args:
        step: the two versions between which it is necessary, such as "1.6 to 1.7".
        what: what happened, in a few words.
        place: the element that it happened to.
    """

    step: str
    what: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place.path}: {self.what}"


class Loss(NamedTuple):
    """One thing that is not in the result as it was written.

    Args:
        step: the two versions between which it was lost.
        what: what is missing, such as "<mimic>" or "attribute degrees".
        reason: why, as the end of a sentence.
        place: the element that it stood in, or was.
        changes_meaning: whether the result describes another thing without it.
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
        document: the result; the given one where nothing had to change.
        changes: what was done, in order.
        losses: what the other version cannot hold.
    """

    document: Document
    changes: tuple[Change, ...] = ()
    losses: tuple[Loss, ...] = ()
