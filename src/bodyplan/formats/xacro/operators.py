"""Operators of expressions: Python's own, charged before they make something large."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import islice
from typing import Any

from bodyplan.formats.xacro.formatting import percent
from bodyplan.formats.xacro.session import LONG, Session, range_size
from bodyplan.formats.xacro.values import (
    MAPPINGS,
    SEQUENCES,
    SETS,
    ExpressionError,
    Value,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
    width_of,
)

Binary = Callable[[Session, Value, Value], Value]
WHOLE = frozenset({int, bool})


def _add(session: Session, left: Value, right: Value) -> Value:
    if type(left) is str and type(right) is str:
        session.room_text(len(left) + len(right), left, right)
    elif type(left) in SEQUENCES and type(right) in SEQUENCES:
        session.room(len(left) + len(right))
    return session.number(left + right)


def _multiply(session: Session, left: Value, right: Value) -> Value:
    for items, times in ((left, right), (right, left)):
        if type(times) in WHOLE:
            if type(items) is str:
                session.room_text(len(items) * max(times, 0), items)
            elif type(items) in SEQUENCES:
                session.room(len(items) * max(times, 0))
    return session.number(left * right)


def _divided(apply: Callable[[Any, Any], Any]) -> Binary:
    """Return a division, which costs as much as both lengths multiplied."""

    def run(session: Session, left: Value, right: Value) -> Value:
        if type(left) is int and type(right) is int and not -LONG < left < LONG:
            session.spend(left.bit_length() * right.bit_length() >> 16)
        return session.number(apply(left, right))

    return run


_remainder = _divided(operator.mod)


def _modulo(session: Session, left: Value, right: Value) -> Value:
    return (percent if type(left) is str else _remainder)(session, left, right)


def _power(session: Session, left: Value, right: Value) -> Value:
    if type(left) in WHOLE and type(right) in WHOLE and right > 0 and not -2 < left < 2:
        session.bits(left.bit_length() * right)
    return session.number(left**right)


def _shift_left(session: Session, left: Value, right: Value) -> Value:
    if type(left) in WHOLE and type(right) in WHOLE and right > 0:
        session.bits(left.bit_length() + right)
    return session.number(left << right)


def _plain(apply: Callable[[Any, Any], Any]) -> Binary:
    """Return an operator on numbers, sets and dictionaries."""

    def run(session: Session, left: Value, right: Value) -> Value:
        if type(left) in SETS | MAPPINGS and type(right) in SETS | MAPPINGS:
            combine(session, left, right)
        return session.number(apply(left, right))

    return run


def combine(session: Session, left: Any, right: Any) -> None:
    """Charge the combination of two sets or dictionaries."""
    session.copying(left)
    session.copying(right)
    session.keys(left, len(right))
    session.keys(right, len(left))


BINARY: dict[str, Binary] = {
    "Add": _add,
    "Sub": _plain(operator.sub),
    "Mult": _multiply,
    "Div": _divided(operator.truediv),
    "FloorDiv": _divided(operator.floordiv),
    "Mod": _modulo,
    "Pow": _power,
    "LShift": _shift_left,
    "RShift": _plain(operator.rshift),
    "BitAnd": _plain(operator.and_),
    "BitOr": _plain(operator.or_),
    "BitXor": _plain(operator.xor),
}
QUICK = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
}
"""Operators whose work on two numbers needs no charge before."""
UNARY: dict[str, Callable[[Session, Value], Value]] = {
    "USub": lambda session, value: session.number(-value),
    "UAdd": lambda session, value: session.number(+value),
    "Invert": lambda session, value: session.number(-1 - value if type(value) in WHOLE else ~value),
    "Not": lambda _, value: not value,
}


def contains(session: Session, item: Value, container: Value) -> bool:
    """Return whether an item is in a container."""
    kind = type(container)
    if kind is str and type(item) is str:
        session.spend(search_cost(container, item))
    elif kind in MAPPINGS or kind in SETS:
        session.key(item, len(container))
    elif kind in SEQUENCES:
        session.weigh(container)
    elif kind is range and type(item) not in WHOLE:
        session.spend(range_size(container))
    return item in container


def search_cost(text: str, part: str) -> int:
    """Return the steps of searching one string in another."""
    return 1 + (len(text) * width_of(text) * min(len(part) + 4, 100) >> 6)


def backward_cost(text: str, part: str) -> int:
    """Return the steps of searching from the end, where Python may compare all with all."""
    return search_cost(text, part) + (len(text) * (len(part) - 1) >> 6)


def _ordered(apply: Callable[[Any, Any], bool]) -> Callable[[Session, Value, Value], bool]:
    def run(session: Session, left: Value, right: Value) -> bool:
        if type(left) in SETS and type(right) in SETS:
            combine(session, left, right)
        else:
            session.weigh(left)
        return apply(left, right)

    return run


IN_ORDER = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}
"""Comparisons of numbers."""
COMPARE: dict[str, Callable[[Session, Value, Value], bool]] = {
    **{name: _ordered(apply) for name, apply in IN_ORDER.items()},
    "Is": lambda _, left, right: left is right,
    "IsNot": lambda _, left, right: left is not right,
    "In": contains,
    "NotIn": lambda session, left, right: not contains(session, left, right),
}


def subscript(session: Session, value: Value, index: Value | slice) -> Value:
    """Return ``value[index]``."""
    kind = type(value)
    if kind in MAPPINGS:
        if type(index) is slice:
            raise invalid("a dictionary has no slices")
        session.key(index, len(value))
        if index not in value:
            raise missing_key(session, value, index)
        item = dict.__getitem__(value, index)
        return session.wrap(item) if kind is YamlMapping else item
    if kind not in SEQUENCES and kind is not str and kind is not range:
        raise invalid(f"a value of type {type_name(value)} has no items")
    if type(index) is slice:
        if kind is str:
            session.room_text(len(value), value)
        elif kind is not range:
            session.room(len(range(*index.indices(len(value)))))
        return YamlList(value[index]) if kind is YamlList else value[index]
    if type(index) not in WHOLE:
        raise invalid(f"indices of a {type_name(value)} must be integers, not {type_name(index)}")
    try:
        return session.wrap(value[index]) if kind is YamlList else value[index]
    except IndexError:
        raise invalid(
            f"index {session.repr(index)} of a {type_name(value)} is out of range"
        ) from None


def missing_key(session: Session, mapping: dict[Any, Any], key: Value) -> ExpressionError:
    """Return the error for a key that a mapping does not have."""
    name = session.text(key)[:100]
    shown = repr(name) if type(key) is str else name
    kind = "YAML mapping" if type(mapping) is YamlMapping else "dictionary"
    known = [k for k in islice(mapping, 200) if type(k) is str]
    return ExpressionError("key", f"{kind} has no key {shown}", name=name, known=known)
