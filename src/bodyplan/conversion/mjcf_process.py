"""The process in which MuJoCo compiles MJCF: started once, and again after it ends.

A file at which MuJoCo crashes, does not end or fills the memory ends this process only.
"""

from __future__ import annotations

import atexit
import faulthandler
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import IO, TYPE_CHECKING, Any
from xml.etree.ElementTree import Element as Node

from bodyplan.conversion.mjcf_limits import MOST_MEMORY, MOST_SECONDS
from bodyplan.conversion.mjcf_reader import MjcfParts, read_parts
from bodyplan.core import Limits, Record
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from bodyplan.resources import Resources

_CODE = (
    "import sys; sys.path[:] = sys.argv[1:]\n"
    "from bodyplan.conversion.mjcf_process import serve\n"
    "serve()"
)
_TIMED_OUT = 1
"""The status of a process that its own watch ends."""


class _Job(Record):
    """A file to compile."""

    data: bytes
    name: str
    path: Path | None
    limits: Limits
    resources: Resources
    folder: str
    seconds: float


class _Pickler(pickle.Pickler):
    """Pickles what a document becomes; its elements are numbers, which both processes know."""

    def __init__(self, stream: IO[bytes], document: Document) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self._document = document
        self._numbers = {id(node): number for number, node in enumerate(_nodes(document))}

    def persistent_id(self, value: object) -> int | None:
        if value is self._document:
            return -1
        return self._numbers.get(id(value)) if isinstance(value, Node) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: IO[bytes], document: Document) -> None:
        super().__init__(stream)
        self._document = document
        self._nodes = _nodes(document)

    def persistent_load(self, number: int) -> object:
        return self._document if number < 0 else self._nodes[number]


def _nodes(document: Document) -> list[Node]:
    return [] if document.tree.root is None else list(document.tree.root.iter())


class _Process:
    """The other process, of this one only: after a fork, the child starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self._process: subprocess.Popen[bytes] | None = None

    def parts_of(self, document: Document, resources: Resources) -> MjcfParts:
        """Return what a document becomes; see the function."""
        with self._lock:
            process = self._running()
            if process is None:
                return read_parts(document, resources)
            assert process.stdin is not None
            assert process.stdout is not None
            job = _Job(
                document.to_bytes(),
                document.name,
                document.path,
                document.limits,
                resources.extended(),
                os.getcwd(),
                MOST_SECONDS,
            )
            start = time.monotonic()
            try:
                pickle.dump(job, process.stdin, pickle.HIGHEST_PROTOCOL)
                process.stdin.flush()
                answer: MjcfParts | Exception = _Unpickler(process.stdout, document).load()
            except (OSError, EOFError, pickle.UnpicklingError):
                seconds = time.monotonic() - start
                raise InputError(f"{document.name}: {self._end(seconds)}") from None
            except BaseException:
                self._end()
                raise
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _running(self) -> subprocess.Popen[bytes] | None:
        """Return the process; None if none can be started."""
        if self._process is not None and self._owner == os.getpid():
            if self._process.poll() is None:
                return self._process
            self._end()
        try:
            self._process = subprocess.Popen(  # noqa: S603  (this Python)
                [sys.executable, "-c", _CODE, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except (OSError, ValueError):  # a program in which Python is embedded
            return None
        self._owner = os.getpid()
        atexit.register(self._end)
        return self._process

    def _end(self, seconds: float = 0.0) -> str:
        """End the process and return why it ended, if it did so on its own.

        Args:
            seconds: how long it worked on its last file.
        """
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return ""
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # what was not written
                    stream.close()
        try:
            status = process.wait(5.0)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if status == _TIMED_OUT and seconds >= MOST_SECONDS:  # Python also ends with 1
            return f"MuJoCo did not finish within {MOST_SECONDS:g} s, the limit"
        named = f"status {status}"
        if -status in set(signal.Signals):
            named = signal.Signals(-status).name
        return f"MuJoCo crashed ({named})"


_PROCESS = _Process()


def parts_of(document: Document, resources: Resources) -> MjcfParts:
    """Return what MuJoCo compiles from a document, in a process with limits.

    Raises:
        InputError: MuJoCo rejects the file, crashes or exceeds a limit, or a file that it includes
            may not be read.
    """
    return _PROCESS.parts_of(document, resources)


# In the other process


def serve() -> None:
    """Compile the files that come from standard input."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # for what MuJoCo prints
    _limit_memory()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        while True:
            try:
                job: _Job = pickle.load(sys.stdin.buffer)  # noqa: S301  (from the starting process)
            except EOFError:
                return
            faulthandler.dump_traceback_later(job.seconds, exit=True, file=nowhere)
            _answer(job, results)
            faulthandler.cancel_dump_traceback_later()


def _answer(job: _Job, results: IO[bytes]) -> None:
    document = read_bytes(job.data, job.name, path=job.path, format="mjcf", limits=job.limits)
    answer: MjcfParts | Exception
    try:
        os.chdir(job.folder)
        answer = read_parts(document, job.resources)
    except InputError as error:
        answer = error
    except Exception:  # noqa: BLE001  (the other process raises it)
        answer = RuntimeError(traceback.format_exc())
    _Pickler(results, document).dump(answer)
    results.flush()


def _limit_memory() -> None:
    if find_spec("resource") is None:  # Windows
        return
    resource: Any = import_module("resource")
    most = MOST_MEMORY
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or hard > most:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        except (OSError, ValueError):  # macOS
            return
