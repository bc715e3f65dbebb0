"""Locations in xacro source files for the elements of their expansion."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Where
from bodyplan.spec import Part
from bodyplan.spec.recorder import Places
from bodyplan.text import ElementTree, Source

if TYPE_CHECKING:
    from bodyplan.xacro import Origin
    from bodyplan.xacro.places import SourcePlaces


_MOST_READ = 20_000_000
"""Limit on the characters parsed again for fixes: hundreds of fixes of a large robot, about 1 s."""


class OriginPlaces(Places):
    """The locations of an expanded file, each in the source file of its element.

    Args:
        source: the expanded text.
        tree: its elements.
        sources: the source files.
    """

    def __init__(self, source: Source, tree: ElementTree, sources: SourcePlaces) -> None:
        super().__init__(source, tree)
        self.sources = sources
        self.expansion = sources.expansion
        self._values: dict[Where, str] = {}
        self._left = _MOST_READ

    def may_read(self, characters: int) -> bool:
        """Reserve characters to parse for a fix; return whether the limit allows it."""
        self._left -= characters
        return self._left >= 0

    # Elements

    def origin(self, node: Node) -> Origin:
        """Return the origin of an element of the expansion."""
        return self.expansion.origins[self.layout.number(node)]

    @cached_property
    def times(self) -> Counter[tuple[int, int]]:
        """How often each source element occurs in the expansion, by file and element number."""
        return Counter(origin[:2] for origin in self.expansion.origins)

    def element_at(self, offset: int) -> Node | None:
        """Return the innermost element that contains an offset in the expansion, or the root."""
        layout = self.layout
        index = bisect_right(layout.elements, offset, key=lambda e: layout.span(e).start)
        node = layout.elements[index - 1] if index else self.tree.root
        while node is not None and layout.span(node).end <= offset:
            around = layout.parent(node)
            if around is None:
                break
            node = around
        return node

    # Places

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location in the source of an element's tag, attribute or text.

        An attribute set by ``xacro:attribute`` has the location of the value in that element; other
        parts that a macro adds have the location of the tag.
        """
        if node is None:
            return self.sources.file(0).where_root()
        if attr is None:
            return self.sources.place(self.origin(node), part)
        text = node.get(attr) if part == "value" else None
        origin, there = self.origin(node), attr
        setter = self.expansion.set_elsewhere.get((self.layout.number(node), attr))
        if setter is not None:
            origin, part, there = setter, "value", "value"
        where = self.sources.place(origin, part, there)
        if (
            text is not None
            and self.sources.element(origin).get(there, text).split() != text.split()
        ):
            self._values[where] = text
        return where

    def value_at(self, where: Where) -> str | None:
        """Return the value of the expressions at a location, or None without expressions."""
        return self._values.get(where)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the source location of a range of the expansion.

        If the source contains the same text, return its location; otherwise the location of the
        attribute, the text or the tag around it.
        """
        node = node if node is not None else self.element_at(start)
        if node is None:
            return self.where(None)
        layout = self.layout
        span = layout.span(node)
        for name, attribute in layout.attributes(node) if start < span.open_end else ():
            if attribute.name.start <= start and end <= attribute.name.end:
                return self.where(node, "name", name)
            if attribute.value.start <= start and end <= attribute.value.end:
                return self._inside(node, name, start - attribute.value.start, end - start)
        return self._copied(node, layout.text[start:end]) or self.where(
            node, "tag" if start < span.open_end or len(node) else "text"
        )

    def _copied(self, node: Node, text: str) -> Where | None:
        """Return the source location of a text that the expansion contains unchanged.

        Return None unless the source contains the text exactly once.
        """
        origin = self.origin(node)
        if not text.strip():
            return None
        places = self.sources.file(origin.file)
        span = places.layout.span(self.sources.element(origin))
        written = places.layout.text
        for start, end in ((span.open_end, span.close_start), (0, len(written))):
            found = written.find(text, start, end)
            if found >= 0 and written.find(text, found + 1, end) < 0:
                where = self.where(node)
                exact = places.where_span(found, found + len(text))
                return exact._replace(path=where.path, calls=where.calls)
            if node is not self.tree.root:
                break
        return None

    def _inside(self, node: Node, name: str, first: int, length: int) -> Where:
        """Return the location of a part of an attribute's value."""
        where = self.where(node, "value", name)
        here, origin = self.layout.attribute(node, name), self.origin(node)
        if here is None or self.value_at(where) is not None:
            return where
        places = self.sources.file(origin.file)
        there = places.layout.attribute(self.sources.element(origin), name)
        if (
            there is None
            or self.layout.text[slice(*here.value)] != (places.layout.text[slice(*there.value)])
        ):
            return where
        begin = there.value.start + first
        exact = places.where_span(begin, begin + length)
        return exact._replace(path=where.path, calls=where.calls)

    def translated(self, where: Where) -> Where:
        """Return the source location for a location in the text of the expansion."""
        offset = self.source.offset
        start = offset(where.line, where.column)
        return self.where_span(start, offset(where.end_line, where.end_column))
