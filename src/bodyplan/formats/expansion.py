"""The expansion of a xacro document into a robot description, and the files it was read from.

The Python package ``xacro`` is imported only for xacro documents.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bodyplan.formats.document import Document
from bodyplan.formats.read import read_written

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.resources import Resources
    from bodyplan.xacro import Expansion
    from bodyplan.xacro.places import SourcePlaces


def expansion_of(document: Document) -> Expansion | None:
    """Return the expansion of a xacro document; None for a document of another format.

    The limits are those of ``document.options[XacroLimits]``, or the defaults.
    """
    return document.derived(_expansion) if document.format == "xacro" else None


def files_read(document: Document) -> list[Path]:
    """Return the files that a document was read from.

    If it is a xacro document that has been expanded, these include the files read by the expansion.
    """
    paths = [document.path]
    if document.format == "xacro" and document.has_derived(_expansion):
        expansion = document.derived(_expansion)
        paths += [file.path for file in expansion.files]
        paths += expansion.read
    return [path for path in paths if path is not None]


def has_failed(document: Document) -> bool:
    """Return whether the document was expanded and this failed, such as on a missing include."""
    is_known = document.format == "xacro" and document.has_derived(_expansion)
    return is_known and document.derived(_expansion).text is None


def sources_of(document: Document) -> SourcePlaces | None:
    """Return the locations in a xacro document and the files that it includes; else None."""
    return document.derived(_sources) if document.format == "xacro" else None


def _expansion(document: Document) -> Expansion:
    from bodyplan.xacro import DEFAULT_LIMITS, XacroLimits, expand

    return expand(
        document.source.data,
        document.name,
        path=document.path,
        arguments=document.arguments,
        resources=document.resources,
        limits=document.options.get(XacroLimits, DEFAULT_LIMITS),
    )


def _sources(document: Document) -> SourcePlaces:
    from bodyplan.xacro.places import SourcePlaces

    return SourcePlaces(document.derived(_expansion), document.limits, document.places)


def expanded(document: Document) -> Document | None:
    """Return the document that a xacro document expands to; None if the expansion fails.

    ``Document.expanded`` caches the result. Its locations refer to the xacro source files.
    """
    sources = document.derived(_sources)
    if sources.expansion.text is None:
        return None
    return _read_expansion(sources, document.name, document.path, document.resources)


def _read_expansion(
    sources: SourcePlaces, name: str, path: Path | None, resources: Resources | None
) -> Document:
    from bodyplan.formats.expanded import OriginPlaces

    assert sources.expansion.text is not None
    places = partial(OriginPlaces, sources=sources)
    made = read_written(sources.expansion.text, name, places, path=path, limits=sources.limits)
    made.resources = resources
    made.made_by = _read_expansion, (sources, name, path, resources)
    return made
