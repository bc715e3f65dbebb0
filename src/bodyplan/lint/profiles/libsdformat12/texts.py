"""Texts as libsdformat 12.3 takes them out of a file."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element as Node

from bodyplan.text import ElementSpan

_WORDS = {"true": "1", "false": "0"}
_COMMENTS = re.compile(r"(?:\s*<!--.*?-->)*\s*(<!\[CDATA\[)?", re.DOTALL)


def word(text: str) -> str:
    """Return the text that libsdformat parses: it replaces these keywords by numbers everywhere."""
    return _WORDS.get(text.lower(), text)


def is_tiny(text: str) -> bool:
    """Whether a text may be a number that is nearly 0."""
    return "e-" in text or "E-" in text


def first_text(node: Node, whole: str, span: ElementSpan) -> str:
    """Return the text of an element between leading comments and the next comment.

    Args:
        node: the element.
        whole: the characters of the file.
        span: the span of the element in them.
    """
    begin, end = span.open_end, span.close_start
    if whole.find("<!--", begin, end) < 0:
        return node.text or ""
    match = _COMMENTS.match(whole, begin, end)
    start = begin if match is None else match.end()
    if match is not None and match[1]:
        stop = whole.find("]]>", start, end)
    else:
        stop = whole.find("<", start, end)
    return whole[start : end if stop < 0 else stop]
