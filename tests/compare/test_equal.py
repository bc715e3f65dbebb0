"""Robots that are written differently are the same."""

from __future__ import annotations

import pytest

import bodyplan
from tests.compare.equal import EQUAL
from tests.compare.test_planted import compared, edited
from tests.compare.test_planted import originals as originals  # noqa: PLC0414  (a fixture)

pytest.importorskip("numpy")
NAMES = [f"{file}: {str(old)[:40]} -> {str(new)[:40]}" for file, old, new in EQUAL]
PLAIN = """<robot name="plain">
<link name="base"><inertial><origin xyz="0 0 0.1" rpy="0.1 0 0"/><mass value="4"/>
<inertia ixx="0.04" ixy="0.001" ixz="0" iyy="0.05" iyz="0" izz="0.03"/></inertial>
<visual name="v"><geometry><box size="0.1 0.2 0.3"/></geometry></visual>
<collision name="c"><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
<link name="arm"><inertial><mass value="1"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
<joint name="j" type="{}"><parent link="base"/><child link="arm"/>
<origin xyz="0 0 0.2" rpy="0.1 0.2 0.3"/><axis xyz="0 {} 1"/>
<limit lower="-1" upper="2" effort="30" velocity="3"/></joint></robot>"""
KINDS = [(kind, tilt) for kind in ("revolute", "prismatic", "continuous") for tilt in (0, 1)]


@pytest.mark.parametrize(("file", "old", "new"), EQUAL, ids=NAMES)
def test_the_same_robot_written_differently(originals, robots, file, old, new):
    found = compared(originals, robots / file, edited((robots / file).read_text(), old, new))
    assert [str(one) for one in (*found.differences, *found.unknown)] == []
    assert found.is_same


@pytest.mark.parametrize("way", ["sdf1.6", "sdf1.9", "sdf1.12", "urdf1.0", "urdf1.2"])
@pytest.mark.parametrize(("kind", "tilt"), KINDS)
def test_the_same_robot_in_another_format_or_version(way, kind, tilt):
    robot = PLAIN.format(kind, tilt)
    done = bodyplan.convert(robot, way)
    found = bodyplan.diff(robot, done.document, samples=5)
    assert [str(one) for one in (*found.differences, *found.unknown)] == []
    assert found.is_same


IN_BLOCK = """<gazebo reference="{}"><sensor name="eye" type="camera"><pose>0 0 {} 0 0 0</pose>
<update_rate>30</update_rate></sensor></gazebo></robot>"""


@pytest.mark.parametrize("place", ["arm", "j"])
def test_sensors_of_gazebo_blocks_are_those_of_sdformat(place):
    robot = PLAIN.format("revolute", 0)
    given = robot.replace("</robot>", IN_BLOCK.format(place, 0.1))
    other = robot.replace("</robot>", IN_BLOCK.format(place, 0.2))
    made = bodyplan.convert(given, "sdf").document
    assert bodyplan.diff(given, made, samples=1).differences == ()
    found = [str(one.field) for one in bodyplan.diff(other, made, samples=1).differences]
    assert found == ["origin.xyz"]
    assert [one.kind for one in bodyplan.diff(robot, made, samples=1).differences] == ["sensor"]
    back = bodyplan.convert(made, "urdf").document
    assert bodyplan.diff(made, back, samples=1).differences == ()


PLACED = """<sdf version="1.9"><model name="arm"{}><pose>0 0 {} 0 0 0.3</pose><link name="base"/>
<link name="lamp"><pose>0 0 0.4 0 0 0</pose></link>
<joint name="j" type="fixed"><parent>base</parent><child>lamp</child></joint></model></sdf>"""


def test_a_placement_frame_moves_the_model():
    model, placed = PLACED.format("", 0.1), PLACED.format(' placement_frame="lamp"', 0.5)
    assert bodyplan.diff(model, placed, samples=1).is_same
    other = bodyplan.diff(model, PLACED.format(' placement_frame="lamp"', 0.1), samples=1)
    assert [one.field for one in other.differences] == ["pose/xyz"]


def test_what_is_in_the_world_only_is_fixed_to_it():
    pytest.importorskip("mujoco")
    text = '<mujoco><worldbody><geom name="g" size="1"/></worldbody></mujoco>'
    made = bodyplan.convert(text, "sdf").document
    assert "base" not in [one.field for one in bodyplan.diff(text, made, samples=1).differences]


def test_a_floating_joint_to_the_world_is_a_base_that_moves_freely():
    pytest.importorskip("mujoco")
    joint = '<joint name="f" type="floating"><parent link="world"/><child link="base"/></joint>'
    text = PLAIN.format("revolute", 0).replace("</robot>", f'<link name="world"/>{joint}</robot>')
    made = bodyplan.convert(text, "mjcf").document
    found = bodyplan.diff(text, made, samples=1).differences
    assert "kinematics" not in [one.aspect for one in found]


def test_there_are_enough_equal_pairs():
    assert len(EQUAL) + 5 * len(KINDS) >= 150
    assert len(set(EQUAL)) == len(EQUAL)


def test_a_joint_at_the_world_without_limits_is_the_same_in_urdf():
    source = """<sdf version="1.9"><model name="m"><link name="a"/><joint name="j" type="revolute">
      <parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint></model></sdf>"""
    urdf = bodyplan.convert(source, "urdf").document
    assert bodyplan.diff(source, urdf).verdict != "different"
