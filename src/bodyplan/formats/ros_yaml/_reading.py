"""Conversion of YAML nodes into typed values."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar

from bodyplan.core import quoted, shown
from bodyplan.diag import Budget, Diagnostic, Kind, Severity
from bodyplan.formats.ros_yaml import _parameter_kinds as kinds
from bodyplan.formats.ros_yaml._document import Entry, where_in
from bodyplan.formats.ros_yaml.nodes import PARAMETERS, Mapping, Node, Scalar, Sequence
from bodyplan.spec import Element, Field, format_float, spec_of
from bodyplan.spec.faults import (
    advice,
    has_bounds,
    is_allowed,
    repair,
    requirement,
    severity_outside,
)
from bodyplan.spec.schema_kinds import OUT_OF_RANGE
from bodyplan.text import Source, Span

_LONGEST_NUMBER = 400  # characters

E = TypeVar("E", bound=Element)

_EXPECTED = {"float": "a number", "integer": "an integer", "boolean": "true or false"}
_FOUND = {
    "null": "an empty value",
    "boolean": "a boolean",
    "integer": "an integer",
    "float": "a number",
    "string": "a string",
    "other": "a value with a custom tag",
}


class Spot(NamedTuple):
    """A YAML node, its key, and the keys that lead to it, as a path."""

    node: Node
    key: Scalar | None
    path: str

    def pairs(self) -> Iterator[tuple[str, Spot]]:
        """Yield the keys of a mapping with their values; nothing if the node is not a mapping."""
        if isinstance(self.node, Mapping):
            for key, value in self.node.pairs():
                yield key.text, Spot(value, key, f"{self.path}/{shown(key.text)}")

    def get(self, *names: str) -> Spot | None:
        """Return the value of the first of several keys that the mapping contains; else None."""
        found = dict(self.pairs())
        return next((found[name] for name in names if name in found), None)

    @property
    def text(self) -> str | None:
        """The text of a scalar; None for collections and empty values."""
        node = self.node
        return node.text if isinstance(node, Scalar) and node.type != "null" else None


class Settings:
    """Reads typed values from a file, and collects its diagnostics and the origins of the values.

    Args:
        source: the file, from which locations are computed.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.entries: dict[int, Entry] = {}
        self.is_broken_off = False
        """Whether reading stopped at an error, so that content after the error is missing."""
        self._budget = Budget()
        self._seen: set[tuple[str, Span, str]] = set()

    def add(
        self,
        kind: Kind,
        message: str,
        span: Span,
        path: str = "/",
        hint: str | Callable[[], str | None] | None = None,
        severity: Severity | None = None,
    ) -> None:
        """Store a diagnostic, unless the same one is already stored.

        A value that aliases repeat is read several times, but reported once.
        """
        if (kind.code, span, message) in self._seen:
            return
        self._seen.add((kind.code, span, message))
        place = partial(where_in, self.source, span, path)
        self.found.append(Diagnostic(kind, message, place, severity=severity, hint=hint))

    def element(
        self,
        cls: type[E],
        spot: Spot,
        *more: Spot,
        known: Collection[str] = (),
        is_closed: bool = False,
        **given: Any,
    ) -> E:
        """Read a typed value from the keys of one or more mappings.

        Args:
            cls: the class of the value.
            spot: the first mapping; its key is the location of the value.
            more: further mappings with fields of the value. If several mappings contain a field,
                the first of them is used.
            known: keys that are neither fields nor errors.
            is_closed: whether every unknown key is reported; otherwise, only those that resemble a
                known key.
            given: the contents of fields that are not to be read from the mappings.
        """
        if not isinstance(spot.node, Mapping):
            self._no_mapping(spot)
        values = dict(given)
        fields = {f.xml: f for f in spec_of(cls).fields if f.place == "attribute"}
        for part in (spot, *more):
            for name, inner in part.pairs():
                field = fields.get(name)
                if field is not None and field.name not in given:
                    values.setdefault(field.name, self._value(field, inner))
                elif field is None:
                    self._unknown(name, inner, [*fields, *known], is_closed=is_closed)
        return self.keep(cls(**values), spot, *more)

    def keep(self, value: E, spot: Spot, *more: Spot) -> E:
        """Store where a typed value comes from, and return the value.

        Args:
            value: the typed value.
            spot: the node that it was read from; its key is the location of the value.
            more: further nodes that it was read from.
        """
        nodes = (spot.node, *(other.node for other in more))
        path = spot.path.removesuffix(f"/{PARAMETERS}")
        self.entries[id(value)] = Entry(nodes, spot.key, path, spot.path)
        return value

    def _no_mapping(self, spot: Spot) -> None:
        node = spot.node
        if self.is_broken_off or (isinstance(node, Scalar) and node.type == "other"):
            return
        found = _FOUND[node.type] if isinstance(node, Scalar) else "a list"
        message = f"{_called(spot)}: expected a mapping, got {found}"
        self.add(kinds.WRONG_TYPE, message, _key_span(spot), spot.path)

    def names(self, cls: type[E], spot: Spot | None, *, is_list: bool = True) -> tuple[E, ...]:
        """Read a list of names, each as a value of a class whose only field is ``name``.

        Args:
            cls: the class of the values.
            spot: the YAML list, or a single name if ``is_list`` is false; None for no names.
            is_list: whether a list is required, so that a single name is an error.
        """
        if spot is None:
            return ()
        node = spot.node
        if isinstance(node, Scalar) and not is_list:
            return tuple(self._name(cls, spot))
        if isinstance(node, Mapping):
            return ()  # some controllers have a mapping from joints to interfaces here
        if isinstance(node, Scalar):
            if node.type != "other" and not (node.type == "null" and self.is_broken_off):
                message = f"{_called(spot)}: expected a list of names, got {_FOUND[node.type]}"
                self.add(kinds.WRONG_TYPE, message, node.span, spot.path)
            return ()
        spots = (
            Spot(item, None, f"{spot.path}[{number}]")
            for number, item in enumerate(node.items, start=1)
        )
        return tuple(made for inner in spots for made in self._name(cls, inner))

    def _name(self, cls: type[E], spot: Spot) -> Iterator[E]:
        node = spot.node
        if not isinstance(node, Scalar) or node.type in ("null", "float"):
            what = "a list or mapping" if not isinstance(node, Scalar) else _FOUND[node.type]
            span = node.span if isinstance(node, Scalar) else Span(node.span.start, node.span.start)
            self.add(kinds.WRONG_TYPE, f"expected a name, got {what}", span, spot.path)
        else:
            yield self.keep(cls(name=node.text), spot._replace(key=None))

    def _value(self, field: Field, spot: Spot) -> Any:
        """Read a field and check its range; return its default value if the type is wrong."""
        value = self._parsed(field, spot)
        node, mark = spot.node, field.mark
        is_number = isinstance(value, int | float) and has_bounds(mark)
        if is_number and isinstance(node, Scalar) and not is_allowed(mark, value):
            severity = severity_outside(mark, value, (0, 0), Severity.ERROR)
            message = f"{_called(spot)} {requirement(mark)}, got {quoted(node.text)}"
            hint = advice(mark, value, repair(mark, value, node.text))
            self.add(OUT_OF_RANGE, message, node.span, spot.path, hint, severity=severity)
        return value

    def _parsed(self, field: Field, spot: Spot) -> Any:
        node = spot.node
        codec = field.codec
        if codec is None or (isinstance(node, Scalar) and node.type == "other"):
            return field.default  # for example !degrees, which xacro evaluates
        if not isinstance(node, Scalar):
            what = "a list" if isinstance(node, Sequence) else "a mapping"
            expected = _EXPECTED.get(codec.name, "a string")
            message = f"{_called(spot)}: expected {expected}, got {what}"
            self.add(kinds.WRONG_TYPE, message, _key_span(spot), spot.path)
            return field.default
        if codec.name == "string":
            if node.type in ("string", "null"):
                return node.text if node.type == "string" else field.default
            message = f"{_called(spot)}: expected a string, got {_FOUND[node.type]}"
            self.add(kinds.WRONG_TYPE, message, node.span, spot.path)
            return field.default
        value = number_of(node)
        if codec.name == "float" and node.type == "integer" and value is not None:
            point = format_float(value)
            point = point if "." in point or "e" in point else f"{point}.0"
            message = (
                f"{_called(spot)}: expected a number with a decimal point, got {shown(node.text)}"
            )
            hint = f"write {point}"
            self.add(kinds.WHOLE_NUMBER, message, node.span, spot.path, hint)
            return value
        if codec.name == "boolean" and node.type == "boolean":
            return node.text.lower() in ("true", "yes", "on")
        if codec.name == node.type and value is not None and not math.isnan(value):
            return int(value) if codec.name == "integer" else value
        self._wrong(codec.name, spot, node)
        return field.default

    def _wrong(self, expected: str, spot: Spot, node: Scalar) -> None:
        """Report a value of the wrong type, with a hint if the intended value is clear.

        Args:
            expected: the name of the expected type.
            spot: the value.
            node: the YAML node of the value.
        """
        text = node.text.strip()
        if node.type == "null" and self.is_broken_off:
            return
        found = f"{_FOUND[node.type]}: {quoted(text)}"
        if node.type == "null":
            found = _FOUND["null"]
        elif node.type == expected:
            found = quoted(text)
        message = f"{_called(spot)}: expected {_EXPECTED[expected]}, got {found}"
        hint: str | None = None
        if node.type == "string" and expected in ("float", "integer"):
            number = _number(text)
            comma = _number(text.replace(",", "."))
            if number is not None and not node.is_plain:
                hint = "remove the quotes"
            elif number is not None:
                hint = f"write {format_float(number)}: YAML 1.1 parsers read a string"
            elif comma is not None:
                hint = "use a decimal point, not a comma"
        elif node.type == "string" and text.lower() in ("true", "false"):
            hint = "remove the quotes"
        self.add(kinds.WRONG_TYPE, message, node.span, spot.path, hint)

    def _unknown(self, name: str, spot: Spot, known: list[str], *, is_closed: bool) -> None:
        """Report a key if it is unknown; if not ``is_closed``, only if it resembles a known key."""
        if name in known or name == "<<":
            return
        if not is_closed and not _is_slip(name, known):
            return

        def hint() -> str | None:
            similar = self._budget.near(name, known, limit=1)
            return f"did you mean {similar[0]!r}?" if similar else None

        message = f"unknown key {quoted(name)}"
        self.add(kinds.UNKNOWN_KEY, message, _key_span(spot), spot.path, hint)


def _is_slip(name: str, known: list[str]) -> bool:
    """Return whether a key is probably a misspelt known key.

    That is: it has more than four letters, and one letter is missing, added, replaced or swapped
    with the next.
    """
    return any(
        abs(len(name) - len(other)) <= 1 and len(name) > 4 and _differ_little(name, other)
        for other in known
        if name[:1] == other[:1] or name[-1:] == other[-1:]
    )


def _differ_little(one: str, other: str) -> bool:
    start = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    a, b = one[start:], other[start:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def number_of(node: Scalar) -> float | None:
    """Return the number that YAML 1.1 reads from a scalar; None if the scalar is not a number."""
    if node.type == "float":
        return _number(node.text)
    if node.type != "integer":
        return None
    digits = node.text.replace("_", "").lower()
    try:
        is_octal = digits.lstrip("+-").startswith("0") and digits.lstrip("+-").isdigit()
        return float(int(digits, 8 if is_octal and digits.lstrip("+-0") else 0))
    except (ValueError, OverflowError):
        return None


def _number(text: str) -> float | None:
    """Return the number in a text; None if it is not a number or is too large for a float."""
    plain = text.replace("_", "").lower()
    text_ = plain.replace(".inf", "inf").replace(".nan", "nan")
    try:
        found = float(text_) if len(text_) < _LONGEST_NUMBER else math.inf
    except ValueError:
        return None
    return found if math.isfinite(found) or text_ != plain else None


def _called(spot: Spot) -> str:
    return repr(shown(spot.key.text)) if spot.key is not None else "value"


def _key_span(spot: Spot) -> Span:
    return (
        spot.key.span if spot.key is not None else Span(spot.node.span.start, spot.node.span.start)
    )
