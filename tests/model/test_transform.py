"""Poses compose, invert, and have the rotations that their conventions say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bodyplan.model import IDENTITY, Transform

angles = st.floats(-7.0, 7.0)
lengths = st.floats(-10.0, 10.0)
triples = st.tuples(angles, angles, angles)
points = st.tuples(lengths, lengths, lengths)
transforms = st.builds(Transform.from_rpy, triples, points)


def near(one, other) -> bool:
    if isinstance(one, Transform):
        return near(one.p, other.p) and all(map(near, one.R, other.R))
    return all(abs(a - b) < 1e-12 * (1 + abs(a)) for a, b in zip(one, other, strict=True))


def about(axis: int, angle: float) -> Transform:
    """A turn about x, y or z, written out."""
    c, s = math.cos(angle), math.sin(angle)
    return Transform(
        [
            ((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)),
            ((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)),
            ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)),
        ][axis]
    )


@given(triples)
def test_rpy_turns_about_the_fixed_x_then_y_then_z(rpy):
    roll, pitch, yaw = rpy
    assert near(Transform.from_rpy(rpy), about(2, yaw) @ about(1, pitch) @ about(0, roll))


@given(transforms, transforms, transforms, points)
def test_poses_compose(one, two, three, point):
    assert near((one @ two) @ three, one @ (two @ three))
    assert near((one @ two) @ point, one @ (two @ point))
    assert near(one @ IDENTITY, one)
    assert near(IDENTITY @ one, one)


@given(transforms, points)
def test_the_inverse_leads_back(pose, point):
    assert near(pose.inverse() @ pose, IDENTITY)
    assert near(pose @ pose.inverse(), IDENTITY)
    assert near(pose.inverse() @ (pose @ point), point)


@given(angles, st.floats(1e-3, 1e3))
def test_a_quaternion_has_its_scalar_last_and_any_length(angle, length):
    for axis in range(3):
        quat = [0.0, 0.0, 0.0, length * math.cos(angle / 2)]
        quat[axis] = length * math.sin(angle / 2)
        assert near(
            Transform.from_quat_xyzw(tuple(quat), (1.0, 2.0, 3.0)).R[0], about(axis, angle).R[0]
        )
        assert near(Transform.from_quat_xyzw(tuple(quat)), about(axis, angle))


@pytest.mark.parametrize("length", [1e-300, 1e300])
def test_a_quaternion_of_an_extreme_length_is_a_rotation(length):
    pose = Transform.from_quat_xyzw((0.0, 0.0, length, length))
    assert near(pose, about(2, math.pi / 2))


def test_a_quaternion_of_zeros_is_no_rotation():
    assert Transform.from_quat_xyzw((0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0)) == Transform(
        p=(1.0, 0.0, 0.0)
    )


def test_a_pose_without_rotation_keeps_its_numbers():
    assert (Transform(p=(0.1, 0.2, 0.3)) @ Transform(p=(0.7, 0.0, 0.0))).p == (0.1 + 0.7, 0.2, 0.3)
    assert Transform.from_rpy((0.0, 0.0, 0.0), (0.1, 0.2, 0.3)).R is IDENTITY.R


@given(transforms)
def test_the_roll_pitch_and_yaw_of_a_pose_give_its_rotation(pose):
    assert all(
        abs(a - b) < 1e-8
        for a, b in zip(sum(Transform.from_rpy(pose.rpy).R, ()), sum(pose.R, ()), strict=True)
    )
    assert abs(pose.rpy[1]) <= math.pi / 2


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2])
def test_roll_is_zero_where_only_its_combination_with_yaw_is_defined(pitch):
    pose = Transform.from_rpy((0.3, pitch, 0.8))
    roll, found, _ = pose.rpy
    assert (roll, found) == (0.0, pytest.approx(pitch))
    assert pose.angle_to(Transform.from_rpy(pose.rpy)) < 1e-9


@given(transforms)
def test_the_quaternion_of_a_pose_gives_its_rotation_and_has_no_negative_w(pose):
    *_, w = quat = pose.quat_xyzw
    assert w >= 0.0
    assert math.isclose(math.hypot(*quat), 1.0)
    assert pose.angle_to(Transform.from_quat_xyzw(quat)) < 1e-7


@pytest.mark.parametrize("axis", range(3))
def test_half_a_turn_has_a_quaternion(axis):
    assert about(axis, math.pi).quat_xyzw == pytest.approx(
        [*(float(i == axis) for i in range(3)), 0.0]
    )


def test_the_matrix_of_a_pose_is_homogeneous():
    numpy = pytest.importorskip("numpy")
    pose = Transform.from_rpy((0.1, 0.2, 0.3), (1.0, 2.0, 3.0))
    point = (0.5, -0.5, 2.0)
    assert pose.matrix.shape == (4, 4)
    assert near(tuple(pose.matrix @ (*point, 1.0)), (*(pose @ point), 1.0))
    assert (Transform().matrix == numpy.eye(4)).all()


def test_a_pose_is_shown_with_few_digits():
    pose = Transform.from_rpy((0.0, 0.0, math.pi / 3), (1 / 3, -1e-9, 12.0))
    assert repr(pose) == "<Transform xyz=(0.3333, 0, 12) rpy=(0, 0, 1.047)>"
    assert repr(IDENTITY) == "<Transform xyz=(0, 0, 0) rpy=(0, 0, 0)>"
