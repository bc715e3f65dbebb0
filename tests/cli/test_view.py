"""``bodyplan view`` and ``bodyplan render``: what they write, serve and say."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys

import pytest

from bodyplan.formats.source import sample_names

pytest.importorskip("numpy")
if not sample_names():
    pytest.skip("no samples", allow_module_level=True)
ROBOT = '<robot name="r"><link name="a"/></robot>'


def start(*words, **options):
    """A running command, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bodyplan", "view", *words, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
    assert found, line + process.stderr.read()
    return process, int(found[1])


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, 143)], ids=["SIGINT", "SIGTERM"]
)
def test_a_signal_stops_the_server_at_once(number, status):
    process, port = start("sample:arm")
    waiting = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    waiting.request("GET", "/events")
    waiting.getresponse().readline()
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    assert process.returncode == status
    assert (out, err.strip()) == ("", "")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port)).close()


def test_the_page_is_written_to_a_file(here, bodyplan):
    assert bodyplan("view", "sample:arm", "-o", "arm.html") == (0, "", "")
    text = (here / "arm.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "<title>sample:arm</title>" in text or "<title>tern</title>" in text
    assert '<script type="application/json" id="scene">' in text
    assert bodyplan("view", "sample:rover", "-o", "arm.html")[0] == 0  # ours is replaced


def test_the_posed_robot_is_written_as_glb(here, bodyplan):
    assert bodyplan("view", "sample:arm", "-o", "a.glb", "--state", "open") == (0, "", "")
    assert bodyplan("view", "sample:arm", "-o", "b.glb", "--zero") == (0, "", "")
    first, second = (here / "a.glb").read_bytes(), (here / "b.glb").read_bytes()
    assert first[:4] == second[:4] == b"glTF"
    assert first != second


def test_a_page_has_the_requested_configuration(here, bodyplan):
    assert (
        bodyplan("view", "sample:arm", "-o", "a.html", "-q", "elbow_joint=30", "--degrees")[0] == 0
    )
    assert "0.523598775" in (here / "a.html").read_text(encoding="utf-8")


SENTENCES = {
    ("view", "gone.urdf"): "bodyplan: gone.urdf does not exist",
    ("view", "gone.urdf", "-o", "a.html"): "bodyplan: gone.urdf does not exist",
    ("view", "r.urdf", "r.urdf", "r.urdf"): "unexpected argument 'r.urdf'; expected 2 at most",
    ("view", "r.urdf", "-o", "a.pdf"): "unknown ending '.pdf'; known endings are .html, .htm, .glb",
    ("view", "r.urdf", "-o", "a.html", "--port", "1"): "--port cannot be combined with --output",
    ("view", "r.urdf", "--port", "70000"): "--port must be at least 0 and at most 65,535",
    ("view", "r.urdf", "--host", "no.such.host.invalid"): "cannot listen on no.such.host.invalid",
    ("view", "r.urdf", "-q", "x=1", "-o", "a.html"): "-q: robot 'r' has no joint 'x'",
    ("view", "r.urdf", "--state", "x", "-o", "a.html"): "no SRDF found near r.urdf",
    ("view", "broken.urdf", "-o", "a.html"): "broken.urdf",
    ("view", "-", "-"): "standard input can be read only once",
    ("render", "r.urdf"): "missing -o",
    ("render", "r.urdf", "-o", "a.jpg"): "unknown ending '.jpg'; known endings are .png, .gif",
    (
        "render",
        "r.urdf",
        "-o",
        "a.png",
        "--size",
        "8x8",
    ): "--size: expected width and height of 16 to",
    ("render", "r.urdf", "-o", "a.png", "--size", "big"): "got 'big'",
    (
        "render",
        "r.urdf",
        "-o",
        "a.png",
        "--show",
        "mesh",
    ): "--show: 'mesh' cannot be shown; names are",
    (
        "render",
        "r.urdf",
        "-o",
        "a.png",
        "--sweep",
    ): "--sweep requires an animation: a file with the ending .gif",
    ("render", "r.urdf", "-o", "a.png", "--seconds", "2"): "--seconds requires an animation",
    ("render", "r.urdf", "-o", "a.gif", "--seconds", "0"): "--seconds must be more than 0",
    ("render", "r.urdf", "-o", "a.gif", "--fps", "99"): "--fps must be at least 1 and at most 50",
    ("render", "r.urdf", "-o", "a.gif", "--seconds", "100", "--fps", "50"): "the limit is 1,000",
    ("render", "r.urdf", "-o", "a.gif", "--turntable", "--sweep"): "cannot be combined with",
    ("render", "broken.urdf", "-o", "a.png"): "broken.urdf",
}


@pytest.mark.parametrize("words", SENTENCES, ids=" ".join)
def test_wrong_usage_is_one_sentence(here, bodyplan, monkeypatch, words):
    monkeypatch.setattr("bodyplan.viewer.view.find_browser", lambda: "")
    (here / "r.urdf").write_text(ROBOT)
    (here / "broken.urdf").write_text("<robot")
    status, out, err = bodyplan(*words)
    assert (status, out) == (2, "")
    assert SENTENCES[words] in err
    assert err.count("\n") == 1
    assert {path.name for path in here.iterdir()} == {"r.urdf", "broken.urdf"}


def test_without_a_browser_nothing_is_drawn(here, bodyplan, monkeypatch):
    monkeypatch.setenv("BODYPLAN_BROWSER", "/no/such/program")
    status, _, err = bodyplan("render", "sample:arm", "-o", "a.png")
    assert (status, err) == (2, "bodyplan: BODYPLAN_BROWSER: '/no/such/program' is not a program\n")


def test_a_network_address_says_what_it_exposes(here, bodyplan, monkeypatch):
    monkeypatch.setattr("bodyplan.viewer.live.LivePage.follow", lambda _: None)
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    status, out, err = bodyplan("view", "sample:arm", "--host", "0.0.0.0", "--port", "0")  # noqa: S104
    assert status == 0
    assert re.fullmatch(r"\S+: http://127\.0\.0\.1:\d+/ \(Ctrl-C stops\)\n", out)
    assert "everyone who reaches this machine can see the robot" in err


def test_a_broken_file_is_served_with_its_diagnostics(here, bodyplan, monkeypatch):
    (here / "broken.urdf").write_text("<robot")
    monkeypatch.setattr("bodyplan.viewer.live.LivePage.follow", lambda _: None)
    status, out, err = bodyplan("view", "broken.urdf", "--no-browser", "--port", "0")
    assert status == 0
    assert "http://" in out
    assert "broken.urdf" in err


def skip_without_browser() -> None:
    from bodyplan.viewer import BrowserMissingError, find_browser

    try:
        find_browser()
    except BrowserMissingError as error:
        pytest.skip(str(error))


def test_errors_of_a_file_are_reported_beside_the_page_that_is_written(here, bodyplan):
    (here / "half.urdf").write_text('<robot name="r"><link name="a"/><link name="b"')
    status, out, err = bodyplan("view", "half.urdf", "-o", "a.html")
    assert (status, out) == (0, "")
    assert err.startswith("bodyplan: half.urdf:1: ")
    assert "(X001)" in err
    assert err.endswith("; invalid parts are ignored\n")
    assert bodyplan("view", "half.urdf", "-o", "b.html", "--quiet") == (0, "", "")


def test_a_texture_that_is_not_shown_is_reported_beside_the_page_that_is_written(here, bodyplan):
    (here / "notes.png").write_text("no picture")
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry>\n'
        '<material name="m"><texture filename="notes.png"/></material></visual></link></robot>'
    )
    status, out, err = bodyplan("view", "r.urdf", "-o", "a.html")
    assert (status, out) == (0, "")
    assert err == (
        "bodyplan: r.urdf:2: visual of link 'a': texture notes.png is not a picture (G510); "
        "invalid parts are ignored\n"
    )


def test_meshes_that_are_not_shown_are_counted_beside_the_page_that_is_written(here, bodyplan):
    mesh = (
        '<visual><geometry><mesh filename="package://arm_description/{}.stl"/></geometry></visual>'
    )
    (here / "r.urdf").write_text(
        f'<robot name="r"><link name="a">{mesh.format("a")}{mesh.format("b")}</link></robot>'
    )
    status, out, err = bodyplan("view", "r.urdf", "-o", "a.html")
    assert (status, out) == (0, "")
    assert err == (
        "bodyplan: 2 of 2 meshes are not shown; 'package://arm_description/a.stl': not found; "
        "set the path of the package with --package arm_description=PATH\n"
    )
    assert bodyplan("view", "r.urdf", "-o", "b.html", "--quiet") == (0, "", "")


def test_an_error_is_reported_before_a_texture(here, bodyplan):
    (here / "notes.png").write_text("no picture")
    (here / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry>'
        '<material name="m"><texture filename="notes.png"/></material></visual>\n'
        '<visual><geometry><mesh filename="gone.stl"/></geometry></visual></link></robot>'
    )
    err = bodyplan("view", "r.urdf", "-o", "a.html")[2]
    assert err.startswith("bodyplan: r.urdf:2: ")
    assert "(R101) and 1 more problem;" in err
    assert "1 of 1 mesh is not shown; 'gone.stl': not found\n" in err


def test_pictures_are_drawn(here, bodyplan):
    image = pytest.importorskip("PIL.Image")
    skip_without_browser()
    words = ("render", "sample:arm", "--size", "200x150")
    assert bodyplan(*words, "-o", "a.png", "--transparent", "--show", "visual") == (0, "", "")
    with image.open(here / "a.png") as drawn:
        assert (drawn.size, drawn.mode) == ((200, 150), "RGBA")
        assert drawn.getpixel((0, 0))[3] == 0
    assert bodyplan(*words, "-o", "a.gif", "--sweep", "--seconds", "1", "--fps", "4")[0] == 0
    with image.open(here / "a.gif") as animated:
        assert (animated.size, animated.n_frames) == ((200, 150), 4)
        assert animated.info["duration"] == 250
    (here / "path.csv").write_text("elbow_joint\n0\n-0.5\n-1\n")
    assert bodyplan(*words, "-o", "b.gif", "--configurations", "path.csv")[0] == 0
    with image.open(here / "b.gif") as animated:
        assert animated.n_frames == 3
    before = (here / "a.png").read_bytes()
    assert bodyplan(*words, "-o", "a.png", "--state", "home", "--camera", "top")[0] == 0
    assert (here / "a.png").read_bytes() != before


@pytest.mark.parametrize("with_material", [False, True], ids=["description", "mesh file"])
def test_a_texture_is_the_right_way_up(bodyplan, tmp_path, with_material):
    pictures = pytest.importorskip("PIL.Image")
    skip_without_browser()
    skin = pictures.new("RGB", (4, 4), "blue")
    skin.paste((255, 0, 0), (0, 0, 4, 2))
    skin.save(tmp_path / "skin.png")
    (tmp_path / "m.mtl").write_text("newmtl skin\nKd 1 1 1\nmap_Kd skin.png\n")
    corners = "v 0 -1 -1\nv 0 1 -1\nv 0 1 1\nv 0 -1 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
    faces = "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"
    library, use = ("mtllib m.mtl\n", "usemtl skin\n") if with_material else ("", "")
    (tmp_path / "m.obj").write_text(library + corners + use + faces)
    material = (
        "" if with_material else "<material name='s'><texture filename='skin.png'/></material>"
    )
    (tmp_path / "r.urdf").write_text(
        "<robot name='r'><link name='a'><visual><geometry><mesh filename='m.obj'/></geometry>"
        f"{material}</visual></link></robot>"
    )
    options = ("--camera", "front", "--size", "200x200", "--show", "visual")
    status, _, errors = bodyplan("render", tmp_path / "r.urdf", "-o", tmp_path / "r.png", *options)
    assert status == 0, errors
    picture = pictures.open(tmp_path / "r.png").convert("RGB")
    upper, lower = picture.getpixel((100, 70)), picture.getpixel((100, 130))
    assert upper[0] > 2 * upper[2]
    assert lower[2] > 2 * lower[0]
