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
    """The location of an element in the original document, computed on demand.

    Args:
        document: the original document.
        node: the element in this document.
    """

    JSON = ("line", "column", "path")

    def __init__(self, document: Document, node: Node) -> None:
        self.document = document
        self.node = node

    @cached_property
    def where(self) -> Where:
        """File, line, column and path."""
        return self.document.where(self.node)

    @property
    def path(self) -> str:
        """XPath-like path of the element."""
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
    """A value of the source that is missing from the result or different in it.

    Args:
        kind: "dropped": the value is not in the result; "assumed": the result has a default,
            because the source has no value or an invalid value; "approximated": the result has the
            nearest value that its format can express; "moved": the result has the value in another
            place.
        what: the field, element or attribute that is lost, such as "mimic"; empty for the whole
            element.
        reason: the reason, as the end of a sentence.
        source: the element in the source (a typed value or a location), or the part of a robot; for
            a field that contains elements, the parent element.
        step: the two versions of a format between which the value is lost; empty in a conversion to
            another format.
        changes_meaning: whether the loss changes the robot that the result describes.
    """

    kind: LossKind
    what: str
    reason: str
    source: Element | Place | Record
    step: str = ""
    changes_meaning: bool = False

    @property
    def subject(self) -> str:
        """The lost value with its element, such as "<limit> of <joint> 'elbow'"."""
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
        """The lost value without its element: the name of the field in the file."""
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
