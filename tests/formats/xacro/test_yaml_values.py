"""YAML files have the values that PyYAML gives them, or are refused with a reason."""

from __future__ import annotations

import math

import pytest
import yaml

from bodyplan.xacro.expressions.values import ExpressionError, YamlList, YamlMapping
from bodyplan.xacro.expressions.yaml_values import read_yaml

from .test_evaluator import evaluator

SAME = [
    "a: 1\nb: [1, 2.5, x, {c: d}]",
    "x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\nz: {<<: [*x, {q: 1, a: 7}]}",
    "b: &b {k: 1}\nm: &m {<<: *b, l: 2}\nn: {<<: *m}",
    "- 0o7\n- 010\n- 0x1F\n- 0b11\n- 1_000\n- 190:20:30\n- 1e3\n- 1.0e+3\n- .inf\n- -.INF\n- ~",
    "- yes\n- 'yes'\n- off\n- True\n- null\n- ''\n-\n- 1:30.5",
    "",
    "text",
    "- 'single ''quoted'''\n- \"a\\x07\\u00e9\\n\"\n- |\n  block\n- >\n  folded\n  text",
    "a: !!int '7'\nb: !!str 7\nc: !!float 3\nd: ! 12\ne: !!seq [1]\nf: !!map {a: 1}",
    "=: 3",
    "a: 1\na: 2",
    "k: 12345678901234567890",
    "? 1\n? 2",
    "{a: 1, b}",
    "1: a\n2.5: b\ntrue: c\nnull: d",
    "--- {a: 1}\n...\n",
    "%YAML 1.1\n---\na: 1",
    "a: &a [1, 2]\nb: *a",
    "größe: 1 # comment",
]
REFUSED = {
    "a collection as key": "? [1, 2]\n: 3",
    "a second document": "--- 1\n--- 2",
    "a tag of Python": "!!python/object/apply:os.system ['id']",
    "a tag of a name in Python": "a: !!python/name:os.system",
    "a tag of nobody": "a: !strange 5",
    "bytes": "a: !!binary abcd",
    "two colons": "a: b: c",
    "an open list": "[1, 2",
    "an undefined alias": "a: *b",
    "a merge of a number": "<<: 3",
    "a merge as value": "- <<",
    "a value sign as value": "- =",
    "a merge alone": "<<",
    "a tag that does not fit": "a: !!int x",
    "a mapping with a unit": "a: !degrees {b: 1}",
    "a tab": "a:\n\t- b",
    "a character that is not allowed": "a: \x07",
    "an alias to its own list": "a: &a [1, *a]",
    "a very long number": "a: " + "9" * 5000,
}


@pytest.mark.parametrize("text", SAME)
def test_a_file_has_the_value_that_pyyaml_gives_it(text):
    ours, theirs = read_yaml(text, evaluator()), yaml.safe_load(text)
    if "<<: [" in text:  # the order of merged keys is another one from PyYAML 6.0.4 on
        ours, theirs = ordered(ours), ordered(theirs)
    assert repr(ours) == repr(theirs)


def ordered(value):
    """The value with sorted keys."""
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value)}
    return value


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_no_plain_yaml_is_refused(text):
    with pytest.raises(ExpressionError) as caught:
        read_yaml(text, evaluator())
    assert caught.value.kind == "yaml"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("!degrees 90", math.pi / 2),
        ("!radians 2", 2.0),
        ("!meters 2", 2.0),
        ("!millimeters 2", 0.002),
        ("!foot 2", 2 * 0.3048),
        ("!inches 2", 2 * 0.0254),
        ("!degrees '360 / 4'", math.pi / 2),
        ("!radians pi / 2", math.pi / 2),
        ("!radians '-sqrt(4)'", -2.0),
    ],
)
def test_units_are_converted(text, value):
    assert read_yaml(text, evaluator()) == value


@pytest.mark.parametrize("text", ["!degrees", "!degrees a", "!degrees '[1]'", "!meters x.y"])
def test_a_unit_needs_a_number(text):
    with pytest.raises(ExpressionError):
        read_yaml(text, evaluator())


def test_collections_come_with_dots_and_dates_as_text():
    value = read_yaml("a: {b: [{c: 1}]}\nd: 2001-12-14", evaluator())
    assert type(value) is YamlMapping
    assert value["d"] == "2001-12-14"
    assert type(read_yaml("[1]", evaluator())) is YamlList
