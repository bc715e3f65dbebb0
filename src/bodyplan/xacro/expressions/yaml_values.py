"""Reads YAML files to values of expressions.

PyYAML parses the text into events. This module creates the values, after checking their number
against the limit. It supports the standard YAML tags and the unit tags of xacro.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bodyplan.xacro.expressions.values import NUMBERS, ExpressionError, Value, type_name

if TYPE_CHECKING:
    from bodyplan.xacro.expressions.evaluator import Evaluator

_UNITS = {
    "!radians": 1.0,
    "!degrees": math.pi / 180.0,
    "!meters": 1.0,
    "!millimeters": 0.001,
    "!foot": 0.3048,
    "!inches": 0.0254,
}
_PLAIN = "tag:yaml.org,2002:"
_MERGE: Any = object()
"""The key ``<<``."""
_STEPS_PER_EVENT = 20
_MOST_NESTING = 60
_LONGEST_NUMBER = 4000


def read_yaml(text: str, evaluator: Evaluator) -> Value:
    """Return the value of a YAML document; its mappings allow access with a dot.

    Args:
        text: the document.
        evaluator: the evaluator of values with units; its limits also apply to the document.

    Raises:
        ExpressionError: the text is not YAML, uses a tag that is not supported, or has too many
            values; kind "yaml" or "limit".
    """
    import yaml

    evaluator.evaluation.spend(len(text) >> 2)
    try:
        return _built(text, evaluator, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError:
        pass  # the Python parser below reports the error, if it agrees that the file is invalid
    try:
        return _built(text, evaluator, yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (line {mark.line + 1})" if mark is not None else ""
        raise _invalid(f"invalid YAML: {error.problem or error.context}{where}") from None
    except yaml.YAMLError as error:
        raise _invalid(f"invalid YAML: {str(error).splitlines()[0][:200]}") from None
    # PyYAML's scanner passes a version number of any length to int(), which raises ValueError
    except ValueError:
        raise _invalid("invalid YAML: a number with thousands of digits") from None


def _invalid(message: str) -> ExpressionError:
    return ExpressionError("yaml", message)


def _built(text: str, evaluator: Evaluator, loader: Any) -> Value:
    """Return the value of a document.

    Args:
        text: the document.
        evaluator: evaluates values with units.
        loader: the parser of PyYAML.
    """
    import yaml

    builder = _Builder(evaluator)
    for event in yaml.parse(text, Loader=loader):
        builder.add(event)
    return evaluator.evaluation.wrap(builder.root)


class _Open(NamedTuple):
    """A YAML collection whose end has not been read yet."""

    tag: str
    anchor: str | None
    before: int
    line: int
    items: list[Value]
    """The values of a sequence, or the alternating keys and values of a mapping."""


class _Builder:
    """Creates values from the events of PyYAML."""

    def __init__(self, evaluator: Evaluator) -> None:
        import yaml

        self.evaluator = evaluator
        self.evaluation = evaluator.evaluation
        self.most = self.evaluation.limits.max_yaml
        self.root: Value = None
        self.documents = 0
        self.size = 0
        """Number of values so far; the values of an alias count at each use."""
        self.open: list[_Open] = []
        self.anchors: dict[str, tuple[Value, int]] = {}
        self.resolver: Any = yaml.resolver.Resolver()
        self.scalar_node = yaml.ScalarNode
        constructor: Any = yaml.constructor.SafeConstructor()
        self.constructors: dict[str, Callable[[Any], Any]] = {
            f"{_PLAIN}null": constructor.construct_yaml_null,
            f"{_PLAIN}bool": constructor.construct_yaml_bool,
            f"{_PLAIN}int": constructor.construct_yaml_int,
            f"{_PLAIN}float": constructor.construct_yaml_float,
            f"{_PLAIN}timestamp": constructor.construct_yaml_timestamp,
        }
        names = "Scalar Alias SequenceStart MappingStart SequenceEnd MappingEnd DocumentStart"
        steps = (
            *(self.scalar, self.alias, self.start, self.start, self.end, self.end),
            self.document,
        )
        self.steps = dict(zip((f"{n}Event" for n in names.split()), steps, strict=True))

    def add(self, event: Any) -> None:
        """Process an event."""
        self.evaluation.spend(_STEPS_PER_EVENT)
        step = self.steps.get(type(event).__name__)
        if step is not None:
            step(event)

    def document(self, _: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            raise _invalid("expected a single YAML document, found another")
        self.anchors = {}

    def count(self, size: int) -> None:
        self.size += size
        if self.size > self.most:
            message = f"YAML file has more than {self.most:,} values"
            raise ExpressionError("limit", message, name="max_yaml")

    def at_key(self) -> bool:
        inner = self.open[-1] if self.open else None
        return inner is not None and inner.tag == f"{_PLAIN}map" and len(inner.items) % 2 == 0

    def put(self, value: Value) -> None:
        """Add a value to the innermost open collection."""
        if value is _MERGE and not self.at_key():
            raise _invalid("'<<' is not a value")
        if self.open:
            self.open[-1].items.append(value)
        else:
            self.root = value

    def scalar(self, event: Any) -> None:
        self.count(1)
        value = self.scalar_value(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, 1)
        self.put(value)

    def scalar_value(self, event: Any) -> Value:
        text, tag = event.value, event.tag
        if tag is None or tag == "!":
            tag = self.resolver.resolve(self.scalar_node, text, event.implicit)
        if tag == f"{_PLAIN}str":
            return text
        if tag in _UNITS:
            value = self.evaluator.evaluate_global(text)
            if type(value) not in NUMBERS and type(value) is not str:
                raise _invalid(f"{tag} expects a number, got {type_name(value)}{_line(event)}")
            return float(value) * _UNITS[tag]
        if tag == f"{_PLAIN}merge":
            return _MERGE
        if tag == f"{_PLAIN}value" and self.at_key():
            return text
        construct = self.constructors.get(tag)
        if construct is None:
            raise _unsupported(tag, event)
        if len(text) > _LONGEST_NUMBER:
            raise _invalid(f"number with {len(text):,} characters{_line(event)}")
        try:
            value = construct(self.scalar_node(tag, text))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            name = tag.rpartition(":")[2]
            raise _invalid(f"{text[:50]!r} is not a valid {name}{_line(event)}") from None
        return str(value) if tag.endswith("timestamp") else value

    def alias(self, event: Any) -> None:
        if event.anchor not in self.anchors:
            inside = any(each.anchor == event.anchor for each in self.open)
            reason = "refers to itself" if inside else "is not defined"
            raise _invalid(f"alias '*{event.anchor}' {reason}{_line(event)}")
        value, size = self.anchors[event.anchor]
        self.count(size)
        self.put(value)

    def start(self, event: Any) -> None:
        self.count(1)
        if len(self.open) >= _MOST_NESTING:
            message = f"YAML collections are nested more than {_MOST_NESTING} levels deep"
            raise ExpressionError("limit", message, name="max_yaml")
        tag = _PLAIN + ("map" if type(event).__name__ == "MappingStartEvent" else "seq")
        if event.tag not in {None, "!", tag}:
            raise _unsupported(event.tag, event)
        self.anchors.pop(event.anchor, None)
        self.open.append(_Open(tag, event.anchor, self.size - 1, event.start_mark.line, []))

    def end(self, _: Any) -> None:
        done = self.open.pop()
        value: Value = done.items
        if done.tag == f"{_PLAIN}map":
            value = self.mapping(done.items, done.line)
        if done.anchor is not None:
            self.anchors[done.anchor] = (value, self.size - done.before)
        self.put(value)

    def mapping(self, items: list[Value], line: int) -> dict[Any, Value]:
        """Return the mapping for a list of alternating keys and values.

        The keys of the mapping itself override those that ``<<`` merges.
        """
        made: dict[Any, Value] = {}
        keys, values = items[::2], items[1::2]
        for key, value in zip(keys, values, strict=True):
            if key is _MERGE:
                for merged in _merged(value, line):
                    self.evaluation.copying(merged)
                    self.evaluation.keys(merged, len(made))
                    made.update(merged)
        for key, value in zip(keys, values, strict=True):
            if key is _MERGE:
                continue
            if type(key) in {list, dict, set}:
                raise _invalid(f"a collection cannot be a key (line {line + 1})")
            self.evaluation.key(key, len(made))
            made[key] = value
        return made


def _merged(value: Value, line: int) -> Iterator[dict[Any, Value]]:
    """Yield the mappings that ``<<`` merges, last one first, because the first has precedence."""
    for each in reversed(value) if type(value) is list else (value,):
        if type(each) is not dict:
            raise _invalid(f"'<<' expects a mapping or a list of mappings (line {line + 1})")
        yield each


def _unsupported(tag: str, event: Any) -> ExpressionError:
    shown = tag.replace(_PLAIN, "!!", 1)[:100]
    return _invalid(f"unsupported YAML tag '{shown}'{_line(event)}")


def _line(event: Any) -> str:
    return f" (line {event.start_mark.line + 1})"
