"""Where the values of a robot were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bodyplan.core import Record

if TYPE_CHECKING:
    from bodyplan.diag import Where


class Origins:
    """The source locations of values, computed at the first query.

    Args:
        pairs: returns each value with the element that it was made from.
        place: returns the location of an element; None if unknown.
    """

    def __init__(
        self,
        pairs: Callable[[], Iterable[tuple[Record, Any]]],
        place: Callable[[Any], Where | None],
    ) -> None:
        self._pairs = pairs
        self._place = place

    def __repr__(self) -> str:
        return "<Origins>"

    @cached_property
    def known(self) -> dict[int, tuple[Record, Any]]:
        """Each value with its source element, by the ``id`` of the value."""
        return {id(pair[0]): pair for pair in self._pairs()}

    def source(self, value: Record) -> Any:
        """Return the source element of a value; None if it is unknown."""
        found = self.known.get(id(value))
        return None if found is None else found[1]

    def where(self, value: Record) -> Where | None:
        """Return file, line and column of the source of a value; None if it is unknown.

        Args:
            value: the very one that the robot has, not one that is equal to it.
        """
        source = self.source(value)
        return None if source is None else self._place(source)
