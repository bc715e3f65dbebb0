"""How the reference reader reads XML: as tinyxml2 11 does, which is not what XML says.

It takes text for bytes, ends at the first NUL, and stops without a word at an end tag that closes
nothing; doctypes end at their first ``>``, references it does not know stay as they are, and a
processing instruction is a fault unless it opens the file. Everything keeps its position in the
bytes.

Source: experiments with check_urdf 6.0.0, tests/oracles/urdfdom-6-behaviour.md, sections 1 and 2.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_OPEN = 498
"""Elements that may be open at once; an element without content (``<a/>``) does not count."""

_BOM = b"\xef\xbb\xbf"
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


class Span(NamedTuple):
    """Half-open range of bytes."""

    start: int
    end: int


class Written(NamedTuple):
    """One attribute as it stands in the file: its bytes between the quotes, and where they are."""

    raw: bytes
    span: Span


class Node:
    """An element.

    Args:
        tag: the name with its prefix.
        span: where the name stands in the start tag.
        parent: the element around it.
    """

    __slots__ = ("attributes", "children", "parent", "span", "tag")

    def __init__(self, tag: bytes, span: Span, parent: Node | None) -> None:
        self.tag = tag
        self.span = span
        self.parent = parent
        self.attributes: dict[bytes, Written] = {}
        self.children: list[Node] = []

    def get(self, name: bytes) -> bytes | None:
        """The value of an attribute, decoded; None when it is not written."""
        written = self.attributes.get(name)
        return None if written is None else decoded(written.raw)

    def first(self, tag: bytes) -> Node | None:
        """The first child element of this name, the only one that counts."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: bytes) -> list[Node]:
        """The child elements of this name."""
        return [child for child in self.children if child.tag == tag]


class Fault(Exception):  # noqa: N818  (a value of this module, raised to leave the scan)
    """Why the file is refused before anything of it is looked at.

    Args:
        message: the reason.
        span: where.
        node: the innermost open element.
    """

    def __init__(self, message: str, span: Span, node: Node | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.node = node


def decoded(raw: bytes) -> bytes:
    """An attribute's value as the reference reader hands it on, up to the first NUL."""
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
            # It decodes in place and skips this "&" without copying it, so that what an earlier
            # reference left at this position shows through.
            out.append(raw[len(out)])
    out += raw[position:]
    return bytes(out).partition(b"\0")[0]


def _character(digits: bytes, base: int) -> bytes | None:
    """The character of a reference; NUL for one without digits; None beyond the last character."""
    digits = digits.lstrip(b"0")
    if len(digits) > len(str(_LAST_CHARACTER)):
        return None
    number = int(digits or b"0", base)
    return chr(number).encode("utf-8", "surrogatepass") if number <= _LAST_CHARACTER else None


def scan(data: bytes) -> Node:
    """The elements of a file, below a nameless one that stands for the file.

    Raises:
        Fault: the XML level refuses the file.
    """
    return _Scanner(data.partition(b"\0")[0]).scan()


class _Scanner:
    """One pass over the text, from left to right.

    Args:
        text: the bytes before the first NUL.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.top = Node(b"", Span(0, 0), None)
        self.node = self.top
        self.open = 0
        self.at_head = True
        """Whether only declarations came so far."""

    def scan(self) -> Node:
        text, top = self.text, self.top
        position = self.blanks(0)
        if text.startswith(_BOM, position):
            position += len(_BOM)
        if position >= len(text):
            raise Fault("the file is empty", Span(0, 0))
        while (position := self.blanks(position)) < len(text):
            if text.startswith(b"<?", position):
                position = self.instruction(position)
                continue
            self.at_head = False
            if not text.startswith(b"<", position):
                position = self.text_until_tag(position)
            elif text.startswith(b"<!--", position):
                position = self.skip(position, 4, b"-->", "comment")
            elif text.startswith(b"<![CDATA[", position):
                position = self.skip(position, 9, b"]]>", "CDATA section")
            elif text.startswith(b"<!", position):
                position = self.skip(position, 2, b">", "declaration <!")
            else:
                position = self.tag(position)
                if position < 0:
                    return top
        if self.node is not top:
            raise self.fault(f"<{_shown(self.node.tag)}> is never closed", self.node.span)
        return top

    def blanks(self, position: int) -> int:
        """Behind the blanks that stand here."""
        match = _BLANKS.match(self.text, position)
        return match.end() if match else position

    def fault(self, message: str, span: Span) -> Fault:
        return Fault(message, span, None if self.node is self.top else self.node)

    def at(self, position: int, length: int = 1) -> Span:
        """A span that starts here and ends in the text."""
        return Span(min(position, len(self.text)), min(position + length, len(self.text)))

    def text_until_tag(self, position: int) -> int:
        end = self.text.find(b"<", position)
        if end < 0:
            where = "behind the last tag" if self.node is self.top else "where a tag should be"
            raise self.fault(f"text stands {where}, and the file ends in it", self.at(position))
        return end

    def skip(self, position: int, opening: int, closing: bytes, what: str) -> int:
        end = self.text.find(closing, position + opening)
        if end < 0:
            raise self.fault(f"a {what} is never closed", self.at(position, opening))
        return end + len(closing)

    def instruction(self, position: int) -> int:
        end = self.skip(position, 2, b"?>", "declaration <?")
        if not self.at_head:
            what = _shown(self.text[position : min(end, position + 40)])
            raise self.fault(
                f"{what} stands behind the head of the file, where urdfdom allows no <?...?>",
                Span(position, end),
            )
        return end

    def tag(self, position: int) -> int:
        """Behind the tag that begins here; -1 at an end tag that closes nothing."""
        text = self.text
        start = self.blanks(position + 1)
        is_end = text.startswith(b"/", start)
        start += is_end
        name = _NAME.match(text, start)
        if name is None:
            raise self.fault("no name follows <, so it begins no tag", self.at(position))
        tag, span = name[0], Span(*name.span())
        node = Node(tag, span, self.node)
        position = self.attributes(node, span.end)
        is_empty = text.startswith(b"/", position)
        if is_end:
            if is_empty:
                raise self.fault(f"</{_shown(tag)}/> is no end tag", span)
            return self.close(node, position + 1)
        self.node.children.append(node)
        if not is_empty:
            self.node = node
            self.open += 1
            if self.open > MAX_OPEN:
                raise self.fault(f"more than {MAX_OPEN} elements are open at once", span)
        return position + 1 + is_empty

    def attributes(self, node: Node, position: int) -> int:
        """Fills in the attributes; gives back where the ``>`` or ``/>`` of the tag stands."""
        text, attributes = self.text, node.attributes
        while (match := _ATTRIBUTE.match(text, position)) is not None:
            group = 2 if match[2] is not None else 3
            name = match[1]
            if name in attributes:
                raise Fault(
                    f"attribute {_shown(name)} stands twice on <{_shown(node.tag)}>",
                    Span(*match.span(1)),
                    node,
                )
            attributes[name] = Written(match[group], Span(*match.span(group)))
            position = match.end()
        position = self.blanks(position)
        if text.startswith((b">", b"/>"), position):
            return position
        if position >= len(text):
            raise Fault(f"the tag <{_shown(node.tag)} is never closed", node.span, node)
        name_match = _NAME.match(text, position)
        if name_match is None:
            what = _shown(text[position : position + 1])
            raise Fault(f"{what} cannot stand inside <{_shown(node.tag)}>", self.at(position), node)
        raise Fault(
            f"attribute {_shown(name_match[0])} of <{_shown(node.tag)}> has no value in quotes",
            Span(*name_match.span()),
            node,
        )

    def close(self, end_tag: Node, position: int) -> int:
        if self.node is self.top:
            return -1  # it stops reading here, and finds nothing wrong with that
        if self.node.tag != end_tag.tag:
            raise self.fault(
                f"</{_shown(end_tag.tag)}> stands where <{_shown(self.node.tag)}> is open",
                end_tag.span,
            )
        if self.node.parent is not None:
            self.node = self.node.parent
        self.open -= 1
        return position


def _shown(name: bytes) -> str:
    text = name.decode("utf-8", "replace")
    return text if len(text) <= 60 else f"{text[:60]}..."
