"""SDFormat worlds as scenes: the models that they include, with their diagnostics."""

from __future__ import annotations

import io

import pytest

import bodyplan
from bodyplan.resources import Resources

np = pytest.importorskip("numpy")

from bodyplan.viewer import Scene, html_of, scene_of  # noqa: E402

BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
PART = (
    '<sdf version="1.9"><model name="part"><link name="a"/>\n<link name="b"/>\n'
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child>\n'
    "<axis><xyz>0 0 0</xyz></axis></joint></model></sdf>"
)
OUTER = (
    '<sdf version="1.9"><model name="outer">\n<include><uri>model://part</uri></include>\n'
    f'<link name="c"><visual name="v">{BOX.replace("1 1 1", "1 0 1")}</visual></link></model></sdf>'
)
WORLD = (
    '<sdf version="1.9"><world name="w">\n'
    + "".join(
        f"<include><uri>model://{name}</uri><name>{name}{number}</name></include>\n"
        for number in range(3)
        for name in ("part", "outer")
    )
    + "</world></sdf>"
)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path):
    for name, text in (("part", PART), ("outer", OUTER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.sdf").write_text(text)
        (tmp_path / name / "model.config").write_text(
            f"<model><name>{name}</name><sdf>model.sdf</sdf></model>"
        )
    (tmp_path / "w.sdf").write_text(WORLD)
    return tmp_path


def keys(found):
    return sorted((one.code, one.where.file, one.where.line, one.where.column) for one in found)


def test_included_models_have_the_diagnostics_of_their_own_check_once(folder):
    resources = Resources(folders=(str(folder),))
    scene = scene_of(folder / "w.sdf", resources=resources)
    names = [folder / "w.sdf", folder / "part/model.sdf", folder / "outer/model.sdf"]
    reports = [bodyplan.check(str(name), resources=resources) for name in names]
    assert all(report.diagnostics for report in reports[1:])
    expected = [one for report in reports for one in report.diagnostics]
    assert keys(scene.data().findings) == keys(expected)


def test_a_diagnostic_of_an_included_model_is_about_its_parts_and_shows_its_lines(folder):
    scene = scene_of(folder / "w.sdf", resources=Resources(folders=(str(folder),)))
    data = scene.data()
    name = str(folder / "part/model.sdf")
    found = [one for one in data.findings if one.where.file == name and one.joints]
    assert {(one.where.line, one.robot, one.joints) for one in found} == {
        (line, 0, ("j",)) for line in (3, 4)
    }
    assert data.sources[name] == PART


def test_a_model_that_includes_itself_is_checked_once(folder):
    (folder / "part/model.sdf").write_text(
        PART.replace("</model>", "<include><uri>model://outer</uri></include></model>")
    )
    scene = scene_of(folder / "w.sdf", resources=Resources(folders=(str(folder),)))
    found = keys(scene.data().findings)
    assert len(found) == len(set(found))


def test_the_page_lists_them_with_their_files(folder, opened, served):
    scene = scene_of(folder / "w.sdf", resources=Resources(folders=(str(folder),)))
    shown = opened(served(scene))
    shown.page.locator("#tab-findings").click()
    shown.page.get_by_text("model.sdf:4:").first.click()
    assert shown.page.locator(".finding-more").get_by_text("0 0 0").first.is_visible()


FAR = "https://fuel.gazebosim.org/1.0/someone/models/"
NETWORK = (
    '<sdf version="1.9"><world name="w">\n'
    f"<include><uri>{FAR}Sun</uri></include>\n"
    f"<include><name>oak</name><pose>1 2 0 0 0 1</pose><uri>{FAR}Oak tree</uri></include>\n"
    "<include><pose>-4 2 0 0 0 0</pose><uri>model://gone</uri></include>\n</world></sdf>"
)


def test_a_model_on_the_network_or_missing_is_a_labelled_box_at_its_place(tmp_path):
    path = tmp_path / "w.sdf"
    path.write_text(NETWORK)
    data = scene_of(path).data()
    assert data.error is None
    assert [robot.name for robot in data.robots] == ["Sun", "oak", "gone"]
    places = [(robot.pose[3], robot.pose[7], robot.pose[11]) for robot in data.robots]
    assert places == [(0, 0, 0), (1, 2, 0), (-4, 2, 0)]
    labels = [(one["text"], one["at"]) for one in data.overlays]
    assert labels[1] == ("oak: not found", [1.0, 2.0, 0.0])
    about = {(one.where.line, one.code, one.robot) for one in data.findings if one.robot >= 0}
    assert about == {(2, "D114", 0), (4, "D114", 2)}
    assert [robot.links[0].where.line for robot in data.robots] == [2, 3, 4]


def test_boxes_of_missing_models_that_are_far_apart_are_large_enough_to_see(tmp_path):
    path = tmp_path / "w.sdf"
    path.write_text(NETWORK.replace("-4 2 0", "-400 2 0"))
    sizes = [robot.links[0].visuals[0].shape.size for robot in scene_of(path).data().robots]
    assert sizes == [(8.02,) * 3] * 3  # 2 % of 401 m
    path.write_text(NETWORK)
    sizes = [robot.links[0].visuals[0].shape.size for robot in scene_of(path).data().robots]
    assert sizes == [(0.5,) * 3] * 3


def test_a_page_that_is_passed_on_contains_no_folder_of_its_author(folder):
    (folder / "w.sdf").write_text(
        WORLD.replace("</world>", "<include><uri>model://gone</uri></include></world>")
    )
    scene = scene_of(folder / "w.sdf", resources=Resources(folders=(str(folder),)))
    page = b"".join(html_of(scene)).decode()
    assert scene.title == "w.sdf"
    assert str(folder) not in page
    assert '"part/model.sdf"' in page
    assert str(folder / "part/model.sdf") in scene.json_bytes(urls=True).decode()


SPOT = """<sdf version="1.9"><world name="w">
<light name="lamp" type="spot"><pose>0 0 2 0 0 0</pose><direction>0 0 -1</direction>
<spot><inner_angle>{outer}</inner_angle><outer_angle>{outer}</outer_angle><falloff>1</falloff></spot>
</light><model name="floor"><static>1</static><link name="l"><visual name="v"><geometry><box>
<size>6 6 0.01</size></box></geometry></visual></link></model></world></sdf>"""


def test_a_spot_light_has_the_cone_of_its_file(tmp_path):
    path = tmp_path / "w.sdf"
    path.write_text(SPOT.format(outer=0.9))
    (light,) = scene_of(path).data().lights
    assert (light.spot.inner_angle, light.spot.outer_angle, light.spot.falloff) == (0.9, 0.9, 1.0)
    path.write_text(SPOT.format(outer=0.9).replace('type="spot"', 'type="point"'))
    (light,) = scene_of(path).data().lights
    assert light.spot is None


@pytest.mark.parametrize("outer", [0.6, 1.2])
def test_a_spot_light_lights_the_circle_of_its_cone(tmp_path, outer, shared):
    path = tmp_path / "w.sdf"
    path.write_text(SPOT.format(outer=outer))
    shown = shared(scene_of(path))
    shown.ask("() => window.bodyplan.setCamera('top')")
    floor = np.argwhere(shown.shot(transparent=True)[:, :, 3] > 0)
    (top, left), (bottom, right) = floor.min(axis=0), floor.max(axis=0)
    picture = shown.shot()[top:bottom, left:right].sum(axis=2)
    middle = picture[picture.shape[0] // 2]
    is_lit = middle > (int(middle.min()) + int(middle.max())) / 2
    expected = 2 * np.tan(outer / 2) * 2 / 6  # diameter at a distance of 2, of a floor of 6
    assert is_lit.mean() == pytest.approx(expected, abs=0.03)


LAND = """<sdf version="1.9"><model name="land"><static>1</static><link name="l">
<visual name="frame"><pose>0 0 3 0 0 0</pose><geometry>
<polyline><point>-2 -2</point><point>2 -2</point><point>2 2</point><point>-2 2</point><height>1</height></polyline>
<polyline><point>-1 -1</point><point>1 -1</point><point>1 1</point><point>-1 1</point><height>1</height></polyline>
</geometry></visual>
<visual name="hill"><geometry><heightmap><uri>hill.png</uri><size>8 8 2</size><pos>0 0 -1</pos>
</heightmap></geometry><material><diffuse>1 0 0 1</diffuse></material></visual></link></model></sdf>"""


@pytest.fixture
def land(tmp_path):
    images = pytest.importorskip("PIL.Image")
    x, y = np.meshgrid(np.linspace(-1, 1, 65), np.linspace(-1, 1, 65))
    heights = np.clip(1 - x * x - y * y, 0, 1)
    images.fromarray((65535 * heights).astype(np.uint16)).save(tmp_path / "hill.png")
    path = tmp_path / "land.sdf"
    path.write_text(LAND)
    return path


def test_polylines_and_heightmaps_are_meshes_with_their_bounds(land):
    scene = scene_of(land)
    frame, hill = (one.shape for one in scene.data().robots[0].links[-1].visuals)
    assert (frame.kind, frame.name, frame.bounds) == ("mesh", "polyline", ((-2, -2, 0), (2, 2, 1)))
    assert (hill.kind, hill.name, hill.faces) == ("mesh", "heightmap", 2 * 64 * 64)
    assert np.allclose(hill.bounds, ((-4, -4, -1), (4, 4, 1)))
    assert {frame.asset, hill.asset} == set(scene.assets)
    assert land.parent / "hill.png" in scene.files


def test_polylines_and_heightmaps_are_in_the_glb(land):
    trimesh = pytest.importorskip("trimesh")
    found = trimesh.load_scene(io.BytesIO(scene_of(land).to_glb(z_up=True)), file_type="glb")
    frame, hill = (found.geometry[found.graph[name][1]] for name in ("frame", "hill"))
    frame.merge_vertices(merge_norm=True)
    assert frame.volume == pytest.approx(12.0)
    assert np.allclose(found.bounds, ((-4, -4, -1), (4, 4, 4)), atol=1e-6)
    assert len(hill.faces) == 2 * 64 * 64


def test_the_page_draws_polylines_with_their_holes_and_heightmaps(land, shared):
    shown = shared(scene_of(land))
    shown.ask("() => window.bodyplan.setCamera('top')")
    assert shown.ask("() => window.bodyplan.missing()") == []
    rows, columns = np.nonzero(shown.shot(transparent=True)[:, :, 3])
    row = shown.shot()[(rows.min() + rows.max()) // 2]
    left, width = columns.min(), columns.max() - columns.min()
    hole, frame, outside = (row[left + int(part * width)] for part in (0.5, 0.32, 0.1))
    assert [one[0] - one[1] > 60 for one in (hole, frame, outside)] == [True, False, True]


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("hill.png", "gone.png", "R101", "gone.png"),
        ("hill.png", "land.sdf", "G501", "<heightmap> is not shown: land.sdf is not a picture"),
        ("<point>1 1</point>", "<point>3 3</point>", "G501", "its outlines cross each other"),
    ],
)
def test_one_that_cannot_be_shown_is_a_box_with_a_reason(land, old, new, code, words):
    land.write_text(LAND.replace(old, new))
    scene = scene_of(land)
    assert any(one.code == code and words in one.message for one in scene.data().findings)
    shapes = [one.shape for one in scene.data().robots[0].links[-1].visuals]
    assert sum(shape.problem is not None for shape in shapes) == 1
    scene.to_glb()


def test_materials_of_gazebo_have_their_colors_on_the_page_and_in_the_glb(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    path = tmp_path / "r.urdf"
    path.write_text(
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual>'
        '</link><gazebo reference="a"><material>Gazebo/Red</material></gazebo></robot>'
    )
    robot = bodyplan.load(path)
    for scene in (scene_of(path), Scene(robot)):
        (visual,) = scene.data().robots[0].links[0].visuals
        assert visual.material.rgba == (1.0, 0.0, 0.0, 1.0)
    found = trimesh.load_scene(io.BytesIO(robot.to_glb()), file_type="glb")
    (box,) = found.geometry.values()
    assert box.visual.material.baseColorFactor.tolist() == [255, 0, 0, 255]


def test_a_material_of_gazebo_replaces_that_of_a_mesh_in_sdformat(tmp_path):
    (tmp_path / "m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl g\nf 1 2 3\n")
    (tmp_path / "m.mtl").write_text("newmtl g\nKd 0 1 0\n")
    path = tmp_path / "m.sdf"
    path.write_text(
        '<sdf version="1.9"><model name="m"><link name="l"><visual name="v"><geometry><mesh><uri>'
        "m.obj</uri></mesh></geometry><material><script><name>Gazebo/Red</name></script></material>"
        "</visual></link></model></sdf>"
    )
    (visual,) = scene_of(path).data().robots[0].links[0].visuals
    assert (visual.shape.has_colors, visual.material.rgba) == (False, (1.0, 0.0, 0.0, 1.0))
