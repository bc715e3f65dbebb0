"""Models that MJCF attaches are part of the robot, with the poses and masses that MuJoCo computes."""

from __future__ import annotations

from pathlib import Path

import pytest

import bodyplan
from tests.conversion.ledger import differences
from tests.conversion.test_from_mjcf import assert_same

pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")
pytest.importorskip("mujoco")

MAIN = """<mujoco model="pair">
  <compiler angle="degree" meshdir="shapes"/>
  <asset>
    <model name="left" file="left/tool.xml"/>
    <model file="right/tool.xml"/>
    <mesh name="tip" file="tip.stl"/>
  </asset>
  <worldbody>
    <body name="base">
      <geom type="mesh" mesh="tip"/>
      <attach model="left" body="tool" prefix="l_"/>
      <frame pos="0 1 0" euler="0 0 30"><attach model="right tool" body="tool" prefix="r_"/></frame>
      <frame pos="0 2 0"><attach model="left" body="tool" prefix="m_"/></frame>
    </body>
  </worldbody>
</mujoco>"""
TOOL = """<mujoco model="{side} tool">
  <compiler angle="radian" meshdir="meshes"/>
  <asset>
    <mesh file="tip.stl"/>
    <texture name="skin" type="2d" file="skin.png"/>
    <material name="skin" texture="skin"/>
  </asset>
  <worldbody>
    <body name="tool" pos="0.1 0 0.2">
      <joint name="turn" axis="0 0 1" range="-1 1.5"/>
      <geom type="mesh" mesh="tip" material="skin"/>
      <include file="finger.xml"/>
    </body>
  </worldbody>
  <tendon><fixed><joint joint="turn" coef="1"/></fixed></tendon>
</mujoco>"""
FINGER = '<mujoco><body name="finger" pos="0 0 {z}"><geom size="0.1"/></body></mujoco>'


@pytest.fixture
def pair(tmp_path) -> Path:
    """Two models whose files have the same names, in different folders."""
    for side, size in (("left", 0.1), ("right", 0.2)):
        folder = tmp_path / side
        (folder / "meshes").mkdir(parents=True)
        (folder / "tool.xml").write_text(TOOL.format(side=side))
        (folder / "finger.xml").write_text(FINGER.format(z=size))
        (folder / "skin.png").write_bytes(b"not opened")
        trimesh.creation.box((size, 0.1, 0.1)).export(folder / "meshes" / "tip.stl")
    (tmp_path / "shapes").mkdir()
    trimesh.creation.box((0.5, 0.5, 0.5)).export(tmp_path / "shapes" / "tip.stl")
    (tmp_path / "pair.xml").write_text(MAIN)
    return tmp_path / "pair.xml"


def test_attached_models_are_part_of_the_robot(pair):
    robot = bodyplan.load(pair)
    assert set(robot.link_names) >= {"base", "l_tool", "l_finger", "r_tool", "r_finger", "m_tool"}
    assert robot.joint("r_turn").limit.upper == 1.5
    assert robot.joint("r_turn").origin.p[1] > 1.0


def test_assets_are_those_of_their_model(pair):
    robot = bodyplan.load(pair)
    found = {name: robot.link(name).visuals[0] for name in ("base", "l_tool", "r_tool", "m_tool")}
    assert {name: part.shape.uri for name, part in found.items()} == {
        "base": "shapes/tip.stl",
        "l_tool": "left/meshes/tip.stl",
        "r_tool": "right/meshes/tip.stl",
        "m_tool": "left/meshes/tip.stl",
    }
    assert found["r_tool"].material.texture == "right/skin.png"
    assert robot.link("r_tool").inertial.mass == pytest.approx(
        2 * robot.link("l_tool").inertial.mass
    )


def test_what_attached_and_included_files_lose_is_named(pair):
    losses = {(loss.what, loss.source.line) for loss in bodyplan.load(pair).losses}
    assert {("<tendon> in left/tool.xml", 4), ("<tendon> in right/tool.xml", 5)} <= losses
    assert not any("<model>" in what for what, _ in losses)


def test_attached_models_may_include_the_same_file(pair):
    shared = '<mujoco><asset><mesh name="tip" file="tip.stl"/></asset></mujoco>'
    (pair.parent / "left" / "shared.xml").write_text(shared)
    for name in ("tool", "other"):
        text = TOOL.format(side="left").replace('<mesh file="tip.stl"/>', "")
        text = text.replace("<asset>", '<include file="shared.xml"/><asset>')
        (pair.parent / "left" / f"{name}.xml").write_text(text)
    pair.write_text(
        MAIN.replace("right/tool.xml", "left/other.xml").replace("right tool", "left tool")
    )
    robot = bodyplan.load(pair)
    meshes = {robot.link(name).visuals[0].shape.uri for name in ("l_tool", "r_tool")}
    assert meshes == {"left/meshes/tip.stl"}
    assert not any("not found" in loss.reason for loss in robot.losses)


def test_attached_models_are_where_mujoco_has_them(tmp_path):
    tool = """<mujoco model="tool"><worldbody><body name="tool" pos="0.1 0 0.2" euler="10 20 30">
      <joint name="turn" axis="0 1 1" ref="20"/><geom size="0.1"/></body></worldbody></mujoco>"""
    (tmp_path / "tool.xml").write_text(tool)
    (tmp_path / "arm.xml").write_text(
        """<mujoco model="arm"><asset><model file="tool.xml"/></asset><worldbody>
        <body name="base"><geom size="0.1"/><joint name="base" axis="1 0 0"/>
        <frame pos="1 2 3" axisangle="0 0 1 0.5">
        <attach model="tool" body="tool" prefix="a_"/></frame></body></worldbody></mujoco>"""
    )
    assert_same(tmp_path / "arm.xml")


def test_attached_models_go_to_urdf(pair, tmp_path):
    made = bodyplan.convert(pair, "urdf", folder=tmp_path)
    assert differences(pair, made.save(tmp_path / "a.urdf")) == []


def test_a_link_to_an_included_file_is_another_file(tmp_path):
    (tmp_path / "tip.xml").write_text("<mujoco><geom size='1'/></mujoco>")
    (tmp_path / "other.xml").symlink_to("tip.xml")
    file = tmp_path / "main.xml"
    body = "<body name='{}'><include file='{}.xml'/></body>"
    bodies = body.format("a", "tip") + body.format("b", "other")
    file.write_text(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    assert_same(file)
    file.write_text(f"<mujoco><worldbody>{bodies.replace('other', './tip')}</worldbody></mujoco>")
    with pytest.raises(bodyplan.InputError, match="already included"):
        bodyplan.load(file)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"tool.xml": MAIN.replace("left/tool.xml", "tool.xml")}, "attaches itself"),
        ({"tool.xml": "<robot name='r'><link name='l'/></robot>"}, "is not MJCF"),
        ({"tool.xml": "<mujoco>"}, "is not XML"),
        ({}, "is not found"),
        ({"tool.xml": "<mujoco><include file='tool.xml'/></mujoco>"}, "already included"),
    ],
    ids=["itself", "urdf", "broken", "missing", "include"],
)
def test_a_model_that_cannot_be_attached_is_one_sentence(files, reason, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    file = tmp_path / "main.xml"
    file.write_text("<mujoco><asset><model name='m' file='tool.xml'/></asset></mujoco>")
    with pytest.raises(bodyplan.InputError, match=reason):
        bodyplan.load(file)


@pytest.mark.parametrize("name", ["m", "MuJoCo Model"])
def test_models_that_attach_models_many_times_are_refused(name, tmp_path):
    """Also those without a name, which MuJoCo calls "MuJoCo Model"."""
    called = f' model="{name}"' if name == "m" else ""
    inner = '<worldbody><body name="b"><geom size="1"/></body></worldbody>'
    (tmp_path / "0.xml").write_text(f"<mujoco{called}>{inner}</mujoco>")
    for number in range(1, 6):
        attached = "".join(f'<attach model="{name}" body="b" prefix="{n}_"/>' for n in range(20))
        (tmp_path / f"{number}.xml").write_text(
            f'<mujoco{called}><asset><model file="{number - 1}.xml"/></asset><worldbody>'
            f'<body name="b">{attached}</body></worldbody></mujoco>'
        )
    with pytest.raises(bodyplan.InputError, match="<attach> makes more than 20,000 elements"):
        bodyplan.load(tmp_path / "5.xml")
