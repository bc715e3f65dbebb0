"""No drafted SRDF has a state in which links collide that it does not disable."""

from __future__ import annotations

from itertools import combinations

import pytest

import bodyplan
from bodyplan.collision import CollisionModel
from bodyplan.edit.srdf_draft import draft_srdf
from bodyplan.semantics.from_srdf import from_srdf

pytest.importorskip("numpy")
FEW = ("allegro_left_hand.urdf", "anymal.urdf", "go1.urdf", "panda.urdf")


def collisions(path):
    """The states of a draft in which pairs collide that are checked."""
    robot = bodyplan.load(path)
    overlay = from_srdf(draft_srdf(robot).root, robot)
    allowed = overlay.allowed_collision_matrix.allowed
    solid = [link.name for link in robot.links if link.collisions]
    model = CollisionModel(robot, [pair for pair in combinations(solid, 2) if not allowed(*pair)])
    own = {joint.name for joint in robot.independent_joints}
    found = {}
    for state in overlay.states.values():
        q = robot.q({name: value for name, value in state.values.items() if name in own})
        if pairs := model.colliding_pairs(q):
            found[state.group, state.name] = pairs
    return found


@pytest.mark.parametrize("name", FEW)
def test_a_draft_does_not_collide_in_its_states(example_robots, name):
    path = next(path for path in example_robots if path.name == name)
    assert collisions(path) == {}


@pytest.mark.long
def test_no_draft_of_any_robot_collides_in_its_states(example_robot):
    try:
        bodyplan.load(example_robot)
    except bodyplan.DescriptionError:
        pytest.skip("not a robot")
    assert collisions(example_robot) == {}
