"""How a robot stands by default: centre of mass against Pinocchio, reach against many dice."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from tests.conversion.sdf_texts import Maker
from tests.model.every_kind import every_kind

import bodyplan
from bodyplan.conversion.sdf.frames import sdf_frames
from bodyplan.conversion.sdf.from_sdf import from_sdf
from bodyplan.conversion.urdf.from_urdf import from_urdf
from bodyplan.diag.json_schema import json_report
from bodyplan.formats.read import read
from bodyplan.model import Inertial, Joint, Limit, Link, Mimic, Robot, Transform
from bodyplan.report import robot_report, sdf_report, wording
from bodyplan.report.default_configuration import default_configuration
from bodyplan.report.facts import Freedom
from bodyplan.report.sdf._default_configuration import default_configuration_of_model


def some_link(name, mass=1.0, p=(0.0, 0.0, 0.0)):
    return Link(name, Inertial(mass, Transform(p=p)) if mass else None)


def test_the_centre_of_mass_is_that_of_the_kinematics(example_robot):
    document = read(example_robot)
    robot = from_urdf(document.root).robot
    center = robot_report(document).center_of_mass
    if not robot.links or not robot.total_mass:
        assert center is None
        return
    assert center.link == robot.root_link.name
    assert np.abs(np.array(center.xyz) - robot.center_of_mass(robot.q())).max() < 1e-12


def test_the_centre_of_mass_is_that_of_pinocchio(example_robot):
    pin = pytest.importorskip("pinocchio")
    document = read(example_robot)
    robot = from_urdf(document.root).robot
    try:
        model = pin.buildModelFromXML(example_robot.read_text())
    except ValueError as error:
        pytest.skip(f"Pinocchio does not read it: {error}")
    center = robot_report(document).center_of_mass
    q = pin.neutral(model)
    for name, values in robot.configuration().items():
        joint = model.joints[model.getJointId(name)]
        there = (math.cos(values[0]), math.sin(values[0])) if joint.nq == 2 else values
        q[joint.idx_q : joint.idx_q + joint.nq] = there
    data = model.createData()
    pin.forwardKinematics(model, data, q)
    # Pinocchio leaves out of a robot's mass what is fixed to the world.
    fixed = model.inertias[0]
    total = fixed.mass + pin.computeTotalMass(model)
    if not total:
        assert center is None
        return
    moment = fixed.mass * fixed.lever
    for index in range(1, model.njoints):
        inertia = model.inertias[index]
        moment = moment + inertia.mass * data.oMi[index].act(inertia.lever)
    assert np.abs(np.array(center.xyz) - moment / total).max() < 1e-11


@pytest.mark.parametrize("behind", [False, True])
def test_every_kind_of_joint_is_where_the_kinematics_have_it(behind):
    robot = every_kind(behind=behind)
    found = default_configuration(robot)
    expected = robot.center_of_mass(robot.q())
    assert np.abs(np.array(found.center_of_mass.xyz) - expected).max() < 1e-12


def test_joints_that_cannot_be_at_zero_are_between_their_limits():
    links = [some_link("a"), some_link("b", 1.0, (1.0, 0.0, 0.0)), some_link("c")]
    turn = Limit(math.pi / 4, 3 * math.pi / 4)
    joints = [
        Joint("turn", "revolute", "a", "b", axis=(0.0, 0.0, 1.0), limit=turn),
        Joint("slide", "prismatic", "a", "c", axis=(0, 0, 1), limit=Limit(1.0, 3.0)),
    ]
    found = default_configuration(Robot("r", links, joints))
    assert found.center_of_mass.xyz == pytest.approx((0.0, 1 / 3, 2 / 3))
    assert found.positions["slide"] == (2.0,)


@pytest.mark.parametrize(
    "masses", [(0.0, 0.0), (1.0, -1.0), (-2.0, 1.0), (math.inf, 1.0), (1e308, 1e308)]
)
def test_without_a_mass_that_means_something_there_is_no_centre(masses):
    links = [some_link(name, mass) for name, mass in zip("ab", masses, strict=True)]
    robot = Robot("r", links, [Joint("j", "fixed", "a", "b")])
    assert default_configuration(robot).center_of_mass is None


# Freedom


def test_the_freedom_is_that_of_the_robot_that_is_loaded(example_robot):
    summary = robot_report(read(example_robot))
    if not summary.links:
        pytest.skip("there is no robot in it")
    freedom, robot = summary.degrees_of_freedom, bodyplan.load(example_robot, strict=False)
    assert (freedom.independent, freedom.joints) == (robot.nv, len(robot.movable_joints))


CHAIN = """<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="still" type="{0}"><parent link="a"/><child link="b"/></joint>
<joint name="turn" type="continuous"><parent link="b"/><child link="c"/><mimic joint="{1}"/></joint>
<joint name="last" type="continuous"><parent link="c"/><child link="d"/><mimic joint="turn"/></joint>
{2}</robot>"""
BACK = '<joint name="back" type="continuous"><parent link="d"/><child link="b"/>{}</joint>'


@pytest.mark.parametrize(
    ("kind", "leader", "more", "freedom", "can_follow"),
    [
        ("continuous", "still", "", (3, 2, 1), (True, True)),
        ("fixed", "still", "", (2, 1, 1), (False, True)),  # as MoveIt has it
        ("planar", "still", "", (5, 1, 4), (False, True)),
        ("continuous", "QQQ", "", (3, 1, 2), (False, True)),
        ("continuous", "last", "", (3, 0, 3), (False, False)),
        ("continuous", "back", BACK.format(""), (3, 1, 2), (False, True)),  # closes a loop
        ("continuous", "still", BACK.format(""), (3, 2, 1), (True, True)),
    ],
)
def test_only_joints_that_follow_are_not_free(kind, leader, more, freedom, can_follow):
    document = read(CHAIN.format(kind, leader, more).encode())
    summary = robot_report(document)
    found = summary.degrees_of_freedom
    assert (found.total, found.followers, found.independent) == freedom
    assert found.independent == from_urdf(document.root).robot.nv
    turn, last = (one for one in summary.joints if one.mimic is not None)
    assert (turn.is_follower, last.is_follower) == can_follow
    assert wording.follows(turn).startswith("mimics" if can_follow[0] else "cannot mimic")


# Reach


def test_no_configuration_reaches_farther_than_the_reach(example_robot):
    document = read(example_robot)
    robot = from_urdf(document.root).robot
    reach = robot_report(document).reach
    if not robot.movable_joints:
        assert reach is None
        return
    poses = robot.forward_kinematics(robot.random(3, 200))
    base = poses[:, robot.link_index(reach.base)]
    if reach.endless:
        assert robot.joint(reach.endless).type in {"prismatic", "screw"}
        return
    assert robot.has_link(reach.tip)
    anchors = {}  # what a free joint carries is measured from there
    for index, link in enumerate(robot.links):
        into = robot.parent_joint(link.name)
        is_free = into is None or into.type in {"floating", "planar"}
        anchors[link.name] = index if is_free else anchors[into.parent]
        way = poses[:, index, :3, 3] - poses[:, anchors[link.name], :3, 3]
        assert np.linalg.norm(way, axis=-1).max() <= reach.length * (1 + 1e-12) + 1e-12
    assert base.shape == (200, 4, 4)


def test_an_arm_that_can_be_stretched_reaches_as_far_as_its_reach():
    reach = robot_report(read("sample:arm")).reach
    assert (reach.base, reach.tip, reach.endless) == ("base_link", "grasp_frame", "")
    assert reach.length == pytest.approx(1.098)


def test_slides_count_with_their_limits():
    def robot(bounds, mimic=None):
        joints = [
            Joint(
                "slide", "prismatic", "a", "b", Transform(p=(0, 0, 1.0)), (0, 0, 1.0), bounds, mimic
            ),
            Joint("turn", "continuous", "b", "c", Transform(p=(0.5, 0, 0))),
            Joint("tip", "fixed", "c", "d", Transform(p=(0, 0.25, 0))),
        ]
        return Robot("r", [some_link(name) for name in "abcd"], joints)

    assert default_configuration(robot(Limit(-0.5, 2.0))).reach.length == pytest.approx(3.75)
    assert default_configuration(robot(Limit(-9.0, -8.0))).reach.length == pytest.approx(8.75)
    endless = default_configuration(robot(Limit())).reach
    assert (endless.length, endless.endless) == (math.inf, "slide")
    assert json_report(robot_report(read("sample:arm")))["reach"]["endless"] == ""


def test_what_floats_is_measured_from_where_it_floats():
    robot = Robot(
        "r",
        [some_link(name) for name in "abc"],
        [
            Joint("free", "floating", "a", "b", Transform(p=(9.0, 0, 0))),
            Joint("turn", "continuous", "b", "c", Transform(p=(0.5, 0, 0))),
        ],
    )
    reach = default_configuration(robot).reach
    assert (reach.base, reach.tip, reach.length) == ("b", "c", 0.5)


def test_a_robot_that_is_still_has_no_reach():
    robot = Robot("r", [some_link("a"), some_link("b")], [Joint("j", "fixed", "a", "b")])
    assert default_configuration(robot).reach is None


def test_mimic_joints_are_where_their_leaders_lead_them():
    links = [some_link("a"), some_link("b"), some_link("c")]
    joints = [
        Joint("lead", "prismatic", "a", "b", axis=(1, 0, 0), limit=Limit(1.0, 3.0)),
        Joint("follow", "prismatic", "a", "c", axis=(0, 1, 0), mimic=Mimic("lead", 2.0, 0.5)),
    ]
    assert default_configuration(Robot("r", links, joints)).center_of_mass.xyz == pytest.approx(
        (2 / 3, 1.5, 0.0)
    )


def test_a_long_chain_takes_no_time():
    count = 5_000
    links = [some_link(f"l{i}") for i in range(count)]
    joints = [
        Joint(f"j{i}", "continuous", f"l{i}", f"l{i + 1}", Transform(p=(1.0, 0, 0)))
        for i in range(count - 1)
    ]
    found = default_configuration(Robot("r", links, joints))
    assert found.reach.length == pytest.approx(count - 1)
    assert found.center_of_mass.xyz[0] == pytest.approx((count - 1) / 2)


# Links of SDFormat that no joint joins


LOOSE = """<sdf version="1.9"><model name="m"%s>
<pose>5 6 7 0.1 0.2 0.3</pose>
<link name="a"><pose>1 2 3 0.4 0.5 0.6</pose>
  <inertial><pose>0.1 0.2 0.3 1 1 1</pose><mass>2</mass></inertial></link>
<link name="b"><pose relative_to="a">0 1 0 0 0 1</pose><inertial><mass>3</mass></inertial></link>
<link name="c"/>
<link name="d"><pose>1 0 0 0 0 0</pose><inertial auto="true"/><collision name="x">
  <pose>0 0 1 0 0 0</pose><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision></link>
<link name="e"><inertial><mass>QQQ</mass></inertial></link>
<link name="b"><inertial><mass>9</mass></inertial></link>
<model name="n">%s<link name="f"><pose>0 0 9 0 0 0</pose><inertial><mass>1</mass></inertial></link>
</model></model></sdf>
"""


@pytest.mark.parametrize("attribute", ["", ' canonical_link="d"', ' canonical_link="n::f"'])
@pytest.mark.parametrize("word", ["", "<static>1</static>"])
def test_links_that_nothing_joins_have_the_centre_of_the_robot_that_they_make(attribute, word):
    frames = sdf_frames(read((LOOSE % (attribute, word)).encode()))
    found = default_configuration_of_model(frames, "m")
    expected = default_configuration(from_sdf(frames, "m").robot)
    assert found.center_of_mass.link == expected.center_of_mass.link
    assert found.center_of_mass.xyz == pytest.approx(expected.center_of_mass.xyz, abs=1e-12)
    assert found.reach is None
    assert (
        found.degrees_of_freedom.total
        == found.degrees_of_freedom.loose
        == expected.degrees_of_freedom.total
    )
    assert found.degrees_of_freedom.joints == expected.degrees_of_freedom.joints


@pytest.mark.parametrize("version", [(1, 4), (1, 7), (1, 9)])
def test_the_freedom_and_mass_of_a_model_are_those_of_its_robot(version):
    for seed in range(15):
        text = Maker(random.Random(f"{version} {seed}"), version, 0.2).text()
        document = read(text.encode())
        frames = sdf_frames(document)
        for whole, top in zip(sdf_report(document).entities, frames.scopes, strict=True):
            if top.is_world:
                continue
            robot = from_sdf(frames, top.name).robot
            freedom = whole.degrees_of_freedom
            assert whole.mass.total == pytest.approx(robot.total_mass, rel=1e-15)
            assert whole.loops == len(robot.loops)
            if whole.is_static:
                assert (freedom, whole.reach) == (Freedom(), None)
                continue
            assert (freedom.independent, freedom.joints) == (robot.nv, len(robot.movable_joints))
            floating = [joint for joint in robot.joints if joint.type == "floating"]
            assert freedom.loose == 6 * len(floating)


def test_a_model_has_the_degrees_of_freedom_and_the_defaults_of_the_robot():
    def of(inside):
        text = f'<sdf version="1.11"><model name="m">{inside}</model></sdf>'
        (whole,) = sdf_report(read(text.encode())).entities
        return whole

    links = "".join(f'<link name="{name}"/>' for name in "abc")
    joint = '<joint name="{0}{1}" type="{2}"><parent>{0}</parent><child>{1}</child>{3}</joint>'
    axis = "<axis><xyz>0 0 1</xyz><limit><lower>1</lower><upper>3</upper></limit>{}</axis>"
    hinge = joint.format("a", "b", "revolute", axis.format(""))
    one = of(links + hinge)
    assert (one.degrees_of_freedom.total, one.degrees_of_freedom.loose) == (7, 6)
    assert one.joints[0].default == 2.0
    gear = joint.format("b", "c", "gearbox", axis.format(""))
    assert of(links + hinge + gear).degrees_of_freedom.total == 2  # it is all that leads to c
    other = joint.format("a", "c", "revolute", axis.format('<mimic joint="{}"/>'))
    assert of(links + hinge + gear + other.format("ab")).degrees_of_freedom.independent == 1
    lost = of(links + hinge + other.format("QQQ"))
    assert lost.degrees_of_freedom.independent == 2
    assert [joint.is_follower for joint in lost.joints] == [False, False]


def test_a_robot_whose_links_all_stay_where_the_base_is_has_no_reach():
    joint = Joint("j", "revolute", "a", "b", limit=Limit(-1.0, 1.0))
    assert default_configuration(Robot("r", [Link("a"), Link("b")], [joint])).reach is None
    moved = Joint("k", "revolute", "b", "c", Transform(p=(0.5, 0.0, 0.0)))
    reach = default_configuration(
        Robot("r", [Link("a"), Link("b"), Link("c")], [joint, moved])
    ).reach
    assert reach is not None
    assert (reach.length, reach.tip) == (0.5, "c")
