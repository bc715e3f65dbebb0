"""Documents of MJCF that include others and name meshes, textures, height maps and models."""

from __future__ import annotations

_SIMPLE = """<mujoco model="r">
  <compiler angle="radian" meshdir="." texturedir="."/>
  <default><geom density="500"/><default class="a"><joint damping="1" range="-1 1"/></default></default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="base" pos="0 0 1">
      <freejoint name="free"/>
      <geom name="g" type="box" size="0.1 0.1 0.1"/>
      <body name="arm" pos="0 0 0.5" quat="1 0 0 0">
        <joint name="j" class="a" type="hinge" axis="0 0 1"/>
        <geom type="capsule" fromto="0 0 0 0 0 1" size="0.05"/>
        <site name="s" pos="0 0 1"/>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="base" body2="arm"/></contact>
  <equality><weld body1="base" body2="arm" active="false"/></equality>
  <actuator><position name="p" joint="j" kp="1"/></actuator>
  <sensor><jointpos joint="j"/></sensor>
  <keyframe><key name="home" qpos="0 0 1 1 0 0 0 0"/></keyframe>
</mujoco>
"""
_ASSETS = """<mujoco model="r">
  <compiler meshdir="meshes" texturedir="."/>
  <asset>
    <mesh name="m" file="a.stl" scale="0.1 0.1 0.1"/>
    <mesh name="o" file="a.obj"/>
    <texture name="t" type="2d" file="a.png"/>
    <texture name="c" type="cube" fileright="a.png" fileup="a.png"/>
    <material name="k" texture="t" rgba="1 0 0 1"/>
    <hfield name="h" file="h.bin" size="1 1 1 0.1"/>
    <hfield name="n" file="a.png" size="1 1 1 0.1"/>
    <skin name="s" file="a.skn"/>
  </asset>
  <worldbody>
    <geom type="hfield" hfield="h"/>
    <body name="base"><geom type="mesh" mesh="m" material="k"/><geom type="mesh" mesh="o"/></body>
  </worldbody>
</mujoco>
"""
_INCLUDES = """<mujoco model="r">
  <include file="part.xml"/>
  <include file="./sub/../part2.xml"/>
  <worldbody>
    <body name="base"><geom size="1"/><include file="body.xml"/></body>
    <replicate count="3" euler="0 0 1"><geom size="0.1" pos="1 0 0"/></replicate>
    <frame pos="1 0 0"><body name="b"><geom size="1"/></body></frame>
  </worldbody>
</mujoco>
"""
_MODELS = """<mujoco model="r">
  <asset><model name="n" file="model.xml"/></asset>
  <worldbody>
    <body name="base"><geom size="1"/><attach model="n" body="inner" prefix="x_"/></body>
    <flexcomp name="f" type="grid" count="2 2 1" spacing="0.1 0.1 0.1" dim="2"/>
    <composite type="cable" prefix="c" count="3 1 1" size="1"><geom type="capsule" size="0.01"/></composite>
  </worldbody>
</mujoco>
"""
SEEDS = (_SIMPLE, _ASSETS, _INCLUDES, _MODELS)
"""Whole documents."""
FILES: dict[str, bytes] = {
    "part.xml": b"<mujoco><default><geom density='100'/></default></mujoco>",
    "part2.xml": b"<mujoco><worldbody><body name='more'><geom size='1'/></body></worldbody></mujoco>",
    "body.xml": b"<mujoco><body name='sub'><joint name='k'/><geom size='1'/></body></mujoco>",
    "loop.xml": b"<mujoco><include file='loop.xml'/></mujoco>",
    "model.xml": b"<mujoco><worldbody><body name='inner'><geom size='1'/></body></worldbody></mujoco>",
    "h.bin": b"\2\0\0\0\2\0\0\0" + b"\0\0\0?" * 4,
    "meshes/a.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
}
"""Files that they name, all of which lie beside them."""
