"""From links and joints to the rows of a tree, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from bodyplan.report.facts import JointFacts, LinkFacts, Mark, Row


class _Found(NamedTuple):
    """A row before the number of rows below it is known."""

    depth: int
    above: int | None
    name: str
    joint: int | None
    mark: Mark


def grow(
    links: Sequence[LinkFacts],
    joints: Sequence[JointFacts],
    loops: AbstractSet[str] = frozenset(),
) -> tuple[Row, ...]:
    """Return the rows of the tree, each link above its descendants; several trees if it is invalid.

    Every link and every joint has a row. Roots come in the order of the file, then names of missing
    links that have child joints, then one link of each loop that no root leads into, then links
    whose name is a duplicate.

    Args:
        links: in the order of the file.
        joints: in the order of the file, which is the order among siblings.
        loops: names of the joints that are not part of the tree because they close a loop.
    """
    known: dict[str, LinkFacts] = {}
    repeated: list[LinkFacts] = []
    for link in links:
        if link.name in known:
            repeated.append(link)
        known.setdefault(link.name, link)
    out: dict[str, list[tuple[int, str]]] = {}
    parent_of: dict[str, str] = {}
    for index, joint in enumerate(joints):
        out.setdefault(joint.parent, []).append((index, joint.child))
        if joint.parent != joint.child and joint.name not in loops:
            parent_of.setdefault(joint.child, joint.parent)
    names = dict.fromkeys([*known, *out])
    found: list[_Found] = []
    seen: set[str] = set()
    closing = {index for index, joint in enumerate(joints) if joint.name in loops}
    for name in names:
        if name not in parent_of:
            if name not in out:  # it stands alone, as very many may
                seen.add(name)
                found.append(_Found(0, None, name, None, ""))
                continue
            mark: Mark = "" if name in known else "missing link"
            _walk(name, mark, known, out, closing, seen, found)
    for name in names:
        if name not in seen:
            start = _in_loop(name, parent_of, names)
            _walk(start, "in a loop", known, out, closing, seen, found)
    below = [0] * len(found)
    for row in found:
        if row.above is not None:
            below[row.above] += 1
    rows = [
        Row(
            row.depth,
            row.above,
            row.name,
            row.joint,
            row.mark,
            known.get(row.name),
            None if row.joint is None else joints[row.joint],
            count,
        )
        for row, count in zip(found, below, strict=True)
    ]
    rows += [Row(0, None, link.name, None, "repeated link", link) for link in repeated]
    return tuple(rows)


def _walk(
    start: str,
    mark: Mark,
    known: dict[str, LinkFacts],
    out: dict[str, list[tuple[int, str]]],
    closing: AbstractSet[int],
    seen: set[str],
    found: list[_Found],
) -> None:
    """Append the rows of one link and its descendants. Not recursive: a chain may be long."""
    above = {start: len(found)}  # links on the way down to here, with their rows
    seen.add(start)
    found.append(_Found(0, None, start, None, mark))
    stack = [(start, iter(out.get(start, ())))]
    while stack:
        name, joints = stack[-1]
        index, child = next(joints, (-1, ""))
        if index < 0:
            stack.pop()
            del above[name]
            continue
        if child in above:
            mark = "loop"
        elif child in seen or (index in closing and child in known):
            mark = "second parent"
        else:
            mark = "" if child in known else "missing link"
        row = len(found)
        found.append(_Found(len(stack), above[name], child, index, mark))
        if child not in seen and mark != "second parent":
            seen.add(child)
            above[child] = row
            stack.append((child, iter(out.get(child, ()))))


def _in_loop(name: str, parent_of: dict[str, str], names: dict[str, None]) -> str:
    """Return the link of the loop above this one that is first in the file."""
    way: dict[str, None] = {}
    while name not in way:
        way[name] = None
        name = parent_of[name]
    loop = [name]
    while (parent := parent_of[loop[-1]]) != name:
        loop.append(parent)
    if len(loop) == 1:
        return name
    members = set(loop)
    return next(name for name in names if name in members)
