"""A browser for the tests of the page: one for each process, with a fresh page for each test."""

from __future__ import annotations

import os
import time

import pytest

from bodyplan.viewer._content import SceneContent
from bodyplan.viewer._server import PageServer
from bodyplan.viewer.browser import _FLAGS, BrowserMissingError, find_browser

SIZE = {"width": 800, "height": 600}
SMALL = {"width": 600, "height": 450}
"""Of the page that shows very many robots: drawing takes most of its time."""
SHOT = {"width": 360, "height": 260}


@pytest.fixture(scope="session")
def cache_of_all(tmp_path_factory):
    """A folder for the cache of meshes that all processes of the tests share."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"


@pytest.fixture(autouse=True)
def _cached(cache_of_all, monkeypatch):
    """Each mesh is made once for all tests, and nothing is written to the cache of the user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_of_all))


@pytest.fixture(scope="session")
def chromium():
    """A running browser without a window."""
    playwright = pytest.importorskip("playwright.sync_api")
    try:
        program = find_browser()
    except BrowserMissingError as error:
        pytest.skip(str(error))
    flags = [flag for flag in _FLAGS if not flag.startswith("--headless")]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


class Shown:
    """A page, and what went wrong on it."""

    def __init__(self, page):
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def clear(self):
        """Leave the page as a new one is; what it showed from its own address does not stay."""
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.errors.clear()
        self.requests.clear()

    def _note(self, message):
        # The software renderer warns about its own speed.
        if message.type in {"error", "warning"} and "GPU stall" not in message.text:
            self.errors.append(f"{message.type}: {message.text}")

    def open(self, url):
        self.page.goto(url)
        self.until("() => window.bodyplan !== undefined")
        self.page.evaluate("() => window.bodyplan.ready")
        return self

    def until(self, script, seconds=30.0):
        """Wait until a function returns something true.

        ``wait_for_function`` evaluates text in the page, which the page forbids.
        """
        end = time.monotonic() + seconds
        while not self.page.evaluate(script):
            assert time.monotonic() < end, f"{script} did not become true"
            self.page.wait_for_timeout(50)

    def ask(self, script, value=None):
        """What an expression of ``window.bodyplan`` returns."""
        return self.page.evaluate(script, value)

    def poses(self, robot=0):
        """The pose of each link, by name."""
        import numpy as np

        found = self.ask("robot => window.bodyplan.poses(robot)", robot)
        return {name: np.array(values).reshape(4, 4) for name, values in found.items()}

    def shot(self, **options):
        """What the page draws of the scene, without its panels, as pixels."""
        import base64
        import io

        import numpy as np
        from PIL import Image

        wanted = {**SHOT, **options}
        url = self.ask("shot => window.bodyplan.screenshot(shot)", wanted)
        data = base64.b64decode(url.partition(",")[2])
        mode = "RGBA" if options.get("transparent") else "RGB"
        return np.asarray(Image.open(io.BytesIO(data)).convert(mode)).astype(int)

    def drawn_share(self):
        """The share of the picture that the robot covers."""
        alpha = self.shot(transparent=True)[:, :, 3]
        return (alpha > 0).mean()

    def robot_box(self):
        """Where the robot is in a picture, with a margin: left, top, right, bottom."""
        import numpy as np

        rows, columns = np.nonzero(self.shot(transparent=True)[:, :, 3])
        margin = 24
        return (
            columns.min() - margin,
            rows.min() - margin,
            columns.max() + margin,
            rows.max() + margin,
        )


@pytest.fixture(scope="session")
def idle_pages():
    """Pages without options that no test uses; a new process for each page takes half a second."""
    return []


@pytest.fixture
def opened(chromium, idle_pages):
    """Opens pages, which are closed or cleared afterwards; none may have errors."""
    shown_pages = []

    def open_page(url, *, may_fail=False, offline=False, has_page=True, **options):
        is_plain = not (options or offline or url.startswith("file:"))
        if is_plain and idle_pages:
            shown = idle_pages.pop()
        else:
            context = chromium.new_context(**{"viewport": SIZE, **options})
            context.set_offline(offline)
            shown = Shown(context.new_page())
        shown_pages.append((shown, is_plain, may_fail))
        if not has_page:
            shown.page.goto(url)
            return shown
        return shown.open(url)

    yield open_page
    problems = []
    for shown, is_plain, may_fail in shown_pages:
        problems += [] if may_fail else shown.errors
        if is_plain and not problems:
            shown.clear()
            idle_pages.append(shown)
        else:
            shown.page.context.close()
    assert problems == []


@pytest.fixture
def served():
    """Serves scenes; returns their addresses."""
    servers = []

    def serve(scene):
        server = PageServer(SceneContent(scene), port=0)
        servers.append(server)
        return server.url

    yield serve
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def shared(chromium):
    """Shows scenes one after the other on one page, which costs less than a page for each."""
    from bodyplan.viewer import Scene

    server = PageServer(SceneContent(Scene()), port=0)
    context = chromium.new_context(viewport=SMALL)
    shown = Shown(context.new_page())

    def show(scene):
        if shown.page.url == "about:blank":
            shown.open(server.url)
        shown.errors.clear()
        shown.ask(
            "() => { window.before = window.bodyplan.app.scene; window.bodyplan.errors.length = 0; }"
        )
        server.show(SceneContent(scene))
        shown.until("() => window.bodyplan.app.scene !== window.before")
        shown.ask("() => { window.bodyplan.select(null); window.bodyplan.setCamera('iso'); }")
        shown.page.evaluate("() => window.bodyplan.ready")
        return shown

    yield show
    context.close()
    server.stop()
