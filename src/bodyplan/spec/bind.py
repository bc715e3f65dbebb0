"""Which value was read from which element: worked out on demand, by walking both trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.element import Element, Field, spec_of


def bind(root: Element, node: Node) -> dict[int, Node]:
    """The element of the tree for the ``id`` of each value read from it.

    Relies on what readers promise: the first child counts where one may stand, and every child of
    a list becomes one member, in order.
    """
    bound: dict[int, Node] = {}
    stack: list[tuple[Element, Node]] = [(root, node)]
    while stack:
        value, node = stack.pop()
        bound[id(value)] = node
        for field in spec_of(type(value)).fields:
            if not field.elements:
                continue
            content = getattr(value, field.name)
            children = children_of(node, field)
            if field.is_many:
                stack += zip(content, children, strict=False)
            elif content is not None:
                child = next(children, None)
                if child is not None:
                    stack.append((content, child))
    return bound


def children_of(node: Node, field: Field) -> Iterator[Node]:
    """The child elements that belong to a field, in order."""
    tags = field.tags
    return (child for child in node if child.tag in tags)


def walk(value: Element) -> Iterator[Element]:
    """A value and all declared values inside it, in the order of the declarations."""
    stack: list[Any] = [value]
    while stack:
        current = stack.pop()
        yield current
        inner: list[Element] = []
        for field in spec_of(type(current)).fields:
            if field.elements:
                content = getattr(current, field.name)
                inner += content if field.is_many else [content] if content is not None else []
        stack += reversed(inner)
