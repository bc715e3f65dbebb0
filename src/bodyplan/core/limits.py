"""Resources of a run: input limits, processors, and pauses of the garbage collector."""

from __future__ import annotations

import gc
import os
from contextlib import ContextDecorator
from types import TracebackType

from bodyplan.core.record import Record


class Limits(Record):
    """Limits on input files. If a file exceeds a limit, a diagnostic names the limit.

    XML entities need no limit, because they are never expanded.
    """

    max_bytes: int = 64 * 1024 * 1024
    """Size of a file, and of its decoded text in memory [bytes]. The largest of 474 public robots has
    211 KB."""
    max_depth: int = 256
    """Levels of nested elements. Real descriptions have fewer than 20."""
    max_elements: int = 150_000
    """Elements in one file. A robot with 7,500 links has about this many."""
    max_attributes: int = 1_000
    """Attributes of one element. No declared element has more than 13."""
    max_diagnostics: int = 10_000
    """Diagnostics of reading a file, and separately of the rules. Further diagnostics are not
    reported."""


DEFAULT_LIMITS = Limits()


class collector_paused(ContextDecorator):  # noqa: N801  (reads as a phrase: with collector_paused())
    """Context manager and decorator: pauses the garbage collector while many objects are created."""

    __slots__ = ("_was_enabled",)

    # a new instance for each call of a decorated function
    def _recreate_cm(self) -> collector_paused:
        return collector_paused()

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._was_enabled:
            gc.enable()


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
