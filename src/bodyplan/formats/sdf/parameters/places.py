"""The locations of elements in an included file that parameters have changed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element as Node

from bodyplan.text import Edit

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.formats.document import Document


class Changed:
    """The change of a document by parameters, to find the original locations of elements.

    Args:
        before: the document before the change; the parameters of an inner include may have changed
            it already.
        edits: the edits that changed its text.
        is_file: whether ``before`` has the text of the file; false if it was upgraded to another
            version.
    """

    def __init__(self, before: Document, edits: list[Edit], *, is_file: bool) -> None:
        self._before = before
        self._edits = sorted(edits, key=lambda edit: (edit.start, edit.end))
        self._is_file = is_file

    def where(self, after: Document, node: Node, *, is_whole: bool) -> Where | None:
        """Return where an element of the changed document is in the file; None if it was added.

        Args:
            after: the document after the changes.
            node: an element of this document.
            is_whole: whether the result is also None for an element with changed content.
        """
        old = self._old.get(after.layout.span(node).start)
        if old is None:
            return None
        span = self._before.layout.span(old)
        if is_whole and self._is_touched(span.start, span.end):
            return None
        before = self._before.derived(changed_of)
        if before is not None:
            return before.where(self._before, old, is_whole=is_whole)
        return self._before.where(old)

    @cached_property
    def _old(self) -> dict[int, Node]:
        """The elements that the edits keep, by the offset of their start after the edits."""
        root = self._before.tree.root
        if root is None or not self._is_file:
            return {}
        starts = {self._before.layout.span(node).start: node for node in root.iter()}
        kept = [start for start in starts if not self._is_touched(start, start + 1)]
        return {new: starts[start] for start, new in moved(self._edits, kept).items()}

    def _is_touched(self, start: int, end: int) -> bool:
        """Return whether an edit changes text between two offsets of the original text."""
        index = bisect_right(self._ends, start)
        return index < len(self._edits) and self._edits[index].start < end

    @cached_property
    def _ends(self) -> list[int]:
        return [edit.end for edit in self._edits]


def changed_of(_document: Document) -> Changed | None:
    """Return how parameters changed a document; None if they did not.

    This function is only a key: the value is stored by ``Document.remember`` and returned by
    ``Document.derived``.
    """
    return None


def moved(edits: Iterable[Edit], offsets: Iterable[int]) -> dict[int, int]:
    """Return where offsets of a text are after edits.

    Args:
        edits: the edits.
        offsets: offsets that are not inside an edited range.

    Returns:
        The offset after the edits, by the offset before them.
    """
    ordered = sorted(edits, key=lambda edit: (edit.end, edit.start))
    ends = [edit.end for edit in ordered]
    grown = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in ordered)]
    return {offset: offset + grown[bisect_right(ends, offset)] for offset in offsets}
