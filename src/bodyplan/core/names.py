"""Look-ups by name, and the error for an unknown name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from bodyplan.core.near import did_you_mean
from bodyplan.core.shown import quoted

V = TypeVar("V")

_LISTED = 20
"""Names in one message; more are counted."""
_COMPARED = 5_000
"""Among more names than this, none is looked for that is near."""


def first_of(names: Iterable[str], count: int) -> str:
    """Return the first of many names, and the number of the others."""
    listed = list(islice(names, _LISTED))
    more = count - len(listed)
    return ", ".join(listed) + (f" and {more} more" if more else "")


class UnknownNameError(KeyError):
    """The name is unknown; the message suggests known names.

    Args:
        what: the kind of thing, such as "link".
        name: the name.
        known: the known names.
        where: the beginning of the message, such as "robot 'panda'".
        hint: what the name is instead, if known.
    """

    def __init__(
        self, what: str, name: str, known: Collection[str], where: str = "", hint: str = ""
    ) -> None:
        super().__init__(name)
        self.hint = hint
        self.what = what
        self.name = name
        self.known = known
        self.where = where

    def __str__(self) -> str:
        asked: object = self.name
        if not isinstance(asked, str):
            message = f"{self.where} has no {self.what} {asked!r}".lstrip()
            return f"{message}; it is asked for by name"
        message = f"{self.where} has no {self.what} {quoted(self.name)}".lstrip()
        if self.hint:
            return f"{message}; {self.hint}"
        if not self.known:
            return f"{message}; it has none at all"
        hint = did_you_mean(self.name, self.known) if len(self.known) <= _COMPARED else None
        if hint is not None:
            return f"{message}; {hint}"
        return f"{message}; it has {first_of(map(quoted, self.known), len(self.known))}"


class Named(Mapping[str, V]):
    """Values by name, in order. The error for an unknown name suggests known ones.

    Args:
        what: the kind of values, such as "group".
        values: by name.
        where: their owner, such as "robot 'panda'".
    """

    __slots__ = ("_values", "_what", "_where")

    def __init__(self, what: str, values: Mapping[str, V], where: str = "") -> None:
        self._what = what
        self._values = dict(values)
        self._where = where

    def __getitem__(self, name: str) -> V:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownNameError(self._what, str(name), self._values, self._where) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __repr__(self) -> str:
        return f"<{len(self)} by name: {first_of(self._values, len(self))}>"
