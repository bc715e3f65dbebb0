"""The cyclic garbage collector, paused while much is built at once."""

from __future__ import annotations

import gc
from contextlib import ContextDecorator
from types import TracebackType


class collector_paused(ContextDecorator):  # noqa: N801  (reads as a phrase: with collector_paused())
    """Context manager and decorator: no garbage collection while many objects are created."""

    __slots__ = ("_was_enabled",)

    def _recreate_cm(self) -> collector_paused:  # of each call of what it decorates
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
