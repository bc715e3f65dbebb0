"""From old and new values to edits of the text: only what differs, in the neighbours' style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.bind import children_of
from bodyplan.spec.element import Element, Field, Spec, spec_of
from bodyplan.spec.marks import Version
from bodyplan.spec.raw import Extra, Raw
from bodyplan.spec.writer import (
    escape_attribute,
    escape_text,
    write_element,
    write_raw,
    write_value_child,
)
from bodyplan.text import Edit, Layout, Source


class Placed(Protocol):
    """What values are changed in: a document."""

    source: Source
    version: Version | None

    @property
    def layout(self) -> Layout:
        """Spans of the elements."""
        ...

    def node(self, value: Element | Raw, field: str | None = None) -> Node | None:
        """The element a value, or one of its fields, was read from."""
        ...


class NotInDocumentError(ValueError):
    """The value to be changed was not read from this document."""


def diff(placed: Placed, old: Element, new: Element) -> list[Edit]:
    """The edits that turn one value of a document into another of the same class.

    Fields that are equal are not touched; what was not written and is not wanted stays away.

    Args:
        placed: the document that ``old`` was read from.
        old: a value of the document.
        new: what shall stand there.

    Raises:
        NotInDocumentError: ``old`` is not from this document.
        TypeError: the classes differ.
        ValueError: a new value that cannot be written, such as nan.
    """
    if type(old) is not type(new):
        raise TypeError(f"cannot turn {type(old).__name__} into {type(new).__name__}")
    node = _node(placed, old)
    edits: list[Edit] = []
    for field in spec_of(type(old)).fields:
        before, after = getattr(old, field.name), getattr(new, field.name)
        if before is after or before == after:
            continue
        edits += _change(placed, old, node, field, before, after)
    if old.extra != new.extra:
        edits += _change_extra(placed, node, old.extra, new.extra)
    return edits


def set_fields(placed: Placed, value: Element, /, **fields: Any) -> list[Edit]:
    """The edits that give some fields of a value new contents, even if that is the default.

    Raises:
        NotInDocumentError: the value is not from this document.
        KeyError: no such field.
    """
    node = _node(placed, value)
    edits: list[Edit] = []
    for name, content in fields.items():
        field = spec_of(type(value)).by_name[name]
        edits += _change(placed, value, node, field, getattr(value, name), content)
    return edits


def remove(placed: Placed, value: Element | Raw) -> Edit:
    """The edit that removes a value's element, with its line when nothing else stands there."""
    return removal(placed.layout, _node(placed, value))


def unset(placed: Placed, value: Element, name: str) -> list[Edit]:
    """The edits that take one field out of the text, so that its default holds."""
    field = spec_of(type(value)).by_name[name]
    node = _node(placed, value)
    if field.place == "attribute":
        return _remove_attribute(placed.layout, node, field.xml)
    holder = placed.node(value, name)
    return [] if holder is None else [removal(placed.layout, holder)]


def insert(placed: Placed, parent: Element, child: Element, *, field: str | None = None) -> Edit:
    """The edit that adds a child element, behind the last of its like.

    Args:
        placed: the document.
        parent: a value of it.
        child: what to add.
        field: the field it belongs to, where its class does not say.

    Raises:
        ValueError: the parent has no place for it.
    """
    for declared in spec_of(type(parent)).fields:
        if (field or declared.name) == declared.name and type(child) in declared.elements:
            node = _node(placed, parent)
            return _insert(placed, node, declared, _last(node, spec_of(type(parent)), declared), child)
    raise ValueError(f"{type(parent).__name__} has no place for {type(child).__name__}")


def removal(layout: Layout, node: Node) -> Edit:
    """The edit that removes an element, with its line when nothing else stands there."""
    start, _, _, end = layout.span(node)
    text = layout.text
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    if line and not text[line:start].strip():
        behind = end
        while behind < len(text) and text[behind] in " \t":
            behind += 1
        if behind < len(text) and text[behind] in "\r\n":
            return Edit(line, behind + (2 if text.startswith("\r\n", behind) else 1), "")
    return Edit(start, end, "")


def _node(placed: Placed, value: Element | Raw) -> Node:
    node = placed.node(value)
    if node is None:
        raise NotInDocumentError(f"{value!r} was not read from this document")
    return node


def _version(placed: Placed) -> Version:
    return placed.version or (1, 0)


def _change(
    placed: Placed, value: Element, node: Node, field: Field, before: Any, after: Any
) -> list[Edit]:
    if field.place == "attribute":
        return _set_attribute(placed, value, node, field, after)
    if field.place == "rest_attributes":
        return _change_attributes(placed.layout, node, before, after)
    if field.place == "text":
        return [set_text(placed.layout, node, _text(field, after))]
    if field.is_many:
        return _change_many(placed, value, node, field, before, after)
    if field.place == "value":
        return _set_value_child(placed, value, node, field, after)
    return _change_child(placed, value, node, field, before, after)


def _text(field: Field, content: Any) -> str:
    assert field.codec is not None
    return field.codec.format(content)


def _set_attribute(
    placed: Placed, value: Element, node: Node, field: Field, content: Any
) -> list[Edit]:
    layout = placed.layout
    if field.xml not in node.attrib and getattr(field.mark, "either", False):
        child = node.find(field.xml)
        if child is not None:
            if content is None:
                return [removal(layout, child)]
            return [set_text(layout, child, _text(field, content))]
    if content is None:
        return _remove_attribute(layout, node, field.xml)
    order = [f.xml for f in spec_of(type(value)).fields if f.place == "attribute"]
    return [set_attribute(layout, node, field.xml, _text(field, content), order)]


def set_attribute(
    layout: Layout, node: Node, name: str, text: str, order: Sequence[str] = ()
) -> Edit:
    """The edit that gives an attribute a value; a new one comes behind those declared before it."""
    span = layout.attribute(node, name)
    if span is not None:
        return Edit(span.value.start, span.value.end, escape_attribute(text, span.quote))
    before = set(order[: order.index(name)]) if name in order else set(order)
    end = layout.tag_span(node).end
    quote = '"'
    for found, attribute in layout.attributes(node):
        quote = attribute.quote
        if found in before:
            end = attribute.whole.end
    return Edit(end, end, f" {name}={quote}{escape_attribute(text, quote)}{quote}")


def _remove_attribute(layout: Layout, node: Node, name: str) -> list[Edit]:
    span = layout.attribute(node, name)
    if span is None:
        return []
    start, end = span.whole
    while layout.text[start - 1].isspace():
        start -= 1
    return [Edit(start, end, "")]


def _change_attributes(
    layout: Layout,
    node: Node,
    before: tuple[tuple[str, str], ...],
    after: tuple[tuple[str, str], ...],
) -> list[Edit]:
    wanted = dict(after)
    edits = [
        edit
        for name, _ in before
        if name not in wanted
        for edit in _remove_attribute(layout, node, name)
    ]
    had = dict(before)
    edits += [
        set_attribute(layout, node, name, text, tuple(node.attrib))
        for name, text in after
        if had.get(name) != text
    ]
    return edits


def set_text(layout: Layout, node: Node, text: str) -> Edit:
    """The edit that replaces the text of an element, keeping the blanks around it."""
    start, open_end, close_start, end = layout.span(node)
    if close_start == end:
        head = layout.text[start:open_end].rstrip(">").rstrip("/").rstrip()
        return Edit(start + len(head), end, f">{escape_text(text)}</{node.tag}>")
    inner = layout.text[open_end:close_start]
    stripped = inner.strip()
    begin = open_end + (len(inner) - len(inner.lstrip()) if stripped else 0)
    return Edit(begin, begin + len(stripped), escape_text(text))


def _set_value_child(
    placed: Placed, value: Element, node: Node, field: Field, content: Any
) -> list[Edit]:
    child = placed.node(value, field.name)
    if child is None:
        if content is None:
            return []
        return [_insert(placed, node, field, _last(node, spec_of(type(value)), field), write_value_child(field, content))]
    if content is None:
        return [removal(placed.layout, child)]
    text = _text(field, content)
    if field.attr is None:
        return [set_text(placed.layout, child, text)]
    return [set_attribute(placed.layout, child, field.attr, text)]


def _change_child(
    placed: Placed, value: Element, node: Node, field: Field, before: Any, after: Any
) -> list[Edit]:
    child = placed.node(value, field.name)
    if child is None:
        return [] if after is None else [_insert(placed, node, field, _last(node, spec_of(type(value)), field), after)]
    if after is None:
        return [removal(placed.layout, child)]
    if type(before) is type(after) and isinstance(before, Element):
        return diff(placed, before, after)
    return [_replace(placed, child, field, after)]


def _replace(placed: Placed, node: Node, field: Field, member: Any) -> Edit:
    start, _, _, end = placed.layout.span(node)
    indent = placed.layout.indentation(start)
    return Edit(start, end, _write(placed, field, member, indent))


def _change_many(
    placed: Placed,
    value: Element,
    node: Node,
    field: Field,
    before: Sequence[Any],
    after: Sequence[Any],
) -> list[Edit]:
    spec = spec_of(type(value))
    nodes = _member_nodes(placed, node, field, before)
    kept = _matches(before, after)
    edits: list[Edit] = []
    anchor: Node | None = None
    for index, member in enumerate(after):
        source = kept.get(index)
        if source is None:
            edits.append(_insert(placed, node, field, anchor or _before_first(node, spec, field), member))
            continue
        anchor = nodes[source]
        old = before[source]
        if old is member or old == member:
            continue
        if isinstance(old, Element) and type(old) is type(member):
            edits += diff(placed, old, member)
        elif field.place == "value":
            edits += _set_listed_value(placed, anchor, field, member)
        else:
            edits.append(_replace(placed, anchor, field, member))
    used = set(kept.values())
    edits += [removal(placed.layout, child) for i, child in enumerate(nodes) if i not in used]
    return edits


def _set_listed_value(placed: Placed, child: Node, field: Field, content: Any) -> list[Edit]:
    text = _text(field, content)
    if field.attr is None:
        return [set_text(placed.layout, child, text)]
    return [set_attribute(placed.layout, child, field.attr, text)]


def _member_nodes(
    placed: Placed, node: Node, field: Field, members: Sequence[Any]
) -> list[Node]:
    if field.place == "rest" or (field.place == "child" and not field.elements):
        return [member.node for member in members]
    return list(children_of(node, field))


def _matches(before: Sequence[Any], after: Sequence[Any]) -> dict[int, int]:
    """Which old member each new one continues: the same, one of the same name, the next left over.

    The order of the kept ones never changes; what moved is removed here and added there.
    """
    free = dict.fromkeys(range(len(before)))
    found: dict[int, int] = {}

    def take(test: Any) -> None:
        for index, member in enumerate(after):
            if index not in found:
                source = next((i for i in free if test(before[i], member)), None)
                if source is not None:
                    found[index] = source
                    del free[source]

    take(lambda old, new: old is new)
    take(lambda old, new: old == new)
    take(lambda old, new: _key(old) is not None and _key(old) == _key(new))
    if len(before) == len(after):
        take(lambda old, new: type(old) is type(new) and _key(old) is None)
        left = [index for index in range(len(after)) if index not in found]
        for index in left:  # renamed in place
            if index in free and type(before[index]) is type(after[index]):
                found[index] = index
                del free[index]
    return _longest_increasing(found)


def _key(member: Any) -> Any:
    name = getattr(member, "name", None)
    return (type(member), name) if name else None


def _longest_increasing(found: dict[int, int]) -> dict[int, int]:
    """The largest part of a matching that keeps the order (patience sorting)."""
    from bisect import bisect_left

    tails: list[int] = []
    ends: list[int] = []
    previous: dict[int, int | None] = {}
    for index in sorted(found):
        position = bisect_left(tails, found[index])
        previous[index] = ends[position - 1] if position else None
        tails[position:position + 1] = [found[index]]
        ends[position:position + 1] = [index]
    kept: dict[int, int] = {}
    current = ends[-1] if ends else None
    while current is not None:
        kept[current] = found[current]
        current = previous[current]
    return kept


def _change_extra(placed: Placed, node: Node, before: Extra, after: Extra) -> list[Edit]:
    edits = _change_attributes(placed.layout, node, before.attributes, after.attributes)
    kept = set(map(id, after.elements))
    for raw in before.elements:
        if id(raw) not in kept and raw not in after.elements:
            edits.append(removal(placed.layout, raw.node))
    for raw in after.elements:
        if raw not in before.elements:
            last = list(node)[-1] if len(node) else None
            edits.append(_insert_text(placed, node, last, lambda _, raw=raw: write_raw(raw.node)))
    return edits


def _last(node: Node, spec: Spec, field: Field) -> Node | None:
    """The child behind which a new member of a field belongs; None for the very beginning."""
    own = list(children_of(node, field)) if field.tags else list(node)
    return own[-1] if own else _before_first(node, spec, field)


def _before_first(node: Node, spec: Spec, field: Field) -> Node | None:
    """The last child that belongs to a field declared before this one."""
    earlier = {
        tag for declared in spec.fields[: spec.fields.index(field)] for tag in declared.tags
    }
    return next((child for child in reversed(node) if child.tag in earlier), None)


def _write(placed: Placed, field: Field, member: Any, indent: str) -> str:
    if isinstance(member, Element):
        return write_element(
            member,
            _version(placed),
            tag=field.xml or None,
            indent=indent,
            step=indent_step(placed.layout),
            newline=placed.source.newline,
        )
    if isinstance(member, Raw):
        return write_raw(member.node)
    return member if isinstance(member, str) and member.startswith("<") else write_value_child(field, member)


def _insert(placed: Placed, node: Node, field: Field, after: Node | None, member: Any) -> Edit:
    return _insert_text(placed, node, after, lambda indent: _write(placed, field, member, indent))


def _insert_text(placed: Placed, node: Node, after: Node | None, write: Any) -> Edit:
    """The edit that puts an element behind a child, or first of all, indented like its neighbours."""
    layout, newline = placed.layout, placed.source.newline
    start, open_end, close_start, end = layout.span(node)
    own = layout.indentation(start)
    if close_start == end:  # <parent/>
        head = layout.text[start:open_end].removesuffix(">").removesuffix("/").rstrip()
        inner = own + indent_step(layout)
        text = f">{newline}{inner}{write(inner)}{newline}{own}</{node.tag}>"
        return Edit(start + len(head), end, text)
    neighbour = after if after is not None else next(iter(node), None)
    if neighbour is None:
        inner = own + indent_step(layout)
        if layout.text[open_end:close_start].strip():
            return Edit(open_end, open_end, write(inner))
        text = f"{newline}{inner}{write(inner)}{newline}{own}"
        return Edit(open_end, close_start, text)
    span = layout.span(neighbour)
    line = max(layout.text.rfind("\n", 0, span.start), layout.text.rfind("\r", 0, span.start)) + 1
    on_own_line = not layout.text[line : span.start].strip()
    indent = layout.text[line : span.start] if on_own_line else ""
    if after is None:
        position = span.start
        return Edit(position, position, write(indent) + (newline + indent if on_own_line else ""))
    return Edit(span.end, span.end, (newline + indent if on_own_line else "") + write(indent))


def indent_step(layout: Layout) -> str:
    """What one level of nesting adds in this file: by its first nested line; two blanks otherwise."""
    for element in layout.elements[1:50]:
        parent = layout.parent(element)
        if parent is None:
            continue
        outer = layout.indentation(layout.span(parent).start)
        inner = layout.indentation(layout.span(element).start)
        if inner.startswith(outer) and len(inner) > len(outer):
            return inner[len(outer) :]
    return "  "
