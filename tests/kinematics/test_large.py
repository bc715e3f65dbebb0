"""Large robots: nothing recurs, time and memory grow with the number of links."""

from __future__ import annotations

import pytest

from bodyplan.model import Inertial, Joint, Link, Robot, Transform
from tests.kinematics.forms import FORMS, use

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402


def large(count: int, parent) -> Robot:
    """Some links, all but the first on the one that a function of the number says."""
    links = [Link(f"l{i}", Inertial(1.0, inertia=(1, 0, 0, 1, 0, 1))) for i in range(count)]
    step = Transform(p=(0.0, 0.1, 0.0))
    joints = [
        Joint(f"j{i}", "revolute", f"l{parent(i)}", f"l{i}", step, (0.0, 0.0, 1.0))
        for i in range(1, count)
    ]
    return Robot("large", links, joints)


@pytest.fixture(scope="module", params=["chain", "bush"])
def robot(request):
    """Made when it is needed, and gone after the tests: what is computed of one takes 100 MB."""
    if request.param == "chain":
        return large(5_000, lambda i: i - 1)
    return large(20_000, lambda i: (i - 1) // 3)


@pytest.mark.parametrize("form", FORMS)
def test_links_velocities_and_forces(form, robot, monkeypatch):
    use(form, monkeypatch, robot)
    q = 0.01 * robot.random(1)
    v, a = np.random.default_rng(1).standard_normal((2, robot.nv)) * 1e-3
    X = kinematics.forward_kinematics(robot, q)
    last = len(robot.links) - 1
    angle = sum(q[joint] for joint in way(robot, last))
    assert X[last, 0, 0] == pytest.approx(np.cos(angle), abs=1e-9)
    J = kinematics.frame_jacobian(robot, q, last)
    h = 1e-4
    before, after = (
        kinematics.forward_kinematics(robot, q + step * v, [last])[0, :3, 3] for step in (-h, h)
    )
    slope = (after - before) / (2.0 * h)
    assert np.abs(J[:3] @ v - slope).max() < 1e-6 * np.abs(slope).max()
    g = (0.0, -9.81, 0.0)
    weight = kinematics.gravity_torque(robot, q, gravity=g)
    still = kinematics.inverse_dynamics(robot, q, 0.0 * v, 0.0 * a, gravity=g)
    assert np.abs(weight - still).max() <= 1e-9 * np.abs(weight).max()
    assert np.isfinite(kinematics.inverse_dynamics(robot, q, v, a)).all()
    assert np.abs(kinematics.center_of_mass(robot, q) - X[:, :3, 3].mean(0)).max() < 1e-9
    some = np.broadcast_to(q, (30, robot.nq))
    many = kinematics.forward_kinematics(robot, some, [last, 0])
    assert np.abs(many[29, 0] - X[last]).max() < 1e-9


@pytest.fixture(scope="module")
def huge():
    return large(50_001, lambda i: (i - 1) // 3)


@pytest.mark.parametrize("form", FORMS)
def test_a_mass_matrix_that_does_not_fit_in_memory_is_refused(form, huge, monkeypatch):
    robot = huge
    use(form, monkeypatch, robot)
    with pytest.raises(
        MemoryError, match="'large' has nv = 50000: its mass matrix would need 20 GB"
    ):
        kinematics.mass_matrix(robot, robot.neutral())


def way(robot: Robot, link: int) -> list[int]:
    """Numbers of the joints above a link."""
    found = []
    while robot.tree.into[link] >= 0:
        found.append(robot.tree.into[link])
        link = robot.tree.above[link]
    return found
