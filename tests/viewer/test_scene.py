"""Scenes: what a page needs, from robots of all formats, whole or broken."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import bodyplan
from bodyplan.model import Box, Geometry, Inertial, Joint, Link, Robot, Transform
from tests.conftest import SAMPLES
from tests.growth import lines
from tests.lint.cases import RULES
from tests.model.every_kind import every_kind
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")

from bodyplan.viewer import Scene, scene_of  # noqa: E402
from tests.viewer.page_twin import poses  # noqa: E402

ROBOTS = (
    {path.stem: path for path in urdfdom.example_robots() if path.stem != "ur3"}
    if urdfdom.available()
    else {}
)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def data(scene: Scene):
    return json.loads(scene.json_bytes())


def check_poses(robot: Robot, q) -> None:
    shown = data(Scene(robot))["robots"][0]
    found = poses(shown, q)
    for name, X in zip(robot.link_names, robot.forward_kinematics(q), strict=True):
        np.testing.assert_allclose(found[name], X, atol=1e-11 * (1 + np.abs(X).max()))


@pytest.mark.parametrize("seed", range(6))
def test_joints_of_every_kind_put_their_links_where_kinematics_does(seed):
    robot = every_kind(seed)
    check_poses(robot, robot.random(seed))


@pytest.mark.parametrize("name", sorted(ROBOTS))
def test_links_of_real_robots_are_where_kinematics_puts_them(name, monkeypatch):
    monkeypatch.setattr("bodyplan.viewer.assets.Assets.prepare", lambda *_: None)
    monkeypatch.setattr("bodyplan.viewer.assets.file_of", lambda *_: (None, "not looked for"))
    robot = bodyplan.load(ROBOTS[name], strict=False)
    check_poses(robot, robot.random(1))


def test_the_first_configuration_is_the_default_one():
    robot = bodyplan.load(SAMPLES / "arm" / "arm.urdf")
    assert data(Scene(robot))["robots"][0]["q"] == robot.q().tolist()


def test_configure_sets_the_first_configuration():
    robot = bodyplan.load(SAMPLES / "arm" / "arm.urdf")
    joint = robot.independent_joints[1].name
    scene = Scene(robot)
    scene.configure({joint: 0.25})
    assert data(scene)["robots"][0]["q"] == robot.q({joint: 0.25}).tolist()


def test_variables_have_the_limits_of_their_joints():
    robot = bodyplan.load(SAMPLES / "arm" / "arm.urdf")
    variables = data(Scene(robot))["robots"][0]["variables"]
    assert [one["name"] for one in variables] == list(robot.q_names)
    for one, lower, upper in zip(variables, robot.limits.lower, robot.limits.upper, strict=True):
        assert one["lower"] == (lower if math.isfinite(lower) else None)
        assert one["upper"] == (upper if math.isfinite(upper) else None)


def test_the_srdf_gives_groups_states_and_disabled_pairs():
    robot = bodyplan.load(SAMPLES / "arm" / "arm.urdf", srdf=SAMPLES / "arm" / "arm.srdf")
    shown = data(Scene(robot))["robots"][0]
    semantics = robot.semantics
    assert {group["name"] for group in shown["groups"]} == set(semantics.groups)
    assert {(one["group"], one["name"]) for one in shown["states"]} == set(semantics.states)
    names = robot.link_names
    assert {(names[a], names[b]) for a, b, _ in shown["disabled"]} == set(
        semantics.allowed_collision_matrix.disabled_pairs
    )


def test_diagnostics_are_about_the_links_and_joints_that_contain_them():
    scene = scene_of(Path("examples/gripper.urdf").resolve())
    found = {one["code"]: one for one in data(scene)["findings"]}
    assert found["I301"]["links"] == ["thumb"]
    assert found["J107"]["joints"] == ["thumb_joint"]
    assert found["J107"]["where"]["line"] == 66
    assert "measured by hand" in data(scene)["sources"][found["J107"]["where"]["file"]]


def test_a_part_knows_all_its_lines(tmp_path):
    path = tmp_path / "two.urdf"
    path.write_text('<robot name="r">\n<link name="a">\n</link>\n</robot>\n')
    (link,) = data(scene_of(path))["robots"][0]["links"]
    assert (link["where"]["line"], link["where"]["end_line"]) == (2, 3)


def test_an_assumed_inertia_has_the_box_that_it_is_of():
    body = Inertial(2.0, inertia=tuple(2.0 / 12 * n for n in (0.13, 0, 0, 0.1, 0, 0.05)))
    link = Link("base", body)
    shown = data(Scene(Robot("r", [link])))["robots"][0]["links"][0]["inertial"]
    assert sorted(shown["box"]) == pytest.approx([0.1, 0.2, 0.3])


def test_an_impossible_inertia_has_no_box():
    link = Link("base", Inertial(1.0, inertia=(1.0, 0.0, 0.0, 1.0, 0.0, 5.0)))
    assert "box" not in data(Scene(Robot("r", [link])))["robots"][0]["links"][0]["inertial"]


def test_numbers_that_are_not_finite_are_null():
    joint = Joint("j", "fixed", "a", "b", origin=Transform(p=(math.nan, 0.0, math.inf)))
    text = Scene(Robot("r", [Link("a"), Link("b")], [joint])).json_bytes().decode()
    assert "NaN" not in text
    assert "Infinity" not in text
    assert json.loads(text)["robots"][0]["joints"][0]["origin"][3] is None


def test_a_missing_mesh_has_a_reason(tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="QQQ.stl"/></geometry>'
        "</visual></link></robot>"
    )
    scene = scene_of(path)
    shape = data(scene)["robots"][0]["links"][0]["visuals"][0]["shape"]
    assert shape["problem"] == "not found"
    assert "R101" in {one["code"] for one in data(scene)["findings"]}
    assert tmp_path / "QQQ.stl" in scene.files


def test_a_missing_mesh_of_mjcf_has_a_diagnostic(tmp_path):
    pytest.importorskip("mujoco")
    path = tmp_path / "r.xml"
    path.write_text(
        '<mujoco><asset><mesh name="m" file="QQQ.stl"/></asset><worldbody><geom size="1"/>'
        '<body name="b" pos="0 0 2"><joint/><geom type="mesh" mesh="m" pos="1 0 0"/></body>'
        "</worldbody></mujoco>"
    )
    shown = data(scene_of(path))
    finding, of_body = shown["findings"]
    assert (finding["code"], finding["where"]["line"]) == ("X013", 1)
    assert "'QQQ.stl' is not found" in finding["message"]
    assert "<body> 'b'" in of_body["message"]
    (visual,) = shown["robots"][0]["links"][1]["visuals"]
    assert visual["shape"]["problem"] == "not found"
    assert visual["pose"][3::4] == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.stl", b"solid\x00\x00"),
        ("a.stl", b""),
        ("a.obj", b"v 1 2\nf 1 2 3\n"),
        ("a.dae", b"<COLLADA><QQQ></COLLADA>"),
        ("a.glb", b"glTF\x02\0\0\0"),
        ("a.ply", b"ply\nformat ascii 1.0\n"),
        ("a.QQQ", b"x"),
        ("a.stl", b"version https://git-lfs.github.com/spec/v1\n"),
    ],
)
def test_a_mesh_that_cannot_be_read_has_a_reason(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    path = tmp_path / "r.urdf"
    path.write_text(
        f'<robot name="r"><link name="a"><visual><geometry><mesh filename="{name}"/></geometry>'
        "</visual></link></robot>"
    )
    shape = data(scene_of(path))["robots"][0]["links"][0]["visuals"][0]["shape"]
    assert shape["problem"]
    assert "asset" not in shape


def test_a_mesh_that_cannot_be_read_is_a_diagnostic_at_its_element(tmp_path):
    (tmp_path / "a.stl").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    path = tmp_path / "r.urdf"
    mesh = '<geometry>\n<mesh filename="a.stl"/></geometry>'
    path.write_text(
        f'<robot name="r"><link name="a">\n<visual>{mesh}</visual>\n<collision>{mesh}</collision>'
        "</link></robot>"
    )
    (finding,) = [one for one in data(scene_of(path))["findings"] if one["code"] == "G501"]
    assert (finding["severity"], finding["where"]["line"], finding["links"]) == ("error", 3, ["a"])
    assert finding["hint"] == "run `git lfs pull`"


TEXTURED = RULES / "G510_texture_unreadable"


def test_textures_that_cannot_be_read_are_diagnostics_at_their_elements():
    found = data(scene_of(TEXTURED / "bad.urdf"))["findings"]
    texts = {one["where"]["line"]: one["message"] for one in found if one["code"] == "G510"}
    assert {line: text.partition(": ")[2] for line, text in texts.items()} == {
        12: "texture pointer.png is a Git LFS pointer, not the file itself",
        20: "texture notes.png is not a picture",
        26: "texture in 'worn.mtl', line 3: half.png is an incomplete PNG file",
    }
    assert all(one["links"] == ["base"] for one in found)


def test_textures_that_can_be_read_are_no_diagnostics():
    assert data(scene_of(TEXTURED / "good.urdf"))["findings"] == []


def test_a_texture_of_a_mesh_that_is_a_uri_is_a_diagnostic(tmp_path):
    (tmp_path / "m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl g\nf 1 2 3\n")
    (tmp_path / "m.mtl").write_text("newmtl g\nKd 0 1 0\nmap_Kd model://other/t.png\n")
    path = tmp_path / "r.urdf"
    path.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="m.obj"/></geometry>'
        "</visual></link></robot>"
    )
    (finding,) = [one for one in data(scene_of(path))["findings"] if one["code"] == "G506"]
    assert finding["message"].endswith("'model://other/t.png', which is a URI, not a path")
    assert finding["hint"] == "copy the file next to 'm.mtl', line 3, and write only its name there"


def test_a_texture_of_a_mesh_that_does_not_exist_is_a_diagnostic_in_sdf_too():
    scene = scene_of(RULES / "G506_mesh_texture_missing" / "bad_model.sdf")
    found = [one for one in data(scene)["findings"] if one["code"] == "G506"]
    assert [one["where"]["line"] for one in found] == [8, 8]
    assert "pictures/scratches.png" in found[1]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<robot",
        '<robot name="r"/>',
        "<html/>",
        "<sdf version='1.9'/>",
        '<robot name="r"><link/>',
    ],
)
def test_a_file_without_a_robot_is_a_scene_with_diagnostics(tmp_path, text):
    path = tmp_path / "r.urdf"
    path.write_text(text)
    scene = scene_of(path)
    assert data(scene)["findings"] or data(scene)["error"]


def test_a_world_shows_all_its_models_where_they_are(tmp_path):
    path = tmp_path / "w.sdf"
    path.write_text(
        '<sdf version="1.9"><world name="w">'
        '<light name="sun" type="directional"><pose>0 0 9 0 0 0</pose></light>'
        '<model name="one"><pose>1 0 0 0 0 0</pose><link name="l"/></model>'
        '<model name="two"><pose>0 2 0 0 0 0</pose><link name="l"><pose>0 0 3 0 0 0</pose></link>'
        "</model></world></sdf>"
    )
    shown = data(scene_of(path))
    assert [robot["name"] for robot in shown["robots"]] == ["one", "two"]
    assert [robot["pose"][3::4] for robot in shown["robots"]] == [[1, 0, 0], [0, 2, 3]]
    assert [(one["name"], one["pose"][11]) for one in shown["lights"]] == [("sun", 9.0)]


def test_one_model_of_a_world_can_be_chosen(tmp_path):
    path = tmp_path / "w.sdf"
    path.write_text(
        '<sdf version="1.9"><world name="w"><model name="one"><link name="l"/></model>'
        '<model name="two"><link name="l"/></model></world></sdf>'
    )
    assert [robot["name"] for robot in data(scene_of(path, model="two"))["robots"]] == ["two"]


def test_files_to_watch_are_those_of_macros_and_meshes(tmp_path):
    (tmp_path / "part.xacro").write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="b"/></robot>'
    )
    path = tmp_path / "r.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:include filename="part.xacro"/></robot>'
    )
    assert {path, tmp_path / "part.xacro"} <= scene_of(path).files


def test_a_comparison_marks_what_differs():
    def robot(size: float, angle: float) -> Robot:
        link = Link("b", visuals=(Geometry(Box((size, 1.0, 1.0))),))
        joint = Joint("j", "revolute", "a", "b", limit=bodyplan.model.Limit(-angle, angle))
        return Robot("r", [Link("a"), link], [joint])

    scene = scene_of(robot(1.0, 1.0), robot(2.0, 1.0), compare=True)
    assert [one["links"] for one in data(scene)["differences"]] == [["b"], ["b"]]
    scene = scene_of(robot(1.0, 1.0), robot(1.0, 2.0), compare=True)
    assert [one["joints"] for one in data(scene)["differences"]] == [["j"], ["j"]]


def test_the_json_fits_its_schema():
    jsonschema = pytest.importorskip("jsonschema")
    from bodyplan.diag.json_schema import json_schema
    from bodyplan.viewer.records import SceneData

    schema = json_schema(SceneData, title="scene")
    scene = scene_of(Path("examples/gripper.urdf").resolve())
    scene.add_points([[0, 0, 1]])
    jsonschema.validate(data(scene), schema)


def test_a_robot_of_ten_thousand_links_is_a_scene():
    links = [Link(f"l{n}") for n in range(10_000)]
    joints = [Joint(f"j{n}", "revolute", f"l{n}", f"l{n + 1}") for n in range(9_999)]
    assert len(data(Scene(Robot("r", links, joints)))["robots"][0]["links"]) == 10_000


MACROS = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="arm" params="side">
<link name="${side}"><inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="${side}_joint" type="fixed"><parent link="base"/><child link="${side}"/></joint>
</xacro:macro></robot>
"""
MAIN = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:include filename="arm.xacro"/>
<link name="base"/>
<xacro:arm side="left"/>
<xacro:arm side="right"/>
</robot>
"""


def test_a_part_made_by_a_macro_has_its_lines_and_its_own_diagnostics(tmp_path):
    (tmp_path / "arm.xacro").write_text(MACROS)
    (tmp_path / "r.urdf.xacro").write_text(MAIN)
    found = data(scene_of(tmp_path / "r.urdf.xacro"))
    links = {link["name"]: link["where"] for link in found["robots"][0]["links"]}
    assert (links["base"]["line"], links["base"]["end_line"]) == (3, 3)
    for name in ("left", "right"):
        where = links[name]
        line = found["sources"][where["file"]].splitlines()[where["line"] - 1]
        element = line[where["column"] - 2 : where["end_column"] - 1]
        assert (element[:5], element[-7:]) == ("<link", "</link>")
        about = [one["links"] for one in found["findings"] if f"'{name}': mass" in one["message"]]
        assert about == [[name]]


WORLD = """<sdf version="1.10"><world name="w">
<include><uri>crate/model.sdf</uri></include>
<model name="wall"><link name="body"><inertial><mass>-1</mass></inertial></link></model>
</world></sdf>
"""
CRATE = '<sdf version="1.10"><model name="crate">\n<link name="body">\n</link></model></sdf>'


def test_models_of_a_world_have_their_own_lines_and_diagnostics(tmp_path):
    (tmp_path / "crate").mkdir()
    (tmp_path / "crate" / "model.sdf").write_text(CRATE)
    (tmp_path / "w.sdf").write_text(WORLD)
    found = data(scene_of(tmp_path / "w.sdf"))
    names = [robot["name"] for robot in found["robots"]]
    where = found["robots"][names.index("crate")]["links"][-1]["where"]
    assert (where["line"], where["end_line"]) == (2, 3)
    assert "crate" in found["sources"][where["file"]]
    assert {one["robot"] for one in found["findings"] if one["links"]} == {names.index("wall")}


def test_the_work_grows_with_the_number_of_models_of_a_world(tmp_path):
    works = []
    for count in (15, 60):
        models = "".join(
            f'<model name="m{one}"><pose>{one} 0 0 0 0 0</pose><link name="l"><visual name="v"><geometry>'
            "<sphere><radius>QQQ</radius></sphere></geometry></visual></link></model>"
            for one in range(count)
        )
        path = tmp_path / f"w{count}.sdf"
        path.write_text(f'<sdf version="1.9"><world name="w">{models}</world></sdf>')
        scene_of(path)
        works.append(lines(lambda path=path: scene_of(path)))
        shown = data(scene_of(path))
        assert shown["robots"][-1]["pose"][3] == count - 1
        about = {(one["robot"], *one["links"]) for one in shown["findings"] if one["links"]}
        assert about >= {(one, "l") for one in range(count)}
    assert works[1] < 5 * works[0]
