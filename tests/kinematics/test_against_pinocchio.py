"""Every robot of example-robot-data moves, weighs and resists as in Pinocchio, in both forms.

On a hundred configurations by chance, and in every state of its SRDF.
"""

from __future__ import annotations

from functools import partial

import pytest

np = pytest.importorskip("numpy")
pin = pytest.importorskip("pinocchio")

from bodyplan import kinematics  # noqa: E402
from tests.conversion.test_against_pinocchio import robots  # noqa: E402
from tests.kinematics.pinocchio_twin import REFERENCES, twin  # noqa: E402

bases = pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])


def agree(ours, theirs, size: float = 1e-10) -> None:
    """Each is as the other, relative to the largest number of each configuration."""
    axes = tuple(range(1, theirs.ndim))
    scale = np.maximum(np.abs(theirs).max(axis=axes, keepdims=True, initial=0.0), 1e-6)
    assert ours.shape == theirs.shape
    assert np.abs((ours - theirs) / scale).max(initial=0.0) <= size


@robots
@bases
def test_links_are_where_pinocchio_has_them(path, floating):
    there = twin(path, floating=floating)
    q = there.some(1)
    theirs = np.array([*map(there.poses, there.q(q))])
    for robot in there.forms:
        ours = kinematics.forward_kinematics(robot, q, there.links)
        assert np.abs(ours - theirs).max() <= 1e-12
        everything = kinematics.forward_kinematics(robot, q)
        assert np.abs(everything[:, -len(there.links) :] - theirs).max() <= 1e-12


@robots
@bases
def test_jacobians_are_those_of_pinocchio(path, floating):
    there = twin(path, floating=floating)
    q = there.some(2)
    names = [link.name for link in there.robot.tips][:3] + there.links[len(there.links) // 2 :][:1]
    theirs = np.array([there.jacobians(one, names) for one in there.q(q)])
    for robot in there.forms:
        for i, name in enumerate(names):
            for j, reference in enumerate(REFERENCES):
                ours = kinematics.frame_jacobian(robot, q, name, reference=reference)
                agree(ours, theirs[:, i, j])


@robots
@bases
def test_masses_resist_as_in_pinocchio(path, floating):
    there = twin(path, floating=floating)
    q = there.some(3)
    dice = np.random.default_rng(4)
    v, a = dice.standard_normal((2, len(q), there.robot.nv))
    rows = there.q(q)
    M = np.array([*map(there.mass_matrix, rows)])
    weight = np.array([*map(there.gravity_torque, rows)])
    torque = np.array([*map(there.inverse_dynamics, rows, v, a)])
    weighs = floating and there.robot.total_mass > 0.0
    center = np.array([*map(there.center_of_mass, rows)]) if weighs else None
    slope = np.array([*map(there.center_of_mass_jacobian, rows)]) if weighs else None
    for robot in there.forms:
        agree(kinematics.mass_matrix(robot, q), M)
        agree(kinematics.gravity_torque(robot, q), weight)
        agree(kinematics.inverse_dynamics(robot, q, v, a), torque)
        if weighs:
            agree(kinematics.center_of_mass(robot, q), center)
            agree(kinematics.center_of_mass_jacobian(robot, q), slope)


@robots
def test_configurations_change_as_in_pinocchio(path):
    there = twin(path, floating=True)
    robot, model = there.robot, there.model
    q = there.some(5)
    v = np.random.default_rng(6).standard_normal((len(q), robot.nv)) * 0.5
    moved = kinematics.integrate(robot, q, v)
    if not robot.mimics:
        integrate = partial(pin.integrate, model)
        theirs = np.array([*map(integrate, there.q(q), v @ there.G.T)])
        agree(there.q(moved), theirs, 1e-12)
    assert np.abs(kinematics.difference(robot, q, moved) - v).max() <= 1e-12 * 10
