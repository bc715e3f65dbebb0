"""Expressions that are allowed mean what they mean in Python; the bounds change nothing else."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.formats.xacro import DEFAULT_LIMITS
from bodyplan.formats.xacro.worker.guard import Guard, RefusedError, TooLargeError
from bodyplan.text import field_names

LIMITS = {name: getattr(DEFAULT_LIMITS, name) for name in field_names(type(DEFAULT_LIMITS))}
NAMES = {"a": 3, "b": -2.5, "word": "wheel", "items": [1, 2, 3], "pi": math.pi}
BUILTINS = {"len": len, "str": str, "max": max, "list": list, "map": map}

atoms = st.sampled_from([*NAMES, "0", "7", "-1", "1.5", "'x'", "[4]", "(1, 2)", "True", "'%s'"])


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(
        ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "==", "<", "and", "or", "in"]
    )
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda parts: f"({' '.join(parts)})"),
        inner.map(lambda text: f"len({text})"),
        inner.map(lambda text: f"[i * 2 for i in {text}]"),
        inner.map(lambda text: f"(lambda v: v + v)({text})"),
        st.tuples(inner, inner, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
        inner.map(lambda text: f"str({text}).replace('e', 'ee').ljust(12, '.').join(['a', 'b'])"),
    )


def outcome(text: str, code, builtins: dict) -> object:
    """The value, or the kind of exception."""
    try:
        value = eval(code, {**NAMES, **BUILTINS, "__builtins__": builtins})  # noqa: S307
    except TooLargeError:
        return TooLargeError
    except Exception as error:  # noqa: BLE001
        return type(error)
    return type(value), repr(value) if not isinstance(value, type(lambda: 0)) else text


@given(st.recursive(atoms, joined, max_leaves=8))
def test_an_expression_has_the_value_that_python_gives_it(text):
    guard = Guard(LIMITS)
    ours = outcome(text, guard.compiled(text).code, guard.builtins())
    if ours is not TooLargeError:
        assert ours == outcome(text, compile(text, "<expression>", "eval"), {})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2**100", 2**100),
        ("10**-2", 0.01),
        ("(-8) ** (1/3)", (-8) ** (1 / 3)),
        ("'%d of %s' % (3, word)", "3 of wheel"),
        ("'%5.2f' % pi", " 3.14"),
        ("'%*d' % (5, 3)", "    3"),
        ("3 * 'ab' + word", "abababwheel"),
        ("[0] * 3", [0, 0, 0]),
        ("{1, 2} | {3}", {1, 2, 3}),
        ("{'k': 1}['k']", 1),
        ("f'plain'", "plain"),
        ("[x for x in items if x > 1]", [2, 3]),
        ("1 < 2 < 3 and not False", True),
        ("items[::-1]", [3, 2, 1]),
        ("(lambda *a, **k: (a, k))(1, b=2)", ((1,), {"b": 2})),
    ],
)
def test_common_expressions_work(text, value):
    guard = Guard(LIMITS)
    found = eval(  # noqa: S307
        guard.compiled(text).code, {**NAMES, "__builtins__": guard.builtins()}
    )
    assert found == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__",
        "x.__class__",
        "dict(__x__=1)",
        "(lambda __x: 1)(2)",
        "x.gi_frame",
        "x.f_globals",
        "'a'.format(1)",
        "f'{x}'",
        "(lambda: (yield))",
        "x.mro()",
    ],
)
def test_names_that_lead_inside_are_refused(text):
    with pytest.raises(RefusedError, match=r"inside|cannot stand"):
        Guard(LIMITS).compiled(text)


def test_names_with_one_underscore_and_keys_like_those_of_robots_are_not_refused():
    for text in ("_width", "limits._x", "table.format_version", "cfg.frame", "x.type", "t.f_max"):
        Guard(LIMITS).compiled(text)


def test_the_same_expression_is_compiled_once():
    guard = Guard(LIMITS)
    assert guard.compiled("1 + 1") is guard.compiled("1 + 1")


@pytest.mark.parametrize(
    ("text", "is_busy"),
    [("1 + x", False), ("sum(x)", True), ("[y for y in x]", True), ("x if y else z", False)],
)
def test_what_may_take_long_is_known_before(text, is_busy):
    assert Guard(LIMITS).compiled(text).is_busy is is_busy


def test_ranges_are_python_ranges():
    replaced = Guard(LIMITS).replacements["range"]
    assert replaced(3) == range(3)
    assert isinstance(range(3), replaced)
    assert not isinstance([], replaced)


def test_the_type_of_a_type_makes_no_types():
    replaced = Guard(LIMITS).replacements["type"]
    assert replaced(1) is int
    with pytest.raises(TypeError):
        replaced("X", (), {})
    with pytest.raises(TypeError):
        replaced(int)("X", (), {})
