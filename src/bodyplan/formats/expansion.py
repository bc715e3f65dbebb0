"""What the macros of a document make: the expansion, its sources, and the robot in it.

``formats.xacro`` is loaded for a document with macros, and for no other.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bodyplan.formats.document import Document
from bodyplan.formats.read import read_written

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.formats.xacro import Expansion, XacroLimits
    from bodyplan.formats.xacro.places import SourcePlaces
    from bodyplan.resources import Resources


def expansion_of(document: Document) -> Expansion | None:
    """Return what the macros of a file make; None for a file of another format.

    The limits are those of ``document.options[XacroLimits]``, or the usual ones.
    """
    return document.derived(_expansion) if document.format == "xacro" else None


def sources_of(document: Document) -> SourcePlaces | None:
    """Return the positions in the files with macros; None for a file of another format."""
    return document.derived(_sources) if document.format == "xacro" else None


def expanded_document(document: Document) -> Document | None:
    """Return the robot in a file: the document itself, or the one that its macros make.

    The positions of the latter are in the files that its elements were written in. None when the
    expansion failed.
    """
    return document.derived(_expanded) if document.format == "xacro" else document


def set_expansion(document: Document, expansion: Expansion, limits: XacroLimits) -> None:
    """Give a document an expansion that was made of its bytes before.

    Args:
        document: a file with macros.
        expansion: what they make.
        limits: the limits that it was made with.
    """
    document.options[type(limits)] = limits
    document.remember(_expansion, expansion)


def _expansion(document: Document) -> Expansion:
    from bodyplan.formats.xacro import DEFAULT_LIMITS, XacroLimits, expand

    return expand(
        document.source.data,
        document.name,
        path=document.path,
        arguments=document.arguments,
        resources=document.resources,
        limits=document.options.get(XacroLimits, DEFAULT_LIMITS),
    )


def _sources(document: Document) -> SourcePlaces:
    from bodyplan.formats.xacro.places import SourcePlaces

    return SourcePlaces(document.derived(_expansion), document.limits, document.places)


def _expanded(document: Document) -> Document | None:
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
