"""Conversion of byte positions to lines, columns and paths, computed on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from bodyplan.diag import Where
from bodyplan.formats.tinyxml import Node
from bodyplan.text import Source
from bodyplan.text.layout import Span


class _Siblings(NamedTuple):
    """Facts about the children of an element that determine their paths."""

    number: dict[int, int]
    """Number of each child, counted from 1 among the siblings with the same tag, by ``id``."""
    tags: Counter[bytes]
    names: Counter[tuple[bytes, bytes]]
    """Number of children with the same tag and name."""


class BytePlaces:
    """The locations in one file.

    Args:
        source: the file.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._bytes: set[int] = set()
        self._offsets: dict[int, int] = {}
        self._siblings: dict[int, _Siblings] = {}

    def promise(self, span: Span, path: Callable[[], str]) -> Callable[[], Where]:
        """Return a function that computes a location later.

        Args:
            span: the range of bytes in the file.
            path: returns the path of the element or attribute.
        """
        self._bytes |= {span.start, span.end}

        def where() -> Where:
            position = self._source.position
            start, end = self._offset(span.start), self._offset(span.end)
            return Where(self._source.name, *position(start), *position(end), path())

        return where

    def _offset(self, byte: int) -> int:
        """Return the character offset of a byte offset.

        The offsets for all calls of ``promise`` are computed in one pass.
        """
        if byte not in self._offsets:
            source = self._source
            last = len(source.text)
            position, count = len(source.bom), 0
            for wanted in sorted(self._bytes):
                if wanted > position:
                    count += len(source.decode(source.data[position:wanted]))
                    position = wanted
                self._offsets[wanted] = min(count, last)
        return self._offsets[byte]

    def path(self, node: Node | None, attribute: bytes | None = None) -> str:
        """Return the XPath-like path of an element, or of its attribute."""
        steps = [] if attribute is None else ["@" + _text(attribute)]
        while node is not None and node.parent is not None:
            steps.append(self._step(node, node.parent))
            node = node.parent
        return "/" + "/".join(reversed(steps))

    def _step(self, node: Node, parent: Node) -> str:
        """Return the path step of an element: with its name if unique, else with its number."""
        like = self._siblings.get(id(parent))
        if like is None:
            like = self._siblings[id(parent)] = _siblings(parent)
        tag = _text(node.tag)
        if like.tags[node.tag] <= 1:
            return tag
        name = node.get(b"name")
        if name and like.names[node.tag, name] == 1:
            return f"{tag}[@name={_text(name)!r}]"
        return f"{tag}[{like.number.get(id(node), like.tags[node.tag])}]"


def _siblings(parent: Node) -> _Siblings:
    found = _Siblings({}, Counter(), Counter())
    for child in parent.children:
        found.tags[child.tag] += 1
        found.number[id(child)] = found.tags[child.tag]
        found.names[child.tag, child.get(b"name") or b""] += 1
    return found


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")
