"""The document: the bytes of a file, its XML tree, typed root and diagnostics."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast
from xml.etree.ElementTree import Element as Node

from bodyplan.core import DEFAULT_LIMITS, Limits
from bodyplan.diag import Diagnostic, Severity, Where
from bodyplan.files.opener import FileState
from bodyplan.formats.editing import Editing
from bodyplan.formats.registry import FORMATS
from bodyplan.spec import Element, Extra, Field, Part, Raw, Version, spec_of
from bodyplan.spec.bind import bind, children_of, walk
from bodyplan.spec.recorder import Places
from bodyplan.text import ElementTree, Layout, Source

if TYPE_CHECKING:
    from bodyplan.formats._position import Position
    from bodyplan.resources import Resources


T = TypeVar("T")
_MOST_ERRORS = 10


class DocumentReader(Protocol):
    """A function that parses the bytes of a file and returns the document."""

    def __call__(  # noqa: D102
        self,
        data: bytes,
        name: str,
        *,
        path: Path | None,
        format: str | None,  # noqa: A002
        limits: Limits,
    ) -> Document: ...


class DescriptionError(ValueError):
    """The exception for a robot description with errors.

    Args:
        diagnostics: all diagnostics, not only the errors.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        errors = [d for d in diagnostics if d.severity is Severity.ERROR]
        # an error in a macro occurs once per call of the macro
        lines = list(dict.fromkeys(str(d) for d in errors))
        if len(lines) > _MOST_ERRORS:
            lines[_MOST_ERRORS:] = [f"... and {len(lines) - _MOST_ERRORS} more errors"]
        super().__init__("\n".join(lines))


NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class Document:
    """A file with its XML tree, typed root element and diagnostics; ``editing`` changes it.

    Args:
        source: the bytes of the file and their decoded text.
        tree: the XML tree.
        reader: the function that creates a document from bytes; called again after an edit and for
            a copy.
        format: the name of the format; None if it is unknown.
        version: the version of the format.
        root: the typed root element; None if the file could not be read.
        diagnostics: the diagnostics, in the order in which they were found.
        limits: the input limits with which the document was read.
        path: the file that the document was read from, if any.
        places: the locations of the elements; by default those in the text of ``source``, for an
            expansion those in its xacro files.
    """

    def __init__(
        self,
        source: Source,
        tree: ElementTree,
        *,
        reader: DocumentReader,
        format: str | None = None,  # noqa: A002  (the public name of the attribute)
        version: Version | None = None,
        root: Element | None = None,
        limits: Limits = DEFAULT_LIMITS,
        path: Path | None = None,
        places: Places | None = None,
    ) -> None:
        self.source = source
        self.tree = tree
        self.reader = reader
        self.places = places or Places(source, tree)
        self.format = format
        self.version = version
        self.root: Any = root
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self.limits = limits
        self.path = path
        self.on_disk = None if path is None else FileState(source.data)
        """The state of the file when it was last read or saved; ``save`` overwrites only this
        state."""
        self.arguments: Mapping[str, str] = {}
        """Values for the arguments of a xacro file."""
        self.resources: Resources | None = None
        """The folders in which packages are searched; None for the paths that the environment
        defines."""
        self.options: dict[type[Any], Any] = {}
        """Further options of its format, by class; edits and copies keep them."""
        self.with_unknown: tuple[Element, ...] = ()
        """The typed values that contain elements unknown to the format."""
        self.has_strays = False
        """Whether XML forbids some content outside the root element; this content was ignored."""
        self.made_by: tuple[Callable[..., Document], tuple[Any, ...]] | None = None
        """The call that creates a copy, if the bytes alone are not sufficient."""
        self._derived: dict[Callable[[Document], Any], Any] = {}

    @property
    def name(self) -> str:
        """The name with which messages refer to the file."""
        return self.source.name

    def __reduce__(self) -> tuple[Any, ...]:
        # a copy is parsed anew: data about elements is keyed by object identity
        if self.made_by is not None:
            return self.made_by
        inputs = (self.source.data, self.name, self.path, self.format, self.limits)
        kept = (self.arguments, self.resources, self.options, self.on_disk)
        return _read_again, (self.reader, *inputs, *kept)

    def __repr__(self) -> str:
        return f"<Document {self.name} {self.format} with {len(self.diagnostics)} diagnostics>"

    # Derived values

    @property
    def expanded(self) -> Document | None:
        """The expansion of a xacro document; for other formats, this document itself.

        None if the expansion failed. Locations in the expansion refer to the xacro source files.

        Raises:
            InputError: the expansion needs the Python package ``xacro``, which is not installed.
        """
        known = FORMATS.get(self.format or "")
        return self if known is None or not known.expansion else self.derived(known.expand)

    def derived(self, make: Callable[[Document], T]) -> T:
        """Return the result of a function of this document, and cache it.

        Args:
            make: the function; it is called once, and again only after the document has changed.
        """
        if make not in self._derived:
            self._derived[make] = make(self)
        return cast("T", self._derived[make])

    def has_derived(self, make: Callable[[Document], object]) -> bool:
        """Return whether the result of a function is already cached."""
        return make in self._derived

    def remember(self, make: Callable[[Document], object], value: object) -> None:
        """Cache a value as the result of a function, so that ``derived`` does not call it."""
        self._derived[make] = value

    # Positions

    @property
    def layout(self) -> Layout:
        """The offsets of the elements and attributes in the text."""
        return self.places.layout

    @cached_property
    def _bound(self) -> dict[int, Node]:
        if self.root is None or self.tree.root is None:
            return {}
        return bind(self.root, self.tree.root, self.version)

    @cached_property
    def _values(self) -> dict[int, Element]:
        if self.root is None:
            return {}
        bound = self._bound
        return {id(bound[id(one)]): one for one in walk(self.root) if id(one) in bound}

    def value_of(self, node: Node) -> Element | None:
        """Return the typed value that represents an XML element; None for unknown elements."""
        return self._values.get(id(node))

    def at(self, line: int, column: int) -> Position | None:
        """Return the element, attribute, typed value and field at a line and column.

        Return None outside the root element. ``place`` is the inverse function.

        Args:
            line: the line number, from 1.
            column: the column, counted in characters from 1.

        Raises:
            ValueError: the document has no such line or column.
        """
        from bodyplan.formats._position import position_at

        return position_at(self, line, column)

    def node(self, value: Element | Raw, field: str | None = None) -> Node | None:
        """Return the XML element that represents a typed value; None if it is not in the file.

        Args:
            value: a value of this document.
            field: a field of the value; then the element that contains this field is returned, or
                None if the file does not contain the field.
        """
        if value is self.root:  # faster than looking the root up among all values
            node = self.tree.root
        else:
            node = value.node if isinstance(value, Raw) else self._bound.get(id(value))
        if field is None or node is None or isinstance(value, Raw):
            return node
        declared = self._declared(value, field)
        if declared is None:
            return None
        if declared.place in ("child", "value"):
            return next(children_of(node, declared), None)
        if declared.place == "attribute" and declared.xml not in node.attrib:
            return node.find(declared.xml) if getattr(declared.mark, "either", False) else None
        if declared.place == "text" and not (node.text or "").strip():
            return None
        return node

    def _declared(self, value: Element, field: str) -> Field | None:
        """Return the declaration of a field; None if the document's version does not define it.

        Raises:
            KeyError: no version of the format defines the field.
        """
        declared = spec_of(type(value), self.version).by_name.get(field)
        if declared is None and field not in spec_of(type(value)).by_name:
            raise KeyError(field)
        return declared

    def written(self, value: Element, field: str) -> bool:
        """Return whether the file contains a field explicitly, also if with its default value."""
        return self.node(value, field) is not None

    def place(
        self, value: Element | Raw, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Return the location of a value's tag, or that of one of its fields.

        Args:
            value: a value of this document.
            field: the field whose location is returned; if the file does not contain the field, the
                location of the tag.
            part: "name" for the location of the attribute's name; by default, that of its value.
        """
        node = self.node(value)
        if field is None or node is None or isinstance(value, Raw):
            return self.where(node if node is not None else self.tree.root)
        declared = self._declared(value, field)
        holder = self.node(value, field)
        if holder is None or declared is None:
            return self.where(node)
        attr = declared.xml if declared.place == "attribute" else declared.attr
        if declared.place == "attribute" and holder is not node:
            attr = None  # the field is written as a child element instead of an attribute
        if attr is not None and attr in holder.attrib:
            return self.where(holder, part or "value", attr)
        if declared.place in ("text", "value", "attribute") and (holder.text or "").strip():
            return self.where(holder, "text")
        return self.where(holder)

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location of an XML element, or of one part of it.

        Args:
            node: the element; None for the root.
            part: the part: its tag, its text, or the name or value of an attribute.
            attr: the attribute, if the part is a name or value.
        """
        return self.places.where(node, part, attr)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the location of a range of the document's text.

        Args:
            start: the offset of its first character.
            end: the offset after its last character.
            node: the element that contains the range, whose path the location has; None if unknown.
        """
        return self.places.where_span(start, end, node)

    # Bytes

    def to_bytes(self) -> bytes:
        """Return the bytes of the document, including all edits."""
        return self.source.data

    def save(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        force: bool = False,
        beside: Mapping[str, bytes] = NO_FILES,
        rebase: bool = False,
    ) -> Path:
        """Write the bytes to a file atomically, and return its path.

        The file that was read is overwritten only if it has not changed since. A replaced file
        keeps its owner, group and permissions. A target that is itself a symbolic link is an error;
        the path of its folder may contain links.

        Args:
            path: the target; by default the file that was read.
            force: overwrite the file even if it changed after it was read, is read-only, or cannot
                keep its owner; write it again if it was deleted.
            beside: the contents of other files to write, by path relative to the folder of the
                target. Either all files are written or none. If such a file exists with different
                content, it is overwritten only with ``force``.
            rebase: if the target is in another folder, change the relative paths of meshes,
                textures and models in the written file so that they still refer to the same files.
                The document in memory does not change.

        Raises:
            EditError: the encoding of the file cannot represent a changed path.
            ValueError: no path is given and the document was not read from a file.
            WriteError: the file cannot be written; an existing file remains unchanged.
        """
        from bodyplan.formats._saving import save  # imported here, because only writing needs it

        return save(self, path, force=force, beside=beside, rebase=rebase)

    def is_at(self, path: str | os.PathLike[str]) -> bool:
        """Return whether a path leads to the file that this document was read from."""
        if self.path is None:
            return False
        known = self.on_disk.place if self.on_disk is not None else None
        place = known or os.path.realpath(self.path)
        if os.path.realpath(path) == place:
            return True
        try:
            return os.path.samefile(path, place)
        except (OSError, ValueError):
            return False

    def require(self) -> Document:
        """Return the document, or raise an exception if it has errors.

        Raises:
            DescriptionError: the document has errors; the exception has all diagnostics.
        """
        if any(d.severity is Severity.ERROR for d in self.diagnostics):
            raise DescriptionError(self.diagnostics)
        return self

    @contextmanager
    def editing(self) -> Iterator[Editing]:
        """Collect edits in a block, apply them together at its end, and read the document again.

        After the block, typed values obtained before it are outdated; get them again from ``root``.

        Raises:
            EditError: the edits conflict, or the result would not be well-formed; nothing changes.
        """
        edit = Editing(self)
        yield edit
        edit.apply()

    def become(self, other: Document) -> None:
        """Replace the contents of this document by those of a new version of the same file."""
        path, name, on_disk = self.path, self.name, self.on_disk
        self.__dict__.clear()
        self.__dict__.update(other.__dict__)
        self.path, self.on_disk = path, on_disk
        self.source.name = name

    def extras(self) -> Iterator[tuple[Element, Extra]]:
        """Yield each typed value that has unknown attributes or elements, with these."""
        if self.root is not None:
            for value in walk(self.root):
                if value.extra:
                    yield value, value.extra


def _read_again(
    reader: DocumentReader,
    data: bytes,
    name: str,
    path: Path | None,
    format: str | None,  # noqa: A002
    limits: Limits,
    arguments: Mapping[str, str],
    resources: Resources | None,
    options: dict[type[Any], Any],
    on_disk: FileState | None,
) -> Document:
    """Create a copy of a document from the inputs of the original, possibly in another process."""
    document = reader(data, name, path=path, format=format, limits=limits)
    document.arguments, document.resources = arguments, resources
    document.options, document.on_disk = dict(options), on_disk
    return document


PLACED_FAULTS = ("X001", "X002", "X003", "S801")
"""Codes of the diagnostics that make a file unreadable and refer to a location inside it."""


def why_unreadable(document: Document) -> str | None:
    """Return why a file cannot be read as a robot description; None if it can be read."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    where = first.where
    is_placed = first.code in PLACED_FAULTS
    place = f"{document.name}:{where.line}:{where.column}" if is_placed else document.name
    return f"{place}: {first.message}; {first.hint}" if first.hint else f"{place}: {first.message}"
