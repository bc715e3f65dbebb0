"""Expressions by chance reach nothing but values, and those have the value that Python gives them."""

from __future__ import annotations

import ast
import os

import pytest

from bodyplan.formats.xacro.values import VALUE_TYPES, ExpressionError
from tests.hostile.xacro.fuzz import kinds_of_nodes, ours, try_one
from tests.hostile.xacro.grammar import expression

CHUNKS = 12
EACH = 5_000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 250
"""Expressions of a chunk; ``python -m tests.hostile.xacro.fuzz 100000`` tries as many as you like."""


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_expressions_by_chance_reach_nothing_but_values(chunk):
    went = [try_one(expression(seed)) for seed in range(chunk * EACH, (chunk + 1) * EACH)]
    assert went.count("accepted") > EACH // 5
    assert len(set(went)) > 2


def test_the_expressions_are_of_all_kinds_that_python_has():
    found = kinds_of_nodes(map(expression, range(6_000)))
    assert set(ast.expr.__subclasses__()) - found - {getattr(ast, "TemplateStr", None)} == set()
    assert {ast.comprehension, ast.arguments, ast.keyword} <= found


def test_the_closed_set_holds_no_type_that_leads_into_the_program():
    for kind in VALUE_TYPES:
        assert kind.__module__ in {"builtins", "bodyplan.formats.xacro.values"}
    assert not VALUE_TYPES & {type, object, type(ast), type(ast.parse), type(len), type("".upper)}


@pytest.mark.parametrize("text", ["f.g", "[f]", "(lambda: f)()", "f or 1", "[v for v in [math]]"])
def test_a_namespace_is_never_a_value(text):
    with pytest.raises(ExpressionError, match="namespace"):
        ours(text)
