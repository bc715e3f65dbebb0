"""How joints move, in plain numbers: as the kinematics have it."""

from __future__ import annotations

import pytest

from bodyplan.model import IDENTITY, Joint
from bodyplan.model.joint import JOINT_TYPES
from tests.model.every_kind import every_kind


@pytest.mark.parametrize("behind", [False, True])
def test_a_joint_moves_as_the_kinematics_have_it(behind):
    np = pytest.importorskip("numpy")
    robot = every_kind(3, behind=behind)
    q = robot.random(1)
    X = robot.forward_kinematics(q)
    for joint in robot.joints:
        moved = joint.origin @ joint.motion(robot.positions(q).get(joint.name, ())) @ joint.X_JC
        parent, child = (X[robot.link_index(name)] for name in (joint.parent, joint.child))
        expected = np.linalg.inv(parent) @ child
        assert np.abs(np.array(moved.R) - expected[:3, :3]).max() < 1e-12, joint.type
        assert np.abs(np.array(moved.p) - expected[:3, 3]).max() < 1e-12, joint.type


@pytest.mark.parametrize("kind", JOINT_TYPES)
def test_a_joint_that_has_not_moved_is_where_it_was(kind):
    joint = Joint("j", kind, "a", "b")
    assert joint.motion(JOINT_TYPES[kind].neutral) is IDENTITY
    with pytest.raises(ValueError, match=f"^{kind} joints take "):
        joint.motion([0.0] * 9)
