"""The process that expands, seen from outside: started, answered, and ended in time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

WORKER = Path(__file__).parent / "worker" / "__main__.py"
_LONGEST_LINE = 256 * 1024 * 1024

Answerer = Callable[[dict[str, Any]], tuple[dict[str, Any], bytes]]


class Ended(Exception):  # noqa: N818  (an outcome, no fault of the program)
    """The process ended without an answer.

    Args:
        busy: what it said last: the expression that it went to evaluate.
        status: how it ended; negative for a signal.
        is_late: whether it was ended because it took too long.
    """

    def __init__(self, busy: dict[str, Any] | None, status: int, *, is_late: bool) -> None:
        super().__init__(f"status {status}")
        self.busy = busy
        self.status = status
        self.is_late = is_late


def converse(
    request: dict[str, Any], answer: Answerer, seconds: float
) -> tuple[dict[str, Any], bytes]:
    """The final answer of a new process, and the bytes that came with it.

    Args:
        request: what it is asked to do.
        answer: called with each of its questions.
        seconds: how long it may take on the clock.

    Raises:
        Ended: it ended before.
        OSError: it could not be started.
    """
    import subprocess
    from threading import Timer

    process = subprocess.Popen(  # noqa: S603  (it is our own module)
        # alone: no settings of the environment, no site packages but those it is told
        [sys.executable or "python3", "-I", "-S", str(WORKER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    timer = Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    busy: dict[str, Any] | None = None
    try:
        with process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                _send(process.stdin, request)
                while (message := _receive(process.stdout)) is not None:
                    if message["do"] == "done":
                        size = message.get("bytes", 0)
                        data = process.stdout.read(size)
                        if len(data) == size:
                            return message, data
                    elif message["do"] == "busy":
                        busy = message
                    else:
                        _send(process.stdin, *answer(message))
            except BrokenPipeError:
                pass
            finally:
                if process.poll() is None and sys.exc_info()[0] is not None:
                    process.kill()
                _close(process.stdin)
            process.wait()
    finally:
        is_late = not timer.is_alive()
        timer.cancel()
    raise Ended(busy, process.returncode, is_late=is_late)


def _send(stream: IO[bytes], message: dict[str, Any], data: bytes = b"") -> None:
    import json

    if data:
        message = {**message, "bytes": len(data)}
    stream.write(json.dumps(message).encode() + b"\n" + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next message; None when there will be no more."""
    import json

    line = stream.readline(_LONGEST_LINE)
    if not line.endswith(b"\n"):
        return None
    message: dict[str, Any] = json.loads(line)
    return message


def _close(stream: IO[bytes]) -> None:
    from contextlib import suppress

    with suppress(OSError):
        stream.close()
