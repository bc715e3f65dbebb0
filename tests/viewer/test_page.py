"""The page in a browser: every example robot, poses, what is shown, links between panels and 3D."""

from __future__ import annotations

from pathlib import Path

import pytest

from bodyplan.model import Box, Geometry, Link, Material, Robot
from bodyplan.viewer import View, scene_of
from bodyplan.viewer.sources import Source
from tests.oracles import urdfdom
from tests.viewer.conftest import SIZE

np = pytest.importorskip("numpy")
pytest.importorskip("PIL")
SAMPLES = ("sample:arm", "sample:quadruped", "sample:rover")
try:
    EXAMPLES = tuple(map(str, urdfdom.example_robots()))
except urdfdom.OracleMissingError:
    EXAMPLES = ()
ROBOTS = (*SAMPLES, *EXAMPLES)


def require_poses(shown, robot, q, number=0):
    """Set joints on the page, and compare the poses of all links with Python's."""
    values = robot.positions(q)
    independent = {joint.name: list(values[joint.name]) for joint in robot.independent_joints}
    shown.ask("([q, robot]) => window.bodyplan.setQ(q, robot)", [independent, number])
    found = shown.poses(number)
    for link, X in zip(robot.links, robot.forward_kinematics(q), strict=True):
        assert np.abs(found[link.name] - X).max() < 1e-6, link.name


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("name", ROBOTS, ids=lambda name: Path(name).stem)
def test_a_robot_is_shown_and_its_links_are_where_python_computes_them(name, shared):
    scene = Source([name]).scene()
    shown = shared(scene)
    if not scene.robots:  # a file of macros
        assert "no links" in shown.page.get_by_role("alert").inner_text()
        return
    (robot,) = scene.robots
    assert shown.ask("() => window.bodyplan.errors") == []
    for q in (robot.q(), *robot.random(7, batch=2)):
        require_poses(shown, robot, q)
    assert shown.drawn_share() > 0.003
    assert shown.errors == []


def all_joints():
    """A robot with a joint of every type, in a chain, with a mimic joint."""
    from bodyplan import model
    from bodyplan.model.joint import JOINT_TYPES

    links, joints = [model.Link("l0")], []
    for number, kind in enumerate(JOINT_TYPES, 1):
        links.append(
            model.Link(f"l{number}", visuals=(model.Geometry(model.Box((0.1, 0.2, 0.3))),))
        )
        more = {"axis2": (0.0, 0.6, 0.8)} if kind in {"universal", "revolute2", "gearbox"} else {}
        joints.append(
            model.Joint(
                kind,
                kind,
                f"l{number - 1}",
                f"l{number}",
                origin=model.Transform.from_rpy((0.1, 0.2, 0.3), (0.3, 0.1, 0.2)),
                axis=(0.0, 0.6, 0.8) if not more else (1.0, 0.0, 0.0),
                **more,
                **({"pitch": 0.3} if kind == "screw" else {}),
            )
        )
    links.append(model.Link("follower"))
    mimic = model.Mimic("revolute", -1.5, 0.25)
    joints.append(
        model.Joint("mimic", "revolute", "l0", "follower", axis=(0.0, 0.0, 1.0), mimic=mimic)
    )
    return model.Robot("all", links, joints)


def test_joints_of_every_type_move_as_in_python(opened, served):
    robot = all_joints()
    shown = opened(served(scene_of(robot)))
    for q in robot.random(5, batch=5):
        require_poses(shown, robot, q)


TOGGLES = {
    "visual": "sample:arm",
    "collision": "sample:arm",
    "frames": "sample:arm",
    "axes": "sample:arm",
    "inertia": "sample:arm",
    "com": "sample:arm",
    "bounds": "sample:arm",
    "names": "sample:arm",
    "skeleton": "sample:arm",
    "grid": "sample:arm",
    "spheres": "spheres",
}


SPHERES = (
    (
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual>'
        '<collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>'
    ),
    (
        '<robot name="r"><link_sphere_approximation link="a"><sphere center="0 0 0.4" radius="0.5"/>'
        "</link_sphere_approximation></robot>"
    ),
)


def test_each_toggle_changes_the_picture_where_the_robot_is(opened, served):
    spheres = Source([SPHERES[0].encode()], srdf=SPHERES[1].encode()).scene()
    scenes = {"sample:arm": Source(["sample:arm"]).scene(), "spheres": spheres}
    pages = {name: opened(served(scene)) for name, scene in scenes.items()}
    boxes = {name: shown.robot_box() for name, shown in pages.items()}
    before = {name: shown.shot() for name, shown in pages.items()}
    for toggle, name in TOGGLES.items():
        shown = pages[name]
        was_on = toggle in shown.ask("() => window.bodyplan.toggles()")
        shown.ask("([name, on]) => window.bodyplan.setToggle(name, on)", [toggle, not was_on])
        after = shown.shot()
        shown.ask("([name, on]) => window.bodyplan.setToggle(name, on)", [toggle, was_on])
        changed = np.argwhere(np.abs(after - before[name]).max(axis=2) > 12)
        assert len(changed) > 40, toggle
        if toggle != "grid":  # which is wherever the robot is not
            assert _share_inside(changed, boxes[name]) > 0.8, toggle
    for name, shown in pages.items():
        assert np.array_equal(shown.shot(), before[name])


def test_spheres_and_collisions_are_coloured_by_overshoot_with_a_legend(opened, served, tmp_path):
    urdf = SPHERES[0].replace(
        "</collision>",
        '</collision><collision><geometry><box size="1.2 1 1"/></geometry></collision>',
    )
    scene = Source([urdf.encode()], srdf=SPHERES[1].encode()).scene()
    written = View(scene).save(tmp_path / "robot.html").as_uri()
    for address, offline in ((served(scene), False), (written, True)):
        shown = opened(f"{address}#show=spheres", offline=offline)
        legend = shown.page.get_by_role("img", name="Overshoot, largest")
        plain = shown.shot()
        assert not legend.is_visible()
        shown.ask("() => window.bodyplan.setToggle('overshoot', true)")
        coloured = shown.shot()
        assert legend.get_attribute("aria-label") == "Overshoot, largest 400 mm"
        place = legend.bounding_box()
        assert place["x"] > SIZE["width"] / 2
        assert SIZE["height"] / 2 < place["y"] < SIZE["height"] - place["height"]
        assert _greatest(coloured, 0) > _greatest(plain, 0) + 0.005  # the end of the scale is red
        assert (np.abs(coloured - plain).max(axis=2)[-70:, -220:] > 12).mean() > 0.02  # the legend
        for name, is_on in (("spheres", False), ("collision", True)):
            shown.ask("([name, on]) => window.bodyplan.setToggle(name, on)", [name, is_on])
        shown.shot()
        assert legend.get_attribute("aria-label") == "Overshoot, largest 100 mm"
        materials = shown.ask(
            "() => window.bodyplan.app.views[0].parts[0].filter(one => one.role === 'collision')"
            ".map(one => one.base.color.getHex())"
        )
        assert len(set(materials)) == 2
        shown.ask("() => window.bodyplan.setToggle('overshoot', false)")
        shown.ask("() => window.bodyplan.setToggle('collision', false)")
        shown.ask("() => window.bodyplan.setToggle('spheres', true)")
        assert np.array_equal(shown.shot(), plain)
        assert not legend.is_visible()


def test_a_page_without_overshoots_says_so_and_asks_for_none(opened, served, tmp_path):
    arm = Source(["sample:arm"]).scene()
    written = View(arm).save(tmp_path / "arm.html")
    asked = View(arm).save(tmp_path / "asked.html", overshoot=True)
    spheres = View(Source([SPHERES[0].encode()], srdf=SPHERES[1].encode()).scene())
    of_spheres = spheres.save(tmp_path / "spheres.html")
    for page, has_them in ((written, False), (asked, True), (of_spheres, True)):
        assert (b'id="overshoot"' in page.read_bytes()) == has_them
    for address, has_them in (
        (written.as_uri(), False),
        (asked.as_uri(), True),
        (served(arm), True),
    ):
        shown = opened(f"{address}#show=collision", offline=address.startswith("file:"))
        shown.ask("() => window.bodyplan.setToggle('overshoot', true)")
        shown.shot()
        legend = shown.page.get_by_role("img", name="Overshoot, largest")
        assert legend.is_visible() == has_them
        shown.ask("() => window.bodyplan.setToggle('overshoot', false)")
        box = shown.ask(
            "() => { const label = [...document.querySelectorAll('.show-menu label')]"
            ".find(one => one.textContent.startsWith('Overshoot'));"
            " return [label.querySelector('input').disabled, label.title]; }"
        )
        assert box == ([False, ""] if has_them else [True, "This page has none"])
        assert shown.errors == []


def _greatest(picture, channel):
    """The share of pixels in which a colour is much more than the others."""
    rest = np.delete(picture, channel, axis=2).max(axis=2)
    return (picture[:, :, channel] - rest > 60).mean()


def _share_inside(places, box):
    (left, top, right, bottom) = box
    rows, columns = places[:, 0], places[:, 1]
    inside = (rows >= top) & (rows <= bottom) & (columns >= left) & (columns <= right)
    return inside.mean()


@pytest.mark.parametrize("grey", [0.1, 0.0])
def test_a_dark_part_has_form(grey, opened, served):
    box = Geometry(Box((1.0, 1.0, 1.0)), material=Material("black", (grey, grey, grey, 1.0)))
    shown = opened(served(scene_of(Robot("dark", [Link("a", visuals=(box,))]))))
    picture = shown.shot(transparent=True)
    drawn = picture[picture[:, :, 3] == 255][:, 0]
    assert np.median(drawn) > 10
    assert np.ptp(np.percentile(drawn, (10, 90))) > 3
    assert drawn.max() < 80
