"""The short run has every kind of case, and the same ones everywhere."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import slices

ATTACKS, VERBS = 40, 6


class Case:
    """A collected test."""

    def __init__(self, test, attack, verb, mark):
        self.name = f"{test}[{attack}-{verb}]"
        self.path = Path("tests/test_x.py")
        self.nodeid = f"tests/test_x.py::{self.name}"
        self.callspec = SimpleNamespace(params={"attack": attack, "verb": verb})
        self.mark = mark

    def get_closest_marker(self, name):
        assert name == "long"
        return self.mark and self.mark.mark


def cases(mark, test="test", attacks=ATTACKS):
    return [Case(test, *one, mark) for one in itertools.product(range(attacks), range(VERBS))]


def test_what_is_not_marked_stays_and_what_is_marked_plainly_goes():
    ours, theirs = cases(None), cases(pytest.mark.long, "other")
    assert slices.of_short_run([*theirs, *ours]) == (ours, theirs)


def test_a_number_of_cases_stays_in_order_and_spread():
    every = cases(pytest.mark.long(keep=30))
    kept, left = slices.of_short_run(every)
    assert len(kept) == 30
    assert kept == [one for one in every if one not in left]
    in_first_half = sum(every.index(one) < len(every) // 2 for one in kept)
    assert 8 < in_first_half < 22


def test_each_value_of_a_parameter_stays():
    kept, _ = slices.of_short_run(cases(pytest.mark.long(each=("attack", "verb"))))
    assert {one.callspec.params["attack"] for one in kept} == set(range(ATTACKS))
    assert {one.callspec.params["verb"] for one in kept} == set(range(VERBS))
    assert len(kept) <= ATTACKS + VERBS


def test_a_new_case_moves_hardly_any_other():
    before, _ = slices.of_short_run(cases(pytest.mark.long(keep=30)))
    after, _ = slices.of_short_run(cases(pytest.mark.long(keep=30), attacks=ATTACKS + 1))
    assert len({one.name for one in before} - {one.name for one in after}) <= VERBS


def test_functions_have_slices_of_their_own():
    ours, others = cases(pytest.mark.long(keep=3), "a"), cases(pytest.mark.long(keep=5), "b")
    kept, _ = slices.of_short_run([*ours, *others])
    kept = [[one.name[1:] for one in family if one in kept] for family in (ours, others)]
    assert [len(names) for names in kept] == [3, 5]
    assert set(kept[0]) < set(kept[1])


def test_real_robots_need_no_mark():
    robots = cases(None)
    for case in robots:
        case.callspec.params["path"] = Path(f"/share/example-robot-data/robots/{case.name}.urdf")
    kept, _ = slices.of_short_run(robots)
    assert len(kept) == slices.REAL_ROBOTS
