"""The arrays of a robot say what the robot says; what is loaded is looked at first."""

from __future__ import annotations

import copy
import io
import math
import pickle
import random
import zipfile

import pytest

from bodyplan import WriteError
from bodyplan.core import field_names
from bodyplan.model import Inertial, Joint, Limit, Link, Mimic, Robot, Transform
from bodyplan.model.joint import JOINT_TYPES
from tests.model.every_kind import every_kind

np = pytest.importorskip("numpy")

from bodyplan.model.arrays import RobotArrays  # noqa: E402
from bodyplan.model.arrays_check import checked  # noqa: E402
from bodyplan.model.arrays_layout import (  # noqa: E402
    TYPE_CODES,
    TYPE_OF_CODE,
    InvalidArraysError,
)


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


def test_what_cannot_be_saved_is_reported_by_its_own_name(tmp_path):
    target = tmp_path / "QQQ" / "a.npz"
    with pytest.raises(WriteError) as caught:
        every_kind(1).arrays.save(target)
    assert caught.value.filename == str(target)


def test_what_is_saved_is_loaded(robot, tmp_path):
    path = tmp_path / "robot.npz"
    robot.arrays.save(path)
    robot.arrays.save(path)
    loaded = RobotArrays.load(path)
    assert loaded == robot.arrays
    assert hash(loaded) == hash(robot.arrays)
    assert not loaded.mass.flags.writeable
    assert repr(loaded) == "<RobotArrays of 'every_kind': 26 links, 25 joints, nq 46, nv 42>"
    assert [entry.name for entry in tmp_path.iterdir()] == ["robot.npz"]
    assert loaded != every_kind(2).arrays


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
def test_robots_without_joints_have_arrays(robot, tmp_path):
    arrays = robot.arrays
    assert checked(arrays, "it") is arrays
    assert (arrays.nq, arrays.nv, arrays.X_PJ.shape) == (0, 0, (0, 3, 4))
    arrays.save(tmp_path / "a.npz")
    assert RobotArrays.load(tmp_path / "a.npz") == arrays


WRONG = {
    "parent": lambda a: a.__setitem__(3, 3),
    "parent_joint": lambda a: a.__setitem__(3, 99),
    "child_link": lambda a: a.__setitem__(0, 1000),
    "parent_link": lambda a: a.__setitem__(0, -7),
    "q_index": lambda a: a.__setitem__(-1, 10**6),
    "v_index": lambda a: a.__setitem__(-1, -2),
    "follows": lambda a: a.__setitem__(0, 10**6),
    "kind": lambda a: a.__setitem__(0, 11),
}


@pytest.mark.parametrize("field", WRONG)
def test_indices_that_lead_nowhere_are_refused(robot, tmp_path, field):
    path = tmp_path / "robot.npz"
    robot.arrays.save(path)
    with np.load(path) as file:
        held = dict(file)
    WRONG[field](held[field])
    np.savez(path, **held)
    with pytest.raises(InvalidArraysError, match=r"robot\.npz is not a valid robot: "):
        RobotArrays.load(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mass": np.zeros(3)}, r"mass is float64 \(3,\), not float64 \(26,\)"),
        ({"mass": np.zeros(26, np.float32)}, r"mass is float32 \(26,\), not float64 \(26,\)"),
        ({"neutral": np.zeros(1)}, r"neutral is float64 \(1,\), not float64 \(46,\)"),
        ({"layout": np.asarray(1)}, "contains robot arrays of layout 1, but this version reads 2"),
        ({"layout": np.asarray("2")}, "does not contain robot arrays of layout 2"),
        ({"layout": np.asarray([2])}, "does not contain robot arrays of layout 2"),
        ({"axis": None}, "has no array 'axis'"),
        ({"axis": np.array([object()])}, "does not contain robot arrays: Object arrays"),
        ({"axis": np.full((25, 3), 2.0)}, "axis is neither of length one nor zero"),
        ({"axis": np.full((25, 3), 1e300)}, "axis is neither of length one nor zero"),
        ({"axis2": np.full((25, 3), np.nan)}, "axis2 contains NaN"),
        ({"mass": np.full(26, np.nan)}, "mass contains NaN"),
        ({"offset": np.full(25, np.inf)}, "offset is infinite"),
        ({"X_PJ": np.full((25, 3, 4), 1e200)}, "X_PJ is not a valid rotation and position"),
        ({"X_JC": np.full((25, 3, 4), np.inf)}, "X_JC is not a valid rotation and position"),
        ({"X_PJ": -np.tile(np.eye(3, 4), (25, 1, 1))}, "X_PJ mirrors"),
        ({"I_C": np.tile(np.triu(np.ones((3, 3))), (26, 1, 1))}, "I_C is not symmetric"),
        ({"neutral": np.ones(46)}, "neutral is not where no joint has moved"),
        (
            {"multiplier": np.full(25, 2.0)},
            "multiplier must be 1 for a joint that is not a mimic joint",
        ),
        ({"offset": np.full(25, 2.0)}, "offset must be 0 for a joint that is not a mimic joint"),
        ({"pitch": np.full(25, 2.0)}, "pitch must be 0 for a joint that is not a screw"),
        ({"axis": np.tile([1.0, 0.0, 0.0], (25, 1))}, "axis is not zero for a joint that has none"),
        ({"axis2": None, "axis": None}, "has no array 'axis'"),
        ({"follows": np.zeros(25, [("a", "i4")])}, r"follows must be an array \(25,\) of int32"),
        ({"link_names": np.array(["a"] * 26)}, "link_names has a name twice"),
        ({"link_names": np.arange(26)}, "link_names is not text"),
        ({"name": np.array(["a", "b"])}, "name is not text"),
    ],
)
def test_wrong_arrays_are_refused_by_name(robot, tmp_path, change, message):
    path = tmp_path / "robot.npz"
    robot.arrays.save(path)
    with np.load(path) as file:
        held = dict(file)
    held.update(change)
    np.savez(path, **{key: value for key, value in held.items() if value is not None})
    with pytest.raises(InvalidArraysError, match=message):
        RobotArrays.load(path)


def test_the_x_of_a_planar_joint_lies_in_its_plane(tmp_path):
    path = tmp_path / "robot.npz"
    joint = Joint("j", "planar", "a", "b", axis=(0.0, 0.0, 1.0))
    Robot("r", [Link("a"), Link("b")], [joint]).arrays.save(path)
    with np.load(path) as file:
        held = dict(file)
    np.savez(path, **{**held, "axis2": held["axis"]})
    with pytest.raises(InvalidArraysError, match="axis2 does not lie in the plane"):
        RobotArrays.load(path)


def test_damage_anywhere_in_a_file_is_reported_in_a_sentence(tmp_path):
    path = tmp_path / "robot.npz"
    every_kind(1).arrays.save(path)
    content, dice = path.read_bytes(), random.Random(1)
    directory = content.rindex(b"PK\x01\x02") - 500
    for _ in range(300):
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 3, 20))):
            damaged[dice.randrange(directory, len(content))] = dice.randrange(256)
        path.write_bytes(damaged)
        try:
            assert RobotArrays.load(path) == every_kind(1).arrays
        except InvalidArraysError as error:
            assert str(error).startswith(f"{path} ")  # noqa: PT017


def test_what_goes_along_with_the_arrays_is_not_unpacked(tmp_path):
    path = tmp_path / "robot.npz"
    every_kind(1).arrays.save(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("QQQ.npy", large())
        archive.writestr("QQQ.txt", "Q")
    assert RobotArrays.load(path) == every_kind(1).arrays


def test_a_file_that_would_fill_the_memory_is_not_unpacked(tmp_path, monkeypatch):
    path = tmp_path / "robot.npz"
    every_kind(1).arrays.save(path)
    monkeypatch.setattr("bodyplan.model.arrays_file.MOST_BYTES", 10_000)
    with pytest.raises(InvalidArraysError, match=r"would have \d+ bytes, and at most 10000 are"):
        RobotArrays.load(path)


def packed(head, method=0):
    """An archive with one array of which there is only the head."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("mass.npy", head)
    content = bytearray(held.getvalue())
    for start, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        content[content.index(start) + offset] = method
    return bytes(content)


def large():
    head = io.BytesIO()
    about = {"descr": "<f8", "fortran_order": False, "shape": (10**15,)}
    np.lib.format.write_array_header_1_0(head, about)
    return head.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"QQQ",
        b"PK\x03\x04QQQ",
        b"\x93NUMPY\x01\x00QQQ",
        pickle.dumps({"QQQ": 1}),
        packed(large()),
        packed(b"QQQ", method=99),
    ],
)
def test_other_files_are_refused(tmp_path, content):
    path = tmp_path / "robot.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidArraysError, match="does not contain robot arrays"):
        RobotArrays.load(path)


def test_bounds_of_the_second_axis_give_its_default():
    joint = Joint("j", "universal", "a", "b", limit=Limit(1.0, 3.0), limit2=Limit(-4.0, -2.0))
    assert joint.default == (2.0, -3.0)
    assert joint.variables == ("j/axis", "j/axis2")
    robot = Robot("r", [Link("a"), Link("b")], [joint])
    assert robot.q().tolist() == [2.0, -3.0]
    assert robot.neutral().tolist() == [0.0, 0.0]
