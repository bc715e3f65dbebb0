"""Configurations as a space: what integrate and difference promise, for any robot and any numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import se3  # noqa: E402
from bodyplan.model import Joint, Link, Robot  # noqa: E402
from tests.model.every_kind import every_kind  # noqa: E402
from tests.slices import amount  # noqa: E402

ROBOTS = [every_kind(seed, copies=1, behind=seed % 2 == 1) for seed in range(4)]
seeds = st.integers(0, 2**32 - 1)
robots = st.sampled_from(ROBOTS)
few = settings(max_examples=amount(40, short=15), deadline=None)


def velocity(robot, seed, size):
    """Rotations of less than half a turn."""
    v = np.random.default_rng(seed).uniform(-1.0, 1.0, robot.nv)
    return size * v


def same_places(robot, one, other) -> None:
    """Two configurations stand alike, whatever the signs of their quaternions."""
    one, other = (kinematics.forward_kinematics(robot, q) for q in (one, other))
    assert np.abs(one - other).max() < 1e-11 * max(1.0, np.abs(one).max())


@given(robots, seeds, st.floats(1e-9, 1.7))
@few
def test_the_way_there_is_the_velocity_that_leads_there(robot, seed, size):
    q, v = robot.random(seed), velocity(robot, seed, size)
    moved = kinematics.integrate(robot, q, v)
    assert np.abs(kinematics.difference(robot, q, moved) - v).max() < 1e-12 * 10


@given(robots, seeds, seeds)
@few
def test_the_difference_leads_from_one_to_the_other(robot, seed, other):
    one, two = robot.random(seed), robot.random(other)
    v = kinematics.difference(robot, one, two)
    same_places(robot, kinematics.integrate(robot, one, v), two)


@given(robots, seeds)
@few
def test_nothing_moves_without_a_velocity(robot, seed):
    q = robot.random(seed)
    same_places(robot, kinematics.integrate(robot, q, np.zeros(robot.nv)), q)
    assert np.abs(kinematics.difference(robot, q, q)).max() < 1e-14


@given(robots, seeds, st.floats(-2.0, 2.0))
@few
def test_a_velocity_that_does_not_change_can_be_followed_in_two_steps(robot, seed, part):
    q, v = robot.random(seed), velocity(robot, seed, 1.0)
    half = kinematics.integrate(robot, q, part * v)
    same_places(
        robot,
        kinematics.integrate(robot, half, (1.0 - part) * v),
        kinematics.integrate(robot, q, v),
    )


@given(robots, seeds, st.floats(1e-9, 1.0))
@few
def test_the_way_back_is_the_way_there_reversed(robot, seed, size):
    q, v = robot.random(seed), velocity(robot, seed, size)
    moved = kinematics.integrate(robot, q, v)
    assert np.abs(kinematics.difference(robot, moved, q) + v).max() < 1e-11


@given(robots, seeds)
@few
def test_quaternions_stay_of_length_one(robot, seed):
    q, v = robot.random(seed), velocity(robot, seed, 3.0)
    for _ in range(5):
        q = kinematics.integrate(robot, q, v)
    for joint in robot.independent_joints:
        if joint.type in {"ball", "floating"}:
            four = q[robot.q_slice(joint.name)][-4:]
            assert math.isclose(float(np.linalg.norm(four)), 1.0, abs_tol=1e-15 * 8)


@given(robots, seeds)
@few
def test_a_free_base_moves_along_the_screw_of_its_velocity(robot, seed):
    free = robot.floating_base()
    q, v = free.random(seed), velocity(free, seed, 1.0)
    base = free.links[1].name
    before, after = (
        kinematics.forward_kinematics(free, x, [base])[0]
        for x in (q, kinematics.integrate(free, q, v))
    )
    assert np.abs(before @ se3.exp(v[:6]) - after).max() < 1e-12


@pytest.mark.parametrize("turns", [0.5, 1.0, -1.0, 3.0, 7.25])
def test_a_planar_joint_is_led_there_by_the_shorter_turn(turns):
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", "planar", "a", "b")])
    one, two = np.array([0.5, -1.0, 0.25]), np.array([3.0, 2.0, 0.25 + 2.0 * np.pi * turns])
    v = kinematics.difference(robot, one, two)
    assert abs(v[2]) <= np.pi
    assert np.abs(v).max() < 10.0
    same_places(robot, kinematics.integrate(robot, one, v), two)


@pytest.mark.parametrize("kind", ["floating", "ball"])
@pytest.mark.filterwarnings("error")
def test_between_quaternions_of_any_length_is_the_turn_between_those_of_length_one(kind):
    robot = Robot("r", [Link("a"), Link("b")], [Joint("j", kind, "a", "b")])
    one, two, none = *robot.random(5, 2), robot.neutral()
    expected = [kinematics.difference(robot, a, b) for a, b in ((one, two), (one, none))]
    for length in (1e-100, 1e-3, 7.0, 1e100):
        others = one.copy(), two.copy()
        for other in others:
            other[-4:] *= length
        assert np.abs(kinematics.difference(robot, *others) - expected[0]).max() < 1e-14
    none[-4:] = 0.0  # turns nothing, as everywhere
    assert np.abs(kinematics.difference(robot, one, none) - expected[1]).max() < 1e-14
    assert not kinematics.difference(robot, none, robot.neutral()).any()
