"""The collision matrix: one row for each pair of links, with the evidence for its result."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from bodyplan.core import Record
from bodyplan.model.transform import Vec3

VERSION = 3
"""Version of the columns of the rows, and of the algorithm that computes them."""
DISABLED = ("Adjacent", "Default", "Always", "Never")
"""The reasons that ``compute_matrix`` gives for disabling a pair."""
CHECKED = "Not Disabled"
"""The reason of a pair that is checked, in MoveIt's words."""
Evidence = Literal["proved", "sampled", "met"]


class PairRow(Record):
    """A pair of links, and whether it is checked for collision.

    Args:
        link1: name of the link that comes first in alphabetical order.
        link2: name of the other link.
        reason: "Adjacent", "Default", "Always", "Never" or "User" for a pair that is disabled; "Not
            Disabled" for a pair that is checked.
        evidence: "proved" for all configurations, "sampled" in random configurations, or "met" in
            one configuration; absent for adjacent links, and if nothing could be computed.
        clearance: proved lower bound on the distance of the links [m]; absent without a proof.
        nearest: the smallest distance that was found [m].
        witness: positions of the joints between the links [rad] or [m] at which the links touch.
        samples: number of random configurations that were checked.
        contained: the link that is inside the other link without touching its surface.
        cells: number of cells that a proof examined; cells divide the box of all joint positions
            within the limits.
        why: the reason for an uncertain result, as one clause.
        key: hash of the geometry, the joints between the links, and the options.
    """

    OPTIONAL: ClassVar[tuple[str, ...]] = (
        *("evidence", "clearance", "nearest", "witness", "samples", "contained", "cells", "why"),
        "key",
    )

    link1: str
    link2: str
    reason: str
    evidence: Evidence | None = None
    clearance: float | None = None
    nearest: float | None = None
    witness: Mapping[str, float] | None = None
    samples: int | None = None
    contained: str | None = None
    cells: int | None = None
    why: str | None = None
    key: str | None = None

    @property
    def is_disabled(self) -> bool:
        """Whether the pair is not checked for collision."""
        return self.reason != CHECKED

    @property
    def is_undecided(self) -> bool:
        """Whether the pair never touched in samples and has no proof."""
        return self.reason == "Never" and self.evidence != "proved"


def _names(row: PairRow) -> tuple[str, str]:
    return row.link1, row.link2


class Contact(Record):
    """Two links that touch, or one of which is inside the other.

    Args:
        link1: the first link.
        link2: the second link.
        depth: penetration depth [m]; see ``bodyplan.collision.distance``.
        point1: deepest point of the first link, in the frame of the first root link [m].
        point2: deepest point of the second link, in the same frame [m].
        inside: the link that is inside a closed mesh of the other link without touching it; None if
            the links touch.
        is_at_least: whether ``depth`` is only a lower bound, because too many triangles touch to
            examine all.
    """

    link1: str
    link2: str
    depth: float
    point1: Vec3
    point2: Vec3
    inside: str | None = None
    is_at_least: bool = False


class SkippedLink(Record):
    """A link whose collision shape is missing or cannot be used.

    Args:
        link: the name of the link.
        reason: the reason, as one clause.
    """

    link: str
    reason: str


class CollisionMatrix(Record):
    """The pairs of links that are not checked for collision, with reasons and evidence.

    Args:
        robot: name of the robot.
        seed: the seed of the random configurations.
        samples: number of random configurations for "Never".
        rounds: number of rounds of 200 random configurations that were needed for "Always".
        always: share of the configurations of a round above which a pair that touches is "Always".
        is_proved: whether proofs were tried.
        budget: largest number of cells of a proof.
        strict_adjacent: whether only links that a joint connects are "Adjacent".
        rows: one row for each pair of links with collision shapes, sorted by name.
        unchecked: shapes that cannot be used; the pairs of their links are checked.
        loops: names of joints that close loops; proofs and samples do not enforce them.
    """

    robot: str
    seed: int
    samples: int
    rounds: int
    always: float
    is_proved: bool
    budget: int
    strict_adjacent: bool
    rows: tuple[PairRow, ...]
    unchecked: tuple[SkippedLink, ...] = ()
    loops: tuple[str, ...] = ()

    def row(self, link: str, other: str) -> PairRow | None:
        """Return the row of two links in either order; None if a link has no collision shapes."""
        pair = (link, other) if link < other else (other, link)
        place = bisect_left(self.rows, pair, key=_names)
        row = self.rows[place] if place < len(self.rows) else None
        return row if row is not None and _names(row) == pair else None

    def counts(self) -> dict[str, int]:
        """Return the number of rows of each reason that occurs."""
        found = dict.fromkeys((*DISABLED, "User", CHECKED), 0)
        for row in self.rows:
            found[row.reason] = found.get(row.reason, 0) + 1
        return {reason: count for reason, count in found.items() if count}

    def with_reason(self, reason: str) -> Iterable[PairRow]:
        """Return the rows with a given reason."""
        return (row for row in self.rows if row.reason == reason)


def below(samples: int) -> float:
    """Return the upper 95 % confidence bound on the share of configurations with contact.

    It is the exact bound for a pair of links that touches in no random configuration.

    Args:
        samples: the number of random configurations.
    """
    return 1.0 if samples < 1 else 1.0 - 0.05 ** (1.0 / samples)
