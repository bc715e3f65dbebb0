"""Writing of new elements from values, according to their declarations."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.core import quoted
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
_IN_ATTRIBUTE = str.maketrans(_ATTRIBUTE_ESCAPES)
_IN_TEXT = str.maketrans(_TEXT_ESCAPES)


def escape_attribute(text: str, quote: str = '"') -> str:
    """Escape a text for the value of an attribute.

    Raises:
        ValueError: a character is not allowed in XML.
    """
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

    An element that would have no attribute gets all defaults: urdfdom rejects an empty
    ``<dynamics/>``.

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
    tag = tag or value.TAG
    attributes = [
        f' {name}="{escape_attribute(text)}"' for name, text in _attributes(value, version)
    ]
    head = f"<{tag}{''.join(attributes)}"
    inner = indent + step
    children = [
        _write_child(child, version, child_tag, inner, step, newline)
        for child_tag, child in _children(value, version)
    ]
    text = next(
        (
            escape_text(format_value(field, getattr(value, field.name)))
            for field in spec_of(type(value), version).fields
            if field.place == "text"
        ),
        "",
    )
    if not children:
        return f"{head}>{text}</{tag}>" if text else f"{head}/>"
    body = "".join(f"{newline}{inner}{child}" for child in children)
    return f"{head}>{text}{body}{newline}{indent}</{tag}>"


def _write_child(
    child: Element | Raw | str, version: Version, tag: str, indent: str, step: str, newline: str
) -> str:
    if isinstance(child, Element):
        return write_element(child, version, tag=tag, indent=indent, step=step, newline=newline)
    if isinstance(child, Raw):
        return write_raw(child.node, indent=indent, step=step, newline=newline)
    return child


def _attributes(value: Element, version: Version) -> Iterator[tuple[str, str]]:
    fields = spec_of(type(value), version).fields
    wanted = [f for f in fields if f.place == "attribute"]
    written = [f for f in wanted if is_to_write(f, getattr(value, f.name), version)]
    if not written and len(wanted) == len(fields):
        written = [f for f in wanted if _has_text(getattr(value, f.name))]
    for field in written:
        yield field.xml, format_value(field, getattr(value, field.name))
    for field in fields:
        if field.place == "rest_attributes":
            yield from getattr(value, field.name)
    yield from value.extra.attributes


def _has_text(content: Any) -> bool:
    return content is not None and not (isinstance(content, float) and math.isinf(content))


def _children(value: Element, version: Version) -> Iterator[tuple[str, Element | Raw | str]]:
    for field in spec_of(type(value), version).fields:
        content = getattr(value, field.name)
        if field.place not in ("child", "value", "rest"):
            continue
        if field.is_many:
            members = content
        else:
            members = [content] if is_to_write(field, content, version) else []
        for member in members:
            if field.place == "value":
                yield field.xml, write_value_child(field, member)
            else:
                yield field.xml or member.TAG if isinstance(member, Element) else "", member
    for raw in value.extra.elements:
        yield raw.tag, raw


def is_to_write(field: Field, content: Any, version: Version) -> bool:
    """Whether a field is written in a new element."""
    if content is None:
        return False
    return field.is_required_in(version) or content != field.default_in(version)


def write_value_child(field: Field, content: Any) -> str:
    """Return the child element with one plain value."""
    text = format_value(field, content)
    if field.attr is not None:
        if isinstance(field.mark, Child) and field.mark.bare == content == "":
            return f"<{field.xml}/>"
        return f'<{field.xml} {field.attr}="{escape_attribute(text)}"/>'
    return f"<{field.xml}>{escape_text(text)}</{field.xml}>"


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
    stack: list[tuple[Node, str | None] | str] = [
        (node, indent)
    ]  # content may be deep: no recursion
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        element, outer = item
        pieces.append(f"<{element.tag}")
        pieces += [f' {name}="{escape_attribute(text)}"' for name, text in element.attrib.items()]
        text = _unless_blank(element.text)
        if not len(element) and not text:
            pieces.append("/>")
            continue
        pieces.append(f">{text}")
        tails = [_unless_blank(child.tail) for child in element]
        is_mixed = outer is None or bool(text) or any(tails)
        inner = None if is_mixed or outer is None else outer + step
        stack.append(f"</{element.tag}>" if is_mixed else f"{newline}{outer}</{element.tag}>")
        for child, tail in zip(reversed(element), reversed(tails), strict=True):
            stack += (tail, (child, inner))
            if inner is not None:
                stack.append(newline + inner)
    return "".join(pieces)


def _unless_blank(text: str | None) -> str:
    return escape_text(text) if text and text.strip(" \t\r\n") else ""


def smallest_version(root: Element, versions: tuple[Version, ...]) -> Version:
    """Return the lowest of these versions that supports everything in a value."""
    need = versions[0]
    for value in walk(root):
        if value.SINCE is not None:
            need = max(need, value.SINCE)
        for field in spec_of(type(value)).fields:
            mark, content = field.mark, getattr(value, field.name)
            if mark.since is not None and content != field.default:
                need = max(need, mark.since)
            if mark.required_before is not None and content == field.default:
                need = max(need, mark.required_before)
            if mark.default_since is not None and content == mark.default_since[1]:
                need = max(need, mark.default_since[0])
    return need
