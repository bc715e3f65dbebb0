"""Edits to a document: collected, made together, read again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.spec import Element, Namespace, Raw, change, spec_of
from bodyplan.spec.bind import walk
from bodyplan.spec.names import uses
from bodyplan.text import Edit, OverlapError, apply

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
        """Give fields of a value new contents; None removes an optional field.

        Raises:
            NotInDocumentError: the value is not from this document.
            UnknownNameError: the field does not exist; the message suggests near names.
            TypeError: a content is of another type than its field.
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

    def add(self, parent: Element, child: Element | Raw, *, field: str | None = None) -> None:
        """Adds a child behind the last of its like, indented like its neighbours.

        Args:
            parent: a value of the document.
            child: a declared value, or XML that is to be kept as it is.
            field: the field it belongs to, where the class of the child does not say.

        Raises:
            NotInDocumentError: the parent is not from this document.
            ValueError: the parent has no place for it, has it already, or has several places.
        """
        self.edits += change.insertions(self.document, parent, child, field=field)

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
        """Renames a link, joint, material, collision or group with every reference to it in the file.

        References inside gazebo blocks, parameters and unknown content are renamed where the tag
        or attribute speaks of a link or joint, and the name stands there alone or in a list.

        Returns:
            How many places change.

        Raises:
            KeyError: nothing of that name in the name space.
            ValueError: the new name is taken, empty, or not to be written in XML.
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
    if not document.source.editable:
        raise EditError(f"{document.name} has bytes outside its encoding; save it as UTF-8 first")
    try:
        text = apply(document.source.text, _once(edits))
        data = document.source.encode(text)
    except OverlapError as error:
        raise EditError(str(error)) from None
    except UnicodeEncodeError as error:
        character = error.object[error.start]
        raise EditError(f"{character!r} does not exist in {document.source.encoding}") from None
    after = document.reader(
        data, document.name, path=document.path, format=document.format, limits=document.limits
    )
    after.arguments, after.resources = document.arguments, document.resources
    after.options, after.on_disk = document.options, document.on_disk
    if document.tree.fault is None and after.tree.fault is not None:
        raise EditError(f"the edits would break the file: {after.tree.fault.message}")
    if document.root is not None and after.root is None and after.diagnostics:
        raise EditError(f"the edits would break the file: {after.diagnostics[0].message}")
    return after


def _once(edits: list[Edit]) -> list[Edit]:
    """Edits without repetitions; only new elements may be alike."""
    seen: set[Edit] = set()
    kept: list[Edit] = []
    for edit in edits:
        is_new_element = edit.start == edit.end and "<" in edit.text
        if is_new_element or edit not in seen:
            seen.add(edit)
            kept.append(edit)
    return kept


_WORDS: dict[Namespace, tuple[str, ...]] = {
    "link": ("link", "body", "frame", "reference"),
    "joint": ("joint", "mimic", "reference"),
    "material": (),
    "collision": ("collision",),
    "group": ("group",),
}
"""What tags and attributes outside the declarations call a thing of each name space."""
_SHARED_WORD = "reference"
_LIST = re.compile(r"[^\s,;]+")


def rename_edits(document: Document, namespace: Namespace, old: str, new: str) -> list[Edit]:
    """The edits that rename something with every reference to it; see ``Editing.rename``.

    Raises:
        KeyError: nothing of that name in the name space.
        ValueError: the new name is taken, empty, or not to be written in XML; or the file is
            SDFormat, where ``edit.sdf_naming`` knows which models a name counts in.
    """
    if document.format == "sdf":
        raise ValueError("names of SDFormat count in one model; edit.sdf_naming renames there")
    every = [] if document.root is None else list(uses(document.root))
    found = [use for use in every if namespace in use.namespaces]
    if document.format != "urdf":  # links and joints are only referred to
        definitions = found
    else:  # materials too
        definitions = [use for use in found if use.defines] or found
    names = {use.name for use in definitions}
    if old not in names:
        raise KeyError(old)
    if new in names:
        raise ValueError(f"there is already a {namespace} {new!r}")
    if not new.strip():
        raise ValueError(f"the new name of {namespace} {old!r} is empty")
    others = {space for use in every if use.defines and use.name == old for space in use.namespaces}
    others.discard(namespace)
    edits: list[Edit] = []
    for use in found:
        if use.name == old and others.isdisjoint(use.namespaces):
            edits += change.set_fields(document, use.value, **{use.field: new})
    is_clear = others.isdisjoint(("link", "joint"))
    words = [word for word in _WORDS[namespace] if is_clear or word != _SHARED_WORD]
    edits += _rename_outside(document, words, old, new)
    return list(dict.fromkeys(edits))


def _rename_outside(document: Document, words: list[str], old: str, new: str) -> list[Edit]:
    """Edits in what no declaration marks as a name: parameters and unknown content."""

    def speaks(text: str) -> bool:
        return any(word in text.lower() for word in words)

    edits: list[Edit] = []
    for node, name in _outside(document):
        text = (node.text if name is None else node.get(name)) or ""
        about = node.tag if name in {None, "name"} else str(name)
        if name is None and node.tag == "param":
            about = node.get("name", "")
        if old not in text or not speaks(about):
            continue
        renamed = _LIST.sub(lambda match: new if match[0] == old else match[0], text.strip())
        if text.strip() == old:  # with blanks in it, it is no list
            renamed = new
        if renamed == text.strip():
            continue
        if name is None:
            edits.append(change.set_text(document.layout, node, renamed))
        else:
            edits.append(change.set_attribute(document.layout, node, name, renamed))
    return edits


def _outside(document: Document) -> Iterator[tuple[Node, str | None]]:
    """Each attribute by its name, and each text by None, that no declaration calls a name."""
    for value in walk(document.root) if document.root is not None else ():
        raws = list(value.extra.elements)
        attributes = list(value.extra.attributes)
        node = document.node(value)
        for field in spec_of(type(value)).fields:
            content = getattr(value, field.name)
            if field.place == "rest":
                raws += content
            elif field.place == "rest_attributes":
                attributes += content
            elif field.place == "text" and node is not None:
                yield node, None
            elif isinstance(content, Raw):
                raws.append(content)
        if node is not None:
            for name, _ in attributes:
                yield node, name
        for raw in raws:
            for inner in raw.node.iter():
                if not len(inner):
                    yield inner, None
                for name in inner.attrib:
                    yield inner, name
