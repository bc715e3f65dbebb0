"""Robots and semantics agree with what Pinocchio reads from the same files.

Pinocchio shares neither code nor reader with bodyplan. It merges fixed joints, counts a continuous
joint as the cosine and sine of its angle, and lets mimic joints move on their own unless it is told
otherwise.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from bodyplan.model import Configuration, Robot
from bodyplan.model.planning.semantics import State
from tests.oracles import urdfdom
from tests.semantics.robots import Pair, lifted, pairs, poses, semantics_of

pin = pytest.importorskip("pinocchio")
np = pytest.importorskip("numpy")

FREE_FLYER = "root_joint"
"""What Pinocchio calls the joint that it adds for a floating base."""


def _robots() -> list[Path]:
    try:
        return urdfdom.example_robots()
    except urdfdom.OracleMissingError:
        return []


def _pairs() -> list[Pair]:
    try:
        return pairs()
    except urdfdom.OracleMissingError:
        return []


def _id(value: Path | Pair) -> str:
    path = value.srdf if isinstance(value, Pair) else value
    return f"{path.parts[-3]}/{path.name}"


def model_of(path: Path, **options):
    try:
        return pin.buildModelFromUrdf(str(path), **options)
    except ValueError as error:
        pytest.skip(f"Pinocchio does not read it: {error}")


robots = pytest.mark.parametrize("path", _robots(), ids=_id)
overlays = pytest.mark.parametrize("pair", _pairs(), ids=_id)


def vector(model, configuration: Configuration) -> np.ndarray:
    """A configuration in the order and the coordinates of Pinocchio."""
    q = pin.neutral(model)
    for number in range(1, model.njoints):
        joint, name = model.joints[number], model.names[number]
        values = configuration.get(name)
        if values is None:
            continue
        if joint.nq == 2:
            values = (math.cos(values[0]), math.sin(values[0]))
        q[joint.idx_q : joint.idx_q + joint.nq] = values
    return q


@robots
def test_the_joints_that_move_come_in_the_same_order(path):
    model, robot = model_of(path), lifted(path).robot
    assert [joint.name for joint in robot.movable_joints] == list(model.names)[1:]


@robots
def test_every_link_is_at_the_same_place_in_random_configurations(path):
    model, robot = model_of(path), lifted(path).robot
    data = model.createData()
    dice = random.Random(path.name)
    for _ in range(5):
        configuration = {j.name: (dice.uniform(-3, 3),) for j in robot.movable_joints}
        pin.framesForwardKinematics(model, data, vector(model, configuration))
        ours = poses(robot, configuration)
        assert len(ours) == len(robot.links)
        for name, pose in ours.items():
            theirs = data.oMf[model.getFrameId(name, pin.FrameType.BODY)]
            np.testing.assert_allclose(np.array(pose.R), theirs.rotation, rtol=0, atol=1e-12)
            np.testing.assert_allclose(np.array(pose.p), theirs.translation, rtol=0, atol=1e-12)


@robots
def test_bounds_are_the_same(path):
    model, robot = model_of(path), lifted(path).robot
    for number in range(1, model.njoints):
        joint, bounds = model.joints[number], robot.joint(model.names[number]).limit
        assert model.velocityLimit[joint.idx_v] == bounds.velocity
        assert model.effortLimit[joint.idx_v] == bounds.effort
        if joint.nq == 1:
            assert model.lowerPositionLimit[joint.idx_q] == bounds.lower
            assert model.upperPositionLimit[joint.idx_q] == bounds.upper
        else:
            assert (bounds.lower, bounds.upper) == (-math.inf, math.inf)


@robots
def test_mimic_joints_follow_the_same_mimicked_joint(path):
    model, robot = model_of(path, mimic=True), lifted(path).robot
    names = {model.names[number] for number in model.mimicking_joints}
    assert set(robot.mimics) == names
    leaders = {model.joints[n].idx_q: model.names[n] for n in model.mimicked_joints}
    for number in model.mimicking_joints:
        mimic = robot.mimics[model.names[number]]
        theirs = model.joints[number].extract()
        assert mimic.leader == leaders[theirs.idx_q]
        assert (mimic.multiplier, mimic.offset) == (theirs.scaling, theirs.offset)


def rigid_parts(robot: Robot) -> dict[str, str]:
    """For each link the link that stands for all that are fixed to each other."""
    found = {robot.root_link.name: robot.root_link.name}
    for joint in robot.joints:
        found[joint.child] = found[joint.parent] if joint.type == "fixed" else joint.child
    return found


def about_origin(mass: float, center, tensor) -> np.ndarray:
    """Mass, first moment and tensor about the origin in one matrix, which adds up over bodies."""
    c = np.array(center)
    moment = tensor + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.block([[moment, (mass * c)[:, None]], [mass * c, np.array([mass])]])


@robots
def test_masses_and_inertias_are_the_same(path):
    model, robot = model_of(path), lifted(path).robot
    part, pose = rigid_parts(robot), poses(robot, robot.configuration({}))
    bodies: dict[str, np.ndarray] = {}
    for link in robot.links:
        if link.inertial is not None:
            where = pose[part[link.name]].inverse() @ pose[link.name] @ link.inertial.origin
            xx, xy, xz, yy, yz, zz = link.inertial.inertia
            turn, tensor = np.array(where.R), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            own = about_origin(link.inertial.mass, where.p, turn @ tensor @ turn.T)
            bodies[part[link.name]] = bodies.get(part[link.name], np.zeros((4, 4))) + own
    for number in range(1, model.njoints):
        ours = bodies.get(robot.joint(model.names[number]).child, np.zeros((4, 4)))
        theirs = model.inertias[number]
        wanted = about_origin(theirs.mass, theirs.lever, theirs.inertia)
        np.testing.assert_allclose(ours, wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())


# SRDF


def _reference_model(pair: Pair):
    """The model with the states of the SRDF; with a floating base where a state speaks of one."""
    floats = any(FREE_FLYER in state.unknown for state in semantics_of(pair).states.values())
    options = {"root_joint": pin.JointModelFreeFlyer()} if floats else {}
    model = model_of(pair.urdf, **options)
    pin.loadReferenceConfigurations(model, str(pair.srdf), False)
    return model


def named_once(pair: Pair) -> list[State]:
    """The states of an SRDF; Pinocchio knows no groups, and keeps one state of each name."""
    states = semantics_of(pair).states
    names = Counter(name for _, name in states)
    return [state for state in states.values() if names[state.name] == 1]


@overlays
def test_states_are_the_reference_configurations(pair):
    model, states = _reference_model(pair), semantics_of(pair).states
    assert {each.key() for each in model.referenceConfigurations} == {name for _, name in states}
    for state in named_once(pair):
        q = vector(model, {**state.values, **state.others, **state.unknown})
        np.testing.assert_array_equal(model.referenceConfigurations[state.name], q)


@overlays
def test_completed_states_are_the_reference_configurations(pair):
    model, robot = _reference_model(pair), semantics_of(pair).robot
    for state in named_once(pair):
        configuration = state.configuration(with_others=True)
        theirs = vector(model, {**configuration, **state.unknown})
        given = {*state.values, *state.others}
        for name in configuration:
            leader = robot.mimics.get(name)
            follows_otherwise = leader is not None and (
                name in given or leader.leader in given or leader.offset
            )
            left_out = (
                name not in given and robot.has_joint(name) and any(robot.joint(name).default)
            )
            if model.existJointName(name) and not follows_otherwise and not left_out:
                joint = model.joints[model.getJointId(name)]
                part = slice(joint.idx_q, joint.idx_q + joint.nq)
                wanted = model.referenceConfigurations[state.name][part]
                np.testing.assert_array_equal(theirs[part], wanted, name)


@overlays
def test_the_same_pairs_are_checked_for_collision(pair):
    semantics = semantics_of(pair)
    robot, model = semantics.robot, model_of(pair.urdf)
    geometry = pin.GeometryModel()
    coal = pytest.importorskip("coal")
    bodies = [link.name for link in robot.links if link.collisions]
    for name in bodies:
        frame = model.getFrameId(name, pin.FrameType.BODY)
        joint = model.frames[frame].parentJoint
        geometry.addGeometryObject(
            pin.GeometryObject(name, joint, frame, pin.SE3.Identity(), coal.Sphere(1.0))
        )
    geometry.addAllCollisionPairs()  # but those of bodies on the same moving part
    all_pairs = {frozenset((bodies[p.first], bodies[p.second])) for p in geometry.collisionPairs}
    part = rigid_parts(robot)
    assert all_pairs == {frozenset(p) for p in combinations(bodies, 2) if part[p[0]] != part[p[1]]}
    pin.removeCollisionPairs(model, geometry, str(pair.srdf), False)
    left = {frozenset((bodies[p.first], bodies[p.second])) for p in geometry.collisionPairs}
    ours = {frozenset(p) for p in semantics.allowed_collision_matrix.checked_pairs()}
    assert left == {p for p in ours if len({part[name] for name in p}) == 2}


def test_the_example_robots_are_all_there():
    if not _pairs():
        pytest.skip("example-robot-data is not installed")
    assert len(_pairs()) == 37
