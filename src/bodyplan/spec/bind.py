"""Traverses the values of a document, to find their XML elements, and the names that they use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.element import Element, Field, spec_of
from bodyplan.spec.marks import Namespace, Version


class _Inner(NamedTuple):
    """The properties of a field with child elements, as far as the traversals below need them."""

    name: str
    is_many: bool
    tags: tuple[str, ...]
    tag: str
    """The tag if there is only one; empty if there are several."""
    default: Any
    """The value of the field if the file does not contain it."""
    blank: Any
    """The value that replaces a missing required element."""


@cache
def _inner(cls: type[Element], version: Version | None = None) -> tuple[_Inner, ...]:
    return tuple(
        _Inner(
            field.name,
            field.is_many,
            field.tags,
            field.tags[0] if len(field.tags) == 1 else "",
            field.default,
            None if field.is_many or not field.is_required else spec_of(field.elements[0]).blank,
        )
        for field in spec_of(cls, version).fields
        if field.elements
    )


def bind(root: Element, node: Node, version: Version | None = None) -> dict[int, Node]:
    """Return the XML elements from which values were read, by the ``id`` of the value.

    This relies on the rules of reading: a field with a single value is read from the first child
    with its tag, and a list has one member for each child, in order.

    Args:
        root: the value of the root element.
        node: the root element.
        version: the version of the format, if the declarations differ between versions.
    """
    bound: dict[int, Node] = {}
    stack: list[tuple[Element, Node]] = [(root, node)]
    while stack:
        value, node = stack.pop()
        bound[id(value)] = node
        if not len(node):
            continue
        for name, is_many, tags, tag, _, _ in _inner(type(value), version):
            content = getattr(value, name)
            if is_many:
                if content:
                    stack += zip(content, _children(node, tags, tag), strict=False)
            elif content is not None:
                child = node.find(tag) if tag else next(iter(_children(node, tags, "")), None)
                if child is not None:
                    stack.append((content, child))
    return bound


def _children(node: Node, tags: tuple[str, ...], tag: str) -> list[Node]:
    """Return the children that have one of the tags; if there is only one, it is also ``tag``."""
    return node.findall(tag) if tag else [child for child in node if child.tag in tags]


def children_of(node: Node, field: Field) -> Iterator[Node]:
    """Yield the child elements that belong to a field, in order."""
    tags = field.tags
    return (child for child in node if child.tag in tags)


def walk(value: Element) -> Iterator[Element]:
    """Yield a value and all its declared descendants, in the order in which fields are declared."""
    stack: list[Element] = [value]
    while stack:
        current = stack.pop()
        yield current
        fields = _inner(type(current))
        if not fields:
            continue
        inner: list[Element] = []
        for name, is_many, *_ in fields:
            content = getattr(current, name)
            if is_many:
                inner += content
            elif content is not None:
                inner.append(content)
        stack += reversed(inner)


def owners(by_class: dict[type[Element], list[Any]]) -> dict[int, Element]:
    """Return the parent of each value, by the ``id`` of the value."""
    found: dict[int, Element] = {}
    for cls, values in by_class.items():
        for name, is_many, *_ in _inner(cls):
            for value in values:
                content = getattr(value, name)
                if is_many:
                    for member in content:
                        found[id(member)] = value
                elif content is not None:
                    found[id(content)] = value
    return found


def by_class(root: Element) -> dict[type[Element], list[Any]]:
    """Return a value and those of its declared descendants that the file contains, by class.

    The values of a class are in the order of the file if all their parents are of the same class.
    Descendants that are defaults or replacements of missing elements are omitted.
    """
    found: dict[type[Element], list[Any]] = {type(root): [root]}
    waiting: dict[type[Element], list[Any]] = {type(root): [root]}
    while waiting:
        cls, owners = waiting.popitem()
        for name, is_many, _, _, default, blank in _inner(cls):
            contents = map(attrgetter(name), owners)
            values: list[Any] = (
                [value for content in contents for value in content]
                if is_many
                else [v for v in contents if v is not None and v is not default and v is not blank]
            )
            kinds = dict.fromkeys(map(type, values))
            for kind in kinds:
                alike = values if len(kinds) == 1 else [v for v in values if type(v) is kind]
                found.setdefault(kind, []).extend(alike)
                waiting.setdefault(kind, []).extend(alike)
    return found


class Use(NamedTuple):
    """A field that defines a name or refers to one."""

    value: Element
    field: str
    name: str
    namespaces: tuple[Namespace, ...]
    """The kinds of objects with this name, such as links; each kind is a separate namespace."""
    defines: bool
    """True if the field defines the name; False if it refers to the name."""


def uses(root: Element) -> Iterator[Use]:
    """Yield every field that defines a name or refers to one."""
    for value in walk(root):
        for field in spec_of(type(value)).fields:
            mark = field.mark
            if not (mark.refers or mark.defines) or field.elements:
                continue
            content = getattr(value, field.name)
            if isinstance(content, str) and content:
                if mark.defines:
                    yield Use(value, field.name, content, (mark.defines,), defines=True)
                else:
                    yield Use(value, field.name, content, mark.refers, defines=False)
