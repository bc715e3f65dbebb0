"""Replacement of the names in ``<gazebo>`` blocks that libsdformat would reject."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.chains import free, unreserved
from bodyplan.core import Record, quoted
from bodyplan.formats import sdf
from bodyplan.spec import Element, spec_of

PLACED = {"sensor", "light", "projector", "audio_source", "particle_emitter"}
"""Elements with a pose that a link can contain."""
_OWNERS = (sdf.Link, sdf.Joint, sdf.Model)


class NewName(Record):
    """The renaming of one element: its tag, its name in the file, its new name, and the reason."""

    tag: str
    written: str
    called: str
    reason: str


def with_allowed_names(node: Node, taken: set[str]) -> tuple[Node, list[NewName]]:
    """Return a setting with names that libsdformat accepts, and the names that were changed.

    Args:
        node: a child element of a ``<gazebo>`` block; it is not modified.
        taken: the names of sensors and similar elements in the same link or joint; the new name is
            added.
    """
    has_name = node.tag in PLACED and "name" in node.attrib
    written = node.get("name", "").strip()
    allowed = unreserved(written or node.tag, node.tag)
    has_colons = any("::" in one.get("name", "") for one in node.iter())
    if not has_colons and (not has_name or (written == allowed and written not in taken)):
        taken.update((written,) if has_name else ())
        return node, []
    made = deepcopy(node)
    found: list[NewName] = []
    for one in _checked(made) if has_colons else ():
        old = one.get("name", "")
        name = old.replace("::", "_")
        if name != old:
            one.set("name", name)
            reason = f"'::' is not allowed; it is called {quoted(name)}"
            found.append(NewName(one.tag, old, name, reason))
    if has_name:
        name = made.get("name", "").strip()
        allowed = unreserved(name or node.tag, node.tag)
        called = free(allowed, taken)
        made.set("name", called)
        if called != name:
            why = (
                "another element has the same name"
                if name == allowed
                else f"{quoted(name)} is reserved"
            )
            why = why if name else "it has no name"
            reason = f"{why}; it is renamed to {quoted(called)}"
            found.append(NewName(node.tag, node.get("name", ""), called, reason))
    return made, found


def _checked(node: Node) -> Iterator[Node]:
    """Yield the SDFormat elements outside plugins; libsdformat checks their names."""
    todo = [(node, one) for cls in _OWNERS for one in _classes(cls, node.tag)][:1]
    while todo:
        one, cls = todo.pop()
        if one.tag != "plugin":
            yield one
            todo += [(below, inner) for below in one for inner in _classes(cls, below.tag)[:1]]


def _classes(cls: type[Element], tag: str) -> list[type[Element]]:
    """Return the classes of the child elements with a tag."""
    fields = spec_of(cls).fields
    return [one for field in fields if tag in field.tags for one in field.elements]
