"""The SRDF of a robot follows its conversions."""

from __future__ import annotations

import pytest

import bodyplan
from tests.conversion.ledger import differences

pytest.importorskip("numpy")

MASS = "<inertial><mass>1</mass></inertial>"
BALL = "<collision name='c'><geometry><sphere><radius>.1</radius></sphere></geometry></collision>"
AXIS = "<xyz>{}</xyz><limit><lower>-1</lower><upper>1</upper></limit>"
SDF = f"""<sdf version="1.9"><model name="arm">
<link name="base">{MASS}{BALL}</link>
<link name="wrist"><pose>0 0 1 0 0 0</pose>{MASS}{BALL}</link>
<link name="hand"><pose>0 0 2 0 0 0</pose>{MASS}{BALL}</link>
<joint name="u" type="universal"><parent>base</parent><child>wrist</child>
<axis>{AXIS.format("1 0 0")}</axis><axis2>{AXIS.format("0 1 0")}</axis2></joint>
<joint name="f" type="fixed"><parent>wrist</parent><child>hand</child></joint>
</model></sdf>"""
SRDF = """<robot name="arm">
  <!-- the arm -->
  <group name="all"><joint name="u"/><joint name="f"/></group>
  <group name="chain"><chain base_link="base" tip_link="hand"/></group>
  <group_state name="home" group="all"><joint name="u" value="0.1 0.2"/></group_state>
  <end_effector name="tool" group="tools" parent_link="hand"/>
  <group name="tools"><link name="hand"/></group>
  <passive_joint name="u"/>
  <disable_collisions link1="base" link2="wrist" reason="Adjacent"/>
  <disable_collisions link1="wrist" link2="hand" reason="Adjacent"/>
</robot>"""
ONE = SRDF.replace("0.1 0.2", "0.1")
URDF = """<robot name="arm" version="1.2">
<link name="base"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial><collision><geometry><sphere radius=".1"/></geometry></collision></link>
<link name="wrist"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<collision><geometry><sphere radius=".1"/></geometry></collision></link>
<link name="hand"><collision><geometry><sphere radius=".1"/></geometry></collision></link>
<joint name="u" type="revolute"><origin xyz="0 0 1"/><parent link="base"/><child link="wrist"/>
<axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1"/></joint>
<joint name="f" type="fixed"><origin xyz="0 0 1"/><parent link="wrist"/><child link="hand"/></joint>
</robot>"""


def text_of(done) -> str:
    return done.srdf.to_bytes().decode()


def losses_of(done) -> list[str]:
    return [loss.reason for loss in done.losses if "of the SRDF" in loss.what]


def test_a_joint_that_is_split_is_split_in_groups_and_states():
    done = bodyplan.convert(SDF, "urdf", srdf=SRDF)
    text = text_of(done)
    assert "<!-- the arm -->" in text
    root = done.srdf.root
    assert {one.name for one in root.groups[0].joints} == {"f", "u/axis", "u/axis2"}
    (state,) = root.group_states
    assert [(one.name, one.value) for one in state.joints] == [
        ("u/axis", (0.1,)),
        ("u/axis2", (0.2,)),
    ]
    assert [one.name for one in root.passive_joints] == ["u/axis", "u/axis2"]
    assert losses_of(done) == ["joint 'u' is 'u/axis' and 'u/axis2'"] * 3
    before = bodyplan.load(SDF, srdf=SRDF)
    after = bodyplan.load(done.document, srdf=done.srdf)
    assert differences(before, after, samples=5) == []


def test_nothing_is_changed_that_fits():
    done = bodyplan.convert(URDF, "sdf", srdf=ONE)
    assert text_of(done) == ONE
    assert losses_of(done) == []


def test_the_links_that_are_merged_have_the_name_of_the_whole():
    done = bodyplan.convert(URDF, "sdf", srdf=ONE, like="libsdformat")
    root = done.srdf.root
    assert root.groups[1].chains[0].tip_link == "wrist"
    assert root.end_effectors[0].parent_link == "wrist"
    assert [one.name for one in root.groups[0].joints] == ["u"]
    assert root.disable_collisions == ()  # the hand, which is part of the wrist now, may collide
    assert losses_of(done) == [
        "the result has no joint 'f'",
        "link 'hand' is part of 'wrist'",
        "link 'hand' is part of 'wrist'",
        "link 'hand' is part of 'wrist'",
        "'wrist' has shapes of other links, which may collide",
        "both links are part of 'wrist'",
    ]


def test_a_pair_stays_disabled_if_all_of_the_merged_links_are():
    srdf = ONE.replace("</robot>", "<disable_collisions link1='hand' link2='base'/></robot>")
    done = bodyplan.convert(URDF, "sdf", srdf=srdf, like="libsdformat")
    (pair,) = done.srdf.root.disable_collisions
    assert {pair.link1, pair.link2} == {"base", "wrist"}


def test_a_virtual_joint_of_a_link_that_is_no_root_any_more_goes():
    joint = '<virtual_joint name="v" type="fixed" parent_frame="map" child_link="base"/></robot>'
    srdf = ONE.replace("</robot>", joint)
    done = bodyplan.convert(URDF, "sdf", srdf=srdf)
    assert done.srdf.root.virtual_joints
    fixed = bodyplan.convert(URDF, "sdf", srdf=srdf, base="fixed")
    assert "'base' is not the root link of the result" in losses_of(fixed)


def test_mjcf_has_pairs_and_keyframes_that_an_srdf_says():
    pytest.importorskip("mujoco")
    robot = bodyplan.load(URDF, srdf=ONE)
    there = bodyplan.convert(robot, "mjcf").document
    middle = bodyplan.load(there)
    assert differences(robot, middle, samples=5) == []
    back = bodyplan.convert(there, "urdf")
    moved = {loss.what for loss in back.losses if "SRDF of the result" in loss.reason}
    assert moved == {"<contact>", "<keyframe>"}
    again = bodyplan.load(back.document, srdf=back.srdf)
    pairs = bodyplan.diff(robot, again, samples=5, select=["disabled"])
    assert {one.change for one in pairs.differences} <= {"changed"}  # of the reasons
    assert differences(robot, again, samples=5) == []
    assert again.positions(again.state("home"))["u"] == (0.1,)
    (group,) = again.semantics.groups.values()
    assert group.name == "all"


def test_states_are_relative_to_the_reference_as_the_joints_are():
    pytest.importorskip("mujoco")
    text = """<mujoco><compiler angle="radian"/><worldbody><body name="a"><geom size="1"/>
    <joint name="j" ref="0.5"/></body></worldbody><keyframe><key name="k" qpos="0.75"/></keyframe>
    </mujoco>"""
    robot = bodyplan.load(text)
    assert robot.positions(robot.state("k"))["j"] == (0.25,)


@pytest.mark.parametrize(("source", "target"), [(URDF, "sdf"), (URDF, "mjcf"), (SDF, "urdf")])
def test_what_reading_the_robot_loses_is_listed_with_an_srdf_too(source, target):
    source = source.replace('name="f"', 'name="f" QQQ="1"')
    alone = bodyplan.convert(source, target, strict=False)
    done = bodyplan.convert(source, target, srdf=SRDF if source[1] == "s" else ONE, strict=False)
    assert {str(loss) for loss in done.losses} >= {str(loss) for loss in alone.losses}
    assert any("QQQ" in str(loss) for loss in alone.losses)


def test_mjcf_is_converted_with_an_srdf():
    pytest.importorskip("mujoco")
    made = bodyplan.convert(URDF, "mjcf").document
    pair = '<disable_collisions link1="base" link2="hand" reason="Never"/>'
    done = bodyplan.convert(made, "urdf", srdf=f'<robot name="arm">{pair}</robot>')
    assert pair in text_of(done)
