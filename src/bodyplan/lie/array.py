"""Helpers for array code that supports NumPy, JAX and Torch.

Such code uses only functions that have the same name in all three libraries, does not change arrays
in place, and never branches on the values of arrays. It can therefore run under ``jit``, ``vmap``
and ``grad``.
"""

from __future__ import annotations

import sys
from typing import Any

from bodyplan.model.numbers import unmasked

MOST_AXES = 29
"""The largest number of axes of an argument: a result may have three axes more, and older versions
of NumPy support at most 32 axes."""
Array = Any
"""An array of NumPy, JAX or Torch, or of another library of the array API standard."""


def namespace(*arrays: Array) -> Any:
    """Return the module of the library that arrays belong to: numpy, jax.numpy, torch ...

    Raises:
        TypeError: the arrays are of different libraries, or an argument is not an array.
        ValueError: an array is a NumPy masked array with masked entries.
    """
    import numpy as np

    found: list[Any] = []
    for array in arrays:
        if isinstance(array, np.ndarray | np.generic):
            if type(array) is not np.ndarray:
                unmasked(array, "an array")
            one: Any = np
        elif hasattr(array, "__array_namespace__"):
            one = array.__array_namespace__()
        elif (torch := sys.modules.get("torch")) is not None and isinstance(array, torch.Tensor):
            one = torch
        else:
            raise TypeError(f"expected an array of NumPy, JAX or Torch, not {type(array).__name__}")
        if one not in found:
            found.append(one)
    if len(found) > 1:
        names = " and ".join(one.__name__ for one in found)
        raise TypeError(f"the arrays are of different libraries: {names}")
    return found[0]


def constant(value: Any, like: Array) -> Array:
    """Return a constant as an array of the same library, type and device as another array."""
    import numpy as np

    if isinstance(like, np.ndarray | np.generic):
        return np.asarray(value, dtype=like.dtype)
    xp = namespace(like)
    held = np.array(value)  # a copy, because Torch does not accept read-only memory
    if xp.__name__ == "torch":
        return xp.asarray(held, dtype=like.dtype, device=like.device)
    return xp.asarray(held, dtype=like.dtype)


def moveaxis(array: Array, source: int | tuple[int, ...], to: int | tuple[int, ...]) -> Array:
    """Return an array with some axes moved to other positions."""
    xp = namespace(array)
    if xp.__name__ == "torch":  # ``torch.moveaxis`` does not work under ``vmap``
        return xp.movedim(array, source, to)
    return xp.moveaxis(array, source, to)


def product(a: Array, b: Array) -> Array:
    """Return the product of matrices, shape (..., n, m), always in full precision.

    By default JAX multiplies float32 on a GPU with three digits, and Torch rounds the operands to
    bfloat16 or float16 under ``autocast``.
    """
    xp = namespace(a, b)
    if xp.__name__.startswith("jax"):
        return xp.matmul(a, b, precision="highest")
    if xp.__name__ == "torch" and a.shape[-1] and _rounding(xp, a.device.type):
        return _sum_of_outer_products(a, b)
    return a @ b


def _rounding(torch: Any, device: str) -> bool:
    """Return whether Torch's ``autocast`` is active and rounds matrix products on a device."""
    known = torch.amp.is_autocast_available(device)
    return bool(known and torch.is_autocast_enabled(device))


def _sum_of_outer_products(a: Array, b: Array) -> Array:
    """Return the product of matrices, shape (..., n, m), by operations ``autocast`` does not round.

    Disabling ``autocast`` for this product would not be enough: the backward pass also computes
    products.
    """
    total = a[..., :, :1] * b[..., :1, :]
    for index in range(1, a.shape[-1]):
        total = total + a[..., :, index, None] * b[..., index, None, :]
    return total


def zeros(shape: tuple[int, ...], like: Array) -> Array:
    """Return an array of zeros of the same library, type and device as another array."""
    xp = namespace(like)
    if xp.__name__ == "torch":
        return xp.zeros(shape, dtype=like.dtype, device=like.device)
    return xp.zeros(shape, dtype=like.dtype)


def floating(array: Any, name: str, *, of: Array = None) -> Array:
    """Return an array as float32 or float64; lists and NumPy integers become float64.

    NumPy arrays in another byte order are converted to the native byte order.

    Args:
        array: the argument.
        name: the name of the argument.
        of: another array; lists become arrays of its library.

    Raises:
        TypeError: the argument has entries that are not real numbers, or a precision that is
            neither float32 nor float64.
        ValueError: nested lists have different lengths, or a masked array has masked entries.
    """
    import numpy as np

    unmasked(array, name)
    if isinstance(array, list | tuple | int | float) or (
        isinstance(array, np.ndarray | np.generic) and array.dtype.kind in "iu"
    ):
        try:
            made = np.asarray(array)
        except ValueError:
            raise ValueError(
                f"{name} must be a list of numbers, or of lists of equal length"
            ) from None
        if made.dtype.kind not in "iuf":
            raise TypeError(f"{name} must contain real numbers, not {made.dtype}")
        made = made.astype(np.float64)
        return made if of is None else constant(made, of)
    if isinstance(array, np.ndarray):
        # this also converts ``np.matrix``, for which * is the matrix product
        array = np.asarray(array)
        if array.dtype.kind == "f" and not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
    try:
        namespace(array)
    except TypeError:
        kind = type(array).__name__
        raise TypeError(f"{name} must be an array of NumPy, JAX or Torch, not {kind}") from None
    dtype = str(array.dtype).rpartition(".")[2]
    if dtype not in {"float32", "float64"}:
        raise TypeError(f"{name} must be float64 or float32, not {dtype}")
    return array


def last_axis(array: Array, size: int, name: str, letter: str = "") -> Array:
    """Check the size of the last axis of an array, and return the array.

    Raises:
        ValueError: the last axis has a different size, or the array has more than ``MOST_AXES``
            axes.
    """
    if array.ndim == 0 or array.shape[-1] != size:
        expected = f"{letter} = {size}" if letter else str(size)
        raise ValueError(f"{name} must have shape (..., {expected}), not {tuple(array.shape)}")
    if array.ndim > MOST_AXES:
        raise ValueError(f"{name} must have at most {MOST_AXES} axes, not {array.ndim}")
    return array
