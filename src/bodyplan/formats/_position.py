"""What is at a line and column of a file: the element, attribute, typed value and field."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.spec import Element, Field, spec_of

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


class Position(NamedTuple):
    """The element, attribute, typed value and field at a line and column of a document.

    Args:
        node: the innermost element that contains the position.
        attribute: the attribute whose name or value contains the position; empty outside
            attributes.
        value: the typed value that represents the element, or contains it as a field; None for
            unknown elements.
        field: the field of the value that holds the attribute, text or element; None if the format
            does not define it.
    """

    node: Node
    attribute: str
    value: Element | None
    field: Field | None

    @property
    def content(self) -> Any:
        """The content of the field, as a Python value; None without a field."""
        if self.value is None or self.field is None:
            return None
        return getattr(self.value, self.field.name)


def position_at(document: Document, line: int, column: int) -> Position | None:
    """Return what is at a line and column; None outside the root element.

    ``Document.place`` is the inverse: it returns the location of a value or field.

    Args:
        document: the document.
        line: the line number, from 1.
        column: the column, counted in characters from 1.

    Raises:
        ValueError: the document has no such line or column.
    """
    layout = document.layout
    offset = document.source.offset(line, column)
    index = bisect_right(layout.elements, offset, key=lambda one: layout.span(one).start)
    node = layout.elements[index - 1] if index else None
    while node is not None and layout.span(node).end <= offset:
        node = layout.parent(node)
    if node is None:
        return None
    attribute = ""
    if offset < layout.span(node).open_end:
        for name, place in layout.attributes(node):
            if place.name.start <= offset <= place.value.end:
                attribute = name
    value = document.value_of(node)
    declared: Field | None = None
    if value is not None:
        fields = spec_of(type(value), document.version).fields
        text = offset >= layout.span(node).open_end
        for one in fields:
            is_attribute = one.place == "attribute" and one.xml == attribute and attribute
            if is_attribute or (one.place == "text" and text):
                declared = one
    else:  # the element may be a field of its parent's value
        parent = layout.parent(node)
        value = None if parent is None else document.value_of(parent)
        if value is not None:
            for one in spec_of(type(value), document.version).fields:
                if one.place == "value" and document.node(value, one.name) is node:
                    declared = one
        if declared is None:
            value = None
    return Position(node, attribute, value, declared)
