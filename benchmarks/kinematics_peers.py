"""The other sides of ``kinematics.py``: Pinocchio, MuJoCo and yourdfpy, asked as their users ask them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np


class Pinocchio:
    """Pinocchio on the same robot and configurations, called in a loop.

    Its followers move by themselves: they are given the positions they would have, and G maps our
    velocities to its own.

    Args:
        path: of the URDF.
        arrays: of our robot.
        q: (n, nq) configurations.
        v: (n, nv) velocities.
        a: (n, nv) accelerations.
    """

    def __init__(self, path: Path, arrays: Any, q: Any, v: Any, a: Any) -> None:
        import pinocchio as pin

        self.pin = pin
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        self.G = np.zeros((self.model.nv, arrays.nv))
        joints = {name: index for index, name in enumerate(arrays.joint_names)}
        theirs = np.zeros((len(q), self.model.nq))
        for i in range(1, self.model.njoints):
            j, joint = joints[self.model.names[i]], self.model.joints[i]
            self.G[joint.idx_v, arrays.v_index[j]] = arrays.multiplier[j]
            position = arrays.multiplier[j] * q[:, arrays.q_index[j]] + arrays.offset[j]
            theirs[:, joint.idx_q] = np.cos(position) if joint.nq == 2 else position
            if joint.nq == 2:
                theirs[:, joint.idx_q + 1] = np.sin(position)
        # rows as a list: taking them out of an array is no part of what is measured
        self.q = list(theirs)
        self.v = list(v @ self.G.T)
        self.a = list(a @ self.G.T)
        self.frames = [self.model.getFrameId(name, pin.BODY) for name in arrays.link_names]

    def unread(self, count: int | None = None) -> None:
        """Poses left where they are."""
        run, model, data = self.pin.framesForwardKinematics, self.model, self.data
        for q in self.q[:count]:
            run(model, data, q)

    def poses(self, count: int | None = None) -> Any:
        """(n, L, 4, 4) poses read out."""
        run, model, data = self.pin.framesForwardKinematics, self.model, self.data
        made = np.empty((len(self.q[:count]), len(self.frames), 4, 4))
        for n, q in enumerate(self.q[:count]):
            run(model, data, q)
            for k, frame in enumerate(self.frames):
                made[n, k] = data.oMf[frame].homogeneous
        return made

    def loop(self, call: Callable[..., Any], *rows: list[Any], count: int | None = None) -> Any:
        """Any other function, results read out."""
        first = call(*(row[0] for row in rows))
        made = np.empty((len(rows[0][:count]), *first.shape))
        for n, values in enumerate(zip(*(row[:count] for row in rows), strict=True)):
            made[n] = call(*values)
        return made

    def jacobian(self, link: int, count: int | None = None) -> Any:
        """(n, 6, their nv)."""
        call, axes = self.pin.computeFrameJacobian, self.pin.LOCAL_WORLD_ALIGNED
        model, data, frame = self.model, self.data, self.frames[link]
        return self.loop(lambda q: call(model, data, q, frame, axes), self.q, count=count)

    def torques(self, count: int | None = None) -> Any:
        """(n, their nv)."""
        call, model, data = self.pin.rnea, self.model, self.data
        return self.loop(lambda *row: call(model, data, *row), self.q, self.v, self.a, count=count)

    def mass_matrix(self, count: int | None = None) -> Any:
        """(n, their nv, their nv), of which the upper half counts."""
        call, model, data = self.pin.crba, self.model, self.data
        return self.loop(lambda q: call(model, data, q), self.q, count=count)

    def center_of_mass(self) -> Any:
        """(n, 3), without what does not move."""
        call, model, data = self.pin.centerOfMass, self.model, self.data
        return self.loop(lambda q: call(model, data, q, False), self.q)


class MuJoCo:
    """MuJoCo on the same robot: its kinematics in a loop, positions and rotations copied out.

    Args:
        path: of the URDF; its geometry is left out, so that no mesh is needed.
        arrays: of our robot.
        q: (n, nq) configurations.
    """

    def __init__(self, path: Path, arrays: Any, q: Any) -> None:
        import mujoco

        tree = ET.parse(path)
        root = tree.getroot()
        for link in root.iter("link"):
            for tag in ("visual", "collision"):
                for found in link.findall(tag):
                    link.remove(found)
        settings = ET.SubElement(ET.SubElement(root, "mujoco"), "compiler")
        settings.attrib = {
            "fusestatic": "false", "boundmass": "1e-6", "boundinertia": "1e-9",
            "balanceinertia": "true", "strippath": "true",
        }  # fmt: skip
        self.run = mujoco.mj_kinematics
        self.model = mujoco.MjModel.from_xml_string(ET.tostring(root, encoding="unicode"))
        self.data = mujoco.MjData(self.model)
        theirs = np.tile(self.model.qpos0, (len(q), 1))
        for j, name in enumerate(arrays.joint_names):
            if arrays.q_index[j] >= 0:
                position = arrays.multiplier[j] * q[:, arrays.q_index[j]] + arrays.offset[j]
                theirs[:, self.model.joint(name).qposadr[0]] = position
        self.q = list(theirs)
        names = [self.model.body(i).name for i in range(self.model.nbody)]
        both = [name for name in arrays.link_names if name in names]
        self.ours = [arrays.link_names.index(name) for name in both]
        self.theirs = [names.index(name) for name in both]

    def poses(self, count: int | None = None) -> tuple[Any, Any]:
        """(n, bodies, 3) and (n, bodies, 9)."""
        run, model, data = self.run, self.model, self.data
        p = np.empty((len(self.q[:count]), model.nbody, 3))
        R = np.empty((len(self.q[:count]), model.nbody, 9))
        for n, q in enumerate(self.q[:count]):
            data.qpos = q
            run(model, data)
            p[n] = data.xpos
            R[n] = data.xmat
        return p, R

    def error(self, X: Any) -> float:
        """The largest difference of some first poses from ours."""
        p, R = self.poses(len(X))
        found = X[:, self.ours]
        rotation = found[..., :3, :3] - R[:, self.theirs].reshape(len(X), -1, 3, 3)
        return float(
            max(np.abs(found[..., :3, 3] - p[:, self.theirs]).max(), np.abs(rotation).max())
        )


class Yourdfpy:
    """yourdfpy on the same robot: a configuration set, the poses of all links asked for.

    Args:
        path: of the URDF.
        arrays: of our robot.
        q: (n, nq) configurations.
    """

    def __init__(self, path: Path, arrays: Any, q: Any) -> None:
        import yourdfpy

        self.robot = yourdfpy.URDF.load(
            str(path), load_meshes=False, load_collision_meshes=False, build_scene_graph=True
        )
        followers = arrays.follows >= 0
        self.q = [
            {
                name: row[arrays.q_index[j]]
                for j, name in enumerate(arrays.joint_names)
                if arrays.q_index[j] >= 0 and not followers[j]
            }
            for row in q
        ]
        self.links = arrays.link_names

    def poses(self, count: int) -> Any:
        """(n, L, 4, 4)."""
        robot = self.robot
        made = np.empty((count, len(self.links), 4, 4))
        for n, q in enumerate(self.q[:count]):
            robot.update_cfg(q)
            for k, link in enumerate(self.links):
                made[n, k] = robot.get_transform(link)
        return made
