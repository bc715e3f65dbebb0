"""What a hint proposes for a name that is not there."""

from __future__ import annotations

import pytest

from bodyplan.diag import did_you_mean

JOINTS = ("left_elbow_joint", "right_elbow_joint", "flange_joint", "base-yaw", "base-roll", "tip")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("flange_jiont", "did you mean 'flange_joint'?"),
        ("flange", "did you mean 'flange_joint'?"),
        ("Base_Y", "did you mean 'base-yaw'?"),
        ("tpi", "did you mean 'tip'?"),
        ("elbow", "did you mean 'left_elbow_joint' or 'right_elbow_joint'?"),
    ],
)
def test_a_name_that_is_nearly_there_or_half_there_is_proposed(word, hint):
    assert did_you_mean(word, JOINTS) == hint
    assert did_you_mean(word, iter(JOINTS)) == hint


@pytest.mark.parametrize("word", ["fl", "joint_QQQ", "", "___", "QQQ"])
def test_what_may_be_for_anything_or_nothing_is_not_guessed(word):
    assert did_you_mean(word, JOINTS) is None


def test_what_many_names_hold_is_not_guessed():
    assert did_you_mean("wheel", [f"wheel_of_cart_number_{i}" for i in range(4)]) is None
