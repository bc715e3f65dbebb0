"""Xacro tags without their prefix, and the names that they do not define."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element as Node

from bodyplan.xacro import Origin
from bodyplan.xacro.places import SourcePlaces

_NEEDED = {
    "macro": ({"name"},),
    "property": ({"name", "value"}, {"name", "default"}),
    "arg": ({"name", "default"},),
    "include": ({"filename"},),
    "if": ({"value"},),
    "unless": ({"value"},),
    "insert_block": ({"name"},),
}
"""Attributes that distinguish a xacro tag without the prefix from another element of that name."""
_OTHERS = {"gazebo", "plugin", "ros2_control", "transmission"}
"""Elements that may contain tags such as `<property>` that do not belong to xacro."""


def without_prefix(places: SourcePlaces) -> Iterator[tuple[Origin, Node]]:
    """Yield the elements that are certainly xacro tags without their prefix."""
    for word, needed in _NEEDED.items():
        for origin, node in places.by_tag.get(word, ()):
            has_all = any(all(node.get(name) is not None for name in names) for names in needed)
            if has_all and not any(outer.tag in _OTHERS for outer in places.around(origin)):
                yield origin, node


def undefined_by(node: Node) -> Iterator[str]:
    """Yield the names that a tag would define for use in expressions, if it had the prefix.

    Args:
        node: a property, or a macro with its parameters.
    """
    if node.tag == "property":
        yield node.get("name", "")
    elif node.tag == "macro":
        for word in node.get("params", "").split():
            yield word.partition("=")[0].rstrip(":").lstrip("*")
