"""Arrange links and joints as the rows of a tree, even if the robot is invalid."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from bodyplan.model import Tree
from bodyplan.report.facts import JointFacts, LinkFacts, Mark, Row


class _Found(NamedTuple):
    """A row of the tree, before its child rows are counted."""

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
    """Return the rows of the tree, or of several trees if the robot is invalid.

    Each link precedes its descendants. Every link and every joint has a row. The trees of the root
    links come first, in the order of the file. After them come the trees of parent links that do
    not exist, of one link from each loop that cannot be reached from a root, and of links with a
    duplicate name.

    Args:
        links: the links, in the order of the file.
        joints: the joints, in the order of the file, which is also the order of siblings.
        loops: names of the joints that are not part of the tree because they close a loop.
    """
    known: dict[str, LinkFacts] = {}
    repeated = [link for link in links if known.setdefault(link.name, link) is not link]
    out: dict[str, list[int]] = {}
    for index, joint in enumerate(joints):
        out.setdefault(joint.parent, []).append(index)
    numbers = [index for index, joint in enumerate(joints) if joint.name not in loops]
    edges = [(joints[index].parent, joints[index].child) for index in numbers]
    kept = {numbers[number] for number in Tree.of([*dict.fromkeys((*known, *out))], edges).kept}
    led_to = {
        joints[index].child for index in numbers if joints[index].parent != joints[index].child
    }
    into = {joints[index].child for index in kept}
    found: list[_Found] = []
    tops = [name for name in dict.fromkeys((*known, *out)) if name not in into]
    for name in sorted(tops, key=led_to.__contains__):
        is_missing = name not in known
        mark: Mark = "in a loop" if name in led_to else "missing link" if is_missing else ""
        _walk(name, mark, known, out, joints, kept, found)
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
    out: dict[str, list[int]],
    joints: Sequence[JointFacts],
    kept: AbstractSet[int],
    found: list[_Found],
) -> None:
    """Append the rows of a link and its descendants to ``found``, without recursion."""
    above = {start: len(found)}  # the rows of the links on the path to the current link
    found.append(_Found(0, None, start, None, mark))
    stack = [(start, iter(out.get(start, ())))]
    while stack:
        name, numbers = stack[-1]
        index = next(numbers, None)
        if index is None:
            stack.pop()
            del above[name]
            continue
        child = joints[index].child
        mark = "" if child in known else "missing link"
        if index not in kept and (child in known or child in out):
            mark = "loop" if child in above else "second parent"
        row = len(found)
        found.append(_Found(len(stack), above[name], child, index, mark))
        if index in kept:
            above[child] = row
            stack.append((child, iter(out.get(child, ()))))
