"""Places in the files that macros came from, for what stands in their expansion."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Where
from bodyplan.formats.places import Places
from bodyplan.spec import Part
from bodyplan.text import Source, Tree

if TYPE_CHECKING:
    from bodyplan.formats.xacro import Origin
    from bodyplan.formats.xacro.places import SourcePlaces


_MOST_READ = 20_000_000
"""Characters that are read again for repairs: hundreds of a large robot, or about a second."""


class OriginPlaces(Places):
    """The places of an expanded file: each in the source that its element was written in.

    Args:
        source: the expanded text.
        tree: its elements.
        sources: the files that they come from.
    """

    def __init__(self, source: Source, tree: Tree, sources: SourcePlaces) -> None:
        super().__init__(source, tree)
        self.sources = sources
        self.expansion = sources.expansion
        self._values: dict[Where, str] = {}
        self._left = _MOST_READ

    def may_read(self, characters: int) -> bool:
        """Whether so much more of the text may be read again, to see what a repair does."""
        self._left -= characters
        return self._left >= 0

    # Elements

    def origin(self, node: Node) -> Origin:
        """Where an element of the expansion was written."""
        return self.expansion.origins[self.layout.number(node)]

    @cached_property
    def times(self) -> Counter[tuple[int, int]]:
        """How often each element of the sources stands in the expansion, by file and number."""
        return Counter(origin[:2] for origin in self.expansion.origins)

    def element_at(self, offset: int) -> Node | None:
        """The innermost element around an offset of the expansion; outside of all, the root."""
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
        """The place in the source of an element's tag, an attribute, or an element's text.

        An attribute that ``xacro:attribute`` set has the place of the value there; what else a
        macro adds has the place of the tag.
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
        """What the expressions at a place came to; None for a place without any."""
        return self._values.get(where)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """The place of what a range of the expansion was made of.

        That is the same text, where it stands in the source; else the attribute, the text or the
        tag around it.
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
        """The place of a text in an element, or around the root, that stands in the source too."""
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
        """The place of a part of an attribute's value."""
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
        """The place in the source for a place in the text of the expansion."""
        offset = self.source.offset
        start = offset(where.line, where.column)
        return self.where_span(start, offset(where.end_line, where.end_column))
