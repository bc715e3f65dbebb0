"""The same robot in Pinocchio: its vectors from ours, and back.

Its model knows nothing of mimic joints: each follower is a joint of its own there, and a matrix G
takes our velocities to its. So our way of following is not compared with its way, but with what
following means.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bodyplan.model import Robot
from tests.kinematics.forms import FORMS, of_form
from tests.semantics.robots import Pair, lifted, pairs, semantics_of

pin = pytest.importorskip("pinocchio")
WORLD = "QQQ_world"
BASE = "root_joint"
COUNT = 100
REFERENCES = ("local", "world", "local_world_aligned")


class Twin:
    """A robot here and there.

    Args:
        path: of the URDF.
        floating: stand it on a floating joint.
    """

    def __init__(self, path: Path, *, floating: bool) -> None:
        self.path = path
        base = (pin.JointModelFreeFlyer(),) if floating else ()
        try:
            self.model = pin.buildModelFromXML(path.read_text(), *base)
        except ValueError as error:
            pytest.skip(f"Pinocchio does not read it: {error}")
        robot = lifted(path).robot
        self.robot: Robot = robot.floating_base(world=WORLD, joint=BASE) if floating else robot
        self.data = self.model.createData()
        self.G = np.zeros((self.model.nv, self.robot.nv))
        for joint in self.robot.movable_joints:
            there = self.model.joints[self.model.getJointId(joint.name)]
            mimic = self.robot.mimics.get(joint.name)
            block = np.eye(there.nv) * (mimic.multiplier if mimic else 1.0)
            rows = slice(there.idx_v, there.idx_v + there.nv)
            self.G[rows, self.robot.v_slice(joint.name)] = block
        self.forms = [of_form(form, self.robot) for form in FORMS]
        """The robot, by native kernels and by array code."""
        self.links = [name for name in self.robot.link_names if name != WORLD]
        self.frames = [self.model.getFrameId(name, pin.BODY) for name in self.links]

    def some(self, seed: int) -> np.ndarray:
        """(n, nq) a hundred configurations by chance, and the states of its SRDF."""
        own = {joint.name for joint in self.robot.independent_joints}
        states = [
            self.robot.q({name: value for name, value in state.values.items() if name in own})
            for pair in srdfs().get(self.path, ())
            for state in semantics_of(pair).states.values()
        ]
        return np.array([*self.robot.random(seed, COUNT), *states])

    def q(self, q: np.ndarray) -> np.ndarray:
        """(n, nq) as Pinocchio writes them: continuous angles as cosine and sine."""
        result = np.tile(pin.neutral(self.model), (len(q), 1))
        for joint in self.robot.movable_joints:
            there = self.model.joints[self.model.getJointId(joint.name)]
            values = q[:, self.robot.q_slice(joint.name)]
            mimic = self.robot.mimics.get(joint.name)
            if mimic is not None:
                values = mimic.multiplier * values + mimic.offset
            if there.nq == 2 and joint.variable_count == 1:
                values = np.concatenate((np.cos(values), np.sin(values)), -1)
            result[:, there.idx_q : there.idx_q + there.nq] = values
        return result

    # Everything below takes one configuration of Pinocchio's

    def poses(self, q: np.ndarray) -> np.ndarray:
        """(links, 4, 4)."""
        pin.framesForwardKinematics(self.model, self.data, q)
        return np.array([self.data.oMf[frame].homogeneous for frame in self.frames])

    def jacobians(self, q: np.ndarray, links: list[str]) -> np.ndarray:
        """(links, 3, 6, nv) in each of ``REFERENCES``."""
        if self.model.nv == 0:  # Pinocchio does not survive the question
            return np.zeros((len(links), 3, 6, self.robot.nv))
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        kinds = (pin.LOCAL, pin.WORLD, pin.LOCAL_WORLD_ALIGNED)
        frames = [self.model.getFrameId(link, pin.BODY) for link in links]
        get, model, data = pin.getFrameJacobian, self.model, self.data
        return np.array([[get(model, data, f, kind) for kind in kinds] for f in frames]) @ self.G

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        """(nv, nv)."""
        M = np.triu(pin.crba(self.model, self.data, q))
        M = M + M.T - np.diag(M.diagonal())
        return self.G.T @ M @ self.G

    def inverse_dynamics(self, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        """(nv,)."""
        tau = pin.rnea(self.model, self.data, q, self.G @ v, self.G @ a)
        return self.G.T @ tau

    def gravity_torque(self, q: np.ndarray) -> np.ndarray:
        """(nv,)."""
        return self.G.T @ pin.computeGeneralizedGravity(self.model, self.data, q)

    def center_of_mass(self, q: np.ndarray) -> np.ndarray:
        """(3,); with a fixed base Pinocchio leaves out what does not move."""
        return pin.centerOfMass(self.model, self.data, q)

    def center_of_mass_jacobian(self, q: np.ndarray) -> np.ndarray:
        """(3, nv)."""
        return pin.jacobianCenterOfMass(self.model, self.data, q) @ self.G


@cache
def srdfs() -> dict[Path, list[Pair]]:
    """The SRDF files of each URDF."""
    found: dict[Path, list[Pair]] = {}
    for pair in pairs():
        found.setdefault(pair.urdf, []).append(pair)
    return found


@cache
def twin(path: Path, *, floating: bool) -> Twin:
    """A robot here and there, made once."""
    return Twin(path, floating=floating)
