"""An XML parser that accepts what tinyxml2 11 accepts, which urdfdom and libsdformat use.

tinyxml2 deviates from the XML standard. It treats text as bytes, and silently stops at the first
NUL and at an end tag outside the root. A DOCTYPE ends at its first ``>``, unknown references stay
as they are, and ``<?...?>`` is an error except at the beginning of the file. All positions are byte
offsets.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, sections 1 and 2.
"""

from __future__ import annotations

import re

from bodyplan.text.layout import Span

MAX_OPEN = 498
"""The largest depth of nested elements; an element written as ``<a/>`` does not count."""

_BOM = b"\xef\xbb\xbf"
_TAG = re.compile(
    rb"[ \t\n\v\f\r]*+<[ \t\n\v\f\r]*+(/?)([A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff-]*+)"
)
_BLANKS = re.compile(rb"[ \t\n\v\f\r]*+")
_NAME = re.compile(rb"[A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff-]*+")
_ATTRIBUTE = re.compile(
    rb"""[ \t\n\v\f\r]*+([A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff-]*+)
    [ \t\n\v\f\r]*+=[ \t\n\v\f\r]*+(?:"([^"]*+)"|'([^']*+)')""",
    re.VERBOSE,
)
_SPECIAL = re.compile(
    rb"\r\n?|\n\r?|&#x(?P<hex>[0-9a-fA-F]*);|&#(?P<decimal>[0-9]*);|&(?P<name>quot|amp|apos|lt|gt);"
    rb"|&(?!\#)"
)
_ENTITIES = {b"quot": b'"', b"amp": b"&", b"apos": b"'", b"lt": b"<", b"gt": b">"}
_LAST_CHARACTER = 0x10FFFF
_SHOWN = 60
"""The number of characters after which a value in a message is truncated."""


class Node:
    """An XML element.

    Args:
        tag: the name with its prefix.
        start: the offset of the name in the start tag.
        parent: the parent element; None for the element that contains the root.
    """

    __slots__ = ("attributes", "children", "parent", "start", "tag")

    def __init__(self, tag: bytes, start: int, parent: Node | None) -> None:
        self.tag = tag
        self.start = start
        self.parent = parent
        self.attributes: dict[bytes, tuple[bytes, int]] = {}
        """The attributes by name: the bytes between the quotes, and their position."""
        self.children: list[Node] = []

    @property
    def span(self) -> Span:
        """The span of the name in the start tag."""
        return Span(self.start, self.start + len(self.tag))

    def get(self, name: bytes) -> bytes | None:
        """Return the decoded value of an attribute; None without the attribute."""
        written = self.attributes.get(name)
        return None if written is None else decoded(written[0])

    def value_span(self, name: bytes) -> Span:
        """Return the span of the value of an attribute, between the quotes."""
        raw, start = self.attributes[name]
        return Span(start, start + len(raw))

    def first(self, tag: bytes) -> Node | None:
        """Return the first child element with this tag; None without one."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: bytes) -> list[Node]:
        """Return the child elements with this tag."""
        return [child for child in self.children if child.tag == tag]


class ScanError(Exception):
    """tinyxml2 rejects the file.

    Args:
        message: the reason.
        span: the byte range of the error.
        node: the innermost open element; None outside the root.
    """

    def __init__(self, message: str, span: Span, node: Node | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.node = node


def decoded(raw: bytes) -> bytes:
    """Resolve the references and line breaks in an attribute value as tinyxml2 does.

    The result ends before the first NUL, which a reference can produce.
    """
    if b"&" not in raw and b"\r" not in raw:
        return raw
    out = bytearray()
    position = 0
    for match in _SPECIAL.finditer(raw):
        out += raw[position : match.start()]
        position = match.end()
        text = match[0]
        if text[0] in b"\r\n":
            out += b"\n"
        elif match["name"] is not None:
            out += _ENTITIES[match["name"]]
        elif match["hex"] is not None:
            out += _character(match["hex"], 16) or text
        elif match["decimal"] is not None:
            out += _character(match["decimal"], 10) or text
        else:
            # tinyxml2 decodes in place and skips this "&" without copying it, so that the result
            # has the byte that an earlier reference left at this position.
            out.append(raw[len(out)])
    out += raw[position:]
    return bytes(out).partition(b"\0")[0]


def _character(digits: bytes, base: int) -> bytes | None:
    """Return the character with a code, in UTF-8; NUL without digits, None if it is too large."""
    digits = digits.lstrip(b"0")
    if len(digits) > len(str(_LAST_CHARACTER)):
        return None
    number = int(digits or b"0", base)
    return chr(number).encode("utf-8", "surrogatepass") if number <= _LAST_CHARACTER else None


def scan(data: bytes) -> Node:
    """Parse a file; return an element without a tag whose children are the root elements.

    Raises:
        ScanError: tinyxml2 rejects the file.
    """
    return _Scanner(data.partition(b"\0")[0]).scan()


def passes(before: bytes, after: bytes) -> bool:
    """Return whether tinyxml2 accepts a file with this content before and after its root.

    Args:
        before: the content before the root, without elements.
        after: the content after the root.
    """
    try:
        return bool(scan(before + b"<root/>" + after).children)
    except ScanError:
        return False


class _Scanner:
    """Parses a text in one pass. The methods take an offset, and return the offset to go on from.

    Args:
        text: the bytes before the first NUL.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.top = Node(b"", 0, None)
        self.node = self.top
        self.open = 0
        self.at_head = True
        """Whether only declarations have been read so far."""

    def scan(self) -> Node:
        text, top = self.text, self.top
        position = self.blanks(0)
        if text.startswith(_BOM, position):
            position += len(_BOM)
        if position >= len(text):
            raise ScanError("the file is empty", Span(0, 0))
        while position >= 0:
            match = _TAG.match(text, position)
            if match is not None:
                position = self.tag(match)
            elif (position := self.blanks(position)) == len(text):
                break
            else:
                position = self.other(position)
        if self.node is not top:
            raise self.fault(f"<{named(self.node.tag)}> is not closed", self.node.span)
        return top

    def blanks(self, position: int) -> int:
        """Return the position after whitespace."""
        match = _BLANKS.match(self.text, position)
        return match.end() if match else position

    def fault(self, message: str, span: Span) -> ScanError:
        return ScanError(message, span, None if self.node is self.top else self.node)

    def at(self, position: int, length: int = 1) -> Span:
        """Return the span of a length that starts at a position, cut at the end of the text."""
        return Span(min(position, len(self.text)), min(position + length, len(self.text)))

    def text_until_tag(self, position: int) -> int:
        end = self.text.find(b"<", position)
        if end < 0:
            where = "after the last tag" if self.node is self.top else "instead of a tag"
            raise self.fault(f"text {where} at the end of the file", self.at(position))
        return end

    def skip(self, position: int, opening: int, closing: bytes, what: str) -> int:
        end = self.text.find(closing, position + opening)
        if end < 0:
            raise self.fault(f"{what} is not closed", self.at(position, opening))
        return end + len(closing)

    def instruction(self, position: int) -> int:
        end = self.skip(position, 2, b"?>", "declaration <?")
        if not self.at_head:
            raise self.fault(
                f"{shown(self.text[position:end])} is not at the beginning of the file, "
                "the only location where tinyxml2 accepts <?...?>",
                Span(position, end),
            )
        return end

    def other(self, position: int) -> int:
        """Skip text, a comment, CDATA, or a declaration; return the position after it."""
        text = self.text
        if text.startswith(b"<?", position):
            return self.instruction(position)
        self.at_head = False
        if not text.startswith(b"<", position):
            return self.text_until_tag(position)
        if text.startswith(b"<!--", position):
            return self.skip(position, 4, b"-->", "comment")
        if text.startswith(b"<![CDATA[", position):
            return self.skip(position, 9, b"]]>", "CDATA section")
        if text.startswith(b"<!", position):
            return self.skip(position, 2, b">", "declaration <!")
        raise self.fault("missing tag name after <", self.at(position))

    def tag(self, match: re.Match[bytes]) -> int:
        """Open or close an element; return the position after the tag, or -1 if parsing stops."""
        self.at_head = False
        parent, name = self.node, match[2]
        node = Node(name, match.start(2), parent)
        parent.children.append(node)
        position = self.attributes(node, match.end())
        if self.text.startswith(b"/", position):
            # </x/>, too, is an element: the slash at the end has priority
            return position + 2
        if match[1]:
            parent.children.pop()
            return self.close(node, position + 1)
        self.node = node
        self.open += 1
        if self.open > MAX_OPEN:
            raise self.fault(f"more than {MAX_OPEN} elements are open at once", node.span)
        return position + 1

    def attributes(self, node: Node, position: int) -> int:
        """Read the attributes of an element; return the position of the ``>`` or ``/>`` behind."""
        text, attributes = self.text, node.attributes
        while (match := _ATTRIBUTE.match(text, position)) is not None:
            name, double, single = match.groups()
            if name in attributes:
                raise ScanError(
                    f"duplicate attribute {named(name)} on <{named(node.tag)}>",
                    Span(*match.span(1)),
                    node,
                )
            raw = single if double is None else double
            position = match.end()
            attributes[name] = (raw, position - 1 - len(raw))
        position = self.blanks(position)
        if text.startswith((b">", b"/>"), position):
            return position
        if position >= len(text):
            raise ScanError(f"the tag <{named(node.tag)} is not closed", node.span, node)
        name_match = _NAME.match(text, position)
        if name_match is None:
            what = shown(text[position : position + 1])
            raise ScanError(
                f"unexpected {what} inside the tag <{named(node.tag)}>", self.at(position), node
            )
        raise ScanError(
            f"attribute {named(name_match[0])} of <{named(node.tag)}> has no quoted value",
            Span(*name_match.span()),
            node,
        )

    def close(self, end_tag: Node, position: int) -> int:
        if self.node is self.top:
            return -1  # no element is open: tinyxml2 stops here without an error
        if self.node.tag != end_tag.tag:
            raise self.fault(
                f"unexpected </{named(end_tag.tag)}>, <{named(self.node.tag)}> is open",
                end_tag.span,
            )
        if self.node.parent is not None:
            self.node = self.node.parent
        self.open -= 1
        return position


def shown(value: bytes) -> str:
    """Quote a value for a message, truncated if it is long."""
    return repr(_cut(value))


def named(name: bytes) -> str:
    """Return the name of an element or attribute for a message, truncated if it is long."""
    text = _cut(name)
    return text if text.isprintable() else repr(text)[1:-1]


def _cut(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
