"""Hostile expressions end soon, with little memory, at a limit that is named."""

from __future__ import annotations

import resource
import time

import pytest

from bodyplan.core import field_names
from bodyplan.xacro.expressions.values import ExpressionError
from bodyplan.xacro.expressions.yaml_values import read_yaml
from bodyplan.xacro.limits import DEFAULT_LIMITS
from tests.growth import HANG_GUARD

from .test_evaluator import Symbols, evaluator, lines, symbols

MOST_KILOBYTES = 300_000
LIMITS = field_names(type(DEFAULT_LIMITS))


@pytest.fixture(autouse=True)
def _short_and_small():
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    yield
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert time.process_time() - start < HANG_GUARD
    assert after - before < MOST_KILOBYTES


@pytest.mark.parametrize("expression", lines("bombs"))
def test_an_expression_without_bounds_ends_at_a_limit(expression):
    using = evaluator(max_steps=100_000)
    with pytest.raises(ExpressionError) as caught:
        using.evaluate(expression, symbols(using))
    assert caught.value.kind == "limit"
    assert caught.value.name in LIMITS
    assert using.evaluation.depth == 0


@pytest.mark.parametrize(
    ("expression", "limit"),
    [
        ("9**9**9", "max_bits"),
        ("1 << 10**10", "max_bits"),
        ("(9**4000) * (9**4000)", "max_bits"),
        ("factorial(10**8)", "max_bits"),
        ("'a' * 10**10", "max_items"),
        ("'%1000000000d' % 1", "max_items"),
        ("list(python.range(10**10))", "max_items"),
        ("str([[[0] * 100] * 1000] * 1000)", "max_items"),
        ("[0 for a in python.range(10**4) for b in python.range(10**4) if n < 0]", "max_steps"),
        ("(lambda f: f(f))(lambda f: f(f))", "max_calls"),
        ("1" + " + 1" * 5000, "max_expression"),
        ("-" * 5000 + "1", "max_expression"),
        ("not " * 2000 + "1", "max_expression"),
        ("lambda: " * 1000 + "1", "max_expression"),
        ("1" + "if 1 else 1" * 500, "max_expression"),
        ("2" + "**2" * 3000, "max_expression"),
        ("(" * 150 + "1" + ")" * 150 + " + 1" * 150, "max_expression"),
        ("[" * 90 + "1" + "]" * 90 + "[0]" * 90, "max_expression"),
        ("xs" + "[0:]" * 2000, "max_expression"),
    ],
)
def test_the_limit_is_named(expression, limit):
    using = evaluator()
    with pytest.raises(ExpressionError) as caught:
        using.evaluate(expression, symbols(using))
    assert (caught.value.kind, caught.value.name) == ("limit", limit)


def test_calls_inside_each_other_are_compiled_once():
    using = evaluator()
    nested = "int(" * 24 + "1.5" + ")" * 24
    assert using.evaluate(nested, Symbols({})) == 1
    assert using.evaluation.left > DEFAULT_LIMITS.max_steps - 5_000


def test_all_expressions_of_an_expansion_share_the_steps():
    using = evaluator(max_steps=10_000)
    none = Symbols({})
    with pytest.raises(ExpressionError) as caught:
        for _ in range(10_000):
            using.evaluate("[v * 2 for v in python.range(10)]", none)
    assert caught.value.name == "max_steps"
    with pytest.raises(ExpressionError):
        using.evaluate("1", none)


def test_lazy_properties_share_the_depth():
    using = evaluator()

    class Chain(Symbols):
        def lookup(self, name: str) -> object:
            return using.evaluate(f"{name}x + 1", self)

    with pytest.raises(ExpressionError) as caught:
        using.evaluate("a", Chain({}))
    assert (caught.value.kind, caught.value.name) == ("limit", "max_calls")
    assert using.evaluation.depth == 0


def test_what_a_robot_needs_stays_far_below_the_limits():
    using = evaluator()
    table = symbols(using)
    for _ in range(1000):
        using.evaluate("cfg.limits.upper * 2 + xs[0] / 2.0 - pi", table)
    assert using.evaluation.left > 0.99 * DEFAULT_LIMITS.max_steps


BILLION = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, 10)
)
MERGES = "a0: &a0 {k: 1}\n" + "".join(
    f"a{level}: &a{level} {{<<: [*a{level - 1}, *a{level - 1}], k{level}: *a{level - 1}}}\n"
    for level in range(1, 40)
)


@pytest.mark.parametrize(
    "made",
    [
        lambda: BILLION,
        lambda: MERGES,
        lambda: "[" * 10_000,
        lambda: "{a: " * 10_000,
        lambda: "- " * 10_000,
        lambda: "- x\n" * 250_000,
        lambda: "#" * 30_000_000,
        lambda: "".join(f"{number * (2**61 - 1)}: 0\n" for number in range(20_000)),
    ],
    ids=["aliases", "merges", "lists", "maps", "sequences", "values", "characters", "keys"],
)
def test_yaml_without_bounds_ends_at_a_limit(made):
    with pytest.raises(ExpressionError) as caught:
        read_yaml(made(), evaluator())
    assert caught.value.kind == "limit"
