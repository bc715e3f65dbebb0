"""The layout of a description."""

from __future__ import annotations

from bodyplan.description.description import Description, Source
from bodyplan.description.session import opened
from bodyplan.edit.format import DEFAULT_INDENT, format_document
from bodyplan.formats.document import Document
from bodyplan.formats.editing import edited


def format(source: Source | Description, *, indent: int = DEFAULT_INDENT) -> Document:  # noqa: A001  (the verb)
    """Format a description: indentation, spaces, quotes, line ends. No file is written.

    The text of comments, names, values and numbers does not change.

    Args:
        source: a description, a document, or a source for ``read``.
        indent: the number of spaces for each level.

    Returns:
        The document with the new layout; the same object if nothing changes.

    Raises:
        InputError: the source cannot be opened.
        EditError: the file is not well-formed, or cannot be written in its encoding.
        ValueError: indent is negative.
    """
    document = opened(source).written
    edits = format_document(document, indent=indent)
    return edited(document, edits) if edits else document
