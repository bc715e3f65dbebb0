"""Folders as people lay them out, and what belongs together in each."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


def urdf(name: str, *joints: str, end: str = "") -> str:
    """A robot with these joints, one below the other."""
    parts = [f'<robot name="{name}">', '  <link name="base"/>']
    parent = "base"
    for joint in joints:
        parts += [
            f'  <link name="{joint}_link"/>',
            f'  <joint name="{joint}" type="revolute">',
            f'    <parent link="{parent}"/>',
            f'    <child link="{joint}_link"/>',
            '    <axis xyz="0 0 1"/>',
            '    <limit lower="-1" upper="1" effort="9" velocity="2"/>',
            "  </joint>",
        ]
        parent = f"{joint}_link"
    return "\n".join([*parts, end, "</robot>\n"])


def srdf(name: str, *joints: str, group: str = "all") -> str:
    """A group of these joints."""
    members = "\n".join(f'    <joint name="{joint}"/>' for joint in joints)
    return f'<robot name="{name}">\n  <group name="{group}">\n{members}\n  </group>\n</robot>\n'


def state(name: str, *joints: str) -> str:
    """Where these joints are."""
    members = "\n".join(f'  <joint_state joint="{joint}" position="0"/>' for joint in joints)
    return f'<model_state model="{name}">\n{members}\n</model_state>\n'


def limits(*joints: str) -> str:
    """Limits of these joints, as MoveIt has them."""
    entries = (f"  {joint}:\n    has_velocity_limits: false\n" for joint in joints)
    return "joint_limits:\n" + "".join(entries)


def controllers(*joints: str) -> str:
    """A controller of these joints, as ros2_control has it."""
    return (
        "controller_manager:\n  ros__parameters:\n"
        "    arm: {type: joint_trajectory_controller/JointTrajectoryController}\n"
        f"arm:\n  ros__parameters:\n    joints: [{', '.join(joints)}]\n"
    )


def kinematics(*groups: str) -> str:
    """Solvers of these groups."""
    solver = "  kinematics_solver: kdl_kinematics_plugin/KDLKinematicsPlugin\n"
    return "".join(f"{group}:\n{solver}" for group in groups)


def package(name: str) -> str:
    """A manifest."""
    return f"<package format='3'><name>{name}</name></package>\n"


def assistant(package_name: str, path: str, key: str = "urdf") -> str:
    """What MoveIt's setup assistant writes."""
    return (
        f"moveit_setup_assistant_config:\n  {key}:\n    package: {package_name}\n"
        f"    relative_path: {path}\n  {key.replace('urdf', 'srdf').replace('URDF', 'SRDF')}:\n"
        "    relative_path: config/other.srdf\n"
    )


MACROS = '<robot name="arm" xmlns:xacro="x">\n  <xacro:include filename="parts.xacro"/>\n  <link name="base"/>\n</robot>\n'
PARTS = '<robot name="parts" xmlns:xacro="x">\n  <link name="part"/>\n</robot>\n'
ONLY_MACROS = '<robot name="tools" xmlns:xacro="x">\n  <xacro:macro name="m"/>\n</robot>\n'
SRDF_MACROS = """<robot name="arm" xmlns:xacro="x">
  <xacro:property name="joint" value="a"/>
  <group name="all">
    <joint name="${joint}"/>
  </group>
</robot>
"""
MADE = """<robot name="arm" xmlns:xacro="x">
  <xacro:property name="p" value="left_"/>
  <link name="base"/>
  <link name="rod"/>
  <joint name="${p}a" type="continuous">
    <parent link="base"/>
    <child link="rod"/>
    <axis xyz="0 0 1"/>
  </joint>
</robot>
"""
"""Its joint is called left_a."""


class Layout(NamedTuple):
    """Files, and for each that belongs to a robot, which and why."""

    files: dict[str, str]
    expected: dict[str, tuple[str | None, str]]


LAYOUTS: dict[str, Layout] = {
    "side by side": Layout(
        {"arm.urdf": urdf("arm", "a"), "arm.srdf": srdf("arm", "a")},
        {"arm.srdf": ("arm.urdf", "same robot name and file name, same folder")},
    ),
    "urdf and srdf folders without a manifest": Layout(
        {"d/urdf/arm.urdf": urdf("arm", "a"), "d/srdf/arm.srdf": srdf("arm", "a")},
        {
            "d/srdf/arm.srdf": (
                "d/urdf/arm.urdf",
                "same robot name and file name, same parent folder",
            )
        },
    ),
    "a package": Layout(
        {
            "arm_description/package.xml": package("arm_description"),
            "arm_description/robots/arm.urdf": urdf("arm", "a"),
            "arm_description/srdf/arm_moveit.srdf": srdf("arm", "a"),
            "arm_description/states/home.xml": state("arm", "a"),
        },
        {
            "arm_description/srdf/arm_moveit.srdf": (
                "arm_description/robots/arm.urdf",
                "same robot name, same package",
            ),
            "arm_description/states/home.xml": (
                "arm_description/robots/arm.urdf",
                "same robot name, same package",
            ),
        },
    ),
    "a MoveIt configuration beside the description": Layout(
        {
            "src/arm_description/package.xml": package("arm_description"),
            "src/arm_description/urdf/arm.urdf": urdf("arm", "a", "b"),
            "src/arm_moveit_config/package.xml": package("arm_moveit_config"),
            "src/arm_moveit_config/config/arm.srdf": srdf("arm", "a", "b"),
            "src/arm_moveit_config/config/joint_limits.yaml": limits("a", "b"),
            "src/arm_moveit_config/config/kinematics.yaml": kinematics("all"),
            "src/arm_moveit_config/config/ros2_controllers.yaml": controllers("a", "b"),
            "src/arm_moveit_config/config/sensors_3d.yaml": "sensors: []\n",
        },
        {
            "src/arm_moveit_config/config/arm.srdf": (
                "src/arm_description/urdf/arm.urdf",
                "same robot name and file name, another package",
            ),
            "src/arm_moveit_config/config/joint_limits.yaml": (
                "src/arm_description/urdf/arm.urdf",
                "2 names in common, beside arm.srdf",
            ),
            "src/arm_moveit_config/config/kinematics.yaml": (
                "src/arm_description/urdf/arm.urdf",
                "1 name in common, beside arm.srdf",
            ),
            "src/arm_moveit_config/config/ros2_controllers.yaml": (
                "src/arm_description/urdf/arm.urdf",
                "2 names in common, beside arm.srdf",
            ),
        },
    ),
    "a MoveIt configuration that names its URDF": Layout(
        {
            "robots/package.xml": package("my_robots"),
            "robots/urdf/left.urdf": urdf("duo", "a"),
            "robots/urdf/right.urdf": urdf("duo", "a"),
            "duo_moveit_config/package.xml": package("duo_moveit_config"),
            "duo_moveit_config/.setup_assistant": assistant("my_robots", "urdf/right.urdf"),
            "duo_moveit_config/config/duo.srdf": srdf("duo", "a"),
        },
        {
            "duo_moveit_config/config/duo.srdf": (
                "robots/urdf/right.urdf",
                "named in .setup_assistant",
            )
        },
    ),
    "the assistant of ROS 1": Layout(
        {
            "robots/package.xml": package("my_robots"),
            "robots/urdf/left.urdf": urdf("duo", "a"),
            "robots/urdf/right.urdf": urdf("duo", "a"),
            "moveit/.setup_assistant": assistant("my_robots", "urdf/left.urdf", key="URDF"),
            "moveit/config/duo.srdf": srdf("duo", "a"),
        },
        {"moveit/config/duo.srdf": ("robots/urdf/left.urdf", "named in .setup_assistant")},
    ),
    "variants with a file each": Layout(
        {
            "urdf/arm.urdf": urdf("arm", "a"),
            "urdf/arm_long.urdf": urdf("arm", "a"),
            "srdf/arm.srdf": srdf("arm", "a"),
            "srdf/arm_long.srdf": srdf("arm", "a"),
        },
        {
            "srdf/arm.srdf": ("urdf/arm.urdf", "same robot name and file name, same parent folder"),
            "srdf/arm_long.srdf": (
                "urdf/arm_long.urdf",
                "same robot name and file name, same parent folder",
            ),
        },
    ),
    "a name that was copied along": Layout(
        {
            "urdf/one.urdf": urdf("one", "a"),
            "urdf/two.urdf": urdf("two", "a"),
            "srdf/one.srdf": srdf("one", "a"),
            "srdf/two.srdf": srdf("one", "a"),
        },
        {
            "srdf/one.srdf": ("urdf/one.urdf", "same robot name and file name, same parent folder"),
            "srdf/two.srdf": ("urdf/two.urdf", "same file name, same parent folder"),
        },
    ),
    "a file that is called like another robot": Layout(
        {
            "urdf/robot.urdf": urdf("other", "x", "y"),
            "urdf/arm.urdf": urdf("arm", "a", "b"),
            "srdf/robot.srdf": srdf("arm", "a", "b"),
        },
        {"srdf/robot.srdf": ("urdf/arm.urdf", "same robot name, same parent folder")},
    ),
    "one SRDF for several variants": Layout(
        {
            "urdf/arm_short.urdf": urdf("arm", "a"),
            "urdf/arm_with_hand.urdf": urdf("arm", "a", "b", "finger"),
            "srdf/semantic.srdf": srdf("arm", "a", "b", "finger"),
        },
        {"srdf/semantic.srdf": ("urdf/arm_with_hand.urdf", "same robot name, same parent folder")},
    ),
    "names in other letters": Layout(
        {"robots/iCub.urdf": urdf("iCub", "a"), "srdf/body.srdf": srdf("i_cub", "a")},
        {
            "srdf/body.srdf": (
                "robots/iCub.urdf",
                "similar robot names, 'i_cub' and 'iCub', same parent folder",
            )
        },
    ),
    "only the place and the links say it": Layout(
        {"urdf/model.urdf": urdf("v7", "a", "b"), "srdf/planning.srdf": srdf("arm", "a", "b")},
        {"srdf/planning.srdf": ("urdf/model.urdf", "the only URDF nearby")},
    ),
    "two companies that call everything robot": Layout(
        {
            "acme/package.xml": package("acme"),
            "acme/urdf/robot.urdf": urdf("robot", "a"),
            "acme/srdf/robot.srdf": srdf("robot", "a"),
            "bolts/package.xml": package("bolts"),
            "bolts/urdf/robot.urdf": urdf("robot", "b"),
            "bolts/srdf/robot.srdf": srdf("robot", "b"),
        },
        {
            "acme/srdf/robot.srdf": (
                "acme/urdf/robot.urdf",
                "same robot name and file name, same package",
            ),
            "bolts/srdf/robot.srdf": (
                "bolts/urdf/robot.urdf",
                "same robot name and file name, same package",
            ),
        },
    ),
    "a robot of the same name far away": Layout(
        {
            "one/package.xml": package("one"),
            "one/urdf/arm.urdf": urdf("arm", "a", "b"),
            "two/package.xml": package("two"),
            "two/srdf/arm.srdf": srdf("arm", "x", "y"),
        },
        {
            "two/srdf/arm.srdf": (
                None,
                "arm.urdf in another package lacks most of its links and joints",
            )
        },
    ),
    "files of the same name that include each other": Layout(
        {
            "d/package.xml": package("d"),
            "d/urdf/arm.xacro": PARTS,
            "m/package.xml": package("m"),
            "m/config/arm.xacro": MACROS.replace("parts.xacro", "$(find d)/urdf/arm.xacro"),
            "m/config/arm.srdf": srdf("arm", "base"),
        },
        {"m/config/arm.srdf": ("m/config/arm.xacro", "same robot name and file name, same folder")},
    ),
    "an SRDF with macros": Layout(
        {"urdf/arm.urdf": urdf("arm", "a"), "srdf/arm.srdf.xacro": SRDF_MACROS},
        {
            "srdf/arm.srdf.xacro": (
                "urdf/arm.urdf",
                "same robot name and file name, same parent folder",
            )
        },
    ),
    "settings for what macros make": Layout(
        {
            "package.xml": package("arm"),
            "urdf/arm.urdf.xacro": MADE,
            "config/controllers.yaml": controllers("left_a"),
        },
        {"config/controllers.yaml": ("urdf/arm.urdf.xacro", "the only robot nearby")},
    ),
    "nothing that fits": Layout(
        {"urdf/arm.urdf": urdf("arm", "a"), "srdf/leg.srdf": srdf("leg", "x", "y")},
        {"srdf/leg.srdf": (None, "no URDF nearby is for a robot 'leg'")},
    ),
    "no robot at all": Layout(
        {"srdf/leg.srdf": srdf("leg", "x"), "joint_limits.yaml": limits("x")},
        {
            "srdf/leg.srdf": (None, "no URDF found nearby"),
            "joint_limits.yaml": (None, "no URDF found nearby"),
        },
    ),
    "settings of another robot": Layout(
        {
            "arm_description/urdf/arm.urdf": urdf("arm", "a"),
            "arm_description/config/joint_limits.yaml": limits("shoulder_pan"),
        },
        {
            "arm_description/config/joint_limits.yaml": (
                None,
                "no joint in common with a robot around it",
            )
        },
    ),
    "settings of one of two robots": Layout(
        {
            "urdf/left.urdf": urdf("left", "left_a", "left_b"),
            "urdf/right.urdf": urdf("right", "right_a", "right_b"),
            "config/left_controllers.yaml": controllers("left_a", "left_b"),
            "config/controllers.yaml": controllers("right_a"),
        },
        {
            "config/left_controllers.yaml": (
                "urdf/left.urdf",
                "2 names in common, same parent folder",
            ),
            "config/controllers.yaml": ("urdf/right.urdf", "1 name in common, same parent folder"),
        },
    ),
    "settings in folders named like robots whose names are made by macros": Layout(
        {
            "om_description/package.xml": "<package><name>om_description</name></package>",
            "om_description/urdf/om_a/om_a.urdf.xacro": MADE.replace("arm", "om_a"),
            "om_description/urdf/om_b3/om_b3.urdf.xacro": MADE.replace("arm", "om_b3"),
            "om_description/urdf/om_c.urdf": urdf("om_c", "left_a", "left_b"),
            "om_bringup/package.xml": "<package><name>om_bringup</name></package>",
            "om_bringup/config/om_a_follower/controllers.yaml": controllers("left_a", "left_b"),
            "om_bringup/config/om_b3_leader/controllers.yaml": controllers("left_a", "left_b"),
            "om_bringup/config/other/controllers.yaml": controllers("left_a", "left_b"),
        },
        {
            "om_bringup/config/om_a_follower/controllers.yaml": (
                "om_description/urdf/om_a/om_a.urdf.xacro",
                "named like the robot, another package",
            ),
            "om_bringup/config/om_b3_leader/controllers.yaml": (
                "om_description/urdf/om_b3/om_b3.urdf.xacro",
                "named like the robot, another package",
            ),
            "om_bringup/config/other/controllers.yaml": (
                "om_description/urdf/om_c.urdf",
                "2 names in common, another package",
            ),
        },
    ),
    "macros, and the files that they include": Layout(
        {
            "urdf/arm.urdf.xacro": MACROS,
            "urdf/parts.xacro": PARTS,
            "urdf/tools.xacro": ONLY_MACROS,
            "srdf/arm.srdf": srdf("arm"),
        },
        {
            "srdf/arm.srdf": (
                "urdf/arm.urdf.xacro",
                "same robot name and file name, same parent folder",
            )
        },
    ),
    "a URDF beside the macros that made it": Layout(
        {
            "urdf/arm.urdf.xacro": MACROS,
            "urdf/arm.urdf": urdf("arm", "a"),
            "srdf/arm.srdf": srdf("arm", "a"),
        },
        {"srdf/arm.srdf": ("urdf/arm.urdf", "same robot name and file name, same parent folder")},
    ),
}


def build(layout: Layout, folder: Path) -> None:
    """Writes the files of a layout."""
    for name, text in layout.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
