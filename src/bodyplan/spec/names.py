"""Names and who refers to them, as the marks of the declarations say."""

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
    """The name spaces it may be a name in."""
    defines: bool
    """Whether the name is given here, rather than referred to."""


def uses(root: Element) -> Iterator[Use]:
    """Every place in a value where a name is given or referred to."""
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
