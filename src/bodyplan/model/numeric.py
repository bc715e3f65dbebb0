"""Checks for NumPy, which is required to compute with robots but not to read them."""

from __future__ import annotations


class NumpyMissingError(ModuleNotFoundError):
    """NumPy is not installed."""


def has_numpy() -> bool:
    """Return whether NumPy is installed."""
    from importlib.util import find_spec

    return find_spec("numpy") is not None


def need_numpy() -> None:
    """Check that NumPy is installed.

    Raises:
        NumpyMissingError: NumPy is not installed; the message explains how to install it.
    """
    try:
        import numpy  # noqa: F401, ICN001  (only whether it can be imported)
    except ModuleNotFoundError:
        raise NumpyMissingError(
            "computing with a robot requires NumPy, which is not installed:"
            " pip install 'bodyplan[kinematics]'",
            name="numpy",
        ) from None
