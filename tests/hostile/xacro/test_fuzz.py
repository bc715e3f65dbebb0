"""Expressions by chance reach nothing but values, and those have the value that Python gives them."""

from __future__ import annotations

import ast
import os

import pytest

from bodyplan.xacro.expressions.global_symbols import GLOBALS
from bodyplan.xacro.expressions.values import VALUE_TYPES, ExpressionError, Function
from tests.hostile.xacro.fuzz import kinds_of_nodes, main, ours, try_one, watching
from tests.hostile.xacro.grammar import expression

CHUNKS = 12
EACH = 5_000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 250
"""Expressions of a chunk; ``tools/fuzz --format expression`` tries as many as you like."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_expressions_by_chance_reach_nothing_but_values(chunk):
    with watching() as watch:
        went = [try_one(expression(seed)) for seed in range(chunk * EACH, (chunk + 1) * EACH)]
    assert went.count("accepted") > EACH // 5
    assert len(set(went)) > 2
    assert watch.kinds.total() > EACH
    assert len(watch.functions) > EACH // 10


@pytest.mark.parametrize("value", [print, type, object(), len, "".upper, ast, 1j, (i for i in ())])
def test_a_value_of_another_type_inside_of_an_expression_is_noticed(value, monkeypatch):
    monkeypatch.setitem(GLOBALS, "pi", value)
    with watching(), pytest.raises((AssertionError, ExpressionError)):
        ours("[pi]")


def test_a_function_of_no_table_is_noticed(monkeypatch):
    monkeypatch.setitem(GLOBALS, "pi", Function("open", open))
    with watching() as watch:
        watch.allowed -= {GLOBALS["pi"]}
        with pytest.raises(AssertionError, match="open is in no table"):
            ours("[pi]")


def test_the_campaign_prints_its_numbers(capsys):
    assert main(50) == 0
    assert capsys.readouterr().out.startswith("expression: 50 cases, 0 failed\n")


def test_the_expressions_are_of_all_kinds_that_python_has():
    found = kinds_of_nodes(map(expression, range(6_000)))
    assert set(ast.expr.__subclasses__()) - found - {getattr(ast, "TemplateStr", None)} == set()
    assert {ast.comprehension, ast.arguments, ast.keyword} <= found


def test_the_closed_set_holds_no_type_that_leads_into_the_program():
    for kind in VALUE_TYPES:
        assert kind.__module__ in {"builtins", "bodyplan.xacro.expressions.values"}
    assert not VALUE_TYPES & {type, object, type(ast), type(ast.parse), type(len), type("".upper)}


@pytest.mark.parametrize("text", ["f.g", "[f]", "(lambda: f)()", "f or 1", "[v for v in [math]]"])
def test_a_namespace_is_never_a_value(text):
    with pytest.raises(ExpressionError, match="namespace"):
        ours(text)
