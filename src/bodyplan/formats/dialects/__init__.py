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
    """One occurrence of an extension in a file.

    Args:
        extension: the declaration of the extension.
        value: the text of the attribute, or the XML element.
    """

    extension: Extension
    value: str | Raw

    @property
    def number(self) -> float | None:
        """The number in the attribute, or in the element's ``value=`` or text; None without one."""
        value = self.value
        text = value if isinstance(value, str) else value.get("value") or value.text
        try:
            return parse_float(text.strip())
        except ValueError:
            return None


@cache
def dialect(name: str) -> Dialect:
    """Return the dialect with a name.

    Args:
        name: one of ``DIALECTS``.
    """
    return cast("Dialect", import_module(f"{__name__}.{name}").DIALECT)


@cache
def extensions(format_: str) -> Mapping[str, Mapping[str, Extension]]:
    """Return a format's extensions by class name of the containing element, then by path inside it.

    The first call loads the dialects.
    """
    found: dict[str, dict[str, Extension]] = {}
    for name in DIALECTS:
        for extension in dialect(name).of_format(format_):
            found.setdefault(extension.element, {})[extension.path] = extension
    return found


def is_extension(format_: str, element: type[Element], path: str) -> bool:
    """Return whether any dialect defines this extension of the format.

    Args:
        format_: "urdf", "srdf" or "sdf".
        element: the class of the element that contains the extension.
        path: the tags inside the element, joined by ``/``; an attribute has the prefix ``@``.
    """
    return path in extensions(format_).get(element.__name__, {})


def written_extensions(format_: str, element: Element) -> Iterator[Written]:
    """Yield the occurrences of extensions in an element, also those nested in vendor elements.

    Args:
        format_: "urdf", "srdf" or "sdf".
        element: the typed element, as read from a file.
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
    """Return a physical quantity that an extension in this element sets; None if not set.

    Args:
        format_: "urdf", "srdf" or "sdf".
        element: the typed element, as read from a file, such as ``joint.dynamics``.
        name: the physical quantity.
    """
    for written in written_extensions(format_, element):
        if written.extension.quantity == name:
            return written.number
    return None


def _found(elements: tuple[Raw, ...], tags: list[str]) -> Iterator[Raw | tuple[Raw, ...]]:
    """Yield each element that a path of tags leads to.

    For an empty path, yield the tuple of all elements once.
    """
    if not tags:
        yield elements
        return
    level = list(elements)
    for tag in tags[:-1]:
        level = [child for raw in level if raw.tag == tag for child in raw]
    yield from (raw for raw in level if raw.tag == tags[-1])


def _own(extension: Extension, raw: Raw | tuple[Raw, ...], last: str) -> Iterator[Written]:
    """Yield the occurrences of an extension in the element (or elements) that its path leads to.

    Args:
        extension: the extension.
        raw: the element, or all elements for a path of one name.
        last: the last name of the extension's path: a tag, or ``@`` and an attribute.
    """
    if last.startswith("@"):
        text = raw.get(last[1:]) if isinstance(raw, Raw) else None
        if text is not None:
            yield Written(extension, text)
        return
    yield from (Written(extension, child) for child in raw if child.tag == last)
