"""The functions of Python's ``math`` module, those that can grow with limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from bodyplan.formats.xacro.operators import BINARY
from bodyplan.formats.xacro.session import Session
from bodyplan.formats.xacro.values import NUMBERS, Function, Value, invalid, type_name

_WHOLE = frozenset({int, bool})
_multiply = BINARY["Mult"][1]
_CONSTANTS = ("e", "inf", "nan", "pi", "tau")
_ONE = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil", "cos", "cosh"),
    *("degrees", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "floor", "frexp", "gamma"),
    *("isfinite", "isinf", "isnan", "lgamma", "log10", "log1p", "log2", "modf", "radians"),
    *("sin", "sinh", "sqrt", "tan", "tanh", "trunc", "ulp"),
)
_TWO = ("atan2", "copysign", "fmod", "ldexp", "pow", "remainder")
_THREE = ("fma",)


def _numbers(name: str, run: Callable[..., Value], least: int, most: int) -> Function:
    """Return a function of numbers, whose result cannot grow."""
    if least == most == 1:

        def one(number: Value) -> Value:
            if type(number) not in NUMBERS:
                raise invalid(f"{name}() expects a number, not {type_name(number)}")
            return run(number)

        return Function(name, one)

    def call(*numbers: Value) -> Value:
        for number in numbers:
            if type(number) not in NUMBERS:
                raise invalid(f"{name}() expects numbers, not {type_name(number)}")
        return run(*numbers)

    return Function(name, call, least, most)


def _wholes(name: str, values: tuple[Value, ...]) -> list[int]:
    for value in values:
        if type(value) not in _WHOLE:
            raise invalid(f"{name}() expects integers, not {type_name(value)}")
    return [int(value) for value in values]


def _factorial(session: Session, number: Value) -> int:
    (number,) = _wholes("factorial", (number,))
    if number > 1:
        session.bits(int(min(number, 1 << 40) * math.log2(min(number, 1 << 40)) // 2))
        session.spend(number * number >> 8)
    return session.integer(math.factorial(number))


def _selections(name: str, run: Callable[[int, int], int]) -> Callable[..., int]:
    def call(session: Session, number: Value, chosen: Value = None) -> int:
        if chosen is None and name == "perm":
            return _factorial(session, number)
        n, k = _wholes(name, (number, chosen))
        if 0 <= k <= n:
            factors = min(k, n - k) if name == "comb" else k
            if factors:
                each = max(1, n.bit_length() - max(1, factors).bit_length())
                session.bits(min(factors, 1 << 40) * each)
                session.spend(factors * n.bit_length() >> 3)
        return session.integer(run(n, k))

    return call


def _gcd(session: Session, *values: Value) -> int:
    numbers = _wholes("gcd", values)
    session.spend(sum(1 + ((number.bit_length() >> 6) ** 2 >> 4) for number in numbers))
    return math.gcd(*numbers)


def _lcm(session: Session, *values: Value) -> int:
    total = 1
    for number in _wholes("lcm", values):
        session.spend(1 + ((number.bit_length() >> 6) ** 2 >> 4))
        total = session.integer(math.lcm(total, number))
    return total


def _isqrt(session: Session, number: Value) -> int:
    (number,) = _wholes("isqrt", (number,))
    session.spend(number.bit_length() ** 2 >> 14)
    return math.isqrt(number)


def _log(number: Value, base: Value = None) -> float:
    for value in (number, 2 if base is None else base):
        if type(value) not in NUMBERS:
            raise invalid(f"log() expects numbers, not {type_name(value)}")
    return math.log(number) if base is None else math.log(number, base)


def _floats(session: Session, name: str, items: Value) -> list[Any]:
    numbers = session.collect(items)
    for number in numbers:
        if type(number) not in NUMBERS:
            raise invalid(f"{name}() expects numbers, not {type_name(number)}")
    session.spend(len(numbers))
    return numbers


def _fsum(session: Session, items: Value) -> float:
    return math.fsum(_floats(session, "fsum", items))


def _dist(session: Session, p: Value, q: Value) -> float:
    return math.dist(_floats(session, "dist", p), _floats(session, "dist", q))


def _sumprod(session: Session, p: Value, q: Value) -> Value:
    a, b = _floats(session, "sumprod", p), _floats(session, "sumprod", q)
    run: Callable[[list[Any], list[Any]], Value] = vars(math)["sumprod"]
    return session.integer(run(a, b)) if {*map(type, (*a, *b))} <= _WHOLE else run(a, b)


def _prod(session: Session, items: Value, /, *, start: Value = 1) -> Value:
    total = start
    for item in session.iterate(items):
        session.spend(2)
        total = _multiply(session, total, item)
    return total


def _isclose(a: Value, b: Value, *, rel_tol: Value = 1e-09, abs_tol: Value = 0.0) -> bool:
    return math.isclose(a, b, rel_tol=rel_tol, abs_tol=abs_tol)


def _nextafter(x: Value, y: Value) -> float:
    return math.nextafter(x, y)


_OWN: dict[str, Callable[..., Value]] = {
    "comb": _selections("comb", math.comb),
    "dist": _dist,
    "factorial": _factorial,
    "fsum": _fsum,
    "gcd": _gcd,
    "isclose": _isclose,
    "isqrt": _isqrt,
    "lcm": _lcm,
    "log": _log,
    "nextafter": _nextafter,
    "perm": _selections("perm", math.perm),
    "prod": _prod,
    "sumprod": _sumprod,
}
_available = vars(math)
MATH: dict[str, Value] = {
    **{name: _available[name] for name in _CONSTANTS},
    **{name: _numbers(name, _available[name], 1, 1) for name in _ONE if name in _available},
    **{name: _numbers(name, _available[name], 2, 2) for name in _TWO},
    **{name: _numbers(name, _available[name], 3, 3) for name in _THREE if name in _available},
    "hypot": _numbers("hypot", math.hypot, 0, 1_000_000),
    **{name: Function(name, run) for name, run in _OWN.items() if name in _available},
}
"""The names of the namespace ``math``."""
