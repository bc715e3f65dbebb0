"""The arrays of a robot say what the robot says."""

from __future__ import annotations

import copy
import math
import pickle

import pytest

from bodyplan.core import field_names
from bodyplan.model import Inertial, Joint, Limit, Link, Mimic, Robot, Transform
from bodyplan.model.joint import JOINT_TYPES
from tests.model.every_kind import every_kind

np = pytest.importorskip("numpy")

from bodyplan.model.arrays import RobotArrays  # noqa: E402
from bodyplan.model.arrays_layout import TYPE_CODES, TYPE_OF_CODE  # noqa: E402
from tests.model.arrays_check import checked  # noqa: E402


@pytest.fixture(scope="module")
def robot() -> Robot:
    return every_kind(behind=True)


def test_every_kind_has_its_code():
    assert list(TYPE_CODES) == list(TYPE_OF_CODE)
    assert list(TYPE_CODES.values()) == list(range(11))
    assert set(TYPE_CODES) == set(JOINT_TYPES)


def test_the_tree_is_in_the_arrays(robot):
    arrays = robot.arrays
    for index, link in enumerate(robot.links):
        joint = robot.parent_joint(link.name)
        assert arrays.parent[index] == (-1 if joint is None else robot.link_index(joint.parent))
        assert arrays.parent_joint[index] == (
            -1 if joint is None else robot.joint_index(joint.name)
        )
        assert arrays.mass[index] == link.inertial.mass
        assert tuple(arrays.p_LC[index]) == link.inertial.origin.p
    for index, joint in enumerate(robot.joints):
        assert TYPE_OF_CODE[arrays.kind[index]] == joint.type
        assert arrays.X_PJ[index, :, :3].tolist() == [list(row) for row in joint.origin.R]
        assert tuple(arrays.X_PJ[index, :, 3]) == joint.origin.p
        assert arrays.X_JC[index, :, :3].tolist() == [list(row) for row in joint.X_JC.R]
        assert tuple(arrays.X_JC[index, :, 3]) == joint.X_JC.p
        assert arrays.pitch[index] == (joint.pitch if joint.type == "screw" else 0.0)
    assert arrays.link_names == robot.link_names
    assert arrays.joint_names == robot.joint_names


def test_numbers_of_joints_follow_one_another(robot):
    arrays = robot.arrays
    assert (arrays.nq, arrays.nv) == (robot.nq, robot.nv) == (len(robot.q_names), robot.nv)
    assert robot.degrees_of_freedom == robot.nv == 2 * (1 + 1 + 1 + 6 + 3 + 3 + 2 + 1 + 2 + 1)
    q, v = 0, 0
    for joint in robot.independent_joints:
        assert robot.q_slice(joint.name) == slice(q, q + joint.variable_count)
        assert robot.v_slice(joint.name) == slice(v, v + joint.degrees_of_freedom)
        assert robot.q_names[robot.q_slice(joint.name)] == joint.variables
        q, v = q + joint.variable_count, v + joint.degrees_of_freedom


def test_mimic_joints_have_the_numbers_of_their_mimicked_joint():
    joints = [
        Joint("a", "revolute", "l0", "l1", mimic=Mimic("b", 2.0, 0.5)),
        Joint("b", "revolute", "l1", "l2", mimic=Mimic("d", -1.0, 0.25)),
        Joint("c", "fixed", "l2", "l3"),
        Joint("d", "prismatic", "l3", "l4"),
    ]
    robot = Robot("r", [Link(f"l{i}") for i in range(5)], joints)
    arrays = robot.arrays
    assert arrays.q_index.tolist() == arrays.v_index.tolist() == [0, 0, -1, 0]
    assert arrays.follows.tolist() == [3, 3, -1, -1]
    assert arrays.multiplier.tolist() == [-2.0, -1.0, 1.0, 1.0]
    assert arrays.offset.tolist() == [1.0, 0.25, 0.0, 0.0]
    assert robot.q_slice("a") == robot.q_slice("d") == slice(0, 1)
    with pytest.raises(ValueError, match="joint 'c' is fixed: it has no numbers"):
        robot.q_slice("c")


def test_inertias_are_turned_onto_the_axes_of_the_link():
    quarter = Transform.from_rpy((0.0, 0.0, math.pi / 2), (1.0, 2.0, 3.0))
    links = [
        Link("a", Inertial(2.0, quarter, (1.0, 0.1, 0.2, 2.0, 0.3, 3.0))),
        Link("b", Inertial(1.0, inertia=(0.1, 0.2, 0.3, 0.4, 0.5, 0.6))),
        Link("c"),
    ]
    arrays = Robot("r", links).arrays
    expected = [[2.0, -0.1, -0.3], [-0.1, 1.0, 0.2], [-0.3, 0.2, 3.0]]
    assert np.allclose(arrays.I_C[0], expected, rtol=0.0, atol=1e-15)
    assert arrays.I_C[1].tolist() == [[0.1, 0.2, 0.3], [0.2, 0.4, 0.5], [0.3, 0.5, 0.6]]
    assert not arrays.I_C[2].any()
    assert arrays.mass.tolist() == [2.0, 1.0, 0.0]


@pytest.mark.parametrize(
    "axis", [(0.6, 0.0, 0.8), (0.60000003, 0.0, 0.8), (0.0, 0.70710678, 0.70710678)]
)
def test_axes_have_length_one(axis):
    joint = Joint("j", "revolute", "a", "b", axis=axis)
    arrays = Robot("r", [Link("a"), Link("b")], [joint]).arrays
    assert np.linalg.norm(arrays.axis[0]) == pytest.approx(1.0, abs=1e-15)
    assert np.allclose(np.cross(arrays.axis[0], axis), 0.0, atol=1e-15)


def test_an_axis_of_zero_stays_zero():
    joint = Joint("j", "revolute", "a", "b", axis=(0.0, 0.0, 0.0))
    arrays = Robot("r", [Link("a"), Link("b")], [joint]).arrays
    assert arrays.axis.tolist() == [[0.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    ("normal", "x"),
    [
        ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)),
        ((0.0, 0.0, -1.0), (1.0, 0.0, 0.0)),
        ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),
        ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
        ((0.6, 0.0, -0.8), (0.8, 0.0, 0.6)),
    ],
)
def test_x_of_a_planar_joint_lies_in_its_plane(normal, x):
    joint = Joint("j", "planar", "a", "b", axis=normal)
    arrays = Robot("r", [Link("a"), Link("b")], [joint]).arrays
    assert np.allclose(arrays.axis2[0], x, rtol=0.0, atol=1e-15)


def test_limits_are_by_number(robot):
    arrays = robot.arrays
    for joint in robot.independent_joints:
        q, v = robot.q_slice(joint.name), robot.v_slice(joint.name)
        lower, velocity = arrays.lower[q].tolist(), arrays.velocity[v].tolist()
        if joint.type in {"universal", "revolute2"}:
            assert (lower, velocity) == ([-2.0, -1.0], [3.0, 5.0])
        elif joint.type == "floating":
            assert (lower, velocity) == ([-math.inf] * 3 + [-1.0] * 4, [3.0] * 6)
        elif joint.type == "ball":
            assert (lower, velocity) == ([-1.0] * 4, [3.0] * 3)
        elif joint.type == "planar":
            assert (lower, velocity) == ([-math.inf] * 3, [3.0] * 3)
        else:
            assert (lower, velocity) == ([-2.0], [3.0])


def test_arrays_cannot_be_written_to(robot):
    for field in field_names(RobotArrays):
        value = getattr(robot.arrays, field)
        if isinstance(value, np.ndarray):
            assert value.flags.c_contiguous
            with pytest.raises(ValueError, match="read-only"):
                value[...] = 0


@pytest.mark.parametrize(
    "copied",
    [lambda a: pickle.loads(pickle.dumps(a)), copy.copy, copy.deepcopy],  # noqa: S301
)
def test_copies_are_as_good_as_the_first(robot, copied):
    made = copied(robot.arrays)
    assert made == robot.arrays
    assert made is not robot.arrays
    for field in field_names(RobotArrays):
        value = getattr(made, field)
        if isinstance(value, np.ndarray):
            assert value.flags.c_contiguous
            assert not value.flags.writeable
            assert value.dtype is np.dtype(value.dtype.name)  # else native code does not know it


@pytest.mark.parametrize("robot", [Robot("empty"), Robot("one", [Link("only")])], ids=str)
def test_robots_without_joints_have_arrays(robot):
    arrays = robot.arrays
    assert checked(arrays, "it") is arrays
    assert (arrays.nq, arrays.nv, arrays.X_PJ.shape) == (0, 0, (0, 3, 4))


def test_arrays_of_every_kind_of_joint_describe_a_robot(robot):
    assert checked(robot.arrays, "it") is robot.arrays
    assert repr(robot.arrays) == "<RobotArrays of 'every_kind': 26 links, 25 joints, nq 46, nv 42>"
    assert robot.arrays != every_kind(2).arrays


def test_bounds_of_the_second_axis_give_its_default():
    joint = Joint("j", "universal", "a", "b", limit=Limit(1.0, 3.0), limit2=Limit(-4.0, -2.0))
    assert joint.default == (2.0, -3.0)
    assert joint.variables == ("j/axis", "j/axis2")
    robot = Robot("r", [Link("a"), Link("b")], [joint])
    assert robot.q().tolist() == [2.0, -3.0]
    assert robot.neutral().tolist() == [0.0, 0.0]
