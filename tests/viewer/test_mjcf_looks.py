"""Textures that MuJoCo computes, its skyboxes, and the world around a robot that moves freely."""

from __future__ import annotations

import base64
import io
import json

import pytest

np = pytest.importorskip("numpy")
mujoco = pytest.importorskip("mujoco")

from bodyplan.viewer import scene_of  # noqa: E402

SCENE = """<mujoco model="rover">
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="0 0 1" rgb2="0 0 0.2" width="64" height="64"/>
    <texture name="grid" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" mark="edge"
             markrgb="0 0 1" width="60" height="40"/>
    <texture name="fade" type="2d" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="32" height="32"/>
    <texture name="skin" type="cube" builtin="flat" rgb1="1 0 1" rgb2="1 1 0" width="16" height="16"/>
    <texture name="stars" type="2d" builtin="flat" mark="random" random="0.1" width="32" height="32"/>
    <material name="floor" texture="grid" texrepeat="2 1"/>
    <material name="uniform" texture="grid" texrepeat="1 1" texuniform="true"/>
    <material name="skin" texture="skin"/>
    <material name="fade" texture="fade"/>
    <material name="stars" texture="stars"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="2 1 .1" material="floor"/>
    <body name="torso" pos="0 3 0.5"><freejoint/>
      <geom type="box" size="1 .5 .5" material="uniform"/>
      <geom type="box" size=".5 .5 .5" pos="2 0 0" material="skin"/>
    </body>
  </worldbody>
</mujoco>"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "scene.xml"
    path.write_text(SCENE)
    return path


def test_computed_textures_have_the_pixels_of_mujoco(path):
    image = pytest.importorskip("PIL.Image")
    m = mujoco.MjModel.from_xml_path(str(path))
    scene = scene_of(path)
    looks = scene.robots[0].details.looks
    pictures = {**looks.textures, "": looks.sky}
    assert len(pictures) == m.ntex == 5
    for number in range(m.ntex):
        shape = int(m.tex_height[number]), int(m.tex_width[number]), 3
        first = int(m.tex_adr[number])
        expected = m.tex_data[first : first + np.prod(shape)].reshape(shape)
        found = np.asarray(image.open(io.BytesIO(pictures[m.tex(number).name].png)))
        np.testing.assert_array_equal(found, expected)


def test_the_world_of_a_robot_that_moves_freely_is_shown_where_it_is_and_is_a_loss(path):
    scene = scene_of(path)
    robot, world = json.loads(scene.json_bytes())["robots"]
    assert (robot["name"], robot["pose"][3::4]) == ("rover", [0.0, 3.0, 0.5])
    (floor,) = world["links"][0]["visuals"]
    assert (floor["name"], floor["shape"]["size"]) == ("floor", [4.0, 2.0])
    losses = [str(loss) for loss in scene.robots[0].losses]
    assert any("shapes of <worldbody>" in loss for loss in losses)
    assert sum("<texture>" in loss and "not converted" in loss for loss in losses) == 5


def test_the_page_draws_pictures_where_mujoco_does(path, shared):
    image = pytest.importorskip("PIL.Image")
    page = shared(scene_of(path))
    page.ask("() => window.bodyplan.setToggle('shadows', false)")
    page.ask("() => window.bodyplan.setCamera({ preset: 'top', orthographic: true })")
    url = page.ask("() => window.bodyplan.screenshot()")
    data = base64.b64decode(url.partition(",")[2])
    shot = np.asarray(image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    page.ask("() => window.bodyplan.setToggle('shadows', true)")

    def color(x, y):
        """The bright channels of a point of the world."""
        column, row = page.ask("at => window.bodyplan.app.stage.project(at)", [x, y, 0.0])
        return "".join("RGB"[k] for k in range(3) if shot[int(row), int(column)][k] > 128)

    # From MuJoCo 4.0: the plane is 4 by 2 m with the picture twice along x.
    assert [color(x, 0.5) for x in (-1.5, -0.5, 0.5, 1.5)] == ["R", "G", "R", "G"]
    assert [color(x, -0.5) for x in (-1.5, -0.5, 0.5, 1.5)] == ["G", "R", "G", "R"]
    # The box is 2 by 1 m: the picture is repeated every 2 m, from a corner.
    assert [color(x, 3.25) for x in (-0.5, 0.5)] == ["R", "G"]
    assert color(2.2, 3.2) == "RB"
    # Seen along the ground, the sky is above and below.
    page.ask("() => window.bodyplan.setCamera({ preset: 'front', orthographic: false })")
    sky = page.shot()
    high, low = sky[2, 2], sky[-2, 2]
    assert high[2] > low[2] + 20 > 40
    assert max(high[0], high[1]) < 20


def test_a_texture_beyond_the_limit_is_left_out_with_its_size(tmp_path):
    path = tmp_path / "large.xml"
    path.write_text(SCENE.replace('width="60" height="40"', 'width="6000" height="6000"'))
    scene = scene_of(path)
    assert "grid" not in scene.robots[0].details.looks.textures
    reason = "it has 36,000,000 pixels; the limit is 4,194,304"
    assert any(reason in str(loss) for loss in scene.robots[0].losses)
