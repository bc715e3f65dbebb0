"""Exceptions on one file of a folder become diagnostics; the other files are still checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bodyplan.diag import Diagnostic
from bodyplan.diag.diagnostic import internal_error

R = TypeVar("R")


class Attempts:
    """Calls functions for one file after the other, and keeps their exceptions as diagnostics.

    Args:
        keeps: whether exceptions become diagnostics; if not, the caller receives them.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        self._keeps = keeps
        self.failures: dict[str, Diagnostic] = {}
        """The diagnostics by path, for each file for which a function raised an exception."""

    def __call__(self, path: str, otherwise: R, work: Callable[..., R], /, *arguments: object) -> R:
        """Return the result of a function; an exception becomes a diagnostic of the file.

        Args:
            path: the file.
            otherwise: the result if the function raises an exception.
            work: the function.
            arguments: the arguments of the function.
        """
        if not self._keeps:
            return work(*arguments)
        try:
            return work(*arguments)
        except Exception as error:  # noqa: BLE001  (one bad file never ends the run of a folder)
            self.failures[path] = internal_error(error, path)
            return otherwise
