"""A cache that drops the least recently used values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """A cache of values by key, limited in number and size. Several threads may use it.

    Args:
        most: the largest number of values.
        room: the largest size of all values together; the latest value is kept even if it is
            larger.
    """

    __slots__ = ("_held", "most", "room")

    def __init__(self, most: int, room: int) -> None:
        self.most, self.room = most, room
        self._held: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, key: Hashable) -> V | None:
        """Return the value of a key and mark it as used; None if the key is not cached."""
        found = self._held.get(key)
        if found is None:
            return None
        with suppress(KeyError):  # another thread has just dropped it
            self._held.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Store a value; if a limit is exceeded, drop the least recently used values.

        Args:
            key: the key of the value.
            value: the value to store.
            size: the size of the value, in the unit of ``room``.
        """
        held = self._held
        held.pop(key, None)
        held[key] = value, size
        total = sum(size for _, size in list(held.values()))
        while len(held) > 1 and (len(held) > self.most or total > self.room):
            try:
                total -= held.popitem(last=False)[1][1]
            except KeyError:  # another thread removed it meanwhile
                break
