"""Positions of elements and attributes in the text.

The positions are computed on demand, because files without diagnostics do not need them. The scan
assumes that the text is well-formed up to the last element of the tree, as the parser has checked.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core.names import shown

if TYPE_CHECKING:
    from array import array
    from xml.etree.ElementTree import Element


_LOOKED_AT = 50
"""The indentation of a file is determined from this number of elements at its beginning."""


@cache
def _markup() -> re.Pattern[str]:
    """Return the pattern of everything that begins with ``<``, compiled on demand."""
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
        | ()                                                      # 4 none of these: truncated file
        )""",
        re.VERBOSE | re.DOTALL,
    )


_START_TAG, _END_TAG, _BROKEN = 2, 3, 4
_ATTRIBUTE = re.compile(r"""([^\s=/>]++)\s*+=\s*+("[^"]*+"|'[^']*+')""")

_LONGEST_NAME = 200
"""Paths contain indices instead of names that are longer than this, so that paths remain short."""

_MOST_STEPS = 300
"""The largest number of steps of a path; no description is nested so deeply."""


class Span(NamedTuple):
    """Half-open range of offsets."""

    start: int
    end: int


class ElementSpan(NamedTuple):
    """Offsets of one element."""

    start: int
    """The offset of the ``<`` of the start tag."""
    open_end: int
    """The offset after the ``>`` of the start tag."""
    close_start: int
    """The offset of the ``<`` of the end tag; equal to ``open_end`` if the element has no end
    tag."""
    end: int
    """The offset after the element."""

    @property
    def is_empty_tag(self) -> bool:
        """Whether the element is written ``<tag/>``."""
        return self.close_start == self.end


class AttributeSpan(NamedTuple):
    """Offsets of one attribute."""

    name: Span
    value: Span
    """The span between the quotes."""
    quote: str

    @property
    def whole(self) -> Span:
        """The span from the first letter of the name to the closing quote, which it includes."""
        return Span(self.name.start, self.value.end + 1)


class _Like(NamedTuple):
    """The children of one element that have the same tag."""

    members: array[int]
    """The indices of the children, in order."""
    repeated: set[str]
    """The names that several of these children have."""


def blanks_before(text: str, offset: int) -> str | None:
    """Return the text from the start of a line to an offset; None if it is not only whitespace.

    Only the text just before the offset is examined, because the whole file may be one line.
    """
    start, size = offset, 64
    while start:
        rest = text[max(0, start - size) : start]
        left = rest.rstrip(" \t")
        start -= len(rest) - len(left)
        if left:
            return text[start:offset] if left[-1] in "\r\n" else None
        size *= 2
    return text[:offset]


class Layout:
    """The spans of all elements of a tree in the text of the file.

    Args:
        text: the characters of the file.
        root: the root of the tree that was parsed from the text.
    """

    def __init__(self, text: str, root: Element | None) -> None:
        self.text = text
        self.elements: list[Element] = [] if root is None else list(root.iter())
        self._index = {id(element): i for i, element in enumerate(self.elements)}
        self._groups: dict[int, dict[str, _Like]] = {}
        self._paths: dict[int, str] = {}

    @cached_property
    def _spans(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """The offsets of each element: start, end of the start tag, start of the end tag, end."""
        text, count = self.text, len(self.elements)

        # imported late, here and below, because files without diagnostics and edits do not need it
        from array import array

        # arrays, because lists of numbers for a million elements would need 150 MB
        starts, opens, closes, ends = array("q"), array("q"), array("q"), array("q")
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
        for index in stack:  # an element without an end: the file is truncated
            closes[index] = ends[index] = len(text)
        # elements that the parser has found, but not this scan, are located at the end of the text
        missing = array("q", [len(text)]) * (count - len(starts))
        for offsets in (starts, opens, closes, ends):
            offsets.extend(missing)
        return starts, opens, closes, ends

    @cached_property
    def _parents(self) -> array[int]:
        """The index of the parent of each element; -1 for the root."""
        from array import array

        index = self._index
        parents = array("q", [-1]) * len(self.elements)
        for position, element in enumerate(self.elements):
            for child in element:
                parents[index[id(child)]] = position
        return parents

    def number(self, element: Element) -> int:
        """Return the number of an element of the tree, in document order."""
        return self._index[id(element)]

    def span(self, element: Element) -> ElementSpan:
        """Return the offsets of an element of the tree."""
        index = self._index[id(element)]
        starts, opens, closes, ends = self._spans
        return ElementSpan(starts[index], opens[index], closes[index], ends[index])

    def tag_span(self, element: Element) -> Span:
        """Return the offsets of the tag name in the start tag."""
        start = self._spans[0][self._index[id(element)]] + 1
        return Span(start, start + len(element.tag))

    def parent(self, element: Element) -> Element | None:
        """Return the parent of an element; None for the root."""
        position = self._parents[self._index[id(element)]]
        return None if position < 0 else self.elements[position]

    def attributes(self, element: Element) -> Iterator[tuple[str, AttributeSpan]]:
        """Yield the name and the offsets of each attribute, in the order of the file."""
        span = self.span(element)
        start = span.start + 1 + len(element.tag)
        for match in _ATTRIBUTE.finditer(self.text, start, span.open_end):
            value = Span(match.start(2) + 1, match.end(2) - 1)
            yield match[1], AttributeSpan(Span(*match.span(1)), value, match[2][0])

    def attribute(self, element: Element, name: str) -> AttributeSpan | None:
        """Return the offsets of one attribute; None if it does not exist."""
        return next((span for found, span in self.attributes(element) if found == name), None)

    def path(self, element: Element | None) -> str:
        """Return an XPath-like path; siblings with the same tag are identified by name or index."""
        if element is None:
            return "/"
        missing: list[Element] = []
        # These are the cached paths of the last requested element and its ancestors. While this
        # thread changes them, other threads see an empty cache.
        known, self._paths = self._paths, {}
        around: Element | None = element
        while around is not None and id(around) not in known:
            missing.append(around)
            around = self.parent(around)
        while known and (around is None or next(reversed(known)) != id(around)):
            known.popitem()
        for inner in reversed(missing):
            known[id(inner)] = self._extended(known, inner)
        self._paths = known
        return known[id(element)]

    def _extended(self, known: dict[int, str], element: Element) -> str:
        """Return the path of an element, given the paths of its ancestors."""
        parent = self.parent(element)
        if parent is None:
            return "/" + shown(element.tag, _LONGEST_NAME)
        path = known[id(parent)]
        if len(known) > _MOST_STEPS:
            return path
        return f"{path}/{'...' if len(known) == _MOST_STEPS else self._step(element, parent)}"

    def _step(self, element: Element, parent: Element) -> str:
        groups = self._groups.get(id(parent))
        if groups is None:
            groups = self._groups[id(parent)] = self._grouped(parent)
        like = groups[element.tag]
        tag = shown(element.tag, _LONGEST_NAME)
        if len(like.members) == 1:
            return tag
        name = element.get("name")
        if name and len(name) <= _LONGEST_NAME and name not in like.repeated:
            return f"{tag}[@name={name!r}]"
        return f"{tag}[{bisect_right(like.members, self._index[id(element)])}]"

    def _grouped(self, parent: Element) -> dict[str, _Like]:
        """Return the children of an element, grouped by tag."""
        from array import array

        groups: dict[str, _Like] = {}
        names: dict[str, set[str]] = {}
        for child in parent:
            like = groups.get(child.tag)
            if like is None:
                like = groups[child.tag] = _Like(array("q"), set())
                names[child.tag] = set()
            like.members.append(self._index[id(child)])
            name = child.get("name")
            if name:
                (like.repeated if name in names[child.tag] else names[child.tag]).add(name)
        return groups

    def indentation(self, offset: int) -> str:
        """Return the whitespace between the start of a line and an offset; "" if text is there."""
        return blanks_before(self.text, offset) or ""

    @cached_property
    def newline(self) -> str:
        """The line ending of the file: that of the first line."""
        feed = self.text.find("\n")
        back = self.text.find("\r", 0, feed if feed >= 0 else len(self.text))
        return "\n" if back < 0 else "\r\n" if back == feed - 1 else "\r"

    @cached_property
    def step(self) -> str:
        """The indentation of one level: that of the first nested line, or two spaces."""
        for element in self.elements[1:_LOOKED_AT]:
            parent = self.parent(element)
            if parent is None:
                continue
            outer = self.indentation(self.span(parent).start)
            inner = self.indentation(self.span(element).start)
            if inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
        return "  "
