"""Transfer of fixes from an expansion to the xacro file that the user wrote.

The text of an expansion differs from its source, for example in the order of attributes and in line
breaks. Therefore edits cannot be copied: their effect on each element is determined, and edits of
the source that have the same effect are created. This is possible only for elements of the main
file that occur in the expansion exactly once and unchanged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Fix
from bodyplan.formats.expanded import OriginPlaces
from bodyplan.spec.markup import (
    indent_step,
    insertion,
    newline_of,
    removal,
    remove_attribute,
    set_attribute,
    set_text,
)
from bodyplan.spec.writer import write_raw
from bodyplan.text import Edit, OverlapError, apply, parse


def fix_at_sources(places: OriginPlaces, fix: Fix) -> Fix:
    """Return the equivalent fix of the main xacro file.

    If this is impossible, return a fix without edits, which is only displayed.

    Args:
        places: the locations of the expansion.
        fix: the fix, whose edits refer to the text of the expansion.
    """
    try:
        edits = tuple(_MacroSource(places).edits(fix.edits))
    except (_ElsewhereError, OverlapError, ValueError):
        edits = ()
    return Fix(fix.title, edits, fix.safety if edits else "display")


_FEW = 16
"""An element with at most this many children is parsed as a whole after the edits."""


class _ElsewhereError(Exception):
    """The content to change comes from a macro, an expression or an included file."""


class _MacroSource:
    """Transfers edits of an expansion to the main xacro file.

    Args:
        places: the locations of the expansion.
    """

    def __init__(self, places: OriginPlaces) -> None:
        self.places = places
        self.layout = places.sources.file(0).layout

    def edits(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Yield edits of the main file that have the same effect as the edits of the expansion."""
        edits = tuple(edits)
        node = self._around(edits)
        first, last = self._touched(node, edits)
        layout = self.places.layout
        if last - first == len(node):
            start, _, _, end = layout.span(node)
            yield from self._changes(node, self._after(edits, start, end))
            return
        # of many children, only those near the edits are parsed
        children = node[first:last]
        start, end = layout.span(children[0]).start, layout.span(children[-1]).end
        after = self._after(edits, start, end, around="<part>{}</part>".format)
        if _text(after.text) or _text(after[-1].tail if len(after) else ""):
            raise _ElsewhereError
        anchor = node[first - 1] if first else None
        yield from self._listed(node, children, list(after), anchor)

    def _after(
        self,
        edits: Iterable[Edit],
        start: int,
        end: int,
        around: Callable[[str], str] = str,
    ) -> Node:
        """Apply edits to a part of the expansion, and return the element parsed from the result.

        Args:
            edits: the edits, which all lie inside the part.
            start: the offset of the start of the part.
            end: the offset of its end.
            around: a function that encloses the text in an element, for a part that is not a single
                element.
        """
        if not self.places.may_read(end - start):
            raise _ElsewhereError
        shifted = [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits]
        text = apply(self.places.layout.text[start:end], shifted)
        tree = parse(around(text).encode(), self.places.sources.limits)
        if tree.root is None or tree.fault is not None:
            raise _ElsewhereError
        return tree.root

    def _touched(self, node: Node, edits: Iterable[Edit]) -> tuple[int, int]:
        """Return the first and end index of the changed children and their neighbours.

        The range has all children if the element has few, or if its start tag changes.
        """
        edits = tuple(edits)
        layout, count = self.places.layout, len(node)
        start, end = min(e.start for e in edits), max(e.end for e in edits)
        if count <= _FEW or start < layout.span(node).open_end:
            return 0, count
        numbers = range(count)
        first = bisect_left(numbers, start, key=lambda number: layout.span(node[number]).end) - 1
        last = bisect_right(numbers, end, key=lambda number: layout.span(node[number]).start) + 1
        return (first, last) if first >= 0 and last <= count else (0, count)

    def _around(self, edits: tuple[Edit, ...]) -> Node:
        """Return the innermost element that contains all edits."""
        if not edits:
            raise _ElsewhereError
        start, end = min(e.start for e in edits), max(e.end for e in edits)
        layout = self.places.layout
        node = self.places.element_at(start)
        while node is not None:
            span = layout.span(node)
            if span.start < start and end < span.end:
                return node
            node = layout.parent(node)
        raise _ElsewhereError

    # Differences

    def _changes(self, old: Node, new: Node) -> Iterator[Edit]:
        """Yield the edits of the main file that turn one element of the expansion into another."""
        if _same(old, new):
            return
        if old.tag != new.tag:
            yield from self._renamed(old, new.tag)
        gone = sorted(old.attrib.keys() - new.attrib.keys())
        come = sorted(new.attrib.keys() - old.attrib.keys())
        if len(gone) == len(come) == 1 and old.get(gone[0]) == new.get(come[0]):
            yield self._called(old, gone[0], come[0])
            gone = come = []
        before: tuple[str, ...] = ()
        for name in new.keys():  # noqa: SIM118  (not a mapping)
            if name in old.attrib:
                before = (name,)
            if name in come or (name in old.attrib and old.get(name) != new.get(name)):
                yield from self._attribute(old, name, new.get(name), (*before, name))
        for name in gone:
            yield from self._attribute(old, name, None, ())
        if _text(old.text) != _text(new.text):
            yield self._changed_text(old, _text(new.text))
        yield from self._listed(old, list(old), list(new), None)

    def _listed(
        self, parent: Node, before: list[Node], after: list[Node], anchor: Node | None
    ) -> Iterator[Edit]:
        """Yield the edits of the main file that turn consecutive children into other ones.

        Args:
            parent: the element in the expansion.
            before: consecutive children.
            after: the new children.
            anchor: the child before these children; None if they are the first.
        """
        start, end, other_end = 0, len(before), len(after)
        while end and other_end and _same(before[end - 1], after[other_end - 1]):
            end -= 1
            other_end -= 1
        while start < min(end, other_end) and _same(before[start], after[start]):
            anchor = before[start]
            start += 1
        before, after = before[start:end], after[start:other_end]
        kept = _subsequence(after, before)
        if kept is not None:
            yield from (
                removal(self.layout, self._whole(child))
                for number, child in enumerate(before)
                if number not in kept
            )
            return
        kept = _subsequence(before, after)
        if kept is not None:
            for number, child in enumerate(after):
                if number in kept:
                    anchor = before[kept[number]]
                else:
                    yield from self._added(parent, anchor, child)
            return
        if len(before) != len(after):
            raise _ElsewhereError
        for one, other in zip(before, after, strict=True):
            if _text(one.tail) != _text(other.tail):
                raise _ElsewhereError
            yield from self._changes(one, other)

    # The corresponding edits of the source

    def _written(self, node: Node) -> Node:
        """Return the element of the main file that produces this element and nothing else."""
        places = self.places
        origin = places.origin(node)
        if origin.file or origin.calls or places.times[origin[:2]] != 1:
            raise _ElsewhereError
        return self.layout.elements[origin.element]

    def _whole(self, node: Node) -> Node:
        """Return the source element, which must have the same descendants as the element."""
        written = self._written(node)
        inside = [self._written(inner) for inner in node.iter()]
        if len(inside) != len(list(written.iter())):
            raise _ElsewhereError
        return written

    def _renamed(self, node: Node, tag: str) -> Iterator[Edit]:
        written = self._written(node)
        if written.tag != node.tag:
            raise _ElsewhereError
        span = self.layout.span(written)
        size = len(node.tag)
        yield Edit(span.start + 1, span.start + 1 + size, tag)
        if not span.is_empty_tag:
            yield Edit(span.close_start + 2, span.close_start + 2 + size, tag)

    def _attribute(
        self, node: Node, name: str, text: str | None, order: tuple[str, ...]
    ) -> Iterator[Edit]:
        """Yield the edits of the main file that set or remove an attribute.

        Args:
            node: the element in the expansion.
            name: the attribute.
            text: its new value, or None to remove it.
            order: the name of the attribute to insert it after, if any, then its own name.
        """
        written = self._written(node)
        if written.get(name) != node.get(name):
            raise _ElsewhereError
        if text is None:
            yield from remove_attribute(self.layout, written, name)
        else:
            yield set_attribute(self.layout, written, name, _plain(text), order)

    def _called(self, node: Node, name: str, other: str) -> Edit:
        """Return the edit of the main file that renames the attribute ``name`` to ``other``."""
        written = self._written(node)
        span = self.layout.attribute(written, name)
        if span is None or written.get(name) != node.get(name) or other in written.attrib:
            raise _ElsewhereError
        return Edit(*span.name, other)

    def _changed_text(self, node: Node, text: str) -> Edit:
        written = self._written(node)
        if len(written) or _text(written.text) != _text(node.text):
            raise _ElsewhereError
        return set_text(self.layout, written, _plain(text))

    def _added(self, parent: Node, after: Node | None, child: Node) -> Iterator[Edit]:
        """Yield the edits of the main file that insert a new child.

        Args:
            parent: the element in the expansion that receives the child.
            after: the child to insert it after; None to insert it as the first child.
            child: the new element.
        """
        written = self._written(parent)
        anchor = None if after is None else self._written(after)
        if anchor is not None and self.layout.parent(anchor) is not written:
            raise _ElsewhereError
        step, newline = indent_step(self.layout), newline_of(self.layout)

        def write(indent: str) -> str:
            return _plain(write_raw(child, indent=indent, step=step, newline=newline))

        yield from insertion(self.layout, written, anchor, write)


def _plain(text: str) -> str:
    """Return the text if xacro does not evaluate it; otherwise raise ``_ElsewhereError``."""
    if "${" in text or "$(" in text:
        raise _ElsewhereError
    return text


def _subsequence(few: list[Node], many: list[Node]) -> dict[int, int] | None:
    """Match all elements of ``few``, in order, to equal elements of ``many``.

    Return the index in ``few`` by the index in ``many``; None if this is impossible, or if ``many``
    is not longer than ``few``.
    """
    places: dict[int, int] = {}
    for number, node in enumerate(many):
        if len(places) < len(few) and _same(few[len(places)], node):
            places[number] = len(places)
    return places if len(places) == len(few) < len(many) else None


def _text(text: str | None) -> str:
    return (text or "").strip()


def _same(one: Node, other: Node) -> bool:
    """Return whether two elements are equal except for whitespace around texts."""
    waiting = [(one, other)]
    while waiting:
        a, b = waiting.pop()
        if a.tag != b.tag or len(a) != len(b) or a.attrib != b.attrib:
            return False
        if _text(a.text) != _text(b.text):
            return False
        children = list(zip(a, b, strict=True))
        if any(_text(x.tail) != _text(y.tail) for x, y in children):
            return False
        waiting += children
    return True
