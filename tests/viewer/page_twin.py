"""The kinematics of the page in Python: poses of links from the JSON of a scene alone."""

from __future__ import annotations

from typing import Any

import numpy as np


def matrix(pose: list[float]) -> Any:
    """(4, 4) from the upper three rows."""
    return np.vstack((np.reshape(pose, (3, 4)), (0, 0, 0, 1)))


def turn(axis: Any, angle: float) -> Any:
    """(4, 4) by Rodrigues' formula."""
    x, y, z = axis
    K = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))
    found = np.eye(4)
    found[:3, :3] = np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    return found


def move(p: Any) -> Any:
    """(4, 4) along p."""
    found = np.eye(4)
    found[:3, 3] = p
    return found


def rotation(quat_xyzw: Any) -> Any:
    """(4, 4) of a unit quaternion."""
    x, y, z, w = quat_xyzw
    angle = 2 * np.arctan2(np.linalg.norm((x, y, z)), w)
    axis = np.array((x, y, z))
    return turn(axis / np.linalg.norm(axis), angle) if axis.any() else np.eye(4)


def motion(joint: dict[str, Any], values: list[float]) -> Any:
    """(4, 4) of the joint frame."""
    axis = np.array(joint["axis"])
    match joint["type"]:
        case "fixed":
            return np.eye(4)
        case "prismatic":
            return move(axis * values[0])
        case "screw":
            return move(axis * joint["pitch"] * values[0]) @ turn(axis, values[0])
        case "planar":
            u, v = np.array(joint["plane"])
            return move(u * values[0] + v * values[1]) @ turn(axis, values[2])
        case "universal" | "revolute2":
            return turn(axis, values[0]) @ turn(joint["axis2"], values[1])
        case "ball":
            return rotation(values)
        case "floating":
            return move(values[:3]) @ rotation(values[3:])
        case _:
            return turn(axis, values[0])


def poses(robot: dict[str, Any], q: Any) -> dict[str, Any]:
    """The pose of every link in the frame of the root, by name."""
    found: list[Any] = []
    for link in robot["links"]:
        if link["joint"] < 0:
            found.append(matrix(robot["pose"]))
            continue
        joint = robot["joints"][link["joint"]]
        values = (
            [float(q[joint["q"] + k]) for k in range(joint["count"])] if joint["q"] >= 0 else []
        )
        mimic = joint.get("mimic")
        if mimic:
            values = [mimic["multiplier"] * one + mimic["offset"] for one in values]
        found.append(
            found[joint["parent"]]
            @ matrix(joint["origin"])
            @ motion(joint, values)
            @ matrix(joint["tail"])
        )
    return dict(zip((link["name"] for link in robot["links"]), found, strict=True))
