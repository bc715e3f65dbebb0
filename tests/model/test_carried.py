"""What a robot carries besides its tree: loops, frames, sensors, an SRDF, and where it is from."""

from __future__ import annotations

import copy
import pickle

import pytest

import bodyplan
from bodyplan.model import (
    Frame,
    Joint,
    Limit,
    Link,
    NotATreeError,
    Origins,
    Robot,
    Sensor,
    Transform,
    UnknownNameError,
)
from bodyplan.model.planning.semantics import AmbiguousStateError
from tests.semantics.robots import overlay

LINKS = [Link("a"), Link("b"), Link("c")]
JOINTS = [
    Joint("j", "revolute", "a", "b", limit=Limit(-1.0, 2.0, 3.0, 4.0)),
    Joint("k", "ball", "b", "c", limit=Limit(velocity=5.0)),
]
LOOP = Joint("l", "fixed", "a", "c")
STATES = """<group name="one"><joint name="j"/></group><group name="two"><joint name="k"/></group>
    <group_state name="up" group="one"><joint name="j" value="0.5"/></group_state>
    <group_state name="up" group="two"><joint name="k" value="0 0 1 0"/></group_state>
    <group_state name="down" group="one"><joint name="j" value="1"/></group_state>
    <group name="three"><joint name="j"/></group>
    <group_state name="down" group="three"><joint name="j" value="0.25"/></group_state>"""


@pytest.fixture
def robot() -> Robot:
    frames = [Frame("f", "b", Transform(p=(1.0, 0.0, 0.0)))]
    return Robot("r", LINKS, JOINTS, [LOOP], frames, [Sensor("s", "imu", "c")])


def test_loops_are_kept_apart_from_the_tree(robot):
    assert robot.loops == (LOOP,)
    assert robot.joint_names == ("j", "k")
    assert not robot.has_joint("l")
    assert robot.nv == 4
    with pytest.raises(UnknownNameError, match="no joint 'l'; it closes a loop"):
        robot.joint("l")


def test_a_sensor_may_measure_a_joint_that_closes_a_loop():
    sensor = Sensor("s", "force_torque", "a", joint="l")
    assert Robot("r", LINKS, JOINTS, [LOOP], sensors=[sensor]).sensors == (sensor,)


def test_a_frame_that_is_asked_for_as_a_link_is_said_to_be_one(robot):
    with pytest.raises(
        UnknownNameError, match="no link 'f'; that is a frame, which is fixed to link"
    ):
        robot.link("f")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"loops": [Joint("j", "fixed", "a", "c")]}, "duplicate joint 'j'"),
        ({"loops": [Joint("l", "fixed", "a", "QQQ")]}, "joint 'l': link 'QQQ' does not exist"),
        ({"frames": [Frame("f", "QQQ")]}, "frame 'f': link 'QQQ' does not exist"),
        ({"frames": [Frame("f", "a"), Frame("f", "b")]}, "duplicate frame 'f'"),
        ({"sensors": [Sensor("s", "imu", "QQQ")]}, "sensor 's': link 'QQQ' does not exist"),
        (
            {"sensors": [Sensor("s", "force_torque", "a", joint="QQQ")]},
            "sensor 's': joint 'QQQ' does not exist",
        ),
    ],
)
def test_what_does_not_fit_to_the_tree_is_refused(options, message):
    with pytest.raises(NotATreeError, match=message):
        Robot("r", LINKS, JOINTS, **options)


def test_frames_are_found_by_name(robot):
    assert robot.frame("f").link == "b"
    link = robot.links[0].name
    with pytest.raises(UnknownNameError, match=f"has no frame '{link}'; that is a link$"):
        robot.frame(link)
    with pytest.raises(UnknownNameError, match=r"robot 'r' has no frame 'g'; did you mean 'f'\?|f"):
        robot.frame("g")


def test_all_of_it_is_part_of_the_value(robot):
    assert pickle.loads(pickle.dumps(robot)) == robot  # noqa: S301  (its own)
    assert robot != Robot("r", LINKS, JOINTS)
    floating = robot.floating_base()
    assert (floating.loops, floating.frames, floating.sensors) == (
        robot.loops,
        robot.frames,
        robot.sensors,
    )


def test_what_an_srdf_says_goes_with_copies(robot):
    np = pytest.importorskip("numpy")
    known = robot.with_semantics(overlay(STATES, robot))
    sent = pickle.loads(pickle.dumps(known))  # noqa: S301
    for again in (sent, copy.copy(known), copy.deepcopy(known)):
        assert again == known
        assert again.semantics is not None
        assert np.array_equal(again.state("up"), known.state("up"))
        assert list(again.semantics.spheres) == list(robot.link_names)


def test_limits_are_arrays(robot):
    np = pytest.importorskip("numpy")
    limits = robot.limits
    assert limits.lower.tolist() == [-1.0] * 5
    assert limits.upper.tolist() == [2.0, 1.0, 1.0, 1.0, 1.0]
    assert limits.velocity.tolist() == [3.0, 5.0, 5.0, 5.0]
    assert limits.effort.tolist() == [4.0, *[np.inf] * 3]


def test_however_many_groups_and_states_there_are_they_are_reported_in_a_line(robot):
    text = "".join(
        f"""<group name="g{number}"><joint name="j"/></group>
        <group_state name="s" group="g{number}"><joint name="j" value="0"/></group_state>"""
        for number in range(100)
    )
    semantics = overlay(text, robot)
    assert repr(semantics.groups).startswith("<100 by name: g0, g1, g10, ")
    assert repr(semantics.groups).endswith(" and 80 more>")
    assert repr(semantics.states).startswith("<100 states: g0/s, g1/s, ")
    assert repr(semantics.states).endswith(" and 80 more>")


def test_states_are_configurations(robot):
    pytest.importorskip("numpy")
    with pytest.raises(ValueError, match="robot 'r' has no states"):
        robot.state("up")
    known = robot.with_semantics(overlay(STATES, robot))
    assert known == robot
    assert hash(known.semantics) == hash(known.floating_base().semantics)
    assert robot.semantics is None
    assert known.state("up").tolist() == [0.5, 0.0, 0.0, 1.0, 0.0]
    assert known.state("up", "one").tolist() == [0.5, 0.0, 0.0, 0.0, 1.0]
    with pytest.raises(AmbiguousStateError, match="several groups have a state 'down'"):
        known.state("down")
    assert known.state("down", "three")[0] == 0.25
    with pytest.raises(UnknownNameError, match="the SRDF has no state 'QQQ'"):
        known.state("QQQ")
    with pytest.raises(UnknownNameError):
        known.state("QQQ", "one")
    with pytest.raises(UnknownNameError, match="has no group 'QQQ'; it has"):
        known.state("up", "QQQ")
    floating = known.floating_base()
    assert floating.state("up").tolist() == [*[0.0] * 6, 1.0, 0.5, 0.0, 0.0, 1.0, 0.0]


def test_a_state_gives_mimic_joints_nothing():
    pytest.importorskip("numpy")
    robot = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    closed = robot.semantics.states["closed"]
    q = robot.state("closed")
    for name, values in closed.values.items():
        if robot.joint(name).mimic is None:
            assert tuple(q[robot.q_slice(name)]) == values
    assert robot.state("home").shape == (robot.nq,)


def test_where_values_were_written_is_worked_out_when_it_is_asked_for(robot):
    asked = []

    def pairs():
        asked.append(1)
        yield robot.link("a"), "here"

    known = robot.with_origins(Origins(pairs, lambda source: source))
    assert known == robot
    assert not asked
    assert known.where(known.link("a")) == "here"
    assert known.where(known.link("b")) is None
    assert known.where(Link("a")) is None
    assert known.origins.source(known.link("a")) == "here"
    assert asked == [1]
    assert robot.where(robot.link("a")) is None
