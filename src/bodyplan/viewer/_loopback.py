"""A small HTTP server for one page.

It limits its threads, checks hosts and origins, and serves no files. A function computes the
response to a request; the path of a request is never used as a file path.
"""

from __future__ import annotations

import errno
import gzip
import ipaddress
import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qsl, urlsplit

LOCALHOST = "127.0.0.1"
"""The default address: only programs of this machine can connect."""
PORT = 8420
"""The first port that is tried by default."""
_TRIED = 20
_MOST_THREADS = 64
_MOST_BODY = 1_000_000
_MOST_DIGITS = 20
"""The largest number of digits of a Content-Length; Python rejects numbers with thousands of
digits."""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s\[\]/?#@:\\]+)(:[0-9]*)?", re.ASCII)
"""A host and a port, as browsers write them."""
_IDLE_SECONDS = 60.0
_SLOW_SECONDS = 5.0
"""Time for which a client may read a response [s]; if all threads are busy, slower clients are
disconnected.
"""
_GZIPPED = ("text/", "application/json", "text/javascript", "model/")
_SMALL = 1_000
"""Size up to which responses are not compressed [bytes]."""
_POLICY = "Content-Security-Policy"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    _POLICY: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
"""Default headers of every response, including errors; a response can override them."""


class PortError(OSError):
    """The server cannot listen; the message gives the reason."""


class Request(NamedTuple):
    """A request that passed the checks of its host and origin.

    Args:
        method: "GET" or "POST".
        path: the path as sent; it is compared with names, and never opened.
        query: the query values by name.
        body: the body of a POST request.
        headers: the headers by name, in any letter case.
        port: the TCP port of the client.
    """

    method: str
    path: str
    query: dict[str, str]
    body: bytes
    headers: Any
    port: int = 0


class Response(NamedTuple):
    """A response.

    Args:
        body: the content, or an iterator of its parts, after which the connection is closed.
        media: the media type.
        status: the HTTP status.
        etag: an identifier of the content; empty if the content must not be cached.
        is_final: whether the content of this URL never changes.
        more: further headers.
    """

    body: bytes | Iterator[bytes]
    media: str = "text/plain; charset=utf-8"
    status: int = 200
    etag: str = ""
    is_final: bool = False
    more: tuple[tuple[str, str], ...] = ()


def refusal(status: int, sentence: str) -> Response:
    """Return an error response with a sentence as its content."""
    return Response(f"{sentence}\n".encode(), status=status)


NOT_FOUND = refusal(404, "not found")

Answer = Callable[[Request], Response]
Refuse = Callable[[Request], Response | None]


class Loopback:
    """A server that runs in background threads until it is stopped.

    Args:
        answer: a function that returns the response to a request that passed the checks. Several
            threads call it.
        refuse: a function that decides about such a request before its body is read: it returns an
            error response to refuse the request, or None to accept it.
        host: address or name to listen on.
        port: the TCP port; 0 for any free port; by default, the first free port from ``PORT`` on.
        most_body: largest body of a POST [bytes].

    Raises:
        PortError: the port is in use, or the host is not an address of this machine.
    """

    def __init__(
        self,
        answer: Answer,
        *,
        refuse: Refuse = lambda _: None,
        host: str = LOCALHOST,
        port: int | None = None,
        most_body: int = _MOST_BODY,
    ) -> None:
        self.host = host
        self.is_private = is_loopback(host)
        self._server = _listening(host, port)
        self._server.answer = answer
        self._server.refuse = refuse
        self._server.most_body = most_body
        self._server.is_private = self.is_private
        self.port: int = self._server.server_address[1]
        self._server.hosts = _names_of(host, is_private=self.is_private)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="bodyplan page", daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """The URL of the page."""
        host = LOCALHOST if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def stop(self) -> None:
        """Stop listening, and close every connection."""
        self._server.shutdown()
        self._server.server_close()
        self._server.close_all()
        self._thread.join(1.0)


def is_loopback(host: str) -> bool:
    """Return whether only programs on this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _names_of(host: str, *, is_private: bool) -> frozenset[str]:
    """Return the names that the Host header of a request may have, in addition to IP addresses.

    This prevents DNS rebinding: a page of another site whose name resolves to this machine sends
    its own name. The port is not compared, because a tunnel may have another port.
    """
    names = {"localhost", LOCALHOST, "::1", host.lower()}
    return frozenset(names if is_private else {*names, socket.gethostname().lower()})


def _is_address(name: str) -> bool:
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def _listening(host: str, port: int | None) -> _Server:
    """Return a server that listens.

    Raises:
        PortError: the server cannot listen.
    """
    tried = range(PORT, PORT + _TRIED) if port is None else (port,)
    for number in (*tried, *([0] if port is None else [])):
        try:
            return _Server((host, number))
        except OSError as error:
            if error.errno in {errno.EADDRINUSE, errno.EACCES} and port is None:
                continue
            raise PortError(_why(error, host, number)) from None
        except OverflowError:
            raise PortError(f"port {number} does not exist; ports are 0 to 65535") from None
    raise PortError(f"no free port on {host}")


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use; choose another port with --port, or omit --port"
    if error.errno == errno.EACCES:
        return f"this user may not listen on port {port}; choose a port above 1023 with --port"
    return f"cannot listen on {host}: {(error.strerror or str(error)).lower()}"


class _Server(ThreadingHTTPServer):
    """A server with a limited number of connections, each with a thread.

    If all threads are busy when a client connects, the server closes another connection: the oldest
    one without a complete request, or else one whose client reads its response too slowly.
    """

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = os.name != "nt"  # on Windows, two programs could share the port
    request_queue_size = 128
    answer: Answer
    refuse: Refuse
    most_body: int
    hosts: frozenset[str]
    is_private: bool

    def __init__(self, address: tuple[str, int]) -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self._slots = threading.BoundedSemaphore(_MOST_THREADS)
        self._lock = threading.Lock()
        self._asking: dict[socket.socket, float] = {}
        self._reading: dict[socket.socket, float] = {}
        self._open: set[socket.socket] = set()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Bind without a DNS request for the name of this machine."""
        if self.allow_reuse_address:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread. If all threads are busy, close another connection, or this one."""
        if not self._slots.acquire(blocking=False):
            self._end_one()
            if not self._slots.acquire(timeout=1.0):
                self.shutdown_request(request)
                return
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the requests of one connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open.discard(request)
                self._asking.pop(request, None)
                self._reading.pop(request, None)
            self._slots.release()

    def note(self, connection: socket.socket, does: Literal["asks", "waits", "reads"]) -> None:
        """Record what the client of a connection is doing.

        Args:
            connection: the connection.
            does: "asks" until the request is complete, "waits" until it is answered, then "reads".
        """
        with self._lock:
            self._asking.pop(connection, None)
            self._reading.pop(connection, None)
            if does != "waits":
                where = self._asking if does == "asks" else self._reading
                where[connection] = time.monotonic()

    def _end_one(self) -> None:
        late = time.monotonic() - _SLOW_SECONDS
        with self._lock:
            slow = (one for one, start in self._reading.items() if start < late)
            oldest = next(iter(self._asking), None) or next(slow, None)
        if oldest is not None:
            _shut(oldest)

    def close_all(self) -> None:
        """Close every connection."""
        with self._lock:
            connections = list(self._open)
        for one in connections:
            _shut(one)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do nothing: the browser has closed the connection."""


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    """The handler of one connection: it checks requests, and sends the responses of ``answer``."""

    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_SECONDS
    disable_nagle_algorithm = True
    error_message_format = "%(message)s\n"
    error_content_type = "text/plain; charset=utf-8"
    _own: frozenset[str] = frozenset()

    def version_string(self) -> str:
        """Return the name of the server."""
        return "bodyplan"

    def log_message(self, *_: Any) -> None:
        """Write no log."""

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        self.server.note(self.connection, "asks")
        super().handle_one_request()

    def do_GET(self) -> None:
        """Answer a request."""
        self._answer(self._request("GET"))

    def do_HEAD(self) -> None:
        """Answer with the headers only."""
        self._answer(self._request("GET"), with_body=False)

    def do_POST(self) -> None:
        """Read the body, whose size is limited, and answer."""
        found = self._request("POST")
        length = self.headers.get("Content-Length", "")
        if isinstance(found, Request) and not (length.isascii() and length.isdigit()):
            found = refusal(411, "a POST request requires Content-Length")
        size = int(length[:_MOST_DIGITS]) if isinstance(found, Request) else 0
        if size > self.server.most_body:
            found = refusal(413, f"the limit is {self.server.most_body} bytes")
        if isinstance(found, Request):
            found = found._replace(body=self.rfile.read(size))
            if len(found.body) < size:
                return
        else:
            self.close_connection = True  # the rest of the request is not read
        self._answer(found)

    def _answer(self, found: Request | Response, *, with_body: bool = True) -> None:
        self.server.note(self.connection, "waits")
        if isinstance(found, Request):
            try:
                found = self.server.answer(found)
            except Exception as error:  # noqa: BLE001  (a page with a sentence, no traceback)
                found = refusal(500, f"{type(error).__name__}: {error}")
        self._send(found, with_body=with_body)

    def _request(self, method: str) -> Request | Response:
        """Return the request without its body, or an error response that refuses it."""
        try:
            split = urlsplit(self.path)
            query = dict(parse_qsl(split.query, keep_blank_values=True))
        except ValueError:
            return refusal(400, "the address is not valid")
        port = self.client_address[1]
        request = Request(method, split.path, query, b"", self.headers, port)
        if method == "GET" and (
            "Content-Length" in self.headers or "Transfer-Encoding" in self.headers
        ):
            # the body is not read, and would be parsed as the next request
            self.close_connection = True
        return self._refused(request) or self.server.refuse(request) or request

    def _refused(self, request: Request) -> Response | None:
        """Return an error response to a request for another host or from another site, else None."""
        hosts = self.headers.get_all("Host", [])
        host = hosts[0].lower() if len(hosts) == 1 else ""
        parts = _HOST.fullmatch(host)
        name = parts[1].strip("[]") if parts else ""
        is_open = not self.server.is_private and _is_address(name)
        if name not in self.server.hosts and not is_open:
            return refusal(403, "the Host of the request is not this server")
        origin = self.headers.get("Origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return refusal(403, "requests of other origins are refused")
        is_visit = (
            request.path == "/"
            and self.headers.get("Sec-Fetch-Mode") == "navigate"
            and self.headers.get("Sec-Fetch-Dest", "document") == "document"
        )
        if self.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"} and not is_visit:
            return refusal(403, "requests of other sites are refused")
        return None

    def _send(self, response: Response, *, with_body: bool = True) -> None:
        headers = [("Content-Type", response.media), *response.more]
        if response.etag:
            age = "public, max-age=31536000, immutable" if response.is_final else "no-cache"
            headers += [("ETag", response.etag), ("Cache-Control", age)]
        else:
            headers.append(("Cache-Control", "no-store"))
        status, body = response.status, response.body
        if response.etag and self.headers.get("If-None-Match") == response.etag:
            status, body = 304, b""
        if not isinstance(body, bytes):
            self._stream(headers, body)
            return
        accepted = self.headers.get("Accept-Encoding", "")
        # Compressing takes longer than sending to a browser on the same machine.
        is_remote = not self.server.is_private
        if is_remote and len(body) > _SMALL and response.media.startswith(_GZIPPED):
            if "gzip" in accepted:
                body = gzip.compress(body, 1, mtime=0)
                headers.append(("Content-Encoding", "gzip"))
            headers.append(("Vary", "Accept-Encoding"))
        if status != 304:
            headers.append(("Content-Length", str(len(body))))
        if self.close_connection:
            headers.append(("Connection", "close"))
        self._head(status, headers)
        if with_body and body:
            self.server.note(self.connection, "reads")
            self.wfile.write(body)

    def _stream(self, headers: list[tuple[str, str]], parts: Iterator[bytes]) -> None:
        """Send all parts, and close the connection afterwards."""
        self.close_connection = True
        self._head(200, [*headers, ("Connection", "close")])
        for part in parts:
            self.wfile.write(part)

    def _head(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.send_response(status)
        self._own = frozenset(name for name, _ in headers)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def end_headers(self) -> None:
        """Add the default headers, except those that the response sets itself."""
        for name, value in _HEADERS.items():
            if name not in self._own:
                self.send_header(name, value)
        self._own = frozenset()
        super().end_headers()
