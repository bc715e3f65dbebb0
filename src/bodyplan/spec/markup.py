"""Edits of tags, attributes and text in the style of what stands around them.

They know positions and nothing of declarations. What is put in stands behind what is taken out
at the same place, so that all edits of one round can be made together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.stray import text_pieces, with_line
from bodyplan.spec.writer import escape_attribute, escape_text
from bodyplan.text import Edit, Layout, apply
from bodyplan.text.layout import line_start

Writer = Callable[[str], str]
"""Gives the text of a new element whose first line is indented by these blanks."""

_APART = re.compile(r"<!--.*?-->|<\?.*?\?>", re.DOTALL)
"""What may stand between two pieces of text without being part of it."""
_NEWLINE = re.compile(r"\r\n|\n|\r")


def removal(layout: Layout, node: Node) -> Edit:
    """The edit that removes an element, with its line when nothing else stands there."""
    start, _, _, end = layout.span(node)
    return Edit(*with_line(layout.text, start, end), "")


def renaming(layout: Layout, node: Node, tag: str) -> tuple[Edit, ...]:
    """The edits that give an element another tag."""
    start, close = layout.tag_span(node).start, layout.span(node).close_start + 2
    names = [start] if is_empty_tag(layout, node) else [start, close]
    return tuple(Edit(name, name + len(node.tag), tag) for name in names)


# Attributes


def set_attribute(
    layout: Layout, node: Node, name: str, text: str, order: Sequence[str] = ()
) -> Edit:
    """The edit that gives an attribute a value; a new one comes behind those declared before it."""
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
    """The edit that removes an attribute with the blanks before it; none where it is not there."""
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
    """The edits that turn some attributes into others."""
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
    """The edit that replaces the text of an element; blanks and comments around it stay."""
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
    """The edits that put an element behind a child, or first of all.

    It gets a line of its own and the indentation of its neighbour, unless the neighbours share
    one line. Comments that end the line of the child before it stay with that child.

    Args:
        layout: positions of the elements.
        node: the parent.
        after: one of its children.
        write: gives the new element's text.
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
    if after is None and (node.text or "").strip():  # the element's own text comes before it
        first = next(iter(node), None)
        anchor = close_start if first is None else layout.span(first).start
    position = _next_line(text, anchor, close_start)
    neighbour = after if after is not None else next(iter(node), None)
    indent = inner if neighbour is None else _own_line(layout, neighbour)
    if position is not None and (after is None or indent is not None):
        indent = inner if indent is None else indent
        return [Edit(position, position, indent + write(indent) + newline)]
    if neighbour is not None or text[open_end:close_start].strip():
        is_last = not text[anchor:close_start].strip()
        if after is not None and indent is not None and is_last:
            return [Edit(anchor, anchor, newline + indent + write(indent))]
        return [Edit(anchor, anchor, write(own if indent is None else indent))]
    return [  # <parent></parent>: the end tag goes on a line of its own
        Edit(open_end, open_end, newline + inner + write(inner)),
        Edit(open_end, close_start + 1, newline + own + text[close_start : close_start + 1]),
    ]


def joined(layout: Layout, edits: Sequence[Edit]) -> Edit:
    """One edit that does what some neighbouring ones do."""
    if len(edits) == 1:
        return edits[0]
    start, end = min(edit.start for edit in edits), max(edit.end for edit in edits)
    return Edit(start, end, applied(layout, start, end, edits))


def applied(layout: Layout, start: int, end: int, edits: Iterable[Edit]) -> str:
    """A part of the text after some edits inside it."""
    inside = [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits]
    return apply(layout.text[start:end], inside)


def is_empty_tag(layout: Layout, node: Node) -> bool:
    """Whether an element is written ``<tag/>``."""
    _, open_end, _, end = layout.span(node)
    return open_end == end and layout.text[end - 2] == "/"


def _next_line(text: str, offset: int, stop: int) -> int | None:
    """Where the next line begins, if only blanks and comments stand before it."""
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
    """The blanks before an element that is the first on its line."""
    start = layout.span(node).start
    before = layout.text[line_start(layout.text, start) : start]
    return None if before.strip() else before


def newline_of(layout: Layout) -> str:
    """The line end in use, by the first one."""
    return layout.newline


def with_newlines(layout: Layout, text: str) -> str:
    """New text with the line ends that are in use."""
    return text.replace("\n", newline_of(layout)) if "\n" in text else text


def indent_step(layout: Layout) -> str:
    """What one level of nesting adds in this file: by its first nested line; two blanks otherwise."""
    return layout.step
