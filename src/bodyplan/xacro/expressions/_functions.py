"""Functions and types that expressions can call: the Python functions that xacro offers.

A function that returns an iterator in Python, such as ``map()``, returns a list in expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bodyplan.xacro.expressions._budget import Evaluation
from bodyplan.xacro.expressions._operators import BINARY, COMPARE, WHOLE
from bodyplan.xacro.expressions.values import (
    CONTAINERS,
    FLAT,
    FUNCTIONS,
    MAPPINGS,
    ExpressionError,
    Function,
    TypeFunction,
    Value,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
)

_NOTHING: Any = object()
_FARTHEST = 1 << 63
"""The magnitude of integer arguments of ``range()`` and ``enumerate()`` must be below this
number."""


def _int(evaluation: Evaluation, value: Value = 0, *base: Value, **keywords: Value) -> int:
    if type(value) is str:
        evaluation.spend(len(value))
        if len(value) > 4000:
            raise invalid(f"text of {len(value):,} characters is too long for an integer")
    return int(value, *base, **keywords)


def _float(evaluation: Evaluation, value: Value = 0.0) -> float:
    if type(value) is str:
        evaluation.spend(len(value))
    return float(value)


def _bool(value: Value = False) -> bool:
    return bool(value)


def _str(evaluation: Evaluation, value: Value = "") -> str:
    return evaluation.text(value)


def _repr(evaluation: Evaluation, value: Value) -> str:
    return evaluation.repr(value)


def make_list(evaluation: Evaluation, value: Value = ()) -> list[Value]:
    """Return a list of the items of a value."""
    return evaluation.collect(value)


def _tuple(evaluation: Evaluation, value: Value = ()) -> tuple[Value, ...]:
    return tuple(evaluation.collect(value))


def _frozenset(evaluation: Evaluation, value: Value = ()) -> frozenset[Value]:
    return frozenset(make_set(evaluation, value))


def make_set(evaluation: Evaluation, value: Value = ()) -> set[Value]:
    """Return a set of the items of a value."""
    items = evaluation.collect(value)
    evaluation.keys(items, len(items))
    evaluation.room(len(items) + 4, 6)
    return set(items)


def make_dict(evaluation: Evaluation, value: Value = (), /, **entries: Value) -> dict[Any, Value]:
    """Return a new dictionary of the items of a mapping or of pairs, and of keyword arguments."""
    made: dict[Any, Value] = {}
    if type(value) in MAPPINGS:
        evaluation.copying(value)
        made.update(value)
    else:
        items = evaluation.collect(value)
        evaluation.room(len(items), 4)
        for item in items:
            pair = evaluation.collect(item)
            if len(pair) != 2:
                raise invalid(f"dict() expects pairs, got {len(pair)} values in one item")
            evaluation.key(pair[0], len(made))
            made[pair[0]] = pair[1]
    evaluation.room(len(entries) + 2, 8)
    made.update(entries)
    return made


def _dotify(evaluation: Evaluation, value: Value = (), /, **entries: Value) -> YamlMapping:
    return YamlMapping(make_dict(evaluation, value, **entries))


def _type(value: Value) -> TypeFunction:
    return TYPES[type(value)]


def _isinstance(evaluation: Evaluation, value: Value, types: Value) -> bool:
    kinds = evaluation.collect(types) if type(types) is tuple else [types]
    if any(type(kind) is not TypeFunction for kind in kinds):
        raise invalid("isinstance() expects a type or a tuple of types")
    return any(type(value) in kind.types for kind in kinds)


def _abs(evaluation: Evaluation, number: Value) -> Value:
    return evaluation.number(abs(number))


def _range(*bounds: Value) -> range:
    made = range(*bounds)
    if not -_FARTHEST < made.start < _FARTHEST or not -_FARTHEST < made.stop < _FARTHEST:
        raise _too_far("range")
    return made


def _too_far(name: str) -> ExpressionError:
    message = f"{name}() expects integers of less than 64 bits"
    return ExpressionError("limit", message, name="max_items")


def _round(evaluation: Evaluation, number: Value, ndigits: Value = None) -> Value:
    if type(number) in WHOLE and type(ndigits) in WHOLE and ndigits < 0:
        if -ndigits > number.bit_length() // 3 + 2:
            return 0
        evaluation.spend(number.bit_length() ** 2 >> 16)
    return round(number, ndigits)


def _divmod(evaluation: Evaluation, left: Value, right: Value) -> tuple[Value, Value]:
    if type(left) is str:
        raise invalid("divmod() expects numbers")
    return BINARY["FloorDiv"](evaluation, left, right), BINARY["Mod"](evaluation, left, right)


def _sum(evaluation: Evaluation, items: Value, start: Value = 0) -> Value:
    if type(start) is str:
        raise invalid("sum() cannot add strings; use ''.join()")
    total = start
    for item in evaluation.iterate(items):
        evaluation.spend(2)
        total = BINARY["Add"](evaluation, total, item)
    return total


def _extreme(name: str, order: str) -> Callable[..., Value]:
    comes_first = COMPARE[order]

    def run(
        evaluation: Evaluation, *values: Value, key: Value = None, default: Value = _NOTHING
    ) -> Value:
        if len(values) > 1 and default is not _NOTHING:
            raise invalid(f"{name}() accepts a default only with one iterable")
        best = best_key = _NOTHING
        items: Iterable[Value] = evaluation.iterate(values[0]) if len(values) == 1 else values
        for item in items:
            evaluation.spend(2)
            item_key = item if key is None else evaluation.call(key, (item,))
            if best is _NOTHING or comes_first(evaluation, item_key, best_key):
                best, best_key = item, item_key
        if best is _NOTHING:
            best = default
        if best is _NOTHING:
            raise invalid(f"{name}() of no values")
        return best

    return run


def sort(
    evaluation: Evaluation, items: Value, /, *, key: Value = None, reverse: Value = False
) -> list[Value]:
    """Return the items, sorted."""
    values = evaluation.collect(items)
    keys = values if key is None else [evaluation.call(key, (value,)) for value in values]
    weight = sum(1 if type(k) in FLAT else evaluation.weigh(k) for k in keys)
    evaluation.spend((len(values) + weight) * len(values).bit_length() >> 2)
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=bool(reverse))
    return [values[index] for index in order]


def _all(evaluation: Evaluation, items: Value) -> bool:
    return all(evaluation.collect(items))


def _any(evaluation: Evaluation, items: Value) -> bool:
    return any(evaluation.collect(items))


def _map(evaluation: Evaluation, function: Value, *sources: Value) -> list[Value]:
    if not sources:
        raise invalid("map() expects at least 2 arguments, got 1")
    return [evaluation.call(function, args) for args in _zip(evaluation, *sources)]


def _filter(evaluation: Evaluation, function: Value, source: Value) -> list[Value]:
    items = evaluation.collect(source)
    if function is None:
        return [item for item in items if item]
    return [item for item in items if evaluation.call(function, (item,))]


def _zip(evaluation: Evaluation, *sources: Value, strict: Value = False) -> list[tuple[Value, ...]]:
    made: list[tuple[Value, ...]] = []
    for items in zip(*map(evaluation.iterate, sources), strict=bool(strict)):
        evaluation.spend(4 + len(items))
        made.append(items)
    evaluation.room(len(made))
    return made


def _enumerate(
    evaluation: Evaluation, iterable: Value, start: Value = 0
) -> list[tuple[int, Value]]:
    items = evaluation.collect(iterable)
    evaluation.room(len(items), 8)
    if type(start) not in WHOLE or not -_FARTHEST < start < _FARTHEST:
        raise _too_far("enumerate")
    return list(enumerate(items, start))


def _reversed(evaluation: Evaluation, value: Value) -> list[Value]:
    if type(value) not in CONTAINERS and type(value) is not str and type(value) is not range:
        raise invalid(f"a value of type {type_name(value)} cannot be reversed")
    if type(value) is str:
        return evaluation.collect(value)[::-1]
    evaluation.room(len(value))
    return list(reversed(value))


def _refused(name: str) -> Callable[..., Value]:
    def run(*_: Value) -> Value:
        raise ExpressionError("refused", f"{name}() is not available in expressions", name=name)

    return run


_TYPES = (
    TypeFunction("list", make_list, (list, YamlList)),
    TypeFunction("dict", make_dict, (dict, YamlMapping)),
    TypeFunction("str", _str, (str,)),
    TypeFunction("float", _float, (float,)),
    TypeFunction("int", _int, (int, bool)),
    TypeFunction("bool", _bool, (bool,)),
    TypeFunction("frozenset", _frozenset, (frozenset,)),
    TypeFunction("set", make_set, (set,)),
    TypeFunction("tuple", _tuple, (tuple,)),
    TypeFunction("range", _range, (range,)),
    TypeFunction("type", _type, (TypeFunction,)),
)
DOTIFY = TypeFunction("xacro.YamlDictWrapper", _dotify, (YamlMapping,))
_YAML_LIST = TypeFunction("xacro.YamlListWrapper", _refused("YamlListWrapper"), (YamlList,))
_NONE = TypeFunction("NoneType", _refused("NoneType"), (type(None),))
_FUNCTION = TypeFunction("function", _refused("function"), tuple(FUNCTIONS))
TYPES: dict[type, TypeFunction] = {
    **dict.fromkeys(FUNCTIONS, _FUNCTION),
    **{kind.types[0]: kind for kind in (*_TYPES, DOTIFY, _YAML_LIST, _NONE)},
}
"""The result of ``python.type()``, by the type of the value."""
_FUNCTIONS: dict[str, Callable[..., Value]] = {
    "abs": _abs,
    "all": _all,
    "any": _any,
    "divmod": _divmod,
    "filter": _filter,
    "isinstance": _isinstance,
    "len": len,
    "map": _map,
    "max": _extreme("max", "Gt"),
    "min": _extreme("min", "Lt"),
    "ord": ord,
    "repr": _repr,
    "reversed": _reversed,
    "sorted": sort,
    "zip": _zip,
    **{name: _refused(name) for name in ("complex", "hash", "issubclass", "slice", "vars")},
}
PYTHON: dict[str, Value] = {
    "True": True,
    "False": False,
    **{kind.name: kind for kind in _TYPES},
    **{name: Function(name, run) for name, run in _FUNCTIONS.items()},
    "enumerate": Function("enumerate", _enumerate, ["start"]),
    "round": Function("round", _round, ["ndigits"]),
    "sum": Function("sum", _sum, ["start"]),
}
"""The names in the namespace ``python``."""
