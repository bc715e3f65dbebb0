"""The element and location from which each value of the hub originates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bodyplan import model
from bodyplan.core import Record
from bodyplan.spec import Element

if TYPE_CHECKING:
    from bodyplan.diag import Where
    from bodyplan.formats import sdf, urdf
    from bodyplan.formats.document import Document


def place(document: Document | None, element: Element) -> Where | None:
    """Return the location of an element; None if it is not in the file."""
    if document is None or document.node(element) is None:
        return None
    return document.place(element)


def part_origins(
    link: model.Link, element: urdf.Link | sdf.Link, shape_of: Callable[[Any], Element | None]
) -> Iterator[tuple[Record, Element]]:
    """Yield the values of a link except its materials, each with its element.

    Args:
        link: the link.
        element: of the link, with all its visuals and collisions.
        shape_of: returns the shape of a visual or collision.
    """
    yield link, element
    if link.inertial is not None and element.inertial is not None:
        yield link.inertial, element.inertial
    parts: tuple[Element, ...] = (*element.visuals, *element.collisions)
    for geometry, part in zip((*link.visuals, *link.collisions), parts, strict=True):
        yield geometry, part
        shape = None if geometry.shape is None else shape_of(part)
        if geometry.shape is not None and shape is not None:
            yield geometry.shape, shape
