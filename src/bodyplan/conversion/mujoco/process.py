"""The parent side of MuJoCo's child process: it starts the process, and restarts an ended one.

If a file makes MuJoCo crash, hang or run out of memory, only the child process ends.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from bodyplan.conversion.mjcf import limits as mjcf_limits
from bodyplan.conversion.mjcf.assembly import MjcfTree
from bodyplan.conversion.mjcf.files import MjcfFiles
from bodyplan.conversion.mujoco.messages import MjcfAnswer, MjcfInput, MjcfJob, MjcfParts, Trial
from bodyplan.core.child import is_out_of_time, started, status_name
from bodyplan.formats.document import Document
from bodyplan.formats.input_error import InputError
from bodyplan.formats.read import read_bytes
from bodyplan.text import Source, parse

if TYPE_CHECKING:
    from bodyplan.resources import Resources

_CHILD = "bodyplan.conversion.mujoco._child"
_TIMED_OUT = 1
"""The exit status of the process if its own timeout ends it."""
_ENVIRONMENT = {
    "MUJOCO_GL": "disable",  # rendering is not used, and package glfw would start other programs
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
"""Environment of the process: libraries must not start threads before the sandbox."""
_OF_RESULTS = (
    "bodyplan.core.record",
    "bodyplan.model.",
    "bodyplan.spec.raw",
    "bodyplan.formats.loss",
    "bodyplan.formats.srdf.",
    "bodyplan.conversion.mujoco.messages",
)
"""Modules whose classes may occur in results."""
_RESTORES = "_restored"
"""Name of the function that unpickles records."""


class _Unpickler(pickle.Unpickler):
    """Unpickles a result. It creates only values of a few classes and calls no other functions.

    Args:
        stream: output of the process; not trusted, because MuJoCo may have a vulnerability.
        document: the document whose elements are replaced by their indices in the stream.
    """

    def __init__(self, stream: IO[bytes], document: Document) -> None:
        super().__init__(stream)
        root = document.tree.root
        self._document = document
        self._nodes = [] if root is None else list(root.iter())

    def persistent_load(self, number: int) -> object:
        return self._document if number < 0 else self._nodes[number]

    def find_class(self, module: str, name: str) -> object:
        if module.startswith(_OF_RESULTS):
            found = super().find_class(module, name)
            is_known = isinstance(found, type) or name == _RESTORES
            if is_known and getattr(found, "__module__", "") == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not part of a result")


class _Process:
    """MuJoCo's child process. If this process forks, the fork starts a child process of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self._end)

    def answer(self, job: MjcfJob, document: Document) -> MjcfAnswer:
        """Return the answer for a document.

        Raises:
            InputError: the process cannot be started, or it ends.
        """
        with self._lock:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            start = time.monotonic()
            try:
                pickle.dump(job, process.stdin, pickle.HIGHEST_PROTOCOL)
                process.stdin.flush()
                answer = _Unpickler(process.stdout, document).load()
                if not isinstance(answer, MjcfAnswer):
                    raise pickle.UnpicklingError(type(answer).__name__)
            except (OSError, EOFError):
                raise InputError(self._end(job, time.monotonic() - start)) from None
            except Exception as error:  # noqa: BLE001  (invalid bytes can cause any exception)
                self._end()
                raise InputError(
                    f"the process of MuJoCo sends an invalid result: {error}"
                ) from None
            except BaseException:
                self._end()
                raise
            if answer.is_last:
                self._end()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the running process; start it if necessary."""
        if self._process is not None and self._owner == os.getpid():
            if self._process.poll() is None:
                return self._process
            self._end()
        try:
            self._process = started(_CHILD, _ENVIRONMENT)
        # for example, if Python is embedded in another program
        except (OSError, ValueError) as error:
            reason = f"MuJoCo needs a Python process of its own, which cannot start: {error}"
            raise InputError(reason) from None
        self._owner = os.getpid()
        return self._process

    def _end(self, job: MjcfJob | None = None, seconds: float = 0.0) -> str:
        """End the process; return the reason if it had already ended by itself.

        Args:
            job: the last job of the process.
            seconds: the time since the start of this job [s].
        """
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return ""
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):  # unsent input is not needed any more
                    stream.close()
        try:
            status = process.wait(5.0)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if job is not None and is_out_of_time(status):
            return f"MuJoCo did not finish within {job.seconds} s of processor time, the limit"
        # 1 is also the status of a Python error
        if status == _TIMED_OUT and seconds >= mjcf_limits.MOST_SECONDS:
            return f"MuJoCo did not finish within {mjcf_limits.MOST_SECONDS} s, the limit"
        limit = f"; the limit on its memory is {job.memory >> 20:,} MiB" if job is not None else ""
        return f"MuJoCo crashed ({status_name(status)}){limit}"


_PROCESS = _Process()


def trial_in_process(given: MjcfInput, *, excludes: bool) -> Trial:
    """Return the result of compiling and simulating MJCF with MuJoCo in a process with limits.

    Args:
        given: the document and the files that are passed to MuJoCo.
        excludes: whether bodies that touch at the start are excluded from contacts.

    Raises:
        InputError: MuJoCo crashes or exceeds a limit.
    """
    seconds = mjcf_limits.seconds_for(given.size)
    memory = mjcf_limits.memory_for(given.size) + mjcf_limits.MEMORY_OF_TRIALS
    job = MjcfJob(given, seconds, memory, "excluding" if excludes else "as it is")
    document = Document(Source(b"", ""), parse(b""), reader=read_bytes, format="mjcf")
    answer = _PROCESS.answer(job, document)
    if answer.failed:
        raise RuntimeError(answer.failed)
    assert answer.trial is not None
    return answer.trial


def parts_of(document: Document, resources: Resources) -> MjcfParts:
    """Return the robot that MuJoCo compiles from a document, in a process with limits.

    Raises:
        InputError: MuJoCo rejects the file, crashes or exceeds a limit, or an included file may not
            be read.
    """
    tree = MjcfTree(MjcfFiles(document, resources), document.limits)
    try:
        given = tree.input(document.name)
        size = given.size
        job = MjcfJob(given, mjcf_limits.seconds_for(size), mjcf_limits.memory_for(size))
        answer = _PROCESS.answer(job, document)
    except InputError as error:
        raise InputError(f"{document.name}: {error}") from None
    if answer.failed:
        raise RuntimeError(answer.failed)
    if answer.parts is None:
        raise InputError(f"{document.name}: {tree.as_written(answer.rejected)}")
    return answer.parts
