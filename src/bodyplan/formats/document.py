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
    """A function that reads bytes into a document."""

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
    """A description has errors.

    Args:
        diagnostics: all diagnostics, not only the errors.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        errors = [d for d in diagnostics if d.severity is Severity.ERROR]
        # a macro that is called several times may have the same error each time
        lines = list(dict.fromkeys(str(d) for d in errors))
        if len(lines) > _MOST_ERRORS:
            lines[_MOST_ERRORS:] = [f"... and {len(lines) - _MOST_ERRORS} more errors"]
        super().__init__("\n".join(lines))


NO_FILES: Mapping[str, bytes] = MappingProxyType({})


class Document:
    """One file as it was read. It changes only through ``editing``.

    Args:
        source: the bytes.
        tree: the XML tree.
        reader: the function that reads the bytes again after an edit and for a copy.
        format: the name of the format; None if it is unknown.
        version: the version of the format.
        root: the typed root element; None if nothing could be read.
        diagnostics: the diagnostics, in the order of reading.
        limits: the input limits with which the document was read.
        path: the file that the document was read from, if any.
        places: the locations of its elements; by default, in the text of the document.
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
        """The name of the file in messages."""
        return self.source.name

    def __reduce__(self) -> tuple[Any, ...]:
        # the copy is read again, because data about elements is stored by their identity
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
        """The document of the robot: the expansion of a xacro file; otherwise this document.

        None if the expansion failed. The locations of an expansion are in the source files.

        Raises:
            InputError: xacro needs a package that is not installed.
        """
        known = FORMATS.get(self.format or "")
        return self if known is None or not known.expansion else self.derived(known.expand)

    def derived(self, make: Callable[[Document], T]) -> T:
        """Return the cached result of a function of the document."""
        if make not in self._derived:
            self._derived[make] = make(self)
        return cast("T", self._derived[make])

    def has_derived(self, make: Callable[[Document], object]) -> bool:
        """Return whether ``derived`` has already stored the result of a function."""
        return make in self._derived

    def remember(self, make: Callable[[Document], object], value: object) -> None:
        """Store a value that ``derived`` returns without calling the function."""
        self._derived[make] = value

    # Positions

    @property
    def layout(self) -> Layout:
        """The positions of the elements in the text."""
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
        """Return the typed value that an element was read into; None for unknown elements."""
        return self._values.get(id(node))

    def at(self, line: int, column: int) -> Position | None:
        """Return the element, attribute, value and declaration at a position.

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
        """Return the element that a value was read from; None for values that are not in the file.

        Args:
            value: a value of this document.
            field: a field of the value, to get the element that contains this field instead.
        """
        if value is self.root:  # a shortcut without a walk through all values
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
        """Return the declaration of a field; None if the version of the format does not have it.

        Raises:
            KeyError: the field does not exist in any version.
        """
        declared = spec_of(type(value), self.version).by_name.get(field)
        if declared is None and field not in spec_of(type(value)).by_name:
            raise KeyError(field)
        return declared

    def written(self, value: Element, field: str) -> bool:
        """Return whether the file contains a field, even with its default value."""
        return self.node(value, field) is not None

    def place(
        self, value: Element | Raw, field: str | None = None, part: Part | None = None
    ) -> Where:
        """Return the location of a value: its tag, or the value of one field.

        Args:
            value: a value of this document.
            field: the field; if it is not written, the location is the tag of the element.
            part: "name" for the name of the attribute instead of its value.
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
        """Return the location of an element's tag, attribute name or value, or text."""
        return self.places.where(node, part, attr)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the location of a range of text."""
        return self.places.where_span(start, end, node)

    # Bytes

    def to_bytes(self) -> bytes:
        """Return the bytes of the file, with all edits."""
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
        keeps its owner, group and permissions. Nothing is written through a symbolic link, except
        if the folder in ``path`` is a symbolic link.

        Args:
            path: the target; by default the file that was read.
            force: overwrite a file that changed after it was read, is read-only, or cannot keep its
                owner; create the file if it was deleted.
            beside: the contents of other files, by path relative to the folder of the target.
                Either all files are written or none. An existing file with different content is
                overwritten only with ``force``.
            rebase: if the target is in another folder, change the relative paths of meshes,
                textures and models in the written file so that they still lead to the same files.
                The document itself does not change.

        Raises:
            EditError: a relative path cannot be written in the encoding of the file.
            ValueError: no path is given and the document was not read from a file.
            WriteError: the file is not written; an existing file is unchanged.
        """
        from bodyplan.formats._saving import save  # imported here, because only writing needs it

        return save(self, path, force=force, beside=beside, rebase=rebase)

    def is_at(self, path: str | os.PathLike[str]) -> bool:
        """Return whether a path refers to the file that was read."""
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

        Typed values read before the block belong to the old state; get them again from ``root``.

        Raises:
            EditError: the edits conflict, or the result would not be well-formed; nothing changes.
        """
        edit = Editing(self)
        yield edit
        edit.apply()

    def become(self, other: Document) -> None:
        """Replace the state with that of another document of the same file."""
        path, name, on_disk = self.path, self.name, self.on_disk
        self.__dict__.clear()
        self.__dict__.update(other.__dict__)
        self.path, self.on_disk = path, on_disk
        self.source.name = name

    def extras(self) -> Iterator[tuple[Element, Extra]]:
        """Yield every value with unknown attributes or elements, and this unknown content."""
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
    """Read a document again from its inputs, possibly in another process."""
    document = reader(data, name, path=path, format=format, limits=limits)
    document.arguments, document.resources = arguments, resources
    document.options, document.on_disk = dict(options), on_disk
    return document


PLACED_FAULTS = ("X001", "X002", "X003", "S801")
"""Codes of problems that make a file unreadable and have a location in it."""


def why_unreadable(document: Document) -> str | None:
    """Return the reason why a file cannot be read as a robot description, or None."""
    if document.root is not None or not document.diagnostics:
        return None
    first = document.diagnostics[0]
    where = first.where
    is_placed = first.code in PLACED_FAULTS
    place = f"{document.name}:{where.line}:{where.column}" if is_placed else document.name
    return f"{place}: {first.message}; {first.hint}" if first.hint else f"{place}: {first.message}"
