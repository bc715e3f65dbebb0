"""Spanning trees of the joints of a file."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from bodyplan.core import quoted

Edge = tuple[str, str]
"""Names of the parent and the child of a joint."""


class SpanningTree(NamedTuple):
    """The edges that form trees, and the others."""

    kept: tuple[int, ...]
    """Numbers of the edges in the trees."""
    left_out: dict[int, str]
    """Numbers of the other edges, each with the reason."""
    roots: tuple[str, ...]
    """The roots, that of the largest tree first."""


def spanning_tree(names: Sequence[str], edges: Sequence[Edge]) -> SpanningTree:
    """Return trees that contain every name, with as many of the edges as possible. Linear.

    Of several edges to a name the first is used, unless only a later one is reachable from a root.
    A loop that is not reachable from a root is cut above the first of its names, and attached to
    another tree if an edge connects them.

    Args:
        names: without duplicates.
        edges: may reference unknown names, lead to a name twice, or form loops.
    """
    position = {name: place for place, name in enumerate(names)}
    left_out: dict[int, str] = {}
    out: dict[str, list[int]] = {}
    into: dict[str, int] = {}
    for number, (parent, child) in enumerate(edges):
        if parent not in position:
            left_out[number] = f"its parent link {quoted(parent)} does not exist"
        elif child not in position:
            left_out[number] = f"its child link {quoted(child)} does not exist"
        elif parent == child:
            left_out[number] = f"it connects link {quoted(child)} to itself"
        else:
            out.setdefault(parent, []).append(number)
            into.setdefault(child, number)

    tops: dict[str, str] = {}  # the root of each name that is reached
    todo = [(name, name) for name in names if name not in into]
    spare: deque[int] = deque()  # edges from reached names that are not the first to their end
    late: list[int] = []  # those whose end was reached before
    rest = iter(names)
    while True:
        while todo:
            name, top = todo.pop()
            tops[name] = top
            for number in out.get(name, ()):
                child = edges[number][1]
                if into.get(child) == number:
                    todo.append((child, top))
                else:
                    spare.append(number)
        while spare and edges[spare[0]][1] in tops:
            late.append(spare.popleft())
        if spare:
            number = spare.popleft()
            parent, child = edges[number]
            into[child] = number
            todo.append((child, tops[parent]))
            continue
        start = next((name for name in rest if name not in tops), None)
        if start is None:
            break
        root = min(_loop_above(start, into, edges), key=position.__getitem__)
        del into[root]
        todo.append((root, root))

    joined: dict[str, str] = {}  # the root of the tree that a cut loop is attached to
    for number in late:
        parent, child = edges[number]
        if child not in into:
            top = _end(tops[parent], joined)
            if top != child:
                into[child] = number
                joined[child] = top

    kept = tuple(n for n, (_, child) in enumerate(edges) if into.get(child) == n)
    for number in range(len(edges)):
        child = edges[number][1]
        if number not in left_out and into.get(child) != number:
            left_out[number] = (
                f"it closes a loop at link {quoted(child)}"
                if child not in into
                else f"link {quoted(child)} already has a parent joint"
            )
    sizes = Counter(_end(top, joined) for top in tops.values())
    tree_roots = sorted(sizes, key=lambda root: (-sizes[root], position[root]))
    return SpanningTree(kept, left_out, tuple(tree_roots))


def _end(root: str, joined: dict[str, str]) -> str:
    """Return the root above a name, and shorten the path to it."""
    while root in joined:
        above = joined[root]
        joined[root] = joined.get(above, above)
        root = above
    return root


def _loop_above(start: str, into: dict[str, int], edges: Sequence[Edge]) -> list[str]:
    """Return the names of the loop above a name."""
    way: set[str] = set()
    name = start
    while name not in way:
        way.add(name)
        name = edges[into[name]][0]
    loop = [name]
    while (above := edges[into[loop[-1]]][0]) != name:
        loop.append(above)
    return loop
