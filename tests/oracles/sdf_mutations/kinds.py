"""The register of kinds, and the cuts that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

from tests.oracles.mutations.text import Attribute, Doc, Element

Make = Callable[[Doc, Random], str | None]
T = TypeVar("T")

KINDS: dict[str, Make] = {}
"""What makes a mutation, by its name. None where there is nothing to work on."""


def kind(name: str) -> Callable[[Make], Make]:
    """Registers a function as a kind of mutation."""

    def declare(make: Make) -> Make:
        assert name not in KINDS, name
        KINDS[name] = make
        return make

    return declare


def one(random: Random, choices: Iterable[T]) -> T | None:
    """One of several; None where there are none."""
    listed = list(choices)
    return random.choice(listed) if listed else None


def cut(doc: Doc, start: int, end: int, text: str = "") -> str:
    """The text with something else in one place."""
    return doc.text[:start] + text + doc.text[end:]


def inside(doc: Doc) -> list[Element]:
    """All elements but the root."""
    return doc.elements[1:]


def attributes(doc: Doc, *names: str) -> list[Attribute]:
    """All attributes, or those of some names."""
    return [
        attribute
        for element in doc.elements
        for attribute in element.attributes
        if not names or attribute.name in names
    ]


def leaves(doc: Doc, *names: str) -> list[Element]:
    """Elements with text and nothing else, or those of some tags."""
    return [
        element
        for element in inside(doc)
        if not element.empty
        and "<" not in doc.text[element.inner : element.outer]
        and (not names or element.name in names)
    ]


def set_value(doc: Doc, attribute: Attribute, text: str) -> str:
    """The text with another value of an attribute."""
    return cut(doc, attribute.value_start, attribute.value_end, text)


def set_text(doc: Doc, element: Element, text: str) -> str:
    """The text with another content of an element."""
    return cut(doc, element.inner, element.outer, text)


def add_inside(doc: Doc, element: Element, text: str, *, first: bool) -> str:
    """The text with something more in an element."""
    if element.empty:
        start = doc.text.rindex("/", 0, element.end)
        return cut(doc, start, element.end, f">{text}</{element.name}>")
    place = element.inner if first else element.outer
    return cut(doc, place, place, text)
