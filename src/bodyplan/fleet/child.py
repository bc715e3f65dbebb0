"""The process that does the job for one file after another, within its limits.

It is started as ``python -m bodyplan.fleet.child`` and talks by pickled messages on its standard
input and output. A file that hangs ends the process by a timer outside of Python, a file that eats
memory meets a limit of the system: neither costs more than itself.
"""

from __future__ import annotations

import faulthandler
import os
import pickle
import sys
import time
from typing import IO, Any

IDLE_SECONDS = 300.0
"""So long a process without work stays [s]."""
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def main() -> None:
    """Do what comes in until nothing does."""
    given, made = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a job prints is not an answer
    null = open(os.devnull, "w")  # noqa: SIM115  (open until the end)
    sys.path[:] = pickle.load(given)  # noqa: S301  (our parent's)
    first = None
    while True:
        faulthandler.dump_traceback_later(IDLE_SECONDS, exit=True, file=null)
        try:
            job, options, sources, seconds, memory = pickle.load(given)  # noqa: S301  (our parent's)
        except EOFError:
            return
        if first is None:
            first = _used()
            _limit(first + memory)
        _send(made, "started")
        for source in sources:
            faulthandler.dump_traceback_later(seconds, exit=True, file=null)
            _send(made, _result(job, source, options, memory))
        # What a library has not given back would be missing to the files that follow.
        if _used() - first > memory // 2:
            return


def _result(job: Any, source: Any, options: dict[str, Any], memory: int) -> bytes:
    start = time.perf_counter()
    try:
        value, reason = job(source, **options), ""
    except MemoryError:
        value, reason = None, f"it needs more than {memory / 2**20:,.0f} MiB of memory"
    except RecursionError:
        value, reason = None, "it is nested too deeply"
    except Exception as error:  # noqa: BLE001  (one file of many must not end the others)
        value, reason = None, str(error) or type(error).__name__
    seconds = time.perf_counter() - start
    try:
        return pickle.dumps((value, reason, seconds))
    except Exception as error:  # noqa: BLE001  (a value that cannot travel)
        return pickle.dumps((None, f"the result cannot be sent: {error}", seconds))


def _send(made: IO[bytes], message: object) -> None:
    pickle.dump(message, made)
    made.flush()


def _used() -> int:
    """Return the address space of this process [bytes]; 0 where that is unknown."""
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[0]) * _PAGE
    except OSError:
        return 0


def _limit(most: int) -> None:
    try:
        import resource
    except ModuleNotFoundError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    main()
