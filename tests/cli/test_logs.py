"""Nothing that a file or its name says is a command in the log of a service that builds."""

from __future__ import annotations

import json
import os
import re

import pytest

from bodyplan.core import visible
from bodyplan.diag.indented import indented
from bodyplan.diag.pieces import excerpt

COMMANDS = (
    "::error file=a,line=1::x",
    "  ::stop-commands::x",
    "\u3000::debug::x",
    "##[add-mask]x",
    "a ##[error]x",
    "##vso[task.setvariable variable=a]x",
    "###teamcity[x]",
    "::error::x%0A::error::y",
    "##[error]x\r\n::error::x",
)
"""What GitHub finds at the beginning of a line, behind blanks too, and what others find anywhere."""
_FOUND = re.compile(r"^\s*::(?!(error|warning|notice) \S)|##\w*\[", re.MULTILINE)
_OURS = re.compile(r"::(error|warning|notice) (title=unreadable input|file=[^:,]*,line=[^:]*)::.*")

ROBOT = """<robot name="N">
  <material name="N"><color rgba="1 0 0 2"/></material>
  <link name="N">
    <visual name="N"><geometry><mesh filename="N"/></geometry><material name="Nm"/></visual>
    <collision name="N"><geometry><box size="1 1 N"/></geometry></collision>
  </link>
  <link name="N2"><inertial><mass value="1"/><inertia ixx="9" iyy="1" izz="1" ixy="0" ixz="0"
    iyz="0"/></inertial></link>
  <joint name="N" type="revolute"><parent link="N"/><child link="N2"/>
    <axis xyz="0 0 2"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <gazebo reference="N3"><sensor name="N" type="N"/></gazebo>
  <!-- N -->
</robot>
"""
WHOLE = (
    ROBOT.replace("1 1 N", "1 1 1").replace("1 0 0 2", "1 0 0 1").replace("0 0 2", "0 0 1")
).replace('material name="Nm"', 'material name="N"')
SRDF = """<robot name="N">
  <group name="N"><joint name="N"/><link name="N4"/></group>
  <group_state name="N" group="N"><joint name="N" value="N"/></group_state>
  <group_state name="N2" group="N"><joint name="N" value="0.5"/></group_state>
  <disable_collisions link1="N" link2="N5" reason="N"/>
</robot>
"""
MODEL = """<sdf version="1.9"><world name="N"><model name="N"><link name="N"/><link name="N"/>
  <joint name="N" type="revolute"><parent>N</parent><child>N6</child></joint></model>
  <include><uri>N7</uri></include></world></sdf>
"""
MACROS = """<robot name="N" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="p" value="N"/><xacro:arg name="a" default="N"/>
  <xacro:property name="N" value="N"/>
  <link name="${p}"/><link name="$(arg a)"/><xacro:include filename="N"/>
</robot>
"""
LIMITS = "joint_limits:\n  'N':\n    max_velocity: 'N'\n  'N8':\n    max_velocity: 1.0\n"
FILES = {
    ".urdf": ROBOT,
    "whole.urdf": WHOLE,
    ".srdf": SRDF,
    ".sdf": MODEL,
    ".urdf.xacro": MACROS,
    "_joint_limits.yaml": LIMITS,
    "broken.urdf": '<robot name="N">\n<link name="N"\n</robot>\n',
}
VERBS = [
    *(["check", ".", "--format", form] for form in ("full", "concise", "json", "junit", "sarif")),
    ["check", ".", "--format", "github"],
    ["check", ".", "--all", "--meshes"],
    ["check", ".", "--color", "always"],
    *(["check", ".", "--profile", name] for name in ("urdfdom", "libsdformat12", "drake")),
    ["check", "FOLDER/none.urdf"],
    ["fix", ".", "--unsafe"],
    ["fix", ".", "--json", "--in-place"],
    ["fmt", "."],
    ["where", ".", "--all"],
    ["where", ".", "--json"],
    ["bundle", ".", "-o", "out", "--all"],
    ["bundle", "whole.urdf", "-o", "out.zip", "--json"],
    ["show", "whole.urdf"],
    *(["show", "whole.urdf", "--graph", form] for form in ("dot", "mermaid", "svg")),
    ["show", "whole.urdf", "--json"],
    ["show", ".srdf", "--robot", "whole.urdf"],
    ["show", ".srdf", "--alone"],
    ["show", ".srdf", "--robot", "whole.urdf", "--graph", "dot"],
    ["show", ".srdf", "--robot", "whole.urdf", "--graph", "svg"],
    ["show", ".srdf", "--robot", "whole.urdf", "--json"],
    ["show", ".sdf"],
    ["show", ".sdf", "--json"],
    ["show", ".urdf"],
    ["fk", "whole.urdf"],
    ["fk", "whole.urdf", "--form", "4x4"],
    ["fk", "whole.urdf", "--json"],
    ["fk", "whole.urdf", "--frame", "none"],
    ["inertia", "whole.urdf"],
    ["inertia", "whole.urdf", "--json"],
    ["inertia", "whole.urdf", "--repair", "-o", "made.urdf"],
    ["workspace", "whole.urdf"],
    ["diff", "whole.urdf", ".urdf", "--anyway"],
    ["convert", "whole.urdf", "--to", "sdf", "-o", "made.sdf"],
    ["convert", "whole.urdf", "--to", "mjcf", "-o", "made.xml"],
    ["convert", ".sdf", "--to", "urdf", "-o", "made.urdf"],
    ["expand", ".urdf.xacro", "-o", "made.urdf"],
    ["expand", ".urdf.xacro", "--list-arguments"],
    ["expand", ".urdf.xacro", "--json"],
    ["srdf", "new", "whole.urdf", "-o", "made.srdf"],
    ["srdf", "add", "group", ".srdf", "N", "--link", "N"],
    ["rename", "link", "none", "other", "whole.urdf"],
    ["render", "broken.urdf", "-o", "made.png"],
]


def named(text, name):
    return re.sub(r"\bN(?=\b|\d|m\b)", lambda _: name.replace("\r\n", " "), text)


@pytest.mark.long(each=("name", "words"))
@pytest.mark.skipif(os.name == "nt", reason="Windows does not have these names")
@pytest.mark.parametrize("words", VERBS, ids=" ".join)
@pytest.mark.parametrize("name", COMMANDS, ids=ascii)
def test_no_output_has_a_command_of_a_stranger(name, words, here, bodyplan):
    folder = here / name
    folder.mkdir()
    for ending, text in FILES.items():
        (folder / f"{name}{ending}").write_text(named(text, name), "utf-8")
    os.chdir(folder)
    own = [
        f"./{name}{word}" if word in FILES else word.replace("FOLDER", f"../{name}")
        for word in words
    ]
    status, out, err = bodyplan(*own)
    assert status in {0, 1, 2}
    assert "internal error" not in out + err
    assert "unknown option" not in err, err
    for text in (out, err):
        found = _FOUND.search(text)
        assert found is None, text[max(0, found.start() - 80) : found.end() + 40]
    if "github" in words:
        assert all(map(_OURS.fullmatch, out.splitlines())), out
    if "json" in words or "--json" in words:
        json.loads(out)


@pytest.mark.parametrize("name", ["a::b", "std::string", "C:/x", "## title", "a#b[c]", "x:", "::"])
def test_other_colons_and_signs_stay(name):
    assert visible(f"'{name}'") == f"'{name}'"


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_marked_below_a_line_is_below_it(name):
    name = name.replace("\r\n", " ")
    shown = excerpt(f"{name} QQQ", len(name) + 1, len(name) + 4, 80)
    assert _FOUND.search(shown.text) is None
    assert shown.text[shown.start :][: shown.width] in {"QQQ", "Q"}
    assert json.loads(indented({name: [name]})) == {name: [name]}
