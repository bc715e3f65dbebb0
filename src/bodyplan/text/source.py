"""The user's bytes and the positions in them."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from functools import cached_property

_DECLARATION = re.compile(
    rb"""<\?xml\s[^>]*?encoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')"""
)
_NEWLINE = re.compile(r"\r\n|\n|\r")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Source:
    """The bytes of one file, and its text with line and column of each character.

    Offsets are positions in ``text``, which leaves the byte order mark out.

    Args:
        data: the bytes as they were found.
        name: how messages call the file.
    """

    __slots__ = ("__dict__", "data", "name")

    def __init__(self, data: bytes, name: str = "<string>") -> None:
        self.data = data
        self.name = name

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
        if self.data[:4] == b"<\0?\0":
            return "utf-16-le"
        if self.data[:4] == b"\0<\0?":
            return "utf-16-be"
        match = _DECLARATION.match(self.data[:256])
        if match is not None:
            try:
                return codecs.lookup((match[1] or match[2]).decode("ascii")).name
            except LookupError:
                return "utf-8"
        return "utf-8"

    @cached_property
    def text(self) -> str:
        """All characters. Bytes that are no character stay as lone surrogates, so nothing is lost."""
        return self.decode(self.data[len(self.bom) :])

    def decode(self, data: bytes) -> str:
        """Characters of a part of the bytes."""
        try:
            return data.decode(self.encoding, "surrogateescape")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    def encode(self, text: str) -> bytes:
        """Bytes of this text in the encoding of the source, with its byte order mark.

        Raises:
            UnicodeEncodeError: a character does not exist in this encoding.
        """
        return self.bom + text.encode(self.encoding, "surrogateescape")

    @cached_property
    def editable(self) -> bool:
        """Whether the text encodes to exactly the bytes it came from."""
        try:
            return self.encode(self.text) == self.data
        except UnicodeEncodeError:
            return False

    @cached_property
    def newline(self) -> str:
        """The line end in use, by the first one."""
        match = _NEWLINE.search(self.text)
        return match[0] if match else "\n"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1; columns count characters."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both from 1."""
        return self._line_starts[line - 1] + column - 1

    def line(self, number: int) -> str:
        """The text of one line (from 1) without its line end."""
        starts = self._line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    def offset_of_byte(self, index: int) -> int:
        """The character at a byte position of the data."""
        start = len(self.bom)
        return len(self.decode(self.data[start : max(start, index)]))
