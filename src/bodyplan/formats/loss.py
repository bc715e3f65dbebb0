"""The losses of a conversion: parts of the source that the result lacks or changes."""

from __future__ import annotations

from functools import cached_property
from typing import Literal
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.diag import Where
from bodyplan.formats.document import Document
from bodyplan.spec import Element, spec_of

LossKind = Literal["dropped", "assumed", "approximated", "moved"]


class Place:
    """The location of an element in the document that was converted, computed on demand.

    Args:
        document: the document that was converted.
        node: the element in this document.
    """

    JSON = ("line", "column", "path")

    def __init__(self, document: Document, node: Node) -> None:
        self.document = document
        self.node = node

    @cached_property
    def where(self) -> Where:
        """The location: file, line, column and XPath-like path of the element."""
        return self.document.where(self.node)

    @property
    def path(self) -> str:
        """The XPath-like path of the element."""
        return self.where.path

    @property
    def line(self) -> int:
        """The line of the element, from 1."""
        return self.where.line

    @property
    def column(self) -> int:
        """The column of the element, from 1."""
        return self.where.column

    def __repr__(self) -> str:
        return f"<Place {self.path}>"


class Loss(Record):
    """A value of the source that the result of a conversion lacks or changes.

    Args:
        kind: "dropped": the value is not in the result; "assumed": the result has a default value,
            because that of the source is missing or invalid; "approximated": the result has the
            nearest value that its format can express; "moved": the result has the value in a
            different element or file.
        what: the field, element or attribute that is lost, such as "mimic"; empty for the whole
            element.
        reason: the reason, worded to follow "``subject``: ".
        source: the element that contains the value, as a typed value or as its location in the
            source, or the part of the robot model. If the value is itself an element, its parent.
        step: the versions of the format between which the value is lost, such as "1.6 to 1.7";
            empty in a conversion to another format.
        changes_meaning: whether the result describes a different robot because of the loss.
    """

    kind: LossKind
    what: str
    reason: str
    source: Element | Place | Record
    step: str = ""
    changes_meaning: bool = False

    @property
    def subject(self) -> str:
        """The lost value and the element that contains it, such as "<limit> of <joint> 'elbow'"."""
        if isinstance(self.source, Place):
            return self.what
        if isinstance(self.source, Element):
            called = f"<{self.source.TAG}>"
        else:
            called = type(self.source).__name__.lower()
        name = getattr(self.source, "name", "")
        called += f" {name!r}" if name else ""
        return f"{self.part} of {called}" if self.what else called

    @property
    def part(self) -> str:
        """The lost value alone, by its name in the file, such as "<limit>"; see ``subject``."""
        if not isinstance(self.source, Element):
            return self.what.replace("_", " ") if self.what.isidentifier() else self.what
        field = spec_of(type(self.source)).by_name.get(self.what)
        if field is None or not field.xml:
            return self.what
        return field.xml if field.place == "attribute" else f"<{field.xml}>"

    def __str__(self) -> str:
        mark = " (changes meaning)" if self.changes_meaning else ""
        start = f"{self.source.path}:" if isinstance(self.source, Place) else self.kind
        return f"{start} {self.subject}: {self.reason}{mark}"
