"""Variables, loops and unpacking: what compiled lambdas and comprehensions are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from bodyplan.formats.xacro.values import (
    Environment,
    ExpressionError,
    Run,
    Value,
    invalid,
    type_name,
)

UNBOUND: Any = object()
"""What a variable holds before it is assigned."""
Bind: TypeAlias = Callable[[Environment, Value], None]
"""Assigns a value to a target."""
Loop: TypeAlias = Callable[[Environment, Iterator[Value]], Iterator[Value]]
"""Yields the elements of a comprehension."""


def refused(what: str, name: str) -> ExpressionError:
    """Return the error for what expressions cannot use."""
    return ExpressionError("refused", f"{what} in expressions", name=name)


def check_name(name: str) -> None:
    """Check that a name does not begin with two underscores.

    Raises:
        ExpressionError: it does; kind "refused".
    """
    if name.startswith("__"):
        raise refused(f"name {name!r} is not available", name)


def variable(name: str, distance: int, index: int) -> Run:
    """Return the closure of a variable that is so many environments further out."""

    def check(value: Value) -> Value:
        if value is UNBOUND:
            raise ExpressionError("property", f"{name!r} is used before it has a value", name=name)
        return value

    if distance == 0:

        def run_own(env: Environment) -> Value:
            value = env[index]
            return check(value) if value is UNBOUND else value

        return run_own

    def run(env: Environment) -> Value:
        for _ in range(distance):
            env = env[2]
        return check(env[index])

    return run


def innermost(bind: Bind, tests: list[Run], cost: int, element: Run) -> Loop:
    """Return the innermost loop of a comprehension."""

    def run(env: Environment, iterator: Iterator[Value]) -> Iterator[Value]:
        session = env[1]
        for value in iterator:
            session.left -= cost
            if session.left < 0:
                session.spend(0)
            bind(env, value)
            for test in tests:
                if not test(env):
                    break
            else:
                yield element(env)

    return run


def nested(
    bind: Bind,
    tests: list[Run],
    cost: int,
    source: Run,
    inner: Loop,
) -> Loop:
    """Return a loop around another."""

    def run(env: Environment, iterator: Iterator[Value]) -> Iterator[Value]:
        session = env[1]
        for value in iterator:
            session.spend(cost)
            bind(env, value)
            if all(test(env) for test in tests):
                yield from inner(env, session.iterate(source(env)))

    return run


def gathered(env: Environment, iterator: Iterator[Value]) -> list[Value]:
    """Return the elements of a comprehension."""
    made: list[Value] = []
    most = env[1].max_items
    for value in iterator:
        made.append(value)
        if len(made) > most:
            raise env[1].too_many(len(made))
    return made


def unpacked(env: Environment, value: Value, binds: list[Bind], star: int | None) -> None:
    """Assign the items of a value to several targets."""
    items = env[1].collect(value)
    if star is None:
        if len(items) != len(binds):
            raise invalid(f"expected {len(binds)} values to unpack, got {len(items)}")
    else:
        rest = len(items) - len(binds) + 1
        if rest < 0:
            raise invalid(f"expected at least {len(binds) - 1} values to unpack, got {len(items)}")
        items[star : star + rest] = [items[star : star + rest]]
    for bind, item in zip(binds, items, strict=True):
        bind(env, item)


def unpack_keywords(env: Environment, value: Value, keywords: dict[str, Value]) -> None:
    """Add the entries of a mapping to the keywords of a call."""
    if not isinstance(value, dict):
        raise invalid(f"'**' expects a mapping, not {type_name(value)}")
    env[1].copying(value)
    for name, entry in value.items():
        if type(name) is not str:
            raise invalid("keywords must be strings")
        check_name(name)
        if name in keywords:
            raise invalid(f"keyword argument repeated: {name}")
        keywords[name] = entry
