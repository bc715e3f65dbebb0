"""Robots of an SDFormat file as we convert them and as Drake reads them: one list of differences."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

import bodyplan
from bodyplan import kinematics, model
from bodyplan.conversion.sdf.frames import SdfFrames
from bodyplan.conversion.sdf.from_sdf import SdfConversion, from_sdf
from bodyplan.conversion.sdf.includes import frames
from bodyplan.core import replace
from tests.oracles.drake_robot import Drake

TOLERANCE = 1e-9
REJECTED = "Drake rejects it: "
"""What the difference begins with if Drake has no robot."""
KINDS = {
    "revolute": "revolute continuous",
    "prismatic": "prismatic",
    "screw": "screw",
    "weld": "fixed",
    "universal": "universal",
    "planar": "planar",
    "ball_rpy": "ball",
}
"""Types of joints of Drake, and of the hub."""


def differences(path: Path, oracle: Drake, packages: dict[str, Path] | None = None) -> list[str]:
    """Return what differs between the robots of a file and those of Drake, which accepts the file."""
    theirs = oracle.read(path, packages)
    if "error" in theirs:
        return [f"{REJECTED}{theirs['error']}"]
    resources = None
    if packages:
        from bodyplan.resources import Resources

        resources = Resources(packages=packages)
    found = frames(bodyplan.read(path), resources=resources)
    told: list[str] = []
    robots = [(top, from_sdf(found, top)) for top in _models(found)]
    positions = _positions([joint for joint in theirs["joints"].items() if _is_driven(joint)])
    poses = oracle.at(positions)
    seen: set[str] = set()
    for top, lifted in robots:
        prefix = f"{top}::"
        told += _masses(prefix, lifted, theirs["bodies"], seen)
        told += _joints(prefix, lifted, theirs["joints"])
        told += _poses(prefix, lifted, positions, poses)
    told += [f"link {name} is missing" for name in sorted(set(theirs["bodies"]) - seen)]
    return list(dict.fromkeys(told))


def _models(found: SdfFrames) -> list[str]:
    tops = [m for top in found.scopes for m in (top.children if top.is_world else [top])]
    return [scope.name for scope in tops if not scope.is_merged]


def _called(prefix: str, joint: model.Joint) -> str:
    """Return the name of a joint in the answers of the oracle."""
    ends = sorted(end if end == "world" else prefix + end for end in (joint.parent, joint.child))
    return " ".join([joint.name.rpartition("::")[2], *ends])


def _is_driven(joint: tuple[str, Any]) -> bool:
    return joint[1]["type"] in KINDS and joint[1]["type"] != "weld"


def _positions(joints: list[tuple[str, Any]]) -> list[dict[str, list[float]]]:
    """Return zero, and five random configurations."""
    dice = np.random.default_rng(16)
    counts = {"universal": 2, "planar": 3, "ball_rpy": 3}
    size = {name: counts.get(joint["type"], 1) for name, joint in joints}
    found: list[dict[str, list[float]]] = [{name: [0.0] * n for name, n in size.items()}]
    return found + [
        {name: dice.uniform(-1, 1, n).tolist() for name, n in size.items()} for _ in range(5)
    ]


def _far(one: Any, other: Any, size: float = 0.0) -> bool:
    """Whether numbers differ by more than a part of the largest one, of 1, or of a size."""
    one, other = np.asarray(one, float), np.asarray(other, float)
    scale = max(1.0, size, float(np.abs(other).max(initial=0.0)))
    return not bool(np.all(np.abs(one - other) <= TOLERANCE * scale))


def _masses(prefix: str, lifted: SdfConversion, bodies: Any, seen: set[str]) -> list[str]:
    told = []
    for link in lifted.robot.links:
        theirs = bodies.get(prefix + link.name)
        if theirs is None:
            if link.name != "world":
                told.append(f"link {prefix}{link.name} is not in Drake's robot")
            continue
        seen.add(prefix + link.name)
        mass, centre, tensor = theirs
        inertial = link.inertial
        if inertial is None and link.name in lifted.static:
            continue  # the mass that libsdformat assumes has no effect
        ours = 0.0 if inertial is None else inertial.mass
        if _far(ours, mass):
            told.append(f"mass of {link.name}: {ours} is not {mass}")
        if inertial is None or tensor is None:
            continue
        if _far(inertial.origin.p, centre):
            told.append(f"centre of mass of {link.name}: {inertial.origin.p} is not {centre}")
        R = np.array(inertial.origin.R)
        xx, xy, xz, yy, yz, zz = inertial.inertia
        own = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
        if _far(own, tensor, mass * float(np.square(centre).sum())):  # theirs is about the origin
            told.append(f"inertia of {link.name}: {own.tolist()} is not {tensor}")
    return told


def _joints(prefix: str, lifted: SdfConversion, joints: Any) -> list[str]:
    told = []
    for joint in (*lifted.robot.joints, *lifted.robot.loops):
        if joint.name not in lifted.joints:
            continue  # it connects what no joint of the file does
        theirs = joints.get(_called(prefix, joint))
        if theirs is None:
            told.append(f"joint {joint.name} is not in Drake's robot")
            continue
        if joint.type not in KINDS.get(theirs["type"], theirs["type"]):
            told.append(f"joint {joint.name} is {joint.type}, not {theirs['type']}")
        if theirs["axis"] is None:
            continue
        sign = 1.0 if theirs["child"].endswith(joint.child) else -1.0
        R = np.array(joint.origin.R if sign > 0 else joint.X_JC.inverse().R)
        base = np.array(theirs["X_PJ"][3:]).reshape(3, 3)
        if sign > 0 and _far(R @ np.array(joint.axis), base @ np.array(theirs["axis"])):
            told.append(f"axis of {joint.name}: {joint.axis} is not {theirs['axis']}")
    return told


def _poses(
    prefix: str, lifted: SdfConversion, positions: list[dict[str, list[float]]], answers: Any
) -> list[str]:
    robot = lifted.robot
    if not robot.links:
        return []
    if robot.mimics:  # Drake has them as constraints, which do not move a joint
        free = tuple(replace(joint, mimic=None) for joint in robot.joints)
        robot = replace(robot, joints=free)
    q = np.tile(robot.neutral(), (len(positions), 1))
    for joint in robot.movable_joints:
        for row, asked in zip(q, positions, strict=True):
            given = asked.get(_called(prefix, joint))
            if given is not None:
                row[robot.q_slice(joint.name)] = _ball(given) if joint.type == "ball" else given
    X_WR, told = _root_pose(lifted), []
    for ours, theirs in zip(kinematics.forward_kinematics(robot, q), answers, strict=True):
        for name, X in zip(robot.link_names, ours, strict=True):
            pose = theirs.get(prefix + name)
            X_WL = X_WR @ X
            if pose is not None and _far([*X_WL[:3, 3], *X_WL[:3, :3].ravel()], pose):
                told.append(f"pose of {name}")
    return told


def _root_pose(lifted: SdfConversion) -> Any:
    """Return the pose of the root link in the world, or in the frame around the model."""
    root = lifted.robot.root_link.name
    if root not in lifted.scopes:
        return np.eye(4)
    scope = lifted.scopes[root]
    number = next(number for number, link in scope.links() if link is lifted.links[root])
    return _matrix(scope.tree.graph.resolve(number, 0))


def _matrix(X: model.Transform | None) -> Any:
    assert X is not None
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = X.R, X.p
    return found


def _ball(rpy: list[float]) -> list[float]:
    """Return the quaternion x y z w of roll, pitch and yaw."""
    (r, p, y) = (angle / 2 for angle in rpy)
    cr, sr, cp, sp, cy, sy = (
        math.cos(r),
        math.sin(r),
        math.cos(p),
        math.sin(p),
        math.cos(y),
        math.sin(y),
    )
    return [
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    ]
