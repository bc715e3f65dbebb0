"""Masses of real robots, lumped and in all, are those of Pinocchio; lumping loses nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan import inertia
from bodyplan.kinematics import forward_kinematics
from bodyplan.model import Inertial, Joint, Link, Robot, Transform
from tests.conversion.test_against_pinocchio import robots
from tests.inertia.test_mass import bodies, in_pinocchio, same
from tests.semantics.robots import lifted

pin = pytest.importorskip("pinocchio")


def model_of(path, robot):
    """In Pinocchio, on a floating base, so that nothing counts as part of the world."""
    try:
        return pin.buildModelFromXML(path.read_text(), pin.JointModelFreeFlyer())
    except ValueError as error:
        pytest.skip(f"Pinocchio does not read it: {error}")


@robots
def test_lumped_bodies_are_those_of_pinocchio(path):
    robot = lifted(path).robot
    model = model_of(path, robot)
    ours = inertia.lumped(robot)
    assert len(ours) == model.njoints - 1
    for first, mass in ours.items():
        joint = robot.parent_joint(first)
        name = "root_joint" if joint is None else joint.name
        theirs = model.inertias[model.getJointId(name)]
        # there the frame of the body is that of the joint, which is that of its first link
        if mass.mass == 0.0:
            assert theirs.mass == 0.0
        else:
            same(mass, theirs)


@robots
def test_the_whole_is_that_of_pinocchio_in_any_configuration(path):
    robot = lifted(path).robot
    model = model_of(path, robot)
    data = model.createData()
    q = robot.random(7)
    there = pin.neutral(model)
    for joint in robot.movable_joints:
        (value,) = robot.positions(q)[joint.name]
        other = model.joints[model.getJointId(joint.name)]
        at = slice(other.idx_q, other.idx_q + other.nq)
        there[at] = [np.cos(value), np.sin(value)] if other.nq == 2 else value
    found = inertia.total(robot, forward_kinematics(robot, q))
    assert found.mass == pytest.approx(pin.computeTotalMass(model), rel=1e-13)
    assert found.p_BC == pytest.approx(pin.centerOfMass(model, data, there), abs=1e-12)
    pin.crba(model, data, there)
    about = np.array(data.Ycrb[1].matrix())  # of everything, in the frame of the base
    assert in_pinocchio(found).matrix() == pytest.approx(about, abs=1e-11 * np.abs(about).max())


def test_locking_a_joint_is_lumping_through_a_fixed_one(sample):
    path = sample("arm")
    robot = lifted(path).robot
    model = model_of(path, robot)
    locked = [joint.name for joint in robot.movable_joints[2:4]]
    reduced = pin.buildReducedModel(
        model, [model.getJointId(name) for name in locked], pin.neutral(model)
    )
    fixed = [
        Joint(j.name, "fixed" if j.name in locked else j.type, j.parent, j.child, j.origin, j.axis)
        for j in robot.joints
    ]
    ours = inertia.lumped(Robot(robot.name, robot.links, fixed))
    for first, mass in ours.items():
        joint = robot.parent_joint(first)
        name = "root_joint" if joint is None else joint.name
        same(mass, reduced.inertias[reduced.getJointId(name)])


LENGTH = st.floats(0.05, 1)
SIZE = st.tuples(LENGTH, LENGTH, LENGTH)
ANGLES = st.tuples(*[st.floats(-3, 3)] * 3)
PLACE = st.tuples(*[st.floats(-2, 2)] * 3)
BODY = st.one_of(st.none(), st.builds(bodies, SIZE, ANGLES, PLACE))
KINDS = st.sampled_from(["fixed", "fixed", "revolute", "prismatic"])


@st.composite
def trees(draw):
    count = draw(st.integers(1, 8))
    masses = [draw(BODY) for _ in range(count)]
    links = [
        Link(f"l{i}", None if mass is None else inertia.inertial_of(mass))
        for i, mass in enumerate(masses)
    ]
    joints = [
        Joint(
            f"j{i}",
            draw(KINDS),
            f"l{draw(st.integers(0, i - 1))}",
            f"l{i}",
            Transform.from_rpy(draw(ANGLES), draw(PLACE)),
        )
        for i in range(1, count)
    ]
    return Robot("tree", links, joints)


@given(trees())
def test_lumping_keeps_mass_centre_and_inertia_of_the_whole(robot):
    found = inertia.lumped(robot)
    groups = inertia.rigid_bodies(robot)
    assert list(found) == list(groups)
    assert sorted(name for links in groups.values() for name in links) == sorted(robot.link_names)
    whole = inertia.total(robot)
    heavy = [
        Link(link.name, inertia.inertial_of(found[link.name]))
        if link.name in found
        else Link(link.name)
        for link in robot.links
    ]
    again = inertia.total(Robot("lumped", heavy, robot.joints))
    assert again.mass == pytest.approx(whole.mass)
    scale = max(1.0, whole.mass)
    assert again.p_BC == pytest.approx(whole.p_BC, abs=1e-9)
    assert again.inertia == pytest.approx(whole.inertia, abs=1e-9 * scale * 100)


def test_a_robot_without_masses_weighs_nothing():
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", "revolute", "a", "b")])
    assert inertia.total(robot).mass == 0.0
    assert {name: mass.mass for name, mass in inertia.lumped(robot).items()} == {"a": 0, "b": 0}
    assert inertia.link_masses(robot) == {}


def test_a_link_with_a_frame_of_its_own_behind_a_fixed_joint_is_placed():
    """Joints of SDFormat have the frame of the child apart from their own."""
    body = bodies((0.1, 0.2, 0.3), (0, 0, 0), (0, 0, 0))
    joint = Joint("j", "fixed", "a", "b", Transform(p=(1, 0, 0)), X_JC=Transform(p=(0, 2, 0)))
    robot = Robot("r", [Link("a"), Link("b", inertia.inertial_of(body))], [joint])
    assert inertia.lumped(robot)["a"].p_BC == inertia.total(robot).p_BC == (1, 2, 0)


def test_by_default_the_joints_are_where_the_configuration_says(example_robot):
    robot = lifted(example_robot).robot
    found = inertia.total(robot)
    there = inertia.total(robot, forward_kinematics(robot, robot.q()))
    assert found.mass == there.mass
    assert found.p_BC == pytest.approx(there.p_BC, abs=1e-12)
    assert found.inertia == pytest.approx(there.inertia, rel=1e-9, abs=1e-9)


def test_poses_of_another_shape_are_refused_with_the_expected_one():
    robot = Robot("r", [Link("a", Inertial(1.0))])
    with pytest.raises(ValueError, match=r"shape \(1, 4, 4\), not \(3, 4, 4\)"):
        inertia.total(robot, np.zeros((3, 4, 4)))
    assert inertia.total(robot, np.eye(4)[None]).mass == 1.0
