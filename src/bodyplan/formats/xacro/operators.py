"""Operators of expressions: Python's own, charged before they make something large."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import islice
from typing import Any

from bodyplan.formats.xacro.formatting import percent
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    MAPPINGS,
    NUMBERS,
    SEQUENCES,
    SETS,
    ExpressionError,
    Lazy,
    Value,
    View,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
)

Binary = Callable[[Session, Value, Value], Value]
LONG = 1 << 64
"""Integers beyond this are charged by length."""
_NUMERIC = NUMBERS | {complex}
_WHOLE = frozenset({int, bool})


def unsupported(symbol: str, left: Value, right: Value) -> ExpressionError:
    """Return the error for operands of the wrong types."""
    types = f"'{type_name(left)}' and '{type_name(right)}'"
    return invalid(f"unsupported operand types for {symbol}: {types}")


def _long(value: Value) -> bool:
    return type(value) is int and not -LONG < value < LONG


def _numbers(symbol: str, apply: Callable[[Any, Any], Any]) -> Binary:
    """Return an operator on numbers."""

    def run(session: Session, left: Value, right: Value) -> Value:
        if type(left) in _NUMERIC and type(right) in _NUMERIC:
            value = apply(left, right)
            return session.integer(value) if _long(value) else value
        raise unsupported(symbol, left, right)

    return run


def _wholes(symbol: str, apply: Callable[[Any, Any], Any]) -> Binary:
    """Return an operator on integers."""

    def run(session: Session, left: Value, right: Value) -> Value:
        if type(left) in _WHOLE and type(right) in _WHOLE:
            value = apply(left, right)
            return session.integer(value) if _long(value) else value
        raise unsupported(symbol, left, right)

    return run


_SUM = _numbers("+", operator.add)
_DIFFERENCE = _numbers("-", operator.sub)
_PRODUCT = _numbers("*", operator.mul)
_POWER = _numbers("**", operator.pow)
_SHIFTED = _wholes("<<", operator.lshift)


def _add(session: Session, left: Value, right: Value) -> Value:
    a, b = type(left), type(right)
    if a is str and b is str:
        session.room_text(len(left) + len(right), left if len(left) > len(right) else right)
        return left + right
    if (a in SEQUENCES and b in SEQUENCES) and (a is tuple) == (b is tuple):
        session.room(len(left) + len(right))
        return left + right
    return _SUM(session, left, right)


def _multiply(session: Session, left: Value, right: Value) -> Value:
    if type(left) in _WHOLE:
        left, right = right, left
    if type(right) in _WHOLE:
        if type(left) is str:
            session.room_text(len(left) * max(right, 0), left)
            return left * right
        if type(left) in SEQUENCES:
            session.room(len(left) * max(right, 0))
            return left * right
    return _PRODUCT(session, left, right)


def _divided(symbol: str, apply: Callable[[Any, Any], Any]) -> Binary:
    """Return a division, which costs as much as both lengths multiplied."""
    plain = _numbers(symbol, apply)

    def run(session: Session, left: Value, right: Value) -> Value:
        if _long(left) and type(right) is int:
            session.spend(left.bit_length() * right.bit_length() >> 16)
        return plain(session, left, right)

    return run


def _modulo(session: Session, left: Value, right: Value) -> Value:
    if type(left) is str:
        return percent(session, left, right)
    return _REMAINDER(session, left, right)


def power(session: Session, left: Value, right: Value) -> Value:
    """Return ``left ** right``."""
    if type(left) in _WHOLE and type(right) in _WHOLE and right > 0 and not -2 < left < 2:
        session.bits(left.bit_length() * right)
    return _POWER(session, left, right)


def _shift_left(session: Session, left: Value, right: Value) -> Value:
    if type(left) in _WHOLE and type(right) in _WHOLE and right > 0:
        session.bits(left.bit_length() + right)
    return _SHIFTED(session, left, right)


def _sets(symbol: str, apply: Callable[[Any, Any], Any]) -> Binary:
    """Return an operator on integers, sets and views of dictionaries."""
    plain = _wholes(symbol, apply)

    def run(session: Session, left: Value, right: Value) -> Value:
        left, right = _as_set(session, left), _as_set(session, right)
        if type(left) in SETS and type(right) in SETS:
            algebra(session, left, right)
            return apply(left, right)
        if symbol == "|" and type(left) in MAPPINGS and type(right) in MAPPINGS:
            session.copying(left)
            session.copying(right)
            session.keys(right, len(left))
            return {**left, **right}
        return plain(session, left, right)

    return run


def _subtract(session: Session, left: Value, right: Value) -> Value:
    if type(left) in _NUMERIC:
        return _DIFFERENCE(session, left, right)
    return _WITHOUT(session, left, right)


def _as_set(session: Session, value: Value) -> Value:
    if type(value) is View and value.kind != "values":
        session.copying(value.mapping)
        return set(value.items())
    return value


def algebra(session: Session, left: Any, right: Any) -> None:
    """Charge the combination of two sets."""
    session.copying(left)
    session.copying(right)
    session.keys(left, len(right))
    session.keys(right, len(left))


_WITHOUT = _sets("-", operator.sub)
_REMAINDER = _divided("%", operator.mod)
BINARY: dict[str, tuple[Callable[[Any, Any], Any], Binary]] = {
    "Add": (operator.add, _add),
    "Sub": (operator.sub, _subtract),
    "Mult": (operator.mul, _multiply),
    "Div": (operator.truediv, _divided("/", operator.truediv)),
    "FloorDiv": (operator.floordiv, _divided("//", operator.floordiv)),
    "Mod": (operator.mod, _modulo),
    "Pow": (operator.pow, power),
    "LShift": (operator.lshift, _shift_left),
    "RShift": (operator.rshift, _wholes(">>", operator.rshift)),
    "BitAnd": (operator.and_, _sets("&", operator.and_)),
    "BitOr": (operator.or_, _sets("|", operator.or_)),
    "BitXor": (operator.xor, _sets("^", operator.xor)),
}
"""For each operator: Python's own, for short numbers; and ours, for everything."""


def _negate(_: Session, value: Value) -> Value:
    if type(value) in _NUMERIC:
        return -value
    raise invalid(f"unsupported operand type for -: '{type_name(value)}'")


def _plus(_: Session, value: Value) -> Value:
    if type(value) in _NUMERIC:
        return +value
    raise invalid(f"unsupported operand type for +: '{type_name(value)}'")


def _invert(_: Session, value: Value) -> Value:
    if type(value) in _WHOLE:
        return -1 - value
    raise invalid(f"unsupported operand type for ~: '{type_name(value)}'")


UNARY: dict[str, Callable[[Session, Value], Value]] = {
    "USub": _negate,
    "UAdd": _plus,
    "Invert": _invert,
    "Not": lambda _, value: not value,
}


def contains(session: Session, item: Value, container: Value) -> bool:
    """Return whether an item is in a container."""
    kind = type(container)
    if kind is str:
        if type(item) is not str:
            raise invalid(f"'in <string>' requires a string, got '{type_name(item)}'")
        session.spend(search_cost(container, item))
        return item in container
    if kind in MAPPINGS or kind in SETS:
        session.key(item, len(container))
        return item in container
    if kind in SEQUENCES:
        session.weigh(container)
        return item in container
    if kind is range:
        if type(item) not in _WHOLE:
            session.spend(max(0, (container.stop - container.start) // container.step))
        return item in container
    if kind is View and container.kind == "keys":
        return contains(session, item, container.mapping)
    if kind is Lazy or kind is View:
        for other in session.iterate(container):
            session.spend(1)
            if item is other or compare(session, "Eq", item, other):
                return True
        return False
    raise invalid(f"a value of type {type_name(container)} is not a container")


def search_cost(text: str, part: str) -> int:
    """Return the steps of searching one string in another."""
    return 1 + (len(text) * min(len(part) + 4, 100) >> 6)


def _ordered(apply: Callable[[Any, Any], Any]) -> Callable[..., bool]:
    def run(session: Session, left: Value, right: Value) -> bool:
        left, right = _as_set(session, left), _as_set(session, right)
        if type(left) in SETS and type(right) in SETS:
            algebra(session, left, right)
        else:
            session.weigh(left)
        return bool(apply(left, right))

    return run


_IN_ORDER: dict[str, tuple[Callable[[Any, Any], Any], Callable[..., bool]]] = {
    "Eq": (operator.eq, _ordered(operator.eq)),
    "NotEq": (operator.ne, _ordered(operator.ne)),
    "Lt": (operator.lt, _ordered(operator.lt)),
    "LtE": (operator.le, _ordered(operator.le)),
    "Gt": (operator.gt, _ordered(operator.gt)),
    "GtE": (operator.ge, _ordered(operator.ge)),
}
COMPARE: dict[str, tuple[Callable[..., Any], Callable[..., bool]]] = {
    **_IN_ORDER,
    "Is": (operator.is_, lambda _, a, b: a is b),
    "IsNot": (operator.is_not, lambda _, a, b: a is not b),
    "In": (contains, contains),
    "NotIn": (contains, lambda session, a, b: not contains(session, a, b)),
}
"""For each comparison: Python's own, for numbers; and ours, for everything."""


def compare(session: Session, name: str, left: Value, right: Value) -> bool:
    """Return the result of a comparison by the name of its node."""
    plain, full = COMPARE[name]
    if type(left) in NUMBERS and type(right) in NUMBERS and name in _IN_ORDER:
        return bool(plain(left, right))
    return full(session, left, right)


def subscript(session: Session, value: Value, index: Value) -> Value:
    """Return ``value[index]``."""
    kind = type(value)
    if kind is YamlMapping or kind is dict:
        session.key(index, len(value))
        try:
            item = dict.__getitem__(value, index)
        except KeyError:
            raise missing_key(session, value, index) from None
        return session.wrap(item) if kind is YamlMapping else item
    if kind not in SEQUENCES and kind is not str and kind is not range:
        raise invalid(f"a value of type {type_name(value)} has no items")
    if type(index) is slice:
        if kind is not range:
            size = len(range(*index.indices(len(value))))
            session.room(size) if kind is not str else session.room_text(size, value)
        part = value[index]
        return YamlList(part) if kind is YamlList else part
    if type(index) not in _WHOLE:
        raise invalid(f"indices of a {type_name(value)} must be integers, not {type_name(index)}")
    try:
        item = value[index]
    except IndexError:
        length = f" ({len(value)} items)" if kind is not range else ""
        raise invalid(f"index {session.repr(index)} is out of range{length}") from None
    return session.wrap(item) if kind is YamlList else item


def missing_key(session: Session, mapping: dict[Any, Any], key: Value) -> ExpressionError:
    """Return the error for a key that a mapping does not have."""
    name = (key if type(key) is str else session.repr(key))[:100]
    kind = "YAML mapping" if type(mapping) is YamlMapping else "dictionary"
    shown = repr(name) if type(key) is str else name
    known = [k for k in islice(mapping, 200) if type(k) is str]
    return ExpressionError("key", f"{kind} has no key {shown}", name=name, known=known)
