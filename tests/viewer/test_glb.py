"""GLB: valid for Khronos' validator, and the same triangles, colours and poses as the robot has."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import bodyplan
from bodyplan.model import Box, Geometry, Link, Material, Robot, Transform
from tests.oracles import urdfdom

np = pytest.importorskip("numpy")
trimesh = pytest.importorskip("trimesh")

from bodyplan.geometry.mesh.patches import PatchLoader  # noqa: E402
from bodyplan.viewer import scene_of  # noqa: E402
from bodyplan.viewer._cache import folder as cache_folder  # noqa: E402
from bodyplan.viewer._cache import put  # noqa: E402
from bodyplan.viewer._glb import corner_normals  # noqa: E402

MODULES = Path(__file__).resolve().parents[2] / "src/bodyplan/viewer/client/node_modules"


def families() -> list[Path]:
    """One robot of each folder of example-robot-data."""
    found = {path.parent.parent: path for path in urdfdom.example_robots()}
    return sorted(found.values())


ROBOTS = families() if urdfdom.available() else []


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache of meshes for one test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def validator() -> Path:
    """Where Khronos' validator is installed."""
    for place in (os.environ.get("GLTF_VALIDATOR", ""), str(MODULES)):
        if place and (Path(place) / "gltf-validator").is_dir():
            return Path(place)
    pytest.skip("gltf-validator is not installed")


@pytest.fixture(scope="module")
def validated():
    """Gives what Khronos' validator reports about a file, from one process for all of them."""
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    command = ["node", Path(__file__).with_name("validate.mjs"), validator()]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:

        def ask(file: Path) -> dict[str, object]:
            process.stdin.write(f"{file}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        yield ask


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_files_are_valid(path, tmp_path, validated):
    scene = scene_of(path)
    files = {"robot": scene.to_glb()}
    for name, asset in scene.assets.items():
        if asset.media == "model/gltf-binary":
            files[name] = asset.data
    for name, data in files.items():
        file = tmp_path / f"{name}.glb"
        file.write_bytes(data)
        report = validated(file)
        assert (report["file"], report["messages"]) == (str(file), [])
        file.unlink()


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_trimesh_reads_the_robot_as_it_is(path):
    robot = bodyplan.load(path, strict=False)
    found = robot.to_trimesh()
    poses = dict(zip(robot.link_names, robot.forward_kinematics(robot.q()), strict=True))
    corners = []
    for link in robot.links:
        for geometry in link.visuals:
            try:
                mesh = robot.mesh(geometry).moved(geometry.origin)
            except bodyplan.geometry.MeshError:
                continue
            X = poses[link.name]
            corners.append(mesh.corners @ X[:3, :3].T + X[:3, 3])
    if not corners:
        assert found.is_empty
        return
    joined = np.concatenate(corners)
    bounds = np.array((joined.min(axis=0), joined.max(axis=0)))
    np.testing.assert_allclose(found.bounds, bounds, atol=1e-5 * (1 + np.ptp(bounds)))


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_compact_meshes_have_the_triangles_of_the_file(path):
    scene = scene_of(path)
    seen = set()
    for link in scene.data().robots[0].links:
        for geometry in (*link.visuals, *link.collisions):
            shape = geometry.shape
            if shape.asset is None or shape.asset in seen:
                continue
            seen.add(shape.asset)
            data = scene.assets[shape.asset].data
            table = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
            accessors = table["accessors"]
            primitives = table["meshes"][0]["primitives"]
            faces = sum(accessors[one["indices"]]["count"] for one in primitives) // 3
            assert faces == shape.faces
            matrix = np.reshape(table["nodes"][0]["matrix"], (4, 4)).T
            used = [accessors[one["attributes"]["POSITION"]] for one in primitives]
            corners = np.array([one[end] for one in used for end in ("min", "max")]) / 32767
            placed = corners * matrix[0, 0] + matrix[:3, 3]
            low, high = np.array(shape.bounds)
            near = 1e-4 * np.max(high - low)
            np.testing.assert_allclose(placed.min(axis=0), low, atol=near)
            np.testing.assert_allclose(placed.max(axis=0), high, atol=near)


def box(**values) -> Robot:
    geometry = Geometry(Box((1.0, 2.0, 3.0)), **values)
    return Robot("r", [Link("base", visuals=(geometry,))])


def table_of(data: bytes):
    return json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])


def test_colours_become_linear():
    table = table_of(box(material=Material("grey", (0.5, 0.5, 0.5, 0.25))).to_glb())
    (material,) = table["materials"]
    *rgb, alpha = material["pbrMetallicRoughness"]["baseColorFactor"]
    assert rgb == pytest.approx([0.21404114] * 3)
    assert (alpha, material["alphaMode"], material["name"]) == (0.25, "BLEND", "grey")


def test_the_top_node_turns_z_up_to_y_up():
    scene = trimesh.load_scene(io.BytesIO(box().to_glb()), file_type="glb")
    np.testing.assert_allclose(scene.extents, (1.0, 3.0, 2.0))


def test_nodes_have_the_names_of_joints_and_links():
    robot = bodyplan.load("sample:arm")
    names = {node.get("name") for node in table_of(robot.to_glb())["nodes"]}
    assert set(robot.link_names) | set(robot.joint_names) <= names


def test_a_mirrored_mesh_is_mirrored(tmp_path):
    trimesh.creation.cone(1.0, 2.0).export(tmp_path / "cone.stl")
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><origin xyz="0 0 1"/><geometry>'
        '<mesh filename="cone.stl" scale="1 1 -1"/></geometry></visual></link></robot>'
    )
    scene = bodyplan.load(tmp_path / "r.urdf").to_trimesh()
    mesh = scene.to_geometry()
    np.testing.assert_allclose(mesh.bounds, [[-1, -1, -1], [1, 1, 1]], atol=1e-6)
    assert mesh.center_mass[2] > 0.25  # the tip points down


def test_materials_of_an_obj_are_its_patches(tmp_path):
    (tmp_path / "two.mtl").write_text("newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
    (tmp_path / "two.obj").write_text(
        "mtllib two.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
        "usemtl red\nf 1 2 3\nusemtl blue\nf 1 2 4\nf 1 3 4\n"
    )
    found = {
        one.look.name: (one.look.rgba[:3], len(one.faces))
        for one in PatchLoader().load(tmp_path / "two.obj")
    }
    assert found == {"red": ((1.0, 0.0, 0.0), 1), "blue": ((0.0, 0.0, 1.0), 2)}


def test_normals_are_smooth_but_not_across_edges():
    mesh = trimesh.creation.box()
    found = corner_normals(np.asarray(mesh.vertices), np.asarray(mesh.faces))
    np.testing.assert_allclose(found, np.repeat(mesh.face_normals[:, None], 3, axis=1), atol=1e-12)
    ball = trimesh.creation.icosphere(subdivisions=4)
    found = corner_normals(np.asarray(ball.vertices), np.asarray(ball.faces))
    np.testing.assert_allclose(found, ball.vertices[ball.faces], atol=0.01)


def test_a_texture_outside_the_allowed_folders_is_not_read(tmp_path):
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 64)
    inside = tmp_path / "robot"
    inside.mkdir()
    (inside / "a.mtl").write_text("newmtl m\nmap_Kd ../secret.png\n")
    (inside / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n"
    )
    (inside / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.obj"/></geometry>'
        "</visual></link></robot>"
    )
    scene = scene_of(inside / "r.urdf")
    assert all(secret.read_bytes() not in asset.data for asset in scene.assets.values())
    assert len(scene.assets) == 1


@pytest.mark.usefixtures("cache")
def test_a_damaged_cache_entry_is_not_used(tmp_path):
    trimesh.creation.box().export(tmp_path / "box.stl")
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="box.stl"/></geometry>'
        "</visual></link></robot>"
    )
    first = scene_of(tmp_path / "r.urdf")
    (entry,) = (tmp_path / "cache/bodyplan/meshes").iterdir()
    entry.write_bytes(entry.read_bytes()[:-20] + b"\0" * 20)
    assert list(scene_of(tmp_path / "r.urdf").assets) == list(first.assets)


@pytest.mark.usefixtures("cache")
def test_a_mesh_whose_picture_is_too_much_for_this_run_is_not_kept(tmp_path, monkeypatch):
    """Else the same mesh would have no picture in another run."""
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (8, 8)).save(tmp_path / "a.bmp")
    (tmp_path / "a.mtl").write_text("newmtl m\nmap_Kd a.bmp\n")
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n"
    )
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.obj"/></geometry>'
        "</visual></link></robot>"
    )
    with monkeypatch.context() as changed:
        changed.setattr("bodyplan.geometry.pictures.MOST_DECODED_IN_ALL", 9)
        changed.setattr("bodyplan.viewer.assets.MOST_DECODED_IN_ALL", 9)
        (without,) = scene_of(tmp_path / "r.urdf").assets.values()
    (whole,) = scene_of(tmp_path / "r.urdf").assets.values()
    assert b"image/png" not in without.data
    assert b"image/png" in whole.data


@pytest.mark.usefixtures("cache")
def test_without_a_cache_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("BODYPLAN_CACHE", "0")
    trimesh.creation.box().export(tmp_path / "box.stl")
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="box.stl"/></geometry>'
        "</visual></link></robot>"
    )
    scene_of(tmp_path / "r.urdf")
    assert not (tmp_path / "cache").exists()


def test_the_pose_of_a_configuration_is_written():
    robot = bodyplan.load("sample:arm")
    joint = robot.independent_joints[0].name
    moved, still = robot.to_trimesh({joint: 1.0}), robot.to_trimesh()
    tip = robot.tips[0].name
    X = robot.forward_kinematics(robot.q({joint: 1.0}), tip)
    np.testing.assert_allclose(moved.graph[tip][0], X, atol=1e-9)
    assert not np.allclose(still.graph[tip][0], X, atol=1e-3)


def test_an_empty_robot_is_a_valid_file():
    assert table_of(Robot("r", [Link("a")]).to_glb())["nodes"][-1]["name"] == "a"


def test_a_pose_that_is_no_number_is_left_out():
    nan = float("nan")
    data = box(origin=Transform(p=(nan, 0.0, 0.0))).to_glb()
    assert "meshes" not in table_of(data)


SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
FACES = "f 1/1 2/2 3/3 4/4\n"
RED = "newmtl red\nKd 1 0 0\n"
BLUE = "0 0 1 1"
TEXTS = {
    "urdf": '<robot name="r"><material name="b"><color rgba="0 0 1 1"/></material><link name="a"><visual>'
    '<geometry><mesh filename="m.obj"/></geometry><material name="b"/></visual></link></robot>',
    "sdf": '<sdf version="1.9"><model name="r"><link name="a"><visual name="v"><geometry><mesh>'
    "<uri>m.obj</uri></mesh></geometry><material><diffuse>0 0 1 1</diffuse></material></visual></link>"
    "</model></sdf>",
    "sdf without a colour": '<sdf version="1.9"><model name="r"><link name="a"><visual name="v"><geometry>'
    "<mesh><uri>m.obj</uri></mesh></geometry></visual></link></model></sdf>",
    "mjcf": '<mujoco><asset><mesh name="m" file="m.obj"/></asset><worldbody><geom type="mesh" mesh="m" '
    'contype="0" conaffinity="0" rgba="0 0 1 1"/></worldbody></mujoco>',
}
FIRST = {"urdf": "red", "sdf": "blue", "sdf without a colour": "red", "mjcf": "blue"}


@pytest.mark.parametrize("case", TEXTS)
def test_the_material_of_sdformat_and_mjcf_precedes_that_of_the_mesh(tmp_path, case):
    if case == "mjcf":
        pytest.importorskip("mujoco")
    solid = SQUARE + "v 0 0 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"  # MuJoCo rejects flat meshes
    (tmp_path / "m.obj").write_text(f"mtllib m.mtl\nusemtl red\n{solid}{FACES}")
    (tmp_path / "m.mtl").write_text(RED)
    path = tmp_path / f"r.{case[:3]}"
    path.write_text(TEXTS[case])
    scene = scene_of(path)
    (visual,) = (one for link in scene.data().robots[0].links for one in link.visuals)
    assert visual.shape.has_colors is (FIRST[case] == "red")
    (found,) = trimesh.load_scene(io.BytesIO(scene.to_glb()), file_type="glb").geometry.values()
    color = {"red": [255, 0, 0, 255], "blue": [0, 0, 255, 255]}[FIRST[case]]
    assert found.visual.material.baseColorFactor.tolist() == color


def test_a_mesh_has_the_texture_of_its_description(tmp_path):
    pictures = pytest.importorskip("PIL.Image")
    pictures.new("RGB", (2, 2), "green").save(tmp_path / "t.png")
    (tmp_path / "m.obj").write_text(SQUARE + FACES)
    path = tmp_path / "r.urdf"
    texture = '<texture filename="t.png"/>'
    path.write_text(TEXTS["urdf"].replace('<color rgba="0 0 1 1"/>', texture))
    scene = scene_of(path)
    (shape,) = (one.shape for link in scene.data().robots[0].links for one in link.visuals)
    assert not shape.has_colors
    assert b"TEXCOORD_0" in scene.assets[shape.asset].data
    (found,) = trimesh.load_scene(io.BytesIO(scene.to_glb()), file_type="glb").geometry.values()
    assert found.visual.uv.shape == (4, 2)
    assert found.visual.material.baseColorTexture.size == (2, 2)


@pytest.mark.parametrize("size", [1e300, 1e31])
def test_a_shape_beyond_single_precision_is_left_out(size):
    robot = Robot("r", [Link("a", visuals=(Geometry(Box((size, 1.0, 1.0))),))])
    assert trimesh.load_scene(io.BytesIO(robot.to_glb()), file_type="glb").geometry == {}


def test_a_mesh_larger_than_the_limit_is_not_read(tmp_path):
    path = tmp_path / "m.stl"
    with path.open("wb") as stream:
        stream.truncate(600_000_000)  # sparse
    (tmp_path / "r.urdf").write_text(TEXTS["urdf"].replace("m.obj", "m.stl"))
    scene = scene_of(tmp_path / "r.urdf")
    (shape,) = (one.shape for link in scene.data().robots[0].links for one in link.visuals)
    assert "exceeds the limit" in shape.problem


def test_a_cache_folder_that_is_relative_is_not_used(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder().is_absolute()


def test_an_entry_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (cache_folder() / "key").mkdir(parents=True)
    put("key", b"data")
    assert [one.name for one in cache_folder().iterdir()] == ["key"]


def test_equal_shapes_of_several_robots_are_one_mesh():
    box = Geometry(Box((1.0, 2.0, 3.0)))
    scene = scene_of(*(Robot(name, [Link("a", visuals=(box,))]) for name in "ab"))
    found = trimesh.load_scene(io.BytesIO(scene.to_glb()), file_type="glb")
    assert len(found.geometry) == 1
    assert len(found.graph.nodes_geometry) == 2
