"""What simulators and parsers make of a file: whether they accept it, and the robot that they have.

Drake reads URDF and SDFormat, libsdformat SDFormat, MuJoCo MJCF. ``differences`` compares what two of
them have of one robot: links, masses, inertias, ranges and damping of joints, poses of links at random
positions, and how many shapes collide.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
from tests.oracles import libsdformat, urdfdom

from bodyplan import model
from bodyplan.compare.result import Difference
from bodyplan.model.joint import ENDLESS

FAR = 1e-6
"""Relative to 1, or to a larger value."""
POSITIONS = 3
"""Random positions of the joints, after zero."""
Poses = Mapping[str, Any]


@dataclass
class Seen:
    """A robot as an engine has it.

    Args:
        engine: its name.
        poses: returns the poses of links at positions of joints; joints of several positions are at zero.
        links: mass, centre of mass in the link, and inertia about it in the axes of the link.
        ranges: of joints with one position; infinite without one.
        damping: of the same joints.
        shapes: how many shapes collide, by link.
        replaced: links whose inertia is impossible, for which the engine has another one.
    """

    engine: str
    poses: Callable[[Mapping[str, float]], Poses]
    links: dict[str, tuple[float, Any, Any]] = field(default_factory=dict)
    ranges: dict[str, tuple[float, float]] = field(default_factory=dict)
    damping: dict[str, float] = field(default_factory=dict)
    shapes: dict[str, int] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)


def seen(path: Path, kind: str, folders: list[str]) -> Seen | str:
    """Return what an engine has of a file, or why it has nothing."""
    if kind == "mjcf":
        return with_mujoco(path)
    plant = drake_plant(path, folders)
    return plant if isinstance(plant, str) else with_drake(plant, path, kind, folders)


# MuJoCo


def with_mujoco(path: Path) -> Seen | str:
    """Return what MuJoCo compiles."""
    import mujoco

    try:
        m = mujoco.MjModel.from_xml_path(str(path))
    except (ValueError, RuntimeError) as error:
        return str(error)[:300]
    data = mujoco.MjData(m)

    def poses(positions: Mapping[str, float]) -> Poses:
        mujoco.mj_resetData(m, data)
        for name, value in positions.items():
            if (number := numbers.get(name)) is not None:
                data.qpos[m.jnt_qposadr[number]] += value
        mujoco.mj_kinematics(m, data)
        return {m.body(n).name: _matrix(data.xmat[n], data.xpos[n]) for n in range(m.nbody)}

    one = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    numbers = {m.joint(n).name: n for n in range(m.njnt) if m.jnt_type[n] in one}
    found = Seen("mujoco", poses)
    for name, number in numbers.items():
        reference = float(m.qpos0[m.jnt_qposadr[number]])
        lower, upper = (
            m.jnt_range[number] if m.jnt_limited[number] else (-math.inf, math.inf)
        ) - np.float64(reference)
        found.ranges[name] = float(lower), float(upper)
        found.damping[name] = float(m.dof_damping[m.jnt_dofadr[number]])
    for number in range(1, m.nbody):
        R = np.zeros(9)
        mujoco.mju_quat2Mat(R, m.body_iquat[number])
        turn = R.reshape(3, 3)
        inertia = turn @ np.diag(m.body_inertia[number]) @ turn.T
        name = m.body(number).name
        found.links[name] = float(m.body_mass[number]), m.body_ipos[number].copy(), inertia
        found.shapes[name] = 0
    for number in range(m.ngeom):
        name = m.body(int(m.geom_bodyid[number])).name
        if m.geom_contype[number] or m.geom_conaffinity[number]:
            found.shapes[name] = found.shapes.get(name, 0) + 1
    return found


def _matrix(R: Any, p: Any) -> Any:
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = np.reshape(R, (3, 3)), p
    return found


# Drake


def drake_plant(path: Path, folders: list[str]) -> Any:
    """Return what Drake reads of a file without shapes, or its error."""
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    logging.getLogger("drake").setLevel(logging.CRITICAL)
    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    try:
        for name, folder in packages(folders).items():
            parser.package_map().Add(name, str(folder))
        parser.AddModels(str(path))
        plant.Finalize()
    except (RuntimeError, ValueError, SystemExit) as error:
        return " ".join(str(error).split())[:300]
    return plant


def packages(folders: list[str]) -> dict[str, Path]:
    """Return the packages and models below folders, by their names."""
    return _packages(tuple(folders))


@cache
def _packages(folders: tuple[str, ...]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for folder in folders:
        for manifest in ("package.xml", "model.config"):
            for path in sorted(Path(folder).rglob(manifest)):
                found.setdefault(path.parent.name, path.parent)
    return found


def with_drake(plant: Any, path: Path, kind: str, folders: list[str]) -> Seen:
    """Return what a plant of Drake has, and the collisions of the file."""
    from pydrake.multibody.tree import BodyIndex, JointIndex

    def poses(positions: Mapping[str, float]) -> Poses:
        q = plant.GetPositions(context).copy()
        for joint, value in ((one, positions.get(name)) for name, one in joints.items()):
            if value is not None:
                q[joint.position_start()] = value
        at = plant.CreateDefaultContext()
        plant.SetPositions(at, q)
        made = {name: plant.EvalBodyPoseInWorld(at, body) for name, body in bodies.items()}
        return {name: _matrix(X.rotation().matrix(), X.translation()) for name, X in made.items()}

    context = plant.CreateDefaultContext()
    every = [plant.get_body(BodyIndex(number)) for number in range(1, plant.num_bodies())]
    bodies = {name_in_model(plant, body): body for body in every}
    joints = {}
    found = Seen("drake", poses)
    for number in range(plant.num_joints()):
        joint = plant.get_joint(JointIndex(number))
        if joint.num_positions() == joint.num_velocities() == 1:
            name = name_in_model(plant, joint)
            joints[name] = joint
            lower, upper = joint.position_lower_limits()[0], joint.position_upper_limits()[0]
            found.ranges[name] = float(lower), float(upper)
            found.damping[name] = float(joint.default_damping_vector()[0])
    for name, body in bodies.items():
        inertia = body.default_spatial_inertia()
        about = inertia.Shift(inertia.get_com()).CalcRotationalInertia().CopyToFullMatrix3()
        found.links[name] = float(inertia.get_mass()), inertia.get_com(), about
        if abs(inertia.get_mass() - 1.0) < FAR and np.allclose(about, _DRAKES, rtol=1e-4):
            found.replaced.add(name)
    found.shapes = _shapes(path, kind, folders)
    return found


def name_in_model(plant: Any, part: Any) -> str:
    """Return the name of a body or joint within its model; those of old SDFormat have "::" too."""
    return _inner(f"{plant.GetModelInstanceName(part.model_instance())}::{part.name()}")


def _inner(name: str) -> str:
    return name.partition("::")[2] or name


def _shapes(path: Path, kind: str, folders: list[str]) -> dict[str, int]:
    """Return how many collisions the links of a URDF have, or those that libsdformat reads."""
    if kind == "sdf":
        if not libsdformat.available():
            return {}
        parents = sorted({one.parent for one in packages(folders).values()})
        answer = libsdformat.shared().load(path, search=parents)
        return {_inner(name): len(link["collisions"]) for name, link in answer.links.items()}
    text = re.sub(
        r"(</?|\s)(\w+):(?=\w+[\s=>/])", r"\1\2_", path.read_text()
    )  # undeclared prefixes
    root = ET.fromstring(text)
    return {link.get("name", ""): len(link.findall("collision")) for link in root.iter("link")}


_DRAKES = 0.00153934 * np.eye(3)
"""The inertia that Drake has instead of an impossible one: of a ball of 1 kg of water [kg m²]."""


# Verdicts


def rejected(path: Path, kind: str, folders: list[str]) -> dict[str, str]:
    """Return what the parsers of a format say against a file, by their names."""
    found: dict[str, str] = {}
    if kind == "mjcf":
        import mujoco

        try:
            mujoco.MjModel.from_xml_path(str(path))
        except (ValueError, RuntimeError) as error:
            found["mujoco"] = str(error)[:300]
        return found
    if kind == "sdf" and libsdformat.available():
        parents = sorted({one.parent for one in packages(folders).values()})
        answer = libsdformat.shared().load(path, search=parents)
        if not answer.accepted:
            said = [one.message for one in answer.codes[:2]]
            found["libsdformat"] = " | ".join(said)[:300] or answer.crash
    if kind == "urdf":
        verdict = urdfdom.verdict(path.read_bytes())
        if not verdict.accepted:
            found["urdfdom"] = " ".join(verdict.messages)[:300]
        import pinocchio

        try:
            pinocchio.buildModelFromXML(path.read_text())
        except (ValueError, RuntimeError) as error:
            found["pinocchio"] = str(error)[:300]
    plant = drake_plant(path, folders)
    if isinstance(plant, str):
        found["drake"] = plant
    return found


# Comparison


def differences(a: Seen, b: Seen, robot: model.Robot) -> Iterator[Difference]:
    """Yield what differs between what two engines have of a robot.

    Args:
        a: of the source.
        b: of the result.
        robot: the source, for its names and joints.
    """

    def found(aspect: Any, kind: str, name: str, field_: str, one: Any, other: Any) -> Difference:
        change = "removed" if other is None else "changed"
        return Difference(aspect, kind, name, "", field_, change, str(one), str(other))

    for link in robot.links:
        name = link.name
        if name not in a.links:
            continue
        if name not in b.links:
            yield found("kinematics", "link", name, "", name, None)
            continue
        (mass, centre, tensor), (other_mass, other_centre, other_tensor) = (
            a.links[name],
            b.links[name],
        )
        is_own = name not in a.replaced | b.replaced
        if is_own and _far(mass, other_mass, mass):
            yield found("inertia", "link", name, "inertial.mass", mass, other_mass)
        if is_own and mass and _far(centre, other_centre):
            yield found("inertia", "link", name, "inertial.origin", centre, other_centre)
        size = float(np.abs(np.nan_to_num(tensor)).max())
        if is_own and mass and _far(tensor, other_tensor, size):
            yield found("inertia", "link", name, "inertial.inertia", tensor, other_tensor)
        if a.shapes and b.shapes:
            count, other = a.shapes.get(name, 0), b.shapes.get(name, 0)
            if count != other:
                yield found("collision", "link", name, "collisions", count, other)
    joints = [one.name for one in robot.joints if one.name in a.ranges and one.name in b.ranges]
    for name in joints:
        joint = robot.joint(name)
        ends = zip(("lower", "upper"), a.ranges[name], b.ranges[name], strict=True)
        for end, one, other in ends if joint.type != "continuous" else ():
            is_free = min(abs(one), abs(other)) >= ENDLESS
            if not is_free and not abs(one - other) <= FAR * max(1.0, abs(one)):
                yield found("limits", "joint", name, f"limit.{end}", one, other)
        if _far(a.damping[name], b.damping[name]):
            one, other = a.damping[name], b.damping[name]
            yield found("dynamics", "joint", name, "dynamics.damping", one, other)
    yield from _moved(a, b, robot, joints)


def _moved(a: Seen, b: Seen, robot: model.Robot, joints: list[str]) -> Iterator[Difference]:
    """Yield the links whose poses differ at zero and at random positions."""
    dice = np.random.default_rng(0)
    shared = [name for name in robot.link_names if name in a.links and name in b.links]
    bases: dict[str, str] = {}
    """The first link that moves with each one: where a body floats is not in a URDF."""
    for link in robot.links:  # parents first
        joint = robot.parent_joint(link.name)
        above = "" if joint is None or joint.type == "floating" else bases[joint.parent]
        bases[link.name] = above or (link.name if link.name in shared else "")
    told: set[str] = set()
    for number in range(POSITIONS + 1):
        positions = {name: float(dice.uniform(-1.0, 1.0)) * bool(number) for name in joints}
        first, second = a.poses(positions), b.poses(positions)
        for name in shared:
            base = bases[name]
            X = np.linalg.solve(first[base], first[name])
            Y = np.linalg.solve(second[base], second[name])
            if name not in told and _far(X, Y, 10.0):
                told.add(name)
                change = f"{X[:3, 3]}", f"{Y[:3, 3]}"
                field_ = "pose at zero" if not number else "pose at random positions"
                yield Difference("kinematics", "link", name, "", field_, "changed", *change)


def _far(one: Any, other: Any, size: float = 1.0) -> bool:
    """Whether numbers differ by more than a part of a size."""
    one, other = np.asarray(one, float), np.asarray(other, float)
    return not bool(np.all(np.abs(one - other) <= FAR * max(size, 1e-9)))
