"""The locations, in the xacro source files, of the elements of an expansion."""

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
"""Limit on the characters parsed to transfer fixes: hundreds of fixes of a large robot, about 1 s.
"""


class OriginPlaces(Places):
    """The locations of the elements of an expansion, each in the xacro file that it comes from.

    Args:
        source: the text of the expansion.
        tree: the XML tree of the expansion.
        sources: the locations in the xacro source files.
    """

    def __init__(self, source: Source, tree: ElementTree, sources: SourcePlaces) -> None:
        super().__init__(source, tree)
        self.sources = sources
        self.expansion = sources.expansion
        self._values: dict[Where, str] = {}
        self._left = _MOST_READ

    def may_read(self, characters: int) -> bool:
        """Count characters to be parsed for a fix; return whether the total is within the limit."""
        self._left -= characters
        return self._left >= 0

    # Elements

    def origin(self, node: Node) -> Origin:
        """Return where in the xacro files an element of the expansion comes from."""
        return self.expansion.origins[self.layout.number(node)]

    @cached_property
    def times(self) -> Counter[tuple[int, int]]:
        """How often the expansion contains each source element, by file and element number."""
        return Counter(origin[:2] for origin in self.expansion.origins)

    def element_at(self, offset: int) -> Node | None:
        """Return the innermost element that contains an offset in the expansion; else the root."""
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
        """Return the location, in the xacro source files, of an element's tag, attribute or text.

        For an attribute set by ``xacro:attribute``, this is the ``value`` of that element; for
        other parts that a macro adds, it is the tag.
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
        """Return the evaluated text of an attribute location with xacro expressions; else None."""
        return self._values.get(where)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the source location of a range of the expansion's text.

        If the source contains exactly this text, return the location of this text; otherwise that
        of the attribute, text or tag that the range belongs to.
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
        """Return the source location of a text that the expansion copied from the source.

        Return None if the source element does not contain the text, or contains it more than once.
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
        """Return the source location of part of an attribute's value; of all of it if evaluated."""
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
        """Convert a location in the text of the expansion into a location in the source files."""
        offset = self.source.offset
        start = offset(where.line, where.column)
        return self.where_span(start, offset(where.end_line, where.end_column))
