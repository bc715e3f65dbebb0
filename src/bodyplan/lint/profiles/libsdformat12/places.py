"""Locations of elements in a tree after other elements were removed from it."""

from __future__ import annotations

from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Where
from bodyplan.formats.places import Places
from bodyplan.spec.recorder import Part
from bodyplan.text import ElementSpan, Source, Tree


class TwinPlaces(Places):
    """Locations of the elements of a tree that loses elements, from a complete copy of it.

    Args:
        source: the bytes.
        tree: their elements; some are removed later.
        twin: a copy of the tree that stays complete.
    """

    def __init__(self, source: Source, tree: Tree, twin: Tree) -> None:
        super().__init__(source, tree)
        self._whole = Places(source, twin)
        self._twins: dict[int, Node] = {}
        self._kept = tree.root
        if tree.root is not None and twin.root is not None:
            pairs = zip(tree.root.iter(), twin.root.iter(), strict=True)
            self._twins = {id(node): other for node, other in pairs}

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location of an element's tag, attribute name or value, or text."""
        return self._whole.where(None if node is None else self._twins[id(node)], part, attr)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the location of a range of text inside an element."""
        return self._whole.where_span(start, end, None if node is None else self._twins[id(node)])

    def span(self, node: Node) -> ElementSpan:
        """Return the offsets of an element."""
        return self._whole.layout.span(self._twins[id(node)])

    @property
    def text(self) -> str:
        """The characters of the file."""
        return self.source.text
