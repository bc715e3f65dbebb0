"""Which addresses a document names."""

from __future__ import annotations

import bodyplan
from bodyplan.formats.resources import named_resources
from bodyplan.spec import Raw

ROBOT = """<robot name="r">
  <material name="steel"><texture filename="package://r/steel.png"/></material>
  <material name="none"><texture/></material>
  <link name="a">
    <visual>
      <geometry><mesh filename="package://r/a.stl"/></geometry>
      <material name="x"><texture filename=" x.png "/></material>
    </visual>
    <collision><geometry><mesh filename="package://r/a.stl"/></geometry>
      <material name="y"><texture filename="package://r/y.png"/></material></collision>
    <collision><geometry><mesh filename=""/></geometry></collision>
    <collision_checking><geometry><mesh filename="package://r/kept.stl"/></geometry>
    </collision_checking>
  </link>
  <gazebo reference="a">
    <material>Gazebo/Blue</material>
    <visual><material><script><uri>file://media/x.material</uri><name>n</name></script></material>
    </visual>
    <plugin filename="libx.so"><uri>robot</uri><mesh filename="short.stl"/></plugin>
    <include><uri> model://wheel </uri></include>
  </gazebo>
</robot>
"""


def test_each_address_is_named_with_its_place():
    document = bodyplan.read(ROBOT)
    found = [
        (use.uri, document.place(use.value, use.field or None).line)
        for use in named_resources(document)
    ]
    assert sorted(found) == [
        (" x.png ", 7),
        ("file://media/x.material", 17),
        ("model://wheel", 20),
        ("package://r/a.stl", 6),
        ("package://r/a.stl", 9),
        ("package://r/kept.stl", 12),
        ("package://r/steel.png", 2),
        ("package://r/y.png", 10),
    ]


def test_kept_content_comes_as_it_is_kept():
    uses = list(named_resources(bodyplan.read(ROBOT)))
    kept = {use.uri: use.field for use in uses if isinstance(use.value, Raw)}
    assert kept["model://wheel"] == ""
    assert kept["package://r/kept.stl"] == "filename"


def test_what_is_no_robot_names_nothing():
    assert list(named_resources(bodyplan.read("<html/>"))) == []
    assert list(named_resources(bodyplan.read("<model_state model='r'/>"))) == []
