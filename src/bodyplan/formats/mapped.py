"""Repairs of an expanded file, made in the file that the user wrote.

Macros change the text around what they pass on: attributes are sorted, lines are broken anew. So
it is not the edits that are carried over but what they do, element by element, and only where
an element of the main file stands in the expansion just once and as it was written.
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


def mapped(places: OriginPlaces, fix: Fix) -> Fix:
    """The fix for the main file; one that can only be shown where that does not say the same.

    Args:
        places: of the expanded file that the fix is for.
        fix: what is to be done there.
    """
    try:
        edits = tuple(_Source(places).edits(fix.edits))
    except (_ElsewhereError, OverlapError, ValueError):
        edits = ()
    return Fix(fix.title, edits, fix.safety if edits else "display")


_FEW = 16
"""Children of an element that are read again as a whole."""


class _ElsewhereError(Exception):
    """What is to be changed is made by a macro or an expression, or stands in another file."""


class _Source:
    """The main file.

    Args:
        places: of its expansion.
    """

    def __init__(self, places: OriginPlaces) -> None:
        self.places = places
        self.layout = places.sources.file(0).layout

    def edits(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """The edits that do in the main file what these do in the expansion."""
        edits = tuple(edits)
        node = self._around(edits)
        first, last = self._touched(node, edits)
        layout = self.places.layout
        if last - first == len(node):
            start, _, _, end = layout.span(node)
            yield from self._changes(node, self._after(edits, start, end))
            return
        # of an element with many children only those around the edits are read again
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
        """What the edits make of a part of the expansion.

        Args:
            edits: all of them inside of the part.
            start: where it begins.
            end: where it ends.
            around: puts an element around it.
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
        """The children of an element that edits touch, with a neighbour on each side; or all."""
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
        """The innermost element that has all edits inside of it."""
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

    # What differs

    def _changes(self, old: Node, new: Node) -> Iterator[Edit]:
        """The edits that turn an element, as it is in the expansion, into another."""
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
        for name in new.keys():  # noqa: SIM118  (no mapping)
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
        """The edits that turn some children of an element into others.

        Args:
            parent: the element in the expansion.
            before: children in a row.
            after: what shall stand there.
            anchor: the child before them.
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

    # The same in the source

    def _written(self, node: Node) -> Node:
        """The element of the main file that an element was made of, and nothing else."""
        places = self.places
        origin = places.origin(node)
        if origin.file or origin.calls or places.times[origin[:2]] != 1:
            raise _ElsewhereError
        return self.layout.elements[origin.element]

    def _whole(self, node: Node) -> Node:
        """The same, where also each element inside was made of one, and all of them are there."""
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
        """The edits that give an attribute a value, or take it away.

        Args:
            node: the element in the expansion.
            name: the attribute.
            text: its new value; None for none.
            order: the attribute that it stands behind, and itself.
        """
        written = self._written(node)
        if written.get(name) != node.get(name):
            raise _ElsewhereError
        if text is None:
            yield from remove_attribute(self.layout, written, name)
        else:
            yield set_attribute(self.layout, written, name, _plain(text), order)

    def _called(self, node: Node, name: str, other: str) -> Edit:
        """The edit that gives an attribute another name."""
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
        """The edits that put a new element behind a child, or first of all."""
        written = self._written(parent)
        anchor = None if after is None else self._written(after)
        if anchor is not None and self.layout.parent(anchor) is not written:
            raise _ElsewhereError
        step, newline = indent_step(self.layout), newline_of(self.layout)

        def write(indent: str) -> str:
            return _plain(write_raw(child, indent=indent, step=step, newline=newline))

        yield from insertion(self.layout, written, anchor, write)


def _plain(text: str) -> str:
    """The text, if it means the same before and after an expansion."""
    if "${" in text or "$(" in text:
        raise _ElsewhereError
    return text


def _subsequence(few: list[Node], many: list[Node]) -> dict[int, int] | None:
    """For the members of a list that make up a shorter one, their places there; else None."""
    places: dict[int, int] = {}
    for number, node in enumerate(many):
        if len(places) < len(few) and _same(few[len(places)], node):
            places[number] = len(places)
    return places if len(places) == len(few) < len(many) else None


def _text(text: str | None) -> str:
    return (text or "").strip()


def _same(one: Node, other: Node) -> bool:
    """Whether two elements are the same but for blanks between tags."""
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
