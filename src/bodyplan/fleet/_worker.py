"""The work of a worker of an executor: a chunk of files, done in a process with enforced limits.

Executors (threads, processes, workers of a cluster) differ in the limits that they can enforce, and
in the effects of a crash. Therefore each worker has a separate process for the files, which is
replaced when it ends. The first processes are forked if that is safe, which is fast; later
processes are started.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any, NamedTuple

from bodyplan.core.leaving import end_all
from bodyplan.fleet import BatchResult
from bodyplan.fleet._child import LEAVES, answered, serve


class Chunk(NamedTuple):
    """A chunk of files for one worker, with the job and its limits.

    Args:
        job: a function of a module that can be imported.
        options: the keyword arguments of the job.
        sources: the first arguments of the job, one for each file.
        seconds: the time limit of each file [s].
        memory: the memory limit of each file [bytes].
        owner: the identifier of the call of ``batch`` that owns the process, which ends with this
            call; empty if the process is kept for later calls.
    """

    job: Callable[..., Any]
    options: dict[str, Any]
    sources: tuple[Any, ...]
    seconds: float
    memory: int
    owner: str = ""


class _EndedError(Exception):
    """The worker process ended; ``was_working`` is true if it had begun with the chunk."""

    def __init__(self, status: int | None, *, was_working: bool) -> None:
        super().__init__(status)
        self.status = status
        self.was_working = was_working


class _LeftError(Exception):
    """The process ended by itself, between two files."""


class _Started:
    """A newly started Python process."""

    def __init__(self) -> None:
        alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        # -P, because modules in the current folder are not trusted.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bodyplan.fleet._child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=_errors(),
            env={**alone, **os.environ},
            start_new_session=True,  # Ctrl-C interrupts only the main process
        )
        assert self._process.stdin
        assert self._process.stdout
        self.given, self.made = self._process.stdin, self._process.stdout
        with suppress(OSError):  # the end of the process is detected at the first chunk
            pickle.dump(sys.path, self.given)
            self.given.flush()

    def kill(self) -> None:
        self._process.kill()

    def ended(self, seconds: float | None) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None


class _Forked:
    """A fork of this process, in which the modules of the job are already imported."""

    def __init__(self) -> None:
        from multiprocessing import get_context  # imported here, because few runs need it

        chunks, given = os.pipe()
        made, results = os.pipe()
        self.given, self.made = os.fdopen(given, "wb"), os.fdopen(made, "rb")
        self._process = get_context("fork").Process(
            target=self._serve, args=(chunks, results), daemon=True
        )
        try:
            self._process.start()
        except BaseException:
            self.given.close()
            self.made.close()
            raise
        finally:
            os.close(chunks)
            os.close(results)

    def _serve(self, chunks: int, results: int) -> None:
        os.setsid()  # Ctrl-C interrupts only the main process
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        # As long as a copy of these pipes is open here, workers could not detect the end of the
        # first process.
        pipes: list[IO[bytes]] = [self.given, self.made]
        for owned in _owned.values():
            pipes += [pipe for child in owned for pipe in (child.given, child.made)]
        for pipe in pipes:  # by descriptor, because the locks of their buffers may be held
            with suppress(OSError, ValueError):  # another thread has closed it
                os.close(pipe.fileno())
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, *(() if _errors() is None else (2,))):
            os.dup2(null, stream)
        with suppress(OSError):  # the first process has ended
            serve(os.fdopen(chunks, "rb"), os.fdopen(results, "wb"))
        end_all()
        os._exit(0)  # skip exit handlers, which belong to the first process

    def kill(self) -> None:
        self._process.kill()

    def ended(self, seconds: float | None) -> int | None:
        self._process.join(seconds)
        # A thread that forks also collects the exit status of ended processes. It may have
        # collected the status of this process, but not yet stored it.
        while seconds is None and self._process.exitcode is None:
            time.sleep(0.001)
        return self._process.exitcode


def _errors() -> int | None:
    """Return where child processes write standard error: nowhere, unless BODYPLAN_DEBUG is set."""
    return None if os.environ.get("BODYPLAN_DEBUG") else subprocess.DEVNULL


class _Child:
    """A process that runs the job for files; each thread of a worker has one process."""

    def __init__(self, process: _Forked | _Started) -> None:
        self._process = process
        self._home = os.getpid()
        self.given: IO[bytes] = process.given
        self.made: IO[bytes] = process.made

    def give(self, chunk: Chunk) -> None:
        job, options, sources, seconds, memory, _ = chunk
        self._send((job, options, sources, seconds, memory))
        # wait for the message that the process has begun with the chunk
        self._heard(was_working=False)

    def _send(self, message: object) -> None:
        try:
            pickle.dump(message, self.given)
            self.given.flush()
        except OSError:
            raise self._ended(was_working=False) from None

    def result(self) -> tuple[Any, str, float]:
        message = self._heard(was_working=True)
        value, reason, seconds = pickle.loads(message)  # noqa: S301  (our own process)
        return value, reason, seconds

    def _heard(self, *, was_working: bool) -> Any:
        try:
            message = pickle.load(self.made)  # noqa: S301  (our own process)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._ended(was_working=was_working) from None
        if message == LEAVES:
            self.end()
            raise _LeftError
        return message

    def _ended(self, *, was_working: bool) -> _EndedError:
        return _EndedError(self.end(), was_working=was_working)

    def __del__(self) -> None:
        """End the process when the executor's thread that owned it has ended."""
        if self._home == os.getpid():  # a forked copy does not own the worker
            self.end()

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> int | None:
        """End the process, close its pipes and threads, and return its status."""
        with suppress(OSError):
            self.given.close()  # the worker waits for more input, and then ends
        if self._process.ended(1.0) is None:
            self._process.kill()
        status = self._process.ended(None)
        with suppress(OSError):
            self.made.close()
        return status


_TIMER = -getattr(signal, "SIGALRM", 0) or None
"""The exit status of a process that its time limit ended, if the system has such a status."""
_own = threading.local()
_owned: dict[str, list[_Child]] = {}
_spare: dict[str, list[_Child]] = {}
"""The processes that no thread uses yet, by owner."""
_lock = threading.Lock()
_alone = threading.Lock()


def own(owner: str, count: int) -> None:
    """Register an owner, whose processes end with it, and fork the first processes.

    Only a process with one thread is forked: a fork does not copy the other threads, so their
    unfinished work, such as releasing a lock, would never be done.
    """
    _owned[owner], _spare[owner] = [], []
    if not sys.platform.startswith("linux") or threading.active_count() > 1:
        return
    with suppress(OSError, MemoryError):  # the system does not allow further processes
        for _ in range(count):
            _owned[owner].append(_Child(_Forked()))
            _spare[owner] = list(_owned[owner])


def end_owned(owner: str, threads: ThreadPoolExecutor, *, is_done: bool) -> None:
    """End the threads of an owner and their processes.

    Args:
        owner: the owner of the processes.
        threads: the thread pool that gave them work.
        is_done: whether all work is done; if not, the processes are killed.
    """
    threads.shutdown(wait=False, cancel_futures=True)
    with _lock:
        ended = _owned.pop(owner)
        del _spare[owner]
    for child in () if is_done else ended:
        child.kill()
    threads.shutdown()  # a thread that reads from a process ends when the process ends
    for child in ended:
        child.end()


def _child(owner: str) -> _Child | None:
    """Return the process of this thread; None if its owner has ended."""
    found: _Child | None = getattr(_own, "child", None)
    with _lock:
        if owner and owner not in _owned:
            return None
        if found is None and owner and _spare[owner]:
            found = _own.child = _spare[owner].pop()
        elif found is None:
            found = _own.child = _Child(_Started())
            if owner:
                _owned[owner].append(found)
    return found


def _drop(child: _Child, owner: str) -> None:
    _own.child = None
    with _lock, suppress(KeyError, ValueError):
        _owned[owner].remove(child)


def do_chunk(chunk: Chunk) -> list[BatchResult]:
    """Return the result for each file of a chunk.

    If the process ends for a reason other than the time limit, the file is tried once more in a new
    process. If the system cannot start a process, the job runs in this process, without limits.
    """
    found: list[BatchResult] = []
    is_second = False
    start = time.perf_counter()
    while len(found) < len(chunk.sources):
        try:
            child = _child(chunk.owner)
        except (OSError, MemoryError):
            with _alone:
                left = chunk.sources[len(found) :]
                return found + [_here(chunk, source) for source in left]
        if child is None:
            return found
        try:
            child.give(chunk._replace(sources=chunk.sources[len(found) :]))
            while len(found) < len(chunk.sources):
                start = time.perf_counter()
                value, reason, seconds = child.result()
                found.append(_result(chunk.sources[len(found)], value, reason, seconds))
                is_second = False
        except _LeftError:
            _drop(child, chunk.owner)
        except _EndedError as ended:
            _drop(child, chunk.owner)
            seconds = time.perf_counter() - start
            source = chunk.sources[len(found)]
            if ended.was_working and (ended.status == _TIMER or seconds >= chunk.seconds):
                reason = f"it took longer than {chunk.seconds:g} s"
                found.append(BatchResult(source, "timeout", seconds, None, reason))
                is_second = False
            elif is_second:
                found.append(BatchResult(source, "crashed", seconds, None, _how(ended.status)))
                is_second = False
            # a process that ended with status 0 before the chunk was idle; it did not try the file
            elif ended.was_working or ended.status != 0:
                is_second = True
    return found


def _result(source: Any, value: Any, reason: str, seconds: float) -> BatchResult:
    return BatchResult(source, "error" if reason else "ok", seconds, value, reason)


def _here(chunk: Chunk, source: Any) -> BatchResult:
    return _result(source, *answered(chunk.job, source, chunk.options, chunk.memory))


def _how(status: int | None) -> str:
    if status is not None and status < 0:
        return f"its process was killed by signal {-status}, twice"
    return f"its process ended with {status}, twice"
