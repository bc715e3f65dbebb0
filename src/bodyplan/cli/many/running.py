"""Running a job for each of many files, in this process or in others."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bodyplan.cli.errors import UserError
from bodyplan.cli.output import tracked
from bodyplan.core.limits import processors
from bodyplan.fleet import BatchResult

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")
MANY = 24
"""The smallest number of files for which worker processes and a progress line are used."""


class Item(NamedTuple):
    """One of many files.

    Args:
        name: the name of the file in messages and results.
        key: the path of the file relative to the folder or pattern by which it was found.
        work: further data for the job.
        number: the index of the file among the inputs.
    """

    name: str
    key: str
    work: Any = None
    number: int = 0


Job = Callable[..., Any]
"""A function that processes one item; its keyword arguments are the same for all items."""


def works_here(total: int | None, arguments: argparse.Namespace) -> bool:
    """Return whether this process does the work itself, without workers and their time limits.

    Args:
        total: number of files; None if it is unknown.
        arguments: the arguments of the verb.
    """
    if arguments.executor or arguments.jsonl:
        return False
    is_many = total is None or total >= MANY
    count = arguments.jobs or (processors() if is_many else 1)
    return count == 1 or total == 1


def done(
    job: Job,
    items: Iterable[Item],
    total: int | None,
    arguments: argparse.Namespace,
    what: str,
    **options: Any,
) -> Generator[BatchResult]:
    """Run a job for each file, and yield each result when it is ready; its ``source`` is the item.

    Args:
        job: a function of a module.
        items: the files.
        total: number of files; None if it is unknown.
        arguments: the arguments of the verb.
        what: the name of the work in the progress line.
        options: keyword arguments for the job.

    Raises:
        UserError: the executor does not exist.
    """
    yield from followed(_done(job, items, total, arguments, options), total, arguments, what)


def followed(
    parts: Iterable[T], total: int | None, arguments: argparse.Namespace, what: str
) -> Iterator[T]:
    """Yield the given items; for many items on a terminal, show a progress line.

    Args:
        parts: the items, such as files.
        total: the number of items; None if unknown.
        arguments: the arguments of the verb.
        what: the name of the work in the progress line.
    """
    is_quiet = arguments.quiet or (total is not None and total < MANY)
    return tracked(parts, total, what, is_quiet=is_quiet)


def _done(
    job: Job,
    items: Iterable[Item],
    total: int | None,
    arguments: argparse.Namespace,
    options: dict[str, Any],
) -> Iterator[BatchResult]:
    if works_here(total, arguments):
        yield from (_here(job, item, options) for item in items)
        return
    from bodyplan.fleet.batches import batch
    from bodyplan.fleet.executors import workers_of

    own: list[Item] = []
    with _executor(arguments.executor) as executor:
        count = arguments.jobs or workers_of(executor) or processors()
        found = batch(
            job,
            _apart(items, own),
            executor=executor,
            workers=count if total is None else max(1, min(count, total)),
            seconds=arguments.timeout,
            memory=arguments.memory << 20,
            **options,
        )
        try:
            yield from found
        finally:
            found.close()  # ends the processes now, not at garbage collection
    yield from (_here(job, item, options) for item in own)


def _apart(items: Iterable[Item], own: list[Item]) -> Iterator[Item]:
    """Yield all items except standard input, which only this process can read: add it to ``own``."""
    for item in items:
        if item.name == "-":
            own.append(item)
        else:
            yield item


def _here(job: Job, item: Item, options: dict[str, Any]) -> BatchResult:
    start = time.perf_counter()
    value = job(item, **options)
    return BatchResult(item, "ok", time.perf_counter() - start, value)


@contextmanager
def _executor(name: str | None) -> Iterator[Executor | None]:
    """Provide the executor with this name, or None, and shut it down at the end."""
    if name is None:
        yield None
        return
    from bodyplan.fleet.executors import ExecutorError, close, executor_named

    try:
        executor = executor_named(name)
    except ExecutorError as error:
        raise UserError(f"--executor: {error}") from None
    try:
        yield executor
    finally:
        close(executor)
