"""The values of a robot from included SDFormat files know the line that each was written on."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from bodyplan.model import Robot

TOP = """<sdf version="1.9">
<model name="top">
<include><uri>arm</uri><name>plain</name></include>
<include>
  <uri>arm</uri><name>other</name>
  <experimental:params>
    <link element_id="base" action="modify">
      <pose>1 0 0 0 0 0</pose>
    </link>
    <visual element_id="tip::shell" action="modify">
      <geometry><box><size>2 2 2</size></box></geometry>
    </visual>
    <link element_id="hand::palm"><pose action="modify">0 0 1 0 0 0</pose></link>
    <link element_id="" action="add" name="added"/>
  </experimental:params>
</include>
</model>
</sdf>"""
ARM = """<sdf version="1.9">
<model name="arm">
<link name="base"><pose>0 0 0 0 0 0</pose></link>
<link name="tip">
  <inertial><mass>2</mass></inertial>
  <visual name="shell">
    <geometry><box><size>1 1 1</size></box></geometry>
  </visual>
</link>
<include>
  <uri>hand</uri>
  <experimental:params><frame element_id="" action="add" name="grip"/></experimental:params>
</include>
<joint name="turn" type="revolute">
  <parent>base</parent><child>tip</child>
  <axis><xyz>0 0 1</xyz>
    <limit><lower>-1</lower><upper>1</upper></limit>
  </axis>
</joint>
</model>
</sdf>"""
HAND = """<sdf version="1.9">
<model name="hand">
<frame name="wrist"/>
<link name="palm"><pose>0 0 0 0 0 0</pose></link>
</model>
</sdf>"""


@pytest.fixture
def robot(tmp_path: Path) -> Robot:
    (tmp_path / "top.sdf").write_text(TOP)
    for folder, name, text in (("arm", "arm", ARM), ("arm/hand", "hand", HAND)):
        made = tmp_path / folder
        made.mkdir()
        (made / "model.sdf").write_text(text)
        config = f"<model><name>{name}</name><sdf version='1.9'>model.sdf</sdf></model>"
        (made / "model.config").write_text(config)
    return bodyplan.load(tmp_path / "top.sdf")


def told(robot: Robot, value) -> tuple[str, int]:
    where = robot.where(value)
    assert where is not None
    path = Path(where.file)
    return path.name if path.name == "top.sdf" else path.parent.name, where.line


def test_values_of_included_files_are_on_their_lines(robot):
    tip, turn = robot.link("plain::tip"), robot.joint("plain::turn")
    assert told(robot, tip) == ("arm", 4)
    assert told(robot, tip.inertial) == ("arm", 5)
    assert told(robot, tip.visuals[0].shape) == ("arm", 7)
    assert told(robot, turn) == ("arm", 14)
    assert told(robot, turn.limit) == ("arm", 17)
    assert told(robot, robot.link("plain::hand::palm")) == ("hand", 4)


def test_what_parameters_leave_as_it_is_stays_on_its_line(robot):
    tip, turn = robot.link("other::tip"), robot.joint("other::turn")
    assert told(robot, robot.link("other::base")) == ("arm", 3)
    assert told(robot, tip) == ("arm", 4)
    assert told(robot, tip.inertial) == ("arm", 5)
    assert told(robot, turn) == ("arm", 14)
    assert told(robot, turn.limit) == ("arm", 17)
    assert told(robot, robot.link("other::hand::palm")) == ("hand", 4)
    assert told(robot, robot.frame("other::hand::wrist")) == ("hand", 3)


def test_what_parameters_say_is_at_their_locations(robot):
    assert told(robot, robot.link("other::added")) == ("top.sdf", 4)
    assert told(robot, robot.link("other::tip").visuals[0].shape) == ("top.sdf", 4)
    for name in ("plain::hand::grip", "other::hand::grip"):
        assert told(robot, robot.frame(name)) == ("arm", 10)


def test_in_files_of_old_versions_it_is_the_include_that_is_reported(tmp_path):
    old = (
        "<sdf version='1.6'><model name='a'>\n<link name='one'/>\n<link name='two'/></model></sdf>"
    )
    (tmp_path / "old.sdf").write_text(old)
    change = "<experimental:params><link element_id='one' action='remove'/></experimental:params>"
    include = f"\n<include><uri>old.sdf</uri>{change}</include>"
    (tmp_path / "top.sdf").write_text(
        f"<sdf version='1.9'><model name='top'>{include}</model></sdf>"
    )
    robot = bodyplan.load(tmp_path / "top.sdf")
    assert robot.link_names == ("a::two",)
    assert told(robot, robot.link("a::two")) == ("top.sdf", 2)
