"""Locations: a source and its tree. Diagnostics refer to this, never to the document."""

from __future__ import annotations

from functools import cached_property
from xml.etree.ElementTree import Element as Node

from bodyplan.core import shown
from bodyplan.diag import Where
from bodyplan.spec import Part
from bodyplan.text import ElementTree, Layout, Source


class Places:
    """The locations of one file, computed on demand.

    Apart from the document so that findings, which the document holds, do not hold the document:
    without the circle a document is freed the moment it is let go.

    Args:
        source: the bytes.
        tree: their elements.
    """

    def __init__(self, source: Source, tree: ElementTree) -> None:
        self.source = source
        self.tree = tree

    @cached_property
    def layout(self) -> Layout:
        """The spans of the elements."""
        return Layout(self.source.text, self.tree.root)

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location of an element's tag, attribute name or value, or text.

        A missing attribute or text has the location of the tag.
        """
        if node is None:
            return Where(self.source.name, 1, 1, 1, 1, "/")
        layout = self.layout
        path = layout.path(node)
        start, end = layout.tag_span(node)
        if attr is not None:
            attribute = layout.attribute(node, attr)
            if attribute is not None:
                start, end = attribute.value if part == "value" else attribute.name
                path = f"{path}/@{shown(attr)}"
        elif part == "text":
            span = layout.span(node)
            inner = layout.text[span.open_end : span.close_start]
            if inner and not inner.isspace():
                start = span.open_end + len(inner) - len(inner.lstrip())
                end = span.open_end + len(inner.rstrip())
        return self._where(start, end, path)

    def where_root(self) -> Where:
        """Return the location of the root's tag."""
        return self.where(self.tree.root)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the location of a range of text."""
        return self._where(start, end, self.layout.path(node) if node is not None else "/")

    def _where(self, start: int, end: int, path: str) -> Where:
        position = self.source.position
        return Where(self.source.name, *position(start), *position(end), path)
