"""Every verb works without the optional packages, or says in one sentence what to install."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bodyplan

OPTIONAL = [
    *("numpy", "scipy", "mujoco", "coal", "collada", "PIL", "cairosvg", "trimesh"),
    *("jax", "torch", "pinocchio", "pydrake"),
]
LINES = {
    "bundle": [
        ["bundle", "sample:arm", "-o", "out/bundle"],
        ["bundle", "sample:arm", "-o", "out/arm.zip"],
    ],
    "check": [
        ["check", "arm.urdf"],
        ["check", "sample:arm", "--meshes"],
        ["check", "arm.xml"],
        ["check", "sample:arm.sdf", "--profile", "drake"],
        ["check", "sample:arm.srdf"],
        ["check", "."],
    ],
    "collisions": [["collisions", "arm.urdf"], ["collisions", "arm.xml"]],
    "completion": [["completion", "bash"]],
    "convert": [
        ["convert", "arm.urdf", "--to", "sdf"],
        ["convert", "arm.urdf", "-o", "out/arm.xml"],
        ["convert", "arm.urdf", "--to", "mjcf"],
        ["convert", "sample:arm", "--to", "mjcf"],
        ["convert", "sample:arm", "-o", "out/with/meshes.xml"],
        ["convert", "sample:arm.sdf", "--to", "mjcf"],
        ["convert", "arm.urdf", "--to", "mjcf", "--verify"],
        ["convert", "arm.xml", "--to", "sdf"],
        ["convert", "arm.xml", "--to", "urdf"],
        ["convert", "arm.urdf", "--to", "sdf", "--verify"],
    ],
    "diff": [
        ["diff", "arm.urdf", "arm.urdf"],
        ["diff", "arm.urdf", "arm.xml"],
        ["diff", "sample:arm", "sample:arm.sdf"],
    ],
    "doctor": [["doctor"]],
    "expand": [["expand", "arm.urdf"]],
    "explain": [["explain", "J301"]],
    "fix": [["fix", "arm.urdf", "--diff"], ["fix", "sample:arm", "--unsafe", "--diff"]],
    "fk": [["fk", "arm.urdf"], ["fk", "arm.xml"], ["fk", "sample:arm", "--state", "home"]],
    "fmt": [["fmt", "arm.urdf", "--check"]],
    "inertia": [
        ["inertia", "arm.urdf"],
        ["inertia", "arm.xml"],
        ["inertia", "sample:arm", "--compute", "density=2700", "--diff"],
        ["inertia", "sample:arm", "--repair", "--diff"],
    ],
    "rename": [["rename", "link", "tool0", "tip", "arm.urdf", "--diff"]],
    "render": [
        ["render", "arm.urdf", "-o", "out/arm.png"],
        ["render", "arm.xml", "-o", "out/a.gif"],
    ],
    "schema": [["schema", "urdf"]],
    "show": [
        ["show", "arm.urdf"],
        ["show", "arm.xml"],
        ["show", "sample:arm.srdf"],
        ["show", "sample:arm.world"],
        ["show", "arm.urdf", "-o", "out/arm.svg"],
        ["show", "arm.urdf", "-o", "out/arm.pdf"],
    ],
    "spheres": [["spheres", "arm.urdf"], ["spheres", "sample:arm", "-o", "out/spheres.srdf"]],
    "simplify": [["simplify", "arm.urdf", "--to", "hulls", "--diff"]],
    "srdf": [
        ["srdf", "new", "arm.urdf"],
        ["srdf", "pairs", "sample:arm"],
        ["srdf", "add", "group", "tern.srdf", "tip", "--chain", "tool0", "palm_link", "--diff"],
    ],
    "view": [
        ["view", "arm.urdf", "-o", "out/arm.html"],
        ["view", "sample:arm", "-o", "out/meshes.html"],
        ["view", "arm.xml", "-o", "out/mjcf.html"],
    ],
    "where": [["where", "arm.urdf"]],
    "workspace": [["workspace", "arm.urdf"], ["workspace", "arm.urdf", "-o", "out/reach.png"]],
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
    (folder / "tern.srdf").write_bytes(bodyplan.read("sample:arm.srdf").to_bytes())
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


def test_every_extra_that_a_message_names_is_declared(answers):
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    named = {extra for _, _, told in answers for extra in re.findall(r"bodyplan\[(\w+)\]", told)}
    assert {"kinematics", "mesh", "mjcf", "picture"} <= named
    assert named <= project["project"]["optional-dependencies"].keys()


def test_the_extra_all_reads_every_format_and_has_no_other_collision_library():
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    assert extras["all"] == ["bodyplan[kinematics,mesh,simplify,picture,view,mjcf]"]
    assert not [one for needed in extras.values() for one in needed if "coal" in one.lower()]
