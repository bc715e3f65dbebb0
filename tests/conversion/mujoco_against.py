"""Whether MuJoCo computes the poses of a robot from what is written as MJCF."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import mujoco
import numpy as np

import bodyplan


def set_joints(data: Any, positions: Any) -> None:
    """Set the joints with one position that MuJoCo has, from positions by joint or variable."""
    for name, values in positions.items():
        names = [name] if len(values) == 1 else [f"{name}/{end}" for end in ENDINGS[len(values)]]
        for one, value in zip(names, values, strict=True):
            data.joint(one).qpos[0] = value


ENDINGS = {2: ("axis", "axis2"), 3: ("x", "y", "theta")}


def assert_same_poses(
    robot: bodyplan.Robot,
    compiled_model: Any,
    seed: int = 0,
    count: int = 3,
    without: Collection[str] = (),
) -> None:
    """Compare the poses of all links at random positions.

    Args:
        robot: the source.
        compiled_model: of MuJoCo.
        seed: of the positions.
        count: of positions.
        without: the links that are no bodies.
    """
    data = mujoco.MjData(compiled_model)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        q = robot.random(rng)
        set_joints(data, {n: v for n, v in robot.positions(q).items() if v})
        mujoco.mj_kinematics(compiled_model, data)
        for name, pose in robot.poses(q).items():
            if name in without:
                continue
            body = data.body(name)
            np.testing.assert_allclose(body.xpos, pose.p, atol=1e-9, err_msg=name)
            np.testing.assert_allclose(body.xmat.reshape(3, 3), pose.R, atol=1e-9, err_msg=name)
