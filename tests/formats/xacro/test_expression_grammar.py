"""Generated expressions have the values that Python gives them, and fail where it fails."""

from __future__ import annotations

import math
import warnings
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bodyplan.xacro.expressions.values import ExpressionError
from tests.slices import amount

from .test_evaluator import Symbols, evaluator

NAMES: dict[str, Any] = {
    "n": 3,
    "zero": 0,
    "neg": -2.5,
    "word": "wheel",
    "xs": [1, 2.5, 3],
    "words": ["arm", "base"],
    "pairs": [("a", 1), ("b", 2)],
    "table": {"a": 1, "b": [1, 2]},
    "flag": True,
}
FUNCTIONS = {
    **{name: getattr(math, name) for name in ("sin", "floor", "sqrt", "hypot", "fabs", "pi")},
    **{f.__name__: f for f in (len, str, int, float, bool, list, dict, max, min, round)},
}

atoms = st.sampled_from(
    [
        *NAMES,
        "0",
        "1",
        "7",
        "-1",
        "1.5",
        "1e3",
        "'x'",
        "'%s'",
        "'%d|%5.2f'",
        "''",
        "[]",
        "[4, 'a']",
        "(1, 2)",
        "()",
        "True",
        "False",
        "None",
        "pi",
    ]
)
operators = st.sampled_from(
    [
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
        "and",
        "or",
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "in",
        "not in",
    ]
)
functions = st.sampled_from(
    [
        "len",
        "str",
        "int",
        "float",
        "bool",
        "list",
        "max",
        "min",
        "round",
        "sin",
        "floor",
        "sqrt",
        "fabs",
        "dict",
        "-",
        "+",
        "~",
        "not ",
    ]
)
methods = st.sampled_from(
    [
        ".upper()",
        " is None",
        " is not None",
        ".split('e')",
        ".replace('e', 'ee')",
        ".join(['a', 'b'])",
        ".center(9, '*')",
        ".find('e')",
        ".count(1)",
        ".index(2)",
        ".get('a', 5)",
        ".zfill(4)",
        ".strip('w')",
        ".startswith(('w', 'a'))",
        ".title()",
        ".pop",
        "['a']",
        "[0]",
        "[-1]",
        "[1:]",
        "[::-1]",
        "[:2]",
        "[5]",
        "[1.5]",
        ".isdigit()",
        ".partition('e')",
        ".ljust(3)",
        ".splitlines()",
    ]
)


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda p: f"({' '.join(p)})"),
        st.tuples(inner, operators, inner, operators, inner).map(lambda p: f"({' '.join(p)})"),
        st.tuples(functions, inner).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(st.sampled_from(["max", "min", "round", "hypot"]), inner, inner).map(
            lambda p: f"{p[0]}({p[1]}, {p[2]})"
        ),
        st.tuples(inner, methods).map("".join),
        st.tuples(inner, inner, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
        st.tuples(inner, inner).map(lambda p: f"[{p[0]} for v in {p[1]} if v]"),
        st.tuples(inner, inner).map(lambda p: f"[(v, w) for v in {p[0]} for w in {p[1]}]"),
        inner.map(lambda e: f"[v + v for v in {e}]"),
        inner.map(lambda e: f"[v for v, w in {e}]"),
        inner.map(lambda e: f"(lambda v: [v, {e}])({e})"),
        st.tuples(inner, inner).map(lambda p: f"(lambda v, w={p[1]}: v + w)({p[0]})"),
        st.tuples(inner, inner).map(lambda p: f"{p[0]}[{p[1]}]"),
        st.tuples(inner, inner).map(lambda p: f"[{p[0]}, {p[1]}]"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]}, {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"[*{p[0]}, {p[1]}]"),
        st.tuples(inner, inner).map(lambda p: f"dict(a={p[0]}, b={p[1]})"),
        inner.map(lambda e: f"max({e}, key=lambda v: str(v))"),
        inner.map(lambda e: f"('%s' % ({e},))"),
    )


def outcome_here(text: str) -> str | None:
    """Return the representation of the value; None where there is none, '' for our refusals."""
    using = evaluator()
    table = Symbols({**NAMES, "table": dict(NAMES["table"])})
    refusal: ExpressionError | None = None
    try:
        return using.evaluation.repr(using.evaluate(text, table))
    except ExpressionError as error:
        refusal = error
    assert refusal.kind != "crash", text
    assert using.evaluation.depth == 0
    if refusal.kind == "limit" or "complex" in refusal.message or "function" in refusal.message:
        return ""
    return None


def outcome_in_python(text: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(text, {"__builtins__": {}, **NAMES, **FUNCTIONS})  # noqa: S307  (ours)
            return repr(value)
    except Exception:  # noqa: BLE001
        return None


@given(st.recursive(atoms, joined, max_leaves=8))
@settings(max_examples=amount(300, short=60), deadline=None)
def test_a_generated_expression_has_the_value_that_python_gives_it(text):
    here = outcome_here(text)
    if here != "":
        assert here == outcome_in_python(text), text
