"""The changes between two texts, as a unified diff."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from difflib import Match


def unified_diff(name: str, old: str, new: str) -> str:
    """Return the changes between two texts as a unified diff.

    Only a line feed ends a line. Python splits lines at other characters as well, but ``patch``
    does not.
    """
    name = name.lstrip("/")
    before, after = _lines(old), _lines(new)
    out: list[str] = []
    for group in _grouped(before, after):
        (_, start, _, other_start, _), (_, _, end, _, other_end) = group[0], group[-1]
        out.append(f"@@ -{_range(start, end)} +{_range(other_start, other_end)} @@\n")
        for what, a, b, c, d in group:
            if what == "equal":
                out += [f" {line}" for line in before[a:b]]
            else:
                out += [f"-{line}" for line in before[a:b]]
                out += [f"+{line}" for line in after[c:d]]
    if not out:
        return ""
    head = (f"--- {_diff_name(f'a/{name}')}\n", f"+++ {_diff_name(f'b/{name}')}\n")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in (*head, *out)
    )


def _grouped(before: list[str], after: list[str]) -> Iterable[list[tuple[str, int, int, int, int]]]:
    """Return the changes with three lines of context, grouped as by ``difflib``.

    Lines that are unique in both texts are matched first, and ``difflib`` compares only the lines
    between them. On the whole of a long file with many equal lines, ``difflib`` would take minutes.
    """
    # imported late, because the import costs milliseconds
    from difflib import Match, SequenceMatcher

    class Anchored(SequenceMatcher[str]):
        def get_matching_blocks(self) -> list[Match]:
            blocks: list[Match] = []
            a = b = 0
            for i, j in (*_anchors(before, after), (len(before), len(after))):
                one, other = before[a:i], after[b:j]
                if one == other:
                    found = [Match(0, 0, len(one))]
                else:
                    found = SequenceMatcher(None, one, other).get_matching_blocks()
                for start, other_start, size in found:
                    _add(blocks, Match(a + start, b + other_start, size))
                _add(blocks, Match(i, j, int(i < len(before))))
                a, b = i + 1, j + 1
            return [*blocks, Match(len(before), len(after), 0)]

    return Anchored(None, "", "").get_grouped_opcodes()


def _add(blocks: list[Match], block: Match) -> None:
    """Append a block of equal lines, merged with the previous block if they are adjacent."""
    if not block.size:
        return
    if blocks and blocks[-1].a + blocks[-1].size == block.a:
        last = blocks[-1]
        if last.b + last.size == block.b:
            blocks[-1] = last._replace(size=last.size + block.size)
            return
    blocks.append(block)


def _anchors(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Return the longest common sequence of lines that are unique in both texts, as index pairs."""
    places = _once(after)
    pairs = [(i, places[line]) for line, i in _once(before).items() if line in places]
    # entry n: of all sequences of n + 1 pairs, the smallest last position in ``after``
    ends: list[int] = []
    chosen: list[int] = []  # entry n: the index of the last pair of this sequence
    previous = [-1] * len(pairs)
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        if length == len(ends):
            ends.append(place)
            chosen.append(index)
        else:
            ends[length], chosen[length] = place, index
        previous[index] = chosen[length - 1] if length else -1
    series: list[tuple[int, int]] = []
    index = chosen[-1] if chosen else -1
    while index >= 0:
        series.append(pairs[index])
        index = previous[index]
    return series[::-1]


def _once(lines: list[str]) -> dict[str, int]:
    """Return the lines that occur only once, in order, with their positions."""
    counts = Counter(lines)
    return {line: i for i, line in enumerate(lines) if counts[line] == 1}


def _range(start: int, end: int) -> str:
    """Return a range of lines in the form of a hunk header."""
    count = end - start
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _diff_name(name: str) -> str:
    """Return a file name for the header of a diff, quoted as in git if necessary."""
    if name.isprintable() and not set(name) & {'"', "\\"}:
        # without the tab, patch ends the name at the first space
        return f"{name}\t" if " " in name else name
    characters = (
        c
        if c.isprintable() and c not in '"\\'
        else "".join(f"\\{byte:03o}" for byte in os.fsencode(c))
        for c in name
    )
    return f'"{"".join(characters)}"'


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines
