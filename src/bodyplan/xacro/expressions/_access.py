"""Names and attributes in expressions: explicit lookups in tables, never ``getattr``."""

from __future__ import annotations

from functools import cache
from itertools import chain

from bodyplan.xacro.expressions._budget import Evaluation
from bodyplan.xacro.expressions._methods import METHODS, Table
from bodyplan.xacro.expressions._operators import missing_key, subscript
from bodyplan.xacro.expressions.global_symbols import GLOBALS, BuiltinNamespace
from bodyplan.xacro.expressions.values import (
    VALUE_TYPES,
    ExpressionError,
    Function,
    Method,
    Namespace,
    TypeFunction,
    Value,
    YamlMapping,
    check_value,
    invalid,
    type_name,
)

_NO_METHODS: Table = {}


def refused(what: str, name: str) -> ExpressionError:
    """Return the error for a name or a syntax that bodyplan does not allow in expressions."""
    return ExpressionError("refused", f"{what} in expressions", name=name)


def check_name(name: str) -> None:
    """Check that a name does not begin with two underscores.

    Raises:
        ExpressionError: the name begins with two underscores; kind "refused".
    """
    if name.startswith("__"):
        raise refused(f"name {name[:100]!r} is not available", name[:100])


def resolve(symbols: Namespace, name: str) -> Value | Namespace:
    """Return the value or namespace of a name: of the property, or else of the global symbol."""
    try:
        return symbols.lookup(name)
    except KeyError:
        if name in GLOBALS:
            return GLOBALS[name]
    known = [k for k in chain(symbols.names(), GLOBALS) if not k.startswith("*")]
    raise ExpressionError("property", f"{name!r} is not defined", name=name, known=known)


def as_value(found: Value | Namespace, name: str) -> Value:
    """Return what was found for a name if it is a value; raise an error if it is a namespace."""
    if type(found) in VALUE_TYPES:
        return found
    if isinstance(found, Namespace):
        message = f"{name!r} is a namespace; use one of its names, as in '{name}.x'"
        raise ExpressionError("expression", message, name=name, known=found.names())
    return check_value(found)


def attribute(evaluation: Evaluation, value: Value | Namespace, name: str) -> Value | Namespace:
    """Return ``value.name``.

    An attribute is a name in a namespace, a method listed in ``methods``, or a key of a YAML
    mapping.
    """
    kind = type(value)
    method = METHODS.get(kind, _NO_METHODS).get(name)
    if method is not None:
        return Method(method, value)
    if isinstance(value, Namespace):
        return member(value, name)
    if kind is YamlMapping:
        if name not in value:
            raise missing_key(evaluation, value, name)
        return evaluation.wrap(dict.__getitem__(value, name))
    if kind is TypeFunction and name in METHODS.get(value.types[0], _NO_METHODS):
        return _unbound(value, name)
    message = f"a value of type {type_name(value)} has no attribute {name[:100]!r}"
    known = METHODS.get(kind, _NO_METHODS)
    raise ExpressionError("expression", message, name=name[:100], known=known)


@cache
def _unbound(kind: TypeFunction, name: str) -> Function:
    """Return a method of a type, such as ``str.upper``, as a function of the value."""

    def run(evaluation: Evaluation, value: Value, *args: Value) -> Value:
        if type(value) not in kind.types:
            raise invalid(f"{kind.name}.{name}() expects a {kind.name} first")
        return evaluation.call(Method(METHODS[kind.types[0]][name], value), args)

    return Function(f"{kind.name}.{name}", run)


def member(space: Namespace, name: str) -> Value | Namespace:
    """Return the value of a name in a namespace, or the nested namespace with this name."""
    try:
        return space.lookup(name)
    except KeyError:
        if not isinstance(space, BuiltinNamespace) and name in GLOBALS:
            return GLOBALS[name]
    known = [k for k in space.names() if not k.startswith("*")]
    message = f"{name!r} is not defined in this namespace"
    raise ExpressionError("property", message, name=name, known=known)


def item(evaluation: Evaluation, value: Value | Namespace, index: Value | slice) -> Value:
    """Return ``value[index]``; for a namespace, the index is one of the names in it."""
    if type(value) in VALUE_TYPES or not isinstance(value, Namespace):
        return subscript(evaluation, value, index)
    if type(index) is not str:
        raise invalid("a namespace is indexed by names")
    check_name(index)
    if not index.isidentifier():
        raise invalid(f"{index[:100]!r} is not a name")
    return as_value(member(value, index), index)
