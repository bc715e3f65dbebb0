"""Elements of a file by name: ``read(...).root.link("name")``."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan.model import UnknownNameError

URDF = """<robot name="arm"><link name="base"/><link name="hand"/>
<joint name="wrist" type="fixed"><parent link="base"/><child link="hand"/></joint>
<material name="grey"/></robot>"""
SDF = """<sdf version="1.11"><model name="arm"><link name="base"/><link name="hand"/>
<frame name="tool" attached_to="hand"/><model name="cup"><link name="body"/></model>
<joint name="wrist" type="fixed"><parent>base</parent><child>hand</child></joint></model></sdf>"""
WORLD = """<sdf version="1.11"><world name="lab"><frame name="table"/>
<model name="arm"><link name="base"/></model></world></sdf>"""
SRDF = """<robot name="arm"><group name="hand"><link name="hand"/></group>
<end_effector name="gripper" parent_link="hand" group="hand"/>
<virtual_joint name="fix" type="fixed" parent_frame="world" child_link="base"/></robot>"""

FOUND = {
    "link": (URDF, lambda root, name: root.link(name), "hand", "robot 'arm' has no link"),
    "joint": (URDF, lambda root, name: root.joint(name), "wrist", "robot 'arm' has no joint"),
    "material": (
        URDF,
        lambda root, name: root.material(name),
        "grey",
        "robot 'arm' has no material",
    ),
    "model": (SDF, lambda root, name: root.model(name), "arm", "<sdf> has no model"),
    "world": (WORLD, lambda root, name: root.world(name), "lab", "<sdf> has no world"),
    "link of a model": (
        *(SDF, lambda root, name: root.model("arm").link(name), "hand", "model 'arm' has no link"),
    ),
    "joint of a model": (
        *(
            SDF,
            lambda root, name: root.model("arm").joint(name),
            "wrist",
            "model 'arm' has no joint",
        ),
    ),
    "frame of a model": (
        *(
            SDF,
            lambda root, name: root.model("arm").frame(name),
            "tool",
            "model 'arm' has no frame",
        ),
    ),
    "nested model": (
        *(SDF, lambda root, name: root.model("arm").model(name), "cup", "model 'arm' has no model"),
    ),
    "model of a world": (
        *(
            WORLD,
            lambda root, name: root.world("lab").model(name),
            "arm",
            "world 'lab' has no model",
        ),
    ),
    "frame of a world": (
        *(
            WORLD,
            lambda root, name: root.world("lab").frame(name),
            "table",
            "world 'lab' has no frame",
        ),
    ),
    "group": (SRDF, lambda root, name: root.group(name), "hand", "robot 'arm' has no group"),
    "end effector": (
        *(
            SRDF,
            lambda root, name: root.end_effector(name),
            "gripper",
            "robot 'arm' has no end effector",
        ),
    ),
    "virtual joint": (
        *(
            SRDF,
            lambda root, name: root.virtual_joint(name),
            "fix",
            "robot 'arm' has no virtual joint",
        ),
    ),
}


@pytest.mark.parametrize("case", FOUND)
def test_an_element_of_a_file_is_found_by_name(case):
    text, find, name, _ = FOUND[case]
    root = bodyplan.read(text).root
    assert find(root, name).name == name


@pytest.mark.parametrize("case", FOUND)
def test_the_error_for_an_unknown_name_suggests_a_near_one(case):
    text, find, name, message = FOUND[case]
    root = bodyplan.read(text).root
    with pytest.raises(UnknownNameError) as caught:
        find(root, f"{name}x")
    assert str(caught.value) == f"{message} '{name}x'; did you mean '{name}'?"


def test_the_first_of_two_elements_of_one_name_is_found():
    root = bodyplan.read(
        '<robot name="r"><link name="a"/><link name="b"/><link name="a"/></robot>'
    ).root
    assert root.link("a") is root.links[0]
