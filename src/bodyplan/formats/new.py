"""Construction of new documents from typed values."""

from __future__ import annotations

from bodyplan.core import class_name, replace
from bodyplan.formats.document import Document
from bodyplan.formats.read import read_bytes
from bodyplan.formats.registry import FORMATS
from bodyplan.formats.urdf import VERSIONS, Robot
from bodyplan.spec import Element, parse_version
from bodyplan.spec.writer import smallest_version, write_element


def document_of(root: Element, *, version: str | None = None, name: str = "<new>") -> Document:
    """Return a new document with a typed root element.

    Args:
        root: the root element of a URDF, a model_state, an SRDF or an SDFormat file.
        version: the URDF version to write; by default, the lowest version that supports all of the
            robot.
        name: the name of the document in messages.

    Raises:
        TypeError: the class of the value is not that of a root element.
        ValueError: the version is unknown or too low for the robot, or a value cannot be written
            (NaN, or a character that XML forbids).

    Its text is UTF-8, has two spaces of indentation, and omits fields with their default values.
    """
    format_ = next((known.name for known in FORMATS.values() if known.cls is type(root)), None)
    if format_ is None:
        raise TypeError(f"{class_name(type(root))} is not the root of a document")
    in_force = VERSIONS[0]
    if isinstance(root, Robot):
        need = smallest_version(root, VERSIONS)
        in_force = need
        if version is not None:
            asked = parse_version(version)
            if asked not in VERSIONS or asked is None:
                known = ", ".join(f"{major}.{minor}" for major, minor in VERSIONS)
                raise ValueError(f"version {version!r} is not one of {known}")
            if asked < need:
                raise ValueError(
                    f"version {version} does not support this robot, which requires {need[0]}.{need[1]}"
                )
            in_force = asked
        root = replace(root, version=f"{in_force[0]}.{in_force[1]}")
    text = f'<?xml version="1.0"?>\n{write_element(root, in_force)}\n'
    return read_bytes(text.encode(), name, format=format_)
