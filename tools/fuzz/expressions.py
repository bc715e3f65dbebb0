"""Expressions as xacro files hold them, grown from Python's grammar: most of them wrong or hostile."""

from __future__ import annotations

from random import Random

_NAMES = (
    *(
        "x",
        "y",
        "pi",
        "a",
        "b",
        "radius",
        "xacro",
        "python",
        "math",
        "True",
        "None",
        "inf",
        "_",
        "self",
    ),
    *("__builtins__", "__import__", "eval", "exec", "open", "getattr", "type", "object", "globals"),
    *(
        "abs",
        "len",
        "range",
        "list",
        "dict",
        "set",
        "str",
        "int",
        "float",
        "min",
        "max",
        "sum",
        "map",
    ),
    *("zip", "sorted", "round", "pow", "tuple", "bool", "any", "all", "enumerate", "filter", "sin"),
    *(
        "radians",
        "load_yaml",
        "arg",
        "find",
        "env",
        "dirname",
        "fabs",
        "message",
        "fatal",
        "print_location",
    ),
)
_ATTRIBUTES = (
    *(
        "x",
        "a",
        "real",
        "load_yaml",
        "format",
        "join",
        "split",
        "items",
        "keys",
        "get",
        "append",
        "pop",
    ),
    *(
        "index",
        "count",
        "replace",
        "upper",
        "ljust",
        "center",
        "zfill",
        "expandtabs",
        "update",
        "sort",
    ),
    *(
        "__class__",
        "__globals__",
        "__subclasses__",
        "gi_frame",
        "mro",
        "parent",
        "func_globals",
        "sin",
    ),
)
_TEXTS = (
    "",
    "a",
    "1",
    "{}",
    "{0.__class__}",
    "%s %d %r",
    "%(a)s",
    "%*d",
    "a,b",
    "\\n",
    "${x}",
    "$(arg a)",
)
_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "@",
    "==",
    "!=",
    "<",
    ">=",
)
_OPERATORS += (" and ", " or ", " in ", " not in ", " is ", " is not ")
_NUMBERS = (
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "1e308",
    "1e999",
    "9**999",
    "10**9",
    "0x1F",
    "1_000",
    "1j",
    "255",
)


def expression(rng: Random, depth: int = 4) -> str:
    """Return an expression.

    Args:
        rng: the source of chance.
        depth: how many levels it may have.
    """
    if depth <= 0 or rng.random() < 0.2:
        return _atom(rng)

    def inner() -> str:
        return expression(rng, depth - 1)

    choice = rng.randrange(15)
    if choice < 4:
        return f"({inner()}{rng.choice(_OPERATORS)}{inner()})"
    if choice == 4:
        return f"{rng.choice(('-', '+', '~', 'not '))}{inner()}"
    if choice == 5:
        return f"{inner()}.{rng.choice(_ATTRIBUTES)}"
    if choice in {6, 7}:
        parts = [inner() for _ in range(rng.choice((0, 1, 1, 2, 3)))]
        if rng.random() < 0.1:
            parts.append(
                rng.choice((f"*{inner()}", f"**{inner()}", f"key={inner()}", f"a={inner()}"))
            )
        called = f"{inner()}.{rng.choice(_ATTRIBUTES)}" if choice == 6 else rng.choice(_NAMES)
        return f"{called}({', '.join(parts)})"
    if choice == 8:
        index = rng.choice((inner(), f"{inner()}:{inner()}", f"::{inner()}", ":", "..."))
        return f"{inner()}[{index}]"
    if choice == 9:
        opening, closing = rng.choice(("[]", "()", "{}"))
        return f"{opening}{', '.join(inner() for _ in range(rng.choice((0, 1, 2, 4))))},{closing}"
    if choice == 10:
        return f"{{{', '.join(f'{inner()}: {inner()}' for _ in range(rng.randrange(3)))}}}"
    if choice == 11:
        name = rng.choice(("i", "x", "_", "a, b", "pi"))
        opening, closing = rng.choice(("[]", "()", "{}"))
        condition = f" if {inner()}" if rng.random() < 0.3 else ""
        return f"{opening}{inner()} for {name} in {inner()}{condition}{closing}"
    if choice == 12:
        return f"({inner()} if {inner()} else {inner()})"
    if choice == 13:
        return f"(lambda {rng.choice(('', 'x', 'x, y=1', '*a', 'x: x'))}: {inner()})({inner()})"
    return rng.choice(
        (f"(x := {inner()})", f"f'{{{inner()}}}'", f"{inner()} {inner()}", f"yield {inner()}")
    )


def _atom(rng: Random) -> str:
    choice = rng.random()
    if choice < 0.4:
        return rng.choice(_NAMES)
    if choice < 0.75:
        return rng.choice(_NUMBERS)
    quote = rng.choice(("'", "'", '"'))
    return f"{quote}{rng.choice(_TEXTS)}{quote}"
