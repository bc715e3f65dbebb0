"""Runs a command in a process of its own, and says whether it was harmless."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

CHILD = Path(__file__).with_name("command.py")
SECONDS = 5.0
MEGABYTES = 500
_PATIENCE = 60  # seconds; what waits for a pipe takes no time of the processor
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that steer a terminal, or turn the direction of writing; a tab and a line end do no
harm. Bytes that are no characters come as surrogates."""
_MACROS = (["subprocess.Popen", sys.executable], ["open", os.devnull])
"""What the expansion of macros does: it has a process of its own."""


class Answer(NamedTuple):
    """What became of a command.

    Args:
        status: its exit status.
        out: what it printed.
        err: what it told.
        seconds: time of the processor, that of other processes included, as on a machine that is
            not busy otherwise.
        megabytes: its peak memory.
        events: what was opened or started outside of the places that were allowed.
    """

    status: int
    out: str
    err: str
    seconds: float
    megabytes: float
    events: list[list[str]]


def run(
    words: list[str], place: Path, *allowed: Path, cwd: Path | None = None, **environment: str
) -> Answer:
    """Runs a command.

    Args:
        words: those behind ``bodyplan``; "load" for the library's strict door.
        place: a folder for our own files.
        allowed: what it may open: these folders and all below them.
        cwd: its current folder.
        environment: more variables.
    """
    answer = place / "answer.json"
    log = place / "answer.json.events"
    for file in (answer, log):
        file.unlink(missing_ok=True)
    with subprocess.Popen(
        [sys.executable, str(CHILD), str(answer), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd or place,
        env={**os.environ, **environment},
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise AssertionError(f"it hangs: {words}") from None
    assert answer.exists(), f"it died with {process.returncode}: {err[-1000:]!r}"
    found = json.loads(answer.read_text(encoding="utf-8"))
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    events = events[: events.index([])]
    folders = tuple(f"{folder}{os.sep}" for folder in allowed)
    return Answer(
        found["status"],
        out.decode("utf-8", "surrogateescape"),
        err.decode("utf-8", "surrogateescape"),
        found["seconds"],
        found["megabytes"],
        [
            event
            for event in events
            if event[0] != "os.fork" and not f"{event[1]}{os.sep}".startswith(folders)
        ],
    )


def assert_harmless(
    answer: Answer,
    *,
    seconds: float = SECONDS,
    megabytes: float = MEGABYTES,
    shows_content: bool = False,
    has_macros: bool = False,
) -> None:
    """Nothing, when a command ended as it should.

    Args:
        answer: of the command.
        seconds: the most that it may take.
        megabytes: the most that it may take.
        shows_content: whether it prints the text of files, as changes do.
        has_macros: whether macros were expanded.
    """
    told = answer.err[-1000:]
    assert answer.status in {0, 1, 2}, told
    assert "Traceback" not in answer.err, told
    assert "a fault of bodyplan itself" not in answer.err, told
    for text in (answer.err,) if shows_content else (answer.out, answer.err):
        found = _STEERING.search(text)
        assert found is None, ascii(text[max(0, found.start() - 100) : found.end() + 20])
    opened = [event for event in answer.events if not has_macros or event not in _MACROS]
    assert opened == []
    assert answer.seconds < seconds, answer._replace(out="", err="")
    assert answer.megabytes < megabytes, answer._replace(out="", err="")
