"""Running a job for many files, on one or several machines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.fleet.batches import batch as batch
    from bodyplan.fleet.executors import ExecutorError as ExecutorError
    from bodyplan.fleet.executors import executor_named as executor_named
    from bodyplan.fleet.shard import Shard as Shard

Status = Literal["ok", "problems", "error", "timeout", "crashed"]


class BatchResult(NamedTuple):
    """The result of the job for one file of a batch.

    Args:
        source: the source as given.
        status: "ok"; "problems": the job found problems in the file; "error": the job raised an
            exception; "timeout": the job exceeded its time limit; "crashed": the process of the job
            ended unexpectedly.
        seconds: how long the job took [s].
        value: the return value of the job; None without one.
        reason: the reason why the value is missing, as one sentence; otherwise empty.
    """

    source: Any
    status: Status
    seconds: float
    value: Any = None
    reason: str = ""


_HOMES = {
    "ExecutorError": ".executors",
    "Shard": ".shard",
    "batch": ".batches",
    "executor_named": ".executors",
}
__getattr__, __dir__ = loaded_later(globals(), _HOMES)
