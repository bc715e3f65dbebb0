"""Writing of new elements from values, according to their declarations."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED, quoted
from bodyplan.core.near import did_you_mean
from bodyplan.spec.bind import walk
from bodyplan.spec.element import Element, Field, spec_of
from bodyplan.spec.marks import Child, Version
from bodyplan.spec.raw import Raw

_ATTRIBUTE_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
}
_TEXT_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_PLAIN = re.compile(r"[ !#-%'-;=?-~]*").fullmatch
"""Matches texts without a character that is escaped or forbidden, as most are."""
_IN_ATTRIBUTE = str.maketrans(_ATTRIBUTE_ESCAPES)
_IN_TEXT = str.maketrans(_TEXT_ESCAPES)


def escape_attribute(text: str, quote: str = '"') -> str:
    """Escape a text for the value of an attribute.

    Raises:
        ValueError: a character is not allowed in XML.
    """
    if quote == '"' and _PLAIN(text):
        return text
    _refuse_forbidden(text)
    escaped = text.translate(_IN_ATTRIBUTE)
    if quote == "'":
        escaped = escaped.replace("&quot;", '"').replace("'", "&apos;")
    return escaped


def escape_text(text: str) -> str:
    """Escape a text for the content of an element.

    Raises:
        ValueError: a character is not allowed in XML.
    """
    if _PLAIN(text):
        return text
    _refuse_forbidden(text)
    return text.translate(_IN_TEXT)


def _refuse_forbidden(text: str) -> None:
    if text.isprintable():
        return
    for character in text:
        code = ord(character)
        is_control = code < 0x20 and character not in "\t\n\r"
        if is_control or 0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF):
            raise ValueError(f"XML cannot hold the character U+{code:04X}")


def write_element(
    value: Element,
    version: Version,
    *,
    tag: str | None = None,
    indent: str = "",
    step: str = "  ",
    newline: str = "\n",
) -> str:
    """Return the text of an element: required fields, and those that differ from their defaults.

    Args:
        value: a declared value.
        version: the version of the format, which determines the defaults.
        tag: the tag, for elements with several.
        indent: the indentation of its first line, which is not part of the result.
        step: the indentation of each level.
        newline: the line ending.

    Raises:
        ValueError: a value cannot be written, such as nan.
    """
    return write_raw(node_of(value, version, tag), indent=indent, step=step, newline=newline)


def node_of(value: Element, version: Version, tag: str | None = None) -> Node:
    """Return an element as new XML: required fields, and those that differ from their defaults.

    An element that would have no attribute gets all defaults: urdfdom rejects an empty
    ``<dynamics/>``.

    Args:
        value: a declared value.
        version: the version of the format, which determines the defaults.
        tag: the tag, for elements with several.

    Raises:
        ValueError: a value cannot be written, such as nan.
    """
    plan = _plan(type(value), version)
    node = Node(tag or value.TAG)
    _set_attributes(node, value, plan)
    for name, default, field in plan.children:
        content = getattr(value, name)
        if field.is_many:
            for member in content:
                _append(node, field, member, version)
        elif content is not None and content is not default and content != default:
            _append(node, field, content, version)
    for raw in value.extra.elements:
        node.append(_copied(raw))
    if plan.text is not None:
        node.text = format_value(plan.text, getattr(value, plan.text.name))
    return node


def _append(node: Node, field: Field, member: Any, version: Version) -> None:
    if isinstance(member, Element):
        node.append(node_of(member, version, field.xml))
    elif isinstance(member, Raw):
        node.append(_copied(member))
    else:
        node.append(value_node(field, member))


def _copied(raw: Raw) -> Node:
    """Return a copy, so that the result can be changed, without the text behind the element."""
    node = deepcopy(raw.node)
    node.tail = None
    return node


def _set_attributes(node: Node, value: Element, plan: _Plan) -> None:
    has_any = False
    for name, default, field in plan.attributes:
        content = getattr(value, name)
        if content is not None and content is not default and content != default:
            node.set(field.xml, format_value(field, content))
            has_any = True
    if not has_any and plan.has_attributes_only:
        for name, _, field in plan.attributes:
            content = getattr(value, name)
            if _has_text(content):
                node.set(field.xml, format_value(field, content))
    for name in plan.others:
        for attribute, text in getattr(value, name):
            node.set(attribute, text)
    for attribute, text in value.extra.attributes:
        node.set(attribute, text)


class _Plan(NamedTuple):
    """What is written of the elements of a class: names, defaults and fields."""

    attributes: tuple[tuple[str, Any, Field], ...]
    children: tuple[tuple[str, Any, Field], ...]
    text: Field | None
    others: tuple[str, ...]
    """Fields that hold attributes with any name."""
    has_attributes_only: bool


@cache
def _plan(cls: type[Element], version: Version) -> _Plan:
    fields = spec_of(cls, version).fields

    def those(*places: str) -> tuple[tuple[str, Any, Field], ...]:
        return tuple(
            (f.name, REQUIRED if f.is_required_in(version) else f.default_in(version), f)
            for f in fields
            if f.place in places
        )

    attributes = those("attribute")
    return _Plan(
        attributes,
        those("child", "value", "rest"),
        next((f for f in fields if f.place == "text"), None),
        tuple(f.name for f in fields if f.place == "rest_attributes"),
        len(attributes) == len(fields),
    )


def _has_text(content: Any) -> bool:
    return content is not None and not (isinstance(content, float) and math.isinf(content))


def write_value_child(field: Field, content: Any) -> str:
    """Return the text of the child element with one plain value."""
    return write_raw(value_node(field, content))


def value_node(field: Field, content: Any) -> Node:
    """Return the child element with one plain value."""
    node = Node(field.xml)
    text = format_value(field, content)
    if field.attr is None:
        node.text = text
    elif not isinstance(field.mark, Child) or field.mark.bare != content or content != "":
        node.set(field.attr, text)
    return node


def format_value(field: Field, content: Any) -> str:
    """Return the text of a plain value.

    Raises:
        TypeError: the field holds elements.
        ValueError: a value that cannot be read back, such as nan, an unknown keyword, or a vector
            of another length.
    """
    codec = field.codec
    if codec is None:
        raise TypeError(f"{field.name} is not a plain value")
    if codec.size and len(content) != codec.size:
        raise ValueError(f"{field.name}: expected {codec.size} numbers, got {len(content)}")
    if codec.words and isinstance(content, str) and content not in codec.words:
        hint = did_you_mean(content, codec.words) or f"values are {', '.join(codec.words)}"
        raise ValueError(f"{field.name}: unknown value {quoted(content)}; {hint}")
    try:
        return codec.format(content)
    except ValueError as error:
        raise ValueError(f"{field.name}: {error}") from None


def write_raw(node: Node, *, indent: str = "", step: str = "  ", newline: str = "\n") -> str:
    """Return the text of raw XML with the same tags, attributes and text.

    Each child of an element without text is on a separate line: the tree does not keep the
    whitespace between tags.

    Args:
        node: the element.
        indent: the indentation of its first line, which is not part of the result.
        step: the indentation of each level.
        newline: the line ending.
    """
    pieces: list[str] = []
    write = pieces.append
    pending: list[tuple[Iterator[Node], str | None, str]] = []
    """Of each open element the children to come, what precedes them, and its end."""

    def begin(element: Node, before: str | None) -> None:
        tag, tail = element.tag, ""
        attributes = "".join(
            [f' {name}="{escape_attribute(text)}"' for name, text in element.attrib.items()]
        )
        text = _unless_blank(element.text)
        if before is None:
            tail = _tail(element)
        if not len(element):
            end = f">{text}</{tag}>" if text else "/>"
            write(f"<{tag}{attributes}{end}{tail}")
            return
        write(f"<{tag}{attributes}>{text}")
        if before is None or text or any(map(_tail, element)):
            pending.append((iter(element), None, f"</{tag}>{tail}"))
        else:
            pending.append((iter(element), before + step, f"{before}</{tag}>"))

    begin(node, newline + indent)
    while pending:  # content may be deep: no recursion
        children, before, end = pending[-1]
        child = next(children, None)
        if child is None:
            write(end)
            pending.pop()
            continue
        if before is not None:
            write(before)
        begin(child, before)
    return "".join(pieces)


def _tail(node: Node) -> str:
    return _unless_blank(node.tail)


def _unless_blank(text: str | None) -> str:
    return escape_text(text) if text and text.strip(" \t\r\n") else ""


def smallest_version(root: Element, versions: tuple[Version, ...]) -> Version:
    """Return the lowest of these versions that supports everything in a value."""
    need = versions[0]
    for value in walk(root):
        if value.SINCE is not None:
            need = max(need, value.SINCE)
        for field in _with_history(type(value)):
            mark, content = field.mark, getattr(value, field.name)
            if mark.since is not None and content != field.default:
                need = max(need, mark.since)
            if mark.required_before is not None and content == field.default:
                need = max(need, mark.required_before)
            if mark.default_since is not None and content == mark.default_since[1]:
                need = max(need, mark.default_since[0])
    return need


@cache
def _with_history(cls: type[Element]) -> tuple[Field, ...]:
    """Return the fields whose value may require a version."""
    fields = spec_of(cls).fields
    marks = ((field, field.mark) for field in fields)
    return tuple(f for f, m in marks if m.since or m.required_before or m.default_since)
