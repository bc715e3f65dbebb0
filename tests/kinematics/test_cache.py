"""What is remembered of links that were asked for: little, and what was used last."""

from __future__ import annotations

import pytest

from bodyplan.kinematics._cache import LruCache
from tests.kinematics.forms import run_at_once, use
from tests.kinematics.test_large import large

np = pytest.importorskip("numpy")


def test_what_has_not_been_used_for_longest_goes_first():
    kept: LruCache[str] = LruCache(3, 100)
    for name in "abc":
        kept.put(name, name.upper(), 1)
    assert kept.get("a") == "A"
    kept.put("d", "D", 1)
    assert [kept.get(name) for name in "abcd"] == ["A", None, "C", "D"]
    assert len(kept) == 3


def test_large_values_leave_no_room_for_others_but_stay():
    kept: LruCache[str] = LruCache(10, 100)
    for name in "abcd":
        kept.put(name, name, 30)
    assert [kept.get(name) for name in "abcd"] == [None, "b", "c", "d"]
    kept.put("e", "e", 1000)
    assert [kept.get(name) for name in "bcde"] == [None, None, None, "e"]
    kept.put("e", "f", 10)  # the same key again counts once
    kept.put("g", "g", 80)
    assert [kept.get(name) for name in "eg"] == ["f", "g"]
    kept.put("e", "h", 90)  # and is the latest
    assert [kept.get(name) for name in "eg"] == ["h", None]


def test_threads_share_it():
    kept: LruCache[int] = LruCache(4, 10)
    wrong = []

    def run(seed):
        dice = np.random.default_rng(seed)
        for key in dice.integers(0, 12, 3000).tolist():
            found = kept.get(key)
            if found is None:
                kept.put(key, key, key % 5)
            elif found != key:
                wrong.append(key)

    run_at_once(run, 4)
    assert not wrong
    assert len(kept) <= 4


def test_all_links_of_a_long_chain_are_not_remembered(monkeypatch):
    """Each has a program as long as its way to the root: all of them grow with the square."""
    robot = large(400, lambda i: i - 1)
    monkeypatch.setattr("bodyplan.kinematics.plan._JOINTS", 2_000)
    use("arrays", monkeypatch, robot)
    q = robot.neutral()
    for link in range(1, 400, 10):
        robot.frame_jacobian(q, link)
        robot.forward_kinematics(q, [link])
    held = robot.arrays.plan._parts._held.values()
    assert 1 < len(held) <= 32
    assert sum(len(part.joints) for part, _ in held) <= 2_000
    assert np.abs(robot.frame_jacobian(q, 399)[5]).min() == 1.0
