"""The bytes and the text of a file, positions in it, and edits, which replace spans of text."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple


class Edit(NamedTuple):
    """The replacement of the characters from ``start`` to ``end`` (half-open) by ``text``."""

    start: int
    end: int
    text: str


class OverlapError(ValueError):
    """Two edits overlap."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits applied; insertions at the same offset keep their order.

    Raises:
        OverlapError: two edits overlap.
    """
    pieces: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position:
            raise OverlapError(f"two edits overlap at offset {edit.start}")
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces)


class Claims:
    """Ranges of a text that are reserved for edits, so that no other edits can change them."""

    __slots__ = ("_ends", "_starts")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, edits: Iterable[Edit]) -> bool:
        """Reserve the ranges of some edits if all of them are free; return whether they were free.

        Insertions at the same offset conflict if they are from two calls, because their order would
        be ambiguous. Within one call they are allowed, and keep their order.
        """
        edits = sorted(edits, key=lambda edit: (edit.start, edit.end))
        overlap = any(left.end > right.start for left, right in pairwise(edits))
        if overlap or not all(self._is_free(edit) for edit in edits):
            return False
        for edit in edits:
            position = bisect_left(self._starts, edit.start)
            self._starts.insert(position, edit.start)
            self._ends.insert(position, edit.end)
        return True

    def _is_free(self, edit: Edit) -> bool:
        position = bisect_left(self._starts, edit.start)
        if position < len(self._starts) and (
            self._starts[position] < edit.end or self._starts[position] == edit.start
        ):
            return False
        return position == 0 or self._ends[position - 1] <= edit.start


_BLOCK = 4096  # characters


class Lines:
    """Finds lines by offset and offsets by line.

    A few numbers are stored for each block of text, not one for each line. One per line would need
    many times the memory of the text if a file consists of line endings.

    Args:
        text: the text; a line ends with LF, CR or CR LF.
    """

    __slots__ = ("_before", "_has_returns", "_starts", "_text", "count")

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_returns = "\r" in text
        self._before: list[int] = []
        """For each block, the number of lines that end before or at its start."""
        self._starts: list[int] = []
        """For each block, the offset of the line that contains its first character."""
        ended = begin = 0
        for block in range(0, len(text) + 1, _BLOCK):
            self._before.append(ended)
            self._starts.append(begin)
            ended += self._ends(block, block + _BLOCK)
            begin = self._last_start(block, block + _BLOCK, begin)
        self.count = ended + 1
        """The number of lines; after a line end at the end of the text, there is an empty line."""

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both counted from 1."""
        block = min(offset // _BLOCK, len(self._before) - 1)
        first = block * _BLOCK
        line = self._before[block] + self._ends(first, offset) + 1
        return line, offset - self._last_start(first, offset, self._starts[block]) + 1

    def start(self, line: int) -> int:
        """Return the offset at which a line (from 1) begins."""
        ended = line - 1
        if ended <= 0:
            return 0
        block = max(bisect_left(self._before, ended) - 1, 0)
        position = block * _BLOCK
        for _ in range(ended - self._before[block]):
            position = self._next_start(position)
        return position

    def _ends(self, start: int, end: int) -> int:
        """Return the number of line endings with their last character in a range of offsets."""
        text = self._text
        found = text.count("\n", start, end)
        if self._has_returns:
            found += text.count("\r", start, end) - text.count("\r\n", start, end + 1)
        return found

    def _last_start(self, start: int, end: int, otherwise: int) -> int:
        """Return the offset after the last line ending in a range; ``otherwise`` if it has none."""
        text = self._text
        found = text.rfind("\n", start, end)
        if self._has_returns:
            other = text.rfind("\r", start, end)
            if other >= 0 and text.startswith("\n", other + 1):
                # CR LF is a single line ending, which does not count if its LF is outside of the
                # range
                other = text.rfind("\r", start, other) if other + 1 >= end else -1
            found = max(found, other)
        return found + 1 if found >= 0 else otherwise

    def _next_start(self, position: int) -> int:
        """Return the offset after the next line ending."""
        text = self._text
        found = text.find("\n", position)
        if self._has_returns:
            other = text.find("\r", position, found if found >= 0 else len(text))
            if other >= 0 and other + 1 != found:
                return other + 1
        return len(text) if found < 0 else found + 1


_DECLARATION = re.compile(
    rb"""<\?xml\s[^>]*?encoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')"""
)
_LONGEST_DECLARATION = 4096
_NEWLINE = re.compile(r"\r\n|\n|\r")
_BYTE = 0xDC00
"""An invalid byte is represented by the surrogate with this number plus the byte, as in
``surrogateescape``."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def bytes_of(text: str) -> bytes:
    """Encode a text so that decoding the bytes returns the same characters.

    The declared encoding is used if it has all characters and XML parsers support it. Otherwise
    UTF-8 with a byte order mark is used; the mark takes precedence over the declaration.
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
    # the encoding is unknown, is not a text encoding, or does not have a character
    except (LookupError, UnicodeError, TypeError):
        pass
    return codecs.BOM_UTF8 + plain


def _is_of_bytes(encoding: str) -> bool:
    """Return whether the encoding maps each byte to one character.

    Apart from Unicode, expat supports only such encodings.
    """
    return len(bytes(range(256)).decode(encoding, "replace")) == 256


class Source:
    """The bytes of a file, and its text, with the line and the column of each character.

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
        return (Source, (self.data, self.name))  # cached values are not pickled

    @cached_property
    def bom(self) -> bytes:
        """The byte order mark at the start of the file; empty if it has no mark."""
        return next((mark for mark, _ in _BOMS if self.data.startswith(mark)), b"")

    @cached_property
    def encoding(self) -> str:
        """Python's name of the encoding: of the byte order mark, the declaration, or else UTF-8."""
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
        """The declared encoding, unless it is a Unicode encoding or cannot decode the file."""
        match = _DECLARATION.match(self.data[:_LONGEST_DECLARATION])
        if match is None:
            return None
        try:
            name = codecs.lookup((match[1] or match[2]).decode("ascii")).name
            fits = match[0].decode(name, "surrogateescape") == match[0].decode("ascii")
            if not fits or name.startswith(("utf", "unicode", "raw")):
                return None
            self.data.decode(name, "surrogateescape")
        # the encoding is unknown, is not a text encoding, or cannot decode this file
        except (LookupError, UnicodeError):
            return None
        return name

    @cached_property
    def text(self) -> str:
        """The decoded text; invalid bytes become lone surrogates, so that no byte is lost."""
        return self.decode(self.data[len(self.bom) :])

    def decode(self, data: bytes) -> str:
        """Decode a part of the bytes; in UTF-16, an odd last byte becomes a surrogate."""
        if self._errors == "surrogatepass" and len(data) % 2:
            return data[:-1].decode(self.encoding, self._errors) + chr(_BYTE + data[-1])
        try:
            return data.decode(self.encoding, self._errors)
        except UnicodeDecodeError:  # the part begins or ends inside a character
            return data.decode(self.encoding, "replace")

    @property
    def _errors(self) -> str:
        """The error handler for invalid bytes; ``surrogateescape`` does not support UTF-16."""
        return "surrogatepass" if self.encoding.startswith("utf-16") else "surrogateescape"

    def encode(self, text: str) -> bytes:
        """Encode a text in the encoding of this file, with the byte order mark of the file.

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
        """The line ending of the first line, which is used for new lines."""
        match = _NEWLINE.search(self.text)
        return match[0] if match else "\n"

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both counted from 1; columns are characters."""
        return self._lines.position(offset)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and a column, both counted from 1."""
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
