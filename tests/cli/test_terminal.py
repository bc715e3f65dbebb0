"""No content of a file and no environment controls the terminal, or keeps a verb from its answer."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from bodyplan.cli import main

ODD = "\x9b9mA\u202eB\u2066C\u200fD\u2028E\x85F\x7fG"
"""A C1 control sequence, marks that turn the direction of writing, line ends, DEL."""
STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
OURS = re.compile("\x1b\\[[0-9;]*m|\r\x1b\\[K")
"""Colours, and what moves a bar."""
URDF = f"""<?xml version="1.0"?>
<robot name="r{ODD}">
  <!-- {ODD} -->
  <link name="a{ODD}"><visual><geometry><mesh filename="package://x{ODD}/m.stl"/></geometry></visual></link>
  <link name="b{ODD}"/>
  <joint name="j{ODD}" type="revolute">
    <parent link="a{ODD}"/><child link="b{ODD}"/><axis xyz="2 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <material name="x{ODD}"/>
</robot>
"""
SRDF = f"""<robot name="r{ODD}">
  <group name="g{ODD}"><link name="a{ODD}"/></group>
  <group_state name="s{ODD}" group="g{ODD}"><joint name="j{ODD}" value="0"/></group_state>
  <disable_collisions link1="a{ODD}" link2="b{ODD}" reason="Never{ODD}"/>
</robot>
"""
SDF = f"""<sdf version="1.9">
  <model name="m{ODD}">
    <link name="l{ODD}">
      <visual name="v"><geometry><mesh><uri>model://x{ODD}/m</uri></mesh></geometry></visual>
    </link>
    <frame name="f{ODD}" attached_to="l{ODD}"/>
  </model>
</sdf>
"""
CONTENT = {
    "fix --diff --unsafe r.urdf",
    "fix --unsafe -o - r.urdf",
    "fix --diff --unsafe --files-from list",
    "inertia --compute density=1 --diff r.urdf ./r.urdf",
    "fmt --diff r.urdf",
    "fmt -o - r.urdf",
    "convert m.sdf --to sdf1.8",
    "srdf new r.urdf",
    "expand r.urdf",
    "show r.urdf --graph dot",
    "show r.urdf --graph mermaid",
    "show r.urdf --graph svg",
    "show r.srdf --graph dot",
    "show m.sdf --graph dot",
    "fk r.urdf --csv",
}
"""What prints the text of files, which goes into a pipe as it is."""
REPORTS = {
    "check .",
    "check . --format concise",
    "check . --format json",
    "check . --format sarif",
    "check . --format junit",
    "check . --format github",
    "check r.urdf --profile urdfdom",
    "check m.sdf --profile libsdformat",
    "check QQQ\x9b9m",
    "show r.urdf",
    "show r.srdf",
    "show m.sdf",
    "show r.urdf --json",
    "where r.urdf --all",
    "where m.sdf",
    "fk r.urdf",
    "fk r.urdf --frame QQQ",
    "workspace r.urdf --count 30",
    "inertia r.urdf",
    "inertia m.sdf",
    "expand r.urdf --origins",
    "expand r.urdf --json",
    "convert m.sdf --to sdf1.6 --json --check",
    "rename link QQQ b --diff r.urdf",
    "QQQ\x9b9m",
    "explain QQQ\x9b9m",
}


@pytest.fixture
def robots(here):
    for name, text in (("r.urdf", URDF), ("r.srdf", SRDF), ("m.sdf", SDF)):
        (here / name).write_text(text, encoding="utf-8")
    (here / "list").write_text("r.urdf\nr.urdf\n")
    return here


@pytest.fixture
def terminal(robots, monkeypatch):
    """Runs a verb on a terminal, and gives back its status and all that the terminal gets."""

    def run(words):
        class Terminal(io.TextIOWrapper):
            def isatty(self):
                return True

        written = io.BytesIO()
        stream = Terminal(written, encoding="utf-8", write_through=True)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", stream)
            patch.setattr(sys, "stderr", stream)
            status = main(words.split(" "))
        return status, written.getvalue().decode()

    return run


@pytest.mark.parametrize("words", sorted(CONTENT | REPORTS), ids=ascii)
def test_no_content_controls_a_terminal(terminal, words):
    status, text = terminal(words)
    assert status in {0, 1, 2}
    assert STEERING.search(OURS.sub("", text)) is None
    assert "internal error" not in text
    assert "\x1b[9m" not in text


@pytest.mark.parametrize("words", sorted(REPORTS), ids=ascii)
def test_no_report_has_control_characters_in_a_pipe_either(robots, bodyplan, words):
    _, out, err = bodyplan(*words.split(" "))
    assert STEERING.search(out + err) is None


def test_the_text_of_a_file_goes_into_a_pipe_byte_for_byte(robots):
    words = [sys.executable, "-m", "bodyplan"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    for verb in ("fmt", "expand"):
        done = subprocess.run(
            [*words, verb, "r.urdf", "-o", "-"], capture_output=True, check=False, env=environment
        )
        assert ODD.encode() in done.stdout, done.stderr


@pytest.mark.parametrize("columns", ["-5", "0", "1", "abc", "1e3", "9" * 30, "", " ", "٣"])
@pytest.mark.parametrize(
    "words", ["check .", "show r.urdf", "where r.urdf", "inertia r.urdf", "explain J101", "--help",
              "check --help", "expand r.urdf", "show r.srdf", "fk r.urdf"]
)  # fmt: skip
def test_any_width_in_the_environment_gives_an_answer(terminal, monkeypatch, words, columns):
    with monkeypatch.context() as patch:  # pytest reads them too
        patch.setenv("COLUMNS", columns)
        patch.setenv("LINES", columns)
        status, text = terminal(words)
    assert status in {0, 1}
    assert "internal error" not in text


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONOPTIMIZE": "2"},
        {"TERM": "\x1b[31m", "FORCE_COLOR": "abc"},
        {"HOME": "/nonexistent", "TMPDIR": "/nonexistent"},
        {"BODYPLAN_NATIVE": "nonsense", "BODYPLAN_DEBUG": "nonsense", "BODYPLAN_QQQ": "1"},
        {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C", "PYTHONUTF8": "0"},
        {"ROS_PACKAGE_PATH": "\n:::/dev/null", "GZ_SIM_RESOURCE_PATH": "\x1b[31m", "SDF_PATH": "?"},
    ],
    ids=" ".join,
)
def test_any_environment_gives_an_answer(robots, environment):
    for words in (
        "check r.urdf",
        "show r.urdf",
        "explain J101",
        "where r.urdf",
        "fix --diff r.urdf",
    ):
        done = subprocess.run(
            [sys.executable, "-m", "bodyplan", *words.split()],
            capture_output=True,
            check=False,
            env={**os.environ, **environment},
        )
        assert done.returncode in {0, 1}, done.stderr
        assert b"Traceback" not in done.stderr
        assert b"\x1b" not in done.stderr


NAMES = [
    "a\nb",
    "a\rb",
    "a\tb",
    "a\x1b[31m",
    "a\x01",
    "a\x7f",
    "a\x85",
    "a\ufffe",
    "a]]>",
    "a\udcff",
]


@pytest.mark.skipif(sys.platform == "win32", reason="odd names are for other systems")
def test_names_of_files_with_control_characters_keep_reports_valid(here, bodyplan):
    for name in NAMES:
        (here / f"{name}.urdf").write_text("<robot name='r'><link/></robot>")
    suites = ET.fromstring(bodyplan("check", ".", "--format", "junit")[1]).findall("testsuite")
    assert len(suites) == len(NAMES)
    assert all(suite.get("name", "").isprintable() for suite in suites)
    assert all(case.get("file", "").isprintable() for case in suites[0])
    for form in ("json", "sarif"):
        assert json.loads(bodyplan("check", ".", "--format", form)[1])
    for form in ("full", "concise", "github"):
        assert STEERING.search(bodyplan("check", ".", "--format", form)[1]) is None
