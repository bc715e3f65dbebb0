"""Names and attributes of expressions: explicit look-ups in tables, never ``getattr``."""

from __future__ import annotations

from itertools import chain

from bodyplan.formats.xacro.global_symbols import GLOBALS, BuiltinNamespace
from bodyplan.formats.xacro.methods import FIELDS, FROM_KEYS, METHODS, Table
from bodyplan.formats.xacro.operators import missing_key
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import (
    ExpressionError,
    Function,
    Method,
    Namespace,
    TypeFunction,
    Value,
    YamlMapping,
    invalid,
    type_name,
)

_NO_METHODS: Table = {}
_FORMAT = ("format", "format_map")


def resolve(symbols: Namespace, name: str) -> Value | Namespace:
    """Return what a name refers to: a property, else a global symbol."""
    try:
        return symbols.lookup(name)
    except KeyError:
        if name in GLOBALS:
            return GLOBALS[name]
        raise undefined(symbols, name, None) from None


def undefined(symbols: Namespace, name: str, found: object) -> ExpressionError:
    """Return the error for a name that has no value.

    Args:
        symbols: where it was looked up.
        name: the name.
        found: what it refers to, if that is not a value.
    """
    if isinstance(found, Namespace):
        message = f"{name!r} is a namespace; use one of its names, as in '{name}.x'"
        return ExpressionError("expression", message, name=name, known=found.names())
    if found is not None:
        kind = type(found).__name__
        message = f"{name!r} refers to an internal object ({kind})"
        return ExpressionError("crash", message, name=name)
    known = [k for k in chain(symbols.names(), GLOBALS) if not k.startswith("*")]
    return ExpressionError("property", f"{name!r} is not defined", name=name, known=known)


def attribute(session: Session, value: Value | Namespace, name: str) -> Value | Namespace:
    """Return ``value.name``.

    A dot leads to a name of a namespace, to a method or field of the tables in ``methods``, or to
    a key of a YAML mapping. Nothing else has attributes.
    """
    kind = type(value)
    method = METHODS.get(kind, _NO_METHODS).get(name)
    if method is not None:
        return Method(method, value)
    if isinstance(value, Namespace):
        return _member(value, name)
    if kind is YamlMapping and name != "fromkeys":
        session.spend(1)
        if name in value:
            return session.wrap(dict.__getitem__(value, name))
        raise missing_key(session, value, name)
    field = FIELDS.get(kind, {}).get(name)
    if field is not None:
        return field(value)
    if kind is TypeFunction:
        found = _unbound(value, name)
        if found is not None:
            return found
    if name in _FORMAT and (kind is str or kind is TypeFunction):
        message = f"str.{name}() is not supported in expressions; use '%' formatting"
        raise ExpressionError("refused", message, name=name)
    shown = (
        f"type '{value.name}'" if kind is TypeFunction else f"a value of type {type_name(value)}"
    )
    raise ExpressionError(
        "expression",
        f"{shown} has no attribute {name!r}",
        name=name,
        known=METHODS.get(kind, _NO_METHODS),
    )


def _member(space: Namespace, name: str) -> Value | Namespace:
    """Return what a name in a namespace refers to."""
    try:
        return space.lookup(name)
    except KeyError:
        if not isinstance(space, BuiltinNamespace) and name in GLOBALS:
            return GLOBALS[name]
    known = [k for k in space.names() if not k.startswith("*")]
    message = f"{name!r} is not defined in this namespace"
    raise ExpressionError("property", message, name=name, known=known)


def _unbound(kind: TypeFunction, name: str) -> Function | None:
    """Return a method of a type, which expects the value as first argument."""
    if dict in kind.types and name == "fromkeys":
        return FROM_KEYS
    method = METHODS.get(kind.types[0], _NO_METHODS).get(name)
    if method is None:
        return None

    def run(session: Session, *args: Value, **keywords: Value) -> Value:
        if not args or type(args[0]) not in kind.types:
            raise invalid(f"{method.name}() expects a value of type {kind.name} first")
        return session.call(Method(method, args[0]), args[1:], keywords)

    return Function(method.name, run)
