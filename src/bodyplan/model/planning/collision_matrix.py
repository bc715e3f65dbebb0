"""The allowed collision matrix: which pairs of links are not checked for collision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal

from bodyplan.core import Record, plural
from bodyplan.core.names import UnknownNameError

Entry = Literal["always", "never"]
"""When a collision of a pair is allowed: "always" (the pair is not checked) or "never"."""


class PairEntry(Record):
    """The entry for one pair of links.

    Args:
        link: one link.
        other: the other link.
        entry: whether their collisions are always or never allowed.
        reason: the reason, as written; None without one.
    """

    link: str
    other: str
    entry: Entry
    reason: str | None = None


class AllowedCollisionMatrix:
    """For each pair of links, whether collisions are allowed; such pairs are not checked.

    The order of the links in a pair does not matter. If a pair has several entries, the last one
    applies. Collisions of a pair without an entry are allowed if one of its links is in
    ``defaults``; otherwise, the pair is checked.

    Args:
        links: names of all links, in order.
        bodies: names of the links with a collision shape, in order.
        defaults: links whose collisions with every link are allowed, unless an entry forbids them.
        entries: the entries for pairs.
    """

    def __init__(
        self,
        links: Iterable[str],
        bodies: Iterable[str],
        defaults: Iterable[str] = (),
        entries: Iterable[PairEntry] = (),
    ) -> None:
        self._links = dict.fromkeys(links)
        self.bodies = tuple(bodies)
        """The links with a collision shape."""
        self.defaults = frozenset(defaults)
        """Links that may collide with every link."""
        self._entries: dict[tuple[str, str], PairEntry] = {}
        for entry in entries:
            self._entries[_pair(entry.link, entry.other)] = entry

    def __repr__(self) -> str:
        links, pairs = plural(len(self._links), "link"), plural(len(self._entries), "pair")
        return f"<AllowedCollisionMatrix of {links}, with {pairs} listed>"

    def allowed(self, link: str, other: str) -> bool:
        """Return whether collisions of a pair of links are allowed; such a pair is not checked.

        The result is True for a link and itself.

        Raises:
            UnknownNameError: one of the links does not exist.
        """
        entry = self._entry(link, other)
        if entry is not None:
            return entry.entry == "always"
        return link == other or link in self.defaults or other in self.defaults

    def entry(self, link: str, other: str) -> Entry | None:
        """Return the entry for exactly this pair; None without an entry.

        Raises:
            UnknownNameError: one of the links does not exist.
        """
        entry = self._entry(link, other)
        return None if entry is None else entry.entry

    def reason(self, link: str, other: str) -> str | None:
        """Return the reason in the entry for exactly this pair; None without a reason.

        Raises:
            UnknownNameError: one of the links does not exist.
        """
        entry = self._entry(link, other)
        return None if entry is None else entry.reason

    @property
    def entries(self) -> tuple[PairEntry, ...]:
        """The entry in effect for each pair that has one."""
        return tuple(self._entries.values())

    @property
    def disabled_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs with an entry that allows collisions, each once, as written."""
        return tuple((e.link, e.other) for e in self._entries.values() if e.entry == "always")

    @property
    def enabled_pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs with an entry that forbids collisions, each once, as written."""
        return tuple((e.link, e.other) for e in self._entries.values() if e.entry == "never")

    def checked_pairs(self, links: Iterable[str] | None = None) -> Iterator[tuple[str, str]]:
        """Yield the pairs that are checked.

        Args:
            links: the links from which pairs are formed; by default all links with a collision
                shape.

        Raises:
            UnknownNameError: one of the links does not exist.
        """
        among = self.bodies if links is None else tuple(dict.fromkeys(links))
        return (pair for pair in combinations(among, 2) if not self.allowed(*pair))

    def _entry(self, link: str, other: str) -> PairEntry | None:
        for name in (link, other):
            if name not in self._links:
                raise UnknownNameError("link", name, self._links, "the collision matrix")
        return self._entries.get(_pair(link, other))


def _pair(link: str, other: str) -> tuple[str, str]:
    return (link, other) if link <= other else (other, link)
