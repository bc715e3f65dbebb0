"""The doors of the library, as commands; the process that runs them is there for nothing else."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable

END = b"\0the end of a command\0"
"""Follows the output and the errors of each command."""


def load(words: list[str]) -> int:
    """The strict door: the robot of an SRDF is given, or looked for."""
    import bodyplan

    source, robot = [*words, None][:2]
    assert source is not None
    try:
        loaded = bodyplan.load(source) if robot is None else bodyplan.load(source, robot=robot)
        print(repr(loaded)[:500])
    except (bodyplan.DescriptionError, bodyplan.InputError) as error:
        print(str(error)[:500].encode("unicode_escape").decode())
        return 1
    return 0


def read(words: list[str]) -> int:
    """Reads a file and writes it again; prints what was found in it, as JSON."""
    return _look(words[0], with_rules=False)


def judge(words: list[str]) -> int:
    """The same, and the rules are run, and all hints looked at: each is made when it is asked."""
    return _look(words[0], with_rules=True)


def _look(path: str, *, with_rules: bool) -> int:
    import bodyplan

    answer: dict[str, object] = {"size": None}
    try:
        document = bodyplan.read(path)
        found = document.diagnostics
        if with_rules:
            found = bodyplan.check(document).diagnostics
            answer["hints"] = sum(diagnostic.hint is not None for diagnostic in found)
        answer["places"] = len([diagnostic.where for diagnostic in found])
        answer["codes"] = sorted({diagnostic.code for diagnostic in found})
        answer["first"] = str(found[0])[:200] if found else ""
        answer["size"] = len(document.to_bytes())
    except bodyplan.InputError as error:
        answer["codes"], answer["first"] = ["InputError"], str(error)[:200]
    print(json.dumps(answer))
    return 0


def frames(words: list[str]) -> int:
    """Reads an SDFormat file, and tells all poses, axes, bodies and faults of its frames."""
    import bodyplan
    from bodyplan.conversion.sdf.frames import sdf_frames
    from bodyplan.conversion.sdf.includes import SdfIncludes

    try:
        document = bodyplan.read(words[0])
    except bodyplan.InputError as error:
        print(json.dumps({"first": str(error)[:200]}))
        return 0
    found = sdf_frames(document, included=SdfIncludes(document))
    answer = {"faults": len(found.faults), "scopes": 0, "poses": 0, "axes": 0, "bodies": 0}
    for top in found.scopes:
        answer["poses"] += sum(pose is not None for pose in top.poses().values())
    for scope in found.all_scopes():
        answer["scopes"] += 1
        answer["poses"] += sum(pose is not None for pose in scope.link_poses().values())
        answer["bodies"] += sum(scope.body_name(name) is not None for name in scope.names)
        for _, joint in scope.joints():
            answer["axes"] += scope.axis(joint) is not None
    print(json.dumps(answer))
    return 0


def serve(words: list[str]) -> int:
    """The server of the page: every answer that a page asks for is written to a folder.

    Args:
        words: those behind ``bodyplan view``, and the folder.
    """
    import signal
    import socket

    from bodyplan.cli import main

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ended = threading.Event()

    def visit() -> None:
        try:
            _visit(port, words[-1], ended)
        finally:
            if not ended.is_set():
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    visitor = threading.Thread(target=visit)
    visitor.start()
    try:
        return main(["view", *words[:-1], "--no-browser", "--quiet", "--port", str(port)])
    finally:
        ended.set()
        visitor.join()


def _visit(port: int, folder: str, ended: threading.Event) -> None:
    """Gets everything from a server of the page, once it is there; gives up where it never is."""
    import http.client
    import os

    def body(method: str, path: str, data: str | None = None) -> bytes:
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            link.request(method, path, data)
            return link.getresponse().read()
        finally:
            link.close()

    while not ended.wait(0.02):
        try:
            scene = body("GET", "/scene.json")
            break
        except ConnectionRefusedError:
            continue
    else:
        return
    found = [scene, body("GET", "/"), body("POST", "/collisions", '{"robot": 0, "q": [0.0]}')]
    with contextlib.suppress(ValueError):  # no robot, but a sentence
        found += [body("GET", f"/assets/{name}") for name in json.loads(scene).get("assets", {})]
    found += [body("GET", f"/assets/{name}") for name in ("..%2f..%2fx", "../x", "/etc/passwd")]
    for number, data in enumerate(found):
        with open(os.path.join(folder, f"{number}.got"), "wb") as stream:
            stream.write(data)


def python(words: list[str]) -> int:
    """No door: runs a text of Python, to see that what it does is noticed."""
    exec(words[0], {})  # noqa: S102  (it is that of a test)
    return 0


DOORS: dict[str, Callable[[list[str]], int]] = {
    "load": load,
    "read": read,
    "judge": judge,
    "frames": frames,
    "serve": serve,
    "python": python,
}
