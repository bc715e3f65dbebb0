"""Suppression by comments: ``<!-- bodyplan: ignore J101 -->`` before an element."""

from __future__ import annotations

import re
from bisect import bisect_left

from bodyplan.diag import Diagnostic, Kind, Severity, Where, register
from bodyplan.formats.places import Places
from bodyplan.text import Record

UNUSED = register(
    Kind(
        "X008",
        "unused-suppression",
        Severity.INFO,
        """A comment suppresses a finding that is not there.

## Why it matters
The fault was mended or the code mistyped. Left behind, the comment hides the next one.

## Example
    <!-- bodyplan: ignore J999 -->
    <joint name="elbow" type="revolute">

## Use instead
Remove the comment, or correct the code.
""",
    )
)

_COMMENT = r"<!--\s*bodyplan:\s*(ignore-file|ignore)\b([^-]*?)-->"


class Suppression(Record):
    """One comment: the codes it names, the range of text it holds for, and its own place."""

    codes: tuple[str, ...]
    start: int
    end: int
    where: tuple[int, int]


def suppressions(places: Places) -> list[Suppression]:
    """The suppressing comments of a file."""
    if b"bodyplan:" not in places.source.data and b"\0" not in places.source.data:
        return []
    text = places.source.text
    found: list[Suppression] = []
    for match in re.finditer(_COMMENT, text):
        codes = tuple(code.upper() for code in re.split(r"[\s,]+", match[2].strip()) if code)
        if match[1] == "ignore-file":
            found.append(Suppression(codes, 0, len(text), match.span()))
        else:
            layout = places.layout
            starts = [layout.span(element).start for element in layout.elements]
            index = bisect_left(starts, match.end())
            if index < len(starts):
                span = layout.span(layout.elements[index])
                found.append(Suppression(codes, span.start, span.end, match.span()))
    return found


def suppress(places: Places, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The findings that no comment suppresses, and one for each comment that suppresses nothing.

    Args:
        places: the file that all the findings are in.
        diagnostics: the findings.
    """
    comments = suppressions(places)
    if not comments:
        return diagnostics
    kept: list[Diagnostic] = []
    used: set[Suppression] = set()
    for diagnostic in diagnostics:
        offset = places.source.offset(diagnostic.where.line, diagnostic.where.column)
        matching = [
            comment
            for comment in comments
            if comment.start <= offset < max(comment.end, comment.start + 1)
            and (not comment.codes or diagnostic.code.startswith(comment.codes))
        ]
        used.update(matching)
        if not matching:
            kept.append(diagnostic)
    kept += [unused(places, comment) for comment in comments if comment not in used]
    return kept


def unused(places: Places, comment: Suppression) -> Diagnostic:
    """The finding for a comment that suppresses nothing."""

    def place() -> Where:
        return places.where_span(*comment.where)

    codes = ", ".join(comment.codes) or "anything"
    return Diagnostic(UNUSED, f"nothing here needs the suppression of {codes}", place)
