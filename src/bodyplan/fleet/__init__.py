"""One job over many files, on one machine or many."""

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


_HOMES = {
    "ExecutorError": ".executors",
    "Shard": ".shard",
    "batch": ".batches",
    "executor_named": ".executors",
}
__getattr__, __dir__ = loaded_later(globals(), _HOMES)
