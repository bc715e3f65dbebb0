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
"""Characters of a value that a message shows."""


class Span(NamedTuple):
    """Half-open range of bytes."""

    start: int
    end: int


class Node:
    """An element.

    Args:
        tag: the name with its prefix.
        start: where the name stands in the start tag.
        parent: the element around it.
    """

    __slots__ = ("attributes", "children", "parent", "start", "tag")

    def __init__(self, tag: bytes, start: int, parent: Node | None) -> None:
        self.tag = tag
        self.start = start
        self.parent = parent
        self.attributes: dict[bytes, tuple[bytes, int]] = {}
        """By name: the bytes between the quotes, and where they start."""
        self.children: list[Node] = []

    @property
    def span(self) -> Span:
        """Where the name stands in the start tag."""
        return Span(self.start, self.start + len(self.tag))

    def get(self, name: bytes) -> bytes | None:
        """The value of an attribute, decoded; None when it is not written."""
        written = self.attributes.get(name)
        return None if written is None else decoded(written[0])

    def value_span(self, name: bytes) -> Span:
        """Where the value of a written attribute stands, between the quotes."""
        raw, start = self.attributes[name]
        return Span(start, start + len(raw))

    def first(self, tag: bytes) -> Node | None:
        """The first child element of this name, the only one that counts."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: bytes) -> list[Node]:
        """The child elements of this name."""
        return [child for child in self.children if child.tag == tag]


class ScanError(Exception):
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
        ScanError: the XML level refuses the file.
    """
    return _Scanner(data.partition(b"\0")[0]).scan()


def passes(before: bytes, after: bytes) -> bool:
    """Whether it reads a file whose root has this before and behind it.

    Args:
        before: from the beginning of the file; without elements.
        after: to its end.
    """
    try:
        return bool(scan(before + b"<root/>" + after).children)
    except ScanError:
        return False


class _Scanner:
    """One pass over the text, from left to right.

    Args:
        text: the bytes before the first NUL.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.top = Node(b"", 0, None)
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
            raise self.fault(f"<{named(self.node.tag)}> is never closed", self.node.span)
        return top

    def blanks(self, position: int) -> int:
        """Behind the blanks that stand here."""
        match = _BLANKS.match(self.text, position)
        return match.end() if match else position

    def fault(self, message: str, span: Span) -> ScanError:
        return ScanError(message, span, None if self.node is self.top else self.node)

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
            raise self.fault(
                f"{shown(self.text[position:end])} stands behind the head of the file, "
                "where readers of robots allow no <?...?>",
                Span(position, end),
            )
        return end

    def other(self, position: int) -> int:
        """Behind what is neither blanks nor a tag."""
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
        raise self.fault("no name follows <, so it begins no tag", self.at(position))

    def tag(self, match: re.Match[bytes]) -> int:
        """Behind the tag that begins so; -1 at an end tag that closes nothing."""
        self.at_head = False
        parent, name = self.node, match[2]
        node = Node(name, match.start(2), parent)
        parent.children.append(node)
        position = self.attributes(node, match.end())
        if self.text.startswith(b"/", position):
            return position + 2  # also </x/>: the slash at the end wins, and this is an element
        if match[1]:
            parent.children.pop()
            return self.close(node, position + 1)
        self.node = node
        self.open += 1
        if self.open > MAX_OPEN:
            raise self.fault(f"more than {MAX_OPEN} elements are open at once", node.span)
        return position + 1

    def attributes(self, node: Node, position: int) -> int:
        """Fills in the attributes; gives back where the ``>`` or ``/>`` of the tag stands."""
        text, attributes = self.text, node.attributes
        while (match := _ATTRIBUTE.match(text, position)) is not None:
            name, double, single = match.groups()
            if name in attributes:
                raise ScanError(
                    f"attribute {named(name)} stands twice on <{named(node.tag)}>",
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
            raise ScanError(f"the tag <{named(node.tag)} is never closed", node.span, node)
        name_match = _NAME.match(text, position)
        if name_match is None:
            what = shown(text[position : position + 1])
            raise ScanError(
                f"{what} cannot stand inside <{named(node.tag)}>", self.at(position), node
            )
        raise ScanError(
            f"attribute {named(name_match[0])} of <{named(node.tag)}> has no value in quotes",
            Span(*name_match.span()),
            node,
        )

    def close(self, end_tag: Node, position: int) -> int:
        if self.node is self.top:
            return -1  # it stops reading here, and finds nothing wrong with that
        if self.node.tag != end_tag.tag:
            raise self.fault(
                f"</{named(end_tag.tag)}> stands where <{named(self.node.tag)}> is open",
                end_tag.span,
            )
        if self.node.parent is not None:
            self.node = self.node.parent
        self.open -= 1
        return position


def shown(value: bytes) -> str:
    """A value in quotes for a message, cut where it is long."""
    return repr(_cut(value))


def named(name: bytes) -> str:
    """The name of an element or attribute for a message, cut where it is long."""
    text = _cut(name)
    return text if text.isprintable() else repr(text)[1:-1]


def _cut(value: bytes) -> str:
    text = value.decode("utf-8", "replace")
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
