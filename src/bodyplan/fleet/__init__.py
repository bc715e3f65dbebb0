"""One job over many files, on one machine or many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bodyplan.core.lazy import loaded_later

if TYPE_CHECKING:
    from bodyplan.fleet.batches import batch as batch
    from bodyplan.fleet.executors import ExecutorError as ExecutorError
    from bodyplan.fleet.executors import executor_named as executor_named
    from bodyplan.fleet.result import BatchResult as BatchResult
    from bodyplan.fleet.result import Status as Status
    from bodyplan.fleet.shard import Shard as Shard

_HOMES = {
    "BatchResult": ".result",
    "ExecutorError": ".executors",
    "Shard": ".shard",
    "Status": ".result",
    "batch": ".batches",
    "executor_named": ".executors",
}
__getattr__, __dir__ = loaded_later(globals(), _HOMES)
