"""Computes edits of tags, attributes and text between tags, in the style of the text around.

The edits depend only on the positions of elements, not on declarations. If an insertion and a
removal have the same offset, the insertion comes last, so that several edits can be combined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.writer import escape_attribute, escape_text
from bodyplan.text import Edit, Layout, apply
from bodyplan.text.layout import blanks_before

_BLANKS = re.compile(r"\s*+")
_SECTION, _SECTION_END = "<![CDATA[", "]]>"
_SKIPPED = (("<!--", "-->"), ("<?", "?>"))


class Piece(NamedTuple):
    """A run of text and CDATA sections between tags or comments, without surrounding whitespace."""

    start: int
    end: int
    content: tuple[int, int]
    """The span that a diagnostic marks: the content of a leading CDATA section, or the whole
    piece."""


def text_pieces(text: str, start: int) -> Iterator[Piece]:
    """Yield the pieces of text between an offset and the next tag, without comments.

    Args:
        text: the whole file.
        start: offset after a tag.
    """
    while True:
        start = _behind_blanks(text, start)
        skipped = next((end for begin, end in _SKIPPED if text.startswith(begin, start)), None)
        if skipped is not None:
            start = _behind(text, skipped, start)
            continue
        end = _end_of_piece(text, start)
        if end == start:
            return
        stripped = start + len(text[start:end].rstrip())
        content = (start, stripped)
        if text.startswith(_SECTION, start):
            inner = start + len(_SECTION)
            content = (inner, max(inner, _behind(text, _SECTION_END, start) - len(_SECTION_END)))
        yield Piece(start, stripped, content)
        start = end


def with_line(text: str, start: int, end: int) -> tuple[int, int]:
    """Extend a span to its whole line if nothing else is on the line."""
    blanks = blanks_before(text, start)
    behind = end
    while behind < len(text) and text[behind] in " \t":
        behind += 1
    if blanks is None or text[behind : behind + 1] not in {"\r", "\n"}:
        return start, end
    return start - len(blanks), behind + (2 if text.startswith("\r\n", behind) else 1)


def _behind_blanks(text: str, start: int) -> int:
    match = _BLANKS.match(text, start)
    return match.end() if match is not None else start


def _behind(text: str, end: str, start: int) -> int:
    """Return the offset after the next ``end`` mark, such as "-->", or the end of the text."""
    found = text.find(end, start)
    return len(text) if found < 0 else found + len(end)


def _end_of_piece(text: str, start: int) -> int:
    """Return the offset of the next tag or comment."""
    while start < len(text):
        if text.startswith(_SECTION, start):
            start = _behind(text, _SECTION_END, start)
        elif text[start] == "<":
            break
        else:
            found = text.find("<", start)
            start = len(text) if found < 0 else found
    return start


Writer = Callable[[str], str]
"""A function that returns the text of a new element, given the indentation of its first line."""

_APART = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
"""A comment or a processing instruction, which may interrupt the text of an element."""
_NEWLINE = re.compile(r"\r\n|\n|\r")


def removal(layout: Layout, node: Node) -> Edit:
    """Return the edit that removes an element, with its line if nothing else is on it."""
    start, _, _, end = layout.span(node)
    return Edit(*with_line(layout.text, start, end), "")


def renaming(layout: Layout, node: Node, tag: str) -> tuple[Edit, ...]:
    """Return the edits that rename the tag of an element."""
    start, close = layout.tag_span(node).start, layout.span(node).close_start + 2
    names = [start] if is_empty_tag(layout, node) else [start, close]
    return tuple(Edit(name, name + len(node.tag), tag) for name in names)


# Attributes


def set_attribute(
    layout: Layout, node: Node, name: str, text: str, order: Sequence[str] = ()
) -> Edit:
    """Return the edit that sets an attribute, or inserts it according to the declared order."""
    span = layout.attribute(node, name)
    if span is not None:
        return Edit(span.value.start, span.value.end, escape_attribute(text, span.quote))
    before = set(order[: order.index(name)]) if name in order else set(order)
    position = end = layout.tag_span(node).end
    quote, blank = '"', " "
    for found, attribute in layout.attributes(node):
        quote = attribute.quote
        if found in before:
            space = layout.text[end : attribute.name.start]
            blank = space if space.strip("\r\n\t ") == "" and _NEWLINE.search(space) else " "
            position = attribute.whole.end
        end = attribute.whole.end
    return Edit(position, position, f"{blank}{name}={quote}{escape_attribute(text, quote)}{quote}")


def remove_attribute(layout: Layout, node: Node, name: str) -> list[Edit]:
    """Return the edit that removes an attribute and the whitespace before it, if it exists."""
    span = layout.attribute(node, name)
    if span is None:
        return []
    start, end = span.whole
    while layout.text[start - 1].isspace():
        start -= 1
    return [Edit(start, end, "")]


def change_attributes(
    layout: Layout,
    node: Node,
    before: Iterable[tuple[str, str]],
    after: Iterable[tuple[str, str]],
) -> list[Edit]:
    """Return the edits that change a list of attributes into another."""
    had, wanted = dict(before), dict(after)
    gone = [name for name in had if name not in wanted]
    edits = [edit for name in gone for edit in remove_attribute(layout, node, name)]
    order = tuple(node.attrib)
    edits += [
        set_attribute(layout, node, name, text, order)
        for name, text in wanted.items()
        if had.get(name) != text
    ]
    return edits


# Text


def set_text(layout: Layout, node: Node, text: str) -> Edit:
    """Return the edit that replaces an element's text, but keeps the whitespace around the text."""
    start, open_end, _, end = layout.span(node)
    escaped = with_newlines(layout, escape_text(text))
    if is_empty_tag(layout, node):
        head = start + len(layout.text[start : end - 2].rstrip())
        return Edit(head, end, f">{escaped}</{node.tag}>" if text else layout.text[head:end])
    pieces = list(text_pieces(layout.text, open_end))
    begin, behind = (pieces[0].start, pieces[-1].end) if pieces else (open_end, open_end)
    return Edit(begin, behind, escaped)


# Elements


def insertion(layout: Layout, node: Node, after: Node | None, write: Writer) -> list[Edit]:
    """Return the edits that insert an element after a child, or as the first child.

    The element is on a separate line with the indentation of its neighbour, unless the neighbours
    share one line. A comment at the end of the previous child's line stays with that child.

    Args:
        layout: positions of the elements.
        node: the parent.
        after: one of its children.
        write: returns the text of the new element.
    """
    text, newline = layout.text, newline_of(layout)
    start, open_end, close_start, end = layout.span(node)
    own = layout.indentation(start)
    inner = own + indent_step(layout)
    if is_empty_tag(layout, node):
        slash = end - 2
        head = start + len(text[start:slash].rstrip())
        return [
            Edit(head, slash + 1, ">"),
            Edit(slash + 1, slash + 1, newline + inner + write(inner)),
            Edit(slash + 1, end, f"{newline}{own}</{node.tag}>"),
        ]
    anchor = open_end if after is None else layout.span(after).end
    if after is None and (node.text or "").strip():  # insert after the text of the parent
        first = next(iter(node), None)
        anchor = close_start if first is None else layout.span(first).start
    position = _next_line(text, anchor, close_start)
    neighbour = after if after is not None else next(iter(node), None)
    indent = inner if neighbour is None else _own_line(layout, neighbour)
    if position is not None and (after is None or indent is not None):
        indent = inner if indent is None else indent
        return [Edit(position, position, indent + write(indent) + newline)]
    if neighbour is not None or text[open_end:close_start].strip():
        is_last = _behind_blanks(text, anchor) >= close_start
        if after is not None and indent is not None and is_last:
            return [Edit(anchor, anchor, newline + indent + write(indent))]
        return [Edit(anchor, anchor, write(own if indent is None else indent))]
    return [  # the parent is <parent></parent>: its end tag moves to a separate line
        Edit(open_end, open_end, newline + inner + write(inner)),
        Edit(open_end, close_start + 1, newline + own + text[close_start : close_start + 1]),
    ]


def joined(layout: Layout, edits: Sequence[Edit]) -> Edit:
    """Return a single edit that is equivalent to several neighbouring edits."""
    if len(edits) == 1:
        return edits[0]
    start, end = min(edit.start for edit in edits), max(edit.end for edit in edits)
    return Edit(start, end, applied(layout, start, end, edits))


def applied(layout: Layout, start: int, end: int, edits: Iterable[Edit]) -> str:
    """Return the part of the text between two offsets, with edits applied to it."""
    inside = [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits]
    return apply(layout.text[start:end], inside)


def is_empty_tag(layout: Layout, node: Node) -> bool:
    """Return whether an element is written ``<tag/>``."""
    _, open_end, _, end = layout.span(node)
    return open_end == end and layout.text[end - 2] == "/"


def _next_line(text: str, offset: int, stop: int) -> int | None:
    """Return the start of the next line, if only whitespace and comments precede it; else None."""
    while offset < stop:
        if text[offset] in " \t":
            offset += 1
        elif text[offset] in "\r\n":
            return offset + (2 if text.startswith("\r\n", offset) else 1)
        else:
            comment = _APART.match(text, offset, stop)
            if comment is None:
                break
            offset = comment.end()
    return None


def _own_line(layout: Layout, node: Node) -> str | None:
    """Return the indentation of an element; None if it is not the first on its line."""
    return blanks_before(layout.text, layout.span(node).start)


def newline_of(layout: Layout) -> str:
    """Return the line ending of the first line, which is used for the whole file."""
    return layout.newline


def with_newlines(layout: Layout, text: str) -> str:
    """Convert the line endings of a new text to those of the file."""
    return text.replace("\n", newline_of(layout)) if "\n" in text else text


def indent_step(layout: Layout) -> str:
    """Return the indentation of one level: that of the first nested line, or two spaces."""
    return layout.step
