"""Arguments on a command line, as ROS 2 takes them."""

from __future__ import annotations

import pytest

from bodyplan.xacro.arguments import parse_arguments


def test_name_and_value_are_parted_at_the_sign_and_stripped():
    assert parse_arguments(["a:=1", " b := two words ", "c:=x=y"]).values == {
        "a": "1",
        "b": "two words",
        "c": "x=y",
    }


def test_the_last_of_two_values_counts():
    assert parse_arguments(["a:=1", "a:=2"]).values == {"a": "2"}


def test_words_that_ros_ignores_are_ignored_and_reported():
    found = parse_arguments(["a:=", ":=1", "_ros:=1", "__own:=2", "_:=3"])
    assert found.values == {"__own": "2", "_": "3"}
    assert [word for word, _ in found.ignored] == ["a:=", ":=1", "_ros:=1"]


@pytest.mark.parametrize("word", ["a", "a=1", "a:=1:=2", ""])
def test_other_words_are_no_arguments(word):
    with pytest.raises(ValueError, match="NAME:=VALUE"):
        parse_arguments([word])
