"""The collision matrix of an SRDF: what each tag says, and which of them hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Literal, NamedTuple

from bodyplan.formats import srdf
from bodyplan.model import Robot
from bodyplan.model.collision_matrix import AllowedCollisionMatrix, PairEntry

PairElement = srdf.DisableCollisions | srdf.EnableCollisions

PairTrouble = Literal["", "unknown link", "one link twice", "repeated", "disabled elsewhere"]
"""Why what is said about a pair has no effect.

- "unknown link": one of the links is not there.
- "one link twice": it is a pair of a link and itself.
- "repeated": the same was said before.
- "disabled elsewhere": the pair is enabled here, and disabled elsewhere, which counts.
"""

Key = tuple[str, str]
"""The names of two links, the smaller one first."""

_LINK1, _LINK2, _REASON = attrgetter("link1"), attrgetter("link2"), attrgetter("reason")

ADJACENT = "Adjacent"
REASONS = (ADJACENT, "Never", "Always", "Default", "User", "Not Disabled")
"""The reasons that MoveIt's Setup Assistant writes, and knows when it reads a file again."""


def ordered(one: str, other: str) -> Key:
    """Two names as a key: which of them comes first does not matter."""
    return (one, other) if one < other else (other, one)


def key_of(pair: PairElement) -> Key:
    """The links of a pair as a key."""
    return ordered(pair.link1, pair.link2)


class Use(NamedTuple):
    """A field that holds the name of a link."""

    value: PairElement | srdf.DisableDefaultCollisions
    field: str


class Copy(NamedTuple):
    """A pair that an earlier element has too, in this order or the other."""

    pair: PairElement
    first: PairElement


class Pairs:
    """The pairs of links of one SRDF, and what is wrong with them as such.

    Args:
        root: the SRDF.
    """

    def __init__(self, root: srdf.Robot) -> None:
        self.disabled = root.disable_collisions
        self.enabled = root.enable_collisions
        self.defaults: dict[str, srdf.DisableDefaultCollisions] = {}
        """What disables the pairs of a link by default, by the link's name."""
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
        """Every link that is named, as it is written."""
        self.names.update(map(_LINK1, self.enabled), map(_LINK2, self.enabled))
        self.selves: list[PairElement] = []
        """Pairs of a link with itself."""
        self.copies: list[Copy] = []
        """Pairs that stand there twice, in whatever order."""
        self.first_enabled = self._sorted(self.enabled)
        """The first element that enables each pair."""
        if not is_plain:
            self._sorted(self.disabled)

    def _sorted(self, pairs: Iterable[PairElement]) -> dict[Key, PairElement]:
        """The first of each pair; what is none, or a copy, is put aside."""
        first: dict[Key, PairElement] = {}
        for pair in pairs:
            if pair.link1 == pair.link2:
                if pair.link1:
                    self.selves.append(pair)
                continue
            earlier = first.setdefault(key_of(pair), pair)
            if earlier is not pair and pair.link1 and pair.link2:
                self.copies.append(Copy(pair, earlier))
        return first

    def is_disabled(self, one: str, other: str) -> bool:
        """Whether an element of its own disables this pair."""
        return (one, other) in self._written or (other, one) in self._written

    def is_settled(self, one: str, other: str) -> bool:
        """Whether the file says anything about this pair, or about one of its links."""
        return (
            self.is_disabled(one, other)
            or ordered(one, other) in self.first_enabled
            or one in self.defaults
            or other in self.defaults
        )

    @property
    def elements(self) -> tuple[PairElement, ...]:
        """All elements on pairs: first those that enable one."""
        return (*self.enabled, *self.disabled)

    def uses(self) -> Iterator[Use]:
        """Every field that names a link."""
        for default in self.defaults.values():
            yield Use(default, "link")
        for pair in self.elements:
            yield Use(pair, "link1")
            yield Use(pair, "link2")

    @property
    def overruled(self) -> Iterator[tuple[srdf.EnableCollisions, srdf.DisableCollisions]]:
        """Pairs that are enabled and disabled, each with the first element that disables it."""
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
        """Pairs that are enabled, though neither of their links is disabled by default."""
        for pair in self.enabled:
            one, other = pair.link1, pair.link2
            if one == other or not one or not other or self.is_disabled(one, other):
                continue
            if one not in self.defaults and other not in self.defaults:
                yield pair

    @property
    def redundant(self) -> dict[str, list[srdf.DisableCollisions]]:
        """Disabled pairs whose links are so by default, by the name of the link."""
        found: dict[str, list[srdf.DisableCollisions]] = {}
        for pair in self.disabled if self.defaults else ():
            if pair.link1 == pair.link2:
                continue
            name = pair.link1 if pair.link1 in self.defaults else pair.link2
            if name in self.defaults and key_of(pair) not in self.first_enabled:
                found.setdefault(name, []).append(pair)
        return found

    @property
    def odd_reasons(self) -> dict[str, list[PairElement]]:
        """Pairs by their reason, where it is none of the known ones."""
        odd = {*map(_REASON, self.disabled), *map(_REASON, self.enabled)} - {None, "", *REASONS}
        found: dict[str, list[PairElement]] = {}
        if odd:
            for pair in self.elements:
                if pair.reason is not None and pair.reason in odd:
                    found.setdefault(pair.reason, []).append(pair)
        return found

    def with_reason(self, reason: str) -> Iterator[srdf.DisableCollisions]:
        """The disabled pairs of one reason."""
        return (pair for pair in self.disabled if pair.reason == reason)


class ResolvedPair(NamedTuple):
    """What one element says about a pair of links.

    Args:
        element: the very value of the document.
        trouble: why it has no effect.
        names: links that are not there.
        other: the element that said the same before, or that counts instead.
    """

    element: PairElement
    trouble: PairTrouble = ""
    names: tuple[str, ...] = ()
    other: PairElement | None = None


def resolve_pairs(pairs: Pairs, robot: Robot) -> tuple[ResolvedPair, ...]:
    """What is said about pairs of links: first the enabled ones, then the disabled ones.

    Args:
        pairs: of the SRDF.
        robot: its robot.
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
            resolved.append(ResolvedPair(element, "one link twice"))
        elif id(element) in first:
            resolved.append(ResolvedPair(element, "repeated", (), first[id(element)]))
        elif id(element) in disabled:
            resolved.append(ResolvedPair(element, "disabled elsewhere", (), disabled[id(element)]))
        else:
            resolved.append(ResolvedPair(element))
    return tuple(resolved)


def collision_matrix(
    root: srdf.Robot, robot: Robot, pairs: Iterable[ResolvedPair]
) -> AllowedCollisionMatrix:
    """Which pairs of links are checked.

    Disabled pairs count before enabled ones, these before the links that are disabled by default.
    Of pairs that stand twice, the first gives the reason. Links that are not there are passed over.

    Args:
        root: the SRDF.
        robot: its robot.
        pairs: of ``resolve_pairs``.

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
        if not pair.trouble
    )
    return AllowedCollisionMatrix(links, bodies, defaults, entries)
