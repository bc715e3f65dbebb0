"""The server of the page: what it answers, and what it refuses."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import os
import socket
import threading
import time

import pytest

from bodyplan.viewer import _loopback as loopback
from bodyplan.viewer import _page as page
from bodyplan.viewer._loopback import PORT, Loopback, PortError, Response
from bodyplan.viewer._server import Job, PageServer

ASSET = b"glTF" + b"abcd" * 1000


class Stub:
    """A scene of one asset."""

    def __init__(self, title="one"):
        self.title = title

    def scene_json(self):
        return json.dumps({"version": 1, "title": self.title, "text": "x" * 2000}).encode()

    def overshoot_json(self):
        if self.title == "bare":
            raise ModuleNotFoundError("NumPy is not installed")
        return b'{"robots":[]}'

    def asset(self, name):
        return ("model/gltf-binary", ASSET) if name == "a1" else None

    def pairs(self, robot, q):
        if robot:
            raise ValueError("robot 1 does not exist")
        if not q:
            raise ModuleNotFoundError("NumPy is not installed")
        return [("a", "b")]


@pytest.fixture(autouse=True)
def _bundle(monkeypatch):
    monkeypatch.setattr("bodyplan.viewer._server.bundle", lambda name: f"/* {name} */")


@pytest.fixture
def server():
    served = PageServer(Stub(), port=0)
    yield served
    served.stop()


def ask(server, path, method="GET", body=None, **headers):
    """Status, headers and body of a request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest(method, path, skip_host="Host" in named, skip_accept_encoding=True)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    for name, value in named.items():
        connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read()
    connection.close()
    return found


def test_the_page_its_scene_and_its_meshes_are_served(server):
    status, headers, body = ask(server, "/")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert b'src="/viewer.js"' in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert ask(server, "/viewer.js")[2] == b"/* viewer.js */"
    assert ask(server, "/viewer.css")[1]["Content-Type"] == "text/css; charset=utf-8"
    assert json.loads(ask(server, "/scene.json")[2])["title"] == "one"
    status, headers, body = ask(server, "/assets/a1")
    assert (status, headers["Content-Type"], body) == (200, "model/gltf-binary", ASSET)


def test_meshes_are_kept_by_the_browser_and_scenes_are_asked_for(server):
    first = ask(server, "/assets/a1")[1]
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    status, headers, body = ask(server, "/assets/a1", If_None_Match=first["ETag"])
    assert (status, body, headers["ETag"]) == (304, b"", first["ETag"])
    scene = ask(server, "/scene.json")[1]
    assert scene["Cache-Control"] == "no-cache"
    assert ask(server, "/scene.json", If_None_Match=scene["ETag"])[0] == 304


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])  # noqa: S104  (both are asked here)
def test_text_is_compressed_on_its_way_to_other_machines(host):
    server = PageServer(Stub(), host=host, port=0)
    plain = ask(server, "/scene.json")[2]
    _, headers, body = ask(server, "/scene.json", Accept_Encoding="gzip, br")
    server.stop()
    if host == "127.0.0.1":
        assert ("Content-Encoding" not in headers, body) == (True, plain)
    else:
        assert headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(body) == plain


def test_a_head_request_has_the_headers_only(server):
    status, headers, body = ask(server, "/assets/a1", "HEAD")
    assert (status, body, headers["Content-Length"]) == (200, b"", str(len(ASSET)))


PATHS = [
    "/../../etc/passwd",
    "/assets/../../../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets//etc/passwd",
    "/assets/..\\..\\windows",
    "/assets/a1/../a2",
    "/assets/",
    "/assets/a2",
    "/assets/a1%00",
    "/viewer.js/../server.py",
    "/page.py",
    "/job.json",
    "//evil.example/scene.json",
    "http://evil.example/etc/passwd",
    "/%ff%fe",
    "http://[::1/",
    "/" + "a" * 60_000,
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_only_names_of_the_scene_are_answered(server, path):
    status, _, body = ask(server, path, Host=f"127.0.0.1:{server.port}")
    assert status in {400, 403, 404} or (path.endswith("scene.json") and status == 200)
    assert b"root:" not in body


HOSTS = {
    "127.0.0.1:{port}": 200,
    "localhost:{port}": 200,
    "LOCALHOST:{port}": 200,
    "[::1]:{port}": 200,
    "localhost:9000": 200,  # a tunnel
    "evil.example": 403,
    "evil.example:{port}": 403,
    "localhost.evil.example:{port}": 403,
    "evil@127.0.0.1:{port}": 403,
    "127.0.0.1:{port}/evil.example": 403,
    "127.0.0.1:{port}#evil.example": 403,
    "127.0.0.1.evil.example:{port}": 403,
    "192.168.1.7:{port}": 403,
    "": 403,
    "[": 403,
}


@pytest.mark.parametrize("host", HOSTS)
def test_a_request_for_another_host_is_refused(server, host):
    name = host.format(port=server.port)
    assert ask(server, "/scene.json", Host=name)[0] == HOSTS[host]


ORIGINS = {
    "http://127.0.0.1:{port}": 200,
    "http://localhost:{port}": 403,  # the page is not from there
    "http://127.0.0.1:1": 403,
    "https://evil.example": 403,
    "null": 403,
}


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize(("method", "path"), [("GET", "/scene.json"), ("POST", "/collisions")])
def test_a_request_of_another_origin_is_refused(server, origin, method, path):
    body = b'{"robot": 0, "q": [0]}' if method == "POST" else None
    name = origin.format(port=server.port)
    assert ask(server, path, method, body, Origin=name)[0] == ORIGINS[origin]


def test_what_another_site_embeds_is_refused_and_a_link_to_the_page_works(server):
    assert (
        ask(server, "/assets/a1", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")[0] == 403
    )
    assert ask(server, "/events", Sec_Fetch_Site="same-site", Sec_Fetch_Mode="cors")[0] == 403
    assert ask(server, "/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")[0] == 200
    assert ask(server, "/scene.json", Sec_Fetch_Site="same-origin")[0] == 200
    assert "Access-Control-Allow-Origin" not in ask(server, "/scene.json")[1]


COLLISIONS = {
    b'{"robot": 0, "q": [0.5]}': (200, '{"pairs": [["a", "b"]]}'),
    b'{"robot": 1, "q": [0.5]}': (400, "robot 1 does not exist\n"),
    b'{"robot": 0, "q": []}': (501, "NumPy is not installed\n"),
    b'{"robot": 0, "q": ["x"]}': (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b'{"robot": "0", "q": [1]}': (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b'{"robot": 0}': (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b"[]": (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b"[" * 100_000: (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b"\xff": (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
    b"": (400, 'expected {"robot": 0, "q": [0.0, ...]}\n'),
}


@pytest.mark.parametrize("body", COLLISIONS, ids=lambda body: str(body[:40]))
def test_collisions_are_answered_or_refused_with_a_sentence(server, body):
    status, _, text = ask(server, "/collisions", "POST", body)
    assert (status, text.decode()) == COLLISIONS[body]


@pytest.mark.parametrize(
    ("title", "answer"),
    [("one", (200, b'{"robots":[]}')), ("bare", (501, b"NumPy is not installed\n"))],
)
def test_overshoots_are_answered_or_refused_with_a_sentence(server, title, answer):
    server.show(Stub(title))
    status, _, body = ask(server, "/overshoot.json")
    assert (status, body) == answer


def test_other_methods_and_bodies_are_refused(server):
    assert ask(server, "/scene.json", "POST", b"{}")[0] == 405
    assert ask(server, "/collisions")[0] == 405
    assert ask(server, "/scene.json", "PUT", b"{}")[0] == 501
    assert ask(server, "/render", "POST", b"{}")[0] == 404
    assert ask(server, "/collisions", "POST")[0] == 411
    assert ask(server, "/collisions", "POST", None, Content_Length="-5")[0] == 411
    assert ask(server, "/collisions", "POST", None, Content_Length="1000000000000")[0] == 413
    assert ask(server, "/collisions", "POST", None, Content_Length="9" * 5000)[0] == 413


def test_a_request_that_names_two_hosts_is_refused(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        named = f"Host: 127.0.0.1:{server.port}\r\n"
        connection.sendall(f"GET / HTTP/1.0\r\n{named}Host: evil.example\r\n\r\n".encode())
        assert b" 403 " in connection.recv(100)


def events(server, **headers):
    """A connection to the events, and the lines that come."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", "/events", headers=headers)
    return connection, connection.getresponse()


def event(answer):
    lines = []
    while (line := answer.readline().decode().strip()) or not lines:
        lines.append(line)
    return dict(line.split(": ", 1) for line in lines)


def test_open_pages_hear_of_a_new_scene(server):
    ask(server, "/scene.json")
    connection, answer = events(server)
    assert answer.headers["Content-Type"] == "text/event-stream"
    first = event(answer)
    assert first["event"] == "ping"
    server.show(Stub("two"))
    assert event(answer)["event"] == "reload"
    assert json.loads(ask(server, "/scene.json")[2])["title"] == "two"
    connection.close()


def test_a_page_that_missed_a_change_hears_of_it_when_it_connects(server):
    ask(server, "/scene.json")
    server.show(Stub("two"))
    connection, answer = events(server)  # its scene is the first one
    assert event(answer)["event"] == "reload"
    connection.close()
    connection, answer = events(server, **{"Last-Event-ID": "a server before"})
    assert event(answer)["event"] == "reload"
    connection.close()


def test_stopping_ends_open_connections(server):
    connection, answer = events(server)
    event(answer)
    server.stop()
    assert answer.read() == b""
    with pytest.raises(OSError, match="refused"):
        ask(server, "/")
    connection.close()


def test_many_idle_connections_do_not_shut_others_out(server):
    idle = []
    for _ in range(300):
        one = socket.create_connection(("127.0.0.1", server.port))
        one.sendall(b"GET / HTTP/1.1\r\n")
        idle.append(one)
    waiting = socket.create_connection(("127.0.0.1", server.port))
    assert ask(server, "/scene.json")[0] == 200
    for one in (*idle, waiting):
        one.close()
    assert threading.active_count() < 100


def test_pages_that_listen_do_not_shut_others_out(server):
    listening = []
    for _ in range(100):
        connection, answer = events(server)
        event(answer)
        listening.append((connection, answer))
    assert ask(server, "/scene.json")[0] == 200
    assert listening[0][1].read() == b""  # the oldest: a browser connects again
    for connection, _ in listening:
        connection.close()


def test_a_page_says_which_scene_it_has_when_it_listens_again(server):
    connection, answer = events(server)
    name = event(answer)["id"]
    connection.close()
    for show, kind in ((False, "ping"), (True, "reload")):
        if show:
            server.show(Stub("two"))
            ask(server, "/scene.json")  # by another page
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", f"/events?seen={name}")
        assert event(connection.getresponse())["event"] == kind
        connection.close()


@pytest.fixture
def renderer():
    """A server of pictures, with its job."""
    job = Job()
    job.request({"width": 8, "frames": [{}]})
    server = PageServer(Stub(), port=0, job=job)
    yield server, job
    server.stop()


def opened(server, job):
    """The cookie of the browser that opens the page."""
    status, headers, _ = ask(server, f"/?render=1&key={job.key}")
    assert status == 200
    cookie, *rest = headers["Set-Cookie"].split("; ")
    assert rest == ["HttpOnly", "SameSite=Strict", "Path=/"]
    return cookie


def test_pages_of_a_renderer_read_their_job_and_send_pictures(renderer):
    server, job = renderer
    cookie = opened(server, job)
    assert json.loads(ask(server, "/job.json", Cookie=cookie)[2]) == {"width": 8, "frames": [{}]}
    assert ask(server, "/scene.json", Cookie=f"a=b; {cookie}")[0] == 200
    assert ask(server, "/render", "POST", b"x" * 2_000_000, Cookie=cookie)[0] == 204
    assert len(job.frames.get(timeout=5)) == 2_000_000
    # The page of the next scene needs no key, and waits for its job.
    status, headers, _ = ask(server, "/?render=1", Cookie=cookie)
    assert (status, headers["Set-Cookie"]) == (200, None)
    job.request({"width": 9})
    assert json.loads(ask(server, "/job.json", Cookie=cookie)[2]) == {"width": 9}


STRANGE = ["/job.json", "/scene.json", "/assets/a1", "/events", "/viewer.js", "/?render=1", "/"]


@pytest.mark.parametrize("cookie", ["", "bodyplan=", "bodyplan=None", "bodyplan=x", "\xff=\xff"])
def test_a_renderer_answers_no_other_program(renderer, cookie):
    server, job = renderer
    for is_open in (False, True):
        for path in (*STRANGE, "/?key=", "/?key=x"):
            assert ask(server, path, Cookie=cookie)[0] == 403
        assert ask(server, "/render", "POST", b"{}", Cookie=cookie)[0] == 403
        # its body is not read
        length = "90000000"
        assert ask(server, "/render", "POST", Content_Length=length, Cookie=cookie)[0] == 403
        if not is_open:
            opened(server, job)
    assert ask(server, f"/?render=1&key={job.key}")[0] == 403  # it opens the page once
    assert job.frames.empty()


def test_a_renderer_answers_no_other_user(renderer, monkeypatch):
    server, job = renderer
    cookie = opened(server, job)
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    monkeypatch.setattr("bodyplan.viewer._peer._TRUSTED", 54321)
    is_known = os.path.exists("/proc/net/tcp")
    assert ask(server, "/job.json", Cookie=cookie)[0] == (403 if is_known else 200)


SENT = {
    "nothing": b"",
    "a part of a header": b"GET /scene.json HTTP/1.1\r\nHos",
    "no body": b"POST /collisions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
    "a part of a body": b"POST /collisions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
}


@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_requests_that_do_not_end_do_not_shut_others_out(server, sent):
    slow = []
    for _ in range(200):
        one = socket.create_connection(("127.0.0.1", server.port))
        one.sendall(sent)
        slow.append(one)
    start = time.monotonic()
    for _ in range(5):
        assert ask(server, "/scene.json")[0] == 200
    assert time.monotonic() - start < 3.0
    assert threading.active_count() < 100
    for one in slow:
        one.close()


def test_answers_that_nobody_reads_do_not_shut_others_out(monkeypatch):
    monkeypatch.setattr(loopback, "_SLOW_SECONDS", 0.2)
    large = ("model/gltf-binary", b"x" * 20_000_000)
    monkeypatch.setattr(Stub, "asset", lambda *_: large)
    server = PageServer(Stub(), port=0)
    try:
        with contextlib.ExitStack() as slow:
            for _ in range(64):
                one = socket.create_connection(("127.0.0.1", server.port))
                slow.enter_context(one)
                one.sendall(b"GET /assets/a1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(1.0)
            assert ask(server, "/scene.json")[0] == 200
    finally:
        server.stop()


def test_pages_that_wait_for_the_robot_do_not_shut_others_out():
    server = PageServer(port=0)
    try:
        waiting = []
        for _ in range(100):
            one = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            one.sendall(b"GET /scene.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            waiting.append(one)
        assert ask(server, "/viewer.js")[0] == 200
        assert ask(server, "/scene.json")[0] == 503
        server.show(Stub())
        assert b" 200 OK" in waiting[0].recv(100)
        for one in waiting:
            one.close()
    finally:
        server.stop()


ANSWERS = {
    "the page": "GET / HTTP/1.1",
    "a script": "GET /viewer.js HTTP/1.1",
    "the scene": "GET /scene.json HTTP/1.1",
    "a mesh": "GET /assets/a1 HTTP/1.1",
    "no mesh": "GET /assets/a2 HTTP/1.1",
    "events": "GET /events HTTP/1.1",
    "another method": "GET /collisions HTTP/1.1",
    "no length": "POST /collisions HTTP/1.1",
    "an unknown method": "DELETE / HTTP/1.1",
    "an invalid line": "GET / x HTTP/1.1",
    "an invalid address": "GET //[ HTTP/1.1",
    "a long address": f"GET /{'a' * 70_000} HTTP/1.1",
    "another host": "GET /?host HTTP/1.1",
}


@pytest.mark.parametrize("line", ANSWERS.values(), ids=ANSWERS)
def test_no_answer_can_be_framed_embedded_or_taken_for_another_type(server, line):
    host = "evil.example" if "?host" in line else "localhost"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"{line}\r\nHost: {host}\r\n\r\n".encode())
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        headers = answer.headers
    assert headers["Content-Type"]
    for name in ("X-Content-Type-Options", "X-Frame-Options", "Content-Security-Policy"):
        assert len(headers.get_all(name)) == 1
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


VISITS = {
    ("/", "navigate", "document"): 200,
    ("/", "navigate", None): 200,
    ("/", "navigate", "iframe"): 403,
    ("/", "navigate", "object"): 403,
    ("/scene.json", "navigate", "document"): 403,
    ("/scene.json", "navigate", "iframe"): 403,
    ("/assets/a1", "no-cors", "image"): 403,
    ("/events", "cors", "empty"): 403,
}


@pytest.mark.parametrize(("path", "mode", "where"), VISITS)
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_may_link_to_the_page_and_nothing_else(server, path, mode, where, site):
    headers = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode}
    if where:
        headers["Sec_Fetch_Dest"] = where
    assert ask(server, path, **headers)[0] == VISITS[path, mode, where]


def test_the_body_of_a_get_is_not_the_next_request(server):
    inner = b"GET /scene.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for header in (f"Content-Length: {len(inner)}", "Transfer-Encoding: chunked"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            head = f"GET /viewer.css HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n"
            connection.sendall(head.encode() + inner)
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while part := connection.recv(65536):
                    answer += part
        assert answer.count(b"HTTP/1.1 200") == 1


def test_an_error_of_the_scene_is_one_sentence(server, monkeypatch):
    monkeypatch.setattr(Stub, "scene_json", lambda _: 1 / 0)
    assert ask(server, "/scene.json")[0] == 500


def test_the_next_free_port_is_taken_and_a_named_one_that_is_in_use_is_an_error(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("bodyplan.viewer._loopback.PORT", port)
        server = PageServer(Stub())
        assert server.port > port
        server.stop()
        with pytest.raises(PortError, match=f"port {port} is in use; choose another port"):
            PageServer(Stub(), port=port)
    assert PORT == 8420


WRONG = {
    ("no.such.host.invalid", 0): "cannot listen on no.such.host.invalid",
    ("127.0.0.1", 70_000): "port 70000 does not exist",
    ("192.0.2.1", 0): "cannot listen on 192.0.2.1",
}


@pytest.mark.parametrize("address", WRONG, ids=str)
def test_an_address_that_is_not_of_this_machine_is_one_sentence(address):
    with pytest.raises(PortError, match=WRONG[address]):
        PageServer(Stub(), host=address[0], port=address[1])


def test_a_server_for_the_network_checks_names_too():
    server = PageServer(Stub(), host="0.0.0.0", port=0)  # noqa: S104
    try:
        assert not server.is_private
        assert server.url == f"http://127.0.0.1:{server.port}/"
        assert ask(server, "/", Host=f"192.168.1.7:{server.port}")[0] == 200
        assert ask(server, "/", Host=f"{socket.gethostname()}:{server.port}")[0] == 200
        assert ask(server, "/", Host=f"evil.example:{server.port}")[0] == 403
    finally:
        server.stop()


def test_a_server_of_version_six_works():
    try:
        server = Loopback(lambda _: Response(b"yes"), host="::1", port=0)
    except PortError:
        pytest.skip("this machine has no IPv6")
    assert server.url == f"http://[::1]:{server.port}/"
    with socket.create_connection(("::1", server.port)) as connection:
        connection.sendall(b"GET / HTTP/1.0\r\nHost: [::1]\r\n\r\n")
        assert connection.recv(15).startswith(b"HTTP/1.1 200")
    server.stop()


def test_a_page_in_one_file_has_everything_and_forbids_requests(monkeypatch):
    script = "if (a<script) '</script><!--'"
    monkeypatch.setattr(page, "bundle", lambda name: script if name.endswith("js") else "a{}")
    overshoot = '{"robots": "</script>"}'
    parts = page.whole_page("<arm>", '{"name": "</script>\u2028"}', overshoot, [("a1", ASSET)])
    text = b"".join(parts).decode()
    assert "<title>&lt;arm&gt;</title>" in text
    assert '{"name": "\\u003c/script>\\u2028"}</script>' in text
    assert 'id="overshoot">{"robots": "\\u003c/script>"}</script>' in text
    assert text.count("</script>") == 4
    assert "<!--" not in text
    assert "script-src 'sha256-" in text
    assert "http" not in text.partition("http-equiv")[2]


def test_a_missing_bundle_is_one_sentence(monkeypatch, tmp_path):
    page.bundle.cache_clear()
    monkeypatch.setattr(page, "files", lambda _: tmp_path)
    with pytest.raises(page.BundleMissingError, match=r"viewer\.css is missing; install"):
        page.bundle("viewer.css")
    page.bundle.cache_clear()
