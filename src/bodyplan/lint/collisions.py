"""What the rules on allowed collisions share: the pairs of an SRDF, and which links are neighbours.

A humanoid has thousands of pairs, so everything is asked of sets first; pairs are looked at one by
one only where a set says that something is to be found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from bodyplan.formats import srdf
from bodyplan.lint.semantics import semantics
from bodyplan.model import Joint, Link
from bodyplan.spec import Element, change
from bodyplan.spec.faults import has_macro

if TYPE_CHECKING:
    from bodyplan.lint.context import Context, FixMaker

Pair = srdf.DisableCollisions | srdf.EnableCollisions
Key = tuple[str, str]
"""The names of two links, the smaller one first."""

ADJACENT = "Adjacent"
REASONS = (ADJACENT, "Never", "Always", "Default", "User", "Not Disabled")
"""The reasons that MoveIt's Setup Assistant writes, and knows when it reads a file again."""

_LINK1, _LINK2, _REASON = attrgetter("link1"), attrgetter("link2"), attrgetter("reason")


class Use(NamedTuple):
    """A field that holds the name of a link."""

    value: Pair | srdf.DisableDefaultCollisions
    field: str


class Copy(NamedTuple):
    """A pair that an earlier element has too, in this order or the other."""

    pair: Pair
    first: Pair


class Pairs:
    """The pairs of links of one SRDF, and what is wrong with them as such.

    Args:
        ctx: of any rule for SRDF.
    """

    def __init__(self, ctx: Context) -> None:
        root = semantics(ctx).root
        self._look = semantics(ctx)
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
        self.selves: list[Pair] = []
        """Pairs of a link with itself."""
        self.copies: list[Copy] = []
        """Pairs that stand there twice, in whatever order."""
        self.first_enabled = self._sorted(self.enabled)
        """The first element that enables each pair."""
        if not is_plain:
            self._sorted(self.disabled)

    def _sorted(self, pairs: Iterable[Pair]) -> dict[Key, Pair]:
        """The first of each pair; what is none, or a copy, is put aside."""
        first: dict[Key, Pair] = {}
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
    def has_macros(self) -> bool:
        """Whether a name is still to be made by a macro."""
        return any(map(has_macro, self.names))

    @cached_property
    def unknown(self) -> dict[str, list[Use]]:
        """Where links are named that the robot does not have, by their name."""
        names = {name for name in self.names if not self._look.has_link(name)}
        found: dict[str, list[Use]] = {}
        if names:
            for use in self.uses():
                name = getattr(use.value, use.field)
                if name in names:
                    found.setdefault(name, []).append(use)
        return found

    @property
    def _all(self) -> Iterator[Pair]:
        yield from self.enabled
        yield from self.disabled

    def uses(self) -> Iterator[Use]:
        """Every field that names a link."""
        for default in self.defaults.values():
            yield Use(default, "link")
        for pair in self._all:
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
    def odd_reasons(self) -> dict[str, list[Pair]]:
        """Pairs by their reason, where it is none of the known ones."""
        odd = {*map(_REASON, self.disabled), *map(_REASON, self.enabled)} - {None, "", *REASONS}
        found: dict[str, list[Pair]] = {}
        if odd:
            for pair in self._all:
                if pair.reason is not None and pair.reason in odd:
                    found.setdefault(pair.reason, []).append(pair)
        return found

    def with_reason(self, reason: str) -> Iterator[srdf.DisableCollisions]:
        """The disabled pairs of one reason."""
        return (pair for pair in self.disabled if pair.reason == reason)


def pairs_of(ctx: Context) -> Pairs:
    """The pairs of the document under check."""
    return ctx.once(Pairs)


def ordered(one: str, other: str) -> Key:
    """Two names as a key: which of them comes first does not matter."""
    return (one, other) if one < other else (other, one)


def key_of(pair: Pair) -> Key:
    """The links of a pair as a key."""
    return ordered(pair.link1, pair.link2)


def called_pair(pair: Pair) -> str:
    """The links of a pair, for a message."""
    return f"{pair.link1!r} and {pair.link2!r}"


def counted(count: int, what: str = "pair") -> str:
    """How many of a thing: "1 pair", "2 pairs"."""
    return f"{count} {what}{'s' * (count != 1)}"


def removal(ctx: Context, title: str, values: Collection[Element]) -> FixMaker:
    """An unsafe fix that removes several elements."""
    return ctx.fix(
        title, "unsafe", lambda: [change.remove(ctx.document, value) for value in values]
    )


class Neighbours:
    """Which links of a robot have something to collide with, and which of these are adjacent.

    Links are adjacent when a joint joins them, or when there is nothing but links without
    collision geometry between them; so MoveIt's Setup Assistant takes it.

    Args:
        ctx: of any rule for SRDF; without a robot there are no links.
    """

    def __init__(self, ctx: Context) -> None:
        self._look = semantics(ctx)
        links = self._look.links
        self.solid = {name for name, link in links.items() if is_solid(link)}
        """The links with collision geometry."""
        self.bare = links.keys() - self.solid
        """The links without."""

    def has(self, name: str) -> bool:
        """Whether the robot has a link of this name."""
        return name in self._look.links

    @cached_property
    def direct(self) -> list[tuple[str, str]]:
        """The pairs of links with collision geometry of which one is the next above the other."""
        above: dict[str, str | None] = {}
        found: dict[tuple[str, str], None] = {}
        for name in self._look.links:
            if name not in self.solid:
                continue
            upper = self._next_above(name, above)
            if upper is not None and upper != name:
                found[upper, name] = None
        return list(found)

    def _next_above(self, name: str, above: dict[str, str | None]) -> str | None:
        """The next link above with collision geometry; ``above`` remembers it for bare links."""
        passed: list[str] = []
        seen = {name}
        current = self._parent(name)
        while current in self.bare and current not in above and current not in seen:
            passed.append(current)
            seen.add(current)
            current = self._parent(current)
        found = above.get(current) if current in self.bare else current
        above.update(dict.fromkeys(passed, found))
        return found if found in self.solid else None

    def _parent(self, name: str) -> str:
        joint = self._look.moving(name)
        return "" if joint is None else joint.parent

    def are_one_body(self, one: str, other: str) -> bool:
        """Whether two links are the same, or fixed joints hold them together."""
        return self._body(one) == self._body(other)

    def are_adjacent(self, one: str, other: str) -> bool:
        """Whether two links are adjacent, in the widest sense.

        Links on one rigid body count, and links of two bodies that are adjacent: what hangs on
        the other side of a fixed joint is as near as the joint's own links.
        """
        near = self._near.get(self._body(one), set())
        further = self._near.get(self._body(other), set())
        return self.are_one_body(one, other) or not near.isdisjoint(further)

    @cached_property
    def _joints(self) -> list[Joint]:
        """The joints that name both of their links."""
        return [joint for joint in self._look.joints.values() if joint.parent and joint.child]

    @cached_property
    def _leaders(self) -> dict[str, str]:
        """Links that fixed joints hold together lead to one of them, step by step."""
        leaders: dict[str, str] = {}
        for joint in self._joints:
            if joint.kind == "fixed":
                join(leaders, joint.parent, joint.child)
        return leaders

    def _body(self, name: str) -> str:
        return leader(self._leaders, name)

    @cached_property
    def _near(self) -> dict[str, set[int | str]]:
        """For each rigid body its joints, by number, and its hubs; neighbours share one of them.

        A hub is a set of links without collision geometry that joints connect.
        """
        hubs: dict[str, str] = {}
        for joint in self._joints:
            if joint.parent in self.bare and joint.child in self.bare:
                join(hubs, joint.parent, joint.child)
        near: dict[str, set[int | str]] = {}
        for number, joint in enumerate(self._joints):
            sides = (joint.parent, joint.child)
            found: set[int | str] = {leader(hubs, side) for side in sides if side in self.bare}
            found.add(number)
            for side in sides:
                near.setdefault(self._body(side), set()).update(found)
        return near


def join(leaders: dict[str, str], one: str, other: str) -> None:
    """Lets one leader stand for two names and all who were joined with them."""
    upper, lower = leader(leaders, one), leader(leaders, other)
    if upper != lower:
        leaders[lower] = upper


def leader(leaders: dict[str, str], name: str) -> str:
    """The one that stands for all who were joined; paths are shortened on the way."""
    while (above := leaders.get(name)) is not None:
        further = leaders.get(above)
        if further is not None:
            leaders[name] = further
        name = above
    return name


def is_solid(link: Link) -> bool:
    """Whether a link has a shape to collide with."""
    return any(collision.shape is not None for collision in link.collisions)


def neighbours(ctx: Context) -> Neighbours:
    """The links of the robot that goes with the document under check."""
    return ctx.once(Neighbours)
