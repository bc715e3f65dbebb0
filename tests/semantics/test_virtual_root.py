"""The joint that a robot stands on, by section 6 of the notes on SRDF."""

from __future__ import annotations

import pytest

from bodyplan.model import Robot
from bodyplan.semantics.virtual_root import virtual_root
from tests.semantics.robots import lift, overlay, robot_of, srdf_of

ROBOT = robot_of("j: base -> tip")
BARE_WORLD = lift("""<robot name="r"><link name="world"/><link name="base"/>
    <joint name="j" type="fixed"><parent link="world"/><child link="base"/></joint></robot>""").robot
SOLID_WORLD = robot_of("j: world -> base fixed")


def virtual(name: str, child: str, kind: str = "fixed", frame: str = "odom") -> str:
    return (
        f'<virtual_joint name="{name}" type="{kind}" parent_frame="{frame}" child_link="{child}"/>'
    )


def test_without_a_virtual_joint_the_root_is_assumed_to_be_fixed():
    joint = overlay("", ROBOT).virtual_joint
    assert (joint.name, joint.type, joint.child) == ("ASSUMED_FIXED_ROOT_JOINT", "fixed", "base")
    assert joint.is_assumed
    assert joint.variables == ()


@pytest.mark.parametrize(
    ("kind", "variables", "frame"),
    [
        ("fixed", "", "base"),
        ("planar", "v/x v/y v/theta", "odom"),
        ("floating", "v/trans_x v/trans_y v/trans_z v/rot_x v/rot_y v/rot_z v/rot_w", "odom"),
        (" planar ", "v/x v/y v/theta", "odom"),
        ("QQQ", "", "base"),  # taken as fixed
    ],
)
def test_the_virtual_joint_of_the_root_link_is_used(kind, variables, frame):
    semantics = overlay(virtual("v", "base", kind), ROBOT)
    joint = semantics.virtual_joint
    assert (joint.name, joint.parent_frame, joint.is_assumed) == ("v", "odom", False)
    assert joint.variables == tuple(variables.split())
    assert semantics.model_frame == frame


@pytest.mark.parametrize(
    ("robot", "content", "name", "skipped"),
    [
        (ROBOT, virtual("v", "tip"), None, {"v": "child is not the root link"}),
        (ROBOT, virtual("v", "base", frame=""), None, {"v": "no parent frame"}),
        (
            ROBOT,
            virtual("u", "tip") + virtual("v", "base") + virtual("w", "base", "planar"),
            "v",
            {"u": "child is not the root link", "w": "another virtual joint is used"},
        ),
        (
            ROBOT,
            virtual("v", "base", frame="") + virtual("w", "base"),
            "w",
            {"v": "no parent frame"},
        ),
        # a bare link that stands for the world
        (BARE_WORLD, virtual("v", "base"), "v", {}),
        (BARE_WORLD, virtual("v", "base", frame=""), "v", {}),
        (BARE_WORLD, virtual("v", "base", "planar"), None, {"v": "child is not the root link"}),
        (SOLID_WORLD, virtual("v", "base"), None, {"v": "child is not the root link"}),
        (
            BARE_WORLD,
            virtual("u", "base") + virtual("v", "base") + virtual("w", "world", "planar"),
            "w",
            {"u": "another virtual joint is used", "v": "another virtual joint is used"},
        ),
        (
            BARE_WORLD,
            virtual("u", "base") + virtual("v", "base"),
            "v",
            {"u": "another virtual joint is used"},
        ),
        (Robot("empty"), virtual("v", ""), None, {"v": "child is not the root link"}),
    ],
)
def test_which_virtual_joint_is_used(robot, content, name, skipped):
    document = srdf_of(content)
    found = virtual_root(document.root, robot)
    assert (found.element and found.element.name) == name
    assert found.joint.is_assumed == (name is None)
    assert {joint.name: why for joint, why in found.skipped} == skipped
    assert all(any(j is given for given in document.root.virtual_joints) for j, _ in found.skipped)


def test_an_accepted_joint_of_a_bare_world_leads_to_the_root():
    joint = overlay(virtual("v", "base"), BARE_WORLD).virtual_joint
    assert (joint.type, joint.child) == ("fixed", "world")


def test_a_joint_of_the_robot_hides_a_virtual_joint_of_its_name():
    semantics = overlay(
        virtual("j", "base", "planar") + '<group name="g"><joint name="j"/></group>', ROBOT
    )
    assert semantics.groups["g"].links == ("tip",)
