"""Bad input on the page: always a page with what could be read and why the rest is missing."""

from __future__ import annotations

import os
import shutil
import stat

import pytest

import bodyplan
from bodyplan.viewer import scene_of
from bodyplan.viewer.sources import Source
from tests.slices import amount

np = pytest.importorskip("numpy")
pytest.importorskip("PIL")
BOX = '<visual><geometry><box size="1 1 1"/></geometry></visual>'
MESH = '<visual><geometry><mesh filename="{}"/></geometry></visual>'


def robot(*links, joints=""):
    named = "".join(f'<link name="l{number}">{link}</link>' for number, link in enumerate(links))
    chain = "".join(
        f'<joint name="j{number}" type="fixed"><parent link="l{number - 1}"/>'
        f'<child link="l{number}"/><origin xyz="0 0 1.5"/></joint>'
        for number in range(1, len(links))
    )
    return f'<robot name="r">{named}{joints or chain}</robot>'


HOSTILE = '&lt;img src=x onerror="window.hacked=1"&gt;&lt;/script&gt;&lt;script&gt;window.hacked=1&lt;/script&gt;'
TEXTS = {
    "an empty robot": '<robot name="r"/>',
    "an empty file": "",
    "no XML": "\x00\x01 nothing",
    "half a file": robot(BOX, BOX)[:-60],
    "NaN in a pose": robot(BOX, BOX).replace("0 0 1.5", "nan 0 0"),
    "infinity in a pose": robot(BOX, BOX).replace("0 0 1.5", "inf 0 1e999"),
    "huge numbers": robot(BOX, BOX).replace("0 0 1.5", "1e300 0 0"),
    "a size of zero": robot(BOX.replace("1 1 1", "0 0 0"), BOX),
    "a negative size": robot(BOX.replace("1 1 1", "-1 1 1"), BOX),
    "an unknown joint type": robot(BOX, BOX).replace('"fixed"', '"hinge"'),
    "a joint without a child": robot(BOX, BOX).replace('<child link="l1"/>', ""),
    "a loop": robot(
        BOX,
        BOX,
        joints="".join(
            f'<joint name="j{a}" type="fixed"><parent link="l{a}"/><child link="l{1 - a}"/></joint>'
            for a in (0, 1)
        ),
    ),
    "two roots": robot(BOX, BOX, joints=" "),
    "a mesh that does not exist": robot(BOX, MESH.format("gone.stl")),
    "a mesh in a package that does not exist": robot(BOX, MESH.format("package://gone/a.stl")),
    "a corrupt mesh": robot(BOX, MESH.format("corrupt.stl")),
    "a mesh of another type": robot(BOX, MESH.format("text.dae")),
    "an empty mesh": robot(BOX, MESH.format("empty.obj")),
    "a mesh with NaN": robot(BOX, MESH.format("nan.obj")),
    "a mesh with a scale of zero": robot(
        BOX, MESH.format("hull.stl").replace("/></geo", ' scale="0 0 0"/></geo')
    ),
    "a mesh outside of the folder": robot(BOX, MESH.format("/etc/passwd")),
    "a texture that is not a picture": robot(
        BOX.replace(
            "</visual>", '<material name="m"><texture filename="text.dae"/></material></visual>'
        ),
        BOX,
    ),
    "hostile names": robot(BOX, BOX).replace('"l1"', f'"{HOSTILE.replace(chr(34), "&quot;")}"'),
    "a limit of infinity": robot(BOX, BOX).replace("fixed", "revolute"),
    "an axis of zero": robot(BOX, BOX).replace('"fixed">', '"continuous"><axis xyz="0 0 0"/>'),
}


@pytest.fixture
def folder(tmp_path):
    """A folder with meshes that cannot be read."""
    (tmp_path / "corrupt.stl").write_bytes(b"\x00" * 80 + b"\xff\xff\xff\x7f" + b"x" * 100)
    (tmp_path / "text.dae").write_text("This is no mesh.")
    (tmp_path / "empty.obj").write_text("")
    (tmp_path / "nan.obj").write_text("v nan 0 0\nv 1 0 0\nv 0 1 inf\nf 1 2 3\n")
    samples = os.path.join(os.path.dirname(bodyplan.__file__), "samples")
    shutil.copy(os.path.join(samples, "rover", "meshes", "hull.stl"), tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", TEXTS)
def test_the_page_shows_what_can_be_read_and_says_what_cannot(case, folder, shared):
    path = folder / "r.urdf"
    path.write_bytes(TEXTS[case].encode())
    scene = Source([path]).scene()
    shown = shared(scene)
    # It warns of values that it cannot draw.
    assert [one for one in shown.errors if not one.startswith("warning: ")] == []
    assert shown.ask("() => window.hacked") is None
    assert shown.ask("() => document.body.innerText.length") > 20
    data = scene.data()
    assert data.findings or data.error or shown.ask("() => window.bodyplan.missing()"), case
    if scene.robots:
        shown.ask("() => window.bodyplan.setToggle('collision', true)")
        assert set(shown.poses()) == {link.name for link in scene.robots[0].links}
    else:
        assert shown.page.get_by_role("alert").is_visible()


def test_a_missing_mesh_is_a_box_and_is_listed(folder, opened, served):
    path = folder / "r.urdf"
    path.write_text(robot(BOX, MESH.format("gone.stl")))
    shown = opened(served(Source([path]).scene()))
    (missing,) = shown.ask("() => window.bodyplan.missing()")
    assert (missing["link"], missing["uri"]) == ("l1", "gone.stl")
    shown.page.locator("#tab-findings").click()
    assert shown.page.get_by_text("1 mesh not shown").is_visible()


def test_a_missing_mesh_of_mjcf_is_a_box_too(folder, opened, served):
    pytest.importorskip("mujoco")
    path = folder / "r.xml"
    path.write_text(
        '<mujoco><asset><mesh name="m" file="gone.stl"/></asset><worldbody><body name="b">'
        '<joint/><geom size="0.1"/><geom type="mesh" mesh="m" pos="0.4 0 0"/></body></worldbody></mujoco>'
    )
    shown = opened(served(Source([path]).scene()))
    (missing,) = shown.ask("() => window.bodyplan.missing()")
    assert (missing["link"], missing["uri"]) == ("b", "gone.stl")
    shown.page.locator("#tab-findings").click()
    assert shown.page.get_by_text("1 mesh not shown").is_visible()
    assert shown.page.get_by_text("its file 'gone.stl' is not found").first.is_visible()


def test_a_texture_that_is_not_a_picture_is_listed_with_its_line(folder, opened, served):
    path = folder / "r.urdf"
    path.write_text(TEXTS["a texture that is not a picture"].replace("<material", "\n<material"))
    shown = opened(served(Source([path]).scene()))
    shown.page.locator("#tab-findings").click()
    shown.page.get_by_text("texture text.dae is not a picture").click()
    assert shown.page.get_by_text("r.urdf:2").first.is_visible()


def test_very_many_links_are_shown(opened, served):
    from bodyplan import model

    count = amount(10_000, short=2_500)

    links = [model.Link("l0", visuals=(model.Geometry(model.Box((0.1, 0.1, 0.1))),))]
    joints = []
    for number in range(1, count):
        links.append(
            model.Link(f"l{number}", visuals=(model.Geometry(model.Box((0.1, 0.1, 0.1))),))
        )
        joints.append(
            model.Joint(
                f"j{number}",
                "continuous",
                f"l{(number - 1) // 2}",
                f"l{number}",
                origin=model.Transform(p=(0.1, 0.2 * (number % 2) - 0.1, 0.1)),
                axis=(0.0, 0.0, 1.0),
            )
        )
    made = model.Robot("many", links, joints)
    shown = opened(served(scene_of(made)))
    shown.ask("() => window.bodyplan.setQ({j1: 0.5})")
    found = shown.poses()
    assert len(found) == count
    X = made.forward_kinematics({"j1": 0.5}, [links[-1].name])
    assert np.abs(found[links[-1].name] - X[0]).max() < 1e-6


def test_a_file_that_may_not_be_read_is_a_reason(folder, opened, served):
    if not hasattr(os, "geteuid") or os.geteuid() == 0:
        pytest.skip("root reads every file")
    path = folder / "r.urdf"
    path.write_text(robot(BOX, MESH.format("hull.stl")))
    (folder / "hull.stl").chmod(stat.S_IWUSR)
    shown = opened(served(Source([path]).scene()))
    assert len(shown.ask("() => window.bodyplan.missing()")) == 1
