"""Names and references to them, as declared by marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bodyplan.spec.bind import walk
from bodyplan.spec.element import Element, spec_of
from bodyplan.spec.marks import Namespace


class Use(NamedTuple):
    """A field that holds a name."""

    value: Element
    field: str
    name: str
    namespaces: tuple[Namespace, ...]
    """The namespaces of the name."""
    defines: bool
    """Whether the name is defined here, not referred to."""


def uses(root: Element) -> Iterator[Use]:
    """Yield every field that defines a name or refers to one."""
    for value in walk(root):
        for field in spec_of(type(value)).fields:
            mark = field.mark
            if not (mark.refers or mark.defines) or field.elements:
                continue
            content = getattr(value, field.name)
            if isinstance(content, str) and content:
                if mark.defines:
                    yield Use(value, field.name, content, (mark.defines,), defines=True)
                else:
                    yield Use(value, field.name, content, mark.refers, defines=False)
