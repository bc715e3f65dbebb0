"""Places in the files that macros came from, for what stands in their expansion."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Call, Fix, Where
from bodyplan.formats.places import Places
from bodyplan.spec import Part
from bodyplan.text import DEFAULT_LIMITS, Edit, Layout, Limits, Source, Tree, parse

if TYPE_CHECKING:
    from bodyplan.formats.xacro import Expansion, Origin


class OriginPlaces(Places):
    """The places of an expanded file: each in the source that its element was written in.

    Args:
        source: the expanded text.
        tree: its elements.
        expansion: where they come from.
        limits: caps on the reading of the sources.
    """

    def __init__(
        self, source: Source, tree: Tree, expansion: Expansion, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        super().__init__(source, tree)
        self.expansion = expansion
        self.limits = limits
        self._files: dict[int, Places] = {}

    def file(self, number: int) -> Places:
        """The places of one source."""
        if number not in self._files:
            file = self.expansion.files[number]
            tree = parse(file.data, self.limits)
            self._files[number] = Places(Source(file.data, file.name), tree)
        return self._files[number]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(node): number for number, node in enumerate(self.layout.elements)}

    def origin(self, node: Node) -> Origin | None:
        """Where an element of the expansion was written; else where the one before it was."""
        number = self._numbers.get(id(node), 0)
        origins = self.expansion.origins[: number + 1]
        return next((origin for origin in reversed(origins) if origin is not None), None)

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """The place in the source of an element's tag, an attribute, or an element's text.

        What a macro adds later, such as an attribute, has the place of the tag.
        """
        origin = None if node is None else self.origin(node)
        if origin is None:
            main = self.file(0)
            return main.where(main.tree.root)
        places = self.file(origin.file)
        where = places.where(places.layout.elements[origin.element], part, attr)
        return where._replace(calls=tuple(map(self._call, origin.calls)))

    def _call(self, call: tuple[str, int, int]) -> Call:
        macro, file, element = call
        places = self.file(file)
        where = places.where(places.layout.elements[element])
        return Call(macro, where.file, where.line, where.column)

    def where_root(self) -> Where:
        """The place of the main file's root."""
        return self.where(self.tree.root)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:  # noqa: ARG002
        """The place of the element that a range of the expansion lies in."""
        return self.where(node if node is not None else self._element_at(start))

    def _element_at(self, offset: int) -> Node | None:
        """The last element that starts at or before an offset of the expansion."""
        layout = self.layout
        index = bisect_right(layout.elements, offset, key=lambda e: layout.span(e).start)
        return layout.elements[index - 1] if index else self.tree.root

    # Fixes: only what stands in the main file as it does in the expansion can be mended there.

    @cached_property
    def _times(self) -> Counter[tuple[int, int]]:
        """How often each element of the sources stands in the expansion."""
        return Counter(
            (origin.file, origin.element) for origin in self.expansion.origins if origin is not None
        )

    def mapped(self, fix: Fix) -> Fix:
        """The fix for the main file; one that can only be shown where that is not the same."""
        edits: list[Edit] = []
        for edit in fix.edits:
            found = self._in_source(edit)
            if found is None:
                return Fix(fix.title, (), "display")
            edits.append(found)
        return Fix(fix.title, tuple(edits), fix.safety)

    def _in_source(self, edit: Edit) -> Edit | None:
        """The same edit of the main file; None where the text there is another."""
        node = self._element_at(edit.start)
        origin = None if node is None else self.origin(node)
        if node is None or origin is None or origin.file or origin.calls:
            return None
        if self._times[origin.file, origin.element] > 1:
            return None
        main = self.file(0)
        written = main.layout.elements[origin.element]
        for name in node.attrib:
            here = self.layout.attribute(node, name)
            there = main.layout.attribute(written, name)
            if here is None or there is None:
                continue
            if here.value.start <= edit.start and edit.end <= here.value.end:
                if _text(self.layout, here.value) != _text(main.layout, there.value):
                    return None  # the value is made by an expression
                shift = there.value.start - here.value.start
                return Edit(edit.start + shift, edit.end + shift, edit.text)
        return None


def _text(layout: Layout, span: tuple[int, int]) -> str:
    return layout.text[span[0] : span[1]]
