"""A closed loop is cut at a named joint, and the links move as before."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.conversion.cutting import CutError, cut_at
from bodyplan.core.names import UnknownNameError
from bodyplan.model import Joint, Link, Robot, Transform

np = pytest.importorskip("numpy")

Y = (0.0, 1.0, 0.0)


def four_bar() -> Robot:
    """A parallelogram: base, two cranks of 1 m, a coupler of 2 m."""
    up, across = Transform(p=(0.0, 0.0, 1.0)), Transform(p=(2.0, 0.0, 0.0))
    links = [Link(name) for name in ("base", "left", "coupler", "right")]
    joints = [
        Joint("a", "revolute", "base", "left", axis=Y),
        Joint("b", "revolute", "left", "coupler", up, axis=Y),
        Joint("c", "revolute", "base", "right", across, axis=Y),
    ]
    loops = [
        Joint("d", "revolute", "coupler", "right", across, axis=Y, X_JC=Transform(p=(0, 0, -1)))
    ]
    return Robot("four_bar", links, joints, loops)


def closed(robot: Robot, angle: float):
    """Poses of the links when both cranks have turned by an angle."""
    values = {"a": angle, "b": -angle, "c": angle, "d": angle}
    named = {joint.name for joint in robot.joints}
    return robot.poses({name: value for name, value in values.items() if name in named})


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
@pytest.mark.parametrize("angle", [0.0, 0.4, -1.1])
def test_every_joint_of_a_loop_can_be_the_cut(name, angle):
    robot = four_bar()
    made = cut_at(robot, name)
    assert [loop.name for loop in made.loops] == [name]
    before, after = closed(robot, angle), closed(made, angle)
    for link in robot.link_names:
        np.testing.assert_allclose(after[link].p, before[link].p, atol=1e-12)
        np.testing.assert_allclose(after[link].R, before[link].R, atol=1e-12)


def test_a_joint_outside_of_loops_is_refused():
    robot = four_bar()
    tool = Joint("e", "fixed", "coupler", "tool")
    more = Robot("r", [*robot.links, Link("tool")], [*robot.joints, tool], robot.loops)
    with pytest.raises(CutError, match="'e' is not part of a closed loop"):
        cut_at(more, "e")


def test_an_unknown_joint_has_a_suggestion():
    with pytest.raises(UnknownNameError, match="QQQ"):
        cut_at(four_bar(), "QQQ")


def test_a_conversion_cuts_where_it_is_told():
    done = bodyplan.convert(four_bar(), "urdf", cut=["b"])
    robot = bodyplan.load(done.document)
    assert {"a", "c", "d"} <= set(robot.joint_names)
    assert not robot.has_joint("b")
    assert any("the loop is cut here" in loss.reason and "'b'" in str(loss) for loss in done.losses)
