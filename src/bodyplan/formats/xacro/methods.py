"""Methods that expressions can call, by the exact type of the value. There are no others."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from bodyplan.formats.xacro.functions import pairs, sort
from bodyplan.formats.xacro.operators import search_cost
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    MAPPINGS,
    SEQUENCES,
    SETS,
    ExpressionError,
    Function,
    Value,
    View,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
)

_WHOLE = frozenset({int, bool})
_NESTED = SEQUENCES | SETS | MAPPINGS


def _whole(value: Value) -> int:
    if type(value) not in _WHOLE:
        raise invalid(f"expected an integer, not {type_name(value)}")
    return int(value)


def _string(value: Value) -> str:
    if type(value) is not str:
        raise invalid(f"expected a string, not {type_name(value)}")
    return str(value)


# Strings


def _linear(run: Callable[[str], Value]) -> Callable[[Session, str], Value]:
    """Return a method without arguments that reads the string once."""

    def call(session: Session, text: str) -> Value:
        session.spend(len(text) >> 3)
        return run(text)

    return call


def _padded(run: Callable[..., str]) -> Callable[..., str]:
    def call(session: Session, text: str, width: Value, *fill: Value) -> str:
        session.room_text(max(len(text), _whole(width)), text)
        return run(text, width, *fill)

    return call


def _zfill(session: Session, text: str, width: Value) -> str:
    session.room_text(max(len(text), _whole(width)), text)
    return text.zfill(width)


def _expandtabs(session: Session, text: str, tabsize: Value = 8) -> str:
    session.room_text(len(text) + text.count("\t") * max(_whole(tabsize), 0), text)
    return text.expandtabs(tabsize)


def _join(session: Session, text: str, items: Value) -> str:
    parts = session.collect(items)
    for index, part in enumerate(parts):
        if type(part) is not str:
            raise invalid(f"join() expects strings; item {index} is a {type_name(part)}")
    session.room_text(sum(map(len, parts)) + len(text) * max(len(parts) - 1, 0), "\x80")
    return text.join(parts)


def _replace(session: Session, text: str, old: Value, new: Value, count: Value = -1) -> str:
    session.spend(2 * search_cost(text, _string(old)))
    found = text.count(old)
    if _whole(count) >= 0:
        found = min(found, count)
    session.room_text(len(text) + max(0, len(_string(new)) - len(old)) * found, text + new[:1])
    return text.replace(old, new, count)


def _searched(run: Callable[..., Value]) -> Callable[..., Value]:
    """Return a method that searches a part."""

    def call(session: Session, text: str, part: Value, *bounds: Value) -> Value:
        session.spend(search_cost(text, _string(part)))
        return run(text, part, *bounds)

    return call


def _affix(run: Callable[..., Value]) -> Callable[..., Value]:
    def call(session: Session, text: str, part: Value, *bounds: Value) -> Value:
        for one in part if type(part) is tuple else (part,):
            session.spend(1 + (len(_string(one)) >> 6))
        return run(text, part, *bounds)

    return call


def _removed(run: Callable[[str, str], str]) -> Callable[[Session, str, Value], str]:
    def call(session: Session, text: str, part: Value) -> str:
        session.room_text(len(text), text)
        return run(text, _string(part))

    return call


def _stripped(run: Callable[..., str]) -> Callable[..., str]:
    def call(session: Session, text: str, chars: Value = None) -> str:
        session.spend(len(text) * (1 if chars is None else len(_string(chars))) >> 5)
        return run(text, chars)

    return call


def _split(run: Callable[..., list[str]]) -> Callable[..., list[str]]:
    def call(session: Session, text: str, sep: Value = None, maxsplit: Value = -1) -> list[str]:
        session.spend(search_cost(text, " " if sep is None else _string(sep)))
        parts = run(text, sep, maxsplit)
        session.spend(2 * len(parts))
        return parts

    return call


def _splitlines(session: Session, text: str, keepends: Value = False) -> list[str]:
    session.spend(len(text) >> 3)
    parts = text.splitlines(bool(keepends))
    session.spend(2 * len(parts))
    return parts


# Lists


def _inserted(session: Session, items: Value, value: Value) -> None:
    """Check that a container does not come to contain itself."""
    kind = type(value)
    if value is items:
        raise invalid("a container cannot contain itself")
    if kind is View:
        _inserted(session, items, value.mapping)
    elif kind in _NESTED:
        session.weigh(value)
        for part in [*value, *value.values()] if kind in MAPPINGS else value:
            if type(part) in _NESTED or type(part) is View:
                _inserted(session, items, part)


def _append(session: Session, items: list[Value], value: Value) -> None:
    session.room(len(items) + 1, 0)
    _inserted(session, items, value)
    items.append(value)


def _insert(session: Session, items: list[Value], index: Value, value: Value) -> None:
    session.room(len(items) + 1)
    _inserted(session, items, value)
    items.insert(index, value)


def _extend(session: Session, items: list[Value], values: Value) -> None:
    more = session.collect(values)
    session.room(len(items) + len(more), 0)
    _inserted(session, items, more)
    items.extend(more)


def _pop(session: Session, items: list[Value], index: Value = -1) -> Value:
    session.spend(len(items) >> 4)
    if not items:
        raise invalid("pop() from an empty list")
    return items.pop(_whole(index))


def _remove(session: Session, items: list[Value], value: Value) -> None:
    session.weigh(items)
    items.remove(value)


def _find(session: Session, items: Any, value: Value, *bounds: Value) -> int:
    session.weigh(items)
    for bound in bounds:
        _whole(bound)
    index: int = items.index(value, *bounds)
    return index


def _count(session: Session, items: Any, value: Value) -> int:
    session.weigh(items)
    count: int = items.count(value)
    return count


def _sort(
    session: Session, items: list[Value], *, key: Value = None, reverse: Value = False
) -> None:
    items[:] = sort(session, list(items), key, reverse)


def _reverse(session: Session, items: list[Value]) -> None:
    session.room(len(items))
    items.reverse()


def _clear(items: Any) -> None:
    items.clear()


def _copy(session: Session, items: list[Value]) -> list[Value]:
    session.room(len(items))
    return list.copy(items)


def _in_range(session: Session, items: range, value: Value) -> None:
    if type(value) not in _WHOLE:
        session.spend(max(0, (items.stop - items.start) // items.step))


def _range_find(session: Session, items: range, value: Value) -> int:
    _in_range(session, items, value)
    return items.index(value)


def _range_count(session: Session, items: range, value: Value) -> int:
    _in_range(session, items, value)
    return items.count(value)


# Dictionaries


def _get(session: Session, mapping: dict[Any, Any], key: Value, default: Value = None) -> Value:
    session.key(key, len(mapping))
    return dict.get(mapping, key, default)


def _view(kind: str) -> Callable[[dict[Any, Any]], View]:
    return lambda mapping: View(kind, mapping)


def _update(
    session: Session, mapping: dict[Any, Any], other: Value = (), /, **entries: Value
) -> None:
    more = pairs(session, other)
    more.update(entries)
    session.room(len(mapping) + len(more), 0)
    session.keys(more, len(mapping))
    _inserted(session, mapping, more)
    mapping.update(more)


def _setdefault(
    session: Session, mapping: dict[Any, Any], key: Value, default: Value = None
) -> Value:
    session.room(len(mapping) + 1, 0)
    session.key(key, len(mapping))
    _inserted(session, mapping, default)
    return mapping.setdefault(key, default)


def _pop_key(session: Session, mapping: dict[Any, Any], key: Value, *default: Value) -> Value:
    session.key(key, len(mapping))
    if key not in mapping and not default:
        raise ExpressionError("key", f"dictionary has no key {session.repr(key)[:100]}")
    return dict.pop(mapping, key, *default)


def _pop_item(mapping: dict[Any, Any]) -> tuple[Any, Any]:
    if not mapping:
        raise invalid("popitem() from an empty dictionary")
    return dict.popitem(mapping)


def _copy_mapping(session: Session, mapping: dict[Any, Any]) -> dict[Any, Any]:
    session.copying(mapping)
    return dict(mapping)


def _from_keys(session: Session, keys: Value, value: Value = None) -> dict[Any, Any]:
    items = session.collect(keys)
    session.keys(items, len(items))
    session.room(len(items), 4)
    return dict.fromkeys(items, value)


# Sets


def _combined(run: Callable[..., Value]) -> Callable[..., Value]:
    """Return a method that combines a set with the items of others."""

    def call(session: Session, own: set[Value], *others: Value) -> Value:
        return run(own, *_as_sets(session, own, others))

    return call


def _as_sets(
    session: Session, own: Collection[Value], others: tuple[Value, ...]
) -> list[set[Value]]:
    made: list[set[Value]] = []
    size = len(own)
    session.copying(own)
    for other in others:
        items = session.collect(other)
        size += len(items)
        session.keys(items, size)
        session.keys(own, size)
        session.room(size, 4)
        made.append(set(items))
    return made


def _add(session: Session, own: set[Value], value: Value) -> None:
    session.room(len(own) + 1, 0)
    session.key(value, len(own))
    own.add(value)


def _discard(session: Session, own: set[Value], value: Value) -> None:
    session.key(value, len(own))
    own.discard(value)


def _take(session: Session, own: set[Value], value: Value) -> None:
    session.key(value, len(own))
    if value not in own:
        raise ExpressionError("key", f"set does not contain {session.repr(value)[:100]}")
    own.remove(value)


def _pop_any(own: set[Value]) -> Value:
    if not own:
        raise invalid("pop() from an empty set")
    return own.pop()


def _copy_set(session: Session, own: set[Value]) -> Value:
    session.copying(own)
    return own.copy()


Table = dict[str, Function]


def _table(kind: str, *entries: tuple[str, Callable[..., Value], int | None, int | None]) -> Table:
    return {name: Function(f"{kind}.{name}", run, low, high) for name, run, low, high in entries}


_STR = _table(
    "str",
    *(
        (name, _linear(getattr(str, name)), None, None)
        for name in (
            *("capitalize", "casefold", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit"),
            *("isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle"),
            *("isupper", "lower", "swapcase", "title", "upper"),
        )
    ),
    *((name, _padded(getattr(str, name)), 2, 3) for name in ("center", "ljust", "rjust")),
    *(
        (name, _searched(getattr(str, name)), 2, 4)
        for name in ("count", "find", "index", "rfind", "rindex")
    ),
    *((name, _searched(getattr(str, name)), 2, 2) for name in ("partition", "rpartition")),
    *((name, _affix(getattr(str, name)), 2, 4) for name in ("startswith", "endswith")),
    *((name, _stripped(getattr(str, name)), None, None) for name in ("strip", "lstrip", "rstrip")),
    *(
        (name, _removed(getattr(str, name)), None, None)
        for name in ("removeprefix", "removesuffix")
    ),
    ("zfill", _zfill, None, None),
    ("join", _join, None, None),
    ("replace", _replace, None, None),
)
for _name, _run, _keywords in (
    ("split", _split(str.split), ("sep", "maxsplit")),
    ("rsplit", _split(str.rsplit), ("sep", "maxsplit")),
    ("splitlines", _splitlines, ("keepends",)),
    ("expandtabs", _expandtabs, ("tabsize",)),
):
    _STR[_name] = Function(f"str.{_name}", _run, keywords=_keywords)
_LIST = _table(
    "list",
    ("append", _append, None, None),
    ("clear", _clear, None, None),
    ("copy", _copy, None, None),
    ("count", _count, None, None),
    ("extend", _extend, None, None),
    ("index", _find, 2, 4),
    ("insert", _insert, None, None),
    ("pop", _pop, None, None),
    ("remove", _remove, None, None),
    ("reverse", _reverse, None, None),
    ("sort", _sort, None, None),
)
_DICT = _table(
    "dict",
    ("clear", _clear, None, None),
    ("copy", _copy_mapping, None, None),
    ("get", _get, None, None),
    ("items", _view("items"), None, None),
    ("keys", _view("keys"), None, None),
    ("pop", _pop_key, 2, 3),
    ("popitem", _pop_item, None, None),
    ("setdefault", _setdefault, None, None),
    ("update", _update, None, None),
    ("values", _view("values"), None, None),
)
_COMBINING = ("difference", "intersection", "union")
_UPDATING = ("difference_update", "intersection_update", "update")
_ONE_OTHER = ("isdisjoint", "issubset", "issuperset", "symmetric_difference")
_FROZENSET = _table(
    "frozenset",
    ("copy", _copy_set, None, None),
    *((name, _combined(getattr(frozenset, name)), None, None) for name in _COMBINING),
    *((name, _combined(getattr(frozenset, name)), 2, 2) for name in _ONE_OTHER),
)
_SET = _table(
    "set",
    ("add", _add, None, None),
    ("clear", _clear, None, None),
    ("copy", _copy_set, None, None),
    ("discard", _discard, None, None),
    ("pop", _pop_any, None, None),
    ("remove", _take, None, None),
    *((name, _combined(getattr(set, name)), None, None) for name in (*_COMBINING, *_UPDATING)),
    *((name, _combined(getattr(set, name)), 2, 2) for name in _ONE_OTHER),
    ("symmetric_difference_update", _combined(set.symmetric_difference_update), 2, 2),
)
_NUMBER = _table("number", ("conjugate", lambda number: number.conjugate(), None, None))
_INT = _NUMBER | _table(
    "int",
    ("bit_count", int.bit_count, 1, 1),
    ("bit_length", int.bit_length, 1, 1),
    ("as_integer_ratio", int.as_integer_ratio, 1, 1),
)
_FLOAT = _NUMBER | _table(
    "float",
    ("as_integer_ratio", float.as_integer_ratio, 1, 1),
    ("hex", float.hex, 1, 1),
    ("is_integer", float.is_integer, 1, 1),
)
METHODS: dict[type, Table] = {
    str: _STR,
    list: _LIST,
    YamlList: _LIST,
    dict: _DICT,
    YamlMapping: _DICT,
    set: _SET,
    frozenset: _FROZENSET,
    tuple: _table("tuple", ("count", _count, None, None), ("index", _find, 2, 4)),
    range: _table("range", ("count", _range_count, None, None), ("index", _range_find, None, None)),
    int: _INT,
    bool: _INT,
    float: _FLOAT,
    complex: _NUMBER,
}
"""The methods of each type."""
FROM_KEYS = Function("dict.fromkeys", _from_keys)
"""The only method that belongs to a type instead of a value."""

_PARTS: dict[str, Callable[[Any], Value]] = {
    "real": lambda number: number.real,
    "imag": lambda number: number.imag,
}
_RATIO: dict[str, Callable[[Any], Value]] = {
    **_PARTS,
    "numerator": lambda number: number.numerator,
    "denominator": lambda number: number.denominator,
}
_BOUNDS: dict[str, Callable[[Any], Value]] = {
    "start": lambda bounds: bounds.start,
    "stop": lambda bounds: bounds.stop,
    "step": lambda bounds: bounds.step,
}
FIELDS: dict[type, dict[str, Callable[[Any], Value]]] = {
    int: _RATIO,
    bool: _RATIO,
    float: _PARTS,
    complex: _PARTS,
    range: _BOUNDS,
    slice: _BOUNDS,
}
"""The attributes of each type that are no methods."""
