"""Lines of a text and positions in them."""

from __future__ import annotations

from bisect import bisect_left

_BLOCK = 4096  # characters


class Lines:
    """Finds lines by offset and offsets by line.

    It stores a few numbers per block of the text, not one per line: for a file that consists of
    line endings, those would need many times the memory of the text.

    Args:
        text: the text; a line ends with LF, CR or CR LF.
    """

    __slots__ = ("_before", "_has_returns", "_starts", "_text", "count")

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_returns = "\r" in text
        self._before: list[int] = []
        """For each block, how many lines end before or at its start."""
        self._starts: list[int] = []
        """For each block, where the line begins that its first character is in."""
        ended = begin = 0
        for block in range(0, len(text) + 1, _BLOCK):
            self._before.append(ended)
            self._starts.append(begin)
            ended += self._ends(block, block + _BLOCK)
            begin = self._last_start(block, block + _BLOCK, begin)
        self.count = ended + 1
        """How many lines there are; behind a line end at the end, an empty one."""

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
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
        """Return the number of line endings whose last character is in a range."""
        text = self._text
        found = text.count("\n", start, end)
        if self._has_returns:
            found += text.count("\r", start, end) - text.count("\r\n", start, end + 1)
        return found

    def _last_start(self, start: int, end: int, otherwise: int) -> int:
        """Return the offset after the last line ending in a range."""
        text = self._text
        found = text.rfind("\n", start, end)
        if self._has_returns:
            other = text.rfind("\r", start, end)
            if other >= 0 and text.startswith("\n", other + 1):
                # the line ends with the LF; where that lies outside, the line before it counts
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
