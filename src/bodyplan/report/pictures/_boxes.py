"""The boxes of a graph: links connected by fixed joints share a box, so that large robots fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from bodyplan.core import listed
from bodyplan.report import wording
from bodyplan.report.facts import Row

_MOST_NAMES = 5
"""The maximum number of links that a box lists by name; further links are counted."""
_WIDEST = 44
"""The maximum length of a line of these names, in characters."""
_LONGEST_NAME = 30


class Box(NamedTuple):
    """A box of a graph.

    Args:
        row: its first link, with the joint that leads to this link.
        above: index of the parent box; None for a root.
        depth: 0 for a root.
        inside: the other links in the box, each with its fixed joint.
    """

    row: Row
    above: int | None
    depth: int
    inside: list[Row]

    @property
    def mass(self) -> float | None:
        """Mass of all links in the box [kg]; None if no link has a mass."""
        links = [row.link for row in (self.row, *self.inside) if row.link is not None]
        masses = [link.mass for link in links if link.mass is not None]
        return math.fsum(masses) if masses and all(map(math.isfinite, masses)) else _first(masses)

    @property
    def lines(self) -> list[str]:
        """The names of the other links, divided into lines."""
        names = [_cut(wording.name(row.name)) for row in self.inside]
        return wrap(f"+ {listed(names, _MOST_NAMES)}", _WIDEST) if names else []


def boxes_of(rows: Sequence[Row], *, fold: bool = True) -> list[Box]:
    """Return the boxes of a tree, each after its parent.

    Args:
        rows: the rows of a report.
        fold: whether the child of a fixed joint shares the box of its parent. Invalid rows, and the
            rows of a robot in which nothing moves, always have separate boxes.
    """
    fold = fold and any(row.joint is not None and row.joint.type != "fixed" for row in rows)
    boxes: list[Box] = []
    box_of: list[int] = []
    for row in rows:
        above = None if row.above is None else box_of[row.above]
        if fold and above is not None and _is_folded(row, rows):
            boxes[above].inside.append(row)
            box_of.append(above)
            continue
        depth = 0 if above is None else boxes[above].depth + 1
        box_of.append(len(boxes))
        boxes.append(Box(row, above, depth, []))
    return boxes


def _is_folded(row: Row, rows: Sequence[Row]) -> bool:
    is_fixed = row.joint is not None and row.joint.type == "fixed" and not row.mark
    return is_fixed and row.above is not None and rows[row.above].link is not None


def _first(masses: Sequence[float]) -> float | None:
    """Return a mass that is not finite; None if all masses are finite."""
    return next((mass for mass in masses if not math.isfinite(mass)), None)


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 12]}…{name[-11:]}"
