"""The collision matrix, by section 8 of the notes on SRDF."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.formats import srdf
from bodyplan.model import Geometry, Joint, Link, Robot, Sphere
from bodyplan.semantics.from_srdf import from_srdf
from bodyplan.semantics.pair import Pairs, resolve_pairs
from tests.growth import HANG_GUARD
from tests.semantics.robots import overlay, robot_of, srdf_of

ROBOT = robot_of("i: a -> b\nj: b -> c\nk: c -> d")


def disable(one: str, other: str, reason: str = "r") -> str:
    return f'<disable_collisions link1="{one}" link2="{other}" reason="{reason}"/>'


def enable(one: str, other: str) -> str:
    return f'<enable_collisions link1="{one}" link2="{other}"/>'


def default(link: str) -> str:
    return f'<disable_default_collisions link="{link}"/>'


def matrix(content: str):
    return overlay(content, ROBOT).allowed_collision_matrix


def test_every_pair_without_an_element_is_checked_including_adjacent_links():
    assert list(matrix("").checked_pairs()) == [
        *[("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")]
    ]


def test_a_disabled_pair_has_no_order():
    found = matrix(disable("c", "a", "Never"))
    assert found.allowed("a", "c")
    assert found.allowed("c", "a")
    assert found.entry("a", "c") == "always"
    assert found.reason("a", "c") == "Never"
    assert found.disabled_pairs == (("c", "a"),)
    assert found.entry("a", "b") is found.reason("a", "b") is None
    assert ("a", "c") not in list(found.checked_pairs())


@pytest.mark.parametrize(
    ("content", "allowed"),
    [
        (default("a"), "ab ac ad"),
        (default("a") + default("b"), "ab ac ad bc bd"),
        (default("a") + enable("a", "c"), "ab ad"),
        (enable("c", "a") + default("a"), "ab ad"),  # whatever the order
        (default("a") + default("c") + enable("a", "c"), "ab ad bc cd"),
        (enable("a", "c") + disable("a", "c"), "ac"),  # disabled beats enabled
        (disable("a", "c") + enable("c", "a"), "ac"),
        (default("a") + enable("a", "c") + disable("a", "c"), "ab ac ad"),
        (enable("a", "b"), ""),
    ],
)
def test_disabled_pairs_override_enabled_pairs_which_override_default_links(content, allowed):
    found = matrix(content)
    wanted = {frozenset(pair) for pair in allowed.split()}
    for one, other in product("abcd", repeat=2):
        expected = one == other or frozenset((one, other)) in wanted
        assert found.allowed(one, other) == expected
    checked = {frozenset(pair) for pair in found.checked_pairs()}
    assert not checked & wanted
    assert len(checked) + len(wanted) == 6


def test_pairs_can_be_distinguished_from_defaults():
    found = matrix(default("a") + enable("a", "c") + disable("b", "c"))
    assert found.defaults == {"a"}
    assert found.enabled_pairs == (("a", "c"),)
    assert found.disabled_pairs == (("b", "c"),)
    assert found.entry("a", "b") is None
    assert found.entry("c", "a") == "never"
    assert [(e.link, e.other, e.entry) for e in found.entries] == [
        *[("a", "c", "never"), ("b", "c", "always")]
    ]


def test_a_pair_without_effect_has_the_reason():
    document = srdf_of(
        disable("a", "b", "first")
        + disable("b", "a", "second")
        + disable("a", "QQQ")
        + disable("c", "c")
        + enable("a", "b")
        + enable("a", "c")
        + enable("c", "a")
    )
    root = document.root
    found = {id(pair.element): pair for pair in resolve_pairs(Pairs(root), ROBOT)}
    first, again, unknown, own = (found[id(element)] for element in root.disable_collisions)
    assert (first.problem, own.problem) == ("", "same link twice")
    assert (again.problem, again.other) == ("duplicate", root.disable_collisions[0])
    assert (unknown.problem, unknown.names) == ("unknown link", ("QQQ",))
    over, on, twice = (found[id(element)] for element in root.enable_collisions)
    assert (over.problem, over.other) == ("also disabled", root.disable_collisions[0])
    assert (on.problem, twice.problem) == ("", "duplicate")
    assert matrix(document.to_bytes().decode()[len('<robot name="hand_made">') : -8]).reason(
        "a", "b"
    ) == ("first")


def test_checked_pairs_can_be_limited_to_some_links():
    found = matrix(disable("a", "c"))
    assert list(found.checked_pairs(["c", "b", "a", "c"])) == [("c", "b"), ("b", "a")]


def test_links_without_collision_geometry_are_only_checked_on_request():
    bare = Robot("r", [Link("x"), *ROBOT.links], [*ROBOT.joints, Joint("h", "fixed", "x", "a")])
    found = overlay(default("b"), bare).allowed_collision_matrix
    assert found.bodies == ("a", "b", "c", "d")
    assert ("x", "a") not in list(found.checked_pairs())
    assert not found.allowed("x", "a")


def test_unknown_links_are_rejected():
    found = matrix(disable("a", "QQQ"))
    for ask in (found.allowed, found.entry, found.reason):
        with pytest.raises(KeyError, match="has no link 'QQQ'; it has 'a', 'b', 'c', 'd'"):
            ask("a", "QQQ")
    with pytest.raises(KeyError):
        list(found.checked_pairs(["a", "QQQ"]))


links = st.sampled_from("abcd")
sayings = st.lists(st.tuples(st.sampled_from(["enable", "disable", "default"]), links, links))


@given(sayings)
def test_the_matrix_equals_that_of_moveit(sayings):
    text = "".join(
        default(one) if kind == "default" else (enable if kind == "enable" else disable)(one, other)
        for kind, one, other in sayings
    )
    found = matrix(text)
    defaults = {one for kind, one, _ in sayings if kind == "default"}
    table = {}
    for wanted, entry in (("enable", False), ("disable", True)):
        for kind, one, other in sayings:
            if kind == wanted:
                table[one, other] = table[other, one] = entry
    for one, other in product("abcd", repeat=2):
        if one != other:
            expected = table.get((one, other), one in defaults or other in defaults)
            assert found.allowed(one, other) == expected


def test_three_thousand_pairs_are_read_and_asked_in_no_time():
    count = 100
    body = (Geometry(Sphere(1.0)),)
    bodies = [Link(f"l{i}", collisions=body) for i in range(count)]
    joints = [Joint(f"j{i}", "revolute", f"l{i - 1}", f"l{i}") for i in range(1, count)]
    robot = Robot("r", bodies, joints)
    names = [(f"l{i}", f"l{j}") for i in range(count) for j in range(i)]
    pairs = tuple(
        srdf.DisableCollisions(link1=one, link2=other, reason="Never")
        for one, other in names[:3000]
    )
    start = time.process_time()
    found = from_srdf(
        srdf.Robot(name="r", disable_collisions=pairs), robot
    ).allowed_collision_matrix
    assert time.process_time() - start < HANG_GUARD
    start = time.process_time()
    assert sum(found.allowed(one, other) for one, other in names * 10) == 30_000
    assert time.process_time() - start < HANG_GUARD
