"""What a worker of an executor does: a chunk of files, by a process whose limits hold.

Executors differ in what they can limit and in what survives a crash: threads, processes, workers of
a cluster. So the files go to a process of the worker's own, which is replaced when it ends.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

from bodyplan.fleet.result import BatchResult, Status


class Chunk(NamedTuple):
    """Files that one worker does, and how.

    Args:
        job: a function of a module that can be imported.
        options: its keyword arguments.
        sources: its first arguments.
        seconds: the limit of each [s].
        memory: the limit of each [bytes].
        owner: whose end is the end of the process; empty where that stays for other work.
    """

    job: Callable[..., Any]
    options: dict[str, Any]
    sources: tuple[Any, ...]
    seconds: float
    memory: int
    owner: str = ""


class _EndedError(Exception):
    """The process ended; ``was_working`` says whether it had begun with the chunk."""

    def __init__(self, status: int | None, *, was_working: bool) -> None:
        super().__init__(status)
        self.status = status
        self.was_working = was_working


class _Child:
    """A process that does files; one for each thread of a worker."""

    def __init__(self) -> None:
        alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        # -P: the current folder may be a stranger's.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "bodyplan.fleet.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**alone, **os.environ},
            start_new_session=True,  # an interruption is for the process that asks
        )
        self._send(sys.path)

    def give(self, chunk: Chunk) -> None:
        job, options, sources, seconds, memory, _ = chunk
        self._send((job, options, sources, seconds, memory))
        self._next(was_working=False)  # it has begun

    def _send(self, message: object) -> None:
        assert self._process.stdin
        try:
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()
        except OSError:
            raise self._ended(was_working=False) from None

    def result(self) -> tuple[Any, str, float]:
        value, reason, seconds = pickle.loads(self._next(was_working=True))  # noqa: S301  (our own)
        return value, reason, seconds

    def _next(self, *, was_working: bool) -> Any:
        assert self._process.stdout
        try:
            return pickle.load(self._process.stdout)  # noqa: S301  (our own process)
        except (EOFError, OSError, pickle.UnpicklingError):
            raise self._ended(was_working=was_working) from None

    def _ended(self, *, was_working: bool) -> _EndedError:
        self.end()
        return _EndedError(self._process.returncode, was_working=was_working)

    def __del__(self) -> None:
        """End the process with the thread of an executor that it belonged to."""
        self.kill()
        self.end()

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """End the process, and let go of what belongs to it."""
        process = self._process
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1.0)
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe
            with suppress(OSError):
                pipe.close()


_own = threading.local()
_owned: dict[str, list[_Child]] = {}
_lock = threading.Lock()


def own(owner: str) -> None:
    """Note the processes that are made for an owner, so that they end with it."""
    with _lock:
        _owned[owner] = []


def end_owned(owner: str, threads: ThreadPoolExecutor) -> None:
    """End the threads of an owner and their processes, at once where they still work."""
    threads.shutdown(wait=False, cancel_futures=True)
    with _lock:
        ended = _owned.pop(owner)
    for child in ended:
        child.kill()
    threads.shutdown()  # what reads from a process reads its end
    for child in ended:
        child.end()


def _child(owner: str) -> _Child | None:
    """Return the process of this thread; None if its owner has ended."""
    found: _Child | None = getattr(_own, "child", None)
    with _lock:
        if owner and owner not in _owned:
            return None
        if found is None:
            found = _own.child = _Child()
            if owner:
                _owned[owner].append(found)
    return found


def _drop(child: _Child, owner: str) -> None:
    _own.child = None
    with _lock, suppress(KeyError, ValueError):
        _owned[owner].remove(child)


def do_chunk(chunk: Chunk) -> list[BatchResult]:
    """Return what became of each file of a chunk.

    A file whose process ends, but not by its time limit, is tried once more in a new one.
    """
    found: list[BatchResult] = []
    is_second = False
    start = time.perf_counter()
    while len(found) < len(chunk.sources):
        child = _child(chunk.owner)
        if child is None:
            return found
        try:
            child.give(chunk._replace(sources=chunk.sources[len(found) :]))
            while len(found) < len(chunk.sources):
                start = time.perf_counter()
                value, reason, seconds = child.result()
                status: Status = "error" if reason else "ok"
                source = chunk.sources[len(found)]
                found.append(BatchResult(source, status, seconds, value, reason))
                is_second = False
        except _EndedError as ended:
            _drop(child, chunk.owner)
            seconds = time.perf_counter() - start
            source = chunk.sources[len(found)]
            if ended.was_working and seconds >= chunk.seconds:
                reason = f"it took longer than {chunk.seconds:g} s"
                found.append(BatchResult(source, "timeout", seconds, None, reason))
                is_second = False
            elif is_second:
                found.append(BatchResult(source, "crashed", seconds, None, _how(ended.status)))
                is_second = False
            else:
                is_second = True
    return found


def _how(status: int | None) -> str:
    if status is not None and status < 0:
        return f"its process was killed by signal {-status}, twice"
    return f"its process ended with {status}, twice"
