"""What must hold between a text, its tree and its layout."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

MARKUP = re.compile(r"<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>|([^<]+)", re.DOTALL)


def content(text: str) -> str:
    """The characters that a parser gives for text without elements, but for blanks."""

    def one(match: re.Match[str]) -> str:
        section, characters = match.groups()
        return section or (unescape(characters) if characters else "")

    return without_blanks(MARKUP.sub(one, text))


def without_blanks(text: str | None) -> str:
    """The text without its blanks: those between tags may be left out of the tree."""
    return "".join((text or "").split())


def assert_sound(layout, *, has_text: bool = True, closed: bool = True) -> None:
    """Spans nest and follow one another, and hold exactly what the tree says."""
    text = layout.text
    for element in layout.elements:
        span = layout.span(element)
        assert span.start < span.open_end <= span.close_start <= span.end <= len(text)
        assert text[span.start] == "<"
        assert text[span.open_end - 1] == ">"
        tag = layout.tag_span(element)
        assert text[tag.start : tag.end] == element.tag
        if closed:
            assert text[span.end - 1] == ">"
            if span.is_empty_tag:
                assert text[span.end - 2] == "/"
            else:
                assert text.startswith(f"</{element.tag}", span.close_start)
        _assert_attributes(layout, element)
        _assert_children(layout, element, span, has_text=has_text and closed)


def _assert_attributes(layout, element) -> None:
    text, found = layout.text, []
    for name, span in layout.attributes(element):
        found.append(name)
        assert text[span.name.start : span.name.end] == name
        assert text[span.value.start - 1] == text[span.value.end] == span.quote
        value = text[span.value.start : span.value.end]
        if not set(value) & set("&\r\n\t"):
            assert value == element.get(name)
        assert layout.attribute(element, name) == span
        assert span.whole == (span.name.start, span.value.end + 1)
    assert found == list(element.attrib)


def _assert_children(layout, element, span, *, has_text: bool) -> None:
    text = layout.text
    spans = [layout.span(child) for child in element]
    for child, inner in zip(element, spans, strict=True):
        assert layout.parent(child) is element
        assert span.open_end <= inner.start
        assert inner.end <= span.close_start
    for before, after in pairwise(spans):
        assert before.end <= after.start
    if not has_text:
        return
    borders = [span.open_end, *(edge for inner in spans for edge in (inner.start, inner.end))]
    borders.append(span.close_start)
    gaps = [text[a:b] for a, b in zip(borders[::2], borders[1::2], strict=True)]
    texts = [element.text, *(child.tail for child in element)]
    assert [content(gap) for gap in gaps] == [without_blanks(found) for found in texts]
