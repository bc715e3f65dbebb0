"""Converts values to XML text and elements, according to their declarations."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple, cast
from xml.etree.ElementTree import Element as Node

from bodyplan.core import REQUIRED, quoted
from bodyplan.core.names import did_you_mean
from bodyplan.native import make_node, write_tree
from bodyplan.spec.codec import FLOAT, FLOATS, STRING
from bodyplan.spec.element import Element, Field, reachable, spec_of
from bodyplan.spec.marks import Child, Version
from bodyplan.spec.raw import NOTHING, Raw

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
"""Matches a text of ASCII characters that need no escaping; most texts match."""
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
    """Return a value as XML text; fields with default values are omitted unless they are required.

    Args:
        value: a declared value.
        version: the version of the format, which determines the defaults.
        tag: the tag, for a class with several tags.
        indent: the indentation of the first line; the result begins after it.
        step: the indentation of each level.
        newline: the line ending.

    Raises:
        ValueError: a value cannot be written, such as nan.
    """
    return write_raw(node_of(value, version, tag), indent=indent, step=step, newline=newline)


def node_of(value: Element, version: Version, tag: str | None = None) -> Node:
    """Return a value as an XML element; fields with default values are omitted unless required.

    If no attribute remains, all defaults are written, because urdfdom rejects ``<dynamics/>``.

    Args:
        value: a declared value.
        version: the version of the format, which determines the defaults.
        tag: the tag, for a class with several tags.

    Raises:
        ValueError: a value cannot be written, such as nan.
    """
    if make_node is not None:
        plans = _native_plans(version)
        return cast("Node", make_node(value, tag, plans, NOTHING, *plans.twins))
    return _node_of(value, version, tag)


def _node_of(value: Element, version: Version, tag: str | None) -> Node:
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
    """Return a copy of raw XML that may be changed, without the text after the element."""
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
    """The names, defaults and fields that are written for the elements of a class."""

    attributes: tuple[tuple[str, Any, Field], ...]
    children: tuple[tuple[str, Any, Field], ...]
    text: Field | None
    others: tuple[str, ...]
    """The names of the fields that contain undeclared attributes."""
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


class _NativePlans(dict[type[Element], "_NativePlan | None"]):
    """The plans that ``make_node`` of the native extension uses, for one version of a format.

    Args:
        version: the version of the format.
    """

    def __init__(self, version: Version) -> None:
        super().__init__()
        self._version = version
        self.twins = (
            format_value,
            lambda node, field, member: _append(node, field, member, version),
            lambda value, tag: _node_of(value, version, tag),
        )
        """Python functions that ``make_node`` calls for values that it does not handle itself."""

    def __missing__(self, cls: type[Element]) -> _NativePlan | None:
        plan = _plan(cls, self._version)
        # rare: elements of this class are written by Python code instead of native code
        made = None
        if not plan.others and not plan.has_attributes_only:
            text = None if plan.text is None else _native_entry((plan.text.name, None, plan.text))
            made = (
                cls.TAG,
                tuple(map(_native_entry, plan.attributes)),
                tuple(map(_native_entry, plan.children)),
                text,
            )
        self[cls] = made
        return made


_NativeEntry = tuple[str, Any, str, int, Any, bool, Field]
"""A field: its Python name, default, XML name, kind, size (of a vector) or keywords (of a text),
whether it is a list, and the ``Field``."""
_NativePlan = tuple[str, tuple[_NativeEntry, ...], tuple[_NativeEntry, ...], "_NativeEntry | None"]
"""Tag, attributes, children, text."""
_OTHER, _NUMBER, _NUMBERS, _TEXT, _ELEMENTS = range(5)
"""The kinds of fields in ``_NativeEntry``, with the same numbers as in writer_module.cpp."""
_native_plans = cache(_NativePlans)


def _native_entry(written: tuple[str, Any, Field]) -> _NativeEntry:
    name, default, field = written
    kind, codec = _OTHER, field.codec
    limit: int | tuple[str, ...] | None = None
    if field.elements:
        kind = _ELEMENTS
    elif codec is not None and (field.place != "value" or field.attr is None):
        # this also matches the codec of a format that allows infinite numbers
        if codec.name == FLOAT.name:
            kind = _NUMBER
        elif codec.format is FLOATS.format:
            kind, limit = _NUMBERS, codec.size
        elif codec.format is STRING.format:
            kind, limit = _TEXT, codec.words
    usual = None if default is REQUIRED else default
    return name, usual, field.xml, kind, limit, field.is_many, field


def _has_text(content: Any) -> bool:
    return content is not None and not (isinstance(content, float) and math.isinf(content))


def write_value_child(field: Field, content: Any) -> str:
    """Return the XML text of the child element that contains a plain value."""
    return write_raw(value_node(field, content))


def value_node(field: Field, content: Any) -> Node:
    """Return the child element that contains a plain value."""
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
        TypeError: the field contains elements.
        ValueError: the text would not be valid, such as for nan, an unknown keyword, or a vector of
            wrong length.
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
    """Return raw XML as text; only the whitespace between tags may differ from the file.

    The tree does not contain the whitespace between tags. Therefore, if an element has no text,
    each of its children is written on a separate line.

    Args:
        node: the element.
        indent: the indentation of the first line; the result begins after it.
        step: the indentation of each level.
        newline: the line ending.
    """
    before = newline + indent
    written = None if write_tree is None else write_tree(node, before, step)
    return _write_raw(node, before, step) if written is None else written


def _write_raw(node: Node, before: str, step: str) -> str:
    pieces: list[str] = []
    write = pieces.append
    pending: list[tuple[Iterator[Node], str | None, str]] = []
    """For each open element: its remaining children, the text before each child, and its end tag."""

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

    begin(node, before)
    while pending:  # iterative, because elements may be nested deeply
        children, line, end = pending[-1]
        child = next(children, None)
        if child is None:
            write(end)
            pending.pop()
            continue
        if line is not None:
            write(line)
        begin(child, line)
    return "".join(pieces)


def _tail(node: Node) -> str:
    return _unless_blank(node.tail)


def _unless_blank(text: str | None) -> str:
    return escape_text(text) if text and text.strip(" \t\r\n") else ""


def smallest_version(root: Element, versions: tuple[Version, ...]) -> Version:
    """Return the lowest of some versions of a format that supports everything in a value."""
    need = least = versions[0]
    stack = [root]
    while stack:
        value = stack.pop()
        cls = type(value)
        if cls.SINCE is not None:
            need = max(need, cls.SINCE)
        own, inner = _with_history(cls, least)
        for field in own:
            mark, content = field.mark, getattr(value, field.name)
            if mark.since is not None and content != field.default:
                need = max(need, mark.since)
            if mark.required_before is not None and content == field.default:
                need = max(need, mark.required_before)
            if mark.default_since is not None and content == mark.default_since[1]:
                need = max(need, mark.default_since[0])
        for name, is_many in inner:
            content = getattr(value, name)
            if is_many:
                stack += content
            elif content is not None:
                stack.append(content)
    return need


@cache
def _with_history(
    cls: type[Element], least: Version
) -> tuple[tuple[Field, ...], tuple[tuple[str, bool], ...]]:
    """Return the fields of a class that may require a version later than ``least``.

    These are the fields whose own value may require it, and those with elements that may.
    """
    fields = spec_of(cls).fields
    own = tuple(field for field in fields if _may_require(field, least))
    inner = tuple(
        (field.name, field.is_many)
        for field in fields
        if any(_is_newer(one, least) for part in field.elements for one in reachable(part))
    )
    return own, inner


@cache
def _is_newer(cls: type[Element], least: Version) -> bool:
    """Return whether an element, without its children, may require a version after ``least``."""
    since = cls.SINCE is not None and least < cls.SINCE
    return since or any(_may_require(field, least) for field in spec_of(cls).fields)


def _may_require(field: Field, least: Version) -> bool:
    mark = field.mark
    changes = (mark.since, mark.required_before, mark.default_since and mark.default_since[0])
    return any(version is not None and version > least for version in changes)
