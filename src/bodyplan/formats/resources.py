"""What a document names outside of itself: the addresses of meshes, textures and models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element as Node

from bodyplan.formats.document import Document
from bodyplan.formats.urdf import Material, Mesh
from bodyplan.spec import Element, Raw, change
from bodyplan.spec.bind import walk
from bodyplan.text import Edit

FIELDS: dict[type[Element], str] = {Mesh: "filename", Material: "texture"}
"""The field that holds an address, by the class of the value."""


class NamedResource(NamedTuple):
    """An address, and what it stands in.

    Args:
        value: the typed value, or the element in kept content.
        field: the field of the value; for an element in kept content the attribute, or empty for
            its text.
        uri: as written, never empty.
    """

    value: Element | Raw
    field: str
    uri: str


def named_resources(document: Document) -> Iterator[NamedResource]:
    """Every address in a document, in the order of its declarations.

    In kept content, such as that of ``<gazebo>``, these are what is surely an address: the text of
    ``<uri>``, and the file name of a ``<mesh>`` or ``<texture>`` that has a scheme.
    """
    if document.root is not None:
        yield from resources_of(walk(document.root))


def resources_of(values: Iterable[Element]) -> Iterator[NamedResource]:
    """Every address that these values name themselves, not in the declared values inside them."""
    for value in values:
        field = FIELDS.get(type(value))
        if field is not None:
            uri = getattr(value, field)
            if uri and uri.strip():
                yield NamedResource(value, field, uri)
        for raw in _kept(value):
            yield from _in_kept(raw)


def address_edits(document: Document, use: NamedResource, uri: str) -> Iterator[Edit]:
    """The edits that write another address in the place of one."""
    if not isinstance(use.value, Raw):
        yield from change.set_fields(document, use.value, **{use.field: uri})
    elif use.field:
        yield change.set_attribute(document.layout, use.value.node, use.field, uri)
    else:
        yield change.set_text(document.layout, use.value.node, uri)


def _kept(value: Element) -> Iterator[Raw]:
    """The kept elements right inside a value."""
    if value.extra:
        yield from value.extra.elements
    content = getattr(value, "content", ())
    if isinstance(content, tuple):
        yield from (part for part in content if isinstance(part, Raw))


def _in_kept(raw: Raw) -> Iterator[NamedResource]:
    for node in raw.node.iter():
        tag = str(node.tag).rpartition(":")[2]
        if tag == "uri":
            text = (node.text or "").strip()
            if text and "://" in text:
                yield NamedResource(Raw(node), "", text)
        elif tag in {"mesh", "texture"}:
            yield from _of_file(node)


def _of_file(node: Node) -> Iterator[NamedResource]:
    for name in ("filename", "uri"):
        text = node.get(name, "")
        if "://" in text:
            yield NamedResource(Raw(node), name, text)
