"""Suppression by comments in the files of one expansion."""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.diag import Diagnostic, Where
from bodyplan.formats.document import Document
from bodyplan.formats.xacro import Origin
from bodyplan.formats.xacro.places import SourcePlaces
from bodyplan.lint.suppress import Suppression, suppressions, unused

_Point = tuple[str, int, int]
"""File, line and column."""


def without_suppressed(document: Document, found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings that no comment suppresses, and one for each comment that is of no use.

    A comment before an element holds for all that it brings: what stands in it, what a macro call
    makes, what an include brings along.

    Args:
        document: with macros.
        found: what was found in its files.
    """
    sources = document.sources
    if sources is None:
        return found
    files = sources.expansion.files
    comments = {
        file.name: suppressions(sources.file(number))
        for number, file in enumerate(files)
        if b"bodyplan:" in file.data
    }
    if not any(comments.values()):
        return found
    ways = _Ways(sources)
    kept: list[Diagnostic] = []
    used: set[Suppression] = set()
    for diagnostic in found:
        matching = [
            comment
            for file, line, column in ways.to(diagnostic.where)
            for comment in comments.get(file, ())
            if _holds(comment, sources.file(ways.numbers[file]).source.offset(line, column))
            and (not comment.codes or diagnostic.code.startswith(comment.codes))
        ]
        used.update(comment for comment in matching)
        if not matching:
            kept.append(diagnostic)
    in_main = comments.get(document.name, [])
    reached = _reached(document)
    kept += [
        unused(document.places, comment)
        for comment in in_main
        if comment not in used and any(_holds(comment, offset) for offset in reached)
    ]
    return kept


def _holds(comment: Suppression, offset: int) -> bool:
    return comment.start <= offset < max(comment.end, comment.start + 1)


class _Ways:
    """The tags by which the expansion came to a place.

    Args:
        sources: the files.
    """

    def __init__(self, sources: SourcePlaces) -> None:
        self.sources = sources
        self.numbers: dict[str, int] = {}
        for number, file in enumerate(sources.expansion.files):
            self.numbers.setdefault(file.name, number)

    def to(self, where: Where) -> Iterator[_Point]:
        """A place, the macro calls around it, and the includes of its file."""
        yield where[:3]
        for call in where.calls:
            yield call.file, call.line, call.column
        number = self.numbers.get(where.file, 0)
        for _ in self.sources.expansion.files:  # each leads to one that was read before it
            included = self.sources.expansion.files[number].included
            if included is None:
                break
            place = self.sources.where(included)
            yield place[:3]
            number = included.file


def _reached(document: Document) -> list[int]:
    """Offsets of the elements of the main file that the expansion made something of."""
    sources = document.sources
    if sources is None or sources.expansion.text is None:
        return []
    expansion = sources.expansion
    numbers: set[int] = set()

    def add(origin: Origin | None) -> None:
        if origin is not None:
            numbers.update([origin.element] if not origin.file else [])
            numbers.update(call.element for call in origin.calls if not call.file)

    for origin in expansion.origins:
        add(origin)
    for file in expansion.files:
        add(file.included)
    layout = document.layout
    return [layout.span(layout.elements[number]).start for number in numbers]
