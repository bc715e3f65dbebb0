"""Joints of every kind, followers among them: against definitions and finite differences."""

from __future__ import annotations

import pytest

from bodyplan.model import Inertial, Joint, Link, Robot, Transform
from tests.kinematics.forms import FORMS, use
from tests.model.every_kind import every_kind

np = pytest.importorskip("numpy")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import se3, so3  # noqa: E402
from tests.lie.test_groups import power_series  # noqa: E402

COUNT = 5


@pytest.fixture(params=FORMS, autouse=True)
def form(request, monkeypatch):
    use(request.param, monkeypatch)


seeds = pytest.mark.parametrize("seed", range(6))


def turn(axis, angle):
    """(4, 4) about an axis, by the series of the exponential."""
    return se3.pose(power_series(so3.skew(np.array(axis)) * angle), np.zeros(3))


def shift(vector):
    return se3.pose(np.eye(3), np.asarray(vector, float))


def motion(joint: Joint, values):
    """How a joint has moved, as the table of kinds says it."""
    axis = np.array(joint.axis)
    match joint.type:
        case "fixed":
            return np.eye(4)
        case "revolute" | "continuous" | "gearbox":
            return turn(axis, values[0])
        case "prismatic":
            return shift(values[0] * axis)
        case "screw":
            return turn(axis, values[0]) @ shift(values[0] * joint.pitch * axis)
        case "universal" | "revolute2":
            return turn(axis, values[0]) @ turn(joint.axis2, values[1])
        case "ball":
            return shift((0, 0, 0)) @ se3.from_quat_xyzw(np.array(values), np.zeros(3))
        case "floating":
            return se3.from_quat_xyzw(np.array(values[3:]), np.array(values[:3]))
        case "planar":
            x = np.cross([0.0, 0.0, 1.0], axis)  # the shortest turn from z is about this
            onto = so3.exp(x / np.linalg.norm(x) * np.arccos(axis[2]))
            if axis[2] < 0.0:  # from -z, upside down about x
                x = np.cross([0.0, 0.0, -1.0], axis)
                onto = so3.exp(x / np.linalg.norm(x) * np.arccos(-axis[2])) @ np.diag([1, -1, -1])
            return shift(onto @ [values[0], values[1], 0.0]) @ turn(axis, values[2])
    raise AssertionError(joint.type)


def matrix(X: Transform):
    return se3.pose(np.array(X.R), np.array(X.p))


def poses(robot: Robot, q):
    """(links, 4, 4) one joint after the other."""
    positions = robot.positions(q)
    found = {robot.root_link.name: np.eye(4)}
    for joint in robot.joints:
        moved = matrix(joint.origin) @ motion(joint, positions.get(joint.name, ()))
        found[joint.child] = found[joint.parent] @ moved @ matrix(joint.X_JC)
    return np.array([found[name] for name in robot.link_names])


@seeds
def test_links_are_where_the_definition_puts_them(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed, COUNT)
    expected = np.array([poses(robot, one) for one in q])
    found = kinematics.forward_kinematics(robot, q)
    assert np.abs(found - expected).max() < 1e-11
    some = ["l3", "l0", robot.links[-1].name, "l3"]
    index = [robot.link_index(name) for name in some]
    assert (kinematics.forward_kinematics(robot, q, some) == found[:, index]).all()
    assert (kinematics.forward_kinematics(robot, q, index) == found[:, index]).all()


@seeds
def test_quaternions_of_any_length_are_scaled(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed)
    longer = q.copy()
    for joint in robot.independent_joints:
        if joint.type in {"ball", "floating"}:
            longer[robot.q_slice(joint.name)][-4:] *= 3.0
    one, other = (kinematics.forward_kinematics(robot, x) for x in (q, longer))
    assert np.abs(one - other).max() < 1e-13


@seeds
def test_jacobians_are_slopes(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed, COUNT)
    v = np.random.default_rng(seed).standard_normal((COUNT, robot.nv))
    h = 1e-6
    for link in robot.links[::4]:
        before, here, after = (
            kinematics.forward_kinematics(
                robot, kinematics.integrate(robot, q, step * v), [link.name]
            )[:, 0]
            for step in (-h, 0.0, h)
        )
        slope = se3.log(se3.inverse(before) @ after) / (2.0 * h)
        local = kinematics.frame_jacobian(robot, q, link.name, reference="local")
        assert np.abs((local @ v[..., None])[..., 0] - slope).max() < 1e-7 * (
            1 + np.abs(slope).max()
        )
        world = kinematics.frame_jacobian(robot, q, link.name, reference="world")
        assert np.abs(se3.adjoint(here) @ local - world).max() < 1e-12
        aligned = kinematics.frame_jacobian(robot, q, link.name)
        only = se3.pose(here[:, :3, :3], 0.0 * here[:, :3, 3])
        assert np.abs(se3.adjoint(only) @ local - aligned).max() < 1e-12


def body_inertias(robot: Robot):
    """(links, 6, 6) mass and inertia of each link for twists at its origin."""
    found = []
    for link in range(len(robot.links)):
        a = robot.arrays
        C = so3.skew(a.p_LC[link])
        m, eye = a.mass[link], np.eye(3)
        top = np.concatenate((m * eye, -m * C), 1)
        low = np.concatenate((m * C, a.I_C[link] - m * C @ C), 1)
        found.append(np.concatenate((top, low), 0))
    return np.array(found)


def all_jacobians(robot: Robot, q):
    """(batch, links, 6, nv) on the axes of the links."""
    some = [kinematics.frame_jacobian(robot, q, n, reference="local") for n in robot.link_names]
    return np.stack(some, -3)


@seeds
def test_the_mass_matrix_is_the_sum_over_links(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed, COUNT)
    J = all_jacobians(robot, q)
    expected = (np.moveaxis(J, -1, -2) @ body_inertias(robot) @ J).sum(-3)
    found = kinematics.mass_matrix(robot, q)
    assert np.abs(found - expected).max() < 1e-11 * np.abs(expected).max()
    assert (found == np.moveaxis(found, -1, -2)).all()


@seeds
def test_inverse_dynamics_is_newton_and_euler_link_by_link(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    dice = np.random.default_rng(seed)
    q = robot.random(seed, COUNT)
    v, a = dice.standard_normal((2, COUNT, robot.nv))
    g = np.array([1.0, -2.0, -9.0])
    h = 1e-5

    def twists(step):
        at = kinematics.integrate(robot, q, step * v + 0.5 * step * step * a)
        return (all_jacobians(robot, at) @ (v + step * a)[:, None, :, None])[..., 0]

    V, A = twists(0.0), (twists(h) - twists(-h)) / (2.0 * h)
    R = kinematics.forward_kinematics(robot, q)[..., :3, :3]
    A[..., :3] -= g @ R
    inertia = body_inertias(robot)
    momentum = (inertia @ V[..., None])[..., 0]
    linear, angular = momentum[..., :3], momentum[..., 3:]
    force = (inertia @ A[..., None])[..., 0]
    force[..., :3] += np.cross(V[..., 3:], linear)
    force[..., 3:] += np.cross(V[..., 3:], angular) + np.cross(V[..., :3], linear)
    expected = (np.moveaxis(all_jacobians(robot, q), -1, -2) @ force[..., None])[..., 0].sum(-2)
    found = kinematics.inverse_dynamics(robot, q, v, a, gravity=g)
    assert np.abs(found - expected).max() < 1e-7 * np.abs(expected).max()
    still = kinematics.inverse_dynamics(robot, q, 0.0 * v, 0.0 * a, gravity=g)
    assert np.abs(kinematics.gravity_torque(robot, q, gravity=g) - still).max() < 1e-10
    weight = (kinematics.mass_matrix(robot, q) @ a[..., None])[..., 0]
    rest = kinematics.inverse_dynamics(robot, q, v, 0.0 * a, gravity=g)
    assert np.abs(found - rest - weight).max() < 1e-10 * np.abs(found).max()


@seeds
def test_the_centre_of_mass_is_the_mean_of_those_of_the_links(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed, COUNT)
    X = kinematics.forward_kinematics(robot, q)
    places = (X[..., :3, :3] @ robot.arrays.p_LC[..., None])[..., 0] + X[..., :3, 3]
    mass = robot.arrays.mass
    expected = (places * mass[:, None]).sum(-2) / mass.sum()
    assert np.abs(kinematics.center_of_mass(robot, q) - expected).max() < 1e-12
    v = np.random.default_rng(seed).standard_normal((COUNT, robot.nv))
    h = 1e-6
    before, after = (
        kinematics.center_of_mass(robot, kinematics.integrate(robot, q, step * v))
        for step in (-h, h)
    )
    slope = (kinematics.center_of_mass_jacobian(robot, q) @ v[..., None])[..., 0]
    assert np.abs((after - before) / (2.0 * h) - slope).max() < 1e-6 * (1.0 + np.abs(slope).max())


@seeds
def test_integrate_and_difference_undo_each_other(seed):
    robot = every_kind(seed, behind=seed % 2 == 1)
    q = robot.random(seed, COUNT)
    v = 0.5 * np.random.default_rng(seed).standard_normal((COUNT, robot.nv))
    moved = kinematics.integrate(robot, q, v)
    assert np.abs(kinematics.difference(robot, q, moved) - v).max() < 1e-13
    again = kinematics.integrate(robot, q, kinematics.difference(robot, q, moved))
    assert np.abs(again - moved).max() < 1e-13
    half = kinematics.integrate(robot, q, 0.5 * v)
    twice = kinematics.integrate(robot, half, 0.5 * v)
    assert np.abs(twice - moved).max() < 1e-13


def test_far_away_no_digits_are_lost():
    robot = every_kind(3, fewer=("floating",)).floating_base(world="w")
    q = robot.random(1)
    far = q.copy()
    far[:3] += 1e6
    near, away = (kinematics.mass_matrix(robot, x) for x in (q, far))
    assert np.abs(near - away).max() < 1e-8 * np.abs(near).max()


def test_a_joint_with_an_axis_of_zero_does_not_move():
    links = [Link("a"), Link("b", Inertial(1.0))]
    for kind in ("revolute", "prismatic", "screw", "planar", "universal"):
        joint = Joint("j", kind, "a", "b", axis=(0.0, 0.0, 0.0), axis2=(0.0, 0.0, 0.0))
        robot = Robot("r", links, [joint])
        q = np.full(robot.nq, 0.5)
        assert np.abs(kinematics.forward_kinematics(robot, q)[1] - np.eye(4)).max() < 1e-15
        assert not kinematics.frame_jacobian(robot, q, "b").any()
