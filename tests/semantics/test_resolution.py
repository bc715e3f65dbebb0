"""One result holds all that an SRDF says of its robot, and what is wrong with each element."""

from __future__ import annotations

import time

import pytest

from bodyplan.formats import srdf, urdf
from bodyplan.model import Joint, Link, Robot
from bodyplan.semantics.resolution import resolve_srdf
from bodyplan.semantics.robot_view import view_of
from tests.growth import HANG_GUARD

COUNT = 5_000

LINKS = [Link(f"l{i}") for i in range(100)]
ROBOT = Robot("r", LINKS, [Joint(f"j{i}", "revolute", f"l{i - 1}", f"l{i}") for i in range(1, 100)])


def large() -> srdf.Robot:
    """Every group contains the one before it; every second state, effector and pair is faulty."""
    return srdf.Robot(
        name="r",
        groups=tuple(
            srdf.Group(
                name=f"g{i}",
                chains=(srdf.Chain(base_link="l0", tip_link=f"l{1 + i % 9}"),),
                subgroups=(srdf.Subgroup(name=f"g{i - 1}"),) if i else (),
            )
            for i in range(COUNT)
        ),
        group_states=tuple(srdf.GroupState(name=f"s{i}", group=f"g{2 * i}") for i in range(COUNT)),
        end_effectors=tuple(
            srdf.EndEffector(name=f"e{i}", group=f"g{2 * i}", parent_link="l20")
            for i in range(COUNT)
        ),
        disable_collisions=tuple(
            srdf.DisableCollisions(link1=f"l{i % 100}", link2=f"l{i // 100}") for i in range(COUNT)
        ),
    )


@pytest.mark.parametrize("robot", [ROBOT, None], ids=["with its robot", "alone"])
def test_the_problems_of_a_large_file_are_found_in_time(robot):
    start = time.process_time()
    root = large()
    found = resolve_srdf(root, robot)
    problems = [found.problems.of(state) for state in root.group_states]
    assert problems == [""] * (COUNT // 2) + ["unknown group"] * (COUNT // 2)
    assert found.problems.of(root.end_effectors[-1]) == "unknown group"
    assert {found.problems.of(pair) for pair in root.disable_collisions} == {
        "",
        "same link twice",
        "duplicate",
    }
    assert time.process_time() - start < HANG_GUARD


def test_without_a_robot_names_of_groups_report_what_is_wrong():
    inner = srdf.Group(name="a", subgroups=(srdf.Subgroup(name="b"),))
    back = srdf.Group(name="b", subgroups=(srdf.Subgroup(name="a"),))
    lost = srdf.Group(name="c", subgroups=(srdf.Subgroup(name="nowhere"),))
    again = srdf.Group(name="a")
    root = srdf.Robot(name="r", groups=(inner, back, lost, again))
    found = resolve_srdf(root, None)
    assert found.graph.cycles == [["a", "b"]]
    assert [found.problems.of(group) for group in root.groups] == [
        "contains itself",
        "contains itself",
        "unresolved subgroup",
        "duplicate",
    ]
    assert not any(group.numbers for group in found.groups.values())
    assert (found.states, found.end_effectors) == ((), ())


def test_a_view_of_a_urdf_has_the_joints_that_are_not_in_its_tree():
    view = view_of(
        urdf.Robot(
            name="r",
            links=(urdf.Link(name="a"), urdf.Link(name="b")),
            joints=(
                urdf.Joint(name="j", type="fixed", parent="a", child="b"),
                urdf.Joint(name="loose", type="revolute", parent="a", child="nowhere"),
            ),
        )
    )
    assert [*view.joints] == ["j", "loose"]
    assert not view.is_whole
    assert view.root_link is not None
    assert view.root_link.name == "a"
    assert not view.robot.has_joint("loose")


def test_of_a_joint_of_an_unknown_type_only_the_name_is_known():
    made = urdf.Joint(name="j", type="hinge", parent="a", child="b")  # type: ignore[arg-type]
    links = (urdf.Link(name="a"), urdf.Link(name="b"))
    view = view_of(urdf.Robot(name="r", links=links, joints=(made,)))
    assert "j" in view.joints
    assert view.joint("j") is None
