"""What became of one file of many."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Status = Literal["ok", "problems", "error", "timeout", "crashed"]


class BatchResult(NamedTuple):
    """What became of one file of many.

    Args:
        source: as it was given.
        status: "ok"; "problems": the job says that the file has some; "error": the job raised an
            exception; "timeout": it took longer than its limit; "crashed": its process ended.
        seconds: how long the job took [s].
        value: what the job returned; None if it did not.
        reason: why the value is missing, as one sentence; empty if it is not.
    """

    source: Any
    status: Status
    seconds: float
    value: Any = None
    reason: str = ""
