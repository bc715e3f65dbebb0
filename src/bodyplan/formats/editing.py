"""Edits of a document, which are collected, applied together and followed by a new parse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.spec import Element, Namespace, Raw, change, spec_of
from bodyplan.spec.bind import uses, walk
from bodyplan.text import Edit, OverlapError, apply

if TYPE_CHECKING:
    from bodyplan.formats.document import Document


class EditError(ValueError):
    """The edits conflict, or the edited file could not be read."""


class Editing:
    """Collects edits of one document; all refer to its state at the start of the ``editing`` block.

    Args:
        document: the document to edit.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.edits: list[Edit] = []

    def set(self, value: Element, /, **fields: Any) -> None:
        """Set fields of a typed value; None removes an optional field.

        Raises:
            NotInDocumentError: the value does not belong to this document.
            UnknownNameError: the field does not exist; the message suggests similar names.
            TypeError: a new content does not have the type of its field.
            ValueError: a new content cannot be written in XML, such as NaN.
        """
        self.edits += change.set_fields(self.document, value, **fields)

    def replace(self, old: Element, new: Element) -> None:
        """Replace a typed value by another of the same class; only the differences are edited.

        Raises:
            NotInDocumentError: ``old`` does not belong to this document.
            TypeError: the classes differ.
        """
        self.edits += change.diff(self.document, old, new)

    def add(self, parent: Element, child: Element | Raw, *, field: str | None = None) -> None:
        """Add a child element after the last child of the same type, indented like its siblings.

        Args:
            parent: a typed value of the document.
            child: a new typed value, or raw XML.
            field: the field that receives the child, if several fields accept its class.

        Raises:
            NotInDocumentError: the parent does not belong to this document.
            ValueError: the parent cannot contain such a child, already has the only one that it can
                contain, or has several fields for it and ``field`` is not set.
        """
        self.edits += change.insertions(self.document, parent, child, field=field)

    def remove(self, value: Element | Raw) -> None:
        """Remove an element from the file, with its lines if they contain nothing else.

        Raises:
            NotInDocumentError: the value does not belong to this document.
        """
        self.edits.append(change.remove(self.document, value))

    def unset(self, value: Element, field: str) -> None:
        """Remove one field of a typed value from the file, so that its default applies."""
        self.edits += change.unset(self.document, value, field)

    def rename(self, namespace: Namespace, old: str, new: str) -> int:
        """Rename a link, joint, material, collision or group and all references in the file.

        Content without a declared meaning, such as that of ``<gazebo>`` blocks and parameters, is
        renamed too, if its tag or attribute name contains a word for the namespace, such as "link"
        or "joint", and it is the old name or a list that contains the old name.

        Returns:
            The number of edits in the file.

        Raises:
            KeyError: the name does not exist in the namespace.
            ValueError: the new name already exists, is empty, or cannot be written in XML.
        """
        places = rename_edits(self.document, namespace, old, new)
        self.edits += places
        return len(places)

    def apply(self) -> None:
        """Apply the edits and read the document again.

        Raises:
            EditError: two edits overlap, or the result is not well-formed; nothing changes.
        """
        if self.edits:
            self.document.become(edited(self.document, self.edits))
            self.edits = []


def edited(document: Document, edits: list[Edit]) -> Document:
    """Return a new document with the edits applied; the original document is unchanged.

    Raises:
        EditError: two edits overlap, the encoding cannot represent a new character, the document
            has bytes that are invalid in its encoding, or the result cannot be read.
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
    """Return the edits without duplicates; two equal insertions of an element are both kept."""
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
"""Words in undeclared tag and attribute names that mark their content as a name, by namespace."""
_SHARED = "reference"
_LIST = re.compile(r"[^\s,;]+")


def rename_edits(document: Document, namespace: Namespace, old: str, new: str) -> list[Edit]:
    """Return the edits that rename an element and all references to it; see ``Editing.rename``.

    Raises:
        KeyError: the name does not exist in the namespace.
        ValueError: the new name already exists, is empty, or cannot be written in XML; or the
            document is SDFormat, in which each model has its own names: use ``edit.sdf_naming``
            instead.
    """
    if document.format == "sdf":
        raise ValueError("names of SDFormat have the scope of a model; use edit.sdf_naming")
    every = [] if document.root is None else list(uses(document.root))
    found = [use for use in every if namespace in use.namespaces]
    if document.format != "urdf":  # SRDF only references links and joints
        definitions = found
    else:  # references to an undefined name, such as a material, can be renamed, too
        definitions = [use for use in found if use.defines] or found
    names = {use.name for use in definitions}
    if old not in names:
        raise KeyError(old)
    if new in names:
        raise ValueError(f"{namespace} {new!r} already exists")
    if not new.strip():
        raise ValueError(f"the new name of {namespace} {old!r} is empty")
    others = {space for use in every if use.defines and use.name == old for space in use.namespaces}
    others.discard(namespace)
    edits: list[Edit] = []
    for use in found:
        if use.name == old and others.isdisjoint(use.namespaces):
            edits += change.set_fields(document, use.value, **{use.field: new})
    is_clear = others.isdisjoint(("link", "joint"))
    words = [word for word in _WORDS[namespace] if is_clear or word != _SHARED]
    edits += _rename_outside(document, words, old, new)
    return list(dict.fromkeys(edits))


def _rename_outside(document: Document, words: list[str], old: str, new: str) -> list[Edit]:
    """Return the edits that rename in attributes and texts that are not declared as references.

    Args:
        document: the document.
        words: rename only where the tag, attribute or parameter name contains one of these words.
        old: the name to replace.
        new: the new name.
    """

    def refers(text: str) -> bool:
        return any(word in text.lower() for word in words)

    edits: list[Edit] = []
    for node, name in _outside(document):
        text = (node.text if name is None else node.get(name)) or ""
        about = node.tag if name in {None, "name"} else str(name)
        if name is None and node.tag == "param":
            about = node.get("name", "")
        if old not in text or not refers(about):
            continue
        renamed = _LIST.sub(lambda match: new if match[0] == old else match[0], text.strip())
        if text.strip() == old:  # a name with spaces is not a list
            renamed = new
        if renamed == text.strip():
            continue
        if name is None:
            edits.append(change.set_text(document.layout, node, renamed))
        else:
            edits.append(change.set_attribute(document.layout, node, name, renamed))
    return edits


def _outside(document: Document) -> Iterator[tuple[Node, str | None]]:
    """Yield all attributes and texts that are not declared as references.

    Each is an element with the name of an attribute, or with None for the element's text.
    """
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
