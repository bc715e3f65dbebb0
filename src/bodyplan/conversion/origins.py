"""The origin of each value of the robot model: its element and location in a file."""

from __future__ import annotations

from collections.abc import Callable
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


def element_of(
    value: Element | Record, robot: model.Robot, document: Document | None
) -> tuple[Element, Document | None] | None:
    """Return the element of a part of a robot, and the file that contains it; None if unknown.

    Args:
        value: an element of the robot's file, or a part of the robot.
        robot: the robot, with its origins.
        document: document of the robot; parts of SDFormat robots may be in included files.
    """
    if isinstance(value, Element):
        return value, document
    found = None if robot.origins is None else robot.origins.source(value)
    scope = getattr(found, "scope", None)
    if found is not None and scope is not None:  # only SDFormat origins have a scope
        return found.element, scope.document
    return (found, document) if isinstance(found, Element) else None


def part_origins(
    link: model.Link, element: urdf.Link | sdf.Link, shape_of: Callable[[Any], Element | None]
) -> list[tuple[Record, Element]]:
    """Return the values of a link except its materials, paired with their elements.

    Args:
        link: the link.
        element: element of the link, with all its visuals and collisions.
        shape_of: returns the shape of a visual or collision.
    """
    found: list[tuple[Record, Element]] = [(link, element)]
    if link.inertial is not None and element.inertial is not None:
        found.append((link.inertial, element.inertial))
    parts: tuple[Element, ...] = (*element.visuals, *element.collisions)
    for geometry, part in zip((*link.visuals, *link.collisions), parts, strict=True):
        found.append((geometry, part))
        shape = None if geometry.shape is None else shape_of(part)
        if geometry.shape is not None and shape is not None:
            found.append((geometry.shape, shape))
    return found
