"""The rows of a collision matrix in an SRDF: only rows that change are edited."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bodyplan.collision.adjacency import Pair, ordered
from bodyplan.collision.evidence import CHECKED, DISABLED, CollisionMatrix, PairRow
from bodyplan.core import plural, replace
from bodyplan.edit.srdf_draft import Block, Draft
from bodyplan.formats import srdf
from bodyplan.formats.document import Document

_BLOCKS = {
    "Adjacent": "Links that a joint connects, directly or through links without collision shapes.",
    "Default": "Links that touch in the default configuration.",
    "Always": "Links that touch in nearly all configurations, or of which one is inside the other.",
    "Never": "Links that never touch",
}


class RowChange(NamedTuple):
    """A pair of links whose row in an SRDF changes.

    Args:
        row: the computed row of the pair.
        before: the reason in the SRDF; None for a pair that the SRDF does not disable.
        after: the new reason; None for a pair that is checked from now on.
    """

    row: PairRow
    before: str | None
    after: str | None


def pair_changes(root: srdf.Robot, matrix: CollisionMatrix) -> tuple[RowChange, ...]:
    """Return the rows of an SRDF that a matrix changes.

    Rows with a reason that MoveIt's Setup Assistant does not compute, such as "User", are not
    changed, nor are rows of pairs with an uncertain result. Pairs that the SRDF enables, or
    disables by default, do not get a row.

    Args:
        root: the SRDF.
        matrix: the collision matrix of the robot.
    """
    written: dict[Pair, srdf.DisableCollisions] = {}
    for element in root.disable_collisions:
        written.setdefault(ordered(element.link1, element.link2), element)
    enabled = {ordered(one.link1, one.link2) for one in root.enable_collisions}
    by_default = {one.link for one in root.disable_default_collisions}
    found: list[RowChange] = []
    for row in matrix.rows:
        pair = _pair(row)
        known = written.get(pair)
        after = row.reason if row.reason in DISABLED else None
        if known is None:
            is_set = pair in enabled or not by_default.isdisjoint(pair)
            if after is not None and not is_set:
                found.append(RowChange(row, None, after))
        elif known.reason in DISABLED and known.reason != after:
            if after is None and row.evidence != "met":
                continue  # uncertain
            found.append(RowChange(row, known.reason, after))
    return tuple(found)


def write_pairs(document: Document, matrix: CollisionMatrix) -> tuple[RowChange, ...]:
    """Change the rows of an SRDF to those of a matrix, and return the changes.

    All other bytes are unchanged; see ``pair_changes``.

    Args:
        document: the SRDF; it is changed.
        matrix: the collision matrix of the robot.

    Raises:
        EditError: the SRDF cannot be edited.
    """
    root = document.root
    if not isinstance(root, srdf.Robot):
        raise TypeError("this is not an SRDF")
    changes = pair_changes(root, matrix)
    if not changes:
        return ()
    removed = {_pair(one.row) for one in changes if one.after is None}
    reasons = {_pair(one.row): one.after for one in changes if one.before and one.after}
    rows: list[srdf.DisableCollisions] = []
    for element in root.disable_collisions:
        pair = ordered(element.link1, element.link2)
        is_own = element.reason in DISABLED
        if is_own and pair in removed:
            continue
        rows.append(
            replace(element, reason=reasons[pair]) if is_own and pair in reasons else element
        )
    rows += (_element(one.row) for one in changes if one.before is None)
    with document.editing() as edit:
        edit.set(root, disable_collisions=tuple(rows))
    return changes


def _pair(row: PairRow) -> Pair:
    return row.link1, row.link2


def _element(row: PairRow) -> srdf.DisableCollisions:
    return srdf.DisableCollisions(link1=row.link1, link2=row.link2, reason=row.reason)


def blocks_of(matrix: CollisionMatrix) -> Iterable[Block]:
    """Yield a block for each reason: the rows of a matrix with this reason, and a comment."""
    for reason, note in _BLOCKS.items():
        rows = [*matrix.with_reason(reason)]
        if rows:
            yield Block(tuple(map(_element, rows)), note + _count(reason, rows, matrix))


def _count(reason: str, rows: list[PairRow], matrix: CollisionMatrix) -> str:
    if reason != "Never":
        return ""
    proved = sum(row.evidence == "proved" for row in rows)
    sampled = len(rows) - proved
    parts = [f"{plural(proved, 'pair')} proved"] if proved else []
    if sampled:
        seen = f"seen in none of {matrix.samples:,} random configurations"
        parts.append(f"{plural(sampled, 'pair')} {seen}")
    return f": {', '.join(parts)}."


def draft_of(matrix: CollisionMatrix) -> Draft:
    """Return a new SRDF with only the pairs of a matrix."""
    checked = sum(1 for _ in matrix.with_reason(CHECKED))
    opening = (
        f"Pairs of links of {matrix.robot or 'a robot'} that need no collision checking;"
        f" {plural(checked, 'pair')} can touch and {'is' if checked == 1 else 'are'} checked."
    )
    return Draft(matrix.robot, (opening,), tuple(blocks_of(matrix)))
