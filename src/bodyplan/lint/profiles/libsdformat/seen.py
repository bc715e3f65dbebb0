"""A file as libsdformat 12.3 sees it: what version 1.9 of the format does not have is not there.

The same declarations read it, on a tree of its own from which the rest was taken out. What ends
the library's reading is collected in its order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element as Node

from bodyplan.diag import Diagnostic, Fix, Kind, Severity
from bodyplan.formats import sdf
from bodyplan.formats.document import Document
from bodyplan.formats.sdf import kinds
from bodyplan.formats.sdf.reading import SdfReading
from bodyplan.formats.urdf.version import parse_version
from bodyplan.lint.profiles.libsdformat.told import told_as
from bodyplan.spec import Field, Spec, Version, spec_of
from bodyplan.spec.reader import NAMES
from bodyplan.spec.reading import Part
from bodyplan.text import collector_paused, parse, quoted, shown

NEWEST: Version = (1, 9)
"""The newest version that the library knows."""
OLDEST: Version = (1, 2)
_MOST_OPEN = 98
"""How many elements may be open at once."""
_WORDS = {"true": "1", "false": "0"}
"""What the library makes of these words, before it asks what they are meant for."""


class Seen:
    """A file as the library sees it.

    Args:
        document: as our declarations read it, for what they know and the library does not.
    """

    def __init__(self, document: Document) -> None:
        self.source = document
        with collector_paused():
            tree = parse(document.source.data, document.limits, NAMES)
            self.document = Document(
                document.source, tree, limits=document.limits, path=document.path
            )
        self.document.format = "sdf"
        self.document.resources = document.resources
        self.refusals: list[Diagnostic] = []
        """What ends the reading; where there is any, nothing is read."""
        self.remarks: list[Diagnostic] = []
        """What the library says and then goes on."""
        self._read()

    def _read(self) -> None:
        document, tree = self.document, self.document.tree
        root = tree.root
        if root is None or tree.fault is not None:
            for found in self.source.diagnostics[:1]:
                self.refusals.append(found.about(told_as(1), found.message))
            if not self.refusals:
                self._refuse(1, "the file does not read to its end", root)
            return
        if root.tag != "sdf":
            self._refuse(1, f"the root is <{shown(root.tag)}>, not <sdf>", root)
            return
        version = self._version(root)
        if version is None:
            return
        document.version = version
        self._tree(root, version)
        if self.refusals:
            return
        reading = _Reading(self, version)
        document.root = spec_of(sdf.Root, version).read_with_text(root, reading)
        reading.take()
        self.refusals += reading.refusals
        self.remarks += reading.remarks

    def _refuse(
        self, number: int, message: str, node: Node | None, attr: str | None = None
    ) -> None:
        self.refusals.append(self._at(told_as(number), message, node, attr))

    def _at(
        self, kind: Kind, message: str, node: Node | None, attr: str | None = None
    ) -> Diagnostic:
        document = self.document
        if node is None:
            return Diagnostic(kind, message, lambda: document.places.where(None))
        part: Part = "tag" if attr is None else "value"
        return Diagnostic(kind, message, partial(document.where, node, part, attr))

    def _version(self, root: Node) -> Version | None:
        """The version that the file is read by; None where that is the end."""
        text = root.get("version")
        if text is None:
            self._refuse(1, "the root has no version", root)
            return None
        if not _begins_with_numbers(text):
            message = f"the version is {quoted(text)}, at which the library dies"
            self._refuse(39, message, root, "version")
            return None
        version = parse_version(text)
        if version is not None and OLDEST <= version <= NEWEST and text == f"1.{version[1]}":
            return version
        message = f"version {quoted(text)} is none that can be brought to 1.9; it is read as that"
        kind = kinds.CONVERSION_ERROR
        self.remarks.append(self._at(kind, message, root, "version").graded(Severity.WARNING))
        return NEWEST

    def _tree(self, root: Node, version: Version) -> None:
        """Takes out of the tree what the library does not know."""
        waiting: list[tuple[Node, Spec]] = [(root, spec_of(sdf.Root, version))]
        while waiting and not self.refusals:
            node, spec = waiting.pop()
            self._attributes(node, spec)
            inner: list[tuple[Node, Spec]] = []
            for child in list(node):
                field = _known(spec.field_of_tag(child.tag))
                if field is None:
                    self._unknown(node, child)
                elif field.place == "value":
                    if field.codec is not None and field.codec.name == "string":
                        child.text = _word(child.text)
                elif field.elements:
                    number = field.tags.index(child.tag)
                    inner.append((child, spec_of(field.elements[number], version)))
            waiting.extend(reversed(inner))

    def _attributes(self, node: Node, spec: Spec) -> None:
        for name, text in list(node.items()):
            if ":" in name:
                if not text.strip():
                    self._refuse(4, f"{quoted(name)} is empty", node, name)
                del node.attrib[name]
                continue
            field = _known(spec.field_of_attribute(name))
            if field is None:
                if not any(f.place == "rest_attributes" for f in spec.fields):
                    kind = kinds.UNKNOWN_ATTRIBUTE
                    message = f"{quoted(name)} is no attribute of <{shown(node.tag)}> in 1.9"
                    self.remarks.append(self._at(kind, message, node, name))
                    del node.attrib[name]
            elif field.codec is not None and field.codec.name == "string":
                node.set(name, _word(text.strip()))

    def _unknown(self, node: Node, child: Node) -> None:
        """A child element that the library keeps without a meaning."""
        if ":" in child.tag:
            return
        message = f"<{shown(child.tag)}> is no child of <{shown(node.tag)}> in 1.9"
        self.remarks.append(self._at(kinds.UNKNOWN_ELEMENT, message, child))
        node.remove(child)


class _Reading(SdfReading):
    """Collects what ends the library's reading of one file."""

    def __init__(self, seen: Seen, version: Version) -> None:
        document = seen.document
        super().__init__(document.places, document.limits, version, set)
        self.refusals: list[Diagnostic] = []
        self.remarks: list[Diagnostic] = []

    def add(
        self,
        kind: Kind,
        message: str,
        node: Node,
        part: Part = "tag",
        attr: str | None = None,
        *,
        severity: Severity | None = None,
        hint: str | Callable[[], str | None] | None = None,
        fix: Callable[[], Fix | None] | None = None,  # noqa: ARG002  (as before)
    ) -> None:
        """Records what the library says too."""
        kind = self.translated.get(kind.code, kind)
        place = partial(self.places.where, node, part, attr)
        if kind is kinds.BAD_VALUE:
            kind = told_as(9 if attr is None else 5)
        elif kind not in {kinds.MISSING_ATTRIBUTE, kinds.MISSING_ELEMENT}:
            return
        found = Diagnostic(kind, message, place, severity=severity, hint=hint)
        if found.severity is Severity.ERROR:
            self.refusals.append(found)


def _known(field: Field | None) -> Field | None:
    """A field, unless it is newer than the library."""
    if field is None or (field.mark.since is not None and field.mark.since > NEWEST):
        return None
    return field


def _word(text: str | None) -> Any:
    return text if text is None else _WORDS.get(text.strip().lower(), text)


def _begins_with_numbers(version: str) -> bool:
    """Whether each part of a version begins with a number; the library dies where one does not."""
    return not version or all(
        part.lstrip(" \t\r\n\v\f+-")[:1].isdigit() for part in version.split(".")
    )
