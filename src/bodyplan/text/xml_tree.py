"""Parses the bytes of a file to a tree of elements. Edits change the text, but not the tree.

Expat calls the tree builder of the standard library, which is implemented in C, without Python code
in between. Names contain their prefix as written: namespaces are not resolved.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NoReturn
from xml.parsers import expat

from bodyplan.core.limits import DEFAULT_LIMITS, Limits
from bodyplan.core.names import quoted
from bodyplan.core.record import Record

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element, TreeBuilder

FaultKind = Literal["syntax", "encoding", "entity", "limit", "empty"]

_TEXT = re.compile(rb">\s*+(?:[^<]|<!\[CDATA\[)")
"""A ``>`` that is followed by something other than whitespace and tags, which is probably text."""
_SMALLEST = len(b"<a/>")  # size of the smallest element [bytes]
_ATTRIBUTES = 4
"""The largest number of attributes of a file, divided by the limit on the number of elements."""
_FEW_ATTRIBUTES = 100_000
"""A file may have this number of attributes, whatever the limit on the number of elements."""
_PAIRS = bytes(range(0xD8, 0xDC))
"""High bytes of UTF-16 surrogates. A single character that needs them makes Python store all
characters of the text in 4 bytes each."""
_WIDEST = bytes(range(0xF0, 0xF5))
"""First bytes of 4-byte characters in UTF-8. A single such character makes Python store all
characters of the text in 4 bytes each."""
_WORDS = {
    "not well-formed (invalid token)": "invalid character",
    "mismatched tag": "the end tag does not match the open element",
    "unclosed token": "the file ends inside a tag, comment or section",
    "unclosed CDATA section": "the file ends inside a CDATA section",
    "no element found": "the file ends before the last element is closed",
    "junk after document element": "content after the root element",
    "duplicate attribute": "duplicate attribute",
    "undefined entity": "undefined entity",
    "XML or text declaration not at start of entity": (
        "the XML declaration is not at the beginning of the file"
    ),
}


class Fault(Record):
    """The error at which parsing stopped."""

    kind: FaultKind
    message: str
    byte: int
    """The offset of the error in the bytes of the file."""


class ElementTree(Record):
    """The elements of a file in document order.

    If parsing stopped at an error, these are the elements that began before the error.
    """

    root: Element | None
    fault: Fault | None = None
    has_text: bool = True
    """Whether there may be text between the tags."""
    has_doctype: bool = False
    """Whether the file has a document type."""
    depth: int | None = None
    """The maximum nesting depth of the elements; None if it was not counted."""


class _Stop(Exception):  # noqa: N818  (not an error: it leaves expat's callbacks)
    """Stops the parser from within a callback of expat, with an error."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def over(name: str, cap: int, value: int | None = None) -> str:
    """Return the message for input that exceeds an input limit."""
    found = "" if value is None else f" (found {value:,})"
    return f"exceeds the limit {name} = {cap:,}{found}"


def raise_limit(message: str) -> str | None:
    """Return the hint to raise the input limit that a message names; None if it names no limit."""
    match = re.search(r"\b(max_[a-z]+) = \d", message)
    if match is None:
        return None
    return f"raise the limit: --limit {match[1]}=NUMBER, or Limits({match[1]}=NUMBER) in Python"


def parse(
    data: bytes, limits: Limits = DEFAULT_LIMITS, names: dict[str, str] | None = None
) -> ElementTree:
    """Parse an XML file to a tree; invalid content is reported in the tree, not by an exception.

    Args:
        data: the bytes of a complete XML file.
        limits: the input limits; for a file that exceeds one, the tree has a fault of kind "limit".
            The limits on depth, attributes and diagnostics are not checked here, but by the
            callers.
        names: interned tags and attribute names; the tree uses the same string objects, so that
            they can be compared by identity.
    """
    if len(data) > limits.max_bytes:
        return ElementTree(None, Fault("limit", over("max_bytes", limits.max_bytes, len(data)), 0))
    size = size_in_memory(data) if 4 * len(data) > limits.max_bytes else 0
    if size > limits.max_bytes:
        message = over("max_bytes", limits.max_bytes, size)
        width = size // len(data)
        reason = f"because its widest character makes every character {width} bytes wide"
        return ElementTree(None, Fault("limit", f"{message}, {reason}", 0))
    if not data.strip(b"\xef\xbb\xbf \t\r\n") or _is_empty_utf_16(data):
        return ElementTree(None, Fault("empty", "the file is empty", 0))
    most = limits.max_elements
    if len(data) > most and data.count(b"=") > max(_ATTRIBUTES * most, _FEW_ATTRIBUTES):
        message = f"more than {_ATTRIBUTES} attributes for each element of max_elements = {most:,}"
        return ElementTree(None, Fault("limit", message, 0))
    is_many = len(data) > _SMALLEST * most and _most_elements(data) > most
    from xml.etree.ElementTree import TreeBuilder

    from bodyplan.native import build_tree

    if build_tree is not None and not is_many:
        builder = TreeBuilder()
        result = build_tree(data, builder.start, builder.end, builder.data, names or {})
        if result:
            return ElementTree(builder.close(), None, bool(result % 2), depth=result // 2)
    has_text = b"\0" in data or _TEXT.search(data) is not None
    return _build(
        data,
        dict(names or ()),
        has_text=has_text,
        most=most if is_many else None,
        attributes=limits.max_attributes,
    )


def has_gap(data: bytes, length: int) -> bool:
    """Return whether the data has ``length`` consecutive bytes without a ``<``.

    Without such a gap, no tag is that long. The search continues from each ``<`` at the last ``<``
    within ``length`` bytes, so that only few bytes are examined.
    """
    start = 0
    while start + length < len(data):
        found = data.rfind(b"<", start + 1, start + length + 1)
        if found < 0:
            return True
        start = found
    return False


def size_in_memory(data: bytes) -> int:
    """Return an upper bound of the size of the decoded text in memory [bytes]."""
    if data.isascii():
        return len(data)
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:  # UTF-16
        return len(data) * (2 if any(first in data for first in _PAIRS) else 1)
    return len(data) * (4 if any(first in data for first in _WIDEST) else 2)


def _most_elements(data: bytes) -> int:
    """Return an upper bound of the number of elements; tags in comments are counted, too."""
    return data.count(b"<") - data.count(b"</") - data.count(b"<!") - data.count(b"<?")


def _build(
    data: bytes,
    names: dict[str, str],
    *,
    has_text: bool,
    most: int | None = None,
    attributes: int = DEFAULT_LIMITS.max_attributes,
) -> ElementTree:
    from xml.etree.ElementTree import TreeBuilder

    # a byte order mark takes precedence over the declared encoding
    parser = expat.ParserCreate("utf-8" if data.startswith(BOM_UTF8) else None, None, names)
    # report only attributes that the tags contain, not defaults that a DOCTYPE declares
    parser.specified_attributes = True
    builder = TreeBuilder()
    if most is None:
        parser.StartElementHandler = builder.start
    else:  # a Python callback is slow, so elements are only counted if there may be too many
        parser.StartElementHandler = _counted(builder, parser, most)
    parser.EndElementHandler = builder.end
    if has_text:
        parser.buffer_text = True
        parser.CharacterDataHandler = builder.data
    doctypes: list[str] = []

    def entity(name: str, *_: object) -> NoReturn:
        message = f"the file declares the entity {quoted(name)}; entities are not expanded"
        raise _Stop(Fault("entity", message, _start_of_declaration(data, parser.CurrentByteIndex)))

    declared = 0

    def attribute(*_: object) -> None:
        nonlocal declared
        declared += 1
        # expat compares each attribute that a DOCTYPE declares with all previous ones
        if declared > attributes:
            message = over("max_attributes", attributes)
            fault = Fault("limit", f"{message} in the document type", parser.CurrentByteIndex)
            raise _Stop(fault)

    parser.EntityDeclHandler = entity
    parser.AttlistDeclHandler = attribute
    parser.StartDoctypeDeclHandler = lambda name, *_: doctypes.append(name)
    fault = None
    try:
        parser.Parse(data, True)
    except _Stop as stop:
        fault = stop.fault
    except expat.ExpatError as error:
        fault = _fault(data, error.code, parser.ErrorByteIndex)
    # an encoding that Python does not support, or that has characters of several bytes
    except (LookupError, ValueError) as error:
        fault = Fault("encoding", str(error), 0)
    finally:
        # break the reference cycle between parser and handlers, so that the tree is freed without
        # the garbage collector
        parser.EntityDeclHandler = None
        parser.AttlistDeclHandler = None
        parser.StartElementHandler = None
    root: Element | None = builder.close()
    return ElementTree(root, fault, has_text, bool(doctypes))


def _counted(
    builder: TreeBuilder, parser: expat.XMLParserType, most: int
) -> Callable[[str, dict[str, str]], None]:
    """Return a handler of start tags that stops the parser at the limit on elements."""
    left = most

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise _Stop(Fault("limit", over("max_elements", most), parser.CurrentByteIndex))
        builder.start(tag, attributes)

    return start


def _is_empty_utf_16(data: bytes) -> bool:
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) and not data[2:].strip(b"\0 \t\r\n")


def _start_of_declaration(data: bytes, byte: int) -> int:
    """Return the offset of the entity declaration that contains the offset reported by expat."""
    encoding = "ascii"
    if b"\0" in data[:4]:
        encoding = "utf-16-le" if data[1:2] in (b"\0", BOM_UTF16_LE[1:]) else "utf-16-be"
    start = data.rfind("<!ENTITY".encode(encoding), 0, byte)
    return byte if start < 0 else start


def _fault(data: bytes, code: int, byte: int) -> Fault:
    reason = expat.ErrorString(code)
    if _is_encoding_fault(data, reason, byte):
        return Fault("encoding", "invalid bytes for the encoding of the file", byte)
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
