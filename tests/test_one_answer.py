"""Every verb and every function gives the same answer about one description."""

from __future__ import annotations

import json

import pytest

import bodyplan
from bodyplan.cli import main

TWO_PARENTS = """\
<robot name="r">
  <link name="base"/>
  <link name="a"/>
  <link name="x"/>
  <link name="c"/>
  <joint name="base_a" type="fixed"><parent link="base"/><child link="a"/></joint>
  <joint name="x_c" type="fixed"><parent link="x"/><child link="c"/></joint>
  <joint name="a_c" type="fixed"><parent link="a"/><child link="c"/></joint>
</robot>
"""


@pytest.fixture
def two_parents(tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(TWO_PARENTS)
    return str(path)


def below(robot) -> dict[str, str]:
    return {joint.child: joint.parent for joint in robot.joints}


WANTED = {"a": "base", "c": "a"}


def test_the_tree_of_a_loaded_robot_follows_the_main_root(two_parents):
    robot = bodyplan.load(two_parents, strict=False)
    assert robot.root_link.name == "base"
    assert below(robot) == WANTED


def test_check_reports_the_joint_that_the_tree_leaves_out(two_parents):
    (found,) = (one for one in bodyplan.check(two_parents).diagnostics if one.code == "T006")
    assert found.message == "link 'c' is the child of two joints: 'a_c' (line 8) and 'x_c'"


def test_show_marks_the_joint_that_the_tree_leaves_out(two_parents):
    rows = bodyplan.robot_report(bodyplan.read(two_parents)).tree
    assert {row.joint.name: row.mark for row in rows if row.joint} == {
        "base_a": "",
        "a_c": "",
        "x_c": "second parent",
    }


def test_fk_has_the_poses_of_the_links_of_the_tree(two_parents, capsys):
    assert main(["fk", two_parents, "--anyway", "--csv"]) == 0
    assert [line.split(",")[1] for line in capsys.readouterr().out.split()[1:]] == [
        "base",
        "a",
        "c",
    ]


def test_fix_turns_the_joint_that_the_tree_leaves_out(two_parents):
    fixed = bodyplan.fix(two_parents, unsafe=True).document
    assert below(bodyplan.load(fixed)) == {**WANTED, "x": "c"}


def test_a_conversion_keeps_the_joint_that_the_tree_leaves_out_as_a_loop(two_parents):
    robot = bodyplan.load(bodyplan.convert(two_parents, "sdf", strict=False).document)
    assert below(robot) == WANTED


def test_a_page_draws_the_links_of_the_tree(two_parents):
    scene = bodyplan.viewer.scene_of(bodyplan.read(two_parents))
    assert below(scene.robots[0]) == WANTED


XACRO = """\
<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="side" default="left"/>
  <link name="$(arg side)_base"/><link name="$(arg side)_tip"/>
  <joint name="$(arg side)_j" type="fixed">
    <parent link="$(arg side)_base"/><child link="$(arg side)_tip"/>
  </joint>
</robot>
"""
SRDF = '<robot name="r"><group name="g"><link name="right_tipp"/></group></robot>'


def test_fix_passes_the_arguments_to_the_robot_of_an_srdf(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.xacro").write_text(XACRO)
    (tmp_path / "s.srdf").write_text(SRDF)
    arguments = {"side": "right"}
    fixed = bodyplan.fix("s.srdf", robot="m.xacro", arguments=arguments, unsafe=True)
    assert b'"right_tip"' in fixed.document.to_bytes()
    assert main(["fix", "s.srdf", "--robot", "m.xacro", "side:=right", "--unsafe"]) == 0
    assert (tmp_path / "s.srdf").read_bytes() == fixed.document.to_bytes()


WITH_MESH = """\
<robot name="r"><link name="a"><visual><geometry><mesh filename="package://parts/m.stl"/>
</geometry></visual></link></robot>
"""


@pytest.fixture
def with_package(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "m.stl").write_text("solid s\nendsolid s\n")
    (tmp_path / "r.urdf").write_text(WITH_MESH)
    (tmp_path / "bodyplan.toml").write_text('ignore = ["I104"]\n[packages]\nparts = "elsewhere"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(report) -> set[str]:
    return {one.code for one in report.diagnostics}


def test_the_packages_of_settings_are_searched(with_package):
    settings = bodyplan.Settings(packages={"parts": str(with_package / "elsewhere")})
    assert "R102" in codes(bodyplan.check("r.urdf")) or "R101" in codes(bodyplan.check("r.urdf"))
    assert not {"R101", "R102"} & codes(bodyplan.check("r.urdf", settings=settings))


def test_a_session_of_a_folder_has_the_configuration_that_the_command_uses(with_package, capsys):
    report = bodyplan.Session.from_folder().open("r.urdf").diagnostics
    assert main(["check", "r.urdf", "--format", "json"]) == 0
    (file,) = json.loads(capsys.readouterr().out)["files"]
    assert [one["code"] for one in file["diagnostics"]] == [one.code for one in report.diagnostics]
    assert not {"R101", "R102", "I104"} & codes(report)


MISSING = XACRO.replace(' default="left"', "")


@pytest.mark.parametrize(
    "words",
    ["show", "fk", "inertia", "where", "srdf new", "expand", "workspace", "convert --to sdf"],
)
def test_a_missing_argument_of_macros_ends_every_verb_in_the_same_way(
    words, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.xacro").write_text(MISSING)
    assert main([*words.split(), "m.xacro"]) == 2
    err = capsys.readouterr().err
    if words == "expand":
        assert "M110" in err
        assert "missing required attribute 'default' on <xacro:arg>" in err
    else:
        assert err == (
            "bodyplan: m.xacro has 1 error, in line 2: missing required attribute 'default' on "
            "<xacro:arg> (M110)\n"
        )
