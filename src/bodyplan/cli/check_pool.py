"""Many files are checked by several processes, with a bar on a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bodyplan.cli.trouble import Trouble
from bodyplan.project.checker import Checked, Checker, Job

_MANY = 24  # from so many files on, processes pay for their start


def check_all(
    jobs: Sequence[Job], checker: Checker, arguments: argparse.Namespace
) -> Iterator[Checked]:
    """Results in the order of the jobs; in several processes when that pays."""
    _start(checker)
    processes = arguments.jobs or (_processors() if len(jobs) >= _MANY else 1)
    if processes == 1 or len(jobs) == 1:
        yield from _with_progress(map(check_one, jobs), len(jobs), arguments)
        return
    with _in_processes(jobs, checker, processes) as results:
        yield from _with_progress(results, len(jobs), arguments)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _with_progress(
    results: Iterator[Checked], total: int, arguments: argparse.Namespace
) -> Iterator[Checked]:
    """The same results; on a terminal, many of them move a bar."""
    if total < _MANY or arguments.quiet or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(results, "checking", total=total, console=console, transient=True)


@contextmanager
def _in_processes(
    jobs: Sequence[Job], checker: Checker, processes: int
) -> Iterator[Iterator[Checked]]:
    """Results in the order of the jobs, made by other processes.

    Raises:
        Trouble: a process was ended from outside.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(
        min(processes, len(jobs)), initializer=_start_worker, initargs=checker.configuration
    )
    try:
        # Only this process has the standard input.
        others = [job for job in jobs if job.name != "-"]
        made = pool.map(check_one, others, chunksize=max(1, len(others) // (8 * processes)))
        yield (check_one(job) if job.name == "-" else next(made) for job in jobs)
    except BrokenProcessPool:
        raise Trouble("a process was ended from outside; try --jobs 1") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


_checker: Checker | None = None
"""What checks in this process."""


def _start(checker: Checker) -> None:
    """Makes this process ready to check."""
    global _checker  # noqa: PLW0603  (a process of a pool has no other place)
    _checker = checker


def _start_worker(*configuration: Any) -> None:
    """Makes another process ready. Only the first one hears an interruption: it ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _start(Checker(*configuration))


def check_one(task: Job) -> Checked:
    """The result for one input."""
    assert _checker is not None
    return _checker.check(task)
