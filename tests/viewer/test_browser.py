"""The browser without a window: found, started, and ended with all its processes."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import time

import pytest

import bodyplan
from bodyplan.cli import main
from bodyplan.viewer import _renderer as renderer
from bodyplan.viewer import browser
from bodyplan.viewer._renderer import end_idle
from bodyplan.viewer.browser import BrowserMissingError, find_browser
from bodyplan.viewer.picture import Frame, Picture
from bodyplan.viewer.render import RenderError, gif_of, rendered
from tests.viewer.test_server import Stub

if os.name != "posix":
    pytest.skip("programs are shell scripts here", allow_module_level=True)

PAGE = """
const job = await (await fetch('/job.json')).json();
for (const frame of job.frames) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [job.width, job.height];
  const pen = canvas.getContext('2d');
  pen.fillStyle = job.transparent ? 'red' : 'blue';
  pen.fillRect(0, 0, 10 * frame.q.a, job.height);
  await fetch('/render', {method: 'POST', body: canvas.toDataURL()});
}
location.replace('/?render=1');
"""


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture(autouse=True)
def _ended():
    """Each test starts its own browser."""
    end_idle()
    yield
    end_idle()


@pytest.fixture
def bundled(monkeypatch):
    """The script that is the page."""

    def use(script):
        monkeypatch.setattr("bodyplan.viewer._server.bundle", lambda _: script)

    return use


def test_the_browser_that_a_variable_names_is_used(monkeypatch, tmp_path):
    path = program(tmp_path / "my browser", "exit 0")
    monkeypatch.setenv("BODYPLAN_BROWSER", path)
    assert find_browser() == path
    monkeypatch.setenv("BODYPLAN_BROWSER", str(tmp_path / "gone"))
    with pytest.raises(BrowserMissingError, match=r"BODYPLAN_BROWSER: '.*gone' is not a program"):
        find_browser()


def test_without_a_browser_one_sentence_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.delenv("BODYPLAN_BROWSER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "_CACHED", str(tmp_path / "*"))
    monkeypatch.setattr(browser, "_PLACES", {})
    with pytest.raises(BrowserMissingError, match="apt install chromium"):
        find_browser()
    path = program(tmp_path / "google-chrome", "exit 0")
    assert find_browser() == path


@pytest.mark.parametrize("path", ["", ".", ":", "sub"])
def test_no_browser_of_the_current_folder_is_started(path, monkeypatch, tmp_path):
    monkeypatch.delenv("BODYPLAN_BROWSER", raising=False)
    monkeypatch.setattr(browser, "_CACHED", str(tmp_path / "*" / "none"))
    monkeypatch.setattr(browser, "_PLACES", {})
    (tmp_path / "sub").mkdir()
    for folder in (tmp_path, tmp_path / "sub"):
        program(folder / "chromium", "exit 0")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path)
    with pytest.raises(BrowserMissingError):
        find_browser()


def one():
    return list(rendered(Stub(), Picture((40, 30)), [Frame({"a": 1.0})]))


def test_a_browser_that_ends_is_one_sentence(monkeypatch, tmp_path):
    path = program(tmp_path / "chrome", 'echo "no display" >&2; exit 3')
    monkeypatch.setenv("BODYPLAN_BROWSER", path)
    with pytest.raises(RenderError, match="ended before it drew a picture: no display"):
        one()


def test_a_browser_that_does_nothing_is_ended(monkeypatch, tmp_path):
    note = tmp_path / "pid"
    path = program(tmp_path / "chrome", f"sleep 1000 & echo $! > {note}; wait")
    monkeypatch.setenv("BODYPLAN_BROWSER", path)
    monkeypatch.setattr(renderer, "_START_SECONDS", 0.5)
    with pytest.raises(RenderError, match=r"drew no picture within 0\.5 s"):
        one()
    command = ["ps", "-o", "stat=", "-p", note.read_text().strip()]
    state = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert state[:1] in {"", "Z"}  # gone, or a zombie where nothing collects orphans


def test_what_the_page_cannot_draw_is_one_sentence(monkeypatch, tmp_path, bundled):
    _require_browser()
    bundled("await fetch('/render', {method: 'POST', body: '{\"error\": \"WebGL is off\"}'})")
    with pytest.raises(RenderError, match="could not be drawn: WebGL is off"):
        one()


def _require_browser():
    try:
        find_browser()
    except BrowserMissingError as error:
        pytest.skip(str(error))


def test_the_page_draws_every_frame_and_nothing_is_left_behind(tmp_path, monkeypatch, bundled):
    _require_browser()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    bundled(PAGE)
    image = pytest.importorskip("PIL.Image")
    frames = [Frame({"a": 1.0}), Frame({"a": 3.0})]
    pictures = list(rendered(Stub(), Picture((40, 30), is_transparent=True), frames))
    end_idle()
    assert list(tmp_path.iterdir()) == []
    for data, width in zip(pictures, (10, 30), strict=True):
        drawn = image.open(io.BytesIO(data))
        assert (drawn.size, drawn.getbbox()) == ((40, 30), (0, 0, width, 30))
        assert drawn.getpixel((0, 0)) == (255, 0, 0, 255)
    animated = image.open(io.BytesIO(gif_of(pictures, 0.25)))
    assert (animated.n_frames, animated.info["duration"], animated.info["loop"]) == (2, 250, 0)
    animated.seek(1)
    assert animated.convert("RGBA").getpixel((25, 5)) == (255, 0, 0, 255)
    assert animated.convert("RGBA").getpixel((35, 5))[3] == 0


@pytest.fixture
def starts(monkeypatch, tmp_path):
    """Says how many browsers were started."""
    _require_browser()
    note = tmp_path / "starts"
    path = program(tmp_path / "chrome", f'echo x >> {note}; exec "{find_browser()}" "$@"')
    monkeypatch.setenv("BODYPLAN_BROWSER", path)
    return lambda: len(note.read_text().split())


ARMS = [f"arm{number}.urdf" for number in range(6)]


def test_pictures_of_many_robots_and_views_start_one_browser(
    starts, bundled, monkeypatch, tmp_path
):
    bundled(PAGE.replace("frame.q.a", "1"))
    monkeypatch.chdir(tmp_path)
    for name in ARMS:
        (tmp_path / name).write_text('<robot name="r"><link name="base"/></robot>')
    assert main(["render", *ARMS, "-o", "out", "--size", "40x30", "--quiet"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        name.replace(".urdf", ".png") for name in ARMS
    ]
    for camera in ("front", "left", "top", "iso"):
        bodyplan.render(ARMS[0], f"{camera}.png", camera=camera, size=(40, 30))
    assert starts() == 1


def test_a_picture_that_fails_does_not_spoil_the_next_one(starts, bundled):
    frames = [Frame({"a": 1.0})] * 2
    bundled(PAGE.replace("canvas.toDataURL()", "'no'", 1))
    with pytest.raises(RenderError, match="could not be drawn: no"):
        list(rendered(Stub(), Picture((40, 30)), frames))
    bundled(PAGE)
    assert len(list(rendered(Stub(), Picture((40, 30)), frames))) == 2
    assert starts() == 2


def test_a_browser_without_work_ends(monkeypatch, bundled):
    _require_browser()
    bundled(PAGE)
    monkeypatch.setattr(renderer, "IDLE_SECONDS", 0.1)
    one()
    end = time.monotonic() + 30
    while renderer._idle:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_browser_ends_with_a_process_that_is_killed(tmp_path):
    _require_browser()
    note = tmp_path / "pid"
    path = program(tmp_path / "chrome", f'echo $$ > {note}; exec "{find_browser()}" "$@"')
    script = "from bodyplan.viewer._renderer import Renderer; import os, sys, time\n"
    script += "one = Renderer(sys.argv[1])\n"
    script += "while not os.path.exists(sys.argv[2]) or not os.path.getsize(sys.argv[2]): time.sleep(0.05)\n"
    script += "os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", script, path, str(note)], check=False)
    number, end = int(note.read_text()), time.monotonic() + 30
    command = ["ps", "-o", "stat=", "-p", str(number)]
    while True:
        state = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        if state[:1] in {"", "Z"}:
            break
        assert time.monotonic() < end
        time.sleep(0.1)


def test_without_pillow_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(RenderError, match=r"pip install 'bodyplan\[view\]'"):
        gif_of([], 0.1)


def test_no_program_of_the_current_folder_is_taken_for_a_browser(monkeypatch):
    paths = []
    monkeypatch.setattr("webbrowser.open", lambda _: paths.append(os.environ["PATH"]) or True)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", os.pathsep.join(("/usr/bin", ".", "", "bin")))
    assert browser.open_in_browser("http://127.0.0.1/") is True
    assert paths == ["/usr/bin"]
    assert os.environ["PATH"] == os.pathsep.join(("/usr/bin", ".", "", "bin"))


def test_no_browser_is_started_in_the_terminal_of_a_machine_without_a_screen(monkeypatch):
    started = []
    monkeypatch.setattr("webbrowser.open", lambda url: started.append(url) or True)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert browser.open_in_browser("http://127.0.0.1/") is False
    monkeypatch.setenv("DISPLAY", ":0")
    assert browser.open_in_browser("http://127.0.0.1/") is True
    assert started == ["http://127.0.0.1/"]
