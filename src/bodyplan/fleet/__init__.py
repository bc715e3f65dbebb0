"""One job over many files, on one machine or many."""

from bodyplan.fleet.batch import batch as batch
from bodyplan.fleet.executors import ExecutorError as ExecutorError
from bodyplan.fleet.executors import executor_named as executor_named
from bodyplan.fleet.result import BatchResult as BatchResult
from bodyplan.fleet.result import Status as Status
from bodyplan.fleet.shard import Shard as Shard
