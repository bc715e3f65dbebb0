"""The collision matrix of an SRDF, and the elements without effect on it, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Literal, NamedTuple

from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.planning.collision_matrix import AllowedCollisionMatrix, PairEntry

PairElement = srdf.DisableCollisions | srdf.EnableCollisions

PairProblem = Literal["", "unknown link", "same link twice", "duplicate", "also disabled"]
"""The reason why an element that enables or disables a pair of links has no effect.

- "unknown link": one of the links does not exist.
- "same link twice": the element names the same link twice.
- "duplicate": an earlier element of the same kind has the same pair.
- "also disabled": the element enables the pair, but another one disables it and has precedence.
"""

Key = tuple[str, str]
"""The names of two links in alphabetical order."""

_LINK1, _LINK2 = attrgetter("link1"), attrgetter("link2")

ADJACENT = "Adjacent"
REASONS = (ADJACENT, "Never", "Always", "Default", "User", "Not Disabled")
"""The reasons that MoveIt's Setup Assistant writes and recognizes."""


def ordered(one: str, other: str) -> Key:
    """Return the key of a pair of names in any order."""
    return (one, other) if one < other else (other, one)


def key_of(pair: PairElement) -> Key:
    """Return the key of the pair that an element names."""
    return ordered(pair.link1, pair.link2)


class Use(NamedTuple):
    """A field of an element that refers to a link by its name."""

    value: PairElement | srdf.DisableDefaultCollisions
    field: str


class Copy(NamedTuple):
    """A duplicate: an element for a pair (names in any order), and the pair's first element."""

    pair: PairElement
    first: PairElement


class Pairs:
    """The pairs of links in an SRDF, and those of their problems that do not depend on the robot.

    Args:
        root: the SRDF.
    """

    def __init__(self, root: srdf.Robot) -> None:
        self.disabled = root.disable_collisions
        self.enabled = root.enable_collisions
        self.defaults: dict[str, srdf.DisableDefaultCollisions] = {}
        """The elements that disable all pairs of a link by default, by the name of the link."""
        self.default_copies: list[srdf.DisableDefaultCollisions] = []
        for default in root.disable_default_collisions:
            if default.link and self.defaults.setdefault(default.link, default) is not default:
                self.default_copies.append(default)
        one, other = [*map(_LINK1, self.disabled)], [*map(_LINK2, self.disabled)]
        self._written = {*zip(one, other, strict=True)}
        is_plain = len(self._written) == len(one) and self._written.isdisjoint(
            zip(other, one, strict=True)
        )
        self.names = {*one, *other, *self.defaults}
        """Every link that is referenced."""
        self.names.update(map(_LINK1, self.enabled), map(_LINK2, self.enabled))
        self.self_pairs: list[PairElement] = []
        """Pairs that have the same link twice."""
        self.copies: list[Copy] = []
        """Duplicate pairs, regardless of the order of the two names."""
        self.first_enabled = self._firsts(self.enabled)
        """The first element that enables each pair."""
        if not is_plain:
            self._firsts(self.disabled)

    def _firsts(self, pairs: Iterable[PairElement]) -> dict[Key, PairElement]:
        """Return the first element of each pair; collect duplicates and pairs of one link."""
        first: dict[Key, PairElement] = {}
        for pair in pairs:
            if pair.link1 == pair.link2:
                if pair.link1:
                    self.self_pairs.append(pair)
                continue
            earlier = first.setdefault(key_of(pair), pair)
            if earlier is not pair and pair.link1 and pair.link2:
                self.copies.append(Copy(pair, earlier))
        return first

    def is_disabled(self, one: str, other: str) -> bool:
        """Return whether a ``<disable_collisions>`` exists for this pair."""
        return (one, other) in self._written or (other, one) in self._written

    def is_settled(self, one: str, other: str) -> bool:
        """Return whether the file enables or disables this pair, or one of its links by default."""
        return (
            self.is_disabled(one, other)
            or ordered(one, other) in self.first_enabled
            or one in self.defaults
            or other in self.defaults
        )

    @property
    def elements(self) -> tuple[PairElement, ...]:
        """The elements of all pairs: enabled pairs first, then disabled pairs."""
        return (*self.enabled, *self.disabled)

    def uses(self) -> Iterator[Use]:
        """Yield every field that references a link."""
        for default in self.defaults.values():
            yield Use(default, "link")
        for pair in self.elements:
            yield Use(pair, "link1")
            yield Use(pair, "link2")

    @property
    def overruled(self) -> Iterator[tuple[srdf.EnableCollisions, srdf.DisableCollisions]]:
        """The elements that enable a pair that is also disabled, and the first that disables it."""
        if not any(self.is_disabled(*key) for key in self.first_enabled):
            return
        first: dict[Key, srdf.DisableCollisions] = {}
        for disabled in self.disabled:
            first.setdefault(key_of(disabled), disabled)
        for pair in self.enabled:
            found = first.get(key_of(pair))
            if found is not None and pair.link1 and pair.link2 and pair.link1 != pair.link2:
                yield pair, found

    @property
    def idle(self) -> Iterator[srdf.EnableCollisions]:
        """Enabled pairs that have no effect, because neither link is disabled by default."""
        for pair in self.enabled:
            one, other = pair.link1, pair.link2
            if one == other or not one or not other or self.is_disabled(one, other):
                continue
            if one not in self.defaults and other not in self.defaults:
                yield pair

    @property
    def redundant(self) -> dict[str, list[srdf.DisableCollisions]]:
        """Redundant disabled pairs, by the link that is disabled by default."""
        found: dict[str, list[srdf.DisableCollisions]] = {}
        for pair in self.disabled if self.defaults else ():
            if pair.link1 == pair.link2:
                continue
            name = pair.link1 if pair.link1 in self.defaults else pair.link2
            if name in self.defaults and key_of(pair) not in self.first_enabled:
                found.setdefault(name, []).append(pair)
        return found

    def with_reason(self, reason: str) -> Iterator[srdf.DisableCollisions]:
        """Yield the elements that disable a pair with this reason."""
        return (pair for pair in self.disabled if pair.reason == reason)


class ResolvedPair(NamedTuple):
    """An element that enables or disables a pair of links, and its problem.

    Args:
        element: the element in the document.
        problem: the reason why it has no effect.
        names: the links of the pair that do not exist.
        other: the first element with the same pair, or the element that overrides this one; None
            without such a problem.
    """

    element: PairElement
    problem: PairProblem = ""
    names: tuple[str, ...] = ()
    other: PairElement | None = None


def resolve_pairs(pairs: Pairs, robot: Robot) -> tuple[ResolvedPair, ...]:
    """Resolve all pairs of links: the enabled pairs first, then the disabled pairs.

    Args:
        pairs: the pairs of the SRDF.
        robot: the robot of the SRDF.
    """
    links = robot.tree.link_index
    first = {id(copy.pair): copy.first for copy in pairs.copies}
    disabled = {id(pair): found for pair, found in pairs.overruled}
    resolved: list[ResolvedPair] = []
    for element in pairs.elements:
        names = tuple(name for name in key_of(element) if name not in links)
        if names:
            resolved.append(ResolvedPair(element, "unknown link", tuple(dict.fromkeys(names))))
        elif element.link1 == element.link2:
            resolved.append(ResolvedPair(element, "same link twice"))
        elif id(element) in first:
            resolved.append(ResolvedPair(element, "duplicate", (), first[id(element)]))
        elif id(element) in disabled:
            resolved.append(ResolvedPair(element, "also disabled", (), disabled[id(element)]))
        else:
            resolved.append(ResolvedPair(element))
    return tuple(resolved)


def collision_matrix(
    root: srdf.Robot, robot: Robot, pairs: Iterable[ResolvedPair]
) -> AllowedCollisionMatrix:
    """Return the allowed collision matrix.

    Disabled pairs override enabled pairs, which override the links that are disabled by default.
    The reason of a duplicate pair is that of its first element. Links that do not exist are
    ignored.

    Args:
        root: the SRDF.
        robot: the robot of the SRDF.
        pairs: the pairs of ``resolve_pairs``.

    Source: MoveIt, AllowedCollisionMatrix(srdf::Model).
    """
    links = robot.tree.link_index
    defaults = [d.link for d in root.disable_default_collisions if d.link in links]
    bodies = [link.name for link in robot.links if link.collisions]
    entries = (
        PairEntry(
            pair.element.link1,
            pair.element.link2,
            "always" if isinstance(pair.element, srdf.DisableCollisions) else "never",
            pair.element.reason,
        )
        for pair in pairs
        if not pair.problem
    )
    return AllowedCollisionMatrix(links, bodies, defaults, entries)
