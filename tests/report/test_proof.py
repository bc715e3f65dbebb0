"""A proof finds what differs between two robots, and names the link or joint."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bodyplan
from bodyplan import model
from bodyplan.core import replace
from bodyplan.model.transform import Transform

pytest.importorskip("numpy")

ANGLES = st.tuples(*[st.floats(-3.0, 3.0)] * 3)
POINTS = st.tuples(*[st.floats(-1.0, 1.0)] * 3)
INERTIAL = model.Inertial(2.0, Transform(p=(0.1, 0.0, 0.0)), (0.1, 0.01, 0.0, 0.12, 0.0, 0.15))


def robot(**changes) -> model.Robot:
    """Three links, a revolute joint and one that mimics it."""
    part = model.Geometry(model.Box((0.1, 0.2, 0.3)), Transform(p=(0.0, 0.1, 0.0)))
    links = {
        "a": model.Link("a", INERTIAL, (part,), (part,)),
        "b": model.Link("b", INERTIAL),
        "c": model.Link("c", INERTIAL),
    }
    joints = {
        "lead": model.Joint(
            "lead",
            "revolute",
            "a",
            "b",
            Transform.from_rpy((0.1, 0.2, 0.3), (0.5, 0.0, 0.0)),
            (0.0, 0.0, 1.0),
            model.Limit(-1.0, 2.0, 3.0, 4.0),
        ),
        "follow": model.Joint(
            "follow",
            "revolute",
            "b",
            "c",
            axis=(0.0, 1.0, 0.0),
            mimic=model.Mimic("lead", 2.0, 0.1),
        ),
    }
    for name, change in changes.items():
        parts = links if name in links else joints
        parts[name] = replace(parts[name], **change)
    return model.Robot("r", links.values(), joints.values())


def differences(a, b) -> dict[str, str]:
    """The quantities that differ, with where."""
    proof = bodyplan.prove(a, b, samples=20)
    assert proof.is_equal == all(one.is_equal for one in proof.deviations)
    return {one.quantity.split(" [")[0]: one.where for one in proof.deviations if not one.is_equal}


def test_a_robot_is_the_same_as_itself():
    assert differences(robot(), robot()) == {}


def test_the_same_robot_in_two_formats_is_equal():
    assert bodyplan.prove("sample:arm", "sample:arm.sdf").is_equal


ORIGIN = Transform.from_rpy((0.1, 0.2, 0.3), (0.5, 0.0, 1e-6))
PLANTED = [
    ("lead", {"origin": ORIGIN}, "position of links", "b"),
    ("lead", {"axis": (0.0, 0.0, -1.0)}, "rotation of links", "b"),
    ("lead", {"limit": model.Limit(-1.0, 2.5, 3.0, 4.0)}, "limits of joints", "lead (upper)"),
    ("lead", {"limit": model.Limit(-1.0, 2.0, 3.0, 5.0)}, "limits of joints", "lead (effort)"),
    ("lead", {"dynamics": model.Dynamics(0.5)}, "damping, friction and springs", "lead (damping)"),
    ("follow", {"mimic": model.Mimic("lead", 2.0, 0.2)}, "mimic relations", "follow"),
    ("follow", {"mimic": None}, "mimic relations", "follow"),
    ("b", {"inertial": replace(INERTIAL, mass=2.001)}, "mass of links", "b"),
    ("b", {"inertial": None}, "total mass", "r"),
    ("c", {"inertial": replace(INERTIAL, origin=Transform())}, "centre of mass of links", "c"),
    (
        "c",
        {"inertial": replace(INERTIAL, inertia=(0.1, -0.01, 0.0, 0.12, 0.0, 0.15))},
        "inertia of links",
        "c",
    ),
    ("a", {"visuals": ()}, "shapes of visuals", "a"),
    ("a", {"collisions": (model.Geometry(model.Sphere(0.1)),)}, "shapes of collisions", "a"),
]


@pytest.mark.parametrize(("name", "change", "quantity", "where"), PLANTED)
def test_a_planted_difference_is_found_where_it_is(name, change, quantity, where):
    found = differences(robot(), robot(**{name: change}))
    assert found[quantity] == where


def test_the_first_link_that_moved_is_named_with_the_one_that_is_farthest_off():
    tip = model.Joint("tip", "revolute", "b", "c", Transform(p=(1.0, 0.0, 0.0)))
    origin = robot().joint("lead").origin
    moved = Transform(p=(0.0, 0.0, 1e-3)) @ origin @ Transform.from_rpy((0.0, 0.1, 0.0))
    first, second = (
        model.Robot("r", robot().links, [replace(robot().joint("lead"), origin=one), tip])
        for one in (origin, moved)
    )
    rows = {one.quantity: one for one in bodyplan.prove(first, second).deviations}
    position = rows["position of links [m]"]
    assert (position.where, position.detail) == ("c", "from b on")


def lead(**changes):
    return robot(lead=changes)


def looks(**mesh):
    return robot(a={"visuals": (model.Geometry(model.Mesh("part.dae", **mesh)),)})


def weight(inertia):
    return robot(c={"inertial": model.Inertial(0.0, Transform(), inertia)})


def with_tool(kind="fixed"):
    more = model.Joint("flange", kind, "c", "tool")
    return model.Robot("r", [*robot().links, model.Link("tool")], [*robot().joints, more])


BOX = model.Box((0.1, 0.2, 0.3))
BOTH_WAYS = {
    "a continuous joint and one with limits": (
        lead(type="continuous", limit=model.Limit()),
        lead(limit=model.Limit(-1.0, 1.0)),
        ("limits of joints", "lead (lower)"),
    ),
    "another part of a mesh": (looks(part="x"), looks(part="y"), ("shapes of visuals", "a")),
    "a part that is centered": (
        looks(part="x", is_centered=True),
        looks(part="x"),
        ("shapes of visuals", "a"),
    ),
    "a scale along one axis": (
        looks(scale=(1.0, 1.0, 2.0)),
        looks(scale=(1.0, 1.0, 1.0)),
        ("shapes of visuals", "a"),
    ),
    "an inertia without a mass": (
        weight((1.0, 0.0, 0.0, 1.0, 0.0, 1.0)),
        weight((0.0,) * 6),
        ("inertia of links", "c"),
    ),
    "a spring": (
        lead(dynamics=model.Dynamics(spring_stiffness=5.0)),
        robot(),
        ("damping, friction and springs", "lead (spring stiffness)"),
    ),
    "a pose that is no number": (
        robot(a={"visuals": (model.Geometry(BOX, Transform(p=(0.0, math.nan, 0.0))),)}),
        robot(a={"visuals": (model.Geometry(BOX),)}),
        ("poses of visuals", "a"),
    ),
    "a link without mass and shape": (with_tool(), robot(), ("links", "tool")),
}


@pytest.mark.parametrize(("first", "second", "where"), BOTH_WAYS.values(), ids=BOTH_WAYS)
def test_what_differs_does_so_in_either_order(first, second, where):
    quantity, name = where
    assert differences(first, second)[quantity] == name
    assert differences(second, first)[quantity] == name


def test_a_rotation_is_an_angle():
    turned = lead(origin=robot().joint("lead").origin @ Transform.from_rpy((math.pi, 0.0, 0.0)))
    found = {one.quantity: one.worst for one in bodyplan.prove(robot(), turned).deviations}
    assert found["rotation of links [rad]"] == pytest.approx(math.pi)


def test_positions_are_metres_whatever_the_size_of_the_robot():
    first, second = (lead(origin=Transform(p=(2000.0, y, 0.0))) for y in (0.0, 1e-3))
    rows = {one.quantity: one for one in bodyplan.prove(first, second).deviations}
    position = rows["position of links [m]"]
    assert position.worst == pytest.approx(1e-3)
    assert position.tolerance == pytest.approx(2e-6)


def test_robots_without_a_common_link_are_compared():
    other = model.Robot("other", [model.Link("x")])
    proof = bodyplan.prove(robot(), other, samples=5)
    assert proof.deviations[0].detail == "only in the first robot"
    assert proof.deviations[0].differing == ("a", "b", "c", "x")
    assert not proof.is_equal


def test_a_similar_name_is_named():
    first, second = (
        model.Robot("r", [model.Link("base"), model.Link(name)], [])
        for name in ("gripper", "gripper_link")
    )
    detail = bodyplan.prove(first, second, samples=2).deviations[0].detail
    assert detail == "only in the first robot, the other one has 'gripper_link'"


@pytest.mark.parametrize("samples", [0, -1])
def test_samples_must_be_positive(samples):
    with pytest.raises(ValueError, match=f"samples must be at least 1, got {samples}"):
        bodyplan.prove(robot(), robot(), samples=samples)


def test_links_and_joints_that_only_one_robot_has_are_named():
    small = model.Robot("r", [robot().link("a"), robot().link("b")], [robot().joint("lead")])
    assert differences(robot(), small)["links"] == "c"
    assert differences(small, robot())["links"] == "c"
    renamed = robot(lead={"name": "other"}, follow={"mimic": model.Mimic("other", 2.0, 0.1)})
    assert differences(robot(), renamed) == {}  # it has the same child link


def test_disabled_pairs_are_compared_if_both_have_an_srdf():
    arm = bodyplan.load("sample:arm", srdf="sample:arm.srdf")
    quantities = [one.quantity for one in bodyplan.prove(arm, arm, samples=2).deviations]
    assert "disabled collision pairs" in quantities


def test_unlimited_joints_are_equal_whatever_they_are_called():
    free = robot(lead={"limit": model.UNLIMITED if hasattr(model, "UNLIMITED") else model.Limit()})
    turning = robot(lead={"type": "continuous", "limit": model.Limit()})
    huge = robot(lead={"limit": model.Limit(-1e16, 1e16, 1e16, 1e16)})
    assert differences(free, turning) == {}
    assert differences(free, huge) == {}


@given(ANGLES)
def test_an_inertia_on_other_axes_is_the_same(rpy):
    turn = Transform.from_rpy(rpy)
    tensor = _rotated(INERTIAL.inertia, turn.inverse())
    moved = model.Inertial(2.0, INERTIAL.origin @ turn, tensor)
    assert "inertia of links" not in differences(robot(), robot(b={"inertial": moved}))


@given(ANGLES)
def test_a_joint_frame_that_is_turned_with_its_axis_moves_the_same(rpy):
    turn = Transform.from_rpy(rpy)
    joint = robot().joint("lead")
    other = {
        "origin": joint.origin @ turn,
        "axis": turn.inverse() @ joint.axis,
        "X_JC": turn.inverse(),
    }
    assert differences(robot(), robot(lead=other)) == {}


def test_a_number_that_is_missing_is_a_difference():
    broken = replace(INERTIAL, mass=math.nan)
    assert "mass of links" in differences(robot(), robot(b={"inertial": broken}))


def _rotated(inertia, turn):
    import numpy as np

    xx, xy, xz, yy, yz, zz = inertia
    R = np.array(turn.R)
    made = R @ np.array(((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))) @ R.T
    return tuple(made[np.triu_indices(3)])
