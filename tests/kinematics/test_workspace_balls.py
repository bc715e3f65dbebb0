"""The ends of a workspace where joints have several numbers: ball, floating, planar; and screws."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

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
def test_a_rope_of_ball_joints_reaches_no_farther_than_its_parts_in_any_direction(
    frame, base, X_JC
):
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
    assert found.distance.max <= math.hypot(*first) + rest
    for axis, one in enumerate((found.x, found.y, found.z)):
        assert first[axis] - rest <= one.min <= one.max <= first[axis] + rest
    check_ends(robot, found)


def test_a_floating_joint_stays_within_a_metre_and_turns():
    robot = robot_of(Joint("free", "floating", "world", "body"), *_arm())
    found = sample_workspace(robot, "tip", "world", count=100)
    assert found.endless == ("free",)
    assert 1.5 < found.distance.max <= math.sqrt(3.0) + 0.5
    for one in (found.x, found.y, found.z):
        assert (one.min, one.max) == pytest.approx((-1.5, 1.5), abs=0.2)
    check_ends(robot, found)
    back = sample_workspace(robot, "world", "tip", count=100)
    assert back.distance.max == pytest.approx(found.distance.max, abs=0.3)
    check_ends(robot, back)


def _arm():
    return [
        Joint("hinge", "revolute", "body", "upper", limit=Limit(-1.0, 1.0)),
        Joint("end", "fixed", "upper", "tip", Transform(p=(0.0, 0.0, 0.5))),
    ]


@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), (0.6, 0.0, -0.8)])
def test_a_planar_joint_stays_within_a_metre_and_turns(axis):
    joints = (
        Joint("p", "planar", "base", "body", BEHIND, axis, X_JC=ALONG),
        Joint("q", "planar", "base", "other", axis=axis),
        Joint("end", "fixed", "body", "tip", Transform(p=(0.5, 0.0, 0.0))),
    )
    robot = robot_of(*joints)
    found = sample_workspace(robot, "tip", "other", count=100)
    assert set(found.endless) == {"p", "q"}
    check_ends(robot, found)
    assert found.distance.max >= np.linalg.norm(found.points, axis=-1).max()
    alone = sample_workspace(robot, "other", count=100)
    assert 1.2 < alone.distance.max <= math.sqrt(2.0)


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
