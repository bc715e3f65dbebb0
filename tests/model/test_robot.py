"""The tree of a robot answers: order, names and indices, chains, subtrees, what moves."""

from __future__ import annotations

import math
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.model import (
    Inertial,
    Joint,
    Limit,
    Link,
    Mimic,
    NotATreeError,
    Robot,
    UnknownNameError,
)
from tests.semantics.robots import robot_of

# A trunk with two arms; the names of the joints are not in the order of the text.
#
#   base -mount- trunk -b_left- upper_l -elbow_l- lower_l
#                      \-a_right- upper_r -elbow_r- lower_r -hand- palm
TWO_ARMS = """
    mount: base -> trunk fixed
    b_left: trunk -> upper_l
    a_right: trunk -> upper_r
    elbow_l: upper_l -> lower_l
    elbow_r: upper_r -> lower_r prismatic
    hand: lower_r -> palm fixed
"""


@pytest.fixture
def robot() -> Robot:
    return robot_of(TWO_ARMS)


def test_the_order_is_depth_first_with_the_joints_below_a_link_by_name(robot):
    assert robot.link_names == (
        *("base", "trunk", "upper_r", "lower_r", "palm"),
        *("upper_l", "lower_l"),
    )
    assert robot.joint_names == ("mount", "a_right", "elbow_r", "hand", "b_left", "elbow_l")


def test_capital_letters_come_first_as_in_the_maps_of_the_reference():
    robot = robot_of("b: base -> l1\na: base -> l2\nZ: base -> l3\nä: base -> l4")
    assert robot.joint_names == ("Z", "a", "b", "ä")


def test_indices_are_places_in_links_and_joints(robot):
    assert [robot.link_index(link.name) for link in robot.links] == list(range(7))
    assert [robot.joint_index(joint.name) for joint in robot.joints] == list(range(6))
    assert robot.links[robot.link_index("palm")].name == "palm"
    assert robot.link("palm").name == "palm"
    assert robot.joint("hand").child == "palm"


def test_what_is_attached_to_what(robot):
    assert robot.root_link.name == "base"
    assert [link.name for link in robot.roots] == ["base"]
    assert robot.parent_joint("base") is None
    assert robot.parent_joint("palm").name == "hand"
    assert [joint.name for joint in robot.child_joints("trunk")] == ["a_right", "b_left"]
    assert robot.child_joints("palm") == ()
    assert [link.name for link in robot.tips] == ["palm", "lower_l"]
    assert [link.name for link in robot.subtree("upper_r")] == ["upper_r", "lower_r", "palm"]
    assert robot.is_above("trunk", "palm")
    assert robot.is_above("palm", "palm")
    assert not robot.is_above("upper_l", "palm")


def names(joints) -> list[str]:
    return [joint.name for joint in joints]


def test_a_chain_down_has_the_joints_below_its_base(robot):
    chain = robot.chain("trunk", "palm")
    assert chain.ancestor == "trunk"
    assert (names(chain.up), names(chain.down)) == ([], ["a_right", "elbow_r", "hand"])


def test_a_chain_up_has_the_joints_of_the_base(robot):
    chain = robot.chain("lower_l", "base")
    assert chain.ancestor == "base"
    assert (names(chain.up), names(chain.down)) == (["elbow_l", "b_left", "mount"], [])


def test_a_chain_across_goes_through_the_common_link(robot):
    chain = robot.chain("lower_l", "palm")
    assert chain.ancestor == "trunk"
    assert names(chain.joints) == ["elbow_l", "b_left", "a_right", "elbow_r", "hand"]


def test_a_chain_from_a_link_to_itself_is_empty(robot):
    assert robot.chain("palm", "palm").joints == ()


def test_what_moves(robot):
    robot = robot_of(TWO_ARMS + "\nfinger: palm -> tip revolute -2*a_right+0.5")
    assert names(robot.movable_joints) == ["a_right", "elbow_r", "finger", "b_left", "elbow_l"]
    assert names(robot.independent_joints) == ["a_right", "elbow_r", "b_left", "elbow_l"]
    assert robot.variables == ("a_right", "elbow_r", "finger", "b_left", "elbow_l")


def test_variables_are_called_as_in_moveit():
    planar = Joint("base", "planar", "world", "body")
    floating = Joint("base", "floating", "world", "body")
    assert planar.variables == ("base/x", "base/y", "base/theta")
    assert floating.variables == (
        *("base/trans_x", "base/trans_y", "base/trans_z"),
        *("base/rot_x", "base/rot_y", "base/rot_z", "base/rot_w"),
    )
    assert (planar.variable_count, planar.degrees_of_freedom) == (3, 3)
    assert (floating.variable_count, floating.degrees_of_freedom) == (7, 6)
    assert Joint("j", "fixed", "a", "b").variables == ()


@pytest.mark.parametrize(
    ("lower", "upper", "default"),
    [
        (-1.0, 1.0, 0.0),
        (0.0, 1.0, 0.0),
        (1.0, 3.0, 2.0),
        (-3.0, -1.0, -2.0),
        (0.5, math.inf, 0.5),
        (-math.inf, -0.5, -0.5),
        (-math.inf, math.inf, 0.0),
        (2.0, 1.0, 1.5),  # bounds the wrong way round
        (math.inf, -math.inf, 0.0),
    ],
)
def test_a_joint_is_at_zero_by_default_or_in_the_middle_of_its_bounds(lower, upper, default):
    joint = Joint("j", "revolute", "a", "b", limit=Limit(lower, upper))
    assert joint.default == (default,)


def test_a_configuration_is_completed_and_mimic_joints_follow():
    robot = robot_of("""
        j1: a -> b
        j2: b -> c revolute 2*j1+0.5
        j3: c -> d revolute -1*j2+0.25
        j4: d -> e fixed
    """)
    assert robot.mimics["j3"] == Mimic("j1", -2.0, -0.25)
    assert robot.configuration() == {"j1": (0.0,), "j2": (0.5,), "j3": (-0.25,)}
    assert robot.configuration({"j1": 1}) == {"j1": (1.0,), "j2": (2.5,), "j3": (-2.25,)}
    assert robot.configuration({"j1": [1.0], "j3": 9.0})["j3"] == (-2.25,)


def test_a_configuration_with_a_wrong_name_or_count_is_refused(robot):
    with pytest.raises(UnknownNameError, match="no joint 'a_rihgt'; did you mean 'a_right'"):
        robot.configuration({"a_rihgt": 1.0})
    with pytest.raises(ValueError, match="joint 'a_right' is revolute and requires 1 value, got 2"):
        robot.configuration({"a_right": (1.0, 2.0)})


def test_an_unknown_name_is_answered_with_what_there_is(robot):
    with pytest.raises(KeyError) as caught:
        robot.link("plam")
    assert str(caught.value) == "robot 'hand_made' has no link 'plam'; did you mean 'palm'?"
    with pytest.raises(UnknownNameError) as caught:
        robot.joint("QQQ")
    assert str(caught.value).startswith("robot 'hand_made' has no joint 'QQQ'; it has 'mount', 'a")
    with pytest.raises(UnknownNameError) as caught:
        robot.link("mount")
    assert str(caught.value).startswith(
        "robot 'hand_made' has no link 'mount'; that is a joint, which moves link '"
    )
    with pytest.raises(UnknownNameError) as caught:
        robot.joint("base")
    assert str(caught.value) == "robot 'hand_made' has no joint 'base'; that is a link"
    for ask in (robot.parent_joint, robot.child_joints, robot.subtree):
        with pytest.raises(UnknownNameError):
            ask("QQQ")
    with pytest.raises(UnknownNameError):
        robot.chain("base", "QQQ")


LINKS = (Link("a"), Link("b"), Link("c"))


@pytest.mark.parametrize(
    ("links", "joints", "message"),
    [
        ((*LINKS, Link("a")), [], "duplicate link 'a'"),
        (LINKS, [("j", "a", "b"), ("j", "b", "c")], "duplicate joint 'j'"),
        (LINKS, [("j", "a", "QQQ")], "joint 'j': link 'QQQ' does not exist"),
        (LINKS, [("i", "a", "c"), ("j", "b", "c")], "two joints lead to link 'c': 'i' and 'j'"),
        (LINKS, [("i", "b", "c"), ("j", "c", "b")], "joints form a cycle at or above link 'b'"),
        (LINKS, [("j", "a", "a")], "joints form a cycle at or above link 'a'"),
    ],
)
def test_links_and_joints_that_are_not_a_tree_are_rejected(links, joints, message):
    with pytest.raises(NotATreeError) as caught:
        Robot("r", links, [Joint(name, "fixed", *ends) for name, *ends in joints])
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("mimics", "message"),
    [
        ({"i": "QQQ"}, "joint 'i' mimics 'QQQ', which does not exist"),
        ({"i": "j", "j": "i"}, "joint 'i' mimics itself"),
        ({"j": "j"}, "joint 'j' mimics itself"),
        ({"i": "k"}, "joint 'i' cannot mimic 'k': only joints with one variable can"),
    ],
)
def test_joints_that_cannot_mimic_are_rejected(mimics, message):
    ends = {"i": ("a", "b", "revolute"), "j": ("b", "c", "revolute"), "k": ("c", "d", "planar")}
    joints = [
        Joint(name, kind, parent, child, mimic=Mimic(mimics[name]) if name in mimics else None)
        for name, (parent, child, kind) in ends.items()
    ]
    with pytest.raises(NotATreeError) as caught:
        Robot("r", [*LINKS, Link("d")], joints)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "axis", [(3.0, 0.0, 4.0), (1e-200, 0.0, 0.0), (0.0, 1e200, 1e200), (math.nan, 0.0, 0.0)]
)
def test_an_invalid_axis_is_rejected(axis):
    for kind, fields in (("screw", {"axis": axis}), ("universal", {"axis2": axis})):
        joint = Joint("j", kind, "a", "b", **fields)
        with pytest.raises(NotATreeError, match=r"joint 'j': axis2? must have length 1"):
            Robot("r", LINKS, [joint])
    Robot("r", LINKS, [Joint("j", "fixed", "a", "b", axis=axis)])  # which has none


def test_a_duplicate_link_is_rejected():
    with pytest.raises(NotATreeError, match="duplicate link 'a'"):
        Robot("r", [LINKS[0], LINKS[0]])


def test_what_is_not_connected_has_roots_of_its_own():
    robot = Robot("r", [*LINKS, Link("d")], [Joint("j", "fixed", "c", "b")])
    assert [link.name for link in robot.roots] == ["a", "c", "d"]
    assert robot.root_link.name == "a"
    assert robot.link_names == ("a", "c", "b", "d")
    assert robot.chain("a", "b") is None
    assert robot.chain("c", "b").ancestor == "c"
    assert robot.parent_joint("b").name == "j"


def test_a_robot_without_links_has_no_root_link():
    robot = Robot("empty")
    assert (robot.links, robot.tips, robot.roots, robot.variables) == ((), (), (), ())
    with pytest.raises(ValueError, match="robot 'empty' has no links"):
        _ = robot.root_link


def test_robots_are_values(robot):
    again = Robot(robot.name, reversed(robot.links), reversed(robot.joints))
    assert again == robot
    assert hash(again) == hash(robot)
    assert pickle.loads(pickle.dumps(robot)) == robot  # noqa: S301
    assert repr(robot) == "<model.Robot 'hand_made' with 7 links and 6 joints>"
    with pytest.raises(AttributeError):
        robot.name = "other"


# Against what anybody would write first


@st.composite
def forests(draw) -> Robot:
    """A robot of some links, each but the first under an earlier one, or a root."""
    count = draw(st.integers(1, 12))
    parents = [draw(st.integers(-1 if draw(st.booleans()) else 0, i - 1)) for i in range(1, count)]
    labels = draw(st.permutations(range(count)))
    joints = [
        Joint(f"j{labels[i]}", "revolute", f"l{parent}", f"l{i}")
        for i, parent in enumerate(parents, 1)
        if parent >= 0
    ]
    return Robot("r", draw(st.permutations([Link(f"l{i}") for i in range(count)])), joints)


def ancestors(robot: Robot, link: str) -> list[str]:
    """A link and all above it, upwards."""
    found = [link]
    while (joint := next((j for j in robot.joints if j.child == found[-1]), None)) is not None:
        found.append(joint.parent)
    return found


@given(forests())
def test_queries_are_what_the_definition_says(robot):
    above = {link.name: ancestors(robot, link.name) for link in robot.links}
    place = {name: index for index, name in enumerate(robot.link_names)}
    assert all(place[name] <= place[below] for below, some in above.items() for name in some)
    for name in above:
        children = sorted((j for j in robot.joints if j.parent == name), key=lambda j: j.name)
        assert list(robot.child_joints(name)) == children
        subtree = [link.name for link in robot.subtree(name)]
        assert subtree == [n for n in robot.link_names if name in above[n]]
    for base, tip in product(above, repeat=2):
        assert robot.is_above(base, tip) == (base in above[tip])
        common = [name for name in above[base] if name in above[tip]]
        chain = robot.chain(base, tip)
        if not common:
            assert chain is None
            continue
        assert chain.ancestor == common[0]
        up = above[base][: above[base].index(common[0])]
        down = above[tip][: above[tip].index(common[0])]
        assert [joint.child for joint in chain.up] == up
        assert [joint.child for joint in chain.down] == down[::-1]


def test_the_mass_of_the_heaviest_is_infinite():
    heavy = Inertial(1e308)
    assert Robot("r", [Link("a", heavy), Link("b", heavy)]).total_mass == math.inf


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("1", TypeError, "joint 'a_b': expected a number or a list of numbers, got '1'"),
        (None, TypeError, "joint 'a_b': expected a number or a list of numbers, got None"),
        ([None], TypeError, r"joint 'a_b': expected a number or a list of numbers, got \[None\]"),
        ([1, 2], ValueError, "joint 'a_b' is revolute and requires 1 value, got 2"),
        (["1"], TypeError, r"joint 'a_b': expected a number or a list of numbers, got \['1'\]"),
        (
            {0.5: 1},
            TypeError,
            r"joint 'a_b': expected a number or a list of numbers, got \{0.5: 1\}",
        ),
        (10**400, ValueError, "a value of joint 'a_b' is too large for a float"),
        ([10**400], ValueError, "a value of joint 'a_b' is too large for a float"),
    ],
)
def test_invalid_positions_are_rejected(given, error, message):
    robot = Robot("r", [Link("a"), Link("b")], [Joint("a_b", "revolute", "a", "b")])
    with pytest.raises(error, match=message):
        robot.configuration({"a_b": given})
    with pytest.raises(UnknownNameError, match="robot 'r' has no joint 'QQQ'; it has 'a_b'"):
        robot.configuration({"QQQ": 1})


KINDS_TOLD = (
    "types are revolute, continuous, prismatic, fixed, floating, planar, ball, universal, screw,"
    " revolute2, gearbox"
)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("revolut", "did you mean 'revolute' or 'revolute2'? The"),
        ("Fixed", "did you mean 'fixed'? The"),
        ("QQQ", "the"),
        (None, "the"),
        (3, "the"),
    ],
)
def test_an_unknown_joint_type_is_rejected_with_the_known_types(kind, told):
    sentence = f"unknown joint type {kind!r}; {told} {KINDS_TOLD}"
    strange = Joint("j", kind, "a", "b")
    for joints in ({"joints": [strange]}, {"loops": [strange]}):
        with pytest.raises(NotATreeError) as caught:
            Robot("r", LINKS, **joints)
        assert str(caught.value) == f"joint 'j': {sentence}"
    for ask in (
        lambda: strange.variables,
        lambda: strange.variable_count,
        lambda: strange.degrees_of_freedom,
        lambda: strange.default,
        lambda: strange.motion([0.0]),
    ):
        with pytest.raises(ValueError) as caught:
            ask()
        assert str(caught.value) == sentence


@pytest.mark.parametrize("name", [3, None, 1.5, ("a", "b")])
def test_what_is_no_name_is_said_to_be_none(name, robot):
    for ask, what in ((robot.link, "link"), (robot.joint, "joint"), (robot.frame, "frame")):
        with pytest.raises(UnknownNameError) as caught:
            ask(name)
        sentence = f"robot 'hand_made' has no {what} {name!r}; pass its name as a string"
        assert str(caught.value) == sentence
    assert not robot.has_link(name)


@pytest.mark.parametrize("values", [[0.5], 0.5, "a_right"])
def test_values_without_names_are_refused(values, robot):
    sentence = "^give the values of joints by name, as in {'elbow': 0.5}, not as "
    with pytest.raises(TypeError, match=sentence + type(values).__name__):
        robot.configuration(values)
