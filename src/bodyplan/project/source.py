"""What functions for one job accept: a document, or what ``read`` accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bodyplan.formats.document import Document
from bodyplan.formats.read import as_mjcf, read
from bodyplan.formats.source import Readable

if TYPE_CHECKING:
    from bodyplan.resources import Resources

Source = Readable | Document


def document_from(
    source: Source,
    *,
    format: str | None = None,  # noqa: A002  (as in ``read``)
    arguments: Mapping[str, str] | None = None,
    resources: Resources | None = None,
) -> Document:
    """Return a document as it is, and read anything else.

    Raises:
        InputError: the source cannot be opened.
    """
    if isinstance(source, Document):
        return source
    return as_mjcf(read(source, format=format, arguments=arguments, resources=resources))
