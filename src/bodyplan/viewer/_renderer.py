"""A headless browser that is reused for several scenes, because its start takes seconds."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

from bodyplan.core.leaving import before_end
from bodyplan.viewer._loopback import LOCALHOST
from bodyplan.viewer._server import Content, Job, PageServer
from bodyplan.viewer.browser import find_browser, opened

IDLE_SECONDS = 20.0
"""Time for which an idle browser is kept [s]."""
_START_SECONDS = 90.0
"""Time limit for the first picture [s]; it includes starting the browser and loading all meshes."""
_FRAME_SECONDS = 30.0
_WINDOW = (1200, 900)
"""Size of the window [pixels]; the page can draw pictures of any other size."""


class RenderError(RuntimeError):
    """A picture could not be drawn; the message gives the reason."""


class Renderer:
    """A running browser with a page that draws pictures, and the server of this page.

    Args:
        program: path of the browser.
    """

    def __init__(self, program: str) -> None:
        self._program, self.owner = program, os.getpid()
        self._job = Job()
        self._timer: threading.Timer | None = None
        with ExitStack() as parts:
            self._server = PageServer(host=LOCALHOST, port=0, job=self._job)
            parts.callback(self._server.stop)
            url = f"{self._server.url}?render=1&key={self._job.key}"
            self._browser = parts.enter_context(opened(program, url, *_WINDOW))
            self._parts = parts.pop_all()

    def is_usable(self, program: str) -> bool:
        """Return whether this process started the browser from this path, and it still runs."""
        is_own = self.owner == os.getpid() and self._program == program
        return is_own and self._browser.is_running

    def draw(self, content: Content, request: Mapping[str, Any], count: int) -> Iterator[bytes]:
        """Yield the data that the page sends for each picture of a scene.

        Args:
            content: the scene.
            request: the content of ``/job.json``, which the page fetches.
            count: number of pictures.

        Raises:
            RenderError: the page does not send a picture.
        """
        self._server.show(content)
        self._job.request(request)
        for number in range(count):
            yield self._next(_FRAME_SECONDS if number else _START_SECONDS)

    def _next(self, seconds: float) -> bytes:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                return self._job.frames.get(timeout=0.1)
            except queue.Empty:
                if not self._browser.is_running:
                    break
        else:
            raise RenderError(f"the browser drew no picture within {seconds:g} s")
        words = self._browser.last_words
        reason = f": {words}" if words else ""
        raise RenderError(f"the browser ended before it drew a picture{reason}")

    def work(self) -> None:
        """Mark the browser as busy: stop the timer that would end it."""
        if self._timer is not None:
            self._timer.cancel()

    def rest(self) -> None:
        """Mark the browser as idle: end it after ``IDLE_SECONDS``, or now if another one is idle."""
        with _lock:
            if self._browser.is_running and not any(map(_is_own, _idle)):
                self._timer = threading.Timer(IDLE_SECONDS, _end_idle, [self])
                self._timer.daemon = True
                self._timer.start()
                _idle.append(self)
                return
        self.close()

    def close(self) -> None:
        """End the browser and the server; do nothing in a fork of the process that owns them."""
        self.work()
        if self.owner == os.getpid():
            self._parts.close()


_idle: list[Renderer] = []
"""Idle browsers. In a forked process, the list keeps the browsers of the parent process referenced,
so that garbage collection does not end them.
"""
_lock = threading.Lock()


def _is_own(one: Renderer) -> bool:
    return one.owner == os.getpid()


@contextmanager
def renderer() -> Iterator[Renderer]:
    """Provide an idle or new browser to a ``with`` block. An error in the block ends the browser.

    Raises:
        BrowserMissingError: no browser is installed.
    """
    program = find_browser()
    with _lock:
        found = next((one for one in _idle if one.is_usable(program)), None)
        if found is not None:
            _idle.remove(found)
    if found is None:
        end_idle()  # an idle browser may have another path, or may have ended
        found = Renderer(program)
    found.work()
    try:
        yield found
    except BaseException:
        found.close()
        raise
    found.rest()


def _end_idle(one: Renderer) -> None:
    with _lock:
        if one not in _idle:
            return
        _idle.remove(one)
    one.close()


def end_idle() -> None:
    """End the idle browsers that this process started."""
    for one in filter(_is_own, list(_idle)):
        _end_idle(one)


before_end(end_idle)
