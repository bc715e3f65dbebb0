"""Records, locates and limits the number of the diagnostics that reading a document creates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from typing import Any, Literal, Protocol
from xml.etree.ElementTree import Element as Node

from bodyplan.core import Limits, quoted, shown
from bodyplan.diag import Budget, Diagnostic, Fix, Kind, Severity, Where
from bodyplan.spec import schema_kinds as kinds
from bodyplan.spec.element import Element
from bodyplan.spec.faults import has_macro
from bodyplan.spec.marks import Version
from bodyplan.spec.markup import text_pieces, with_line
from bodyplan.spec.raw import Extra, Raw, raw_of
from bodyplan.text import Edit, ElementTree, Layout, Source, over, raise_limit

Part = Literal["tag", "name", "value", "text"]
_DEFINITIONS = ("xacro:property", "xacro:arg", "xacro:macro")
"""Elements that have no effect unless another element or expression uses them."""
_EXPAND = "name the file .xacro, or run `bodyplan expand` and check the result"


class Locator(Protocol):
    """Finds the locations of elements in a file."""

    @property
    def layout(self) -> Layout:
        """Spans of the elements."""
        ...

    def where(self, node: Node, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location of an element's tag, attribute name or value, or text."""
        ...

    def where_span(self, start: int, end: int, node: Node | None) -> Where:
        """Return the location of a range of text inside an element."""
        ...


class Recorder:
    """Collects diagnostics while a document is read.

    Args:
        places: finds locations on demand.
        limits: the input limits.
        version: the version of the format.
        known_tags: a function that returns all declared tags, for hints about misplaced elements.
    """

    def __init__(
        self, places: Locator, limits: Limits, version: Version, known_tags: Callable[[], set[str]]
    ) -> None:
        self.places = places
        self.limits = limits
        self.version = version
        self.known_tags = known_tags
        self.diagnostics: list[Diagnostic] = []
        self.unfinished: set[int] = set()
        """The ``id`` of each element in which the file ends early; missing parts are not reported."""
        self.is_full = False
        """Whether the limit on diagnostics is reached; further problems are not reported."""
        self.is_shallow = False
        """Whether no element is nested deeper than the input limit."""
        self.nested: Mapping[str, AbstractSet[str]] = {}
        """For a short file: the tags of the children of each tag."""
        self.level = 0
        """Current depth of elements nested in elements of the same class."""
        self.budget = Budget()
        self.translated: Mapping[str, Kind] = {}
        """The format's own kinds of diagnostics, by the code of the general kind they replace."""
        self.is_extension: Callable[[type[Element], str], bool] = _no_extension
        """Whether an undeclared name in an element, "tag" or "@attribute", is a vendor extension."""
        self.rejected_range = kinds.OUT_OF_RANGE
        """The kind for a number that the parser of the format rejects."""
        self._reported: set[tuple[int, str | None]] = set()
        self._firsts: dict[tuple[int, tuple[str, ...]], Node | None] = {}
        self._unknown: dict[int, tuple[Any, list[Raw]]] = {}
        self.with_unknown: tuple[Any, ...] = ()
        """The values that contain unknown elements; set by ``take``."""
        self._macros: list[tuple[Node, Diagnostic]] = []

    def take(self) -> list[Diagnostic]:
        """Return the diagnostics, and drop this object's references to them, to avoid cycles."""
        for value, elements in self._unknown.values():
            # the value is complete now, but read-only for other code
            extra = Extra(value.extra.attributes, tuple(elements))
            object.__setattr__(value, "extra", extra)
        self.with_unknown = tuple(value for value, _ in self._unknown.values())
        self._unknown = {}
        found, self.diagnostics = self.diagnostics, []
        if self._macros:
            found.append(self._macros_left())
        return found

    def _macros_left(self) -> Diagnostic:
        """Return one diagnostic for all unexpanded macros, located at the first."""
        macros, self._macros = self._macros, []
        elements = self.places.layout.elements
        nodes = {id(node) for node, _ in macros}
        first = next((id(node) for node in elements if id(node) in nodes), 0)
        there = [one for node, one in macros if id(node) == first]
        diagnostic = there[0] if len(there) == 1 else min(there, key=lambda one: one.where[1:3])
        message = diagnostic.message
        if len(macros) > 1:
            message += f" (first of {len(macros):,} in this file)"
        is_empty = elements[0].tag == "robot" and elements[0].find("link") is None
        is_error = is_empty or any(one.severity is Severity.ERROR for _, one in macros)
        severity = Severity.ERROR if is_error else None
        hint = _EXPAND
        if not is_error and all(node.tag in _DEFINITIONS for node, _ in macros):
            severity, hint = (
                Severity.HINT,
                "remove it: no expression uses it, and parsers ignore it",
            )
        where = partial(_place_of, diagnostic)
        return Diagnostic(kinds.UNEXPANDED_XACRO, message, where, severity=severity, hint=hint)

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
        fix: Callable[[], Fix | None] | None = None,
    ) -> None:
        """Record a diagnostic; its location and fix are computed when they are requested.

        If a file is truncated, text in the element where it ends is not reported: it may be
        incomplete.
        """
        if part == "text" and id(node) in self.unfinished:
            return
        place = partial(self.places.where, node, part, attr)
        kind = self.translated.get(kind.code, kind)
        self._record(Diagnostic(kind, message, place, severity=severity, hint=hint, fix=fix), node)

    def over_limit(self, message: str, node: Node) -> None:
        """Record that the input exceeds a limit, which the message names."""
        self.add(kinds.INPUT_LIMIT, message, node, hint=raise_limit(message))

    def _record(self, diagnostic: Diagnostic, node: Node) -> None:
        cap = self.limits.max_diagnostics
        if diagnostic.kind is kinds.UNEXPANDED_XACRO and len(self._macros) < cap:
            self._macros.append((node, diagnostic))
        elif len(self.diagnostics) < cap:
            self.diagnostics.append(diagnostic)
        elif not self.is_full:
            self.is_full = True
            self.diagnostics.append(no_more(diagnostic, cap))

    def _first(self, node: Node, tags: tuple[str, ...]) -> Node | None:
        """Return the first child with one of the tags; the result is cached."""
        key = (id(node), tags)
        if key not in self._firsts:
            self._firsts[key] = next((child for child in node if child.tag in tags), None)
        return self._firsts[key]

    def stray_text(self, node: Node, hint: str | None = None) -> None:
        """Report text before the first child of an element that must not contain text."""
        places = self.places
        self._stray(node, node.text, lambda: places.layout.span(node).open_end, hint)

    def stray_tail(self, node: Node, child: Node) -> None:
        """Report text after a child of an element that must not contain text."""
        places = self.places
        self._stray(node, child.tail, lambda: places.layout.span(child).end)

    def _stray(
        self, node: Node, content: str | None, offset: Callable[[], int], hint: str | None = None
    ) -> None:
        if self.is_full:
            return
        text = (content or "").strip()
        is_macro = has_macro(text)
        kind = kinds.UNEXPANDED_XACRO if is_macro else kinds.STRAY_TEXT
        places = self.places

        def place() -> Where:
            start = offset()
            piece = next(text_pieces(places.layout.text, start), None)
            return places.where_span(*(piece.content if piece else (start, start)), node)

        def remove() -> Fix:
            source = places.layout.text
            edits = [
                Edit(*with_line(source, piece.start, piece.end), "")
                for piece in text_pieces(source, offset())
            ]
            return Fix("Remove the text", tuple(edits), "unsafe")

        what = "unexpanded xacro expression" if is_macro else "unexpected text"
        message = f"{what} {quoted(text, 40)} in <{shown(node.tag)}>"
        fix = None if is_macro else remove
        self._record(Diagnostic(kind, message, place, hint=hint, fix=fix), node)

    def goes_deeper(self, node: Node) -> bool:
        """Return whether a nested element should be read: whether it is within the depth limit."""
        cap = self.limits.max_depth
        if self.level < cap:
            self.level += 1
            return True
        if not self.is_full:
            self.over_limit(over("max_depth", cap), node)
        return False

    def raw(self, node: Node) -> Raw:
        """Return an undeclared element as raw XML, and report it if it exceeds the depth limit."""
        if self.is_full or self.is_shallow:
            return raw_of(node)
        level = [node]
        for _ in range(self.limits.max_depth):
            level = [child for parent in level for child in parent]
            if not level:
                return Raw(node)
        self.over_limit(over("max_depth", self.limits.max_depth), node)
        return Raw(node)


def _place_of(diagnostic: Diagnostic) -> Where:
    return diagnostic.where


def _no_extension(cls: type[Element], path: str) -> bool:  # noqa: ARG001  (a default)
    return False


def no_more(first: Diagnostic, cap: int) -> Diagnostic:
    """Return the diagnostic that replaces those beyond the limit on their number.

    Args:
        first: the first diagnostic beyond the limit.
        cap: the limit.
    """
    message = f"{over('max_diagnostics', cap)}; further problems are not reported"
    return first.about(kinds.INPUT_LIMIT, message, raise_limit(message))


def called(node: Node) -> str:
    """Return the tag and the name of an element as text for a message."""
    name = node.get("name")
    tag = f"<{shown(node.tag)}>"
    return tag if name is None else f"{tag} {quoted(name)}"


class Places:
    """Finds locations in one file, on demand.

    This object is separate from the document, so that the diagnostics of a document do not
    reference it. Without this reference cycle, an unused document is freed immediately.

    Args:
        source: the text of the file.
        tree: the elements of the file.
    """

    def __init__(self, source: Source, tree: ElementTree) -> None:
        self.source = source
        self.tree = tree

    @cached_property
    def layout(self) -> Layout:
        """The spans of the elements."""
        return Layout(self.source.text, self.tree.root)

    def where(self, node: Node | None, part: Part = "tag", attr: str | None = None) -> Where:
        """Return the location of an element's tag, attribute name or value, or text.

        For an attribute or text that does not exist, the location is that of the tag.
        """
        if node is None:
            return Where(self.source.name, 1, 1, 1, 1, "/")
        layout = self.layout
        path = layout.path(node)
        start, end = layout.tag_span(node)
        if attr is not None:
            attribute = layout.attribute(node, attr)
            if attribute is not None:
                start, end = attribute.value if part == "value" else attribute.name
                path = f"{path}/@{shown(attr)}"
        elif part == "text":
            span = layout.span(node)
            inner = layout.text[span.open_end : span.close_start]
            if inner and not inner.isspace():
                start = span.open_end + len(inner) - len(inner.lstrip())
                end = span.open_end + len(inner.rstrip())
        return self._where(start, end, path)

    def where_root(self) -> Where:
        """Return the location of the root's tag."""
        return self.where(self.tree.root)

    def where_span(self, start: int, end: int, node: Node | None = None) -> Where:
        """Return the location of a range of text."""
        return self._where(start, end, self.layout.path(node) if node is not None else "/")

    def _where(self, start: int, end: int, path: str) -> Where:
        position = self.source.position
        return Where(self.source.name, *position(start), *position(end), path)
