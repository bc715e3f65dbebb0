"""Array arguments: a check for masked numbers, and conversion to NumPy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from bodyplan.core import plural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def unmasked(array: Any, name: str) -> None:
    """Check that no number of a NumPy array is masked.

    Args:
        array: an array of any library, or lists with such arrays in them.
        name: the name of the argument.

    Raises:
        ValueError: some numbers are masked.
    """
    count = _masked(array)
    if count:
        masked = plural(count, "masked number")
        raise ValueError(f"{name} has {masked}: masked numbers are not supported")


def _masked(array: Any) -> int:
    """Return the number of masked entries."""
    import numpy as np

    if isinstance(array, list | tuple):
        if "numpy.ma" not in sys.modules:  # without ``numpy.ma``, no masked array can exist
            return 0
        return sum(_masked(one) for one in array if type(one) is not float)
    if type(array) is np.ndarray or not isinstance(array, np.ndarray):
        return 0
    return int(np.count_nonzero(getattr(array, "mask", False)))


def plain(array: Any, name: str) -> NDArray[np.generic]:
    """Return an array of any library as a NumPy array, without gradients.

    Args:
        array: an array of NumPy, JAX or Torch, or lists.
        name: the name of the argument.

    Raises:
        ValueError: the lists have different lengths.
        TypeError: the numbers are unknown, because JAX or Torch is tracing a function.
    """
    import numpy as np

    detach = getattr(array, "detach", None)  # a Torch tensor
    try:
        return np.asarray(array if detach is None else detach().cpu())
    except (TypeError, RuntimeError):  # raised by JAX or by Torch
        raise TypeError(
            f"the numbers of {name} are not known inside jit, vmap or grad, but this function needs them"
        ) from None
