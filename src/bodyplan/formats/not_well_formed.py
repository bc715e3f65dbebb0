"""Hints for files that are not well-formed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.spec.places import Places
from bodyplan.text import Fault

_MARKUP = re.compile(
    r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>]*>
    |<(?P<close>/?)(?P<tag>[^\s/>!?]+)(?:[^>"']|"[^"]*"|'[^']*')*>""",
    re.VERBOSE | re.DOTALL,
)
_ENTITY = re.compile(r"&(?!lt;|gt;|amp;|apos;|quot;|#)([^\s;<>&\"']+);")


def last_path(root: Node) -> Iterator[Node]:
    """Yield the elements that were open, or the last one, where parsing stopped; outermost first."""
    node = root
    yield node
    while len(node):
        node = node[-1]
        yield node


def fault_hint(places: Places, fault: Fault) -> str | None:
    """Return the hint for an XML error, from the text around it."""
    if fault.kind == "encoding":
        return "save the file as UTF-8, or declare its encoding"
    if fault.kind == "entity":
        return "write the value itself, or use a xacro property"
    if fault.kind != "syntax":
        return None
    text = places.source.text
    start = min(places.source.offset_of_byte(fault.byte), len(text))
    if text.startswith("<!--", start):
        return "close the comment with -->"
    if "unclosed" in fault.message or "inside a" in fault.message:
        return "close the tag that begins here"
    if "end tag" in fault.message or "file ends" in fault.message:
        return _open_element(places, start, is_end="file ends" in fault.message)
    if "entity" in fault.message:
        match = _ENTITY.search(text, start)
        name = f" {match[0]!r}" if match is not None else " this"
        return f"write &amp; for a literal &;{name} is not an XML entity"
    if "root element" in fault.message:
        return "remove it, or move it into the root element"
    if "declaration" in fault.message:
        return "remove everything before <?xml, including spaces and empty lines"
    if "character" not in fault.message:
        return None
    before, here = text[max(start - 2, 0) : start], text[start : start + 1]
    if before.endswith("&"):
        return "write &amp; for a literal &"
    if here == "<":
        return "write &lt; for a literal <, or close the quotes before it"
    if before.endswith("="):
        return "write the value in quotes"
    if before == "--":
        return "separate the two hyphens: XML forbids them in a comment"
    if here and not here.isprintable() and not here.isspace():
        return f"remove the character U+{ord(here):04X}"
    return None


def _open_element(places: Places, end: int, *, is_end: bool) -> str | None:
    """Return the hint that names the element open at an offset."""
    stack: list[tuple[str, int]] = []
    for match in _MARKUP.finditer(places.source.text, 0, end):
        if match["close"]:
            if stack:
                stack.pop()
        elif match["tag"] and not match[0].endswith("/>"):
            stack.append((match["tag"], match.start()))
    if not stack:
        return None
    tag, start = stack[-1]
    line, _ = places.source.position(start)
    if is_end:
        return f"close <{tag}>, opened on line {line}"
    return f"expected </{tag}>: <{tag}> was opened on line {line}"
