"""The ends of a workspace where joints have several numbers: ball, floating, planar; and screws."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from bodyplan.kinematics.workspace_ascent import ascend, steps_of
from bodyplan.kinematics.workspace_stretch import all_round, stretch
from bodyplan.model import Joint, Limit, Link, Robot, Transform
from bodyplan.model.transform import IDENTITY
from bodyplan.report import sample_workspace

NAMES = ("distance", "radius", "x", "y", "z")
ALONG = Transform(p=(0.1, 0.0, 0.0))
BEHIND = Transform.from_rpy((0.3, 0.4, 0.5), (0.0, 0.02, 0.01))


def robot_of(*joints):
    names = dict.fromkeys(name for joint in joints for name in (joint.parent, joint.child))
    return Robot("r", [Link(name) for name in names], joints)


def rope(count, *, name="", X_JC=IDENTITY):
    """Ball joints, a tenth of a metre from each other."""
    ends = ["base", *(f"{name}{number}" for number in range(count))]
    return [
        Joint(f"j{child}", "ball", parent, child, ALONG, X_JC=X_JC)
        for parent, child in pairwise(ends)
    ]


def place(robot, q, base, frame):
    X_RB, X_RF = np.moveaxis(robot.forward_kinematics(q, [base, frame]), -3, 0)
    return (np.linalg.inv(X_RB) @ X_RF)[..., :3, 3]


def check_ends(robot, found):
    """The configurations at the ends lead there."""
    for name in NAMES:
        one = getattr(found, name)
        for q, value in ((one.q_min, one.min), (one.q_max, one.max)):
            p = place(robot, q, found.base, found.frame)
            lengths = dict(zip(NAMES, (math.hypot(*p), math.hypot(*p[:2]), *p), strict=True))
            assert lengths[name] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("X_JC", [IDENTITY, BEHIND])
@pytest.mark.parametrize(("frame", "base"), [("a9", "base"), ("base", "a9"), ("a9", "b4")])
def test_a_rope_of_ball_joints_is_as_long_as_its_parts_in_every_direction(frame, base, X_JC):
    robot = robot_of(*rope(10, name="a", X_JC=X_JC), *rope(5, name="b", X_JC=X_JC))
    found = sample_workspace(robot, frame, base, count=50)
    end = np.array(X_JC.p)
    bar = math.hypot(*(end + np.array(X_JC.R) @ ALONG.p))  # from ball to ball
    # What is before the first ball stays; all else goes in any direction.
    back = -np.array(X_JC.R).T @ end
    if base == "base":
        first, rest = np.array(ALONG.p), 9 * bar + math.hypot(*end)
    elif frame == "base":
        first, rest = back, 9 * bar + 0.1
    else:  # up four bars, over the base where the two ropes begin together, and down nine
        first, rest = back, 4 * bar + 9 * bar + math.hypot(*end)
    assert found.distance.max == pytest.approx(math.hypot(*first) + rest, abs=1e-6)
    for axis, one in enumerate((found.x, found.y, found.z)):
        assert (one.min, one.max) == pytest.approx((first[axis] - rest, first[axis] + rest))
    check_ends(robot, found)


def test_a_floating_joint_goes_to_the_corners_of_a_metre_and_turns():
    robot = robot_of(Joint("free", "floating", "world", "body"), *_arm())
    found = sample_workspace(robot, "tip", "world", count=100)
    assert found.endless == ("free",)
    assert found.distance.max == pytest.approx(math.sqrt(3.0) + 0.5, abs=1e-6)
    for one in (found.x, found.y, found.z):
        assert (one.min, one.max) == pytest.approx((-1.5, 1.5), abs=1e-6)
    check_ends(robot, found)
    back = sample_workspace(robot, "world", "tip", count=100)
    assert back.distance.max == pytest.approx(found.distance.max, abs=1e-6)
    check_ends(robot, back)


def _arm():
    return [
        Joint("hinge", "revolute", "body", "upper", limit=Limit(-1.0, 1.0)),
        Joint("end", "fixed", "upper", "tip", Transform(p=(0.0, 0.0, 0.5))),
    ]


@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), (0.6, 0.0, -0.8)])
def test_a_planar_joint_goes_to_the_corners_of_a_metre_and_turns(axis):
    joints = (
        Joint("p", "planar", "base", "body", BEHIND, axis, X_JC=ALONG),
        Joint("q", "planar", "base", "other", axis=axis),
        Joint("end", "fixed", "body", "tip", Transform(p=(0.5, 0.0, 0.0))),
    )
    robot = robot_of(*joints)
    found = sample_workspace(robot, "tip", "other", count=100)
    assert set(found.endless) == {"p", "q"}
    check_ends(robot, found)
    q = robot.random(0, 20_000)
    assert found.distance.max >= np.linalg.norm(place(robot, q, "other", "tip"), axis=-1).max()
    alone = sample_workspace(robot, "other", count=100)
    assert alone.distance.max == pytest.approx(math.sqrt(2.0), abs=1e-9)


def test_a_screw_without_limits_has_no_end_unless_it_has_no_pitch():
    for pitch, bounds, endless in (
        (0.1, Limit(), ("s",)),
        (0.1, Limit(-3.0, 3.0), ()),
        (0.0, Limit(), ()),
    ):
        robot = robot_of(Joint("s", "screw", "a", "b", ALONG, pitch=pitch, limit=bounds))
        found = sample_workspace(robot, "b", count=50)
        assert found.endless == endless
        most = 0.1 + pitch * (3.0 if bounds.upper == 3.0 else math.pi)
        assert found.x.max <= most + 1e-9
        assert found.x.max == pytest.approx(most, abs=0.05)


@pytest.mark.parametrize(("base", "frame"), [("base", "4"), ("4", "base")])
def test_ball_joints_among_others_lead_as_far_as_before_or_farther(base, frame):
    joints = rope(5, X_JC=BEHIND)
    for number in (1, 3):
        one = joints[number]
        ends = one.name, "revolute", one.parent, one.child
        joints[number] = Joint(*ends, ALONG, (0.0, 0.6, 0.8), Limit(-0.5, 1.0), X_JC=BEHIND)
    robot = robot_of(*joints)
    steps = steps_of(robot, robot.chain(base, frame))
    q, aims = robot.random(5, 6), all_round(150)
    found = stretch(robot, base, frame, steps, q, np.repeat(aims[None], 6, axis=0))
    before = place(robot, q, base, frame) @ aims.T
    after = (place(robot, found, base, frame) * aims).sum(-1)
    assert (after >= before - 1e-12).all()
    by_chance = place(robot, robot.random(7, 5_000), base, frame) @ aims.T
    assert (after >= by_chance.max(0) - 1e-3).all()
    lengths = np.random.default_rng(4).normal(size=(6, 2, 3))

    def values(q):
        p = place(robot, q, base, frame)
        return (lengths[:, 0] * p * p + lengths[:, 1] * p).sum(-1)

    lower = ascend(robot, base, frame, steps, q, lengths, rounds=1)
    assert (values(lower) < values(q)).all()
    assert not robot.out_of_bounds(lower, tolerance=1e-12)


def test_a_ball_that_is_turned_right_round_finds_its_way():
    """The frame is exactly opposite to where it is to go, or at the ball itself."""
    robot = robot_of(Joint("j", "ball", "a", "b"), Joint("f", "fixed", "b", "tip", ALONG))
    aims = np.array([[(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.6, 0.8)]])
    for frame, length in (("tip", 0.1), ("b", 0.0)):
        steps = steps_of(robot, robot.chain("a", frame))
        found = stretch(robot, "a", frame, steps, robot.neutral()[None], aims)
        p = place(robot, found, "a", frame)
        assert p == pytest.approx(length * aims, abs=1e-15)
