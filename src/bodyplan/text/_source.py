"""The bytes of a file and positions in them."""

from __future__ import annotations

import codecs
import re
from functools import cached_property

from bodyplan.text._lines import Lines

_DECLARATION = re.compile(
    rb"""<\?xml\s[^>]*?encoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')"""
)
_LONGEST_DECLARATION = 4096
_NEWLINE = re.compile(r"\r\n|\n|\r")
_BYTE = 0xDC00
"""Added to the value of an invalid byte, as ``surrogateescape`` does."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def bytes_of(text: str) -> bytes:
    """Encode a text so that it reads back as the same characters.

    The declared encoding is used if it has all characters and XML parsers support it. Otherwise the
    bytes are UTF-8, with a byte order mark if the declaration differs: the mark takes precedence.
    """
    plain = text.encode("utf-8", "surrogatepass")
    match = _DECLARATION.match(plain[:_LONGEST_DECLARATION])
    if match is None:
        return plain
    try:
        name = codecs.lookup((match[1] or match[2]).decode("ascii")).name
        if name == "utf-8" or (name == "ascii" and text.isascii()):
            return plain
        data = text.encode(name)
        if name == "utf-16" or (_is_of_bytes(name) and Source(data).text == text):
            return data
    except (LookupError, UnicodeError, TypeError):  # unknown, no encoding of text, or too small
        pass
    return codecs.BOM_UTF8 + plain


def _is_of_bytes(encoding: str) -> bool:
    """Return whether each byte is one character: expat supports no other encodings but Unicode."""
    return len(bytes(range(256)).decode(encoding, "replace")) == 256


class Source:
    """The bytes of one file, and its text with line and column of each character.

    Offsets are positions in ``text``, which does not include the byte order mark.

    Args:
        data: the bytes of the file.
        name: the name of the file in messages.
    """

    __slots__ = ("__dict__", "data", "name")

    def __init__(self, data: bytes, name: str = "<string>") -> None:
        self.data = data
        self.name = name

    def __repr__(self) -> str:
        return f"<Source {self.name!r}, {len(self.data):,} bytes>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Source):
            return NotImplemented
        return (self.name, self.data) == (other.name, other.data)

    def __hash__(self) -> int:
        return hash((self.name, self.data))

    def __reduce__(self) -> tuple[type[Source], tuple[bytes, str]]:
        return (Source, (self.data, self.name))  # what is worked out stays at home

    @cached_property
    def bom(self) -> bytes:
        """The byte order mark at the start, or nothing."""
        return next((mark for mark, _ in _BOMS if self.data.startswith(mark)), b"")

    @cached_property
    def encoding(self) -> str:
        """Python's name of the encoding: by mark, by declaration, or UTF-8."""
        for mark, encoding in _BOMS:
            if self.data.startswith(mark):
                return encoding
        if self.data[1:2] == b"\0":
            return "utf-16-le"
        if self.data[:1] == b"\0":
            return "utf-16-be"
        return self._declared or "utf-8"

    @property
    def _declared(self) -> str | None:
        """Return the declared encoding, if the declaration itself can be in it."""
        match = _DECLARATION.match(self.data[:_LONGEST_DECLARATION])
        if match is None:
            return None
        try:
            name = codecs.lookup((match[1] or match[2]).decode("ascii")).name
            fits = match[0].decode(name, "surrogateescape") == match[0].decode("ascii")
            if not fits or name.startswith(("utf", "unicode", "raw")):
                return None
            self.data.decode(name, "surrogateescape")
        except (LookupError, UnicodeError):  # unknown, no encoding of text, or not of this file
            return None
        return name

    @cached_property
    def text(self) -> str:
        """All characters. Invalid bytes are lone surrogates, so that nothing is lost."""
        return self.decode(self.data[len(self.bom) :])

    def decode(self, data: bytes) -> str:
        """Decode a part of the bytes; half a UTF-16 character at the end is a character too."""
        if self._errors == "surrogatepass" and len(data) % 2:
            return data[:-1].decode(self.encoding, self._errors) + chr(_BYTE + data[-1])
        try:
            return data.decode(self.encoding, self._errors)
        except UnicodeDecodeError:  # a part that begins or ends inside a character
            return data.decode(self.encoding, "replace")

    @property
    def _errors(self) -> str:
        """The error handler for invalid bytes; UTF-16 has no surrogates for single bytes."""
        return "surrogatepass" if self.encoding.startswith("utf-16") else "surrogateescape"

    def encode(self, text: str) -> bytes:
        """Encode a text in the encoding of the source, with its byte order mark.

        Raises:
            UnicodeEncodeError: a character does not exist in this encoding.
        """
        return self.bom + text.encode(self.encoding, self._errors)

    @cached_property
    def editable(self) -> bool:
        """Whether encoding the text returns exactly the original bytes."""
        try:
            return self.encode(self.text) == self.data
        except UnicodeEncodeError:
            return False

    @cached_property
    def newline(self) -> str:
        """The line ending of the file: that of the first line."""
        match = _NEWLINE.search(self.text)
        return match[0] if match else "\n"

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1; columns count characters."""
        return self._lines.position(offset)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column, both from 1."""
        return self._lines.start(line) + column - 1

    def line(self, number: int) -> str:
        """Return one line (from 1) without its line ending; empty if it does not exist."""
        lines = self._lines
        if not 1 <= number <= lines.count:
            return ""
        end = lines.start(number + 1) if number < lines.count else len(self.text)
        return self.text[lines.start(number) : end].rstrip("\r\n")

    def offset_of_byte(self, index: int) -> int:
        """Return the offset of the character at a byte position."""
        start = len(self.bom)
        return len(self.decode(self.data[start : max(start, index)]))
