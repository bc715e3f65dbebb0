"""Edits to a document: collected, made together, read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.spec import Element, Namespace, Raw, change
from bodyplan.spec.names import uses
from bodyplan.text import Edit, OverlapError, apply, parse

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


class EditError(ValueError):
    """The edits contradict each other, or the result would not be a readable file."""


class Editing:
    """Collects changes to one document. All of them speak about the document as it was read.

    Args:
        document: what is edited.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.edits: list[Edit] = []

    def set(self, value: Element, /, **fields: Any) -> None:
        """Gives fields of a value new contents; None takes an optional field out.

        Raises:
            NotInDocumentError: the value is not from this document.
            KeyError: no such field.
            ValueError: a content that cannot be written, such as nan.
        """
        self.edits += change.set_fields(self.document, value, **fields)

    def replace(self, old: Element, new: Element) -> None:
        """Turns a value into another of its class; only what differs is written.

        Raises:
            NotInDocumentError: the old value is not from this document.
            TypeError: the classes differ.
        """
        self.edits += change.diff(self.document, old, new)

    def add(self, parent: Element, child: Element, *, field: str | None = None) -> None:
        """Adds a child behind the last of its like, indented like its neighbours.

        Raises:
            ValueError: the parent has no place for it.
        """
        self.edits.append(change.insert(self.document, parent, child, field=field))

    def remove(self, value: Element | Raw) -> None:
        """Removes a value with its line.

        Raises:
            NotInDocumentError: the value is not from this document.
        """
        self.edits.append(change.remove(self.document, value))

    def unset(self, value: Element, field: str) -> None:
        """Takes one field out of the text, so that its default holds."""
        self.edits += change.unset(self.document, value, field)

    def rename(self, namespace: Namespace, old: str, new: str) -> int:
        """Renames a link, joint, material or collision with every reference to it in the file.

        References inside gazebo blocks and unknown elements are renamed where the name is all
        there is in an attribute or a text, and the tag or attribute speaks of a link or joint.

        Returns:
            How many places change.

        Raises:
            KeyError: nothing of that name in the name space.
            ValueError: the new name is taken.
        """
        places = rename_edits(self.document, namespace, old, new)
        self.edits += places
        return len(places)

    def apply(self) -> None:
        """Makes the edits and reads the document again.

        Raises:
            EditError: two edits overlap, or the result is not well-formed; nothing changed.
        """
        if self.edits:
            self.document.become(edited(self.document, self.edits))
            self.edits = []


def edited(document: Document, edits: list[Edit]) -> Document:
    """The document that these edits make, read anew; the given one stays as it is.

    Raises:
        EditError: two edits overlap, the encoding lacks a character, or the result is broken.
    """
    from bodyplan.formats.read import read_bytes

    if not document.source.editable:
        raise EditError(f"{document.name} has bytes outside its encoding; save it as UTF-8 first")
    try:
        text = apply(document.source.text, dict.fromkeys(edits))
        data = document.source.encode(text)
    except OverlapError as error:
        raise EditError(str(error)) from None
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise EditError(f"{character!r} does not exist in {document.source.encoding}") from None
    if document.tree.fault is None:
        fault = parse(data, document.limits).fault
        if fault is not None:
            raise EditError(f"the edits would break the file: {fault.message}")
    return read_bytes(
        data, document.name, path=document.path, format=document.format, limits=document.limits
    )


_RAW_WORDS: dict[Namespace, tuple[str, ...]] = {
    "link": ("link", "body", "frame", "reference"),
    "joint": ("joint", "reference"),
    "material": (),
    "collision": ("collision",),
}


def rename_edits(
    document: Document, namespace: Namespace, old: str, new: str
) -> list[Edit]:
    """The edits that rename something with every reference to it; see ``Editing.rename``."""
    root = document.root
    found = [use for use in uses(root) if namespace in use.namespaces]
    if not any(use.name == old for use in found):
        raise KeyError(old)
    if any(use.name == new for use in found):
        raise ValueError(f"there is already a {namespace} {new!r}")
    others = {use.name for use in uses(root) if use.defines and namespace not in use.namespaces}
    edits: list[Edit] = []
    for use in found:
        is_ambiguous = len(use.namespaces) > 1 and use.name in others
        if use.name == old and not is_ambiguous:
            edits += change.set_fields(document, use.value, **{use.field: new})
    if old not in others:
        edits += _rename_raw(document, _RAW_WORDS[namespace], old, new)
    return list(dict.fromkeys(edits))


def _rename_raw(document: Document, words: tuple[str, ...], old: str, new: str) -> list[Edit]:
    """Edits in content that no declaration describes."""
    edits: list[Edit] = []
    for outer in _raw_nodes(document):
        for node in outer.iter():
            speaks = any(word in node.tag.lower() for word in words)
            if (node.text or "").strip() == old and speaks and not len(node):
                edits.append(change.set_text(document.layout, node, new))
            for name, text in node.attrib.items():
                named = name.lower()
                if text == old and (
                    any(word in named for word in words) or (speaks and named == "name")
                ):
                    edits.append(change.set_attribute(document.layout, node, name, new))
    return edits


def _raw_nodes(document: Document) -> list[Node]:
    from bodyplan.spec.bind import walk
    from bodyplan.spec.element import spec_of

    nodes: list[Node] = []
    for value in walk(document.root):
        nodes += [raw.node for raw in value.extra.elements]
        for field in spec_of(type(value)).fields:
            content = getattr(value, field.name)
            if field.place == "rest":
                nodes += [raw.node for raw in content]
            elif isinstance(content, Raw):
                nodes.append(content.node)
    return nodes
