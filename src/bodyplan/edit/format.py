"""Canonical layout of a file: the same elements, comments and values, formatted uniformly.

Only whitespace between tags, whitespace inside tags, and quotes change.

- One element per line, indented by two spaces more than its parent. An element below the root that
  is written on one line and contains only one leaf or one comment stays on one line if it ends
  before column 100: ``<geometry><mesh filename="arm.stl"/></geometry>``.
- One space between attributes, none around ``=`` nor before ``>`` and ``/>``. Double quotes,
  unless the value contains one. ``<a></a>`` becomes ``<a/>``.
- A start tag is on one line. If it is written on several lines and would exceed column 100, each
  attribute has its own line, aligned with the first.
- Empty lines stay only between siblings, at the beginning and the end of the root's content, and
  before and after the root. Several in a row become one; none is added. Lines have no trailing
  whitespace; the file ends with one line end.
- A comment at the end of a line stays there; every other comment has its own line.
- Text and CDATA do not change, including the surrounding whitespace. If text and tags are mixed,
  nothing inside changes, unless the format ignores text there (then the text does not change, and
  the rest is formatted). Nothing changes inside ``xml:space="preserve"``.
- Line ends between tags become those that are most frequent in the file. Encoding, byte order mark,
  declaration, document type, the order of attributes, and the characters of every value and comment
  do not change.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from functools import cache, lru_cache

from bodyplan.formats.document import Document
from bodyplan.formats.editing import EditError
from bodyplan.spec import Element, spec_of
from bodyplan.text import Edit, over

WIDTH = 100
"""The column limit of one-line elements and of start tags on one line."""

DEFAULT_INDENT = 2
MOST_PARTS = 1_000_000
"""Limit on the tags, comments and texts of a file, and on the changes to it. A file has at most
150,000 elements, but may have more comments."""

_START, _EMPTY, _END, _COMMENT, _OTHER, _TEXT = range(6)
_BLANKS = " \t\r\n"
_NEWLINE = re.compile(r"\r\n|\n|\r")
_BLANK_RUN = re.compile(r"[ \t\r\n]*+")
_ATTRIBUTE = re.compile(r"""(?<![^\s=/>"'])([^\s=/>]++)(\s*+=\s*+)("[^"]*+"|'[^']*+')""")


@cache
def _token() -> re.Pattern[str]:
    return re.compile(
        r"""<(?:
          ([^\s/>!?"'<]++(?:[ ][^\s=/>"']++="[^"]*+")*+/?>)                 # 1 formatted start tag
        | ([^\s/>!?"'<]++[^>"']*+(?:"[^"]*+"[^>"']*+|'[^']*+'[^>"']*+)*+>)  # 2 other start tag
        | (/[^>]*+>)                                                        # 3 end tag
        | (!--.*?-->)                                                       # 4 comment
        | (!\[CDATA\[.*?\]\]>)                                              # 5 text
        | (\?.*?\?>                                                         # 6 others
          | !DOCTYPE(?:[^\["'>]++|"[^"]*+"|'[^']*+')*+
            (?:\[(?:[^]"'<]++|"[^"]*+"|'[^']*+'|<!--.*?-->|<\?.*?\?>|<)*+\]\s*+)?+>)
        )""",
        re.VERBOSE | re.DOTALL,
    )


_KINDS = (_OTHER, _START, _START, _END, _COMMENT, _TEXT, _OTHER)  # by matching group


def format_document(document: Document, *, indent: int = DEFAULT_INDENT) -> list[Edit]:
    """Return the edits that give a file its canonical layout; empty if it already has this layout.

    The tree, values, comments and processing instructions do not change.

    Args:
        document: a complete, well-formed file.
        indent: number of spaces per level.

    Raises:
        EditError: the file is not well-formed, nested deeper than the input limit allows, or would
            change in too many places.
        ValueError: the indent is negative.
    """
    if indent < 0:
        raise ValueError("the indent must not be negative")
    fault = document.tree.fault
    if fault is not None or document.tree.root is None:
        reason = fault.message if fault is not None else "it has no element"
        raise EditError(f"{document.name} cannot be formatted: {reason}")
    if document.has_strays:  # content around the root element would be lost
        raise EditError(
            f"{document.name} cannot be formatted: its root element is surrounded by content that"
            " XML does not allow (X010, X011); `bodyplan fix` removes it"
        )
    cls = type(document.root) if document.root is not None else None
    try:
        formatter = _Formatter(document.source.text, cls, indent, has_text=document.tree.has_text)
        if formatter.depth > document.limits.max_depth:
            raise EditError(over("max_depth", document.limits.max_depth, formatter.depth))
        formatter.run()
    except EditError as error:
        raise EditError(f"{document.name} cannot be formatted: {error}") from None
    return formatter.edits


class _Formatter:
    """Formats one text.

    Args:
        text: well-formed XML.
        cls: the declared class of the root element, if it is declared.
        indent: spaces per level.
        has_text: whether text other than whitespace may occur between the tags.
    """

    def __init__(
        self, text: str, cls: type[Element] | None, indent: int, *, has_text: bool
    ) -> None:
        self.text = text
        self.cls = cls
        self.indent = indent
        self.edits: list[Edit] = []
        self.kinds = bytearray()
        self.is_even = bytearray()
        """Whether each token is a start tag that requires no change inside."""
        self.starts = array("q")
        self.ends = array("q")
        self.with_text: set[int] = set()
        """Start tags whose element directly contains text."""
        self.depth = 0
        """Maximum nesting depth of elements."""
        self._tokenize(has_text=has_text)
        self.newline = "\n"
        self.lines: list[str] = []
        """The line end and indentation of each depth."""
        self._newlines: Counter[str] | None = Counter() if "\r" in text else None
        """Number of occurrences of each kind of line end."""
        self._knows_space = "xml:space" in text
        self._run_end = -1
        self._run_is_trailing = False

    def _tokenize(self, *, has_text: bool) -> None:
        text, kinds, starts, ends = self.text, self.kinds, self.starts, self.ends
        is_even, with_text = self.is_even, self.with_text
        position, stack, deepest = 0, [0], 1
        for match in _token().finditer(text):
            start, end = match.span()
            if has_text and start > position and text[position:start].strip(_BLANKS):
                kinds.append(_TEXT)
                is_even.append(0)
                starts.append(position)
                ends.append(start)
                with_text.add(stack[-1])
            if len(kinds) > MOST_PARTS:
                raise EditError(
                    f"it has more than {MOST_PARTS:,} tags, comments and texts (the limit)"
                )
            position = end
            group = match.lastindex or 0
            kind = _KINDS[group]
            if kind == _START:
                if text[end - 2] == "/":
                    kind = _EMPTY
                else:
                    stack.append(len(kinds))
                    deepest = max(deepest, len(stack))
            elif kind == _END:
                stack.pop()
            elif kind == _TEXT:
                with_text.add(stack[-1])
            kinds.append(kind)
            is_even.append(group == 1)
            starts.append(start)
            ends.append(end)
        self.depth = deepest - 1

    def run(self) -> None:
        """Collect the edits."""
        self._lay_out()
        if self._newlines:
            newline = max(self._newlines, key=self._newlines.__getitem__)
            if newline != self.newline:
                self.newline = newline
                self.edits.clear()
                self._lay_out()

    def _lay_out(self) -> None:
        step = " " * self.indent
        self.lines = [self.newline + step * depth for depth in range(self.depth + 1)]
        kinds, is_even, text, lines = self.kinds, self.is_even, self.text, self.lines
        starts, ends = self.starts, self.ends
        stack: list[int] = []  # start tags that are open
        index, count = 0, len(kinds)
        while index < count:
            kind = kinds[index]
            if kind == _END:
                stack.pop()
            if (
                not index
                or self._newlines is not None
                or text[ends[index - 1] : starts[index]] != lines[len(stack)]
            ):
                self._gap(index, len(stack))
            if kind == _EMPTY:
                if not is_even[index]:
                    self._tag(index, len(stack))
            elif kind == _END:
                self._end_tag(index)
            elif kind == _START:
                behind = self._whole(index, stack)
                if behind:
                    index = behind
                    continue
                self._tag(index, len(stack))
                stack.append(index)
            index += 1
        if self._newlines is not None:
            self._newlines.update(_NEWLINE.findall(text, ends[-1]))
        self._replace(ends[-1], len(text), self.newline)

    def _replace(self, start: int, end: int, text: str) -> None:
        if self.text[start:end] == text:
            return
        if len(self.edits) == MOST_PARTS:
            raise EditError(f"more than {MOST_PARTS:,} places would change (the limit)")
        self.edits.append(Edit(start, end, text))

    # Between tokens

    def _gap(self, index: int, depth: int) -> None:
        """Add the edit of the whitespace before a token."""
        kinds, text = self.kinds, self.text
        if not index:
            self._replace(0, self.starts[0], "")
            return
        kind, before = kinds[index], kinds[index - 1]
        if _TEXT in (kind, before):
            return
        start, end = self.ends[index - 1], self.starts[index]
        found = _NEWLINE.findall(text, start, end)
        newlines = len(found)
        if kind == _COMMENT and not newlines and self._is_trailing(index):
            self._replace(start, end, " ")
            return
        if self._newlines is not None:
            self._newlines.update(found)
        is_edge = depth > 0 and (kind == _END or (before == _START and depth > 1))
        is_apart = newlines > 1 and not is_edge
        self._replace(start, end, (self.newline if is_apart else "") + self.lines[depth])

    def _is_trailing(self, index: int) -> bool:
        """Return whether a comment ends its line, apart from further comments or an end tag."""
        if index > self._run_end:
            last = index
            while True:
                behind = last + 1
                is_last = behind == len(self.kinds)
                match = _BLANK_RUN.match(self.text, self.ends[last])
                gap = match[0] if match else ""
                if is_last or "\n" in gap or "\r" in gap or self.kinds[behind] != _COMMENT:
                    break
                last = behind
            self._run_end = last
            is_end = is_last or "\n" in gap or "\r" in gap
            self._run_is_trailing = is_end or self.kinds[last + 1] == _END
        return self._run_is_trailing

    # Elements that are formatted as a whole

    def _whole(self, index: int, stack: list[int]) -> int:
        """Format an element that is empty, unchanged inside, or on one line.

        Returns:
            The index of the token after the element; 0 if no such element was
            formatted.
        """
        kinds, depth = self.kinds, len(stack)
        behind = kinds[index + 1]
        if behind == _END:
            gap = self.text[self.ends[index] : self.starts[index + 1]]
            if not gap or "\n" in gap or "\r" in gap or self._ignores_text(index, stack):
                self._tag(index, depth, closed_by=index + 1)
            else:  # the space may be intentional
                self._tag(index, depth)
                self._end_tag(index + 1)
            return index + 2
        if (index in self.with_text and not self._is_laid_out(index, stack)) or (
            self._knows_space and self._is_preserved(index)
        ):
            self._tag(index, depth)
            end = self._end_of(index)
            self._end_tag(end)
            return end + 1
        return self._on_line(index, depth) if depth else 0

    def _is_laid_out(self, index: int, stack: list[int]) -> bool:
        """Return whether to format tags mixed with text, because the format ignores the text."""
        inside = index + 1
        while self.kinds[inside] == _TEXT:
            inside += 1
        return self.kinds[inside] != _END and self._ignores_text(index, stack)

    def _ignores_text(self, index: int, stack: list[int]) -> bool:
        """Return whether the format declares this element without text."""
        cls = self.cls
        for opened in [*stack, index][1:]:
            if cls is None:
                return False
            cls = _class_inside(cls, self._tag_name(opened))
        return cls is not None and all(field.place != "text" for field in spec_of(cls).fields)

    def _tag_name(self, index: int) -> str:
        match = re.compile(r"[^\s/>]+").match(self.text, self.starts[index] + 1)
        return match[0] if match else ""

    def _is_preserved(self, index: int) -> bool:
        tag = self.text[self.starts[index] : self.ends[index]]
        return re.search(r"""\sxml:space\s*=\s*["']preserve["']""", tag) is not None

    def _end_of(self, index: int) -> int:
        """Return the index of the end tag that closes a start tag."""
        depth = 0
        while True:
            kind = self.kinds[index]
            depth += (kind == _START) - (kind == _END)
            if not depth:
                return index
            index += 1

    def _on_line(self, index: int, depth: int) -> int:
        """Format an element that stays on one line.

        Returns:
            The index of the token after the element; 0 if it does not stay on one line.
        """
        kinds = self.kinds
        inside = kinds[index + 1]
        last = index + 2
        if inside == _START:
            while kinds[last] == _TEXT:
                last += 1
            if kinds[last] != _END:
                return 0
            last += 1
        elif inside not in (_EMPTY, _COMMENT):
            return 0
        if kinds[last] != _END or (inside == _START and self._is_preserved(index + 1)):
            return 0
        whole = self.text[self.starts[index] : self.ends[last]]
        if "\n" in whole or "\r" in whole:
            return 0
        before, after = self.ends[index], self.starts[last]
        mark = len(self.edits)
        self._tag(index, depth)
        self._replace(before, self.starts[index + 1], "")
        if inside == _EMPTY:
            self._tag(index + 1, depth)
        elif inside == _START and last == index + 3:
            gap = self.text[self.ends[index + 1] : self.starts[index + 2]]
            if gap:
                self._tag(index + 1, depth)
                self._end_tag(index + 2)
            else:
                self._tag(index + 1, depth, closed_by=index + 2)
        elif inside == _START:
            self._tag(index + 1, depth)
            self._end_tag(last - 1)
        self._replace(self.ends[last - 1], after, "")
        self._end_tag(last)
        change = sum(len(text) - (end - start) for start, end, text in self.edits[mark:])
        if self.indent * depth + len(whole) + change > WIDTH:
            del self.edits[mark:]
            return 0
        return last + 1

    # Inside tags

    def _end_tag(self, index: int) -> None:
        start, end = self.starts[index], self.ends[index]
        if self.text[end - 2] in _BLANKS:
            blank = self.text[start : end - 1].rstrip(_BLANKS)
            self._replace(start + len(blank), end - 1, "")

    def _tag(self, index: int, depth: int, *, closed_by: int | None = None) -> None:
        """Add the edits inside a start tag, and of its end tag if it becomes an empty-element tag."""
        text = self.text
        start, end = self.starts[index], self.ends[index]
        if self.is_even[index]:
            if closed_by is not None:
                self._replace(end - 1, self.ends[closed_by], "/>")
            return
        attributes = list(_ATTRIBUTE.finditer(text, start, end))
        name_end = start + 1 + len(self._tag_name(index))
        gaps: list[tuple[int, int]] = []
        position = name_end
        width = self.indent * depth + name_end - start
        for match in attributes:
            gaps.append((position, match.start()))
            position = match.end()
            width += 2 + len(match[1]) + len(match[3])
        close = end - (2 if text[end - 2] == "/" else 1)
        blanks = "".join(text[a:b] for a, b in [*gaps, (position, close)])
        blanks += "".join(match[2] for match in attributes)
        width += 2 if closed_by is not None or text[end - 2] == "/" else 1
        is_broken = width > WIDTH and ("\n" in blanks or "\r" in blanks)
        between = self.lines[depth] + " " * (name_end - start + 1) if is_broken else " "
        for number, (match, gap) in enumerate(zip(attributes, gaps, strict=True)):
            self._replace(*gap, between if number else " ")
            self._replace(*match.span(2), "=")
            first, last = match.span(3)
            if text[first] == "'" and '"' not in match[3]:
                self._replace(first, first + 1, '"')
                self._replace(last - 1, last, '"')
        if closed_by is not None:
            self._replace(position, self.ends[closed_by], "/>")
        else:
            self._replace(position, close, "")


@lru_cache(maxsize=4_096)  # a bounded cache, because tags are arbitrary
def _class_inside(cls: type[Element], tag: str) -> type[Element] | None:
    """Return the declared class of a child element; None if it is not declared."""
    field = spec_of(cls).by_tag.get(tag)
    if field is None or not field.elements:
        return None
    return next((inner for inner in field.elements if tag == inner.TAG), field.elements[0])
