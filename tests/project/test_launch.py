"""Launch files say which parameter file belongs to which robot, and with which arguments."""

from __future__ import annotations

import pytest

from bodyplan.description.search._launch import Launch, LaunchedRobot, launch_of
from bodyplan.description.search.find import find_projects

ROBOT = (
    '<robot name="{0}" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    '<xacro:arg name="side" default="left"/><link name="a"/><link name="b"/>'
    '<joint name="$(arg side)_j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>'
)
LIMITS = "joint_limits:\n  {}_j:\n    has_velocity_limits: true\n    max_velocity: 1.0\n"
COMMAND = """\
from launch import LaunchDescription

def generate_launch_description():
    declared = [DeclareLaunchArgument("side", default_value="right")]
    side = LaunchConfiguration("side")
    description = Command([
        PathJoinSubstitution([FindExecutable(name="xacro")]), " ",
        PathJoinSubstitution([FindPackageShare("arm"), "urdf", "tern.urdf.xacro"]),
        " ", "side:=", side, " ", "unknown:=", LaunchConfiguration("nobody"), " ", "fast:=true",
    ])
    limits = PathJoinSubstitution([FindPackageShare("arm"), "config", "first_joint_limits.yaml"])
"""
DIVISION = """\
share = PathSubstitution(FindPackageShare("arm"))
Command(["xacro", " ", share / "urdf" / "tern.urdf.xacro"])
ParameterFile(share / "config" / "first_joint_limits.yaml")
"""
JOINED = """\
share = get_package_share_directory("arm")
robot = os.path.join(share, "urdf/tern.urdf.xacro")
limits = os.path.join(share, "config", "first_joint_limits.yaml")
"""
XML = """\
<launch>
  <param name="robot_description"
         value="$(command 'xacro $(find-pkg-share arm)/urdf/tern.urdf.xacro side:=right x:=$(var y)')"/>
  <param from="$(find-pkg-share arm)/config/first_joint_limits.yaml"/>
</launch>
"""
TERN = ("arm", "urdf", "tern.urdf.xacro")
FIRST = ("arm", "config", "first_joint_limits.yaml")


@pytest.mark.parametrize(
    ("name", "text", "arguments"),
    [
        ("a.launch.py", COMMAND, (("side", "right"), ("fast", "true"))),
        ("a.launch.py", DIVISION, ()),
        ("a.launch.py", JOINED, ()),
        ("a.launch.xml", XML, (("side", "right"),)),
    ],
)
def test_a_launch_file_names_a_robot_with_arguments_and_parameter_files(
    tmp_path, name, text, arguments
):
    (tmp_path / name).write_text(text)
    assert launch_of(str(tmp_path / name)) == Launch((LaunchedRobot(TERN, arguments),), (FIRST,))


@pytest.mark.parametrize(
    "text",
    [
        "def f(:",
        "\0",
        "x = x\nCommand(x)",
        "PathJoinSubstitution([])",
        "x = " + "(" * 500,
        "x = a" + " / 'b'" * 5_000,
        "import os; os.system('touch ran')",
    ],
    ids=["syntax", "zero", "circle", "empty", "nested", "long", "command"],
)
def test_any_launch_file_is_parsed_and_none_is_run(tmp_path, text, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.launch.py").write_text(text)
    assert launch_of("a.launch.py") == Launch()
    assert [path.name for path in tmp_path.iterdir()] == ["a.launch.py"]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with two robots that have the same joints."""
    monkeypatch.chdir(tmp_path)
    files = {
        "arm/package.xml": "<package><name>arm</name></package>",
        "arm/urdf/tern.urdf.xacro": ROBOT.format("tern"),
        "arm/urdf/plover.urdf.xacro": ROBOT.format("plover"),
        "arm/config/first_joint_limits.yaml": LIMITS.format("right"),
        "arm/launch/tern.launch.py": COMMAND,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def partner(package) -> str:
    projects = find_projects(package)
    found = (one for one in projects if any(map(str, one.settings)))
    return "".join(one.robot.name for one in found if one.robot is not None)


def test_parameters_belong_to_the_robot_of_their_launch_file(package):
    assert partner(package) == "tern.urdf.xacro"
    launch = package / "arm" / "launch" / "tern.launch.py"
    launch.write_text(COMMAND.replace("tern", "plover"))
    assert partner(package) == "plover.urdf.xacro"


def test_they_are_checked_with_the_arguments_of_the_launch_file(package, monkeypatch):
    from bodyplan import check

    path = "arm/config/first_joint_limits.yaml"
    (report,) = [file for file in check(".").files if file.name == path]
    assert (report.partners, report.diagnostics) == (("arm/urdf/tern.urdf.xacro",), ())
    (package / "arm" / "launch" / "tern.launch.py").unlink()
    (report,) = [file for file in check(".").files if file.name == path]
    assert report.partners == () or report.diagnostics


def test_two_launch_files_with_different_robots_decide_nothing(package):
    before = partner(package)
    other = package / "arm" / "launch" / "plover.launch.py"
    other.write_text(COMMAND.replace("tern", "plover"))
    (package / "arm" / "launch" / "tern.launch.py").unlink()
    other.unlink()
    undecided = partner(package)
    other.write_text(COMMAND.replace("tern", "plover"))
    (package / "arm" / "launch" / "tern.launch.py").write_text(COMMAND)
    assert partner(package) == undecided
    assert before == "tern.urdf.xacro"
