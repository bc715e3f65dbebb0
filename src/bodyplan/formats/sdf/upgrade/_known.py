"""Removal of the elements and attributes that the target version does not define."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Record
from bodyplan.formats.sdf.common import VERSIONS
from bodyplan.formats.sdf.root import Root
from bodyplan.formats.sdf.sensors.sensor import Sensor, first_version
from bodyplan.formats.sdf.upgrade.draft import Draft, is_opaque, text_of
from bodyplan.spec import Element, Version, dotted, spec_of
from bodyplan.spec.element import Field

_WITH_MEANING = {
    *("capsule", "cone", "ellipsoid", "polyline", "empty"),
    *("mimic", "gearbox_ratio", "spring_reference", "spring_stiffness", "joint"),
    *("model", "include", "fluid_added_mass", "wind", "@merge", "@auto"),
}
"""Elements and attributes (with "@") whose removal changes what the robot or world is."""


class _Known(Record):
    """How the versions of SDFormat declare one child tag or attribute of an element.

    Args:
        versions: the versions that define the child or attribute.
        field: its declaration in the newest of these versions.
        cls: the class of the child; None for an attribute, and for a child with only a value.
    """

    versions: frozenset[Version]
    field: Field
    cls: type[Element] | None = None


def drop_unknown(draft: Draft, source: Version, target: Version) -> None:
    """Remove the elements and attributes that the target version does not define.

    Elements and attributes that no version from source to target defines are kept, because they are
    custom.
    """
    low, high = sorted((source, target))
    between = frozenset(version for version in VERSIONS if low <= version <= high)
    gone: list[Node] = []
    stack: list[tuple[Node, type[Element]]] = [(draft.root, Root)]
    while stack:
        node, cls = stack.pop()
        table = _table(cls)
        for name in list(node.attrib) if node.attrib else ():
            known = table.get(f"@{name}")
            if known is not None and target not in known.versions and known.versions & between:
                _drop_attribute(draft, node, name, known, target)
        if is_opaque(node):
            continue
        for child in node:
            known = table.get(child.tag)
            if known is None or (known.cls is None and len(child)):
                continue  # a custom element, or a value with children of an older form
            first = first_version(child.get("type", "")) if known.cls is Sensor else low
            if target < first <= source:
                what = f"<sensor> {child.get('name', '')!r}"
                draft.lost(child, what, f"its type requires version {dotted(first)}")
                gone.append(child)
            elif target in known.versions or not known.versions & between:
                if known.cls is not None:
                    stack.append((child, known.cls))
            else:
                _tell(draft, child, known, target)
                gone.append(child)
    _remove(draft, gone)


def _drop_attribute(draft: Draft, node: Node, name: str, known: _Known, target: Version) -> None:
    value = draft.drop_attribute(node, name) or ""
    if _is_default(known, value):
        draft.changed(node, f"attribute {name} removed: it has the default value")
        return
    meaning = f"@{name}" in _WITH_MEANING
    draft.lost(node, f"attribute {name}", _reason(known, target), changes_meaning=meaning)


def _tell(draft: Draft, node: Node, known: _Known, target: Version) -> None:
    if known.cls is None and _is_default(known, text_of(node)):
        draft.changed(node, f"<{node.tag}> removed: it has the default value")
        return
    meaning = node.tag in _WITH_MEANING
    draft.lost(node, f"<{node.tag}>", _reason(known, target), changes_meaning=meaning)


def _remove(draft: Draft, gone: Iterable[Node]) -> None:
    gone = list(gone)
    geometries = [
        parent
        for node in gone
        if (parent := draft.parent(node)) is not None and parent.tag == "geometry"
    ]
    draft.remove(gone)
    for geometry in geometries:
        if not len(geometry):
            draft.add(geometry, "empty")


def _is_default(known: _Known, text: str) -> bool:
    field = known.field
    if field.codec is None:
        return False
    try:
        return bool(field.codec.parse(text.strip()) == field.default)
    except ValueError:
        return False


def _reason(known: _Known, target: Version) -> str:
    first, last = min(known.versions), max(known.versions)
    if target < first:
        return f"it requires version {dotted(first)}"
    if target > last:
        return f"it was removed after version {dotted(last)}"
    return f"version {dotted(target)} does not have it"


@cache
def _table(cls: type[Element]) -> dict[str, _Known]:
    """Return the child tags, and attributes with "@", that any version defines for an element."""
    found: dict[str, set[Version]] = {}
    fields: dict[str, tuple[Field, type[Element] | None]] = {}
    for version in VERSIONS:
        for field in spec_of(cls, version).fields:
            if field.mark.since is not None and version < field.mark.since:
                continue
            for name, inner in _names(field, version):
                found.setdefault(name, set()).add(version)
                fields[name] = field, inner
    return {name: _Known(frozenset(found[name]), *fields[name]) for name in found}


def _names(field: Field, version: Version) -> list[tuple[str, type[Element] | None]]:
    """Return the tags or the attribute ("@name") of a field, each with its class, if any."""
    if field.place == "attribute":
        return [(f"@{field.xml}", None)]
    classes = [cls for cls in field.elements if cls.SINCE is None or version >= cls.SINCE]
    if field.place == "child" and not field.xml:
        return [(cls.TAG, cls) for cls in classes]
    if field.place == "child" and field.elements:
        return [(field.xml, classes[0])] if classes else []
    return [(tag, None) for tag in field.tags]
