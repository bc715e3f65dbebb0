"""The output of a function: where it is written to, and whether a kernel or array code computes it."""

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
"""More bytes than any machine has. NumPy reports larger arrays as invalid, not as too large."""
_WORK = 10_000
"""Steps of a search for a number that two arrays have in common: a millisecond at most."""


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
    """Return the result of a kernel, or of array code without a kernel for such arrays.

    Args:
        robot: a robot, or its arrays.
        shape: the shape of the result.
        kernel: its name.
        given: q, and velocities and accelerations where there are any; of one batch.
        otherwise: the array code.
        constants: the arguments of the kernel after these arrays.
        out: an array to write to; None for a new one.
        threads: the largest number of threads.

    Raises:
        ValueError: out or threads is not valid.
        TypeError: one of them is of another type.
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
        out: where to; None for nowhere.
        shape: the shape of the result.
        given: what it is computed from: q, v, a. The precision of q is that of the result.

    Raises:
        TypeError: it is not a NumPy array with the precision of q.
        ValueError: it has another shape or masked numbers, cannot be written to, or overlaps the
            input in memory.
    """
    import numpy as np

    if out is None:
        return
    if not isinstance(out, np.ndarray) or not isinstance(given[0], np.ndarray):
        raise TypeError("out is for arrays of NumPy only")
    if out.dtype != given[0].dtype:
        raise TypeError(f"out is {out.dtype} and q is {given[0].dtype}: give both of one precision")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    unmasked(out, "out")
    if not out.flags.writeable:
        raise ValueError("out cannot be written to")
    for name, value in zip(("q", "v", "a"), given, strict=False):
        if np.may_share_memory(out, value) and _overlap(out, value):
            raise ValueError(f"out and {name} lie in the same memory")


def _overlap(one: Any, other: Any) -> bool:
    """Return whether two NumPy arrays share memory, or may share it."""
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
        q: what it is computed from; its precision is that of the result.

    Raises:
        MemoryError: not enough memory.
    """
    import numpy as np

    if not isinstance(q, np.ndarray):  # other libraries say so themselves
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
