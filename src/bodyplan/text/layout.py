"""Where each element and attribute stands in the text.

Made on demand: most files are read, found clean, and never need it. The scan trusts the parser
that came before it: the text is well-formed up to the last element that the tree holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple
from xml.etree.ElementTree import Element


@cache
def _markup() -> re.Pattern[str]:
    """Every tag and everything else that begins with ``<``. Compiled when needed: it takes long."""
    return re.compile(
        r"""<(?:
          ([^\s/>!?"'<]++)                                         # 1 tag
          ([^>"']*+(?:"[^"]*+"[^>"']*+|'[^']*+'[^>"']*+)*+)>      # 2 attributes, with the slash
        | (/)[^>]*+>                                              # 3 end tag
        | !--.*?-->
        | !\[CDATA\[.*?\]\]>
        | \?.*?\?>
        | !DOCTYPE(?:[^\["'>]++|"[^"]*+"|'[^']*+')*+
          (?:\[(?:[^]"'<]++|"[^"]*+"|'[^']*+'|<!--.*?-->|<\?.*?\?>|<)*+\]\s*+)?+>
        | ()                                                      # 4 none of these: the file broke off
        )""",
        re.VERBOSE | re.DOTALL,
    )


_START_TAG, _END_TAG, _BROKEN = 2, 3, 4
_ATTRIBUTE = re.compile(r"""([^\s=/>]++)\s*+=\s*+("[^"]*+"|'[^']*+')""")

_LONGEST_NAME = 200
"""A longer name is no address: its element goes by number, so that no path grows without bound."""


class Span(NamedTuple):
    """Half-open range of offsets."""

    start: int
    end: int


class ElementSpan(NamedTuple):
    """Offsets of one element."""

    start: int
    """At the ``<`` of the start tag."""
    open_end: int
    """Behind the ``>`` of the start tag."""
    close_start: int
    """At the ``<`` of the end tag; equals ``open_end`` for an element without one."""
    end: int
    """Behind the whole element."""

    @property
    def is_empty_tag(self) -> bool:
        """Whether it is written ``<tag/>``."""
        return self.close_start == self.end


class AttributeSpan(NamedTuple):
    """Offsets of one attribute."""

    name: Span
    value: Span
    """Between the quotes."""
    quote: str

    @property
    def whole(self) -> Span:
        """From the first letter of the name to behind the closing quote."""
        return Span(self.name.start, self.value.end + 1)


class Layout:
    """Spans of all elements of a tree in their text.

    Args:
        text: the characters of the file.
        root: the tree that was read from them.
    """

    def __init__(self, text: str, root: Element | None) -> None:
        self.text = text
        self.elements: list[Element] = [] if root is None else list(root.iter())
        self._index = {id(element): i for i, element in enumerate(self.elements)}
        self._groups: dict[int, dict[str, list[Element]]] = {}
        self._steps: dict[tuple[int, str], dict[int, str]] = {}

    @cached_property
    def _spans(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Where each element starts, where its tag ends, where its end tag starts, where it ends."""
        text, count = self.text, len(self.elements)
        starts: list[int] = []
        opens: list[int] = []
        closes: list[int] = []
        ends: list[int] = []
        stack: list[int] = []
        for match in _markup().finditer(text):
            kind = match.lastindex
            if kind == _START_TAG:
                index = len(starts)
                if index == count:
                    break
                start, end = match.span()
                starts.append(start)
                opens.append(end)
                closes.append(end)
                ends.append(end)
                if text[end - 2] != "/":
                    stack.append(index)
            elif kind == _END_TAG:
                if stack:
                    index = stack.pop()
                    closes[index], ends[index] = match.span()
            elif kind == _BROKEN:
                break
        for index in stack:  # never closed, the file broke off
            closes[index] = ends[index] = len(text)
        # none is missing, as long as the parser sees what is seen here
        missing = [len(text)] * (count - len(starts))
        for offsets in (starts, opens, closes, ends):
            offsets.extend(missing)
        return starts, opens, closes, ends

    @cached_property
    def _parents(self) -> dict[int, Element]:
        return {id(child): element for element in self.elements for child in element}

    def span(self, element: Element) -> ElementSpan:
        """Offsets of an element of the tree."""
        index = self._index[id(element)]
        starts, opens, closes, ends = self._spans
        return ElementSpan(starts[index], opens[index], closes[index], ends[index])

    def tag_span(self, element: Element) -> Span:
        """Offsets of the tag name in the start tag."""
        start = self._spans[0][self._index[id(element)]] + 1
        return Span(start, start + len(element.tag))

    def parent(self, element: Element) -> Element | None:
        """The element around this one."""
        return self._parents.get(id(element))

    def attributes(self, element: Element) -> Iterator[tuple[str, AttributeSpan]]:
        """Name and offsets of each attribute, as written."""
        span = self.span(element)
        start = span.start + 1 + len(element.tag)
        for match in _ATTRIBUTE.finditer(self.text, start, span.open_end):
            value = Span(match.start(2) + 1, match.end(2) - 1)
            yield match[1], AttributeSpan(Span(*match.span(1)), value, match[2][0])

    def attribute(self, element: Element, name: str) -> AttributeSpan | None:
        """Offsets of one attribute, if it is written."""
        return next((span for found, span in self.attributes(element) if found == name), None)

    def path(self, element: Element | None) -> str:
        """XPath-like address: by name where an element has one, else by number among its like."""
        steps: list[str] = []
        while element is not None:
            parent = self.parent(element)
            steps.append(element.tag if parent is None else self._step(element, parent))
            element = parent
        return "/" + "/".join(reversed(steps))

    def _step(self, element: Element, parent: Element) -> str:
        tag = element.tag
        steps = self._steps.get((id(parent), tag))
        if steps is None:
            steps = self._steps[id(parent), tag] = _steps(self._children(parent)[tag])
        return steps[id(element)]

    def _children(self, parent: Element) -> dict[str, list[Element]]:
        """The children of an element by their tags."""
        groups = self._groups.get(id(parent))
        if groups is None:
            groups = self._groups[id(parent)] = {}
            for child in parent:
                groups.setdefault(child.tag, []).append(child)
        return groups

    def indentation(self, offset: int) -> str:
        """The blanks before an offset, back to the start of its line; empty if others stand there."""
        start = max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1
        blanks = self.text[start:offset]
        return blanks if not blanks.strip(" \t") else ""

    def comments_before(self, element: Element) -> Iterator[tuple[str, Span]]:
        """The comments directly before an element, nearest first: content and offsets."""
        text = self.text
        position = self.span(element).start
        while True:
            while position and text[position - 1].isspace():
                position -= 1
            if not text.endswith("-->", 0, position):
                return
            start = text.rfind("<!--", 0, position)
            if start < 0 or "-->" in text[start : position - 3]:  # a "-->" that ends no comment
                return
            yield text[start + 4 : position - 3], Span(start, position)
            position = start


def _steps(like: list[Element]) -> dict[int, str]:
    """The step of a path to each of some children of one tag, by the child's ``id``."""
    tag = like[0].tag
    if len(like) == 1:
        return {id(like[0]): tag}
    names = Counter([child.get("name") for child in like])
    steps: dict[int, str] = {}
    for number, child in enumerate(like, 1):
        name = child.get("name")
        named = name and names[name] == 1 and len(name) <= _LONGEST_NAME
        steps[id(child)] = f"{tag}[@name={name!r}]" if named else f"{tag}[{number}]"
    return steps
