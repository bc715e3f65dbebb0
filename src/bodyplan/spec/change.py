"""Computes minimal text edits for changed values, in the style of the surrounding text."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.core import class_name
from bodyplan.spec._values import field_of, match, require_content
from bodyplan.spec.bind import children_of
from bodyplan.spec.element import Element, Field, Spec, spec_of
from bodyplan.spec.marks import Version
from bodyplan.spec.markup import (
    applied,
    change_attributes,
    indent_step,
    insertion,
    joined,
    newline_of,
    removal,
    remove_attribute,
    set_attribute,
    set_text,
    with_newlines,
)
from bodyplan.spec.raw import Raw
from bodyplan.spec.writer import format_value, write_element, write_raw, write_value_child
from bodyplan.text import Edit, Layout, Source

__all__ = [
    "NotInDocumentError",
    "Placed",
    "diff",
    "insert",
    "insertions",
    "removal",
    "remove",
    "set_attribute",
    "set_fields",
    "set_text",
    "unset",
]


class Placed(Protocol):
    """A document whose values can be edited."""

    source: Source
    version: Version | None

    @property
    def layout(self) -> Layout:
        """The positions of all elements in the text."""
        ...

    def node(self, value: Element | Raw, field: str | None = None) -> Node | None:
        """Return the element that a value, or one of its fields, was read from."""
        ...


class NotInDocumentError(ValueError):
    """The value to be changed was not read from this document."""


def diff(placed: Placed, old: Element, new: Element) -> list[Edit]:
    """Return the edits that turn one value of a document into another of the same class.

    The text of fields with equal values is unchanged. A new value is not written if it is the
    default and the text omits the field.

    Args:
        placed: the document that ``old`` was read from.
        old: a value of the document.
        new: the new value.

    Raises:
        NotInDocumentError: ``old`` is not from this document.
        TypeError: the classes differ.
        ValueError: a new value cannot be written, such as nan.
    """
    if type(old) is not type(new):
        raise TypeError(f"expected {class_name(type(old))}, not {class_name(type(new))}")
    node = _node(placed, old)
    edits: list[Edit] = []
    for field in spec_of(type(old), placed.version).fields:
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before is after or before == after:
            continue
        edits += _change(placed, old, node, field, before, after)
    if old.extra != new.extra:
        edits += _change_extra(placed, node, old, new)
    return edits


def set_fields(placed: Placed, value: Element, /, **fields: Any) -> list[Edit]:
    """Return the edits that set fields of a value; unlike in ``diff``, defaults are written, too.

    Raises:
        NotInDocumentError: the value is not from this document.
        UnknownNameError: the field does not exist; the message suggests similar names.
        TypeError: a value does not have the type of its field.
        ValueError: a value cannot be written, such as nan.
    """
    node = _node(placed, value)
    edits: list[Edit] = []
    for name, content in fields.items():
        field = field_of(spec_of(type(value), placed.version), name)
        edits += _change(placed, value, node, field, getattr(value, name), content)
    return edits


def remove(placed: Placed, value: Element | Raw) -> Edit:
    """Return the edit that removes the element of a value, and its line if nothing else is on it."""
    return removal(placed.layout, _node(placed, value))


def unset(placed: Placed, value: Element, name: str) -> list[Edit]:
    """Return the edits that remove a field from the text, so that its default applies.

    Raises:
        NotInDocumentError: the value is not from this document.
        UnknownNameError: the field does not exist; the message suggests similar names.
    """
    field = field_of(spec_of(type(value), placed.version), name)
    node = _node(placed, value)
    content = getattr(value, name)
    if field.place == "attribute":
        return _take_out(placed.layout, node, field)
    if field.place == "text":
        return [set_text(placed.layout, node, "")]
    if field.place == "rest_attributes":
        return change_attributes(placed.layout, node, content, ())
    return [removal(placed.layout, child) for child in _member_nodes(node, field, content)]


def insert(
    placed: Placed, parent: Element, child: Element | Raw, *, field: str | None = None
) -> Edit:
    """Return a single edit that adds a child element; see ``insertions``."""
    return joined(placed.layout, insertions(placed, parent, child, field=field))


def insertions(
    placed: Placed, parent: Element, child: Element | Raw, *, field: str | None = None
) -> list[Edit]:
    """Return the edits that add a child element after the last child of its type.

    If several calls add children to the same parent, the children are in the order of the calls.

    Args:
        placed: the document.
        parent: the value of the document to which the child is added.
        child: the new child; raw XML becomes part of ``extra`` if no field accepts it.
        field: the name of the field, required if several fields accept the child.

    Raises:
        NotInDocumentError: the parent is not from this document.
        ValueError: the parent does not accept the child, already has a child in a field that allows
            only one, or accepts the child in several fields.
    """
    spec = spec_of(type(parent), placed.version)
    node = _node(placed, parent)
    places = [f for f in spec.fields if field in {None, f.name} and _takes(f, child)]
    if not places:
        if isinstance(child, Raw) and field is None:
            return insertion(placed.layout, node, _last_child(node), _raw_writer(placed, child))
        raise ValueError(f"{_called(parent)} cannot contain {_called(child)}")
    if len(places) > 1:
        names = " or ".join(place.name for place in places)
        raise ValueError(f"several fields of {_called(parent)} accept it; set field={names}")
    place = places[0]
    last = _last_of(node, place)
    if last is not None and not place.is_many:
        raise ValueError(f"{_called(parent)} already has <{last.tag}>")
    if last is None:
        last = _before_first(node, spec, place)
    return insertion(placed.layout, node, last, _writer(placed, place, child))


def _takes(field: Field, child: Element | Raw) -> bool:
    if isinstance(child, Element):
        return type(child) in field.elements
    is_raw = field.place == "child" and not field.elements
    return field.place == "rest" or (is_raw and field.xml == child.tag)


def _called(value: Element | Raw) -> str:
    return f"<{value.tag}>" if isinstance(value, Raw) else class_name(type(value))


def _node(placed: Placed, value: Element | Raw) -> Node:
    node = placed.node(value)
    if node is None:
        raise NotInDocumentError(f"{value!r} was not read from this document")
    return node


def _version(placed: Placed) -> Version:
    return placed.version or (1, 0)


def _change(
    placed: Placed, value: Element, node: Node, field: Field, before: Any, after: Any
) -> list[Edit]:
    require_content(value, field, after)
    if field.is_many and after is None:
        after = ()
    if field.place == "attribute":
        return _set_attribute(placed, value, node, field, after)
    if field.place == "rest_attributes":
        return change_attributes(placed.layout, node, before, after)
    if field.place == "text":
        return [set_text(placed.layout, node, format_value(field, after))]
    if field.is_many:
        return _change_many(placed, value, node, field, before, after)
    own = _member_nodes(node, field, before)
    if after is None:
        return [removal(placed.layout, child) for child in own]
    if not own:
        place = _before_first(node, spec_of(type(value), placed.version), field)
        return insertion(placed.layout, node, place, _writer(placed, field, after))
    return _change_member(placed, own[0], field, before, after)


# Attributes


def _set_attribute(
    placed: Placed, value: Element, node: Node, field: Field, content: Any
) -> list[Edit]:
    if content is None or _holds_when_absent(placed, field, content):
        return _take_out(placed.layout, node, field)
    text = format_value(field, content)
    if field.xml not in node.attrib:
        child = next(iter(_instead(node, field)), None)
        if child is not None:
            return [set_text(placed.layout, child, text)]
    fields = spec_of(type(value), placed.version).fields
    order = [f.xml for f in fields if f.place == "attribute"]
    return [set_attribute(placed.layout, node, field.xml, text, order)]


def _holds_when_absent(placed: Placed, field: Field, content: Any) -> bool:
    """Return whether a value that cannot be written (infinity) is the default of its attribute."""
    if not isinstance(content, float) or math.isfinite(content):
        return False
    version = _version(placed)
    return content == field.default_in(version) and not field.is_required_in(version)


def _take_out(layout: Layout, node: Node, field: Field) -> list[Edit]:
    edits = remove_attribute(layout, node, field.xml)
    return [*edits, *(removal(layout, child) for child in _instead(node, field))]


def _instead(node: Node, field: Field) -> list[Node]:
    """Return the child elements that contain the value of a field instead of its attribute."""
    return node.findall(field.xml) if getattr(field.mark, "either", False) else []


# Children


def _change_member(placed: Placed, node: Node, field: Field, before: Any, after: Any) -> list[Edit]:
    """Return the edits that change one value of a field with child elements."""
    if field.place == "value":
        text = format_value(field, after)
        if field.attr is None:
            return [set_text(placed.layout, node, text)]
        return [set_attribute(placed.layout, node, field.attr, text)]
    if before is after:
        return []
    if isinstance(after, Element) and type(before) is type(after):
        return diff(placed, before, after)
    start, _, _, end = placed.layout.span(node)
    return [Edit(start, end, _writer(placed, field, after)(placed.layout.indentation(start)))]


def _change_many(
    placed: Placed,
    value: Element,
    node: Node,
    field: Field,
    before: Sequence[Any],
    after: Sequence[Any],
) -> list[Edit]:
    nodes = _member_nodes(node, field, before)
    first = _before_first(node, spec_of(type(value), placed.version), field)
    return _change_list(placed, node, field, nodes, before, after, first)


def _change_extra(placed: Placed, node: Node, old: Element, new: Element) -> list[Edit]:
    edits = change_attributes(placed.layout, node, old.extra.attributes, new.extra.attributes)
    before, after = old.extra.elements, new.extra.elements
    nodes = [raw.node for raw in before]
    return edits + _change_list(placed, node, None, nodes, before, after, _last_child(node))


def _change_list(
    placed: Placed,
    node: Node,
    field: Field | None,
    nodes: Sequence[Node],
    before: Sequence[Any],
    after: Sequence[Any],
    first: Node | None,
) -> list[Edit]:
    """Return the edits that turn one list of children into another.

    Args:
        placed: the document.
        node: the parent element.
        field: the field that contains the list; None for unknown elements.
        nodes: the children, one for each old member.
        before: the old members.
        after: the new members.
        first: the child after which the first member of an empty list is inserted.
    """

    def changed(source: int, member: Any) -> list[Edit]:
        if before[source] == member:
            return []
        if field is not None:
            return _change_member(placed, nodes[source], field, before[source], member)
        start, _, _, end = placed.layout.span(nodes[source])
        return [Edit(start, end, _raw_writer(placed, member)(""))]

    def moved(source: int, member: Any) -> Callable[[str], str]:
        start, _, _, end = placed.layout.span(nodes[source])
        return lambda _: applied(placed.layout, start, end, changed(source, member))

    matches = match(before, after)
    edits: list[Edit] = []
    anchor = first
    if nodes:
        begin = next(iter(matches.kept.values()), 0)
        anchor = _sibling_before(node, nodes[begin])
    for index, member in enumerate(after):
        source = matches.kept.get(index)
        if source is not None:
            anchor = nodes[source]
            edits += changed(source, member)
            continue
        origin = matches.moved.get(index)
        if origin is not None:
            write = moved(origin, member)
        else:
            write = _raw_writer(placed, member) if field is None else _writer(placed, field, member)
        edits += insertion(placed.layout, node, anchor, write)
    kept = set(matches.kept.values())
    edits += [removal(placed.layout, child) for i, child in enumerate(nodes) if i not in kept]
    return edits


def _member_nodes(node: Node, field: Field, content: Any) -> list[Node]:
    """Return the child elements of a field: one per list member, or one and its duplicates."""
    if field.place == "rest":
        return [member.node for member in content]
    return list(children_of(node, field))


def _before_first(node: Node, spec: Spec, field: Field) -> Node | None:
    """Return the last child of the fields that are declared before ``field``; None if missing."""
    if field.place == "rest":
        return _last_child(node)
    earlier = {tag for declared in spec.fields[: spec.fields.index(field)] for tag in declared.tags}
    return next((child for child in reversed(node) if child.tag in earlier), None)


def _last_of(node: Node, field: Field) -> Node | None:
    """Return the last child element of a field; None if it has no child element."""
    if field.place == "rest":
        return _last_child(node)
    return next((child for child in reversed(node) if child.tag in field.tags), None)


def _last_child(node: Node) -> Node | None:
    return node[-1] if len(node) else None


def _sibling_before(node: Node, child: Node) -> Node | None:
    previous: Node | None = None
    for sibling in node:
        if sibling is child:
            break
        previous = sibling
    return previous


# New text


def _writer(placed: Placed, field: Field, member: Any) -> Callable[[str], str]:
    """Return a function that writes a new member of a field with a given indentation."""
    if isinstance(member, Raw):
        return _raw_writer(placed, member)
    if field.place == "value":
        text = with_newlines(placed.layout, write_value_child(field, member))
        return lambda _: text
    return lambda indent: write_element(
        member,
        _version(placed),
        tag=field.xml or None,
        indent=indent,
        step=indent_step(placed.layout),
        newline=newline_of(placed.layout),
    )


def _raw_writer(placed: Placed, raw: Raw) -> Callable[[str], str]:
    """Return a function that writes raw XML, as a copy of its text if it is from this document."""
    try:
        start, _, _, end = placed.layout.span(raw.node)
    except KeyError:
        layout, step = placed.layout, indent_step(placed.layout)
        return lambda indent: with_newlines(layout, write_raw(raw.node, indent=indent, step=step))
    text = placed.layout.text[start:end]
    return lambda _: text
