"""Computation of the text edits that turn a document into the changed tree of a draft."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.sdf.upgrade.draft import Before, Draft, text_of
from bodyplan.spec.markup import (
    applied,
    change_attributes,
    indent_step,
    insertion,
    is_empty_tag,
    newline_of,
    removal,
    renaming,
    set_text,
    with_newlines,
)
from bodyplan.spec.writer import escape_attribute, escape_text
from bodyplan.text import Edit, Layout

_LINE = re.compile(
    r"""(?P<kept><!--.*?-->|<!\[CDATA\[.*?\]\]>
      |<plugin(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*?(?:/>|>.*?</plugin\s*>))
    |(?P<end>\r\n|\n|\r)(?P<blanks>[\ \t]*)(?=<)""",
    re.VERBOSE | re.DOTALL,
)
"""Matches line breaks with the indentation behind them (``end``), or text to keep (``kept``)."""


def edits_of(draft: Draft) -> list[Edit]:
    """Return the edits that turn the text of the document into that of the changed tree."""
    if not draft.before:
        return []
    return _EditWriter(draft).edits()


class _EditWriter:
    """Computes the edits of a draft, region by region.

    A region is the root or a moved element, without the moved elements inside. The text of a moved
    element, with all edits inside, is inserted at its new location; therefore the innermost regions
    are computed first.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.layout: Layout = draft.document.layout
        self.newline = newline_of(self.layout)
        self.step = indent_step(self.layout)
        self._old_parent: dict[Node, Node] = {
            child: node for node, before in draft.before.items() for child in before.children
        }
        self._regions: dict[Node, Node | None] = {draft.root: draft.root}
        self._depths: dict[Node, int] = {draft.root: 0}
        self._moved: dict[Node, str] = {}
        """The texts of moved elements, with their original indentation."""

    def edits(self) -> list[Edit]:
        """Return all edits of the document."""
        members: dict[Node, list[Node]] = {self.draft.root: []}
        for node in self.draft.before:
            region = self._region(node)
            if region is not None:
                members.setdefault(region, []).append(node)
        for node in list(self.draft.before):
            for child in node:
                if not self._stays(child, node) and not self.draft.is_new(child):
                    members.setdefault(child, [])
        for node in list(self.draft.made()):
            for child in node:
                if not self.draft.is_new(child):
                    members.setdefault(child, [])
        moved = [node for node in members if node is not self.draft.root]
        for node in sorted(moved, key=self._depth, reverse=True):
            span = self.layout.span(self.draft.twin(node))
            inside = [edit for member in members[node] for edit in self._edits(member)]
            self._moved[node] = applied(self.layout, span.start, span.end, inside)
        return [edit for node in members[self.draft.root] for edit in self._edits(node)]

    # Locations of elements

    def _stays(self, child: Node, parent: Node) -> bool:
        """Return whether a child was already a child of this parent in the original tree."""
        if self.draft.is_new(child) or self.draft.is_new(parent):
            return False
        # an unchanged element has its original children
        return parent not in self.draft.before or self._old_parent.get(child) is parent

    def _chain(self, node: Node, known: dict[Node, int] | dict[Node, Node | None]) -> list[Node]:
        """Return an element and its ancestors, up to but without the first one in ``known``."""
        chain = []
        around: Node | None = node
        while around is not None and around not in known:
            chain.append(around)
            around = self.draft.parent(around)
        return chain

    def _region(self, node: Node) -> Node | None:
        """Return the element whose region contains an element; None if the element was removed."""
        chain = self._chain(node, self._regions)
        for inner in reversed(chain):
            parent = self.draft.parent(inner)
            if parent is None:
                self._regions[inner] = None
            elif self.draft.is_new(inner) or not self._stays(inner, parent):
                self._regions[inner] = inner if self._regions[parent] is not None else None
            else:
                self._regions[inner] = self._regions[parent]
        return self._regions[node]

    def _depth(self, node: Node) -> int:
        chain = self._chain(node, self._depths)
        for inner in reversed(chain):
            parent = self.draft.parent(inner)
            self._depths[inner] = 0 if parent is None else self._depths[parent] + 1
        return self._depths[node]

    # Edits of one element

    def _edits(self, node: Node) -> Iterator[Edit]:
        before = self.draft.before[node]
        old, layout = self.draft.twin(node), self.layout
        yield from change_attributes(layout, old, before.attributes.items(), node.attrib.items())
        is_empty = is_empty_tag(layout, old)
        text = text_of(node)
        fresh = [run for run in self._runs(node) if run[1]]
        if node.tag != before.tag:
            yield from renaming(layout, old, node.tag)
        if is_empty:
            yield from self._filled(node, old, text, fresh)
            return
        yield from self._removals(node, before)
        if text != before.text:
            yield set_text(layout, old, text)
        for anchor, nodes in fresh:
            after = None if anchor is None else self.draft.twin(anchor)
            yield from insertion(layout, old, after, partial(self._joined, old, nodes))

    def _removals(self, node: Node, before: Before) -> Iterator[Edit]:
        kept = {child for child in node if self._stays(child, node)}
        for child in before.children:
            if child not in kept:
                yield removal(self.layout, self.draft.twin(child))

    def _runs(self, node: Node) -> Iterator[tuple[Node | None, list[Node]]]:
        """Yield each series of consecutive new or moved children, with the kept child before it.

        The first series has no kept child before it. A series may be empty.
        """
        anchor: Node | None = None
        run: list[Node] = []
        for child in node:
            if self._stays(child, node):
                yield anchor, run
                anchor, run = child, []
            else:
                run.append(child)
        yield anchor, run

    def _filled(
        self, node: Node, old: Node, text: str, fresh: list[tuple[Node | None, list[Node]]]
    ) -> Iterator[Edit]:
        """Yield the edits that put text and new children into an element written as ``<tag/>``."""
        content = with_newlines(self.layout, escape_text(text))
        start, _, _, end = self.layout.span(old)
        if fresh and not self._begins_line(start):
            content += "".join(self._text(child, "", flat=True) for child in fresh[0][1])
        elif fresh:
            own = self.layout.indentation(start)
            inner = own + self.step
            body = self._joined(None, fresh[0][1], inner)
            content += f"{self.newline}{inner}{body}{self.newline}{own}"
        if content:
            head = start + len(self.layout.text[start : end - 2].rstrip())
            yield Edit(head, end, f">{content}</{node.tag}>")

    def _begins_line(self, offset: int) -> bool:
        """Return whether only whitespace precedes an offset on its line."""
        text = self.layout.text
        before = text[text.rfind(self.newline, 0, offset) + 1 : offset]
        return not before.strip()

    # Text of new and moved elements

    def _joined(self, around: Node | None, nodes: list[Node], indent: str) -> str:
        """Return the text of consecutive new or moved elements, laid out like their siblings.

        Args:
            around: the parent in the document; None if it has no children yet.
            nodes: the elements.
            indent: the indentation of each element.
        """
        flat = False
        if around is not None and len(around):
            span = self.layout.span(around)
            flat = all(
                self.layout.text.find(end, span.open_end, span.close_start) < 0
                for end in self.newline
            )
        between = "" if flat else self.newline + indent
        return between.join(self._text(node, indent, flat=flat) for node in nodes)

    def _text(self, top: Node, indent: str, *, flat: bool) -> str:
        """Return the text of a new or moved element, without the indentation of its first line.

        Args:
            top: the element.
            indent: the indentation of the element.
            flat: whether to write no line breaks.
        """
        pieces: list[str] = []
        stack: list[tuple[Node, str] | str] = [(top, indent)]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                pieces.append(item)
                continue
            node, own = item
            if node in self._moved:
                pieces.append(self._indented(node, own))
                continue
            attributes = "".join(
                f' {name}="{escape_attribute(value)}"' for name, value in node.attrib.items()
            )
            text = with_newlines(self.layout, escape_text(text_of(node)))
            if not len(node):
                pieces.append(
                    f"<{node.tag}{attributes}>{text}</{node.tag}>"
                    if text
                    else f"<{node.tag}{attributes}/>"
                )
                continue
            pieces.append(f"<{node.tag}{attributes}>{text}")
            inner = own + self.step
            stack.append(f"</{node.tag}>" if flat else f"{self.newline}{own}</{node.tag}>")
            for child in reversed(node):
                stack.append((child, inner))
                if not flat:
                    stack.append(self.newline + inner)
        return "".join(pieces)

    def _indented(self, node: Node, indent: str) -> str:
        """Return the text of a moved element, with its lines indented as at its new location."""
        text = self._moved[node]
        was = self.layout.indentation(self.layout.span(self.draft.twin(node)).start)
        if was == indent:
            return text

        def moved(match: re.Match[str]) -> str:
            blanks = match["blanks"]
            if match["kept"] is not None or not blanks.startswith(was):
                return match[0]
            return f"{match['end']}{indent}{blanks[len(was) :]}"

        return _LINE.sub(moved, text)
