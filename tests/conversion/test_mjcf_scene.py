"""A scene in MJCF: floor, light and camera around the robot, which stands on the floor."""

from __future__ import annotations

import pytest

import bodyplan
from bodyplan import model
from bodyplan.cli import main

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

INERTIAL = model.Inertial(1.0, inertia=(0.1, 0.0, 0.0, 0.1, 0.0, 0.1))
FOOT = model.Geometry(model.Sphere(0.05), model.Transform(p=(0.0, 0.0, -0.4)))


def walker():
    leg = model.Link("leg", INERTIAL, (), (FOOT,))
    joint = model.Joint("hip", "revolute", "base", "leg", limit=model.Limit(-1.0, 1.0, 1.0, 10.0))
    return model.Robot("walker", [model.Link("base", INERTIAL), leg], [joint])


def at_home(path):
    m = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(m)
    mujoco.mj_resetDataKeyframe(m, data, m.key("home").id)
    mujoco.mj_forward(m, data)
    return m, data


def test_the_feet_of_a_floating_robot_stand_on_the_floor(tmp_path):
    made = bodyplan.convert(walker(), "mjcf", base="floating", scene=True)
    made.save(tmp_path / "walker.xml")
    m, data = at_home(tmp_path / "walker_scene.xml")
    assert data.qpos[2] == pytest.approx(0.45, abs=1e-6)
    assert data.geom("floor").xpos[2] == 0.0
    assert {m.ncam, m.nlight} == {1}
    mujoco.mj_step(m, data, nstep=50)
    assert data.qpos[2] == pytest.approx(0.45, abs=2e-3)  # it stands
    alone = mujoco.MjModel.from_xml_path(str(tmp_path / "walker.xml"))
    assert alone.nlight == 0


def test_the_floor_is_below_a_fixed_robot(tmp_path):
    bodyplan.convert(walker(), "mjcf", scene=True).save(tmp_path / "walker.xml")
    _, data = at_home(tmp_path / "walker_scene.xml")
    assert data.geom("floor").xpos[2] == pytest.approx(-0.45, abs=1e-6)


def test_the_command_writes_the_scene_beside_the_robot(tmp_path):
    urdf = tmp_path / "walker.urdf"
    bodyplan.convert(walker(), "urdf").save(urdf)
    robot = tmp_path / "out.xml"
    assert main(["convert", str(urdf), "-o", str(robot), "--scene", "--floating-base"]) == 0
    at_home(tmp_path / "out_scene.xml")
    assert '<include file="out.xml"/>' in (tmp_path / "out_scene.xml").read_text()


def test_a_scene_needs_mjcf_and_a_file(tmp_path, capsys):
    with pytest.raises(ValueError, match="a scene is for MJCF only"):
        bodyplan.convert(walker(), "sdf", scene=True)
    urdf = tmp_path / "walker.urdf"
    bodyplan.convert(walker(), "urdf").save(urdf)
    assert main(["convert", str(urdf), "--to", "mjcf", "--scene"]) == 2
    assert "--scene needs -o FILE" in capsys.readouterr().err


def test_a_floating_virtual_joint_starts_on_the_floor(tmp_path):
    text = bodyplan.convert(walker(), "urdf").document.source.text
    srdf = (
        '<robot name="walker"><virtual_joint name="v" type="floating" parent_frame="world" '
        'child_link="base"/></robot>'
    )
    made = bodyplan.convert(text, "mjcf", srdf=srdf, scene=True)
    made.save(tmp_path / "walker.xml")
    _, data = at_home(tmp_path / "walker_scene.xml")
    assert data.qpos[:7].tolist() == pytest.approx([0, 0, 0.45, 1, 0, 0, 0], abs=1e-6)


def test_without_a_keyframe_a_floating_robot_starts_on_the_floor_too(tmp_path):
    made = bodyplan.convert(walker(), "mjcf", base="floating", scene=True)
    made.save(tmp_path / "walker.xml")
    m = mujoco.MjModel.from_xml_path(str(tmp_path / "walker_scene.xml"))
    assert m.qpos0[2] == pytest.approx(0.45, abs=1e-6)


def test_a_robot_whose_frame_is_below_its_feet_does_not_hover(tmp_path):
    box = model.Geometry(model.Sphere(0.05), model.Transform(p=(0.0, 0.0, 0.4)))
    robot = model.Robot("ball", [model.Link("base", INERTIAL, (), (box,))])
    bodyplan.convert(robot, "mjcf", base="floating", scene=True).save(tmp_path / "ball.xml")
    _, data = at_home(tmp_path / "ball_scene.xml")
    assert data.qpos[2] == pytest.approx(-0.35, abs=1e-6)
