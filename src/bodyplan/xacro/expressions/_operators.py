"""Operators of expressions: Python's operators; steps for large results are charged first."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import islice
from typing import Any

from bodyplan.xacro.expressions._budget import LONG, Evaluation, range_size
from bodyplan.xacro.expressions._formatting import percent
from bodyplan.xacro.expressions.values import (
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

Binary = Callable[[Evaluation, Value, Value], Value]
WHOLE = frozenset({int, bool})


def _add(evaluation: Evaluation, left: Value, right: Value) -> Value:
    if type(left) is str and type(right) is str:
        evaluation.room_text(len(left) + len(right), left, right)
    elif type(left) in SEQUENCES and type(right) in SEQUENCES:
        evaluation.room(len(left) + len(right))
    return evaluation.number(left + right)


def _multiply(evaluation: Evaluation, left: Value, right: Value) -> Value:
    for items, times in ((left, right), (right, left)):
        if type(times) in WHOLE:
            if type(items) is str:
                evaluation.room_text(len(items) * max(times, 0), items)
            elif type(items) in SEQUENCES:
                evaluation.room(len(items) * max(times, 0))
    return evaluation.number(left * right)


def _divided(apply: Callable[[Any, Any], Any]) -> Binary:
    """Return a division; its steps are proportional to the product of the operands' lengths."""

    def run(evaluation: Evaluation, left: Value, right: Value) -> Value:
        if type(left) is int and type(right) is int and not -LONG < left < LONG:
            evaluation.spend(left.bit_length() * right.bit_length() >> 16)
        return evaluation.number(apply(left, right))

    return run


_remainder = _divided(operator.mod)


def _modulo(evaluation: Evaluation, left: Value, right: Value) -> Value:
    return (percent if type(left) is str else _remainder)(evaluation, left, right)


def _power(evaluation: Evaluation, left: Value, right: Value) -> Value:
    if type(left) in WHOLE and type(right) in WHOLE and right > 0 and not -2 < left < 2:
        evaluation.bits(left.bit_length() * right)
    return evaluation.number(left**right)


def _shift_left(evaluation: Evaluation, left: Value, right: Value) -> Value:
    if type(left) in WHOLE and type(right) in WHOLE and right > 0:
        evaluation.bits(left.bit_length() + right)
    return evaluation.number(left << right)


def _plain(apply: Callable[[Any, Any], Any]) -> Binary:
    """Return an operator on numbers, sets or dictionaries; its work on sets is charged first."""

    def run(evaluation: Evaluation, left: Value, right: Value) -> Value:
        if type(left) in SETS | MAPPINGS and type(right) in SETS | MAPPINGS:
            combine(evaluation, left, right)
        return evaluation.number(apply(left, right))

    return run


def combine(evaluation: Evaluation, left: Any, right: Any) -> None:
    """Charge the combination of two sets or dictionaries."""
    evaluation.copying(left)
    evaluation.copying(right)
    evaluation.keys(left, len(right))
    evaluation.keys(right, len(left))


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
"""Binary operators that are applied to small numbers without charging steps first."""
UNARY: dict[str, Callable[[Evaluation, Value], Value]] = {
    "USub": lambda evaluation, value: evaluation.number(-value),
    "UAdd": lambda evaluation, value: evaluation.number(+value),
    "Invert": lambda evaluation, value: evaluation.number(
        -1 - value if type(value) in WHOLE else ~value
    ),
    "Not": lambda _, value: not value,
}


def contains(evaluation: Evaluation, item: Value, container: Value) -> bool:
    """Return whether an item is in a container."""
    kind = type(container)
    if kind is str and type(item) is str:
        evaluation.spend(search_cost(container, item))
    elif kind in MAPPINGS or kind in SETS:
        evaluation.key(item, len(container))
    elif kind in SEQUENCES:
        evaluation.weigh(container)
    elif kind is range and type(item) not in WHOLE:
        evaluation.spend(range_size(container))
    return item in container


def search_cost(text: str, part: str) -> int:
    """Return the steps to charge for a search for a part in a text."""
    return 1 + (len(text) * width_of(text) * min(len(part) + 4, 100) >> 6)


def backward_cost(text: str, part: str) -> int:
    """Return the steps to charge for a search for a part from the end of a text.

    In the worst case, each character of the text is compared with each character of the part.
    """
    return search_cost(text, part) + (len(text) * (len(part) - 1) >> 6)


def _ordered(apply: Callable[[Any, Any], bool]) -> Callable[[Evaluation, Value, Value], bool]:
    def run(evaluation: Evaluation, left: Value, right: Value) -> bool:
        if type(left) in SETS and type(right) in SETS:
            combine(evaluation, left, right)
        else:
            evaluation.weigh(left)
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
COMPARE: dict[str, Callable[[Evaluation, Value, Value], bool]] = {
    **{name: _ordered(apply) for name, apply in IN_ORDER.items()},
    "Is": lambda _, left, right: left is right,
    "IsNot": lambda _, left, right: left is not right,
    "In": contains,
    "NotIn": lambda evaluation, left, right: not contains(evaluation, left, right),
}


def subscript(evaluation: Evaluation, value: Value, index: Value | slice) -> Value:
    """Return ``value[index]``."""
    kind = type(value)
    if kind in MAPPINGS:
        if type(index) is slice:
            raise invalid("a dictionary has no slices")
        evaluation.key(index, len(value))
        if index not in value:
            raise missing_key(evaluation, value, index)
        item = dict.__getitem__(value, index)
        return evaluation.wrap(item) if kind is YamlMapping else item
    if kind not in SEQUENCES and kind is not str and kind is not range:
        raise invalid(f"a value of type {type_name(value)} has no items")
    if type(index) is slice:
        if kind is str:
            evaluation.room_text(len(value), value)
        elif kind is not range:
            evaluation.room(len(range(*index.indices(len(value)))))
        return YamlList(value[index]) if kind is YamlList else value[index]
    if type(index) not in WHOLE:
        raise invalid(f"indices of a {type_name(value)} must be integers, not {type_name(index)}")
    try:
        return evaluation.wrap(value[index]) if kind is YamlList else value[index]
    except IndexError:
        raise invalid(
            f"index {evaluation.repr(index)} of a {type_name(value)} is out of range"
        ) from None


def missing_key(evaluation: Evaluation, mapping: dict[Any, Any], key: Value) -> ExpressionError:
    """Return the error for a key that does not exist in a mapping."""
    name = evaluation.text(key)[:100]
    shown = repr(name) if type(key) is str else name
    kind = "YAML mapping" if type(mapping) is YamlMapping else "dictionary"
    known = [k for k in islice(mapping, 200) if type(k) is str]
    return ExpressionError("key", f"{kind} has no key {shown}", name=name, known=known)
