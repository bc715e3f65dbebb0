"""A page that follows its files: changes, broken files, files that appear later."""

from __future__ import annotations

import json
import os
import shutil
import threading
from queue import Queue

import pytest

import bodyplan
from bodyplan.formats.input_error import InputError
from bodyplan.viewer._watch import states_of, wait_for_change
from bodyplan.viewer.live import LivePage
from bodyplan.viewer.sources import Source, UnreadableError
from tests.viewer.test_server import ask, event, events

pytest.importorskip("numpy")

ROBOT = """<robot name="r"><link name="a"><visual><geometry>{}</geometry></visual></link>
<link name="b"/><joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>
"""
BOX = '<box size="1 2 3"/>'
SECONDS = 10.0
"""So long a test waits for what must happen."""


@pytest.fixture
def live(monkeypatch):
    """Starts pages, with the queue of what they report."""
    monkeypatch.setattr("bodyplan.viewer._server.bundle", lambda name: f"/* {name} */")
    pages = []

    def start(*sources, **options):
        reports = Queue()
        page = LivePage(Source(sources, **options), port=0, on_reload=reports.put)
        page.port = int(page.url.rsplit(":", 1)[1].strip("/"))
        page.follow_in_thread()
        pages.append(page)
        return page, reports

    yield start
    for page in pages:
        page.stop()


def scene(page):
    return json.loads(ask(page, "/scene.json")[2])


def test_a_saved_file_is_shown_and_open_pages_hear_of_it(live, tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format(BOX))
    page, reports = live(path)
    assert scene(page)["robots"][0]["links"][0]["visuals"][0]["shape"]["size"] == [1, 2, 3]
    connection, answer = events(page)
    event(answer)
    path.write_text(ROBOT.format(BOX.replace("3", "4")))
    report = reports.get(timeout=SECONDS)
    assert (report.changed, report.error) == ((str(path),), "")
    assert event(answer)["event"] == "reload"
    assert scene(page)["robots"][0]["links"][0]["visuals"][0]["shape"]["size"] == [1, 2, 4]
    connection.close()


class Slow(Source):
    """A robot whose meshes are read when the test says so."""

    def __init__(self, path):
        super().__init__([path])
        self.go = threading.Event()

    def scene(self, *, strict=False, on_read=lambda _: None):
        def read(title):
            on_read(title)
            assert self.go.wait(SECONDS)

        return super().scene(strict=strict, on_read=read)


@pytest.mark.usefixtures("live")
def test_the_page_can_be_opened_while_meshes_are_read(tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format(BOX))
    source, opened, answers = Slow(path), Queue(), Queue()
    pages = Queue()
    making = threading.Thread(
        target=lambda: pages.put(LivePage(source, port=0, on_open=opened.put))
    )
    making.start()
    early = opened.get(timeout=SECONDS)
    assert early.title == path.name
    early.port = int(early.url.rsplit(":", 1)[1].strip("/"))
    assert ask(early, "/")[0] == 200
    asking = threading.Thread(target=lambda: answers.put(scene(early)))
    asking.start()
    source.go.set()
    assert answers.get(timeout=SECONDS)["robots"][0]["name"] == "r"
    assert pages.get(timeout=SECONDS) is early
    early.stop()


def test_a_file_that_cannot_be_opened_opens_no_page(live, tmp_path):
    opened = []
    with pytest.raises(InputError):
        LivePage(Source([tmp_path / "none.urdf"]), port=0, on_open=opened.append)
    assert opened == []


BROKEN = {
    "half written": ROBOT.format(BOX)[:-30],
    "no XML": "robot",
    "empty": "",
    "another format": "<html/>",
}


@pytest.mark.parametrize("case", BROKEN)
def test_the_last_good_robot_stays_while_a_file_is_broken(live, tmp_path, case):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format(BOX))
    page, reports = live(path)
    path.write_text(BROKEN[case])
    assert reports.get(timeout=SECONDS).error
    shown = scene(page)
    assert [link["name"] for link in shown["robots"][0]["links"]] == ["a", "b"]
    assert shown["error"]
    assert shown["findings"][0]["severity"] == "error"
    path.write_text(ROBOT.format(BOX).replace('"b"', '"c"'))
    assert reports.get(timeout=SECONDS).error == ""
    shown = scene(page)
    assert shown.get("error") is None
    assert [link["name"] for link in shown["robots"][0]["links"]] == ["a", "c"]


def test_a_robot_with_errors_that_hide_nothing_is_shown_with_them(live, tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format(BOX))
    page, reports = live(path)
    path.write_text(ROBOT.format(BOX).replace('upper="1"', 'upper="x"'))
    assert reports.get(timeout=SECONDS).error == ""
    assert "X105" in {one["code"] for one in scene(page)["findings"]}


def test_a_removed_file_is_an_error_until_it_is_back(live, tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format(BOX))
    page, reports = live(path)
    path.rename(tmp_path / "gone")
    assert "r.urdf" in reports.get(timeout=SECONDS).error
    assert scene(page)["robots"]
    (tmp_path / "gone").rename(path)
    assert reports.get(timeout=SECONDS).error == ""


def test_a_mesh_that_appears_later_is_shown(live, tmp_path):
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT.format('<mesh filename="parts/hull.stl"/>'))
    page, reports = live(path)
    shape = scene(page)["robots"][0]["links"][0]["visuals"][0]["shape"]
    assert (shape.get("asset"), bool(shape["problem"])) == (None, True)
    package = os.path.dirname(bodyplan.__file__)
    (tmp_path / "parts").mkdir()
    shutil.copy(f"{package}/samples/rover/meshes/hull.stl", tmp_path / "parts")
    assert reports.get(timeout=SECONDS).error == ""
    shape = scene(page)["robots"][0]["links"][0]["visuals"][0]["shape"]
    status, headers, body = ask(page, f"/assets/{shape['asset']}")
    assert (status, headers["Content-Type"], body[:4]) == (200, "model/gltf-binary", b"glTF")
    assert len(body) == scene(page)["assets"][shape["asset"]]["bytes"]


def test_included_files_meshes_and_the_srdf_are_followed(tmp_path):
    (tmp_path / "part.xacro").write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:macro name="m"><link name="a"/></xacro:macro></robot>'
    )
    path = tmp_path / "r.urdf.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:include filename="part.xacro"/><xacro:m/></robot>'
    )
    (tmp_path / "r.srdf").write_text(
        '<robot name="r"><group name="g"><link name="a"/></group></robot>'
    )
    found = Source([path]).scene()
    assert {file.name for file in found.files} >= {"r.urdf.xacro", "part.xacro"}
    named = Source([path], srdf=tmp_path / "r.srdf").scene()
    assert "r.srdf" in {file.name for file in named.files}
    assert [group.name for group in named.data().robots[0].groups] == ["g"]


def test_the_srdf_near_a_robot_is_used_and_a_broken_one_is_not():
    found = Source(["sample:arm"]).scene()
    assert [state.name for state in found.data().robots[0].states]


def test_a_broken_srdf_near_a_robot_does_not_hide_it(tmp_path):
    (tmp_path / "r.urdf").write_text(ROBOT.format(BOX))
    (tmp_path / "r.srdf").write_text('<robot name="r"><group')
    found = Source([tmp_path / "r.urdf"]).scene()
    assert [robot.name for robot in found.robots] == ["r"]


def test_an_srdf_is_shown_as_its_robot():
    found = Source(["sample:arm.srdf"]).scene()
    assert [robot.name for robot in found.robots] == ["tern"]


def test_what_does_not_exist_is_an_error(tmp_path):
    with pytest.raises(InputError, match="gone"):
        Source([tmp_path / "gone.urdf"]).scene()
    (tmp_path / "r.urdf").write_text("<robot")
    assert Source([tmp_path / "r.urdf"]).scene().robots == []
    with pytest.raises(UnreadableError):
        Source([tmp_path / "r.urdf"]).scene(strict=True)


def test_the_page_asks_for_the_links_that_collide(live):
    page, _ = live("sample:arm")
    q = [0.02, 0.96, 0.42, -0.14, 1.31, 1.25, 0.01]
    status, _, body = ask(page, "/collisions", "POST", json.dumps({"robot": 0, "q": q}).encode())
    assert status == 200
    assert json.loads(body) == {"pairs": [["pedestal_link", "right_finger_link"]]}
    assert ask(page, "/collisions", "POST", b'{"robot": 5, "q": []}')[0] == 400
    assert ask(page, "/collisions", "POST", b'{"robot": 0, "q": [1]}')[0] == 400
    assert ask(page, "/collisions", "POST", b'{"robot": 0, "q": [NaN,0,0,0,0,0,0]}')[0] == 400


def test_waiting_for_a_change_ends_when_it_is_stopped(tmp_path):
    path = tmp_path / "a"
    path.write_text("1")
    stop = threading.Event()
    stop.set()
    assert wait_for_change(states_of([path]), stop) is False


@pytest.mark.parametrize("change", ["write", "replace", "remove", "create"])
def test_every_kind_of_change_is_noticed(tmp_path, change):
    path = tmp_path / "a"
    if change != "create":
        path.write_text("1")
    states = states_of([path])
    if change == "replace":
        (tmp_path / "b").write_text("2")
        (tmp_path / "b").replace(path)
    elif change == "remove":
        path.unlink()
    else:
        path.write_text("22")
    assert wait_for_change(states, threading.Event()) is True


def test_a_deleted_file_suggests_no_other_robot(tmp_path):
    (tmp_path / "arm.urdf").write_text(ROBOT.format('<box size="1 1 1"/>'))
    (tmp_path / "arm2.urdf").write_text(ROBOT.format('<sphere radius="1"/>'))
    reports = Queue()
    page = LivePage(Source([tmp_path / "arm.urdf"]), port=0, on_reload=reports.put)
    page.follow_in_thread()
    try:
        (tmp_path / "arm.urdf").unlink()
        assert reports.get(timeout=60).error == "'arm.urdf' no longer exists"
    finally:
        page.stop()


FOLLOWED = {
    "r.urdf": {
        "r.urdf": ROBOT.format('<mesh filename="m.obj"/>'),
        "m.obj": "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n",
        "m.mtl": "newmtl a\nmap_Kd missing.png\n",
        "missing.png": None,
    },
    "r.urdf.xacro": {
        "r.urdf.xacro": '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:property name="c" value="${xacro.load_yaml(\'c.yaml\')}"/><link name="${c[\'n\']}"/></robot>',
        "c.yaml": "n: a\n",
    },
    "r.xml": {
        "r.xml": '<mujoco><compiler meshdir="m"/><include file="i.xml"/><asset><mesh name="m" file="a.stl"/>'
        "</asset></mujoco>",
        "i.xml": '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>',
        "m/a.stl": None,
    },
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_all_files_of_a_robot_are_followed_also_those_that_are_missing(tmp_path, name):
    for file, text in FOLLOWED[name].items():
        if text is not None:
            (tmp_path / file).write_text(text)
    if name == "r.xml":
        pytest.importorskip("mujoco")
    files = Source([tmp_path / name]).scene().files
    assert files >= {tmp_path / file for file in FOLLOWED[name]}


@pytest.mark.skipif(os.name == "nt", reason="Windows does not note when a file was changed last")
def test_a_change_that_keeps_size_and_time_is_noticed(tmp_path):
    path = tmp_path / "a"
    path.write_text("1")
    states = states_of([path])
    before = path.stat()
    while path.stat().st_ctime_ns == before.st_ctime_ns:  # the clock of the file system is coarse
        path.write_text("2")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert states_of([path]) != states


def test_a_configuration_is_kept_while_a_change_hides_its_joint(live, tmp_path):
    path = tmp_path / "r.urdf"
    for text in ("<robot name='r'/>", ROBOT.format(BOX)):
        path.write_text(text)
        page, reports = live(path, configure=lambda *_: {"j": 0.5})
    for name, q in (("k", 0.0), ("j", 0.5)):
        path.write_text(ROBOT.replace('"j"', f'"{name}"').format(BOX))
        assert reports.get(timeout=SECONDS).error == ""
        assert page.scene.configuration() == {name: (q,)}
    with pytest.raises(bodyplan.model.UnknownNameError, match="no joint 'x'"):
        bodyplan.view(path, q={"x": 1.0}, serve=False)
