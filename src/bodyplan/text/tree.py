"""Bytes to a tree of elements, without loss: the tree is a view, the bytes stay the master copy.

Expat reads, the standard library's C tree builder builds, and no Python runs between them. Names
keep the prefix they were written with, declared or not: no namespace is ever resolved.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Literal, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from bodyplan.native import build_tree
from bodyplan.text.limits import DEFAULT_LIMITS, Limits
from bodyplan.text.record import Record

FaultKind = Literal["syntax", "encoding", "entity", "limit", "empty"]

_TEXT = re.compile(rb">\s*+(?:[^<]|<!\[CDATA\[)")
"""Something other than blanks behind a ``>``: text, probably."""
_SMALL = 4 * 1024 * 1024  # below this size no file can reach the cap on elements
_WORDS = {
    "not well-formed (invalid token)": "a character stands where XML does not allow it",
    "mismatched tag": "the end tag does not fit the open element",
    "unclosed token": "the file ends inside a tag, comment or section",
    "unclosed CDATA section": "the file ends inside a CDATA section",
    "no element found": "the file ends before the last element is closed",
    "junk after document element": "something follows the end of the root element",
    "duplicate attribute": "the same attribute stands twice on one element",
    "undefined entity": "the entity is not defined",
    "XML or text declaration not at start of entity": "the XML declaration is not the first thing",
}


class Fault(Record):
    """Why a file could not be read to its end."""

    kind: FaultKind
    message: str
    byte: int
    """Position of the fault in the bytes."""


class Tree(Record):
    """Elements of a file, in document order. After a fault, those that began before it."""

    root: Element | None
    fault: Fault | None = None
    has_text: bool = True
    """Whether anything but blanks may stand between the tags."""
    has_doctype: bool = False
    """Whether the file has a document type."""


class _Stop(Exception):  # noqa: N818  (no error of anybody's: it leaves expat's callbacks)
    """Leaves expat's callbacks with a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def over(name: str, cap: int, value: int | None = None) -> str:
    """The message for input beyond a cap."""
    found = "" if value is None else f" (found {value:,})"
    return f"over the limit {name} = {cap:,}{found}"


def parse(
    data: bytes, limits: Limits = DEFAULT_LIMITS, names: dict[str, str] | None = None
) -> Tree:
    """The tree of these bytes; never raises on content.

    Args:
        data: a whole XML file.
        limits: caps; a file beyond one of them gives a tree with a fault of kind "limit". The
            caps on depth and attributes are for whoever walks the tree.
        names: tags and attributes as the objects that the caller compares with; the tree uses
            the same ones, and comparing them costs next to nothing.
    """
    if len(data) > limits.max_bytes:
        return Tree(None, Fault("limit", over("max_bytes", limits.max_bytes, len(data)), 0))
    if len(data) > _SMALL and data.count(b"<") > 2 * limits.max_elements:
        return Tree(None, Fault("limit", over("max_elements", limits.max_elements), 0))
    if not data.strip(b"\xef\xbb\xbf \t\r\n") or _is_empty_utf_16(data):
        return Tree(None, Fault("empty", "the file is empty", 0))
    if build_tree is not None:
        builder = TreeBuilder()
        told = build_tree(data, builder.start, builder.end, builder.data, names or {})
        if told:
            return Tree(builder.close(), None, told == 2)
    has_text = b"\0" in data or _TEXT.search(data) is not None
    return _build(data, dict(names or ()), has_text=has_text)


def _build(data: bytes, names: dict[str, str], *, has_text: bool) -> Tree:
    # a byte order mark is worth more than what the declaration says
    parser = expat.ParserCreate("utf-8" if data.startswith(BOM_UTF8) else None, None, names)
    parser.specified_attributes = True  # those that stand in the file, no defaults of a DOCTYPE
    builder = TreeBuilder()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    if has_text:
        parser.buffer_text = True
        parser.CharacterDataHandler = builder.data
    doctypes: list[str] = []

    def entity(name: str, *_: object) -> NoReturn:
        message = f"the file declares the entity {name!r}; entities are not expanded"
        raise _Stop(Fault("entity", message, _start_of_declaration(data, parser.CurrentByteIndex)))

    parser.EntityDeclHandler = entity
    parser.StartDoctypeDeclHandler = lambda name, *_: doctypes.append(name)
    fault = None
    try:
        parser.Parse(data, True)
    except _Stop as stop:
        fault = stop.fault
    except expat.ExpatError as error:
        fault = _fault(data, error.code, parser.ErrorByteIndex)
    except (LookupError, ValueError) as error:  # an encoding Python does not have, or not by bytes
        fault = Fault("encoding", str(error), 0)
    finally:
        # parser and handler hold each other: without this the tree waits for the collector
        parser.EntityDeclHandler = None
    root: Element | None = builder.close()
    return Tree(root, fault, has_text, bool(doctypes))


def _is_empty_utf_16(data: bytes) -> bool:
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and not data[2:].strip(b"\0 \t\r\n")


def _start_of_declaration(data: bytes, byte: int) -> int:
    """Where the entity declaration around a position begins: the parser only tells its value."""
    encoding = "ascii"
    if b"\0" in data[:4]:
        encoding = "utf-16-le" if data[1:2] in (b"\0", BOM_UTF16_LE[1:]) else "utf-16-be"
    start = data.rfind("<!ENTITY".encode(encoding), 0, byte)
    return byte if start < 0 else start


def _fault(data: bytes, code: int, byte: int) -> Fault:
    reason = expat.ErrorString(code)
    if _is_encoding_fault(data, reason, byte):
        return Fault("encoding", "the bytes do not fit the encoding of the file", byte)
    return Fault("syntax", _WORDS.get(reason, reason), byte)


def _is_encoding_fault(data: bytes, reason: str, byte: int) -> bool:
    if "encoding" in reason:
        return True
    if "invalid token" not in reason or data[byte : byte + 1] < b"\x80":
        return False
    try:
        data[byte : byte + 4].decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start == 0 and error.reason != "unexpected end of data"
    return False
