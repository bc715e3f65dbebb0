"""Locates the problems of an expansion in its source files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast
from xml.etree.ElementTree import Element as Node

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Call as CallPlace
from bodyplan.diag import Where
from bodyplan.spec import Part
from bodyplan.spec.recorder import Places
from bodyplan.text import ElementTree, Source, parse
from bodyplan.xacro.expansion import Expansion, Origin, Problem
from bodyplan.xacro.nodes import PREFIX

_BESIDE = {"parameter"}
"""Kinds of problems whose location is the name of an attribute instead of its value."""


class SourcePlaces:
    """Locations in the files of an expansion, computed on demand.

    Args:
        expansion: the expansion.
        limits: the input limits for reading the files.
        main: the locations in the main file, if they are already computed.
    """

    def __init__(
        self, expansion: Expansion, limits: Limits = DEFAULT_LIMITS, main: Places | None = None
    ) -> None:
        self.expansion = expansion
        self.limits = limits
        self._files: dict[int, Places] = {} if main is None else {0: main}
        self._calls: dict[tuple[str, int, int], CallPlace] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # locations are cached by the identity of elements, so a copy must compute its own
        return SourcePlaces, (self.expansion, self.limits)

    def file(self, number: int) -> Places:
        """Return the locations of one file."""
        if number not in self._files:
            file = self.expansion.files[number]
            # the elements of xacro have the methods of nodes that the lookup of locations needs
            if file.root is not None:
                tree = ElementTree(cast("Node", file.root))
            else:
                tree = parse(file.data, self.limits)
            self._files[number] = Places(Source(file.data, file.name), tree)
        return self._files[number]

    @cached_property
    def by_tag(self) -> dict[str, list[tuple[Origin, Node]]]:
        """The elements of all files by tag, in document order, even if they were not expanded."""
        found: dict[str, list[tuple[Origin, Node]]] = {}
        for file in range(len(self.expansion.files)):
            for number, node in enumerate(self.file(file).layout.elements):
                found.setdefault(node.tag, []).append((Origin(file, number), node))
        return found

    @cached_property
    def macros(self) -> dict[str, list[Origin]]:
        """The tags that define macros, by name."""
        found: dict[str, list[Origin]] = {}
        for origin, tag in self.by_tag.get("xacro:macro", ()):
            found.setdefault(tag.get("name", "").removeprefix(PREFIX), []).append(origin)
        return found

    def element(self, origin: Origin) -> Node:
        """Return the element at an origin."""
        return self.file(origin.file).layout.elements[origin.element]

    def around(self, origin: Origin) -> Iterator[Node]:
        """Yield the ancestors of the element at an origin, innermost first."""
        layout = self.file(origin.file).layout
        node = layout.parent(self.element(origin))
        while node is not None:
            yield node
            node = layout.parent(node)

    def where(self, origin: Origin | None, attribute: str | None = None) -> Where:
        """Return the location of a tag or attribute value, with the macro calls that led to it."""
        return self.place(origin or Origin(0, 0), "value", attribute)

    def place(self, origin: Origin, part: Part = "tag", attribute: str | None = None) -> Where:
        """Return the location of an element's tag, attribute name or value, or text."""
        places = self.file(origin.file)
        elements = places.layout.elements
        node = elements[origin.element] if origin.element < len(elements) else None
        where = places.where(node, part, attribute)
        return where._replace(calls=tuple(map(self._call, origin.calls)))

    def problem(self, problem: Problem) -> Where:
        """Return the location of a problem: if known, that of the failed expression."""
        origin = problem.origin or Origin(0, 0)
        if problem.byte is not None:
            return self._at_byte(origin, problem.byte)
        if problem.kind in _BESIDE:
            return self.place(origin, "name", problem.attribute)
        where = self.where(origin, problem.attribute)
        return self._closer(origin, problem, where) if problem.expression else where

    def _call(self, call: tuple[str, int, int]) -> CallPlace:
        found = self._calls.get(call)
        if found is None:
            macro, file, element = call
            where = self.where(Origin(file, element))
            found = self._calls[call] = CallPlace(macro, where.file, where.line, where.column)
        return found

    def _at_byte(self, origin: Origin, byte: int) -> Where:
        places = self.file(origin.file)
        source = places.source
        start = min(source.offset_of_byte(byte), len(source.text))
        elements = places.layout.elements
        node = elements[min(origin.element, len(elements) - 1)] if elements else None
        return places.where_span(start, min(start + 1, len(source.text)), node)

    def _closer(self, origin: Origin, problem: Problem, where: Where) -> Where:
        """Return the location of the failed expression if the text contains it, else ``where``."""
        places = self.file(origin.file)
        source, layout = places.source, places.layout
        start = source.offset(where.line, where.column)
        end = source.offset(where.end_line, where.end_column)
        if problem.attribute is None and origin.element < len(layout.elements):
            span = layout.span(layout.elements[origin.element])
            start, end = span.open_end, span.close_start
        for written in (
            f"${{{problem.expression}}}",
            f"$({problem.expression})",
            problem.expression,
        ):
            found = layout.text.find(written, start, end)
            if found >= 0:
                span_place = places.where_span(found, found + len(written))
                return span_place._replace(path=where.path, calls=where.calls)
        return where
