"""Joints that Pinocchio's reader does not know stand, weigh and resist as in MuJoCo.

MuJoCo has hinges, slides, balls and free joints. The others are made of these by hand, in the table
of ``Equivalent``: G takes our velocities to those of MuJoCo, and ``drift`` is how fast G changes,
times our velocities.
"""

from __future__ import annotations

import pytest

from bodyplan.model import Inertial, Joint, Link, Robot, Transform
from tests.kinematics.forms import FORMS, use

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

from bodyplan import kinematics  # noqa: E402
from bodyplan.lie import so3  # noqa: E402

PITCH = 0.07
COUNT = 100
ORDER = ("floating", "ball", "universal", "screw", "planar", "revolute2", "prismatic", "gearbox")
"""Each hangs from the one before it."""


def unit(*vector: float) -> tuple[float, float, float]:
    x, y, z = np.array(vector) / np.linalg.norm(vector)
    return float(x), float(y), float(z)


FIRST, SECOND = unit(0.3, -0.5, 0.8), unit(-0.7, 0.2, 0.4)
JOINTS = {
    "floating": "<freejoint/>",
    "ball": '<joint type="ball"/>',
    "universal": "<joint axis='{0}'/><joint axis='{1}'/>",
    "revolute2": "<joint axis='{0}'/><joint axis='{1}'/>",
    "screw": "<joint axis='{0}'/><joint type='slide' axis='{0}'/>",
    "planar": "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
    "<joint axis='0 0 1'/>",
    "prismatic": "<joint type='slide' axis='{0}'/>",
    "gearbox": "<joint axis='{0}'/>",
}
"""The equivalents: MuJoCo applies the joints of a body one after the other."""


def robot_and_model():
    dice = np.random.default_rng(1)
    links, joints, inner = [Link("world")], [], ""
    texts = []
    for kind in ORDER:
        xyz, rpy, com = dice.uniform(-0.5, 0.5, (3, 3)).tolist()
        a, b, c, d = dice.uniform(0.01, 0.02, 4).tolist()
        tensor = (b + c, d / 10, -d / 20, a + c, d / 15, a + b)
        mass = float(dice.uniform(0.5, 2.0))
        if kind == "floating":
            xyz = rpy = [0.0, 0.0, 0.0]
        links.append(Link(kind, Inertial(mass, Transform(p=tuple(com)), tensor)))
        X = Transform.from_rpy(tuple(rpy), tuple(xyz))
        axis = (0.0, 0.0, 1.0) if kind == "planar" else FIRST
        joints.append(Joint(kind, kind, links[-2].name, kind, X, axis, axis2=SECOND, pitch=PITCH))
        xx, xy, xz, yy, yz, zz = tensor
        columns = " ".join(repr(X.R[row][column]) for column in (0, 1) for row in range(3))
        texts.append(
            f'<body name="{kind}" pos="{numbers(xyz)}" xyaxes="{columns}">'
            f'<inertial mass="{mass!r}" pos="{numbers(com)}"'
            f' fullinertia="{numbers((xx, yy, zz, xy, xz, yz))}"/>'
            + JOINTS[kind].format(numbers(FIRST), numbers(SECOND))
        )
    inner = "".join(texts) + "</body>" * len(texts)
    option = '<option gravity="0 0 -9.81"/><compiler angle="radian"/>'
    model = mujoco.MjModel.from_xml_string(
        f"<mujoco>{option}<worldbody>{inner}</worldbody></mujoco>"
    )
    return Robot("r", links, joints), model


def numbers(values) -> str:
    return " ".join(map(repr, values))


ROBOT, MODEL = robot_and_model()


class Equivalent:
    """One state of ours in MuJoCo's numbers."""

    def __init__(self, q, v) -> None:
        self.q: list[float] = []
        self.G = np.zeros((MODEL.nv, ROBOT.nv))
        self.drift = np.zeros(MODEL.nv)
        row = 0
        for joint in ROBOT.joints:
            x, place = q[ROBOT.q_slice(joint.name)], ROBOT.v_slice(joint.name)
            block, drift = np.eye(len(v[place])), np.zeros(len(v[place]))
            if joint.type in {"floating", "ball"}:
                self.q += [*x[:-4], x[-1], *x[-4:-1]]
            elif joint.type == "screw":
                self.q += [x[0], PITCH * x[0]]
                block, drift = np.array([[1.0], [PITCH]]), np.zeros(2)
            else:
                self.q += x.tolist()
            if joint.type in {"floating", "planar"}:  # there on the axes of the parent
                n = 3 if joint.type == "floating" else 2
                R, w = np.eye(3), np.array([0.0, 0.0, v[place][-1]])
                if n == 3:
                    R, w = so3.from_quat_xyzw(x[3:]), v[place][3:]
                else:
                    R = so3.exp(np.array([0.0, 0.0, x[2]]))
                block[:n, :n] = R[:n, :n]
                along = np.array([*v[place][:n], 0.0])[:3]
                drift[:n] = (R @ np.cross(w, along))[:n]
            rows = slice(row, row + len(block))
            self.G[rows, place], self.drift[rows] = block, drift
            row += len(block)


@pytest.mark.parametrize("form", FORMS)
def test_every_joint_is_as_its_equivalent(form, monkeypatch):
    use(form, monkeypatch, ROBOT)
    dice = np.random.default_rng(2)
    q = ROBOT.random(3, COUNT)
    v, a = dice.standard_normal((2, COUNT, ROBOT.nv))
    X = kinematics.forward_kinematics(ROBOT, q)
    M, torque = kinematics.mass_matrix(ROBOT, q), kinematics.inverse_dynamics(ROBOT, q, v, a)
    centre = kinematics.center_of_mass(ROBOT, q)
    J = kinematics.frame_jacobian(ROBOT, q, ORDER[-1])
    data = mujoco.MjData(MODEL)
    dense = np.zeros((MODEL.nv, MODEL.nv))
    linear, angular = np.zeros((2, 3, MODEL.nv))
    for n in range(COUNT):
        there = Equivalent(q[n], v[n])
        data.qpos[:] = there.q
        data.qvel[:] = there.G @ v[n]
        data.qacc[:] = there.G @ a[n] + there.drift
        mujoco.mj_inverse(MODEL, data)
        R = data.xmat[1:].reshape(-1, 3, 3)
        assert np.abs(X[n, 1:, :3, :3] - R).max() < 1e-12
        assert np.abs(X[n, 1:, :3, 3] - data.xpos[1:]).max() < 1e-12
        for row, one in zip(dense, np.eye(MODEL.nv), strict=True):
            mujoco.mj_mulM(MODEL, data, row, one)
        expected = there.G.T @ dense @ there.G
        assert np.abs(M[n] - expected).max() < 1e-10 * np.abs(expected).max()
        expected = there.G.T @ data.qfrc_inverse
        assert np.abs(torque[n] - expected).max() < 1e-10 * np.abs(expected).max()
        assert np.abs(centre[n] - data.subtree_com[0]).max() < 1e-12
        mujoco.mj_jacBody(MODEL, data, linear, angular, MODEL.nbody - 1)
        expected = np.concatenate((linear, angular)) @ there.G
        assert np.abs(J[n] - expected).max() < 1e-10 * np.abs(expected).max()
