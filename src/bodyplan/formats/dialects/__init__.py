"""Dialects: vendor extensions of the formats. Each is a module in this folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple, cast

from bodyplan.spec import Element, Raw, parse_float
from bodyplan.spec.raw import Dialect, Extension, Quantity

DIALECTS = tuple(
    sorted(
        name.removesuffix(".py")
        for name in os.listdir(__path__[0])
        if name[0].isalpha() and name.endswith(".py")
    )
)
"""The names of the dialects."""


class Written(NamedTuple):
    """An extension as written in a file.

    Args:
        extension: the declaration of the extension.
        value: the value of the attribute, or the element.
    """

    extension: Extension
    value: str | Raw

    @property
    def number(self) -> float | None:
        """The number in the attribute itself, in the ``value=`` of the element, or in its text."""
        value = self.value
        text = value if isinstance(value, str) else value.get("value") or value.text
        try:
            return parse_float(text.strip())
        except ValueError:
            return None


@cache
def dialect(name: str) -> Dialect:
    """Return a dialect.

    Args:
        name: one of ``DIALECTS``.
    """
    return cast("Dialect", import_module(f"{__name__}.{name}").DIALECT)


@cache
def extensions(format_: str) -> Mapping[str, Mapping[str, Extension]]:
    """Return the extensions of a format, by class name of the containing element and by path.

    The first call loads the dialects.
    """
    found: dict[str, dict[str, Extension]] = {}
    for name in DIALECTS:
        for extension in dialect(name).of_format(format_):
            found.setdefault(extension.element, {})[extension.path] = extension
    return found


def is_extension(format_: str, element: type[Element], path: str) -> bool:
    """Return whether a name that the format does not define belongs to a dialect."""
    return path in extensions(format_).get(element.__name__, {})


def written_extensions(format_: str, element: Element) -> Iterator[Written]:
    """Yield the extensions in an element, including those inside its vendor elements.

    Args:
        format_: "urdf", "srdf" or "sdf".
        element: an element as read.
    """
    if not element.extra:
        return
    declared = extensions(format_).get(type(element).__name__, {})
    attributes = dict(element.extra.attributes)
    for path, extension in declared.items():
        *tags, last = path.split("/")
        if not tags and last.startswith("@"):
            text = attributes.get(last[1:])
            if text is not None:
                yield Written(extension, text)
            continue
        for raw in _found(element.extra.elements, tags):
            yield from _own(extension, raw, last)


def quantity(format_: str, element: Element, name: Quantity) -> float | None:
    """Return the value of a quantity from an extension of this element; None if not written.

    Args:
        format_: "urdf", "srdf" or "sdf".
        element: an element as read, such as ``joint.dynamics``.
        name: the quantity.
    """
    for written in written_extensions(format_, element):
        if written.extension.quantity == name:
            return written.number
    return None


def _found(elements: tuple[Raw, ...], tags: list[str]) -> Iterator[Raw | tuple[Raw, ...]]:
    """Yield the elements at the end of a path of tags.

    For an empty path, yield all given elements together as a group.
    """
    if not tags:
        yield elements
        return
    level = list(elements)
    for tag in tags[:-1]:
        level = [child for raw in level if raw.tag == tag for child in raw]
    yield from (raw for raw in level if raw.tag == tags[-1])


def _own(extension: Extension, raw: Raw | tuple[Raw, ...], last: str) -> Iterator[Written]:
    """Yield the attribute or child elements with the last name of an extension's path."""
    if last.startswith("@"):
        text = raw.get(last[1:]) if isinstance(raw, Raw) else None
        if text is not None:
            yield Written(extension, text)
        return
    yield from (Written(extension, child) for child in raw if child.tag == last)
