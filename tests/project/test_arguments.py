"""Values of xacro arguments that come from MoveIt's setup assistant or the configuration."""

from __future__ import annotations

import pytest

from bodyplan import check, load

ARM = (
    '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    '<xacro:arg name="side" default="middle"/><link name="$(arg side)_base"/></robot>'
)
SRDF = '<robot name="arm"><group name="g"><link name="{}_base"/></group></robot>'
ASSISTANT = """\
moveit_setup_assistant_config:
  URDF:
    package: arm_description
    relative_path: urdf/arm.urdf.xacro
    xacro_args: "--inorder {}"
  SRDF:
    relative_path: config/arm.srdf
"""


@pytest.fixture
def workspace(tmp_path):
    """A description, and two MoveIt packages for it, one for each side."""
    packages = {
        "arm_description/urdf/arm.urdf.xacro": ARM,
        "left_moveit/config/arm.srdf": SRDF.format("left"),
        "left_moveit/.setup_assistant": ASSISTANT.format("side:=left"),
        "right_moveit/config/arm.srdf": SRDF.format("right"),
        "right_moveit/.setup_assistant": ASSISTANT.format("side:='right'"),
    }
    for name, text in packages.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for package in ("arm_description", "left_moveit", "right_moveit"):
        manifest = f"<package><name>{package}</name></package>"
        (tmp_path / package / "package.xml").write_text(manifest)
    return tmp_path


def test_each_srdf_is_checked_with_the_robot_that_its_setup_assistant_expanded(workspace):
    assert "S101" not in {one.code for one in check(workspace).diagnostics}
    for side in ("left", "right"):
        found = check(workspace / f"{side}_moveit" / "config" / "arm.srdf")
        assert "S101" not in {one.code for one in found.diagnostics}


def test_an_srdf_is_loaded_with_that_robot_too(workspace):
    loaded = load(workspace / "left_moveit" / "config" / "arm.srdf")
    assert loaded.robot.root_link.name == "left_base"


def test_arguments_that_are_passed_win(workspace):
    path = workspace / "left_moveit" / "config" / "arm.srdf"
    loaded = load(path, arguments={"side": "right"}, strict=False)
    assert loaded.robot.root_link.name == "right_base"


@pytest.mark.parametrize("text", ["side:=", 'side:="left', "--side left", ":=left"])
def test_unusable_arguments_of_the_assistant_are_ignored(workspace, text):
    (workspace / "left_moveit" / ".setup_assistant").write_text(
        ASSISTANT.replace('"--inorder {}"', text)
    )
    assert check(workspace / "left_moveit" / "config" / "arm.srdf").files
