"""A workspace of SDFormat as people lay it out: models in folders, a world beside them."""

from __future__ import annotations

from pathlib import Path

CONFIG = """<?xml version="1.0"?>
<model>
  <name>Cart</name>
  <sdf version="1.6">old.sdf</sdf>
  <sdf version="1.9">model.sdf</sdf>
  <author><name>Nobody</name></author>
</model>
"""
CART = """<sdf version="1.9">
  <model name="cart" canonical_link="box">
    <pose>0 0 0.1 0 0 0</pose>
    <link name="box">
      <inertial><mass>2</mass></inertial>
      <visual name="look"><geometry><mesh><uri>meshes/box.stl</uri></mesh></geometry></visual>
      <collision name="hull"><geometry><box><size>1 1 0.1</size></box></geometry></collision>
      <sensor name="imu" type="imu"><update_rate>100</update_rate></sensor>
    </link>
    <frame name="axle" attached_to="box"><pose>0 0 -0.05 0 0 0</pose></frame>
    <link name="wheel">
      <pose relative_to="axle">0 0.2 0 0 0 0</pose>
      <inertial><mass>0.5</mass></inertial>
    </link>
    <joint name="spin" type="continuous">
      <parent>axle</parent>
      <child>wheel</child>
      <axis><xyz>0 1 0</xyz></axis>
    </joint>
    <plugin name="drive" filename="drive"><wheel_joint>spin</wheel_joint></plugin>
  </model>
</sdf>
"""
WORLD = """<sdf version="1.10">
  <world name="yard">
    <physics name="fast" type="dart">
      <max_step_size>0.002</max_step_size>
      <real_time_factor>1</real_time_factor>
      <real_time_update_rate>500</real_time_update_rate>
    </physics>
    <light name="sun" type="directional"><pose>0 0 9 0 0 0</pose></light>
    <model name="ground">
      <static>true</static>
      <link name="box"/>
    </model>
    <include>
      <uri>model://cart</uri>
      <name>first</name>
      <pose>1 0 0 0 0 0</pose>
    </include>
    <include>
      <uri>model://cart</uri>
      <name>second</name>
      <pose relative_to="first::axle">1 0 0 0 0 0</pose>
    </include>
    <include><uri>model://QQQ</uri></include>
    <frame name="door" attached_to="ground"><pose>5 0 0 0 0 0</pose></frame>
    <joint name="tow" type="ball"><parent>first::box</parent><child>second::box</child></joint>
  </world>
</sdf>
"""
MESH = (
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
    "endloop\nendfacet\nendsolid a\n"
)
FILES = {
    "models/cart/model.config": CONFIG,
    "models/cart/model.sdf": CART,
    "models/cart/old.sdf": CART.replace('version="1.9"', 'version="1.6"').replace(
        ' canonical_link="box"', ""
    ),
    "models/cart/meshes/box.stl": MESH,
    "worlds/yard.world": WORLD,
}


def build(folder: Path) -> Path:
    """The workspace in a folder."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder
