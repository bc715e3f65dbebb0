"""Every robot of example-robot-data moves, weighs and resists as in Pinocchio."""

from __future__ import annotations

from functools import partial

import pytest

np = pytest.importorskip("numpy")
pin = pytest.importorskip("pinocchio")

from bodyplan import kinematics  # noqa: E402
from tests.convert.test_against_pinocchio import robots  # noqa: E402
from tests.kinematics.pinocchio_twin import twin  # noqa: E402

COUNT = 20
bases = pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])


def agree(ours, theirs, size: float = 1e-10) -> None:
    """Each is as the other, relative to the largest number of each configuration."""
    axes = tuple(range(1, theirs.ndim))
    scale = np.maximum(np.abs(theirs).max(axis=axes, keepdims=True, initial=0.0), 1e-6)
    assert ours.shape == theirs.shape
    assert np.abs((ours - theirs) / scale).max(initial=0.0) <= size


@robots
@bases
def test_links_stand_where_pinocchio_has_them(path, floating):
    there = twin(path, floating=floating)
    q = there.robot.random(1, COUNT)
    ours = kinematics.forward_kinematics(there.robot, q, there.links)
    theirs = np.array([there.poses(one) for one in q])
    assert np.abs(ours - theirs).max() <= 1e-12
    everything = kinematics.forward_kinematics(there.robot, q)
    assert np.abs(everything[:, -len(there.links) :] - theirs).max() <= 1e-12


@robots
@bases
def test_jacobians_are_those_of_pinocchio(path, floating):
    there = twin(path, floating=floating)
    q = there.robot.random(2, COUNT)
    names = [link.name for link in there.robot.tips][:4] + there.links[len(there.links) // 2 :][:1]
    for name in names:
        for reference in ("local", "world", "local_world_aligned"):
            ours = kinematics.frame_jacobian(there.robot, q, name, reference=reference)
            agree(ours, np.array([there.jacobian(one, name, reference) for one in q]))


@robots
@bases
def test_masses_resist_as_in_pinocchio(path, floating):
    there = twin(path, floating=floating)
    robot = there.robot
    q = robot.random(3, COUNT)
    dice = np.random.default_rng(4)
    v, a = dice.standard_normal((2, COUNT, robot.nv))
    agree(kinematics.mass_matrix(robot, q), np.array([*map(there.mass_matrix, q)]))
    agree(kinematics.gravity_torque(robot, q), np.array([*map(there.gravity_torque, q)]))
    agree(
        kinematics.inverse_dynamics(robot, q, v, a),
        np.array([*map(there.inverse_dynamics, q, v, a)]),
    )
    if floating and robot.total_mass:
        agree(kinematics.center_of_mass(robot, q), np.array([*map(there.center_of_mass, q)]))
        agree(
            kinematics.center_of_mass_jacobian(robot, q),
            np.array([*map(there.center_of_mass_jacobian, q)]),
        )


@robots
def test_configurations_change_as_in_pinocchio(path):
    there = twin(path, floating=True)
    robot, model = there.robot, there.model
    q = robot.random(5, COUNT)
    v = np.random.default_rng(6).standard_normal((COUNT, robot.nv)) * 0.5
    moved = kinematics.integrate(robot, q, v)
    integrate = partial(pin.integrate, model)
    if not robot.mimics:
        theirs = np.array(
            [integrate(there.q(one), there.G @ rate) for one, rate in zip(q, v, strict=True)]
        )
        ours = np.array([*map(there.q, moved)])
        agree(ours, theirs, 1e-12)
    assert np.abs(kinematics.difference(robot, q, moved) - v).max() <= 1e-12 * 10
