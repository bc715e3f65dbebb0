"""Parsing of YAML into a tree of nodes with locations. Tags construct no Python objects.

This module builds the tree from the events of PyYAML's parser, because the tree must stay below
input limits, and must contain duplicate keys and the location of each value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from bodyplan.core import shown
from bodyplan.text import Span

MOST_BYTES = 256 * 1024
"""The largest size of a ROS parameter file [characters]. Files of real robots are below 20,000."""
MOST_DEPTH = 64
"""The largest nesting depth of a ROS parameter file. Real files have fewer than 10 levels."""
MOST_NODES = 50_000
"""The largest number of values and keys in a ROS parameter file, counted again for each alias.

Real files have a few hundred. With nested aliases, the number can grow exponentially."""

PARAMETERS = "ros__parameters"
"""The key below the name of a ROS node that contains its parameters."""

Type = Literal["null", "boolean", "integer", "float", "string", "other"]

_TYPES: dict[str, Type] = {
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:bool": "boolean",
    "tag:yaml.org,2002:int": "integer",
    "tag:yaml.org,2002:float": "float",
    "tag:yaml.org,2002:str": "string",
}
_FOREIGN = r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Matches characters that YAML forbids.

They are searched here because PyYAML's C and Python parsers report them differently."""
_MESSAGES = (
    (
        "mapping values are not allowed",
        "a second ': ' on one line, or a key that is indented too far",
    ),
    ("could not find expected ':'", "missing ':' after a key"),
    ("expected <block end>", "the indentation does not match any open block"),
    ("that cannot start any token", "invalid character at the beginning of a value"),
    ("found unexpected end of stream", "unclosed quotes"),
    (
        "expected ',' or ']'",
        "unclosed list from line {line}, or missing comma",
    ),
    ("expected ',' or '}'", "unclosed {{ from line {line}, or missing comma"),
    ("expected the node content", "missing value"),
    ("expected <document start>", "content after the end of the document"),
)
"""Parts of PyYAML's error messages, each with the message of bodyplan for this error."""


class Scalar:
    """A YAML scalar: its text without quotes, and its type by the rules of YAML 1.1."""

    __slots__ = ("is_plain", "span", "text", "type")

    def __init__(self, text: str, type_: Type, span: Span, *, is_plain: bool) -> None:
        self.text, self.type, self.span, self.is_plain = text, type_, span, is_plain


class Sequence:
    """A list."""

    __slots__ = ("items", "size", "span")

    def __init__(self, span: Span) -> None:
        self.items: list[Node] = []
        self.span = span
        self.size = 0


class Mapping:
    """A YAML mapping: its keys and values in the order of the file, including duplicate keys."""

    __slots__ = ("has_nodes", "items", "size", "span")

    def __init__(self, span: Span) -> None:
        self.items: list[tuple[Scalar, Node]] = []
        self.span = span
        self.size = 0
        self.has_nodes = False
        """Whether the mapping contains ``ros__parameters`` below, so that its keys are names of ROS
        nodes or namespaces."""

    def pairs(self) -> Iterator[tuple[Scalar, Node]]:
        """Return each key once, with the value that applies; keys merged by ``<<`` come last."""
        own: dict[str, tuple[Scalar, Node]] = {}
        merged: list[Node] = []
        for key, value in self.items:
            if key.text == "<<" and key.is_plain:
                merged += value.items if isinstance(value, Sequence) else [value]
            else:
                own[key.text] = (key, value)
        for other in merged:
            if isinstance(other, Mapping) and other is not self:
                for key, value in other.items:
                    if key.text != "<<":
                        own.setdefault(key.text, (key, value))
        return iter(own.values())

    def get(self, *names: str) -> Node | None:
        """Return the value of the first of several keys that the mapping contains; otherwise None.

        If this key occurs several times, return its last value.
        """
        found = {key.text: value for key, value in self.pairs()}
        return next((found[name] for name in names if name in found), None)


Node = Scalar | Sequence | Mapping


class YamlFault(NamedTuple):
    """An error in a YAML file: invalid syntax, a duplicate key or an exceeded limit."""

    kind: Literal["syntax", "duplicate", "limit"]
    message: str
    start: int
    end: int


class Composed(NamedTuple):
    """The tree of the first YAML document of a file, up to an error, and the errors."""

    root: Node | None
    faults: list[YamlFault]
    aliases: list[Span]
    """The locations of aliases."""

    @property
    def is_broken_off(self) -> bool:
        """Whether parsing stopped at an error before the end of the document."""
        return any(fault.kind != "duplicate" for fault in self.faults)


def compose(text: str) -> Composed:
    """Parse a YAML text into a tree. No content raises an exception."""
    import yaml

    composer = _Composer()
    if len(text) > MOST_BYTES:
        message = f"exceeds the limit of {MOST_BYTES:,} characters (found {len(text):,})"
        composer.faults.append(YamlFault("limit", message, 0, 0))
        return composer.result()
    wrong = re.search(_FOREIGN, text)
    if wrong is not None:
        what = "UTF-8 byte" if "\udc80" <= wrong[0] <= "\udcff" else f"character {wrong[0]!r}"
        message = f"invalid {what}"
        composer.faults.append(YamlFault("syntax", message, *wrong.span()))
        return composer.result()
    try:
        return _composed(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError:  # the C parser is faster, but its error messages say less
        return _composed(text, yaml.SafeLoader)


def _composed(text: str, loader: Any) -> Composed:
    """Parse a YAML text with a PyYAML loader.

    A syntax error is stored in the result by the Python loader, but raised by the C loader.
    """
    import yaml

    composer = _Composer()
    try:
        for event in yaml.parse(text, Loader=loader):
            if not composer.take(event):
                break
    except yaml.MarkedYAMLError as error:
        if loader is not yaml.SafeLoader:
            raise
        composer.faults.append(_syntax_fault(error, text))
    except ValueError:  # raised for a %YAML version with thousands of digits
        start = max(text.find("%YAML"), 0)
        message = "the YAML version has thousands of digits"
        composer.faults.append(YamlFault("syntax", message, start, start + len("%YAML")))
    return composer.result()


def _syntax_fault(error: Any, text: str) -> YamlFault:
    problem = str(error.problem or error.context)
    mark = error.problem_mark or error.context_mark
    begin = error.context_mark or mark
    if "found unexpected end of stream" in problem:
        mark = begin  # at the opening quote
    start = min(mark.index, len(text)) if mark is not None else 0
    line = begin.line + 1 if begin is not None else 1
    # messages of PyYAML are not formatted: they may quote braces from the file
    ours = (words.format(line=line) for part, words in _MESSAGES if part in problem)
    message = next(ours, None) or shown(problem)
    if text[start : start + 1] == "\t":
        message = "tab in the indentation; YAML requires spaces"
    return YamlFault("syntax", message, start, min(start + 1, len(text)))


class _Composer:
    """Builds the tree from the events of PyYAML's parser, without recursion."""

    def __init__(self) -> None:
        self.faults: list[YamlFault] = []
        self.aliases: list[Span] = []
        self.root: Node | None = None
        self._anchors: dict[str, Node] = {}
        self._open: list[tuple[Sequence | Mapping, Scalar | Any]] = []
        """The collections that are still open; each mapping with the key whose value follows."""
        self._size = 0
        """The number of nodes, including those that aliases repeat."""
        self._resolve: Any = None

    def result(self) -> Composed:
        """Return the tree built so far, and the errors."""
        self.faults.sort(key=lambda fault: fault.start)
        return Composed(self.root, self.faults, self.aliases)

    def take(self, event: Any) -> bool:
        """Add one event to the tree; return False if parsing must stop."""
        name = type(event).__name__
        span = Span(event.start_mark.index, event.end_mark.index)
        self._size += name in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent")
        if name == "ScalarEvent":
            node: Node = Scalar(event.value, self._type(event), span, is_plain=not event.style)
            self._anchor(event, node)
            self._add(node)
        elif name == "AliasEvent":
            self.aliases.append(span)
            self._add(self._known(event.anchor, span))
        elif name in ("SequenceStartEvent", "MappingStartEvent"):
            if len(self._open) >= MOST_DEPTH:
                return self._over(f"{MOST_DEPTH} levels of nesting", span)
            made = Sequence(span) if name[0] == "S" else Mapping(span)
            made.size = -self._size  # the end event adds the count at the end
            self._anchor(event, made)
            self._add(made)
            self._open.append((made, None))
        elif name in ("SequenceEndEvent", "MappingEndEvent"):
            closed, _ = self._open.pop()
            closed.span = Span(closed.span.start, max(span.start, closed.span.start))
            closed.size += self._size
            if isinstance(closed, Mapping):
                self.faults += _without_duplicate_nodes(closed)
        if self._size > MOST_NODES:
            return self._over(f"{MOST_NODES:,} values", span)
        return name != "DocumentEndEvent"

    def _over(self, what: str, span: Span) -> bool:
        message = f"exceeds the limit of {what}; the rest is not read"
        self.faults.append(YamlFault("limit", message, *span))
        return False

    def _known(self, anchor: str, span: Span) -> Node:
        """Return the node that an alias refers to; report an invalid alias."""
        known = self._anchors.get(anchor)
        is_open = any(node is known for node, _ in self._open)
        if known is None or is_open:
            where = "is inside its own anchor" if is_open else "has no anchor before it"
            self.faults.append(YamlFault("syntax", f"alias *{anchor} {where}", *span))
            return Scalar("", "other", span, is_plain=False)
        self._size += 1 if isinstance(known, Scalar) else known.size
        return known

    def _anchor(self, event: Any, node: Node) -> None:
        if event.anchor is not None:
            self._anchors[event.anchor] = node

    def _add(self, node: Node) -> None:
        """Add a node to the innermost open collection; without one, it becomes the root."""
        if not self._open:
            self.root = node
            return
        parent, key = self._open[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
        elif key is None:
            # a list or mapping as a key is replaced by an empty key
            known = (
                node if isinstance(node, Scalar) else Scalar("", "other", node.span, is_plain=False)
            )
            self._open[-1] = (parent, known)
        else:
            parent.items.append((key, node))
            self._open[-1] = (parent, None)

    def _type(self, event: Any) -> Type:
        if event.tag is not None:
            return _TYPES.get(event.tag, "string" if event.tag == "!" else "other")
        if not event.implicit[0]:
            return "string"
        if self._resolve is None:
            import yaml

            self._resolve = yaml.resolver.Resolver().resolve
            self._scalar = yaml.ScalarNode
        return _TYPES.get(self._resolve(self._scalar, event.value, event.implicit), "other")


def _without_duplicate_nodes(node: Mapping) -> Iterator[YamlFault]:
    """Merge the mappings of repeated ROS nodes and namespaces; yield an error per other duplicate.

    rcl reads the blocks one after the other, and adds each to the node of the same name.
    """
    found: dict[str, list[tuple[Scalar, Node]]] = {}
    for key, value in node.items:
        if key.type != "other" and key.text != "<<":
            found.setdefault(key.text, []).append((key, value))
    merged_blocks: dict[int, Mapping] = {}
    dropped: set[int] = set()
    for name, pairs in found.items():
        blocks = [value for _, value in pairs if isinstance(value, Mapping)]
        is_merged = len(blocks) == len(pairs) and (
            name == PARAMETERS or all(block.has_nodes for block in blocks)
        )
        for key, _ in [] if is_merged else pairs[1:]:
            message = f"duplicate key {name!r}; the last one is used"
            yield YamlFault("duplicate", message, *key.span)
        if is_merged and len(pairs) > 1:
            merged = Mapping(pairs[0][1].span)
            merged.items = [pair for block in blocks for pair in block.items]
            merged.size = sum(block.size for block in blocks)
            yield from _without_duplicate_nodes(merged)
            (first, _), *others = pairs
            merged_blocks[id(first)] = merged
            dropped |= {id(key) for key, _ in others}
    if dropped:
        node.items = [
            (key, merged_blocks.get(id(key), value))
            for key, value in node.items
            if id(key) not in dropped
        ]
    node.has_nodes = any(
        key.text == PARAMETERS or (isinstance(value, Mapping) and value.has_nodes)
        for key, value in node.items
    )
