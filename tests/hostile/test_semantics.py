"""Hostile SRDF files end soon, take little memory, and open nothing but themselves."""

from __future__ import annotations

import re

import pytest

from tests.hostile.runs import assert_harmless, noting, run
from tests.hostile.semantics import BOMBS, CODES
from tests.slices import amount

VERBS = {
    "check it alone": ("check", "--alone", "IN"),
    "check a folder": ("check", "FOLDER", "--format", "sarif"),
    "show it": ("show", "IN", "--robot", "ROBOT"),
    "show it alone": ("show", "IN", "--alone"),
    "print its facts": ("show", "IN", "--robot", "ROBOT", "--json"),
    "draw its pairs": ("show", "IN", "--robot", "ROBOT", "--graph", "svg"),
    "draw its groups": ("show", "IN", "--robot", "ROBOT", "--graph", "dot"),
    "draw its groups for Mermaid": ("show", "IN", "--alone", "--graph", "mermaid"),
    "lay it out": ("fmt", "IN", "--check"),
    "fix it": ("fix", "IN", "--unsafe", "--diff", "--robot", "ROBOT"),
    "fix it alone": ("fix", "IN", "--unsafe", "--check"),
    "rename a group": ("rename", "group", "g", "QQQ", "IN", "--diff"),
    "rename a link": ("rename", "link", "l1", "QQQ", "IN", "--check"),
    "draft a new one": ("srdf", "new", "ROBOT"),
    "add a group": (
        *("srdf", "add", "group", "IN", "QQQ", "--chain", "l0", "l1"),
        *("--robot", "ROBOT", "--diff"),
    ),
    "add a state": (
        *("srdf", "add", "state", "IN", "QQQ", "g", "j0=0"),
        *("--robot", "ROBOT", "--complete", "--diff"),
    ),
    "add an end effector": (
        *("srdf", "add", "end-effector", "IN", "QQQ", "--group", "g", "--parent-link", "l2"),
        *("--robot", "ROBOT", "--check"),
    ),
    "add a virtual joint": (
        *("srdf", "add", "virtual-joint", "IN", "QQQ", "--child-link", "l0", "--type", "fixed"),
        *("--robot", "ROBOT", "--check"),
    ),
    "load it with the robot around it": ("load", "IN"),
}
SHOW_CONTENT = ("--diff", "new")
SMALL = (
    "names with escape sequences",
    "names that are no UTF-8",
    "a NUL in a name",
    "20,000 levels in a subgroup",
    "a robot that breaks off",
    "a robot that is none",
)
"""Every second verb is run on the first of these, the other verbs on the next, and so on."""
CIRCLE = "a circle of 6,000 groups"
GROWING = "5,000 groups that grow by a joint each"
EACH_OTHER = "300 groups that contain each other"
STATES = "8,000 states of one group"
WIDE_STATES = "10 states of 4,999 joints"
PAIRS = "12,000 disabled pairs of 5 links"
SPHERES = "20,000 spheres on a link with 5,000 shapes"
NAMES = "names of 1 MB"
LONG = "a robot of 8,000 links"
ROOTS = "a robot of 8,000 roots"
LARGE = {
    "check it alone": (CIRCLE, NAMES),
    "check a folder": (PAIRS, ROOTS),
    "show it": (EACH_OTHER, STATES, SPHERES),
    "show it alone": (CIRCLE, NAMES),
    "print its facts": (GROWING, WIDE_STATES, SPHERES),
    "draw its pairs": (PAIRS, LONG),
    "draw its groups": (EACH_OTHER, CIRCLE, ROOTS),
    "draw its groups for Mermaid": (EACH_OTHER, NAMES),
    "lay it out": (STATES, NAMES),
    "fix it": (PAIRS, WIDE_STATES, ROOTS),
    "fix it alone": (CIRCLE, STATES),
    "rename a group": (LONG, GROWING),
    "rename a link": (PAIRS, SPHERES, ROOTS),
    "draft a new one": (LONG, ROOTS, SPHERES),
    "add a group": (EACH_OTHER, GROWING, LONG),
    "add a state": (LONG, STATES),
    "add an end effector": (LONG, CIRCLE),
    "add a virtual joint": (ROOTS, WIDE_STATES),
    "load it with the robot around it": (GROWING, PAIRS),
}
"""What a verb is run on besides: files that are large in what this verb looks at."""
FAMILIES = {code[:3]: name for name, code in reversed(CODES.items())}
LOADED = {name for name in BOMBS if name not in CODES} | set(FAMILIES.values())
"""What is also loaded: the files without a fault, and the first of each family of faults."""


def answer_to(words, folder, place):
    names = {"IN": folder / "r.srdf", "ROBOT": folder / "r.urdf", "FOLDER": folder}
    return run([str(names.get(word, word)) for word in words], place, folder)


def verbs_for(name):
    """The verbs that meet a file, besides the check with its robot."""
    half = [*VERBS][SMALL.index(name) % 2 :: 2] if name in SMALL else []
    return [verb for verb in VERBS if verb in half or name in LARGE.get(verb, ())]


def test_every_file_that_verbs_are_run_on_is_there():
    assert {*SMALL, *(name for large in LARGE.values() for name in large)} <= set(BOMBS)
    assert set(LARGE) <= set(VERBS)


@pytest.mark.long(keep=7)
@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_file_does_no_harm(name, folder, tmp_path):
    bomb = BOMBS[name]()
    (folder / "r.srdf").write_bytes(bomb.data)
    (folder / "r.urdf").write_bytes(bomb.robot)
    answer = answer_to(("check", "IN", "--robot", "ROBOT", "--json"), folder, tmp_path)
    assert_harmless(answer)
    codes = set(re.findall(r'"code": "(\w+)"', answer.out))
    assert CODES[name] in codes if name in CODES else not codes
    if name in LOADED:
        with noting("load it with its robot"):
            answer = answer_to(("load", "IN", "ROBOT"), folder, tmp_path)
            assert_harmless(answer)
    for verb in verbs_for(name)[:: amount(1, short=4)]:
        words = VERBS[verb]
        with noting(verb):
            answer = answer_to(words, folder, tmp_path)
            shows_content = any(word in SHOW_CONTENT for word in words)
            assert_harmless(answer, shows_content=shows_content)
