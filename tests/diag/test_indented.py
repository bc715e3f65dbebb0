"""JSON over many lines is what the standard library writes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.diag.indented import indented

simple = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
) | st.text()
values = st.recursive(
    simple,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
)


@given(values)
def test_the_text_is_that_of_the_standard_library(value):
    assert indented(value) == json.dumps(value, indent=2)


@pytest.mark.parametrize("depth", range(8))
def test_it_is_the_same_at_every_depth(depth):
    value = {"a": [1, {"b": (), "c": {"é\ud800": [None, True, "\u2028"]}}], "d": 0.5}
    for _ in range(depth):
        value = {"QQQ": [value, 1], "flat": {"x": "y"}}
    assert indented(value) == json.dumps(value, indent=2)


@pytest.mark.parametrize("value", [float("inf"), [float("nan"), 1], {"a": float("-inf")}])
def test_numbers_that_json_does_not_have_are_refused(value):
    with pytest.raises(ValueError, match="not JSON compliant"):
        indented(value)
