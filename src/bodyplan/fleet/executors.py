"""Executors by name: a Dask executor, or one that a function of the user returns."""

from __future__ import annotations

import importlib
import os
import sys
from concurrent.futures import Executor
from typing import Any


class ExecutorError(ValueError):
    """An executor cannot be created; the message gives the reason."""


def executor_named(name: str) -> Executor:
    """Return an executor that the user names.

    A name can select any code to run. Therefore it must come from the command line or from the
    user's own configuration, never from a file found beside a robot.

    Args:
        name: ``dask:ADDRESS`` of a Dask scheduler (``dask:`` alone reads DASK_SCHEDULER_ADDRESS),
            or ``MODULE:FUNCTION``, which returns a ``concurrent.futures.Executor``.

    Raises:
        ExecutorError: the name has neither form, or does not lead to an executor.
    """
    kind, colon, rest = name.partition(":")
    if not colon:
        raise ExecutorError(f"expected dask:ADDRESS or MODULE:FUNCTION, got '{name}'")
    return _dask(rest) if kind == "dask" else _returned(kind, rest)


def workers_of(executor: Executor | None) -> int | None:
    """Return the number of workers of an executor; None if unknown."""
    client = getattr(executor, "_client", None)  # a Dask executor
    if client is not None and hasattr(client, "nthreads"):
        return sum(client.nthreads().values()) or None
    for name in ("_max_workers", "num_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    return None


def close(executor: Executor) -> None:
    """End the executor without waiting for its work, and close its connection to Dask."""
    executor.shutdown(wait=False)  # the method of Dask has no other argument
    client = getattr(executor, "_client", None)
    if client is not None:
        client.close()


def _dask(address: str) -> Executor:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise ExecutorError(
            "Dask is not installed: pip install 'bodyplan[cluster]', on the workers too"
        ) from None
    address = address or os.environ.get("DASK_SCHEDULER_ADDRESS", "")
    if not address:
        raise ExecutorError("dask: needs an address, or DASK_SCHEDULER_ADDRESS in the environment")
    try:
        client: Any = Client(address, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise ExecutorError(f"no Dask scheduler answers at {address}: {error}") from None
    # Dask merges calls of one function with equal arguments, unless pure is false.
    executor: Executor = client.get_executor(pure=False)
    return executor


def _returned(module: str, function: str) -> Executor:
    here = os.getcwd()
    is_new = here not in sys.path
    if is_new:
        sys.path.append(here)  # installed packages come first
    try:
        found = getattr(importlib.import_module(module), function, None)
    except ImportError as error:
        raise ExecutorError(f"cannot import {module}: {error}") from None
    finally:
        if is_new:
            sys.path.remove(here)
    if not callable(found):
        raise ExecutorError(f"{module} has no function '{function}'")
    made = found()
    if not isinstance(made, Executor):
        kind = type(made).__name__
        raise ExecutorError(
            f"{module}:{function} returned a {kind}, not a concurrent.futures.Executor"
        )
    return made
