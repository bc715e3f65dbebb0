"""What the page shows first, and what an address shows: framing, ground, worlds, poses, cameras, titles."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import bodyplan
from bodyplan.viewer import scene_of
from bodyplan.viewer.live import LivePage
from bodyplan.viewer.sources import Source
from tests.viewer.test_world import NETWORK

np = pytest.importorskip("numpy")
images = pytest.importorskip("PIL.Image")
GRIPPER = Path(__file__).resolve().parents[2] / "examples" / "gripper.urdf"


def model(name, *shapes):
    """A static model of SDFormat with one red shape for each link."""
    links = "".join(
        f'<link name="l{number}"><visual name="v"><geometry>{shape}</geometry>'
        "<material><diffuse>1 0 0 1</diffuse></material></visual></link>"
        for number, shape in enumerate(shapes)
    )
    return f'<model name="{name}"><static>1</static>{links}</model>'


def plane(x, y):
    return f"<plane><normal>0 0 1</normal><size>{x} {y}</size></plane>"


def box(size):
    return f"<box><size>{size} {size} {size}</size></box>"


def sdf(*models):
    return f'<sdf version="1.9"><world name="w">{"".join(models)}</world></sdf>'.encode()


ENDLESS = (
    b'<mujoco><worldbody><geom type="plane" size="0 0 1" rgba="1 0 0 1"/></worldbody></mujoco>'
)
GROUNDS = {
    "a tag of two centimetres": f'<sdf version="1.9">{model("tag", plane(0.02, 0.02))}</sdf>'.encode(),
    "the ground of a world": sdf(model("ground", plane(100, 100))),
    "an endless plane of MuJoCo": ENDLESS,
}


def red_share(picture):
    """The share of a picture that is red."""
    return (picture[:, :, 0] - picture[:, :, 1:3].max(axis=2) > 60).mean()


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("name", GROUNDS)
def test_planes_alone_fill_the_page_and_a_picture(name, shared, tmp_path):
    if GROUNDS[name] is ENDLESS:
        pytest.importorskip("mujoco")
    shown = shared(scene_of(GROUNDS[name]))
    assert red_share(shown.shot()) > 0.01  # panels cover a part
    assert shown.ask("() => window.bodyplan.app.stage.orbit.reach") >= 0.5
    path = bodyplan.render(GROUNDS[name], tmp_path / "r.png", size=(240, 180))
    with images.open(io.BytesIO(path.read_bytes())) as picture:
        assert red_share(np.asarray(picture.convert("RGB")).astype(int)) > 0.03


def test_a_small_gripper_is_no_dot_on_its_ground(shared):
    scene = scene_of(sdf(model("ground", plane(100, 100)), model("gripper", box(0.03))))
    shown = shared(scene)
    (low, left), (high, right) = (
        end(np.argwhere(shown.shot(transparent=True)[:, :, 3] > 0), axis=0)
        for end in (np.min, np.max)
    )
    assert shown.ask("() => window.bodyplan.app.stage.orbit.reach") == pytest.approx(
        0.03 * 3**0.5 / 2
    )
    x, y = shown.ask("() => window.bodyplan.locate('l0', 1)")
    assert 0 < x < 600
    assert 0 < y < 450
    assert high - low > 100
    assert right - left > 100


def test_a_tank_far_below_the_link_world_is_no_dot(shared):
    robot = (
        '<robot name="r"><link name="world"/><link name="tank"><visual><geometry>'
        '<box size="2 2 2"/></geometry></visual></link><joint name="j" type="fixed"><parent link="world"/>'
        '<child link="tank"/><origin xyz="0 0 -97"/></joint></robot>'
    )
    assert shared(scene_of(robot.encode())).drawn_share() > 0.05


def test_the_largest_model_that_is_not_the_ground_is_shown_first(opened, served):
    models = (
        model("ground", *[plane(100, 100)] * 5),
        model("crate", box(1)),
        model("car", *[box(1)] * 3),
    )
    shown = opened(served(scene_of(sdf(*models))))
    shown.page.get_by_role("tab", name="Links").click()
    chosen = shown.page.get_by_label("Model", exact=True)
    assert chosen.evaluate("one => one.selectedOptions[0].textContent").startswith("car ")
    shown.page.get_by_role("treeitem", name="l2").wait_for()


def test_a_world_of_models_on_the_network_is_boxes_with_labels(opened, tmp_path):
    (tmp_path / "w.sdf").write_text(NETWORK)
    live = LivePage(Source([tmp_path / "w.sdf"]), port=0)
    try:
        shown = opened(live.url)
        assert not shown.page.get_by_role("alert").is_visible()
        orange = shown.shot()
        assert ((orange[:, :, 0] - orange[:, :, 2]) > 40).sum() > 200
        shown.page.get_by_role("tab", name="Diagnostics").click()
        assert shown.page.get_by_role("button", name="D114").count() > 0
        shown.page.goto("about:blank")
    finally:
        live.stop()
    path = bodyplan.render(tmp_path / "w.sdf", tmp_path / "w.png", size=(240, 180))
    with images.open(io.BytesIO(path.read_bytes())) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    assert ((pixels[:, :, 0] - pixels[:, :, 2]) > 40).sum() > 100


def test_a_world_of_lights_only_is_its_frame_with_their_names(shared):
    light = '<light name="sun" type="directional"><pose>0 0 3 0 0 0</pose></light>'
    scene = Source([sdf(light)]).scene(strict=True)
    shown = shared(scene)
    assert [one["text"] for one in scene.overlays] == ["sun: directional light"]
    assert shown.poses()["world"].tolist() == np.eye(4).tolist()
    assert not shown.page.get_by_role("alert").is_visible()


def test_pose_and_view_are_in_the_address(opened, served):
    url = served(Source(["sample:arm"]).scene())
    shown = opened(f"{url}#q=elbow_joint:0.5&camera=front&show=collision")
    assert q_of(shown, "elbow_joint") == pytest.approx(0.5)
    assert "collision" in shown.ask("() => window.bodyplan.toggles()")
    shown.ask("() => window.bodyplan.setQ({elbow_joint: 0.65})")
    shown.until("() => location.hash.includes('elbow_joint:0.65')")
    again = opened(shown.page.url)
    assert q_of(again, "elbow_joint") == pytest.approx(0.65)
    cameras = [one.ask("() => window.bodyplan.camera().position") for one in (shown, again)]
    assert cameras[0] == pytest.approx(cameras[1], rel=1e-4)


def q_of(shown, joint):
    return shown.ask("name => window.bodyplan.q()[name][0]", joint)


def test_a_pose_of_an_address_stays_within_the_limits(opened, served):
    scene = Source(["sample:arm"]).scene()
    shown = opened(f"{served(scene)}#q=elbow_joint:999,shoulder_lift_joint:-999")
    robot = scene.robots[0]
    assert q_of(shown, "elbow_joint") == pytest.approx(robot.joint("elbow_joint").limit.upper)
    lower = robot.joint("shoulder_lift_joint").limit.lower
    assert q_of(shown, "shoulder_lift_joint") == pytest.approx(lower)
    number = shown.page.get_by_label("elbow_joint, value")
    assert float(number.input_value()) == pytest.approx(
        np.rad2deg(q_of(shown, "elbow_joint")), abs=0.06
    )


def test_a_camera_of_an_address_shows_the_same_on_another_screen(opened, served):
    url = served(Source(["sample:arm"]).scene())
    wide = opened(url, viewport={"width": 1600, "height": 700})
    wide.ask("() => window.bodyplan.setCamera('right')")
    wide.until("() => location.hash.includes('camera=')")
    wide.page.wait_for_timeout(500)  # the address is written a moment after the camera stops
    narrow = opened(wide.page.url, viewport={"width": 420, "height": 900})
    cameras = [one.ask("() => window.bodyplan.camera()") for one in (wide, narrow)]
    assert cameras[0]["target"] == pytest.approx(cameras[1]["target"], abs=1e-4)
    ways = [np.subtract(one["position"], one["target"]) for one in cameras]
    assert ways[0] / np.linalg.norm(ways[0]) == pytest.approx(
        ways[1] / np.linalg.norm(ways[1]), abs=1e-4
    )
    for link in narrow.poses():  # all that was seen is seen
        x, y = narrow.ask("name => window.bodyplan.locate(name)", link)
        assert 0 < x < 420, link
        assert 0 < y < 900, link


def colour_of(shown, link):
    """The colour of the page in the middle of a link."""
    x, y = shown.ask("name => window.bodyplan.locate(name)", link)
    with images.open(io.BytesIO(shown.page.screenshot())) as picture:
        return np.array(picture.convert("RGB").getpixel((round(x), round(y)))).astype(int)


@pytest.mark.long(keep=1)
@pytest.mark.parametrize(
    ("severity", "is_lit"),
    [
        ("error", lambda red, green, blue: red > green + 60 and red > blue + 60),
        ("warning", lambda red, green, blue: red > green > blue + 60),
    ],
)
def test_a_clicked_diagnostic_lights_its_link_in_the_colour_of_its_severity(
    severity, is_lit, opened, served
):
    inertial = {
        "error": '<inertial><mass value="-1"/></inertial>',
        "warning": '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
        "</inertial>",
    }[severity]
    robot = (
        f'<robot name="r"><link name="a">{inertial}<visual><geometry><box size="1 1 1"/></geometry>'
        "</visual></link></robot>"
    )
    shown = opened(served(Source([robot.encode()]).scene()))
    shown.page.get_by_role("tab", name="Diagnostics").click()
    shown.page.get_by_role("button", name="I101" if severity == "error" else "I301").first.click()
    assert shown.ask("() => window.bodyplan.selected()") == "a"
    assert is_lit(*colour_of(shown, "a"))
    shown.page.keyboard.press("Escape")
    shown.ask("() => window.bodyplan.select('a')")
    red, _, blue = colour_of(shown, "a")
    assert blue > red + 60  # that of the selection


def test_pairs_of_a_page_that_follows_its_files_are_exact(opened):
    live = LivePage(Source(["sample:arm"]), port=0)
    try:
        shown = opened(live.url)
        robot = bodyplan.load("sample:arm")
        values = robot.positions(np.array([0.02, 0.96, 0.42, -0.14, 1.31, 1.25, 0.01]))
        q = {joint.name: list(values[joint.name]) for joint in robot.independent_joints}
        shown.ask("q => { window.bodyplan.setQ(q); window.bodyplan.setToggle('pairs', true); }", q)
        shown.page.get_by_role("button", name="1 colliding pair", exact=True).click()
        shown.page.get_by_text("1 colliding pair (exact)").wait_for()
        shown.page.goto("about:blank")
    finally:
        live.stop()


def test_a_page_of_an_absolute_path_is_named_after_its_file(opened, tmp_path):
    path = tmp_path / "gripper.urdf"
    path.write_text(GRIPPER.read_text())
    bodyplan.view(path.absolute(), serve=False).save(tmp_path / "page.html")
    shown = opened((tmp_path / "page.html").as_uri(), offline=True)
    assert shown.page.title().startswith("gripper")
    assert str(tmp_path) not in shown.ask("() => document.documentElement.innerText")
    assert str(tmp_path) not in (tmp_path / "page.html").read_text()


def test_the_measuring_line_is_thicker_than_a_pixel(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    before = shown.shot()
    shown.ask("() => window.bodyplan.select('pedestal_link')")
    shown.page.keyboard.press("x")
    shown.ask("() => { window.bodyplan.select('tool0'); window.bodyplan.select(null); }")
    mask = np.abs(shown.shot() - before).max(axis=2) > 40
    squares = mask[1:, 1:] & mask[1:, :-1] & mask[:-1, 1:] & mask[:-1, :-1]
    assert squares.sum() > 0.1 * mask.sum() > 20  # it is dashed


def test_a_black_part_has_form_in_a_picture_too(tmp_path):
    from bodyplan.model import Box, Geometry, Link, Material, Robot

    part = Geometry(Box((1.0, 1.0, 1.0)), material=Material("black", (0.0, 0.0, 0.0, 1.0)))
    black = Robot("black", [Link("a", visuals=(part,))])
    path = bodyplan.render(black, tmp_path / "r.png", size=(240, 180), transparent=True)
    with images.open(io.BytesIO(path.read_bytes())) as picture:
        pixels = np.asarray(picture.convert("RGBA")).astype(int)
    drawn = pixels[pixels[:, :, 3] == 255][:, 0]
    assert np.median(drawn) > 15
    assert np.ptp(np.percentile(drawn, (10, 90))) > 3
    assert drawn.max() < 90


def test_a_deleted_file_leaves_its_robot_and_suggests_no_other_one(opened, tmp_path):
    for name in ("arm.urdf", "arm2.urdf"):
        (tmp_path / name).write_text(GRIPPER.read_text())
    live = LivePage(Source([tmp_path / "arm.urdf"]), port=0)
    try:
        live.follow_in_thread()
        shown = opened(live.url)
        (tmp_path / "arm.urdf").unlink()
        alert = shown.page.get_by_role("alert").filter(has_text="'arm.urdf' no longer exists")
        alert.wait_for(timeout=30_000)
        assert "arm2" not in alert.inner_text()
        assert "palm" in shown.poses()
        shown.page.goto("about:blank")
    finally:
        live.stop()
