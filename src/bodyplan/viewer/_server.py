"""The server of the page: a scene, its meshes, and events when the scene changes."""

from __future__ import annotations

import hashlib
import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any, Protocol

from bodyplan.viewer._loopback import LOCALHOST, NOT_FOUND, Loopback, Request, Response, refusal
from bodyplan.viewer._page import bundle, served_page
from bodyplan.viewer._peer import is_foreign

_PING_SECONDS = 15.0
_MOST_LISTENERS = 32
"""The largest number of open pages that receive events. If another page connects, the connection of
the oldest page is closed; that page then connects again.
"""
_COOKIE = "bodyplan"
_MOST_FRAME = 100_000_000
"""Limit on the size of a picture that the page of a renderer may send [bytes]."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src data:; connect-src 'self' data: blob:; "
    "worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Content(Protocol):
    """The content of a scene that the server sends."""

    def scene_json(self) -> bytes:
        """Return the scene as JSON, with the URLs of its assets."""

    def overshoot_json(self) -> bytes:
        """Return how far spheres and collision shapes extend beyond others, as JSON.

        Spheres are compared with collision shapes, and collision shapes with visuals.

        Raises:
            ModuleNotFoundError: NumPy is not installed.
        """

    def asset(self, name: str) -> tuple[str, bytes] | None:
        """Return the media type and the bytes of an asset; None if it does not exist."""

    def pairs(self, robot: int, q: list[float]) -> list[tuple[str, str]]:
        """Return the pairs of links that collide, without the pairs that the SRDF disables.

        Raises:
            ValueError: the robot does not exist, or the configuration does not fit it.
            ModuleNotFoundError: NumPy is not installed.
        """


class Job:
    """The queue of picture requests for the page of a renderer, and the pictures that it sends."""

    def __init__(self) -> None:
        self._requests: queue.Queue[Mapping[str, Any] | None] = queue.Queue()
        self.frames: queue.Queue[bytes] = queue.Queue()
        """The data that the page sent, in order: pictures, or reasons why a picture is missing."""
        self.key = token_urlsafe()
        """The key that opens the page with ``?key=...``, only once, because other programs can see
        it in the process list."""
        self._secret: str | None = None

    def request(self, request: Mapping[str, Any] | None) -> None:
        """Add a request, which the page fetches as ``/job.json``.

        Without a request (None), a page that is waiting for one gets an empty response.
        """
        self._requests.put(request)

    def next_request(self, seconds: float) -> Mapping[str, Any] | None:
        """Return the oldest request that the page has not fetched; None after ``seconds``."""
        try:
            return self._requests.get(timeout=seconds)
        except queue.Empty:
            return None

    def opened(self, key: str) -> str:
        """Return a secret for the browser that opens the page; empty for a wrong or used key."""
        is_first = self._secret is None and compare_digest(key.encode(), self.key.encode())
        if not is_first:
            return ""
        self._secret = token_urlsafe()
        return self._secret

    def is_for(self, request: Request) -> bool:
        """Return whether a request is from the browser that opened the page."""
        if self._secret is None:
            return False
        cookies = request.headers.get("Cookie", "").split(";")
        expected = f"{_COOKIE}={self._secret}".encode()
        return any(compare_digest(one.strip().encode(), expected) for one in cookies)


class PageServer:
    """Serves the page of a scene until it is stopped.

    Args:
        content: the scene; without a scene, open pages wait until ``show`` is called.
        host: address or name to listen on.
        port: the TCP port; None for the first free port.
        job: the queue of picture requests, if the server belongs to a renderer.

    Raises:
        BundleMissingError: this installation is incomplete.
        PortError: the port is in use, or the host is not an address of this machine.
    """

    def __init__(
        self,
        content: Content | None = None,
        *,
        host: str = LOCALHOST,
        port: int | None = None,
        job: Job | None = None,
    ) -> None:
        for name in ("viewer.js", "viewer.css"):
            bundle(name)  # a missing file raises its error now, not at the first request
        self._content = content
        self._is_ready = threading.Event()
        if content is not None:
            self._is_ready.set()
        self._job = job
        self._start = f"{time.time_ns():x}"
        self._revision = 0
        self._fetched = ""
        self._lock = threading.Lock()
        self._waiting = threading.BoundedSemaphore(_MOST_LISTENERS)
        self._listeners: dict[queue.Queue[str | None], None] = {}
        self._server = Loopback(
            self._answer,
            refuse=self._refuse,
            host=host,
            port=port,
            most_body=_MOST_FRAME if job else 1_000_000,
        )
        self.is_private = self._server.is_private
        self.port = self._server.port

    @property
    def url(self) -> str:
        """The URL of the page."""
        return self._server.url

    def show(self, content: Content) -> None:
        """Replace the scene, also on open pages."""
        with self._lock:
            self._content = content
            self._revision += 1
            listeners = list(self._listeners)
        self._is_ready.set()
        for one in listeners:
            one.put("reload")

    def stop(self) -> None:
        """Stop the server and close its connections."""
        with self._lock:
            listeners = list(self._listeners)
        self._is_ready.set()
        if self._job is not None:
            self._job.request(None)
        for one in listeners:
            one.put(None)
        self._server.stop()

    @property
    def _name(self) -> str:
        """Identifier of this version of the scene; unique across restarts of the server."""
        return f"{self._start}-{self._revision}"

    # Answers

    def _refuse(self, request: Request) -> Response | None:
        """Return an error response if a request is not from the renderer's browser, else None."""
        job = self._job
        if job is None or (
            (request.method, request.path) == ("GET", "/") and "key" in request.query
        ):
            return None
        is_own = job.is_for(request) and not is_foreign(request.port, self.port)
        return None if is_own else refusal(403, "this page belongs to the browser of a renderer")

    def _answer(self, request: Request) -> Response:
        routes: dict[tuple[str, str], Callable[[Request], Response]] = {
            ("GET", "/"): self._page,
            ("GET", "/viewer.js"): self._bundle,
            ("GET", "/viewer.css"): self._bundle,
            ("GET", "/scene.json"): self._scene,
            ("GET", "/overshoot.json"): self._overshoot,
            ("GET", "/events"): self._events,
            ("GET", "/job.json"): self._request,
            ("POST", "/render"): self._frame,
            ("POST", "/collisions"): self._collisions,
        }
        route = routes.get((request.method, request.path))
        if route is not None:
            return route(request)
        name = request.path.removeprefix("/assets/")
        if request.method == "GET" and name != request.path:
            return self._asset(name)
        if any(path == request.path for _, path in routes):
            return refusal(405, "this URL does not support this method")
        return NOT_FOUND

    def _page(self, request: Request) -> Response:
        more = [("Content-Security-Policy", _POLICY)]
        if self._job is not None:
            is_own = not is_foreign(request.port, self.port)
            # the browser has no valid cookie yet, so the key of the URL is checked
            if not (is_own and self._job.is_for(request)):
                secret = self._job.opened(request.query.get("key", "")) if is_own else ""
                if not secret:
                    return refusal(403, "this page belongs to the browser of a renderer")
                cookie = f"{_COOKIE}={secret}; HttpOnly; SameSite=Strict; Path=/"
                more.append(("Set-Cookie", cookie))
        return Response(served_page().encode(), "text/html; charset=utf-8", more=tuple(more))

    def _bundle(self, request: Request) -> Response:
        text = bundle(request.path[1:]).encode()
        media = "text/javascript" if request.path.endswith(".js") else "text/css"
        return Response(text, f"{media}; charset=utf-8", etag=_etag(text))

    def _scene(self, _: Request) -> Response:
        if not self._waiting.acquire(blocking=False):
            return refusal(503, "too many pages wait for the robot")
        try:
            self._is_ready.wait()
        finally:
            self._waiting.release()
        with self._lock:
            content, name = self._content, self._name
        if content is None:
            return refusal(503, "the robot could not be read")
        text = content.scene_json()
        self._fetched = name
        return Response(text, "application/json", etag=_etag(text))

    def _asset(self, name: str) -> Response:
        found = None if self._content is None else self._content.asset(name)
        if found is None:
            return NOT_FOUND
        media, data = found
        return Response(data, media, etag=f'"{name}"', is_final=True)

    def _events(self, request: Request) -> Response:
        named = request.headers.get("Last-Event-ID") or request.query.get("seen")
        seen = named or self._fetched
        return Response(self._stream(seen), "text/event-stream")

    def _stream(self, seen: str) -> Iterator[bytes]:
        """Yield events; the first is "reload" if the page shows another version of the scene."""
        listener: queue.Queue[str | None] = queue.Queue()
        with self._lock:
            for oldest in list(self._listeners)[: 1 - _MOST_LISTENERS]:
                oldest.put(None)
            self._listeners[listener] = None
            name = self._name
        try:
            yield self._event("ping" if seen in {"", name} else "reload")
            while True:
                try:
                    event = listener.get(timeout=_PING_SECONDS)
                except queue.Empty:
                    event = "ping"
                if event is None:
                    return
                yield self._event(event)
        finally:
            with self._lock:
                self._listeners.pop(listener, None)

    def _event(self, kind: str) -> bytes:
        return f"event: {kind}\nid: {self._name}\ndata: {self._revision}\n\n".encode()

    def _collisions(self, request: Request) -> Response:
        try:
            asked = json.loads(request.body)
            robot, q = asked["robot"], [float(value) for value in asked["q"]]
            if not isinstance(robot, int):
                raise TypeError
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return refusal(400, 'expected {"robot": 0, "q": [0.0, ...]}')
        if self._content is None:
            return NOT_FOUND
        try:
            pairs = self._content.pairs(robot, q)
        except ModuleNotFoundError as error:
            return refusal(501, str(error))
        except ValueError as error:
            return refusal(400, str(error))
        return Response(json.dumps({"pairs": pairs}).encode(), "application/json")

    def _overshoot(self, _: Request) -> Response:
        if self._content is None:
            return NOT_FOUND
        try:
            return Response(self._content.overshoot_json(), "application/json")
        except ModuleNotFoundError as error:
            return refusal(501, str(error))

    def _request(self, _: Request) -> Response:
        if self._job is None:
            return NOT_FOUND
        found = self._job.next_request(_PING_SECONDS)
        if found is None:
            return Response(b"", status=204)
        return Response(json.dumps(found).encode(), "application/json")

    def _frame(self, request: Request) -> Response:
        if self._job is None:
            return NOT_FOUND
        self._job.frames.put(request.body)
        return Response(b"", status=204)


def _etag(data: bytes) -> str:
    return f'"{hashlib.blake2b(data, digest_size=12).hexdigest()}"'
