"""Functions and types that expressions can call: those of Python that xacro offers by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bodyplan.formats.xacro.operators import BINARY, compare
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    FLAT,
    FUNCTIONS,
    MAPPINGS,
    NUMBERS,
    SEQUENCES,
    SETS,
    ExpressionError,
    Function,
    Lazy,
    TypeFunction,
    Value,
    View,
    YamlList,
    YamlMapping,
    invalid,
    type_name,
)

_NOTHING: Any = object()
_WHOLE = frozenset({int, bool})
_add = BINARY["Add"][1]


# Conversions


def _int(session: Session, value: Value = 0, base: Value = _NOTHING) -> int:
    if type(value) is str:
        if len(value) > session.limits.max_bits >> 2:
            raise invalid(f"text with {len(value):,} characters is too long for an integer")
        session.spend(len(value) >> 2)
        if len(value) > 4000 and sum(map(str.isalnum, value)) > 4300:
            raise invalid("text has too many digits for an integer")
        number = int(value) if base is _NOTHING else int(value, _index(base))
        return session.integer(number)
    if base is not _NOTHING:
        raise invalid("int() converts only text with an explicit base")
    if type(value) not in NUMBERS:
        raise invalid(f"int() expects a number or text, not {type_name(value)}")
    return int(value)


def _index(value: Value) -> int:
    if type(value) not in _WHOLE:
        raise invalid(f"expected an integer, not {type_name(value)}")
    return int(value)


def _float(session: Session, value: Value = 0.0) -> float:
    if type(value) is str:
        session.spend(len(value) >> 2)
    elif type(value) not in NUMBERS:
        raise invalid(f"float() expects a number or text, not {type_name(value)}")
    return float(value)


def _complex(session: Session, real: Value = 0, imag: Value = _NOTHING) -> complex:
    if type(real) is str:
        session.spend(len(real) >> 2)
    if imag is _NOTHING:
        return complex(real)
    return complex(real, imag)


def _bool(value: Value = False) -> bool:
    return bool(value)


def _str(session: Session, value: Value = "") -> str:
    return session.text(value)


def _repr(session: Session, value: Value) -> str:
    return session.repr(value)


def _list(session: Session, value: Value = ()) -> list[Value]:
    return session.collect(value)


def _tuple(session: Session, value: Value = ()) -> tuple[Value, ...]:
    return value if type(value) is tuple else tuple(session.collect(value))


def _set(session: Session, value: Value = ()) -> set[Value]:
    items = session.collect(value)
    session.keys(items, len(items))
    session.room(len(items) + 4, 4)
    return set(items)


def _frozenset(session: Session, value: Value = ()) -> frozenset[Value]:
    return value if type(value) is frozenset else frozenset(_set(session, value))


def _dict(session: Session, value: Value = (), /, **entries: Value) -> dict[Any, Value]:
    made = pairs(session, value)
    session.room(len(made) + len(entries) + 2, 4)
    made.update(entries)
    return made


def pairs(session: Session, value: Value) -> dict[Any, Value]:
    """Return a new dictionary from a mapping or from pairs."""
    if type(value) in MAPPINGS:
        session.copying(value)
        return dict(value)
    items = session.collect(value)
    made: dict[Any, Value] = {}
    session.room(len(items), 4)
    for item in items:
        pair = session.collect(item)
        if len(pair) != 2:
            raise invalid(f"dict() expects pairs, got {len(pair)} values in one item")
        session.key(pair[0], len(made))
        made[pair[0]] = pair[1]
    return made


def _dotify(session: Session, value: Value = (), /, **entries: Value) -> YamlMapping:
    return YamlMapping(_dict(session, value, **entries))


def _range(*numbers: Value) -> range:
    return range(*map(_index, numbers))


def _slice(*values: Value) -> slice:
    return slice(*values)


# Types


def _type(value: Value) -> TypeFunction:
    kind = type(value)
    return TYPE if kind is TypeFunction else TYPES[kind]


def _isinstance(session: Session, value: Value, types: Value) -> bool:
    kind = type(value)
    return any(kind in t.types for t in _types(session, types))


def _issubclass(session: Session, kind: Value, types: Value) -> bool:
    if type(kind) is not TypeFunction:
        raise invalid("issubclass() expects a type as first argument")
    return any(kind.types[0] in t.types for t in _types(session, types))


def _types(session: Session, types: Value) -> Iterator[TypeFunction]:
    session.weigh(types)
    for kind in types if type(types) is tuple else (types,):
        if type(kind) is tuple:
            yield from _types(session, kind)
        elif type(kind) is TypeFunction:
            yield kind
        else:
            raise invalid(f"expected a type or a tuple of types, got {type_name(kind)}")


# Numbers


def _abs(value: Value) -> Value:
    if type(value) not in NUMBERS and type(value) is not complex:
        raise invalid(f"abs() expects a number, not {type_name(value)}")
    return abs(value)


def _round(session: Session, number: Value, ndigits: Value = None) -> Value:
    if type(number) not in NUMBERS:
        raise invalid(f"round() expects a number, not {type_name(number)}")
    if ndigits is None:
        return round(number)
    digits = _index(ndigits)
    if type(number) is not float and digits < 0:
        if -digits > number.bit_length() // 3 + 2:
            return 0
        session.spend(number.bit_length() ** 2 >> 16)
    return round(number, digits)


def _divmod(session: Session, left: Value, right: Value) -> tuple[Value, Value]:
    quotient, rest = BINARY["FloorDiv"][1], BINARY["Mod"][1]
    if type(left) is str:
        raise invalid("divmod() expects numbers")
    return quotient(session, left, right), rest(session, left, right)


def _sum(session: Session, items: Value, start: Value = 0) -> Value:
    total = start
    if type(start) is str:
        raise invalid("sum() cannot add strings; use ''.join()")
    for item in session.iterate(items):
        session.spend(2)
        total = _add(session, total, item)
    return total


def _hash(session: Session, value: Value) -> int:
    if type(value) in FUNCTIONS or value is None:
        raise invalid(f"hash() expects data, not {type_name(value)}")
    session.key(value, 0)
    session.weigh(value)
    return hash(value)


def _ord(value: Value) -> int:
    if type(value) is not str:
        raise invalid(f"ord() expects a character, not {type_name(value)}")
    return ord(value)


# Items


def _len(value: Value) -> int:
    kind = type(value)
    if kind in SEQUENCES or kind in MAPPINGS or kind in SETS or kind in {str, range, View}:
        return len(value)
    raise invalid(f"a value of type {type_name(value)} has no len()")


def _extreme(name: str, order: str) -> Callable[..., Value]:
    def run(
        session: Session, *values: Value, key: Value = None, default: Value = _NOTHING
    ) -> Value:
        items = session.iterate(values[0]) if len(values) == 1 else iter(values)
        if len(values) > 1 and default is not _NOTHING:
            raise invalid(f"{name}() accepts a default only with one iterable")
        best = best_key = _NOTHING
        for item in items:
            session.spend(2)
            item_key = item if key is None else session.call(key, (item,))
            if best is _NOTHING or compare(session, order, item_key, best_key):
                best, best_key = item, item_key
        if best is not _NOTHING:
            return best
        if default is _NOTHING:
            raise invalid(f"{name}() of an empty sequence")
        return default

    return run


def sort(session: Session, items: list[Value], key: Value, reverse: Value) -> list[Value]:
    """Return the items in order."""
    keys = items if key is None else [session.call(key, (item,)) for item in items]
    session.room(len(items), 2)
    weight = sum(1 if type(k) in FLAT else session.weigh(k) for k in keys)
    session.spend(weight * len(items).bit_length() >> 2)
    if key is None:
        return sorted(keys, reverse=bool(reverse))
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=bool(reverse))
    return [items[index] for index in order]


def _sorted(
    session: Session, items: Value, /, *, key: Value = None, reverse: Value = False
) -> list[Value]:
    return sort(session, session.collect(items), key, reverse)


def _all(session: Session, items: Value) -> bool:
    for item in session.iterate(items):
        session.spend(1)
        if not item:
            return False
    return True


def _any(session: Session, items: Value) -> bool:
    for item in session.iterate(items):
        session.spend(1)
        if item:
            return True
    return False


def _map(session: Session, function: Value, *sources: Value) -> Lazy:
    if not sources:
        raise invalid("map() expects at least 2 arguments, got 1")
    iterators = [session.iterate(source) for source in sources]

    def results() -> Iterator[Value]:
        for args in zip(*iterators, strict=False):
            session.spend(1)
            yield session.call(function, args)

    return session.lazy("map", results(), *sources)


def _filter(session: Session, function: Value, source: Value) -> Lazy:
    iterator = session.iterate(source)

    def results() -> Iterator[Value]:
        for item in iterator:
            session.spend(1)
            if item if function is None else session.call(function, (item,)):
                yield item

    return session.lazy("filter", results(), source)


def _zip(session: Session, *sources: Value, strict: Value = False) -> Lazy:
    iterators = [session.iterate(source) for source in sources]

    def results() -> Iterator[Value]:
        for items in zip(*iterators, strict=bool(strict)):
            session.spend(2)
            yield items

    return session.lazy("zip", results(), *sources)


def _enumerate(session: Session, iterable: Value, start: Value = 0) -> Lazy:
    items = enumerate(session.iterate(iterable), _index(start))

    def results() -> Iterator[Value]:
        for item in items:
            session.spend(2)
            yield item

    return session.lazy("enumerate", results(), iterable)


def _reversed(session: Session, value: Value) -> Lazy:
    kind = type(value)
    if kind not in SEQUENCES and kind not in MAPPINGS and kind not in {str, range, View}:
        raise invalid(f"a value of type {type_name(value)} cannot be reversed")
    items = reversed(value.items() if kind is View else value)

    def results() -> Iterator[Value]:
        for item in items:
            session.spend(1)
            yield item

    return session.lazy("reversed", results())


def _refused(name: str) -> Callable[..., Value]:
    def run(*_: Value) -> Value:
        raise ExpressionError("refused", f"{name}() is not available in expressions", name=name)

    return run


_INT, _BOOL = (int, bool), (bool,)
TYPE = TypeFunction("type", _type, (TypeFunction,))
_TYPES = (
    TypeFunction("list", _list, (list, YamlList)),
    TypeFunction("dict", _dict, (dict, YamlMapping)),
    TypeFunction("str", _str, (str,)),
    TypeFunction("float", _float, (float,)),
    TypeFunction("int", _int, _INT, ["base"]),
    TypeFunction("bool", _bool, _BOOL),
    TypeFunction("complex", _complex, (complex,), ["real", "imag"]),
    TypeFunction("frozenset", _frozenset, (frozenset,)),
    TypeFunction("set", _set, (set,)),
    TypeFunction("slice", _slice, (slice,)),
    TypeFunction("tuple", _tuple, (tuple,)),
    TypeFunction("range", _range, (range,)),
    TYPE,
)
DOTIFY = TypeFunction("xacro.YamlDictWrapper", _dotify, (YamlMapping,))
_UNNAMED = (
    (DOTIFY, [YamlMapping]),
    (TypeFunction("xacro.YamlListWrapper", _refused("YamlListWrapper"), (YamlList,)), [YamlList]),
    (TypeFunction("NoneType", _refused("NoneType"), (type(None),)), [type(None)]),
    (TypeFunction("function", _refused("function"), tuple(FUNCTIONS)), FUNCTIONS - {TypeFunction}),
    (TypeFunction("iterator", _refused("iterator"), (Lazy,)), [Lazy]),
    (TypeFunction("view", _refused("view"), (View,)), [View]),
)
TYPES: dict[type, TypeFunction] = {
    **{function.types[0]: function for function in _TYPES},
    **{kind: function for function, kinds in _UNNAMED for kind in kinds},
}
"""What ``type()`` returns, by the type of the value."""

PYTHON: dict[str, Value] = {
    "True": True,
    "False": False,
    **{function.name: function for function in _TYPES},
    **{
        name: Function(name, run, keywords=keywords)
        for name, run, keywords in (
            ("map", _map, ()),
            ("len", _len, ()),
            ("min", _extreme("min", "Lt"), ()),
            ("max", _extreme("max", "Gt"), ()),
            ("round", _round, ("ndigits",)),
            ("sorted", _sorted, ()),
            ("abs", _abs, ()),
            ("all", _all, ()),
            ("any", _any, ()),
            ("divmod", _divmod, ()),
            ("enumerate", _enumerate, ("start",)),
            ("filter", _filter, ()),
            ("hash", _hash, ()),
            ("isinstance", _isinstance, ()),
            ("issubclass", _issubclass, ()),
            ("ord", _ord, ()),
            ("repr", _repr, ()),
            ("reversed", _reversed, ()),
            ("sum", _sum, ("start",)),
            ("vars", _refused("vars"), ()),
            ("zip", _zip, ()),
        )
    },
}
"""The names of the namespace ``python``."""
