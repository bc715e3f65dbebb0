"""What a person does on the page: sliders, tree, findings, dragging, addresses, saving files, panels."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

import bodyplan
from bodyplan.model import Transform
from bodyplan.viewer import Scene, scene_of
from bodyplan.viewer._content import SceneContent
from bodyplan.viewer._server import PageServer
from bodyplan.viewer.live import LivePage
from bodyplan.viewer.sources import Source
from bodyplan.viewer.view import View
from tests.viewer.test_page import require_poses

np = pytest.importorskip("numpy")
pytest.importorskip("PIL")
SAMPLES = Path(bodyplan.__file__).parent / "samples"
CLIENT = Path(__file__).parents[2] / "src" / "bodyplan" / "viewer" / "client"
GRIPPER = Path(__file__).resolve().parents[2] / "examples" / "gripper.urdf"


def q_of(shown, joint):
    return shown.ask("name => window.bodyplan.q()[name][0]", joint)


def test_a_slider_moves_its_joint_and_mimic_joints_follow(opened, served):
    scene = Source(["sample:arm"]).scene()
    shown = opened(served(scene))
    slider = shown.page.get_by_role("slider", name="left_finger_joint", exact=True)
    slider.fill("0.02")
    assert q_of(shown, "left_finger_joint") == pytest.approx(0.02)
    follower = shown.page.get_by_role("slider", name="right_finger_joint", exact=True)
    assert follower.is_disabled()
    robot = scene.robots[0]
    found = shown.poses()
    for link, X in zip(
        robot.links, robot.forward_kinematics({"left_finger_joint": 0.02}), strict=True
    ):
        assert np.abs(found[link.name] - X).max() < 1e-6, link.name
    number = shown.page.get_by_label("elbow_joint, value")
    number.fill("30")
    number.press("Enter")
    assert q_of(shown, "elbow_joint") == pytest.approx(np.pi / 6)
    upper = np.rad2deg(robot.joint("elbow_joint").limit.upper)
    for text, value in (("999", upper), ("abc", upper), ("", upper), ("-pi/9", -20.0)):
        number.fill(text)
        number.press("Enter")
        assert q_of(shown, "elbow_joint") == pytest.approx(np.deg2rad(value)), text
        assert float(number.input_value()) == pytest.approx(value, abs=0.06), text


def test_all_groups_can_be_chosen_again(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    groups = shown.page.get_by_label("Group")
    slider = shown.page.get_by_role("slider", name="elbow_joint", exact=True)
    groups.select_option("gripper")
    assert slider.count() == 0
    groups.select_option("All groups")
    assert slider.count() == 1


def test_two_hundred_rovers_are_drawn_together(opened, served):
    rover = bodyplan.load("sample:rover")
    scene = Scene()
    for number in range(200):
        scene.add_robot(rover, pose=Transform(p=(number % 20, number // 20, 0.0)))
    shown = opened(served(scene))
    shown.until("() => window.bodyplan.draws() > 0")
    assert shown.ask("() => window.bodyplan.draws()") < 100


def test_states_of_the_srdf_are_buttons_and_those_of_one_name_have_their_group(opened, served):
    scene = Source(["sample:arm"]).scene()
    shown = opened(served(scene))
    names = shown.page.locator(".chips").first.get_by_role("button").all_inner_texts()
    assert names == ["arm_and_gripper / home", "arm / home", "open", "closed"]
    shown.page.get_by_role("button", name="open", exact=True).click()
    assert q_of(shown, "left_finger_joint") == pytest.approx(0.04)
    shown.page.get_by_role("button", name="arm_and_gripper / home").click()
    robot = scene.robots[0]
    found = shown.poses()
    for link, X in zip(robot.links, robot.forward_kinematics(robot.state("home")), strict=True):
        assert np.abs(found[link.name] - X).max() < 1e-6, link.name


def test_a_click_in_the_tree_selects_a_link_and_one_in_the_picture_too(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    before = shown.shot()
    shown.page.get_by_role("tab", name="Links").click()
    shown.page.get_by_role("treeitem", name="forearm_link").click()
    assert shown.ask("() => window.bodyplan.selected()") == "forearm_link"
    assert (np.abs(shown.shot() - before).max(axis=2) > 12).sum() > 40
    shown.page.keyboard.press("Escape")
    assert shown.ask("() => window.bodyplan.selected()") is None
    x, y = shown.ask("() => window.bodyplan.locate('upper_arm_link')")
    shown.page.mouse.click(x, y)
    assert shown.ask("() => window.bodyplan.selected()") == "upper_arm_link"
    row = shown.page.get_by_role("treeitem", name="upper_arm_link")
    assert row.get_attribute("aria-selected") == "true"


def test_a_finding_lights_its_part_and_shows_its_source(opened, served):
    shown = opened(served(Source([GRIPPER]).scene()))
    shown.page.get_by_role("tab", name="Diagnostics").click()
    shown.page.get_by_role("button", name="I301").click()
    assert shown.ask("() => window.bodyplan.selected()") == "thumb"
    opened_row = shown.page.locator(".finding.chosen")
    assert "inertia" in opened_row.inner_text()
    assert "<inertia" in opened_row.inner_text()
    assert opened_row.locator(".wave.current").first.is_visible()


def test_equal_diagnostics_are_one_entry_that_unfolds(opened, served):
    links = "".join(
        f'<link name="l{k}"><inertial><mass value="-1"/></inertial></link>' for k in range(5)
    )
    joints = "".join(
        f'<joint name="j{k}" type="fixed"><parent link="l0"/><child link="l{k}"/></joint>'
        for k in range(1, 5)
    )
    robot = f'<robot name="r">{links}{joints}</robot>'.encode()
    shown = opened(served(Source([robot]).scene()))
    shown.page.get_by_role("tab", name="Diagnostics").click()
    entry = shown.page.get_by_role("button", name="I101 negative mass 5 diagnostics")
    one = shown.page.get_by_role("button", name="link 'l3': mass -1 kg is negative")
    assert not one.is_visible()
    entry.click()
    one.click()
    assert shown.ask("() => window.bodyplan.selected()") == "l3"


def test_colliding_and_disabled_pairs_are_lit_and_listed(opened, served):
    scene = Source(["sample:arm"]).scene()
    robot = scene.robots[0]
    shown = opened(served(scene))
    before = shown.shot()
    values = robot.positions(np.array([0.02, 0.96, 0.42, -0.14, 1.31, 1.25, 0.01]))
    q = {joint.name: list(values[joint.name]) for joint in robot.independent_joints}
    shown.ask("q => { window.bodyplan.setQ(q); window.bodyplan.setToggle('pairs', true); }", q)
    shown.page.get_by_role("button", name="1 colliding pair (estimate)").click()
    shown.page.get_by_role("button", name="pedestal_link ↔ right_finger_link").wait_for()
    red = [(one[:, :, 0] - one[:, :, 1:].max(axis=2) > 80).sum() for one in (before, shown.shot())]
    assert red[1] > red[0] + 200
    shown.ask("() => window.bodyplan.setToggle('disabled', true)")
    shown.page.get_by_role("button", name="pedestal_link ↔ shoulder_link Adjacent").wait_for()


def test_dragging_a_link_turns_its_joint_within_the_limits(opened, served):
    scene = Source(["sample:arm"]).scene()
    shown = opened(served(scene))
    shown.page.keyboard.press("h")  # the panel is in front of the robot
    shown.ask("() => window.bodyplan.setCamera({preset: 'right'})")
    x, y = shown.ask("() => window.bodyplan.locate('upper_arm_link')")
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    for step in range(1, 6):
        shown.page.mouse.move(x + 8 * step, y)
    shown.page.mouse.up()
    moved = q_of(shown, "shoulder_lift_joint")
    assert abs(moved) > 0.05
    limit = scene.robots[0].joint("shoulder_lift_joint").limit
    assert limit.lower <= moved <= limit.upper
    assert q_of(shown, "elbow_joint") == 0.0


def pulled(shown, link, dx, dy):
    """Drag a link, and return where its centre was, where it is, and where the pointer went."""
    x, y = shown.ask("name => window.bodyplan.locate(name)", link)
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    for step in range(1, 4):
        shown.page.mouse.move(x + dx * step / 3, y + dy * step / 3)
    shown.page.mouse.up()
    after = shown.ask("name => window.bodyplan.locate(name)", link)
    return np.array((x, y)), np.array(after), np.array((x + dx, y + dy))


def ball_on(kind):
    """A small ball on a joint of a type."""
    from bodyplan import model

    more = {"axis2": (0.0, 1.0, 0.0)} if kind in {"universal", "revolute2"} else {}
    tip = model.Link("tip", visuals=(model.Geometry(model.Sphere(0.1)),))
    tilted = model.Transform.from_rpy((0.2, -0.4, 0.7), (0.1, 0.0, 0.5))
    joint = model.Joint("j", kind, "base", "tip", origin=tilted, axis=(0.0, 0.0, 1.0), **more)
    arm = model.Transform.from_rpy((0.0, 0.0, 0.0), (0.5, 0.2, 0.3))
    fixed = model.Joint("fixed", "fixed", "tip", "ball", origin=arm)
    ball = model.Link("ball", visuals=(model.Geometry(model.Sphere(0.06)),))
    return model.Robot(kind, [model.Link("base"), tip, ball], [joint, fixed])


def test_a_link_on_a_joint_of_several_variables_follows_the_pointer(opened, served):
    shown = opened(served(scene_of(ball_on("ball"))))
    for kind in ("ball", "universal", "floating", "planar"):
        scene = scene_of(ball_on(kind))
        shown.ask("scene => window.bodyplan.show(scene)", json.loads(scene.json_bytes()))
        shown.ask("() => window.bodyplan.setCamera({preset: 'iso'})")
        before, after, pointer = pulled(shown, "ball", -18, -14)
        assert np.hypot(*(after - pointer)) < 0.5 * np.hypot(*(before - pointer)), kind
        values = shown.ask("() => window.bodyplan.q().j")
        require_poses(shown, scene.robots[0], np.array(values))


def test_the_panel_of_a_link_does_not_hide_the_robot(opened, served):
    size = {"width": 1100, "height": 700}
    shown = opened(served(Source(["sample:quadruped"]).scene()), viewport=size)
    shown.page.emulate_media(reduced_motion="reduce")
    links = list(shown.poses())
    shown.ask("name => window.bodyplan.select(name)", links[0])
    panel = shown.page.get_by_role("complementary", name="Selected link").bounding_box()
    places = [shown.ask("name => window.bodyplan.locate(name)", name) for name in links]
    assert max(x for x, _ in places) < panel["x"]
    shown.page.keyboard.press("Escape")
    again = [shown.ask("name => window.bodyplan.locate(name)", name) for name in links]
    assert max(x for x, _ in again) > max(x for x, _ in places)


def test_a_trajectory_plays_and_all_of_it_is_in_the_picture(opened, served):
    robot = bodyplan.load("sample:arm")
    path = [robot.q(), robot.random(3)]
    scene = Scene(robot)
    scene.add_trajectory(path, times=[0.0, 2.0], name="swing")
    shown = opened(served(scene))
    time = shown.page.get_by_role("slider", name="Time")
    for value in ("1", "2"):
        time.fill(value)
        for name in ("tool0", "pedestal_link"):
            x, y = shown.ask("name => window.bodyplan.locate(name)", name)
            assert 0 < x < 800
            assert 0 < y < 600
    require_poses(shown, robot, path[1])
    shown.page.get_by_role("button", name="Play").click()
    shown.page.get_by_role("button", name="Pause").wait_for()


def test_shortcuts_are_listed_and_work(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    shown.page.keyboard.press("?")
    assert shown.page.get_by_role("dialog").is_visible()
    shown.page.keyboard.press("Escape")
    shown.ask("() => window.bodyplan.setQ({elbow_joint: 0.5})")
    shown.page.keyboard.press("d")
    assert q_of(shown, "elbow_joint") == pytest.approx(0.0)
    shown.page.locator("canvas").focus()
    before = np.array(shown.ask("() => window.bodyplan.camera().position"))
    shown.page.keyboard.press("ArrowLeft")
    after = np.array(shown.ask("() => window.bodyplan.camera().position"))
    assert np.abs(after - before).max() > 0.01
    shown.page.get_by_role("tab", name="Joints").focus()
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.get_by_role("tree", name="Links").is_visible()


def test_key_caps_are_beside_their_text(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    shown.page.keyboard.press("?")
    rows = shown.ask(
        """() => [...document.querySelectorAll(".shortcut")].map((row) => [...row.children]
        .map((one) => { const box = one.getBoundingClientRect(); return [box.left, box.right]; }))"""
    )
    assert len(rows) > 5
    assert [row for row in rows if row[0][1] > row[1][0]] == []


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("toggle", ["skeleton", "bounds"])
def test_lines_are_thicker_than_a_pixel(toggle, opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    before = shown.shot()
    shown.ask("name => window.bodyplan.setToggle(name, true)", toggle)
    mask = np.abs(shown.shot() - before).max(axis=2) > 40
    squares = mask[1:, 1:] & mask[1:, :-1] & mask[:-1, 1:] & mask[:-1, :-1]
    assert squares.sum() > 0.2 * mask.sum() > 20


def test_the_page_meets_the_rules_of_axe_in_light_and_dark(opened, served):
    rules = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
    if not rules.is_file():
        pytest.skip("axe-core is not installed; `bash tools/client check` does that")
    shown = opened(served(Source([GRIPPER]).scene()), bypass_csp=True)
    shown.page.get_by_role("tab", name="Diagnostics").click()
    shown.page.locator(".finding-head").first.click()
    shown.ask("() => window.bodyplan.select('thumb')")
    shown.page.evaluate(rules.read_text(encoding="utf-8"))
    for _ in ("light", "dark"):
        found = shown.page.evaluate("() => axe.run().then(found => found.violations)")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        shown.page.get_by_role("button", name="Light or dark").click()


def test_every_control_has_an_accessible_name(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()))
    unnamed = shown.ask(
        """() => [...document.querySelectorAll('button, input, select, a[href], [role]')]
        .filter(one => !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby')
            || one.textContent.trim() || one.title || one.labels?.length
            || one.closest('[hidden]') || one.getAttribute('role') === 'status'
            || one.getAttribute('role') === 'alert'))
        .map(one => one.outerHTML.slice(0, 100))"""
    )
    assert unnamed == []


SMALL = """() => [...document.querySelectorAll("button, input:not([type=checkbox]), select, a")]
  .map((one) => [one.ariaLabel || one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height && Math.min(box.width, box.height) < 24)
  .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
"""Controls that are smaller than WCAG 2.2 asks for."""


@pytest.mark.parametrize(
    "options", [{}, {"viewport": {"width": 390, "height": 800}, "has_touch": True}]
)
def test_controls_are_large_enough_to_hit(options, opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()), **options)
    assert shown.ask(SMALL) == []
    shown.ask("() => window.bodyplan.select('forearm_link')")
    assert shown.ask(SMALL) == []


def test_the_page_fits_a_telephone(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()), viewport={"width": 360, "height": 640})
    width = shown.ask("() => document.documentElement.scrollWidth")
    assert width <= 360
    assert shown.drawn_share() > 0.005


def test_nothing_shines_through_the_details_on_a_telephone(opened, served):
    shown = opened(served(Source(["sample:arm"]).scene()), viewport={"width": 390, "height": 800})
    shown.ask("() => window.bodyplan.select('forearm_link')")
    panel = shown.page.get_by_role("complementary", name="Selected link")
    box, color = panel.bounding_box(), "one => getComputedStyle(one).backgroundColor"
    assert panel.evaluate(color).startswith("rgb(")  # no rgba, which lets light through
    on_top = """([x, y]) => Boolean(document.elementFromPoint(x, y).closest("[aria-label='Selected link']"))"""
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert shown.ask(on_top, middle)


def test_a_saved_file_appears_within_the_same_view(opened, tmp_path):
    for path in (SAMPLES / "arm").iterdir():
        (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / path.name)
    urdf = tmp_path / "arm.urdf"
    live = LivePage(Source([urdf]), port=0)
    try:
        live.follow_in_thread()
        shown = opened(live.url)
        shown.ask("() => window.bodyplan.setQ({elbow_joint: 0.5})")
        shown.ask("() => window.bodyplan.setCamera({preset: 'left'})")
        camera = shown.ask("() => window.bodyplan.camera()")
        text = urdf.read_text()
        urdf.write_text(text.replace("tool0", "tool9"))
        shown.until("() => 'tool9' in window.bodyplan.poses()")
        assert q_of(shown, "elbow_joint") == pytest.approx(0.5)
        assert shown.ask("() => window.bodyplan.camera()") == camera
        urdf.write_text(text[: len(text) // 2])  # half written
        shown.page.get_by_role("alert").filter(has_text="arm.urdf").wait_for(timeout=10_000)
        assert "tool9" in shown.poses()
        urdf.write_text(text)
        shown.until("() => 'tool0' in window.bodyplan.poses()")
        assert not shown.page.get_by_role("alert").is_visible()
    finally:
        live.stop()


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("name", ["sample:arm", "sample:rover"])
def test_one_file_works_from_disk_without_a_network(opened, tmp_path, name):
    scene = Source([name]).scene()
    path = View(scene).save(tmp_path / "robot & co.html")
    shown = opened(path.as_uri(), offline=True)
    robot = scene.robots[0]
    require_poses(shown, robot, robot.random(3))
    assert shown.drawn_share() > 0.005
    assert [url for url in shown.requests if not url.startswith(("file:", "data:", "blob:"))] == []
    assert shown.ask("() => window.bodyplan.missing()") == []


def test_a_notebook_shows_the_page_in_a_frame(opened, tmp_path):
    scene = Source(["sample:arm"]).scene()
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html>{View(scene)._repr_html_()}", encoding="latin-1")
    page = opened(path.as_uri(), has_page=False).page
    frame = page.frame_locator("iframe").locator("canvas")
    frame.wait_for(timeout=20_000)
    inner = page.frames[1]
    inner.evaluate("() => window.bodyplan.ready")
    assert inner.evaluate("() => window.bodyplan.errors") == []
    assert "tool0" in inner.evaluate("() => window.bodyplan.poses()")


def colour_at(shown, link):
    """The colour of the page in the middle of a link."""
    from PIL import Image

    x, y = shown.ask("name => window.bodyplan.locate(name)", link)
    with Image.open(io.BytesIO(shown.page.screenshot())) as image:
        return image.convert("RGB").getpixel((round(x), round(y)))


def test_two_robots_are_compared(opened, served, tmp_path):
    text = GRIPPER.read_text()
    (tmp_path / "after.urdf").write_text(text.replace('size="0.06', 'size="0.09'))
    scene = Source([GRIPPER, tmp_path / "after.urdf"]).scene()
    shown = opened(served(scene))
    shown.ask("() => window.bodyplan.setQ({thumb_joint: 0.2})")
    q = shown.ask("() => [0, 1].map(robot => window.bodyplan.q(robot).thumb_joint[0])")
    assert q[0] == q[1]
    alike, differing = (colour_at(shown, link) for link in ("palm", "thumb"))
    assert np.ptp(alike) < 12 < np.ptp(differing)
    data = json.loads(scene.json_bytes())
    assert data["compare"]
    assert data["differences"][0]["links"]


def test_a_hidden_page_has_no_connection_and_catches_up_when_it_is_seen(opened):
    server = PageServer(SceneContent(Source(["sample:arm"]).scene()), port=0)
    try:
        shown = opened(server.url)

        def turn(state):
            shown.ask(
                """state => {
                    Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
                    document.dispatchEvent(new Event("visibilitychange"));
                }""",
                state,
            )

        shown.page.wait_for_timeout(300)  # the connection and its first event
        with shown.page.expect_event("requestfailed", lambda one: one.url.endswith("/events")):
            turn("hidden")
        server.show(SceneContent(Source(["sample:rover"]).scene()))
        shown.page.wait_for_timeout(300)
        assert "pedestal_link" in shown.poses()
        turn("visible")
        shown.until("() => !('pedestal_link' in window.bodyplan.poses())")
        shown.page.goto("about:blank")  # else it complains when the server is gone
    finally:
        server.stop()


def test_a_view_of_something_that_is_not_a_scene_says_what_to_call():
    with pytest.raises(TypeError, match=r"call bodyplan\.view\(\) to show this Robot"):
        View(bodyplan.load("sample:arm"))
