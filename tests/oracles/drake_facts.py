"""What Drake reads from many SDFormat files, as values by scoped name, to compare two files.

Drake's parser contains libsdformat 16, which reads versions up to 1.12. Files are read in child
processes: a crash of the library is an answer.

    from tests.oracles import drake_facts

    pytestmark = pytest.mark.skipif(not drake_facts.available(), reason=drake_facts.WANTED)
    before, after = drake_facts.read_all([(path, path.read_bytes()), (path, upgraded)])

Source: `pydrake.multibody.parsing.Parser`.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

WANTED = "pydrake is not installed: pip install drake"
"""What a skipped test says."""

CHILD = """
import json, os, sys
replies = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
import logging
logging.getLogger("drake").setLevel(logging.CRITICAL)
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import BodyIndex, FrameIndex, JointIndex

def pose(X):
    return X.GetAsMatrix34().ravel().tolist()

def robot(path):
    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    parser.SetAutoRenaming(True)
    parser.AddModels(path)
    plant.Finalize()
    context = plant.CreateDefaultContext()
    facts = {}
    for i in range(1, plant.num_bodies()):
        body = plant.get_body(BodyIndex(i))
        name = "link " + body.scoped_name().get_full()
        facts[name + " pose"] = pose(plant.EvalBodyPoseInWorld(context, body))
        M = body.CalcSpatialInertiaInBodyFrame(context)
        facts[name + " mass"] = [M.get_mass()]
        facts[name + " centre of mass"] = M.get_com().tolist()
        I = M.Shift(M.get_com()).CalcRotationalInertia().CopyToFullMatrix3()
        facts[name + " inertia"] = I.ravel().tolist()
    for i in plant.GetJointIndices():
        joint = plant.get_joint(i)
        instance = plant.GetModelInstanceName(joint.model_instance())
        name = "joint " + instance + "::" + joint.name()
        ends = [joint.parent_body(), joint.child_body()]
        facts[name + " type"] = [joint.type_name(), *(b.scoped_name().get_full() for b in ends)]
        X_WM = joint.frame_on_child().CalcPoseInWorld(context)
        facts[name + " frames"] = pose(joint.frame_on_parent().CalcPoseInWorld(context)) + pose(X_WM)
        for key in ("revolute_axis", "translation_axis", "screw_axis"):
            if hasattr(joint, key):
                facts[name + " axis"] = X_WM.rotation().multiply(getattr(joint, key)()).tolist()
        if hasattr(joint, "screw_pitch"):
            facts[name + " pitch"] = [joint.screw_pitch()]
        for side in ("lower", "upper"):
            for what in ("position", "velocity", "acceleration"):
                limit = getattr(joint, f"{what}_{side}_limits")().tolist()
                facts[f"{name} {what} {side}"] = [x if abs(x) < 1e16 else "none" for x in limit]
        facts[name + " damping"] = joint.default_damping_vector().tolist()
    return facts

for line in sys.stdin:
    try:
        reply = robot(json.loads(line))
    except Exception as raised:
        reply = f"{type(raised).__name__}: {raised}"
    replies.write(json.dumps(reply) + "\\n")
os._exit(0)
"""

_BATCH = 200


class Answer(NamedTuple):
    """What Drake reads.

    Args:
        error: why it rejects the file; empty if it accepts it.
        facts: the values of links and joints, such as "link arm::base mass".
    """

    error: str
    facts: dict[str, list[Any]]


def available() -> bool:
    """Whether Drake is installed."""
    return find_spec("pydrake") is not None


def read_all(files: Sequence[tuple[Path, bytes]]) -> list[Answer]:
    """Return what Drake reads from contents, each as if it were at its path."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [_placed(Path(folder) / str(n), path, data) for n, (path, data) in enumerate(files)]
        return [
            answer
            for start in range(0, len(paths), _BATCH)
            for answer in _answers(paths[start : start + _BATCH])
        ]


def _placed(folder: Path, path: Path, data: bytes) -> Path:
    """Write a file into a folder, with links to all its siblings if it includes any."""
    folder.mkdir()
    for sibling in path.resolve().parent.iterdir() if b"<include" in data else ():
        if sibling.name != path.name:
            (folder / sibling.name).symlink_to(sibling)
    placed = (folder / path.name).with_suffix(".sdf")  # which Drake requires
    placed.unlink(missing_ok=True)
    placed.write_bytes(data)
    return placed


def _answers(paths: Sequence[Path]) -> Iterator[Answer]:
    """Yield the answers of child processes; one that crashes is followed by another."""
    done = 0
    while done < len(paths):
        child = subprocess.run(
            [sys.executable, "-c", CHILD],
            input="".join(json.dumps(str(path)) + "\n" for path in paths[done:]),
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        for line in child.stdout.splitlines():
            reply = json.loads(line)
            yield Answer(reply, {}) if isinstance(reply, str) else Answer("", reply)
            done += 1
        if child.returncode and done < len(paths):
            yield Answer(f"crash: exit status {child.returncode}", {})
            done += 1


def differences(one: Answer, other: Answer) -> list[str]:
    """Return the names of facts that differ by more than 1e-9 relative to their size.

    The separator of scoped names counts as equal to the underscores that an upgrade replaces it by.
    """
    before, after = _without_separators(one), _without_separators(other)
    return sorted(
        key for key in before.keys() | after.keys() if not _near(before.get(key), after.get(key))
    )


def _without_separators(answer: Answer) -> dict[str, list[Any]]:
    return {
        key.replace("::", "__"): [
            value.replace("::", "__") if isinstance(value, str) else value for value in values
        ]
        for key, values in answer.facts.items()
    }


def _near(one: list[Any] | None, other: list[Any] | None) -> bool:
    if one is None or other is None or len(one) != len(other):
        return False
    numbers = [abs(x) for x in (*one, *other) if isinstance(x, float) and math.isfinite(x)]
    allowed = 1e-9 * max([*numbers, 1e-12])
    return all(
        a == b
        or (isinstance(a, float) and isinstance(b, float) and abs(a - b) <= allowed)
        or (a != a and b != b)  # noqa: PLR0124  -- nan
        for a, b in zip(one, other, strict=True)
    )
