"""What a description defines and what it uses of that: arguments, macros, properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Origin = tuple[int, int, int]
"""File, element, chain of calls."""


class Inventory:
    """Definitions by the tag that makes them: a tag in a macro is met at each call."""

    def __init__(self) -> None:
        self.arguments: dict[tuple[int, int], dict[str, Any]] = {}
        self.macros: dict[tuple[int, int], dict[str, Any]] = {}
        self.properties: dict[tuple[int, int], dict[str, Any]] = {}
        self.environment: dict[str, None] = {}
        self.yaml: dict[str, None] = {}

    def argument(self, origin: Origin, name: str, default: str) -> None:
        """An argument is declared."""
        self.arguments.setdefault(origin[:2], {"origin": origin, "name": name, "default": default})

    def macro(self, origin: Origin, name: str, parameters: str) -> None:
        """A macro is defined."""
        self.macros.setdefault(
            origin[:2], {"origin": origin, "name": name, "parameters": parameters, "uses": 0}
        )

    def property(self, origin: Origin, name: str) -> dict[str, Any]:
        """A property is defined; gives back where its uses are counted."""
        return self.properties.setdefault(origin[:2], {"origin": origin, "name": name, "uses": 0})


class Arguments(dict[str, str]):
    """The values of the arguments; counts how often each is read.

    Args:
        given: those that came from outside.
        missing: called with the name of one that is not there and the exception for it.
    """

    def __init__(self, given: dict[str, str], missing: Callable[[str, KeyError], None]) -> None:
        super().__init__(given)
        self.given = dict(given)
        self.reads: dict[str, int] = {}
        self._missing = missing

    def __getitem__(self, name: str) -> str:
        try:
            value = super().__getitem__(name)
        except KeyError as error:
            self._missing(name, error)
            raise
        self.reads[name] = self.reads.get(name, 0) + 1
        return value
