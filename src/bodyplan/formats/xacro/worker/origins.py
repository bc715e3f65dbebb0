"""Elements that know where they were written.

The package copies elements with ``cloneNode``. Of all that an element holds, its user data is what
the DOM hands to a handler at each copy, so the origin travels there. Attribute values that will be
evaluated are strings that carry their place themselves: the package keeps such a value, as the
text of a property or the default of a parameter, until it is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias
from xml.dom import UserDataHandler, expatbuilder

KEY = "bodyplan"
Node: TypeAlias = Any
"""An element of minidom. Its types are not declared well enough to be of help here."""


class Place(NamedTuple):
    """Where something was written.

    Args:
        file: index of the file.
        element: number of the start tag.
        attribute: the attribute that holds it; None for the tag or its text.
        role: "setter" for the value of a ``xacro:attribute``, "default" for that of a parameter.
    """

    file: int
    element: int
    attribute: str | None = None
    role: Literal["setter", "default"] | None = None


class Marked(str):
    """An attribute's value that knows its place."""

    __slots__ = ("chain", "place")
    place: Place
    chain: int
    """The macro calls around it; 0 until it is evaluated."""

    def __str__(self) -> str:
        """The same value: ``str()`` shall not make it forget."""
        return self


def marked(text: str, place: Place, chain: int = 0) -> Marked:
    """The text with its place."""
    made = Marked(text)
    made.place = place
    made.chain = chain
    return made


def plain(text: str) -> str:
    """The text without its place."""
    return str.__str__(text)


class Stamp(NamedTuple):
    """What an element holds: its place, and the macro calls that led there.

    Args:
        file: index of the file.
        element: number of the start tag.
        chain: number of the chain of calls; None until the element is evaluated.
    """

    file: int
    element: int
    chain: int | None = None


class _Copying:
    """Hands the stamp on to the copy of an element."""

    @staticmethod
    def handle(operation: int, key: str, data: Stamp, _: Node, copy: Node) -> None:
        if operation == UserDataHandler.NODE_CLONED:
            copy.setUserData(key, data, _COPYING)


_COPYING = _Copying()


def stamp_of(node: Node) -> Stamp | None:
    """The stamp of an element."""
    stamp: Stamp | None = node.getUserData(KEY)
    return stamp


def put_stamp(node: Node, stamp: Stamp) -> None:
    """Gives an element its stamp."""
    node.setUserData(KEY, stamp, _COPYING)


class Builder(expatbuilder.ExpatBuilderNS):
    """Builds the same document as minidom's own reader, and stamps each element.

    Args:
        file: index of the file.
        refuse: what to do about an entity; it raises.
    """

    def __init__(self, file: int, refuse: Callable[[str, int], None]) -> None:
        super().__init__()
        self.file = file
        self.count = 0
        self._refuse = refuse

    def start_element_handler(self, name: str, attributes: Any) -> None:
        """Makes the element, and marks it."""
        super().start_element_handler(name, attributes)
        node: Node = self.curNode
        number = self.count
        self.count += 1
        put_stamp(node, Stamp(self.file, number))
        is_setter = node.tagName == "xacro:attribute"
        if attributes and (is_setter or any("$" in value for value in attributes[1::2])):
            for attribute, value in node.attributes.items():
                if is_setter or "$" in value:
                    role: Any = "setter" if is_setter and attribute == "value" else None
                    place = Place(self.file, number, attribute, role)
                    node.getAttributeNode(attribute).value = marked(value, place)

    def entity_decl_handler(self, name: str, *_: Any) -> None:
        """Refuses entities: a few of them can stand for gigabytes."""
        self._refuse(name, self.getParser().CurrentByteIndex)

    @property
    def byte(self) -> int:
        """Position of the parser."""
        index: int = self.getParser().ErrorByteIndex
        return index
