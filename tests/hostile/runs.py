"""Runs commands in a process of their own, and says whether they were harmless.

The process is forked by a server, of which each process of the tests starts one when it needs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.hostile.library import END

if TYPE_CHECKING:  # it is for systems with limits
    from tests.hostile.command import Request

ROOT = Path(__file__).parents[2]
SECONDS = 25.0
"""Of the processor: what hangs or grows without bounds takes more, also on a fast machine."""
MEGABYTES = 500
_PATIENCE = 120  # seconds; what waits for a pipe takes no time of the processor
_OWN_SIZE = re.compile(r"/proc/\d+/statm")
"""How much memory a process of ours has."""
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that steer a terminal, or turn the direction of writing; a tab and a line end do no
harm. Bytes that are no characters come as surrogates."""

_COMMANDS = re.compile(r"^\s*::(?!(error|warning|notice) )\w|##\w*\[", re.MULTILINE)
"""What a service that builds obeys in its log, other than annotations."""


class Answer(NamedTuple):
    """What became of a command.

    Args:
        status: its exit status.
        out: what it printed.
        err: what it told.
        seconds: time of the processor, that of other processes included.
        megabytes: its peak memory.
        events: what was opened or started outside of the places that were allowed.
        changed: what was made, changed or removed in the folders that were watched.
    """

    status: int
    out: str
    err: str
    seconds: float
    megabytes: float
    events: list[list[str]]
    changed: list[str]


class Server:
    """A process that forks one for each command; see ``server``.

    Args:
        before: the words of a program that runs it.
    """

    def __init__(self, *before: str) -> None:
        self._link, its = socket.socketpair()
        with its:
            self._process = subprocess.Popen(
                [*before, sys.executable, "-m", "tests.hostile.server", str(its.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                pass_fds=[its.fileno()],
            )
        self._lines = self._link.makefile("rb")

    def run(self, request: Request) -> tuple[int, bytes, bytes]:
        """Runs a command; gives back its exit status, its output and its errors."""
        out, out_end = os.pipe()
        err, err_end = os.pipe()
        try:
            socket.send_fds(self._link, [b"+"], [out_end, err_end])
        finally:
            os.close(out_end)
            os.close(err_end)
        self._link.sendall(json.dumps(request).encode() + b"\n")
        process = self._number()
        texts = _read_all(out, err, _PATIENCE * len(request["commands"]))
        if texts is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)
        status = self._number()
        assert texts is not None, f"it hangs: {request['commands']}"
        return status, *texts

    def _number(self) -> int:
        line = self._lines.readline()
        if not line:
            stop()
        assert line, "the server of the commands has died"
        return int(line)

    def close(self) -> None:
        """Ends the process."""
        self._lines.close()
        self._link.close()
        self._process.wait(timeout=_PATIENCE)


def _read_all(out: int, err: int, seconds: float) -> tuple[bytes, bytes] | None:
    """What is written into two pipes till everybody has closed them; None when that takes too long."""
    end = time.monotonic() + seconds
    texts = {out: bytearray(), err: bytearray()}
    with contextlib.ExitStack() as closing, selectors.DefaultSelector() as waiting:
        for pipe in texts:
            closing.callback(os.close, pipe)
            waiting.register(pipe, selectors.EVENT_READ)
        while waiting.get_map():
            left = end - time.monotonic()
            if left <= 0:
                return None
            for key, _ in waiting.select(left):
                part = os.read(key.fd, 1 << 20)
                texts[key.fd] += part
                if not part:
                    waiting.unregister(key.fd)
    return bytes(texts[out]), bytes(texts[err])


_servers: list[Server] = []
_CALLS = (
    "open",
    "openat",
    "openat2",
    "creat",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "unlinkat",
)
_CALLS += ("mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmod")
_CALLS += (
    "fchmodat",
    "chown",
    "fchown",
    "lchown",
    "fchownat",
    "truncate",
    "ftruncate",
    "utimensat",
)
_CALLS += ("mknod", "mknodat", "setxattr", "fsetxattr", "lsetxattr")
_TRACED = "trace=%process,%network," + ",".join(f"?{name}" for name in _CALLS)
STRACE = (
    "strace",
    "-f",
    "-y",
    "-qq",
    "--seccomp-bpf",
    "-s",
    "4096",
    "-e",
    _TRACED,
    "-e",
    "signal=none",
)
"""What ``strace`` writes: all that opens, changes, starts or sends, and nothing that only looks."""


@contextlib.contextmanager
def traced(log: Path) -> Iterator[None]:
    """Lets ``strace`` write what the system is asked for by the commands that are run inside.

    The parts of the log are told apart by the variable ``HOSTILE_MARK`` of the command; see
    ``command.mark``.
    """
    stop()
    _servers.append(Server(*STRACE, "-o", str(log)))
    try:
        yield
    finally:
        stop()


def stop() -> None:
    """Ends the server, where there is one."""
    while _servers:
        _servers.pop().close()


def run(
    words: list[str], place: Path, *allowed: Path, cwd: Path | None = None, **environment: str
) -> Answer:
    """Runs a command.

    Args:
        words: those behind ``bodyplan``, or those of ``library.DOORS``.
        place: a folder for our own files.
        allowed: what it may open: these folders and all below them.
        cwd: its current folder.
        environment: more variables.
    """
    return run_all([words], place, *allowed, cwd=cwd, **environment)[0]


def run_all(
    commands: Sequence[list[str]],
    place: Path,
    *allowed: Path,
    cwd: Path | None = None,
    watched: Sequence[Path] = (),
    **environment: str,
) -> list[Answer]:
    """Run commands in one process, one after the other; see ``run``."""
    if not hasattr(os, "fork"):
        pytest.skip("limits and audits of a process are for other systems")
    answer = place / "answer.json"
    log = place / "answer.json.events"
    for file in (answer, log):
        file.unlink(missing_ok=True)
    if not _servers:
        _servers.append(Server())
    status, out, err = _servers[0].run(
        {
            "commands": [*commands],
            "answer": str(answer),
            "cwd": str(cwd or place),
            "environment": {**os.environ, **environment},
            "allowed": list(map(str, allowed)),
            "watched": list(map(str, watched)),
        }
    )
    assert answer.exists(), f"it died with {status}: {err[-1000:]!r}"
    assert status == 0, f"it ended with {status}: {err[-1000:]!r}"
    lines = log.read_text(encoding="utf-8").splitlines()
    events: list[list[list[str]]] = [[]]
    for event in map(json.loads, lines):
        if not event:
            events.append([])
        elif event[0] != "os.fork":
            events[-1].append(event)
    texts = [
        [part.decode("utf-8", "surrogateescape") for part in text.split(END)] for text in (out, err)
    ]
    found = json.loads(answer.read_text(encoding="utf-8"))
    return [
        Answer(out=texts[0][n], err=texts[1][n], events=events[n], **one)
        for n, one in enumerate(found)
    ]


@contextlib.contextmanager
def noting(verb: str) -> Iterator[None]:
    """Says with an assertion that does not hold what the command was to do."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"the command was to {verb}")
        raise


def assert_harmless(
    answer: Answer,
    *,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    shows_content: bool = False,
) -> None:
    """Nothing, when a command ended as it should.

    Args:
        answer: of the command.
        seconds: the most that it may take.
        megabytes: the most that it may take.
        shows_content: whether it prints the text of files, as changes do.
    """
    told = answer.err[-1000:]
    assert answer.status in {0, 1, 2}, told
    assert "Traceback" not in answer.err, told
    assert "internal error" not in answer.err, told
    assert " X012 " not in answer.out
    assert '"X012"' not in answer.out
    for text in (answer.err,) if shows_content else (answer.out, answer.err):
        found = _STEERING.search(text) or _COMMANDS.search(text)
        assert found is None, ascii(text[max(0, found.start() - 100) : found.end() + 20])
    opened = [event for event in answer.events if event != ["open", os.devnull]]
    opened = [event for event in opened if not _OWN_SIZE.fullmatch(str(event[1]))]
    assert opened == [], opened[:5]
    assert answer.seconds < seconds, answer._replace(out="", err="")
    assert answer.megabytes < megabytes, answer._replace(out="", err="")


def without_own(answer: Answer, *, is_started: bool = False) -> Answer:
    """The answer without our own Python, in which MuJoCo compiles; ``strace`` hears what it does.

    Args:
        answer: of a command.
        is_started: whether a command before it, in the same process, started that.
    """
    own = ["subprocess.Popen", sys.executable]
    is_started |= own in answer.events
    events = [event for event in answer.events if event != own]
    if is_started:  # it is ended as well
        events = [event for event in events if event[0] != "os.kill"]
    return answer._replace(events=events)
