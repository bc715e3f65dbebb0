"""Layouts of robots on disk, as data: what lies where, what is asked for, what must come of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from bodyplan.resources import Resources

XML_ABOVE = "package.xml above the file"
CONFIG_ABOVE = "model.config above the file"
NAMED = "folder of that name above the file"
BESIDE = "folder beside the package of the file"
SOURCES = "src of the workspace"
SHARE = "share folder above the file"
SIMILAR = "folder of a similar name above the file"
ABOVE = "folders above the file"
ITSELF = "the path itself"
ENDING = "end of the path, in the package of the file"
OWN = "folder of the file"
HOME = "package of the file"

NONE = "not found"
NO_FILE = "no such file"
NO_FOLDER = "no such folder"
NO_PACKAGE = "no such package"


def package(name: str) -> str:
    """A manifest of ROS."""
    return (
        f'<?xml version="1.0"?>\n<package format="3">\n  <!-- <name>QQQ</name> -->\n'
        f"  <name>{name}</name>\n  <version>1.0.0</version>\n</package>\n"
    )


def model(name: str) -> str:
    """A manifest of Gazebo, with the author first, who has a name too."""
    return (
        f"<model><author><name>QQQ</name></author><name>{name}</name>"
        "<sdf version='1.9'>model.sdf</sdf></model>"
    )


class Layout(NamedTuple):
    """One layout and one question.

    Args:
        name: what it shows.
        files: content by path; a path that ends with a slash is a folder, "-> x" a link to x.
        base: the folder of the description.
        uri: what it names.
        tried: source, path and outcome of each place, in order.
        path: what is found; "" for nothing.
        remarks: the kinds of the remarks.
        suggestion: the address that would be right.
        near: the near names.
        variables: environment variables; "@" stands for the top of the layout.
        packages: explicit packages.
        folders: explicit folders.
    """

    name: str
    files: dict[str, str]
    base: str
    uri: str
    tried: list[tuple[str, str, str]]
    path: str = ""
    remarks: tuple[str, ...] = ()
    suggestion: str | None = None
    near: tuple[str, ...] = ()
    variables: dict[str, str] = {}  # noqa: RUF012  (never changed)
    packages: dict[str, str] = {}  # noqa: RUF012
    folders: tuple[str, ...] = ()

    def build(self, top: Path) -> Resources:
        """Writes the layout below a folder, and gives back what looks for files in it."""
        build(top, self.files)
        return Resources(
            {name: top / path for name, path in self.packages.items()},
            [top / path for path in self.folders],
            {
                name: value.replace("@", str(top)).replace(":", os.pathsep)
                for name, value in self.variables.items()
            },
        )


def build(top: Path, files: dict[str, str]) -> None:
    """Writes files and folders below a folder."""
    for path, content in files.items():
        target = top / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if content.startswith("-> "):
            target.symlink_to(content.removeprefix("-> "))
        else:
            target.write_text(content)


ROS_1 = {
    "ws/src/arm_description/package.xml": package("arm_description"),
    "ws/src/arm_description/urdf/arm.urdf": "",
    "ws/src/arm_description/meshes/base.stl": "",
    "ws/src/common/parts/package.xml": package("robot_parts"),
    "ws/src/common/parts/meshes/hand.stl": "",
    "ws/src/old/CATKIN_IGNORE": "",
    "ws/src/old/lost_parts/package.xml": package("lost_parts"),
    "ws/src/old/lost_parts/meshes/hand.stl": "",
    "opt/share/gripper_description/package.xml": package("gripper_description"),
    "opt/share/gripper_description/meshes/finger.stl": "",
    "opt/share/rosbuilt/manifest.xml": "<package/>",
    "opt/share/rosbuilt/meshes/finger.stl": "",
    "opt/share/closed/rospack_nosubdirs": "",
    "opt/share/closed/inner/package.xml": package("inner"),
}
ARM = "ws/src/arm_description"
ROS_2 = {
    "opt/ros/share/arm_description/package.xml": package("arm_description"),
    "opt/ros/share/arm_description/urdf/arm.urdf": "",
    "opt/ros/share/arm_description/meshes/base.stl": "",
    "opt/ros/share/hand_description/package.xml": package("hand_description"),
    "opt/ros/share/hand_description/meshes/hand.stl": "",
    "home/arm.urdf": "",
}
MERGED = {
    "ws/src/arm_description/package.xml": package("arm_description"),
    "ws/src/arm_description/meshes/base.stl": "",
    "ws/install/share/arm_description/package.xml": package("arm_description"),
    "ws/install/share/arm_description/urdf/arm.urdf": "",
    "ws/install/share/arm_description/meshes/base.stl": "-> ../../../../src/arm_description"
    "/meshes/base.stl",
    "ws/install/share/hand_description/package.xml": package("hand_description"),
    "ws/install/share/hand_description/meshes/hand.stl": "",
    "home/robot.urdf": "",
}
ISOLATED = {
    "ws/install/arm_description/share/arm_description/package.xml": package("arm_description"),
    "ws/install/arm_description/share/arm_description/urdf/arm.urdf": "",
    "ws/install/hand_description/share/hand_description/package.xml": package("hand_description"),
    "ws/install/hand_description/share/hand_description/meshes/hand.stl": "",
    "home/robot.urdf": "",
}
GAZEBO = {
    "models/rover/model.config": model("Rover of the moon"),
    "models/rover/model.sdf": "",
    "models/rover/meshes/hull.dae": "",
    "models/wheel/model.config": model("wheel"),
    "models/wheel/meshes/tyre.dae": "",
}
ZIP = {
    "Downloads/robot/urdf/robot.urdf": "",
    "Downloads/robot/meshes/base.stl": "",
    "Downloads/robot/meshes/visual/link_1.dae": "",
}
UNPACKED = {
    "Downloads/robot-main/urdf/robot.urdf": "",
    "Downloads/robot-main/meshes/base.stl": "",
}
RENAMED = {
    "work/my_arm/urdf/arm.urdf": "",
    "work/my_arm/meshes/base.STL": "",
    "work/my_arm/package.xml": package("my_arm_description"),
}


def above(*, base: str, name: str, beside: str) -> list[tuple[str, str, str]]:
    """The places above a file that is in no package."""
    return [(XML_ABOVE, base, NONE), (NAMED, base, NONE), (BESIDE, f"{beside}/{name}", NO_FOLDER)]


LAYOUTS = [
    # ROS 1: a workspace, and what is installed
    Layout(
        "the package of the file in a ROS 1 workspace",
        ROS_1,
        f"{ARM}/urdf",
        "package://arm_description/meshes/base.stl",
        [(XML_ABOVE, f"{ARM}/meshes/base.stl", "found")],
        f"{ARM}/meshes/base.stl",
    ),
    Layout(
        "another package of the same workspace, whose folder has another name",
        ROS_1,
        f"{ARM}/urdf",
        "package://robot_parts/meshes/hand.stl",
        [
            (XML_ABOVE, f"{ARM}/package.xml", "its name is 'arm_description'"),
            (NAMED, f"{ARM}/urdf", NONE),
            (BESIDE, "ws/src/robot_parts", NO_FOLDER),
            (SOURCES, "ws/src/common/parts/meshes/hand.stl", "found"),
        ],
        "ws/src/common/parts/meshes/hand.stl",
    ),
    Layout(
        "a package that the workspace ignores is not there",
        ROS_1,
        f"{ARM}/urdf",
        "package://lost_parts/meshes/hand.stl",
        [
            (XML_ABOVE, f"{ARM}/package.xml", "its name is 'arm_description'"),
            (NAMED, f"{ARM}/urdf", NONE),
            (BESIDE, "ws/src/lost_parts", NO_FOLDER),
            (SOURCES, "ws/src", NO_PACKAGE),
            (ABOVE, f"{ARM}/urdf/meshes/hand.stl", "not found in any of them"),
        ],
        near=(),  # what both names share is the kind of package
    ),
    Layout(
        "a package of ROS_PACKAGE_PATH",
        ROS_1,
        f"{ARM}/urdf",
        "package://gripper_description/meshes/finger.stl",
        [
            (XML_ABOVE, f"{ARM}/package.xml", "its name is 'arm_description'"),
            (NAMED, f"{ARM}/urdf", NONE),
            (BESIDE, "ws/src/gripper_description", NO_FOLDER),
            (SOURCES, "ws/src", NO_PACKAGE),
            ("ROS_PACKAGE_PATH", "ws/src", NO_PACKAGE),
            ("ROS_PACKAGE_PATH", "nowhere", NO_FOLDER),
            (
                "ROS_PACKAGE_PATH",
                "opt/share/gripper_description/meshes/finger.stl",
                "found",
            ),
        ],
        "opt/share/gripper_description/meshes/finger.stl",
        variables={"ROS_PACKAGE_PATH": "@/ws/src:@/nowhere:@/opt/share"},
    ),
    Layout(
        "an entry of ROS_PACKAGE_PATH that is the package itself",
        ROS_1,
        "elsewhere",
        "package://gripper_description/meshes/finger.stl",
        [
            *above(base="elsewhere", name="gripper_description", beside="."),
            ("ROS_PACKAGE_PATH", "opt/share/gripper_description/meshes/finger.stl", "found"),
        ],
        "opt/share/gripper_description/meshes/finger.stl",
        variables={"ROS_PACKAGE_PATH": "@/opt/share/gripper_description"},
    ),
    Layout(
        "a package of rosbuild is called like its folder",
        ROS_1,
        "elsewhere",
        "package://rosbuilt/meshes/finger.stl",
        [
            *above(base="elsewhere", name="rosbuilt", beside="."),
            ("ROS_PACKAGE_PATH", "opt/share/rosbuilt/meshes/finger.stl", "found"),
        ],
        "opt/share/rosbuilt/meshes/finger.stl",
        variables={"ROS_PACKAGE_PATH": "@/opt/share"},
    ),
    Layout(
        "below rospack_nosubdirs there are no packages",
        ROS_1,
        "elsewhere",
        "package://inner/meshes/finger.stl",
        [
            *above(base="elsewhere", name="inner", beside="."),
            ("ROS_PACKAGE_PATH", "opt/share", NO_PACKAGE),
            (ABOVE, "elsewhere/meshes/finger.stl", "not found in any of them"),
        ],
        variables={"ROS_PACKAGE_PATH": "@/opt/share"},
    ),
    # ROS 2: install spaces
    Layout(
        "a package of a ROS 2 install space",
        ROS_2,
        "home",
        "package://arm_description/meshes/base.stl",
        [
            *above(base="home", name="arm_description", beside="."),
            ("AMENT_PREFIX_PATH", "opt/missing/share/arm_description", NO_FOLDER),
            ("AMENT_PREFIX_PATH", "opt/ros/share/arm_description/meshes/base.stl", "found"),
        ],
        "opt/ros/share/arm_description/meshes/base.stl",
        variables={"AMENT_PREFIX_PATH": "@/opt/missing:@/opt/ros"},
    ),
    Layout(
        "a neighbour in the install space of the file, without any variable",
        ROS_2,
        "opt/ros/share/arm_description/urdf",
        "package://hand_description/meshes/hand.stl",
        [
            (
                XML_ABOVE,
                "opt/ros/share/arm_description/package.xml",
                "its name is 'arm_description'",
            ),
            (NAMED, "opt/ros/share/arm_description/urdf", NONE),
            (BESIDE, "opt/ros/share/hand_description/meshes/hand.stl", "found"),
        ],
        "opt/ros/share/hand_description/meshes/hand.stl",
    ),
    Layout(
        "a package of CMAKE_PREFIX_PATH",
        ROS_2,
        "home",
        "package://arm_description/meshes/base.stl",
        [
            *above(base="home", name="arm_description", beside="."),
            ("CMAKE_PREFIX_PATH", "opt/ros/share/arm_description/meshes/base.stl", "found"),
        ],
        "opt/ros/share/arm_description/meshes/base.stl",
        variables={"CMAKE_PREFIX_PATH": "@/opt/ros"},
    ),
    # colcon
    Layout(
        "a merged colcon install, its files linked to the sources",
        MERGED,
        "home",
        "package://arm_description/meshes/base.stl",
        [
            *above(base="home", name="arm_description", beside="."),
            ("COLCON_PREFIX_PATH", "ws/install/share/arm_description/meshes/base.stl", "found"),
        ],
        "ws/install/share/arm_description/meshes/base.stl",
        variables={"COLCON_PREFIX_PATH": "@/ws/install"},
    ),
    Layout(
        "an isolated colcon install",
        ISOLATED,
        "home",
        "package://hand_description/meshes/hand.stl",
        [
            *above(base="home", name="hand_description", beside="."),
            ("COLCON_PREFIX_PATH", "ws/install/share/hand_description", NO_FOLDER),
            (
                "COLCON_PREFIX_PATH",
                "ws/install/hand_description/share/hand_description/meshes/hand.stl",
                "found",
            ),
        ],
        "ws/install/hand_description/share/hand_description/meshes/hand.stl",
        variables={"COLCON_PREFIX_PATH": "@/ws/install"},
    ),
    Layout(
        "a neighbour in an isolated colcon install, without any variable",
        ISOLATED,
        "ws/install/arm_description/share/arm_description/urdf",
        "package://hand_description/meshes/hand.stl",
        [
            (
                XML_ABOVE,
                "ws/install/arm_description/share/arm_description/package.xml",
                "its name is 'arm_description'",
            ),
            (NAMED, "ws/install/arm_description/share/arm_description/urdf", NONE),
            (BESIDE, "ws/install/arm_description/share/hand_description", NO_FOLDER),
            (SHARE, "ws/install/arm_description/share/hand_description", NO_FOLDER),
            (
                SHARE,
                "ws/install/hand_description/share/hand_description/meshes/hand.stl",
                "found",
            ),
        ],
        "ws/install/hand_description/share/hand_description/meshes/hand.stl",
    ),
    # Gazebo
    Layout(
        "a model is called like its folder, whatever its manifest says",
        GAZEBO,
        "models/rover",
        "model://rover/meshes/hull.dae",
        [
            (XML_ABOVE, "models/rover", NONE),
            (
                CONFIG_ABOVE,
                "models/rover/model.config",
                "its name is 'Rover of the moon'",
            ),
            (NAMED, "models/rover/meshes/hull.dae", "found"),
        ],
        "models/rover/meshes/hull.dae",
    ),
    Layout(
        "the model beside, and package:// finds it as well",
        GAZEBO,
        "models/rover",
        "package://wheel/meshes/tyre.dae",
        [
            (XML_ABOVE, "models/rover", NONE),
            (CONFIG_ABOVE, "models/rover/model.config", "its name is 'Rover of the moon'"),
            (NAMED, "models/rover", NONE),
            (BESIDE, "models/wheel/meshes/tyre.dae", "found"),
        ],
        "models/wheel/meshes/tyre.dae",
    ),
    *(
        Layout(
            f"a model of {variable}",
            GAZEBO,
            "elsewhere",
            "model://wheel/meshes/tyre.dae",
            [
                *above(base="elsewhere", name="wheel", beside="."),
                (variable, "models/wheel/meshes/tyre.dae", "found"),
            ],
            "models/wheel/meshes/tyre.dae",
            variables={variable: "@/models"},
        )
        for variable in (
            "GZ_SIM_RESOURCE_PATH",
            "IGN_GAZEBO_RESOURCE_PATH",
            "GAZEBO_MODEL_PATH",
            "SDF_PATH",
            "GZ_FILE_PATH",
            "IGN_FILE_PATH",
        )
    ),
    Layout(
        "a file of Gazebo classic below GAZEBO_RESOURCE_PATH",
        {"gazebo/media/materials/scripts/gazebo.material": "", "robot/robot.urdf": ""},
        "robot",
        "file://media/materials/scripts/gazebo.material",
        [
            (OWN, "robot/media/materials/scripts/gazebo.material", NO_FOLDER),
            (
                "GAZEBO_RESOURCE_PATH",
                "gazebo/media/materials/scripts/gazebo.material",
                "found",
            ),
        ],
        "gazebo/media/materials/scripts/gazebo.material",
        variables={"GAZEBO_RESOURCE_PATH": "@/gazebo"},
    ),
    Layout(
        "a file of Gazebo classic where that is not installed",
        {"robot/robot.urdf": ""},
        "robot",
        "file://media/materials/scripts/gazebo.material",
        [
            (OWN, "robot/media/materials/scripts/gazebo.material", NO_FOLDER),
            (ABOVE, "robot/media/materials/scripts/gazebo.material", "not found in any of them"),
        ],
        remarks=("simulator",),
    ),
    # What people unpack and rename
    Layout(
        "a plain archive: the folder is called like the package",
        ZIP,
        "Downloads/robot/urdf",
        "package://robot/meshes/base.stl",
        [
            (XML_ABOVE, "Downloads/robot/urdf", NONE),
            (NAMED, "Downloads/robot/meshes/base.stl", "found"),
        ],
        "Downloads/robot/meshes/base.stl",
    ),
    Layout(
        "a plain archive with relative paths",
        ZIP,
        "Downloads/robot/urdf",
        "../meshes/base.stl",
        [(OWN, "Downloads/robot/meshes/base.stl", "found")],
        "Downloads/robot/meshes/base.stl",
    ),
    Layout(
        "a plain archive with paths that begin at its top",
        ZIP,
        "Downloads/robot/urdf",
        "meshes/base.stl",
        [
            (OWN, "Downloads/robot/urdf/meshes/base.stl", NO_FOLDER),
            (HOME, "Downloads/robot/meshes/base.stl", "found"),
        ],
        "Downloads/robot/meshes/base.stl",
        remarks=("base",),
        suggestion="../meshes/base.stl",
    ),
    Layout(
        "a plain archive, and a file that is elsewhere in it",
        ZIP,
        "Downloads/robot/urdf",
        "package://robot/meshes/link_1.dae",
        [
            (XML_ABOVE, "Downloads/robot/urdf", NONE),
            (NAMED, "Downloads/robot/meshes/link_1.dae", NO_FILE),
            (ABOVE, "Downloads/robot/urdf/meshes/link_1.dae", "not found in any of them"),
        ],
        remarks=("elsewhere",),
        suggestion="package://robot/meshes/visual/link_1.dae",
        near=("meshes/visual/link_1.dae",),
    ),
    Layout(
        "an archive of a branch: the folder has the name of the package and more",
        UNPACKED,
        "Downloads/robot-main/urdf",
        "package://robot/meshes/base.stl",
        [
            *above(base="Downloads/robot-main/urdf", name="robot", beside="Downloads"),
            (SIMILAR, "Downloads/robot-main/meshes/base.stl", "found"),
        ],
        "Downloads/robot-main/meshes/base.stl",
        remarks=("package",),
        suggestion="../meshes/base.stl",
    ),
    Layout(
        "an exporter wrote another name than the folder has",
        ZIP,
        "Downloads/robot/urdf",
        "package://sw_export/meshes/base.stl",
        [
            *above(base="Downloads/robot/urdf", name="sw_export", beside="Downloads"),
            (ABOVE, "Downloads/robot/meshes/base.stl", "found"),
        ],
        "Downloads/robot/meshes/base.stl",
        remarks=("package",),
        suggestion="package://robot/meshes/base.stl",
    ),
    Layout(
        "unpacked under any name: that of the folder around meshes is written, not that above",
        {"tmp/robots/arm/meshes/base.stl": "", "tmp/robots/arm/urdf/": ""},
        "tmp/robots/arm/urdf",
        "package://many-robots/robots/arm/meshes/base.stl",
        [
            *above(base="tmp/robots/arm/urdf", name="many-robots", beside="tmp/robots"),
            (ABOVE, "tmp/robots/arm/meshes/base.stl", "found"),
        ],
        "tmp/robots/arm/meshes/base.stl",
        remarks=("package",),
        suggestion="package://arm/meshes/base.stl",
    ),
    Layout(
        "an exporter wrote another name than the manifest, in another case",
        RENAMED,
        "work/my_arm/urdf",
        "package://sw_export/Meshes/base.stl",
        [
            (XML_ABOVE, "work/my_arm/package.xml", "its name is 'my_arm_description'"),
            (NAMED, "work/my_arm/urdf", NONE),
            (BESIDE, "work/sw_export", NO_FOLDER),
            (ABOVE, "work/my_arm/meshes/base.STL", "found"),
        ],
        "work/my_arm/meshes/base.STL",
        remarks=("case", "package"),
        suggestion="package://my_arm_description/meshes/base.STL",
    ),
    Layout(
        "a near name of a package",
        ROS_2,
        "opt/ros/share/arm_description/urdf",
        "package://hand_descriptionQQQ/meshes/nothing.stl",
        [
            (
                XML_ABOVE,
                "opt/ros/share/arm_description/package.xml",
                "its name is 'arm_description'",
            ),
            (NAMED, "opt/ros/share/arm_description/urdf", NONE),
            (BESIDE, "opt/ros/share/hand_descriptionQQQ", NO_FOLDER),
            (SHARE, "opt/ros/share/hand_descriptionQQQ", NO_FOLDER),
            (SHARE, "opt/hand_descriptionQQQ/share/hand_descriptionQQQ", NO_FOLDER),
            (
                ABOVE,
                "opt/ros/share/arm_description/urdf/meshes/nothing.stl",
                "not found in any of them",
            ),
        ],
        near=("hand_description", "arm_description"),
    ),
    # What the user says goes first
    Layout(
        "--package goes before the package of the file",
        {**ROS_1, "mine/meshes/base.stl": ""},
        f"{ARM}/urdf",
        "package://arm_description/meshes/base.stl",
        [("--package", "mine/meshes/base.stl", "found")],
        "mine/meshes/base.stl",
        packages={"arm_description": "mine"},
    ),
    Layout(
        "a later package has what the first one lacks",
        {**ROS_1, "mine/": ""},
        f"{ARM}/urdf",
        "package://arm_description/meshes/base.stl",
        [
            ("--package", "mine/meshes/base.stl", NO_FOLDER),
            (XML_ABOVE, f"{ARM}/meshes/base.stl", "found"),
        ],
        f"{ARM}/meshes/base.stl",
        remarks=("shadow",),
        packages={"arm_description": "mine"},
    ),
    Layout(
        "--folder with packages in it, by manifest",
        ROS_1,
        "elsewhere",
        "package://robot_parts/meshes/hand.stl",
        [("--folder", "ws/src/common/parts/meshes/hand.stl", "found")],
        "ws/src/common/parts/meshes/hand.stl",
        folders=("ws",),
    ),
    Layout(
        "--folder with a folder of that name, without a manifest",
        ZIP,
        "elsewhere",
        "package://robot/meshes/base.stl",
        [("--folder", "Downloads/robot/meshes/base.stl", "found")],
        "Downloads/robot/meshes/base.stl",
        folders=("Downloads",),
    ),
    Layout(
        "--folder that is the package",
        ZIP,
        "elsewhere",
        "package://robot/meshes/base.stl",
        [("--folder", "Downloads/robot/meshes/base.stl", "found")],
        "Downloads/robot/meshes/base.stl",
        folders=("Downloads/robot",),
    ),
    Layout(
        "--folder that is an install space",
        ROS_2,
        "elsewhere",
        "package://hand_description/meshes/hand.stl",
        [("--folder", "opt/ros/share/hand_description/meshes/hand.stl", "found")],
        "opt/ros/share/hand_description/meshes/hand.stl",
        folders=("opt/ros",),
    ),
    # Addresses of other machines
    Layout(
        "back-slashes in a package",
        ROS_1,
        f"{ARM}/urdf",
        r"package://arm_description\meshes\base.stl",
        [(XML_ABOVE, f"{ARM}/meshes/base.stl", "found")],
        f"{ARM}/meshes/base.stl",
        remarks=("backslash",),
        suggestion="package://arm_description/meshes/base.stl",
    ),
    Layout(
        "back-slashes in a relative path",
        ZIP,
        "Downloads/robot/urdf",
        r"..\meshes\base.stl",
        [(OWN, "Downloads/robot/meshes/base.stl", "found")],
        "Downloads/robot/meshes/base.stl",
        remarks=("backslash",),
        suggestion="../meshes/base.stl",
    ),
    Layout(
        "a path of Windows whose end is in the package",
        ROS_1,
        f"{ARM}/urdf",
        r"C:\Users\ann\ws\arm\meshes\base.stl",
        [
            (ITSELF, "C:/Users/ann/ws/arm/meshes/base.stl", "a Windows path"),
            (ENDING, f"{ARM}/meshes/base.stl", "possible match"),
        ],
        remarks=("backslash", "drive", "home"),
        suggestion="package://arm_description/meshes/base.stl",
    ),
    Layout(
        "a path of Windows behind file://",
        ZIP,
        "Downloads/robot/urdf",
        "file:///D:/robots/meshes/visual/LINK_1.DAE",
        [
            (ITSELF, "D:/robots/meshes/visual/LINK_1.DAE", "a Windows path"),
            (ENDING, "Downloads/robot/meshes/visual/link_1.dae", "possible match"),
        ],
        remarks=("drive",),
        suggestion="../meshes/visual/link_1.dae",
    ),
    Layout(
        "a folder that another machine shares",
        ZIP,
        "Downloads/robot/urdf",
        r"\\server\robots\meshes\base.stl",
        [],
        remarks=("drive",),
    ),
    Layout(
        "the home of somebody, and the file is in the package",
        ROS_1,
        f"{ARM}/urdf",
        "/home/ann-QQQ/ws/src/arm_description/meshes/base.stl",
        [
            (ITSELF, "/home/ann-QQQ/ws/src/arm_description/meshes/base.stl", NO_FOLDER),
            (ENDING, f"{ARM}/meshes/base.stl", "possible match"),
        ],
        remarks=("home",),
        suggestion="package://arm_description/meshes/base.stl",
    ),
    Layout(
        "the home of somebody, and the file is in another folder of the package",
        ZIP,
        "Downloads/robot/urdf",
        "file:///Users/ann-QQQ/parts/link_1.dae",
        [
            (ITSELF, "/Users/ann-QQQ/parts/link_1.dae", NO_FOLDER),
            (ENDING, "Downloads/robot", NO_FILE),
        ],
        remarks=("home", "elsewhere"),
        suggestion="../meshes/visual/link_1.dae",
        near=("meshes/visual/link_1.dae",),
    ),
    Layout(
        "the sign for a home",
        ZIP,
        "Downloads/robot/urdf",
        "~/robot/meshes/base.stl",
        [
            (OWN, "Downloads/robot/urdf/~/robot/meshes/base.stl", NO_FOLDER),
            (HOME, "Downloads/robot/~/robot/meshes/base.stl", NO_FOLDER),
            (ABOVE, "Downloads/robot/urdf/~/robot/meshes/base.stl", "not found in any of them"),
        ],
        remarks=("home", "elsewhere"),
        suggestion="../meshes/base.stl",
    ),
    # Spelling
    Layout(
        "another case",
        ZIP,
        "Downloads/robot/urdf",
        "package://robot/Meshes/Visual/Link_1.DAE",
        [
            (XML_ABOVE, "Downloads/robot/urdf", NONE),
            (NAMED, "Downloads/robot/meshes/visual/link_1.dae", "found"),
        ],
        "Downloads/robot/meshes/visual/link_1.dae",
        remarks=("case",),
        suggestion="package://robot/meshes/visual/link_1.dae",
    ),
    Layout(
        "another ending",
        ZIP,
        "Downloads/robot/urdf",
        "../meshes/base.dae",
        [(OWN, "Downloads/robot/meshes/base.dae", NO_FILE)],
        near=("../meshes/base.stl",),
    ),
    Layout(
        "a typing error in a folder",
        ZIP,
        "Downloads/robot/urdf",
        "package://robot/mesheQs/visual/link_1.dae",
        [
            (XML_ABOVE, "Downloads/robot/urdf", NONE),
            (NAMED, "Downloads/robot/mesheQs/visual/link_1.dae", NO_FOLDER),
            (ABOVE, "Downloads/robot/urdf/mesheQs/visual/link_1.dae", "not found in any of them"),
        ],
        remarks=("elsewhere",),
        suggestion="package://robot/meshes/visual/link_1.dae",
        near=("meshes/visual/link_1.dae",),
    ),
    Layout(
        "percent codes",
        {"robot/my part.stl": "", "robot/robot.urdf": ""},
        "robot",
        "package://robot/my%20part.stl",
        [(XML_ABOVE, "robot", NONE), (NAMED, "robot/my part.stl", "found")],
        "robot/my part.stl",
        remarks=("percent",),
        suggestion="package://robot/my part.stl",
    ),
    Layout(
        "a slash too many, a scheme in capitals, blanks",
        ZIP,
        "Downloads/robot/urdf",
        " Package:///robot//meshes/./base.stl\n",
        [
            (XML_ABOVE, "Downloads/robot/urdf", NONE),
            (NAMED, "Downloads/robot/meshes/base.stl", "found"),
        ],
        "Downloads/robot/meshes/base.stl",
        remarks=("whitespace", "scheme", "slashes"),
        suggestion="package://robot/meshes/base.stl",
    ),
]
