"""Real XML text, and where its tags and attributes stand: the ground for surgery.

The bytes are looked at as Latin-1, one character a byte, so that every byte goes
through unchanged. Nothing here is an XML parser: it finds the tags of a well-formed
file by regular expression and never writes a file anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

NAME = r"[A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff-]*"
_ATTRIBUTE = re.compile(rf"""(\s*)({NAME})\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_TOKEN = re.compile(
    rf"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>]*>"""
    rf"""|<(?P<close>/?)(?P<name>{NAME})(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*?)(?P<empty>/?)>""",
    re.DOTALL,
)


def utf8(text: str) -> str:
    """The UTF-8 bytes of `text`, as Latin-1 characters."""
    return text.encode("utf-8").decode("latin-1")


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: `start` is before the blank that leads it, `end` behind its quote."""

    name: str
    value: str
    start: int
    name_start: int
    value_start: int
    end: int

    @property
    def name_end(self) -> int:
        """The offset behind the name."""
        return self.name_start + len(self.name)

    @property
    def value_end(self) -> int:
        """The offset of the closing quote."""
        return self.value_start + len(self.value)


@dataclass(slots=True)
class Element:
    """One element: start tag `start..inner`, content `inner..outer`, end tag `outer..end`.

    An element written `<x/>` has `inner == outer == end`.
    """

    name: str
    start: int
    inner: int
    outer: int
    end: int
    parent: Element | None
    attributes: tuple[Attribute, ...]

    @property
    def name_end(self) -> int:
        """The offset behind the name in the start tag."""
        return self.start + 1 + len(self.name)

    @property
    def empty(self) -> bool:
        """Whether it is written `<x/>`."""
        return self.inner == self.end

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, or None."""
        return next((a for a in self.attributes if a.name == name), None)

    def get(self, name: str) -> str:
        """The attribute's text, or an empty string."""
        found = self.attribute(name)
        return found.value if found else ""

    @property
    def owner(self) -> str:
        """`link`, `joint`, `material` or another name: the ancestor below `robot`."""
        node = self
        while node.parent is not None and node.parent.name != "robot":
            node = node.parent
        return node.name


class Doc:
    """A file's text with its elements in document order."""

    def __init__(self, data: bytes, source: str = "") -> None:
        self.source = source
        self.text = data.decode("latin-1")
        self.elements: list[Element] = []
        self.gaps: list[int] = []  # places between tokens
        stack: list[Element] = []
        for token in _TOKEN.finditer(self.text):
            self.gaps.append(token.start())
            name = token["name"]
            if name is None:
                continue
            if token["close"]:
                if stack and stack[-1].name == name:
                    stack[-1].outer, stack[-1].end = token.start(), token.end()
                    stack.pop()
                continue
            attributes = tuple(
                Attribute(
                    m[2],
                    m[3] if m[3] is not None else m[4],
                    m.start(1),
                    m.start(2),
                    m.start(3) if m[3] is not None else m.start(4),
                    m.end(),
                )
                for m in _ATTRIBUTE.finditer(self.text, *token.span("attributes"))
            )
            end = token.end()
            parent = stack[-1] if stack else None
            element = Element(name, token.start(), end, end, end, parent, attributes)
            self.elements.append(element)
            if not token["empty"]:
                stack.append(element)

    @property
    def robot(self) -> Element | None:
        """The first element called `robot`."""
        return next((e for e in self.elements if e.name == "robot"), None)

    def named(self, *names: str, owner: str | None = None) -> list[Element]:
        """The elements with one of these names; `owner` as in `Element.owner`.

        `link`, `joint` and `material` with `owner` equal to the name are the ones
        directly below `robot`.
        """
        return [e for e in self.elements if e.name in names and (owner is None or e.owner == owner)]

    def links(self) -> list[Element]:
        """The links of the robot."""
        return [e for e in self.named("link") if e.parent is self.robot]

    def joints(self, *types: str) -> list[Element]:
        """The joints of the robot, of these types if any are given."""
        found = [e for e in self.named("joint") if e.parent is self.robot]
        return [e for e in found if not types or e.get("type") in types]

    def children(self, parent: Element, *names: str) -> list[Element]:
        """The direct children of an element, with one of these names if any are given."""
        return [e for e in self.elements if e.parent is parent and (not names or e.name in names)]

    def splice(self, start: int, end: int, new: str) -> str:
        """The text with `start..end` replaced."""
        return self.text[:start] + new + self.text[end:]

    def insert(self, at: int, new: str) -> str:
        """The text with something more at one place."""
        return self.splice(at, at, new)

    def outside(self, element: Element) -> str:
        """The element's own text, tags included."""
        return self.text[element.start : element.end]

    def set(self, element: Element, attribute: str, value: str) -> str:
        """The text with an attribute's value replaced, or the attribute added."""
        found = element.attribute(attribute)
        if found:
            return self.splice(found.value_start, found.value_end, value)
        return self.insert(element.name_end, f' {attribute}="{value}"')

    def content(self, element: Element, new: str) -> str:
        """The text with an element's content replaced."""
        if element.empty:
            tag = self.text[element.start : element.inner].rstrip("/>").rstrip()
            return self.splice(element.start, element.end, f"{tag}>{new}</{element.name}>")
        return self.splice(element.inner, element.outer, new)

    def append(self, element: Element, new: str) -> str:
        """The text with `new` as the element's last content."""
        if element.empty:
            return self.content(element, new)
        return self.insert(element.outer, new)

    def prepend(self, element: Element, new: str) -> str:
        """The text with `new` as the element's first content."""
        if element.empty:
            return self.content(element, new)
        return self.insert(element.inner, new)


def with_version(text: str, version: str) -> str:
    """The text with this `version` on its robot element."""
    doc = Doc(text.encode("latin-1"))
    return doc.set(doc.robot, "version", version) if doc.robot else text


Surgeon = Callable[[Doc, Random], "str | bytes | None"]
"""Gives the mutated text, or None when the file has nothing to work on."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to mutate a file.

    Attributes:
        family: the group it is counted under, such as ``"number"``.
        name: the mutation itself, such as ``"joint: trailing blank"``.
        apply: does it.
        any_version: whether another `version` may be set on top.
    """

    family: str
    name: str
    apply: Surgeon
    any_version: bool = True


KINDS: list[Kind] = []
"""Every kind, in the order in which the families register them."""


def register(family: str, name: str, apply: Surgeon, *, any_version: bool = True) -> None:
    """Adds one kind to `KINDS`."""
    KINDS.append(Kind(family, name, apply, any_version))


def kind(family: str, name: str, *, any_version: bool = True) -> Callable[[Surgeon], Surgeon]:
    """A decorator that registers a function as one kind."""

    def add(apply: Surgeon) -> Surgeon:
        register(family, name, apply, any_version=any_version)
        return apply

    return add
