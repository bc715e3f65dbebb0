"""Poses and Jacobians of a robot for many configurations at once, held against finite differences.

``python examples/batched_kinematics.py sample:arm tool0 --count 10000``

Needs NumPy, as the extra ``kinematics`` installs it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import bodyplan
from bodyplan.model import UnknownNameError

STEP = 1e-6  # of the velocities, for the finite differences
CHECKED = 100  # so many configurations are checked


def differences(robot: bodyplan.Robot, q: np.ndarray, frame: str) -> np.ndarray:
    """(n, 6, nv) the Jacobian of a frame by central differences of its poses.

    Steps are made by ``integrate``, which is right for quaternions too.
    """
    v = STEP * np.eye(robot.nv)
    ahead, back = (
        robot.forward_kinematics(robot.integrate(q[:, None], way), [frame])[..., 0, :3, :]
        for way in (v, -v)
    )
    linear = (ahead[..., 3] - back[..., 3]) / (2 * STEP)
    R = robot.forward_kinematics(q, [frame])[:, :, :3, :3]
    turn = (ahead[..., :3] - back[..., :3]) / (2 * STEP) @ R.swapaxes(-1, -2)
    angular = np.stack((turn[..., 2, 1], turn[..., 0, 2], turn[..., 1, 0]), axis=-1)
    return np.concatenate((linear, angular), axis=-1).swapaxes(-1, -2)


def main() -> None:
    """Computes, checks, tells how long it took."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("robot", help="a path, or sample:NAME")
    parser.add_argument("frame", help="name of a link or frame")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()

    robot = bodyplan.load(arguments.robot)
    q = robot.random(0, arguments.count)
    poses = np.empty((arguments.count, len(robot.links), 4, 4))
    robot.forward_kinematics(q[:1])  # makes everything ready

    start = time.perf_counter()
    robot.forward_kinematics(q, out=poses, threads=arguments.threads)
    between = time.perf_counter()
    J = robot.frame_jacobian(q, arguments.frame, threads=arguments.threads)
    end = time.perf_counter()

    print(f"poses {poses.shape} in {1e3 * (between - start):.1f} ms")
    print(f"Jacobians {J.shape} in {1e3 * (end - between):.1f} ms")
    error = np.abs(J[:CHECKED] - differences(robot, q[:CHECKED], arguments.frame)).max()
    print(f"largest difference to finite differences: {error:.0e}")
    if error > 1e-7:
        raise SystemExit("that is too large")
    print("the Jacobians are right")


if __name__ == "__main__":
    try:
        main()
    except (bodyplan.InputError, bodyplan.DescriptionError, UnknownNameError) as error:
        raise SystemExit(str(error)) from None
