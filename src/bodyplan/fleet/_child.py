"""The worker process, which runs the job for one file after another, within limits.

It is forked, or started as ``python -m bodyplan.fleet._child``, and exchanges pickled messages with
its parent. A timer outside Python ends the process if a file takes too long, and the system limits
its memory, so that a file that exceeds a limit does not affect other files.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from typing import IO, Any

from bodyplan.diag.diagnostic import cause_of, internal_error, is_internal, with_hint

IDLE_SECONDS = 300.0
"""Time after which a process without work ends [s]."""
LEAVES = b""
"""The message of a process that ends because it has no work."""
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def main() -> None:
    """Run the job for the files that arrive on standard input, until it is closed."""
    given, made = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # output of a job must not mix with the messages
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.path[:] = pickle.load(given)  # noqa: S301  (our parent's)
    serve(given, made)


def serve(given: IO[bytes], made: IO[bytes]) -> None:
    """Run the job for the files that arrive, until the input is closed.

    Args:
        given: the stream of chunks of files.
        made: the stream for the results.
    """
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    first = None
    while True:
        _end_after(IDLE_SECONDS)
        try:
            job, options, sources, seconds, memory = pickle.load(given)  # noqa: S301  (our parent's)
        except EOFError:
            return
        if first is None:
            first = _used()
            if memory:
                _limit(first + memory)
        _send(made, "started")
        for source in sources:
            _end_after(seconds)
            _send(made, _answer(job, source, options, memory))
            # End the process if a library has leaked much memory, which later files would lack.
            if memory and _used() - first > memory // 2:
                _send(made, LEAVES)
                return


def _end_after(seconds: float) -> None:
    """Make the system end this process after some time, even in native code.

    Args:
        seconds: the time from now [s]; it replaces a time that was set before.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return
    # called in the child process, because a fork would not copy its timer thread
    import faulthandler

    null = open(os.devnull, "w")  # noqa: SIM115  (open until the end)
    faulthandler.dump_traceback_later(seconds, exit=True, file=null)


def answered(job: Any, source: Any, options: dict[str, Any], memory: int) -> tuple[Any, str, float]:
    """Return the return value of a job, the reason if it is missing, and the duration [s].

    Args:
        job: the function.
        source: the first argument of the function.
        options: the other arguments of the function.
        memory: the memory limit [bytes], for the message.
    """
    start = time.perf_counter()
    try:
        value, reason = job(source, **options), ""
    except MemoryError:
        value, reason = None, f"it needs more than {memory / 2**20:,.0f} MiB of memory"
    except Exception as error:  # noqa: BLE001  (one file of many must not end the others)
        value, reason = None, _sentence(error, source)
    return value, reason, time.perf_counter() - start


def _answer(job: Any, source: Any, options: dict[str, Any], memory: int) -> bytes:
    value, reason, seconds = answered(job, source, options, memory)
    try:
        return pickle.dumps((value, reason, seconds))
    except Exception as error:  # noqa: BLE001  (a value that cannot be pickled)
        return pickle.dumps((None, f"the result cannot be sent: {cause_of(error)}", seconds))


def _sentence(error: Exception, source: object) -> str:
    """Return the reason why a file has no result; for a bug in bodyplan, also how to report it."""
    if is_internal(error):
        name = os.fspath(source) if isinstance(source, str | os.PathLike) else repr(source)[:100]
        return with_hint(internal_error(error, name))
    return str(error) or type(error).__name__


def _send(made: IO[bytes], message: object) -> None:
    pickle.dump(message, made)
    made.flush()


def _used() -> int:
    """Return the size of the address space of this process [bytes]; 0 if unknown."""
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
