"""Robots as Drake reads them: poses, masses and axes at joint positions, in a process of their own.

`pydrake`'s parser contains libsdformat 16. A crash of the library is an answer, not an end of the
tests.

    from tests.oracles import drake_robot

    pytestmark = pytest.mark.skipif(not drake_robot.available(), reason=drake_robot.WANTED)
    oracle = drake_robot.shared()
        robot = oracle.read(path)
        answers = oracle.at([{"elbow m::arm m::hand": [0.3]}])

Source: Drake's pages of `MultibodyPlant`, `Parser` and `PackageMap`.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

WANTED = "pydrake is not installed: pip install drake"
"""What a skipped test says."""

CHILD = r"""
import json, logging, os, sys
replies = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
import numpy as np
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import BodyIndex, JointIndex
logging.getLogger("drake").setLevel(logging.CRITICAL)

def full(body):
    if body.index() == 0:
        return "world"
    return body.scoped_name().get_full()

def joint_name(joint):
    ends = sorted(full(body) for body in (joint.parent_body(), joint.child_body()))
    return " ".join([joint.name(), *ends])

def pose(X):
    return [*X.translation().tolist(), *X.rotation().matrix().ravel().tolist()]

def read(path, packages):
    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    for name, folder in packages.items():
        parser.package_map().Add(name, folder)
    parser.AddModels(path)
    plant.Finalize()
    return plant

def told(plant):
    bodies = {}
    for number in range(1, plant.num_bodies()):
        body = plant.get_body(BodyIndex(number))
        inertia = body.default_spatial_inertia()
        about = inertia.Shift(inertia.get_com()).CalcRotationalInertia() if np.all(
            np.isfinite(inertia.CopyToFullMatrix6())) else None
        tensor = None if about is None else about.CopyToFullMatrix3().tolist()
        bodies[full(body)] = [inertia.get_mass(), inertia.get_com().tolist(), tensor]
    joints = {}
    for number in range(plant.num_joints()):
        joint = plant.get_joint(JointIndex(number))
        axis = None
        for word in ("revolute_axis", "translation_axis", "screw_axis"):
            if hasattr(joint, word):
                axis = getattr(joint, word)().tolist()
        joints[joint_name(joint)] = {
            "type": joint.type_name(),
            "parent": full(joint.parent_body()),
            "child": full(joint.child_body()),
            "axis": axis,
            "X_PJ": pose(joint.frame_on_parent().GetFixedPoseInBodyFrame()),
            "X_CJ": pose(joint.frame_on_child().GetFixedPoseInBodyFrame()),
        }
    motors = {}
    for number in plant.GetJointActuatorIndices():
        motor = plant.get_joint_actuator(number)
        motors[motor.joint().name()] = (
            motor.default_rotor_inertia() * motor.default_gear_ratio() ** 2)
    return {"bodies": bodies, "joints": joints, "motors": motors}

def at(plant, positions):
    context = plant.CreateDefaultContext()
    for number in range(plant.num_joints()):
        joint = plant.get_joint(JointIndex(number))
        given = positions.get(joint_name(joint))
        if given is not None:
            start = joint.position_start()
            q = plant.GetPositions(context)
            q[start : start + len(given)] = given
            plant.SetPositions(context, q)
    return {
        full(body): pose(plant.EvalBodyPoseInWorld(context, body))
        for body in map(plant.get_body, map(BodyIndex, range(1, plant.num_bodies())))
    }

plant = None
for line in sys.stdin:
    asked = json.loads(line)
    try:
        if "path" in asked:
            plant = read(asked["path"], asked["packages"])
            answer = told(plant)
        else:
            answer = [at(plant, positions) for positions in asked["positions"]]
    except Exception as error:
        answer = {"error": str(error) or repr(error)}
    replies.write(json.dumps(answer) + "\n")
"""


@cache
def available() -> bool:
    """Whether the oracle can be asked in this environment."""
    return find_spec("pydrake") is not None


class Drake:
    """The running parser, with the robot that it read last."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def read(self, path: Path, packages: dict[str, Path] | None = None) -> dict[str, Any]:
        """Return the links and joints of a file; only ``error`` if it is rejected.

        A joint is called by its name and those of its links, in order of the alphabet.
        """
        folders = {name: str(folder) for name, folder in (packages or {}).items()}
        return self._ask({"path": str(path.resolve()), "packages": folders})

    def at(self, positions: Sequence[dict[str, list[float]]]) -> Any:
        """Return the poses of all links in the world at the positions of the named joints."""
        return self._ask({"positions": list(positions)})

    def _ask(self, question: dict[str, Any]) -> Any:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", CHILD],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        process.communicate()
        self._process = None
        return {"error": f"crash: exit status {process.returncode}"}


@cache
def shared() -> Drake:
    """One oracle for all tests of a process, ended with it."""
    oracle = Drake()
    atexit.register(oracle.__exit__)
    return oracle
