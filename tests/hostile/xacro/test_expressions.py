"""Expressions that ask for very much end soon, take little memory, and name the limit they met."""

from __future__ import annotations

import time

import pytest

from bodyplan.xacro._parameters import LONGEST, parse_parameters
from bodyplan.xacro.expressions.evaluator import Evaluator
from bodyplan.xacro.expressions.values import ExpressionError
from bodyplan.xacro.limits import XacroLimits
from tests.hostile import runs
from tests.hostile.xacro.bombs import EXPRESSIONS, PLAIN
from tests.hostile.xacro.fuzz import Host, Symbols, properties
from tests.hostile.xacro.judge import peak

MEGABYTES = 350


def evaluate(text: str) -> object:
    """The value of an expression, which is written too."""
    evaluator = Evaluator(XacroLimits(), Host())
    value = evaluator.evaluate(text, Symbols(properties()))
    evaluator.to_text(value)
    return value


@pytest.mark.long(keep=70)
@pytest.mark.parametrize("title", EXPRESSIONS)
def test_an_expression_without_bounds_names_its_limit(title):
    before, start = peak(reset=True), time.process_time()
    with pytest.raises(ExpressionError) as caught:
        evaluate(EXPRESSIONS[title])
    seconds, grown = time.process_time() - start, peak() - before
    error = caught.value
    if title not in PLAIN:
        assert (error.kind, hasattr(XacroLimits, error.name)) == ("limit", True), error
    assert seconds < runs.SECONDS
    assert grown < MEGABYTES


@pytest.mark.parametrize("text", ["[0].index(lambda: 0)", "(0,).index([1])", "[[0]].index([[1]])"])
def test_a_message_shows_no_value_as_python_does(text):
    with pytest.raises(ExpressionError, match=r"does not contain the value"):
        evaluate(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[3, 1, 3].index(3)", 0),
        ("[3, 1, 3].index(3, 1)", 2),
        ("[3, 1, 3].index(3, -1)", 2),
        ("(3, 1).index(1, 0, 2)", 1),
        ("'a.b.c'.rfind('.')", 3),
        ("'a.b.c'.rsplit('.', 1)", ["a.b", "c"]),
        ("-True", -1),
        ("~True", -2),
        ("~5", -6),
        ("+0.5", 0.5),
        ("python.abs(-3)", 3),
        ("list(range(3, 0, -2))", [3, 1]),
        ("list(python.enumerate('ab', -1))", [(-1, "a"), (0, "b")]),
    ],
)
def test_what_is_counted_has_the_same_value(text, value):
    assert evaluate(text) == value


def test_an_asynchronous_comprehension_is_refused():
    with pytest.raises(ExpressionError, match="async"):
        evaluate("[x async for x in items]")


def test_a_text_that_python_cannot_write_is_refused():
    evaluator = Evaluator(XacroLimits(), Host())
    value = evaluator.evaluate("range(9)[:: 1 << 16000]", Symbols({}))
    with pytest.raises(ExpressionError, match="digits"):
        evaluator.to_text(value)


def test_parameters_of_a_macro_have_a_limit():
    """Before any of them is read, which takes longer the more there are."""
    used = []
    with pytest.raises(ValueError, match=f"more than {LONGEST:,} characters"):
        parse_parameters("p " * (LONGEST // 2 + 1), used.append)
    assert used == []
    assert len(parse_parameters("p " * (LONGEST // 2), used.append).names) == LONGEST // 2
