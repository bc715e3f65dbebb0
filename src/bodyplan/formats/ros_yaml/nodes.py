"""YAML to a tree of nodes with their places. Nothing is constructed, nothing is expanded.

PyYAML reads events; the tree over them is our own, so that it has caps, keeps every key, even one
that stands twice, and knows where each value begins and ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from bodyplan.core import shown
from bodyplan.text import Span

MOST_BYTES = 256 * 1024
"""Size of a settings file. Those of real robots stay below 20 KB."""
MOST_DEPTH = 64
"""Nesting of a settings file. Real ones stay below 10."""
MOST_NODES = 50_000
"""Values and keys of a settings file, those that aliases repeat counted again. Real ones have some
hundred; an alias of aliases of aliases has no end."""

Type = Literal["null", "boolean", "integer", "float", "string", "other"]

_TYPES: dict[str, Type] = {
    "tag:yaml.org,2002:null": "null",
    "tag:yaml.org,2002:bool": "boolean",
    "tag:yaml.org,2002:int": "integer",
    "tag:yaml.org,2002:float": "float",
    "tag:yaml.org,2002:str": "string",
}
_FOREIGN = r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""What may not stand in YAML; the parsers tell it in different ways."""
_WORDS = (
    (
        "mapping values are not allowed",
        "a second ': ' on one line, or a key that is indented too far",
    ),
    ("could not find expected ':'", "a key without ':' behind it"),
    ("expected <block end>", "the indentation fits no block that is open"),
    ("that cannot start any token", "a character that begins nothing in YAML"),
    ("found unexpected end of stream", "the quotes are not closed"),
    (
        "expected ',' or ']'",
        "the list that begins in line {line} is not closed, or a comma is missing",
    ),
    ("expected ',' or '}'", "the {{ of line {line} is not closed, or a comma is missing"),
    ("expected the node content", "a value is missing"),
    ("expected <document start>", "something follows the end of the content"),
)
"""What PyYAML says, and what it means."""


class YamlMissingError(RuntimeError):
    """PyYAML is not installed."""


class Scalar:
    """One value: its characters without quotes, and what a reader takes it for."""

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
    """Keys with their values, in the order of the file; a key may stand twice."""

    __slots__ = ("items", "size", "span")

    def __init__(self, span: Span) -> None:
        self.items: list[tuple[Scalar, Node]] = []
        self.span = span
        self.size = 0

    def pairs(self) -> Iterator[tuple[Scalar, Node]]:
        """The keys and values, those of merged mappings behind its own; each key once."""
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
        """The value of the first of these keys that is there; of a repeated key, the last."""
        found = {key.text: value for key, value in self.pairs()}
        return next((found[name] for name in names if name in found), None)


Node = Scalar | Sequence | Mapping


class YamlFault(NamedTuple):
    """Something that is wrong with the file as YAML."""

    kind: Literal["syntax", "duplicate", "limit"]
    message: str
    start: int
    end: int


class Composed(NamedTuple):
    """What stands in a file: its first document, as far as it could be read."""

    root: Node | None
    faults: list[YamlFault]
    aliases: list[Span]
    """Places where a part of the file is used a second time."""

    @property
    def is_broken_off(self) -> bool:
        """Whether the file was not read to its end."""
        return any(fault.kind != "duplicate" for fault in self.faults)


def compose(text: str) -> Composed:
    """The tree of a YAML text. Never raises on content.

    Raises:
        YamlMissingError: PyYAML is not installed.
    """
    composer = _Composer()
    if len(text) > MOST_BYTES:
        message = f"exceeds the limit of {MOST_BYTES:,} characters (found {len(text):,})"
        composer.faults.append(YamlFault("limit", message, 0, 0))
        return composer.result()
    wrong = re.search(_FOREIGN, text)
    if wrong is not None:
        what = "a byte that is no UTF-8" if "\udc80" <= wrong[0] <= "\udcff" else repr(wrong[0])
        message = f"{what} stands where YAML does not allow it"
        composer.faults.append(YamlFault("syntax", message, *wrong.span()))
        return composer.result()
    try:
        import yaml
    except ImportError:
        raise YamlMissingError from None
    try:
        return _composed(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError:  # the one in C says less
        return _composed(text, yaml.SafeLoader)


def _composed(text: str, loader: Any) -> Composed:
    """The tree; a fault is told by the parser in Python, else raised."""
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
    except ValueError:  # the scanner takes any number for the version of YAML
        start = max(text.find("%YAML"), 0)
        message = "the version of YAML is a number with thousands of digits"
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
    # only words of ours are formatted: PyYAML's may quote the file
    ours = (words.format(line=line) for part, words in _WORDS if part in problem)
    message = next(ours, None) or shown(problem)
    if text[start : start + 1] == "\t":
        message = "a tab; YAML is indented with blanks"
    return YamlFault("syntax", message, start, min(start + 1, len(text)))


class _Composer:
    """Builds the tree from events, without recursion."""

    def __init__(self) -> None:
        self.faults: list[YamlFault] = []
        self.aliases: list[Span] = []
        self.root: Node | None = None
        self._anchors: dict[str, Node] = {}
        self._open: list[tuple[Sequence | Mapping, Scalar | Any]] = []
        """Collections that are open, each mapping with the key that waits for its value."""
        self._size = 0
        """How many nodes there are, those that aliases repeat counted again."""
        self._resolve: Any = None

    def result(self) -> Composed:
        """What was built so far."""
        self.faults.sort(key=lambda fault: fault.start)
        return Composed(self.root, self.faults, self.aliases)

    def take(self, event: Any) -> bool:
        """Uses one event; False where the rest is not wanted."""
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
            made.size = -self._size  # until it is closed
            self._anchor(event, made)
            self._add(made)
            self._open.append((made, None))
        elif name in ("SequenceEndEvent", "MappingEndEvent"):
            closed, _ = self._open.pop()
            closed.span = Span(closed.span.start, max(span.start, closed.span.start))
            closed.size += self._size
            if isinstance(closed, Mapping):
                self.faults += _repeated(closed)
        if self._size > MOST_NODES:
            return self._over(f"{MOST_NODES:,} values", span)
        return name != "DocumentEndEvent"

    def _over(self, what: str, span: Span) -> bool:
        message = f"exceeds the limit of {what}; what follows is not read"
        self.faults.append(YamlFault("limit", message, *span))
        return False

    def _known(self, anchor: str, span: Span) -> Node:
        """What an alias stands for."""
        known = self._anchors.get(anchor)
        is_open = any(node is known for node, _ in self._open)
        if known is None or is_open:
            where = "stands inside it" if is_open else "has no anchor before it"
            self.faults.append(YamlFault("syntax", f"the alias *{anchor} {where}", *span))
            return Scalar("", "other", span, is_plain=False)
        self._size += 1 if isinstance(known, Scalar) else known.size
        return known

    def _anchor(self, event: Any, node: Node) -> None:
        if event.anchor is not None:
            self._anchors[event.anchor] = node

    def _add(self, node: Node) -> None:
        """Puts a node where the parser is: into the open collection, or at the top."""
        if not self._open:
            self.root = node
            return
        parent, key = self._open[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
        elif key is None:
            # a key that is no scalar can be the name of nothing that we know
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


def _repeated(node: Mapping) -> Iterator[YamlFault]:
    """A fault for each key that stood before in the same mapping."""
    seen: dict[str, Scalar] = {}
    for key, _ in node.items:
        if key.type == "other" or key.text == "<<":
            continue
        if key.text in seen:
            message = f"the key {key.text!r} stands twice; the last one counts"
            yield YamlFault("duplicate", message, *key.span)
        seen[key.text] = key
