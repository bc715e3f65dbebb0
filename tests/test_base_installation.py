"""Every verb works without the optional packages, or says in one sentence what to install."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import bodyplan

OPTIONAL = [
    *("numpy", "scipy", "mujoco", "coal", "collada", "PIL", "cairosvg", "trimesh"),
    *("jax", "torch", "pinocchio", "pydrake"),
]
LINES = {
    "bundle": [["bundle", "arm.urdf", "-o", "out/bundle"]],
    "check": [["check", "arm.urdf"], ["check", "arm.urdf", "--meshes"], ["check", "arm.xml"]],
    "collisions": [["collisions", "arm.urdf"]],
    "completion": [["completion", "bash"]],
    "convert": [
        ["convert", "arm.urdf", "--to", "sdf"],
        ["convert", "arm.urdf", "-o", "out/arm.xml"],
        ["convert", "arm.xml", "--to", "urdf"],
        ["convert", "arm.urdf", "--to", "sdf", "--verify"],
    ],
    "diff": [["diff", "arm.urdf", "arm.urdf"]],
    "doctor": [["doctor"]],
    "expand": [["expand", "arm.urdf"]],
    "explain": [["explain", "J301"]],
    "fix": [["fix", "arm.urdf", "--diff"]],
    "fk": [["fk", "arm.urdf"], ["fk", "arm.xml"]],
    "fmt": [["fmt", "arm.urdf", "--check"]],
    "inertia": [["inertia", "arm.urdf"], ["inertia", "arm.xml"]],
    "rename": [["rename", "link", "tool0", "tip", "arm.urdf", "--diff"]],
    "render": [["render", "arm.urdf", "-o", "out/arm.png"]],
    "schema": [["schema", "urdf"]],
    "show": [["show", "arm.urdf"], ["show", "arm.xml"]],
    "srdf": [["srdf", "new", "arm.urdf"]],
    "view": [["view", "arm.urdf", "-o", "out/arm.html"]],
    "where": [["where", "arm.urdf"]],
    "workspace": [["workspace", "arm.urdf"]],
}
MJCF = "<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>"
SCRIPT = """
import contextlib, io, json, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {optional!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocker())
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: (
    None if name.partition(".")[0] in {optional!r} else find_spec(name, package)
)
from bodyplan.cli import main

found = []
for line in {lines!r}:
    told = io.StringIO()
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        try:
            status = main(line)
        except SystemExit as end:
            status = end.code
    found.append((line, status, told.getvalue()))
sys.stdout.write(json.dumps(found))
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Status and messages of each command line, in one process without the packages."""
    folder: Path = tmp_path_factory.mktemp("base")
    (folder / "out").mkdir()
    (folder / "arm.xml").write_text(MJCF)

    bodyplan.convert("sample:arm", "urdf1.0").save(folder / "arm.urdf")
    lines = [line for several in LINES.values() for line in several]
    script = SCRIPT.format(optional=OPTIONAL, lines=lines)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_every_verb_is_tried():
    verbs = Path(bodyplan.__file__).parent / "cli" / "verbs"
    assert set(LINES) == {one.stem for one in verbs.glob("[a-z]*.py")}


def test_no_verb_needs_more_than_a_sentence(answers):
    wrong = []
    for line, status, told in answers:
        is_done = status in {0, 1} and "internal error" not in told
        is_said = status == 2 and "pip install" in told and len(told.strip().splitlines()) == 1
        if not (is_done or is_said):
            wrong.append((line, status, told))
    assert not wrong, wrong
