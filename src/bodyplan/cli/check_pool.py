"""Many files are checked by several processes, with a bar on a terminal."""

from __future__ import annotations

import argparse
import os
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from bodyplan.cli.progress import tracked
from bodyplan.description.checker import Checked, Checker, Job
from bodyplan.diag.internal import internal_error, process_ended
from bodyplan.diag.report import FileReport

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_MANY = 24  # from so many files on, processes pay for their start
_MOST_PROCESSES = 60
"""More of them Windows cannot wait for at once."""
_SAFE_PATH = "PYTHONSAFEPATH"
_LARGEST_BATCH = 16
"""Files that a process is given at once."""


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
    """The same results; on a terminal, how many of many are done."""
    is_quiet = arguments.quiet or total < _MANY
    yield from tracked(results, total, "checking", is_quiet=is_quiet)


@contextmanager
def _in_processes(
    jobs: Sequence[Job], checker: Checker, processes: int
) -> Iterator[Iterator[Checked]]:
    """Results in the order of the jobs, made by other processes, none of which is left behind."""
    # Only this process has the standard input.
    others = [number for number, job in enumerate(jobs) if job.source != "-"]
    batch = max(1, min(_LARGEST_BATCH, len(others) // (8 * processes)))
    batches = deque(others[start : start + batch] for start in range(0, len(others), batch))
    pool = _Pool(jobs, batches, checker)
    pool.start(min(processes, len(batches), _MOST_PROCESSES))
    try:
        yield (
            check_one(job) if job.source == "-" else pool.result(number)
            for number, job in enumerate(jobs)
        )
    finally:
        pool.close()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Lets a Python that is started find no modules in the current folder, which may be a stranger's.

    Where processes are not forked, ``multiprocessing`` starts them with ``python -c``.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if before is not None:
            os.environ[_SAFE_PATH] = before


class _Worker:
    """A process, and which jobs it has."""

    def __init__(self, process: BaseProcess, given: Connection, made: Connection) -> None:
        self.process = process
        self.given = given
        """Where its jobs go in."""
        self.made = made
        """Where its results come out."""
        self.jobs: deque[int] = deque()
        """What it was given and has no result yet; the first one is what it works on."""

    def end(self) -> int | None:
        """Ends the process, if it still runs; its exit status."""
        self.given.close()
        self.made.close()
        self.process.join(timeout=1.0)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        return self.process.exitcode


class _Pool:
    """Processes that check. Without threads: asking for one result waits for all.

    Which job a process works on is known, so that one that dies is a diagnostic of that file; the
    other files go to another process.

    Args:
        jobs: all of them.
        batches: numbers of jobs that go to one process together.
        checker: what checks; each process has a copy.
    """

    def __init__(self, jobs: Sequence[Job], batches: deque[list[int]], checker: Checker) -> None:
        self._jobs = jobs
        self._batches = batches
        self._checker = checker
        self._workers: list[_Worker] = []
        self._results: dict[int, Checked] = {}

    def start(self, count: int) -> None:
        """Starts so many processes, or as many as the system lets us."""
        for _ in range(count):
            if not self._start_one():
                break

    def _start_one(self) -> bool:
        import multiprocessing

        ours: list[Connection] = []
        its: list[Connection] = []
        try:
            jobs, given = multiprocessing.Pipe(duplex=False)
            ours, its = [given], [jobs]
            made, results = multiprocessing.Pipe(duplex=False)
            ours, its = [given, made], [jobs, results]
            process = multiprocessing.Process(
                target=_work, args=(its, ours, *self._checker.configuration), daemon=True
            )
            with _safe_path():
                process.start()
        except (OSError, MemoryError):  # there may be no more files or processes
            for link in ours:
                link.close()
            return False
        finally:
            for link in its:
                link.close()
        self._workers.append(_Worker(process, given, made))
        return True

    def result(self, number: int) -> Checked:
        """The result of one job, which is waited for."""
        from multiprocessing.connection import wait

        while number not in self._results:
            for worker in list(self._workers):
                self._feed(worker)
            if not self._workers and not self._start_one():
                return check_one(self._jobs[number])  # there is nobody else
            if not any(worker.jobs for worker in self._workers):
                continue
            busy = {worker.made: worker for worker in self._workers if worker.jobs}
            for link in wait(list(busy)):
                self._hear(busy[link])  # type: ignore[index]
        return self._results.pop(number)

    def _feed(self, worker: _Worker) -> None:
        """Gives a process that has nothing to do the next jobs."""
        if worker.jobs or not self._batches:
            return
        worker.jobs.extend(self._batches.popleft())
        try:
            worker.given.send([self._jobs[number] for number in worker.jobs])
        except OSError:
            self._bury(worker)

    def _hear(self, worker: _Worker) -> None:
        """Takes a result from a process, or notices that it has ended."""
        try:
            checked = worker.made.recv()
        except (EOFError, OSError):
            self._bury(worker)
        except Exception as error:  # noqa: BLE001  (such as a result that memory does not hold)
            self._bury(worker, error)
        else:
            self._results[worker.jobs.popleft()] = checked

    def _bury(self, worker: _Worker, error: Exception | None = None) -> None:
        """Says of the file that a process worked on that it ended; others do the rest."""
        self._workers.remove(worker)
        status = worker.end()
        number = worker.jobs.popleft()
        name = self._jobs[number].name
        found = process_ended(status, name) if error is None else internal_error(error, name)
        self._results[number] = Checked(FileReport(name, None, (found,)))
        if worker.jobs:
            self._batches.appendleft(list(worker.jobs))

    def close(self) -> None:
        """Ends all processes, at once where they still work."""
        for worker in self._workers:
            if worker.jobs:
                worker.process.kill()
            else:
                with suppress(OSError):
                    worker.given.send(None)
        for worker in self._workers:
            worker.end()
        self._workers = []


_checker: Checker | None = None
"""What checks in this process."""


def _start(checker: Checker) -> None:
    """Makes this process ready to check."""
    global _checker  # noqa: PLW0603  (a process of a pool has no other place)
    _checker = checker


def _work(own: list[Connection], others: list[Connection], *configuration: Any) -> None:
    """What another process does: batches of jobs, until the end is signalled.

    Only the first process hears an interruption: it ends the others.

    Args:
        own: where jobs come from, and where results go.
        others: the other ends; open here, they would hide that the first process has ended.
        configuration: of the checker.
    """
    import signal

    for link in others:
        link.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    given, made = own
    with suppress(EOFError, OSError):  # nobody waits for the results any more
        _start(Checker(*configuration))
        while (jobs := given.recv()) is not None:
            for job in jobs:
                _send(made, job)


def _send(link: Connection, job: Job) -> None:
    """Sends the result of a job; where it cannot travel, that is the result."""
    checked = check_one(job)
    try:
        link.send(checked)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  (a fix that fails when it is made)
        link.send(Checked(FileReport(job.name, None, (internal_error(error, job.name),))))


def check_one(task: Job) -> Checked:
    """The result for one input."""
    assert _checker is not None
    return _checker.check(task)
