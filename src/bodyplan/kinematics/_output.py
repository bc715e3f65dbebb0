"""The output of a function: its memory, and whether a native kernel or array code computes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bodyplan.kinematics._arguments import AnyRobot, at_least
from bodyplan.kinematics.native import computed, kernels_for
from bodyplan.lie.array import Array
from bodyplan.model.numbers import unmasked

MOST = 2**50
"""A size in bytes that no machine has as memory. Larger arrays are rejected before NumPy would
report their shape as invalid.
"""
_WORK = 10_000
"""Limit on the work of ``numpy.shares_memory``, about a millisecond; beyond it, arrays count as
sharing memory.
"""


def run_kernel(
    robot: AnyRobot,
    shape: tuple[int, ...],
    kernel: str,
    given: tuple[Array, ...],
    otherwise: Callable[[], Array],
    *constants: Any,
    out: Array,
    threads: Any,
) -> Array:
    """Return the result of a kernel, or of array code if no kernel accepts such arrays.

    Args:
        robot: a robot, or its arrays.
        shape: the shape of the result.
        kernel: the name of the kernel.
        given: q, and velocities and accelerations if the kernel needs them, all of the same batch.
        otherwise: the array code, a function that is called if no kernel is available.
        constants: the arguments of the kernel that follow the arrays in ``given``.
        out: the array to which the result is written; None for a new array.
        threads: the largest number of threads.

    Raises:
        ValueError: out or threads is not valid.
        TypeError: an argument has the wrong type.
        MemoryError: the result does not fit into memory.
    """
    writable(out, shape, *given)
    threads = at_least(1, threads, "threads")
    kernels = kernels_for(robot, given[0])
    with room(shape, given[0]):
        if kernels is None:
            return filled(out, otherwise())
        return computed(getattr(kernels, kernel), *given, *constants, out=out, threads=threads)


def writable(out: Any, shape: tuple[int, ...], *given: Any) -> None:
    """Check that a result can be written to ``out``.

    Args:
        out: the array for the result; None for a new array.
        shape: the shape of the result.
        given: the inputs of the computation: q, v, a. The result has the precision of q.

    Raises:
        TypeError: ``out`` is not a NumPy array with the precision of q.
        ValueError: ``out`` has the wrong shape or masked numbers, is read-only, or shares memory with
            an input.
    """
    import numpy as np

    if out is None:
        return
    if not isinstance(out, np.ndarray) or not isinstance(given[0], np.ndarray):
        raise TypeError("out requires NumPy arrays")
    if out.dtype != given[0].dtype:
        raise TypeError(
            f"out is {out.dtype} and q is {given[0].dtype}: both must have the same precision"
        )
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    unmasked(out, "out")
    if not out.flags.writeable:
        raise ValueError("out cannot be written to")
    for name, value in zip(("q", "v", "a"), given, strict=False):
        if np.may_share_memory(out, value) and _overlap(out, value):
            raise ValueError(f"out and {name} share memory")


def _overlap(one: Any, other: Any) -> bool:
    """Return whether two NumPy arrays share memory; True if this takes too long to find out."""
    import numpy as np

    try:
        return np.shares_memory(one, other, max_work=_WORK)  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


@contextmanager
def room(shape: tuple[int, ...], q: Array) -> Iterator[None]:
    """Raise a MemoryError with the size of the result if there is not enough memory for it.

    Args:
        shape: the shape of the result.
        q: the input, which has the precision of the result.

    Raises:
        MemoryError: there is not enough memory.
    """
    import numpy as np

    if not isinstance(q, np.ndarray):  # other libraries report missing memory themselves
        yield
        return
    message = f"no memory for an array of {q.dtype} with shape {shape}"
    if math.prod(shape) * q.itemsize > MOST:
        raise MemoryError(message)
    try:
        yield
    except MemoryError:
        raise MemoryError(message) from None


def filled(out: Array, found: Array) -> Array:
    """Return the result, in ``out`` if it is given."""
    if out is None:
        return found
    out[...] = found
    return out
