"""Running a job for many files with any executor, with results as they arrive."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

from bodyplan.core.limits import processors
from bodyplan.diag.report import Report
from bodyplan.fleet import BatchResult
from bodyplan.fleet._worker import Chunk, do_chunk, end_owned, own

_CHUNK_SECONDS = 0.05
"""Intended duration of a chunk [s]: much longer than a submission, which takes milliseconds with
the executor of a cluster.
"""
_FIRST, _MOST = 4, 256
"""Number of files of the first chunks, and the largest number of files of a chunk."""


def batch(
    job: Callable[..., Any],
    sources: Iterable[Any],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    seconds: float = 60.0,
    memory: int = 4 << 30,
    **options: Any,
) -> Generator[BatchResult]:
    """Run a job for each of many files, in several processes or on several machines.

    Results are yielded as soon as they are ready, in arbitrary order. Each result is the same on
    every worker. From ``sources``, only a few chunks for each worker are read ahead.

    Args:
        job: the job, a function such as ``bodyplan.check``, from a module that workers can import.
        sources: the first arguments of the job, such as paths.
        executor: the executor that runs the job, such as ``client.get_executor(pure=False)`` of
            Dask, or an executor of MPI or loky; it is not shut down. By default, processes on this
            machine are used.
        workers: the number of workers at a time; by default one for each processor.
        seconds: the time limit of one file [s].
        memory: the memory limit of one file [bytes], if the system can enforce it.
        options: further arguments of the job.

    Yields:
        A result for each source. A file whose process ends is tried once more.
    """
    count = workers or processors()
    task = Chunk(job, options, (), seconds, memory)
    if executor is not None:
        yield from map(_judged, _done(executor, task, iter(sources), 3 * count))
        return
    # Each thread has a process that runs the job.
    task = task._replace(owner=uuid.uuid4().hex)
    own(task.owner, count)
    threads = ThreadPoolExecutor(count)
    is_done = False
    try:
        yield from map(_judged, _done(threads, task, iter(sources), 3 * count))
        is_done = True
    finally:
        end_owned(task.owner, threads, is_done=is_done)


def _done(
    executor: Executor, task: Chunk, sources: Iterator[Any], most: int
) -> Iterator[BatchResult]:
    """Yield the results of chunks, of which at most ``most`` are submitted at once."""
    pending: dict[Future[list[BatchResult]], tuple[Chunk, bool]] = {}
    size, files, spent = _FIRST, 0, 0.0

    def submit(sources: tuple[Any, ...], *, is_second: bool = False) -> None:
        chunk = task._replace(sources=sources)
        pending[executor.submit(do_chunk, chunk)] = (chunk, is_second)

    try:
        while True:
            while len(pending) < most and (chosen := tuple(islice(sources, size))):
                submit(chosen)
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                chunk, is_second = pending.pop(future)
                error = future.exception()
                if error is None:
                    results = future.result()
                    files += len(results)
                    spent += sum(result.seconds for result in results)
                    size = max(1, min(_MOST, int(_CHUNK_SECONDS * files / max(spent, 1e-9))))
                    yield from results
                elif is_second:
                    reason = f"its worker ended twice: {str(error) or type(error).__name__}"
                    yield BatchResult(chunk.sources[0], "crashed", 0.0, None, reason)
                else:  # the worker ended, so each file of its chunk is tried once more, separately
                    for source in chunk.sources:
                        submit((source,), is_second=True)
    finally:
        for future in pending:
            future.cancel()


def _judged(result: BatchResult) -> BatchResult:
    """Return a result with the status that follows from its report."""
    if not isinstance(result.value, Report):
        return result
    troubles = [file.trouble for file in result.value.files if file.trouble is not None]
    if troubles:
        return result._replace(status="error", reason=str(troubles[0]))
    return result._replace(status="problems") if result.value.exit_code() else result
