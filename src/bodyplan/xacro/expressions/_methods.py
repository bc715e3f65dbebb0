"""Methods that expressions can call, by the exact type of the value; other methods are rejected.

Most of them are Python's own methods. Steps for their work are charged before they run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bodyplan.xacro.expressions._budget import Evaluation
from bodyplan.xacro.expressions._formatting import braces
from bodyplan.xacro.expressions._functions import make_dict, make_list, sort
from bodyplan.xacro.expressions._operators import backward_cost, missing_key, search_cost
from bodyplan.xacro.expressions.values import (
    CONTAINERS,
    MAPPINGS,
    Function,
    Value,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
    width_of,
)

Table = dict[str, Function]
_Charge = Callable[..., object]


def _charged(kind: type, charge: _Charge, *names: str) -> Table:
    """Return some Python methods of a type, by name; each calls ``charge`` before it runs."""

    def method(name: str) -> Function:
        run = vars(kind)[name]

        def call(evaluation: Evaluation, *args: Value, **keywords: Value) -> Value:
            charge(evaluation, *args, **keywords)
            return run(*args, **keywords)

        return Function(f"{kind.__name__}.{name}", call, like=charge)

    return {name: method(name) for name in names}


# Strings


def _once(evaluation: Evaluation, text: str, *_: Value) -> None:
    evaluation.spend(len(text) * width_of(text) >> 3)


def _lines(evaluation: Evaluation, text: str, keepends: Value = False) -> None:  # noqa: ARG001
    evaluation.spend(len(text))


def _padded(evaluation: Evaluation, text: str, width: int, *fill: str) -> None:
    evaluation.room_text(max(len(text), width), text, *fill)


def _tabbed(evaluation: Evaluation, text: str, tabsize: int = 8) -> None:
    evaluation.room_text(len(text) + text.count("\t") * max(tabsize, 0), text)


def _replaced(evaluation: Evaluation, text: str, old: str, new: str, *count: int) -> None:
    evaluation.spend(2 * search_cost(text, old))
    found = text.count(old)
    if count and count[0] >= 0:
        found = min(found, count[0])
    evaluation.room_text(len(text) + max(0, len(new) - len(old)) * found, text, new)


def _searched(evaluation: Evaluation, text: str, part: Value, *_: Value) -> None:
    parts = part if type(part) is tuple else (part,)
    evaluation.spend(sum(search_cost(text, one) for one in parts))


def _searched_backward(evaluation: Evaluation, text: str, part: Value, *_: Value) -> None:
    evaluation.spend(backward_cost(text, part))


def _stripped(evaluation: Evaluation, text: str, chars: Value = None) -> None:
    evaluation.spend(len(text) * len(" " if chars is None else chars) >> 5)
    evaluation.room_text(len(text), text)


def _split(evaluation: Evaluation, text: str, sep: Value = None, maxsplit: int = -1) -> None:
    sep = " " if sep is None else sep
    evaluation.spend(search_cost(text, sep) + (len(text) if maxsplit else 0))


def _split_backward(
    evaluation: Evaluation, text: str, sep: Value = None, maxsplit: int = -1
) -> None:
    _split(evaluation, text, sep, maxsplit)
    if sep is not None:
        evaluation.spend(backward_cost(text, sep))


def _join(evaluation: Evaluation, text: str, items: Value) -> str:
    parts = evaluation.collect(items)
    for index, part in enumerate(parts):
        if type(part) is not str:
            raise invalid(f"join() expects strings; item {index} is of type {type_name(part)}")
    evaluation.room_text(sum(map(len, parts)) + len(text) * len(parts), "\x80")
    return text.join(parts)


# Lists


def _found(evaluation: Evaluation, items: Value, *_: Value) -> None:
    evaluation.weigh(items)


def _index(
    evaluation: Evaluation, items: Value, value: Value, start: Value = 0, stop: Value = None
) -> int:
    evaluation.weigh(items)
    for position in range(len(items))[start:stop]:
        if items[position] is value or items[position] == value:
            return position
    raise invalid(f"index(): the {type_name(items)} does not contain the value")


def _added(evaluation: Evaluation, items: Value, *values: Value) -> None:
    """Charge for adding values to a container, and check that none of them contains it."""
    evaluation.room(len(items) + 1, 0)
    evaluation.spend(len(items) >> 4)
    for value in values:
        _check_inside(evaluation, items, value)


def _check_inside(evaluation: Evaluation, items: Value, value: Value) -> None:
    if value is items:
        raise invalid("a container cannot contain itself")
    if type(value) in CONTAINERS:
        evaluation.weigh(value)
        for part in [*value, *value.values()] if type(value) in MAPPINGS else value:
            if type(part) in CONTAINERS:
                _check_inside(evaluation, items, part)


def _extend(evaluation: Evaluation, items: list[Value], values: Value) -> None:
    more = evaluation.collect(values)
    evaluation.room(len(items) + len(more), 0)
    _check_inside(evaluation, items, more)
    items.extend(more)


def _sort(evaluation: Evaluation, items: list[Value], **options: Value) -> None:
    items[:] = sort(evaluation, list(items), **options)


# Dictionaries


def _get(
    evaluation: Evaluation, mapping: dict[Any, Any], key: Value, default: Value = None
) -> Value:
    evaluation.key(key, len(mapping))
    return dict.get(mapping, key, default)


def _keys(evaluation: Evaluation, mapping: dict[Any, Any]) -> list[Value]:
    evaluation.room(len(mapping))
    return [*mapping.keys()]


def _values(evaluation: Evaluation, mapping: dict[Any, Any]) -> list[Value]:
    evaluation.room(len(mapping))
    return [*mapping.values()]


def _items(evaluation: Evaluation, mapping: dict[Any, Any]) -> list[tuple[Value, Value]]:
    evaluation.room(len(mapping), 8)
    return [*mapping.items()]


def _update(
    evaluation: Evaluation, mapping: dict[Any, Any], other: Value = (), /, **entries: Value
) -> None:
    more = make_dict(evaluation, other, **entries)
    evaluation.room(len(mapping) + len(more), 0)
    evaluation.keys(more, len(mapping))
    _check_inside(evaluation, mapping, more)
    mapping.update(more)


def _pop(evaluation: Evaluation, mapping: dict[Any, Any], key: Value, *default: Value) -> Value:
    evaluation.key(key, len(mapping))
    if key not in mapping and not default:
        raise missing_key(evaluation, mapping, key)
    return dict.pop(mapping, key, *default)


_STR = {
    **_charged(
        str,
        _once,
        *("capitalize", "casefold", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit"),
        *("isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"),
        *("lower", "removeprefix", "removesuffix", "swapcase", "title", "upper"),
    ),
    **_charged(str, _lines, "splitlines"),
    **_charged(str, _padded, "center", "ljust", "rjust", "zfill"),
    **_charged(str, _tabbed, "expandtabs"),
    **_charged(str, _replaced, "replace"),
    **_charged(str, _searched, "count", "endswith", "find", "index", "partition", "startswith"),
    **_charged(str, _searched_backward, "rfind", "rindex", "rpartition"),
    **_charged(str, _stripped, "lstrip", "rstrip", "strip"),
    **_charged(str, _split, "split"),
    **_charged(str, _split_backward, "rsplit"),
    "format": Function("str.format", braces),
    "join": Function("str.join", _join),
}
_LIST = {
    **_charged(list, _added, "append", "insert"),
    **_charged(list, _found, "clear", "count", "pop", "remove", "reverse"),
    "copy": Function("list.copy", make_list),
    "extend": Function("list.extend", _extend),
    "index": Function("list.index", _index),
    "sort": Function("list.sort", _sort),
}
_DICT = {
    "copy": Function("dict.copy", make_dict),
    "get": Function("dict.get", _get),
    "items": Function("dict.items", _items),
    "keys": Function("dict.keys", _keys),
    "pop": Function("dict.pop", _pop),
    "update": Function("dict.update", _update),
    "values": Function("dict.values", _values),
}
METHODS: dict[type, Table] = {
    str: _STR,
    list: _LIST,
    YamlList: _LIST,
    tuple: {
        **_charged(tuple, _found, "count"),
        "index": Function("tuple.index", _index),
    },
    dict: _DICT,
    YamlMapping: _DICT,
}
"""The methods by type of value."""
