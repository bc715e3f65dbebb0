"""Suppression by comments: ``<!-- bodyplan: ignore J101 -->`` before an element."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.core import DEFAULT_LIMITS, Record
from bodyplan.diag import Diagnostic, Kind, Severity, Where, register
from bodyplan.formats.expansion import sources_of
from bodyplan.spec.recorder import Places, no_more

if TYPE_CHECKING:
    from bodyplan.formats.document import Document
    from bodyplan.xacro import Expansion

UNUSED = register(
    Kind(
        "X008",
        "unused-suppression",
        Severity.INFO,
        """A suppression comment has no effect.

## Why it matters
The problem was fixed, or the code is misspelled. If the comment stays, it hides the next problem of
this kind.

## Example
    <!-- bodyplan: ignore J999 -->
    <joint name="elbow" type="revolute">

## Use instead
Remove the comment, or correct its code.
""",
    )
)

_COMMENT = r"<!--\s*bodyplan:\s*(ignore-file|ignore)\b([^-]*?)-->"


class Suppression(Record):
    """A comment: its codes, the range of text in which it suppresses them, and its own range."""

    codes: tuple[str, ...]
    start: int
    end: int
    where: tuple[int, int]


def suppressions(places: Places) -> list[Suppression]:
    """Return the suppression comments of a file."""
    if b"bodyplan:" not in places.source.data and b"\0" not in places.source.data:
        return []
    text = places.source.text
    found: list[Suppression] = []
    starts: list[int] | None = None
    for match in re.finditer(_COMMENT, text):
        codes = tuple(code.upper() for code in re.split(r"[\s,]+", match[2].strip()) if code)
        if match[1] == "ignore-file":
            found.append(Suppression(codes, 0, len(text), match.span()))
        else:
            layout = places.layout
            if starts is None:
                starts = [layout.span(element).start for element in layout.elements]
            index = bisect_left(starts, match.end())
            if index < len(starts):
                span = layout.span(layout.elements[index])
                found.append(Suppression(codes, span.start, span.end, match.span()))
    return found


class _Range(NamedTuple):
    """A range of text in which comments suppress codes.

    Args:
        end: the offset after the range.
        comments: the comments by code or prefix of a code; "" for all codes.
        outer: the index of the enclosing range; -1 for none.
    """

    end: int
    comments: dict[str, list[Suppression]]
    outer: int


class Suppressions:
    """The suppression comments of a file. A query takes time proportional to the nesting depth.

    Args:
        comments: the comments; any two of their ranges are nested or disjoint.
    """

    def __init__(self, comments: list[Suppression]) -> None:
        self._comments = comments
        self._used: set[int] = set()
        self._starts: list[int] = []
        self._ranges: list[_Range] = []
        by_range: dict[tuple[int, int], dict[str, list[Suppression]]] = {}
        for comment in comments:
            table = by_range.setdefault((comment.start, max(comment.end, comment.start + 1)), {})
            for code in dict.fromkeys(comment.codes or ("",)):
                table.setdefault(code, []).append(comment)
        around: list[int] = []
        for start, end in sorted(by_range, key=lambda span: (span[0], -span[1])):
            while around and self._ranges[around[-1]].end <= start:
                around.pop()
            outer = around[-1] if around else -1
            around.append(len(self._ranges))
            self._starts.append(start)
            self._ranges.append(_Range(end, by_range[start, end], outer))

    def hold(self, offset: int, code: str) -> bool:
        """Return whether a comment suppresses a code at an offset; mark such comments as used."""
        is_held = False
        number = bisect_right(self._starts, offset) - 1
        while number >= 0:
            end, comments, number = self._ranges[number]
            for length in range(len(code) + 1) if offset < end else ():
                matching = comments.get(code[:length])
                if matching is not None:
                    is_held = True
                    self._used.update(map(id, matching))
                    # mark each comment only once: the empty list still suppresses this code
                    matching.clear()
        return is_held

    def unused(self) -> list[Suppression]:
        """Return the comments that have suppressed nothing, in the order of the file."""
        return [comment for comment in self._comments if id(comment) not in self._used]


def suppress(
    places: Places, diagnostics: list[Diagnostic], most: int = DEFAULT_LIMITS.max_diagnostics
) -> list[Diagnostic]:
    """Return the diagnostics that no comment suppresses, and one for each unused comment.

    Args:
        places: the locations in the file.
        diagnostics: the diagnostics, all in this file.
        most: the maximum number of diagnostics for unused comments.
    """
    comments = suppressions(places)
    if not comments:
        return diagnostics
    known = Suppressions(comments)
    offset = places.source.offset
    kept = [
        diagnostic
        for diagnostic in diagnostics
        if not known.hold(offset(diagnostic.where.line, diagnostic.where.column), diagnostic.code)
    ]
    return kept + unused_comments(places.where_span, known.unused(), most)


def suppress_expanded(document: Document, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics in the files of an expansion that no comment suppresses.

    A comment before an element also applies to the elements that the element adds to the expansion:
    its content, the result of a macro call, and an included file. Each unused comment of the main
    file adds a diagnostic, if its element contributes to the expansion.

    Args:
        document: the xacro document.
        diagnostics: the diagnostics in its files.
    """
    sources = sources_of(document)
    if sources is None:
        return diagnostics
    files = sources.expansion.files
    numbers = {file.name: number for number, file in reversed([*enumerate(files)])}
    known = {
        number: Suppressions(suppressions(sources.file(number)))
        for number in numbers.values()
        if b"bodyplan:" in files[number].data
    }
    if not known:
        return diagnostics

    def points(where: Where) -> Iterator[tuple[int, int]]:
        """Yield the file number and offset of a location, its macro calls, and the outer includes."""
        for file, line, column in (where[:3], *(call[1:] for call in where.calls)):
            number = numbers.get(file, 0)
            yield number, sources.file(number).source.offset(line, column)
        number = numbers.get(where.file, 0)
        while (included := files[number].included) is not None:
            number = included.file
            yield number, sources.file(number).layout.span(sources.element(included)).start

    def is_held(one: Diagnostic) -> bool:
        held = [known[f].hold(at, one.code) for f, at in points(one.where) if f in known]
        return any(held)  # a list is built first, so that every matching comment counts as used

    kept = [one for one in diagnostics if not is_held(one)]
    reached = _reached(document, sources.expansion) if 0 in known else ()
    useless = [
        comment
        for comment in (known[0].unused() if reached else ())
        if any(comment.start <= offset < comment.end for offset in reached)
    ]
    return kept + unused_comments(document.places.where_span, useless)


def _reached(document: Document, expansion: Expansion) -> list[int]:
    """Return offsets of the elements of the main file that contribute to the expansion."""
    if expansion.text is None:
        return []
    includes = [file.included for file in expansion.files if file.included is not None]
    origins = [*expansion.origins, *includes]
    trails = {origin.calls for origin in origins}
    numbers = {origin.element for origin in origins if not origin.file}
    numbers |= {call.element for calls in trails for call in calls if not call.file}
    layout = document.layout
    return [layout.span(layout.elements[number]).start for number in numbers]


def unused_comments(
    place: Callable[[int, int], Where],
    comments: Sequence[Suppression],
    most: int = DEFAULT_LIMITS.max_diagnostics,
) -> list[Diagnostic]:
    """Return the diagnostics for comments that suppress nothing, up to a limit.

    Args:
        place: returns the location of a range of text.
        comments: the comments.
        most: the maximum number of diagnostics; if there are more, one diagnostic reports this.
    """
    found = [
        Diagnostic(UNUSED, _nothing(comment), partial(place, *comment.where))
        for comment in comments[: most + 1]
    ]
    if len(found) > most:
        found[most] = no_more(found[most], most)
    return found


def _nothing(comment: Suppression) -> str:
    if not comment.codes:
        return "unused suppression comment"
    return f"unused suppression of {', '.join(comment.codes)}"
