"""The robots of example-robot-data: which URDF each SRDF was written for, by hand, pinned."""

import os
from collections import Counter
from pathlib import Path

import pytest
from tests.oracles.urdfdom import example_robots

from bodyplan import check
from bodyplan.description.search._root_element import root_element_of
from bodyplan.description.search.find import survey
from bodyplan.description.search.nearby import FilesAround

PARTNERS = {
    "a1_description/srdf/a1.srdf": "a1_description/urdf/a1.urdf",
    "alex_description/srdf/alex_nub_hands.srdf": "alex_description/urdf/alex_nub_hands.urdf",
    "alex_description/srdf/alex_psyonic_hands.srdf": "alex_description/urdf/alex_psyonic_hands.urdf",
    "alex_description/srdf/alex_sake_hands.srdf": "alex_description/urdf/alex_sake_hands.urdf",
    "alexander_description/srdf/alexander.srdf": "alexander_description/urdf/alexander_v1.lowerBodyOnly.urdf",
    "anymal_b_simple_description/srdf/anymal-kinova.srdf": "anymal_b_simple_description/robots/anymal-kinova.urdf",
    "anymal_b_simple_description/srdf/anymal.srdf": "anymal_b_simple_description/robots/anymal.urdf",
    "anymal_c_simple_description/srdf/anymal.srdf": "anymal_c_simple_description/urdf/anymal.urdf",
    "b1_description/srdf/b1-z1.srdf": "b1_description/urdf/b1-z1.urdf",
    "b1_description/srdf/b1.srdf": "b1_description/urdf/b1.urdf",
    "baxter_description/srdf/baxter_manipulation.srdf": "baxter_description/urdf/baxter.urdf",
    "bolt_description/srdf/bolt.srdf": "bolt_description/robots/bolt.urdf",
    "borinot_description/srdf/borinot_flying_arm_2.srdf": "borinot_description/urdf/borinot_flying_arm_2.urdf",
    "cassie_description/srdf/cassie_v2.srdf": None,
    "centauro_description/srdf/centauro.srdf": "centauro_description/urdf/centauro.urdf",
    "finger_edu_description/srdf/finger_edu.srdf": "finger_edu_description/robots/finger_edu.urdf",
    "go1_description/srdf/go1.srdf": "go1_description/urdf/go1.urdf",
    "go2_description/srdf/go2.srdf": "go2_description/urdf/go2.urdf",
    "hextilt_description/srdf/hextilt_flying_arm_5.srdf": "hextilt_description/urdf/hextilt_flying_arm_5.urdf",
    "hyq_description/srdf/hyq.srdf": "hyq_description/robots/hyq_no_sensors.urdf",
    "icub_description/srdf/icub.srdf": "icub_description/robots/icub.urdf",
    "kinova_description/srdf/kinova.srdf": "kinova_description/robots/kinova.urdf",
    "panda_description/srdf/panda.srdf": "panda_description/urdf/panda.urdf",
    "pr2_description/srdf/pr2.srdf": "pr2_description/urdf/pr2.urdf",
    "pr2_description/srdf/pr2_manipulation.srdf": "pr2_description/urdf/pr2.urdf",
    "romeo_description/srdf/romeo.srdf": "romeo_description/urdf/romeo.urdf",
    "romeo_description/srdf/romeo_moveit.srdf": "romeo_description/urdf/romeo.urdf",
    "romeo_description/srdf/romeo_small.srdf": "romeo_description/urdf/romeo_small.urdf",
    "simple_humanoid_description/srdf/simple_humanoid.srdf": "simple_humanoid_description/urdf/simple_humanoid.urdf",
    "simple_humanoid_description/srdf/simple_humanoid_classical.srdf": "simple_humanoid_description/urdf/simple_humanoid_classical.urdf",
    "solo_description/srdf/solo.srdf": "solo_description/robots/solo.urdf",
    "talos_data/srdf/talos.srdf": "talos_data/robots/talos_reduced.urdf",
    "ur_description/srdf/ur3_gripper.srdf": "ur_description/urdf/ur3_gripper.urdf",
    "ur_description/srdf/ur5.srdf": "ur_description/urdf/ur5_robot.urdf",
    "ur_description/srdf/ur5_gripper.srdf": "ur_description/urdf/ur5_gripper.urdf",
    "ur_description/srdf/ur5_joint_limited_robot.srdf": "ur_description/urdf/ur5_joint_limited_robot.urdf",
    "xarm_description/srdf/xarm7.srdf": "xarm_description/urdf/xarm7.urdf",
    "z1_description/srdf/z1.srdf": "z1_description/urdf/z1.urdf",
}


@pytest.fixture(scope="module")
def root():
    """The folder of the robots."""
    (found,) = {
        path.parents[len(path.parts) - path.parts.index("robots") - 2]
        for path in map(Path, example_robots())
    }
    return found


def test_each_srdf_finds_its_urdf(root):
    found = {
        os.path.relpath(member.path, root): member.robot and os.path.relpath(member.robot, root)
        for member in survey(str(root)).members
        if member.kind == "srdf"
    }
    assert found == PARTNERS
    assert Counter(robot is None for robot in found.values()) == {False: 37, True: 1}


def test_the_one_without_a_urdf_says_so(root):
    (alone,) = [m for m in survey(str(root)).members if m.kind == "srdf" and m.robot is None]
    assert alone.reason == "no URDF nearby is for a robot 'cassie'"


@pytest.mark.parametrize("name", PARTNERS)
def test_a_file_alone_finds_the_same(root, name):
    path = str(root / name)
    found = FilesAround().member(path, "srdf", root_element_of(path).name).robot
    assert (found and os.path.relpath(found, root)) == PARTNERS[name]


def test_the_report_names_the_partners(root):
    report = check(root)
    partners = {
        os.path.relpath(file.name, root): [os.path.relpath(name, root) for name in file.partners]
        for file in report.files
        if file.format == "srdf"
    }
    assert partners == {name: [robot] if robot else [] for name, robot in PARTNERS.items()}
    about = [d.code for d in report.diagnostics if d.code in {"S891", "S892"}]
    assert Counter(about) == {"S891": 1, "S892": 1}  # cassie has no URDF; solo fits solo12 better
