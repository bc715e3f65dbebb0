"""Every verb and every function gives the same answer about one description."""

from __future__ import annotations

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
