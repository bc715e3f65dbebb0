"""The names of Python's ``math`` module; functions that can have huge results have limits."""

from __future__ import annotations

import math
from typing import Any

from bodyplan.xacro.expressions._budget import LONG, Evaluation
from bodyplan.xacro.expressions._operators import BINARY
from bodyplan.xacro.expressions.values import ExpressionError, Function, Value

_PLAIN = (
    *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign"),
    *("cos", "cosh", "degrees", "erf", "erfc", "exp", "exp2", "expm1", "fabs", "floor", "fmod"),
    *("frexp", "gamma", "hypot", "isclose", "isfinite", "isinf", "isnan", "ldexp", "lgamma"),
    *("log", "log10", "log1p", "log2", "modf", "pow", "radians", "remainder", "sin", "sinh"),
    *("sqrt", "tan", "tanh", "trunc", "ulp"),
)
"""Functions with a fixed number of arguments, whose results are numbers of limited size."""


_available: dict[str, Any] = vars(math)
_SMALL = {"comb": 1_500, "factorial": 1_500, "perm": 1_500, "gcd": LONG, "isqrt": LONG, "lcm": LONG}
"""Functions of integers, each with the largest integer that bodyplan accepts as its argument."""


def _bounded(name: str, most: int) -> Function:
    run = _available[name]

    def call(evaluation: Evaluation, *numbers: Value) -> Value:
        for number in numbers:
            evaluation.bits(number.bit_length() if type(number) is int else 0)
            if type(number) is int and number > most:
                message = f"{name}() accepts integers up to {most:,} here"
                raise ExpressionError("limit", message, name="max_bits")
            evaluation.spend(number if most < LONG and type(number) is int and number > 0 else 64)
        return evaluation.number(run(*numbers))

    return Function(name, call)


def _fsum(evaluation: Evaluation, items: Value) -> float:
    return math.fsum(evaluation.collect(items))


def _dist(evaluation: Evaluation, p: Value, q: Value, /) -> float:
    return math.dist(evaluation.collect(p), evaluation.collect(q))


def _prod(evaluation: Evaluation, items: Value, /, *, start: Value = 1) -> Value:
    total = start
    for item in evaluation.iterate(items):
        evaluation.spend(2)
        total = BINARY["Mult"](evaluation, total, item)
    return total


MATH: dict[str, Value] = {
    **{name: _available[name] for name in ("e", "inf", "nan", "pi", "tau")},
    **{name: Function(name, _available[name]) for name in _PLAIN if name in _available},
    **{name: _bounded(name, most) for name, most in _SMALL.items()},
    "dist": Function("dist", _dist),
    "fsum": Function("fsum", _fsum),
    "prod": Function("prod", _prod),
}
"""The names in the namespace ``math``."""
