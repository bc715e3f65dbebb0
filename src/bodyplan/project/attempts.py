"""A file that cannot be looked at because of a bug leaves the others of its folder alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from bodyplan.diag import Diagnostic
from bodyplan.diag.internal import internal_error

R = TypeVar("R")


class Attempt(Protocol):
    """Calls what is done with one file; ``Attempts`` and ``directly`` do."""

    def __call__(self, path: str, otherwise: R, work: Callable[..., R], /, *arguments: object) -> R:
        """Return what a function returns."""


class Attempts:
    """Calls functions for one file after the other, and keeps what they raise as diagnostics."""

    def __init__(self) -> None:
        self.failures: dict[str, Diagnostic] = {}
        """By path, for each file for which a function raised."""

    def __call__(self, path: str, otherwise: R, work: Callable[..., R], /, *arguments: object) -> R:
        """Return what a function returns.

        Args:
            path: the file.
            otherwise: is returned where the function raises.
            work: the function.
            arguments: for it.
        """
        try:
            return work(*arguments)
        except Exception as error:  # noqa: BLE001  (one bad file never ends the run of a folder)
            self.failures[path] = internal_error(error, path)
            return otherwise


def directly(_path: str, _otherwise: R, work: Callable[..., R], /, *arguments: object) -> R:
    """Return what a function returns; what it raises is for the caller."""
    return work(*arguments)
