"""Manipulability, reach, bounds and frames on links: against what they mean."""

from __future__ import annotations

import math

import pytest

from bodyplan.model import (
    Frame,
    Inertial,
    Joint,
    Limit,
    Link,
    Mimic,
    Robot,
    Transform,
    UnknownNameError,
)
from tests.kinematics.forms import FORMS, use

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import se3, so3  # noqa: E402


@pytest.fixture(params=FORMS, autouse=True)
def form(request, monkeypatch):
    use(request.param, monkeypatch)


TURN = Limit(-math.pi, math.pi)


def planar_arm(bounds: Limit = TURN) -> Robot:
    """Two links of 2 m and 1 m that turn about z, and a finger that follows."""
    joints = [
        Joint("shoulder", "revolute", "base", "upper", axis=(0, 0, 1), limit=bounds),
        Joint("elbow", "revolute", "upper", "lower", Transform(p=(2, 0, 0)), (0, 0, 1), bounds),
        Joint("wrist", "fixed", "lower", "hand", Transform(p=(1, 0, 0))),
        Joint(
            "finger",
            "prismatic",
            "hand",
            "tip",
            axis=(0, 0, 1),
            limit=Limit(0.0, 0.1),
            mimic=Mimic("elbow", 0.1, 0.05),
        ),
    ]
    names = ("base", "upper", "lower", "hand", "tip")
    tool = Frame("tool", "hand", Transform.from_rpy((0.3, -0.2, 1.0), (0.1, 0.2, 0.3)))
    return Robot("arm", [Link(name, Inertial(1.0)) for name in names], joints, frames=[tool])


def test_manipulability_of_two_links_is_their_lengths_times_the_sine_of_the_elbow():
    class_of = planar_arm()
    q = class_of.random(1, 50)
    J = kinematics.frame_jacobian(class_of, q, "hand")
    flat = np.sqrt(np.linalg.det(np.moveaxis(J[:, :2], -1, -2) @ J[:, :2]))
    assert np.abs(flat - 2.0 * np.abs(np.sin(q[:, 1]))).max() < 1e-12
    assert (kinematics.manipulability(class_of, q, "hand") == 0.0).all()  # two joints, six ways


@pytest.mark.parametrize("motion", ["all", "linear", "angular"])
def test_manipulability_is_the_root_of_the_determinant(motion):
    dice = np.random.default_rng(1)
    links = [Link(f"l{i}") for i in range(9)]
    joints = [
        Joint(
            f"j{i}",
            "revolute",
            f"l{i}",
            f"l{i + 1}",
            Transform.from_rpy(tuple(dice.normal(size=3)), tuple(dice.normal(size=3))),
        )
        for i in range(8)
    ]
    robot = Robot("r", links, joints)
    q = robot.random(1, (2, 5))
    J = kinematics.frame_jacobian(robot, q, "l8", reference="local")
    J = J[..., {"all": slice(6), "linear": slice(3), "angular": slice(3, 6)}[motion], :]
    expected = np.sqrt(np.linalg.det(J @ np.moveaxis(J, -1, -2)))
    found = kinematics.manipulability(robot, q, "l8", motion=motion)
    assert found.shape == (2, 5)
    assert np.abs(found - expected).max() <= 1e-12 * expected.max()
    assert kinematics.manipulability(robot, q[:0], 8).shape == (0, 5)


def test_manipulability_of_what_is_no_number_is_none_also_where_a_direction_is_lost():
    q = np.array([[0.1, 0.2], [math.nan, 0.0]])
    for motion in ("all", "linear"):  # six and three rows, two columns
        found = kinematics.manipulability(planar_arm(), q, "hand", motion=motion)
        assert found[0] == 0.0
        assert math.isnan(found[1])


def test_manipulability_knows_what_it_is_asked_for():
    with pytest.raises(
        ValueError, match="motion must be one of 'all', 'linear', 'angular', not 'QQQ'"
    ):
        kinematics.manipulability(planar_arm(), [0.0, 0.0], "hand", motion="QQQ")


def test_two_links_reach_a_ring():
    found = kinematics.reach(planar_arm(), "hand", count=25_000)
    assert found.points.shape == (25_000, 3)
    assert 1.0 <= found.nearest < 1.001
    assert 2.999 < found.farthest <= 3.0
    assert (found.lower >= -3.0).all()
    assert (found.upper <= 3.0).all()
    assert found.upper[2] == found.lower[2] == 0.0
    again = kinematics.reach(planar_arm(), "hand", count=25_000)
    assert (again.points == found.points).all()
    assert again == found
    other = kinematics.reach(planar_arm(), "hand", count=25_000, rng=2, threads=2)
    assert (other.points != found.points).any()
    assert other != found
    assert repr(found) == "<Reach of hand from base: 25000 points>"
    assert not found.points.flags.writeable


def test_places_are_expressed_from_the_base_within_the_bounds():
    robot = planar_arm(Limit(0.2, 0.5))
    found = robot.reach("tip", "upper", count=500)
    assert (found.q >= 0.2).all()
    assert (found.q <= 0.5).all()
    elbow = found.q[:, 1]
    expected = np.stack((2 + np.cos(elbow), np.sin(elbow), 0.1 * elbow + 0.05), -1)
    assert np.abs(found.points - expected).max() < 1e-12
    assert np.abs(found.distances - np.linalg.norm(expected, axis=-1)).max() < 1e-12
    by_number = robot.reach(4, 1, count=500)
    assert (by_number.frame, by_number.base) == ("tip", "upper")
    assert (by_number.points == found.points).all()
    with pytest.raises(ValueError, match="count must be at least 1, not 0"):
        robot.reach("tip", count=0)
    with pytest.raises(UnknownNameError, match="no link or frame 'QQQ'"):
        robot.reach("QQQ")


def test_what_is_out_of_bounds_is_reported_by_name():
    robot = planar_arm(Limit(-1.0, 1.0))
    assert robot.out_of_bounds([0.0, 0.2]) == []
    (one,) = robot.out_of_bounds([-1.5, 0.2])
    assert one == ("shoulder", -1.5, -1.0, 1.0, ())
    assert str(one) == "shoulder is -1.5, not in [-1, 1]"
    elbow, finger = robot.out_of_bounds([0.0, 1.0 + 1e-9])
    assert (elbow.variable, finger.variable) == ("elbow", "finger")
    assert finger.value == pytest.approx(0.15)
    assert [o.variable for o in robot.out_of_bounds([0, 1.0 + 1e-9], tolerance=1e-6)] == ["finger"]
    found = robot.out_of_bounds([[[0.0, 0.2], [math.nan, 0.2]]])
    assert [(one.variable, one.place) for one in found] == [("shoulder", (0, 1))]
    assert str(found[0]).endswith("in configuration (0, 1)")
    assert robot.out_of_bounds(np.zeros((0, 2))) == []
    with pytest.raises(ValueError, match=r"q must have shape \(..., nq = 2\), not \(3,\)"):
        robot.out_of_bounds([1.0, 2.0, 3.0])


def test_limits_of_single_precision_are_within_bounds():
    robot = planar_arm(Limit(-2.9, 2.9))
    for end in (robot.limits.lower, robot.limits.upper):
        q = end.astype(np.float32)
        q[1] = 0.1  # the finger follows it
        assert robot.out_of_bounds(q) == []
    (one,) = robot.out_of_bounds(
        np.array([np.nextafter(np.float32(2.9), np.float32(3)), 0.1], "f4")
    )
    assert str(one) == "shoulder is 2.9000003337860107, not in [-2.9, 2.9]"


def test_quaternions_and_free_joints_are_never_out_of_bounds():
    kinds = ("floating", "ball", "planar", "universal", "continuous")
    joints = [
        Joint(kind, kind, f"l{i}", f"l{i + 1}", limit=Limit(-1, 1) if i == 3 else Limit())
        for i, kind in enumerate(kinds)
    ]
    robot = Robot("r", [Link(f"l{i}") for i in range(6)], joints)
    found = robot.out_of_bounds(np.full(robot.nq, 9.0))
    assert [one.variable for one in found] == ["universal/axis"]


@pytest.mark.parametrize("batch", [(), (3,), (40,)], ids=str)
def test_frames_on_links_are_and_move_with_them(batch):
    robot = planar_arm()
    q = robot.random(1, batch)
    X_LF = se3.pose(np.array(robot.frame("tool").origin.R), np.array(robot.frame("tool").origin.p))
    hand, tool, base = np.moveaxis(robot.forward_kinematics(q, ["hand", "tool", "base"]), -3, 0)
    assert np.abs(hand @ X_LF - tool).max() < 1e-15
    assert (base == np.eye(4)).all()
    short = robot.forward_kinematics(q, ["tool"], form="3x4")
    assert (short[..., 0, :, :] == tool[..., :3, :]).all()
    out = np.empty((*batch, 1, 7))
    assert robot.forward_kinematics(q, ["tool"], form="position_quat_xyzw", out=out) is out
    assert (out[..., 0, :3] == tool[..., :3, 3]).all()
    local = robot.frame_jacobian(q, "tool", reference="local")
    of_hand = robot.frame_jacobian(q, "hand", reference="local")
    assert np.abs(se3.adjoint(se3.inverse(X_LF)) @ of_hand - local).max() < 1e-14
    aligned = robot.frame_jacobian(q, "tool")
    R = tool[..., :3, :3]
    assert np.abs(R @ local[..., :3, :] - aligned[..., :3, :]).max() < 1e-14
    assert np.abs(R @ local[..., 3:, :] - aligned[..., 3:, :]).max() < 1e-14
    world = robot.frame_jacobian(q, "tool", reference="world")
    assert (world == robot.frame_jacobian(q, "hand", reference="world")).all()
    moved = so3.skew(tool[..., :3, 3]) @ world[..., 3:, :]
    assert np.abs(world[..., :3, :] - moved - aligned[..., :3, :]).max() < 1e-14


def test_a_frame_that_is_not_there_is_answered_with_those_that_are():
    robot = planar_arm()
    with pytest.raises(UnknownNameError, match="robot 'arm' has no link or frame 'tol'; did you"):
        robot.forward_kinematics([0.0, 0.0], ["tol"])
    with pytest.raises(UnknownNameError, match="robot 'arm' has no link 'tool'"):
        kinematics.frame_jacobian(robot.arrays, [0.0, 0.0], "tool")
