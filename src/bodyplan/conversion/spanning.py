"""A tree, or several, from whatever joints a file holds."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import NamedTuple

from bodyplan.core import quoted

Edge = tuple[str, str]
"""Names of the parent and the child of a joint."""


class SpanningTree(NamedTuple):
    """What of the edges makes trees."""

    kept: tuple[int, ...]
    """Numbers of the edges that are part of them."""
    left_out: dict[int, str]
    """Numbers of the other edges, each with the reason."""
    roots: tuple[str, ...]
    """Names without an edge into them, that of the largest tree first."""


def spanning_tree(names: Sequence[str], edges: Sequence[Edge]) -> SpanningTree:
    """Trees that reach every name, with as much of the edges as fits. Linear.

    Of several edges into a name the first counts, unless only a later one is reached from a root.
    A loop that no root leads into is cut above the first of its names, and attached to another one
    where an edge leads there.

    Args:
        names: each once.
        edges: may name what does not exist, lead to a name twice, or in a circle.
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

    tops: dict[str, str] = {}  # of each name that is reached, its root
    todo = [(name, name) for name in names if name not in into]
    spare: deque[int] = deque()  # edges from names that are reached, not the first into theirs
    late: list[int] = []  # those of them whose end was reached before
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

    joined: dict[str, str] = {}  # of a cut loop that hangs from another tree, the root of that
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
    """The root that one comes to from this one; the way there is shortened for the next."""
    while root in joined:
        above = joined[root]
        joined[root] = joined.get(above, above)
        root = above
    return root


def _loop_above(start: str, into: dict[str, int], edges: Sequence[Edge]) -> list[str]:
    """The names of the loop that one comes to from here upwards."""
    way: set[str] = set()
    name = start
    while name not in way:
        way.add(name)
        name = edges[into[name]][0]
    loop = [name]
    while (above := edges[into[loop[-1]]][0]) != name:
        loop.append(above)
    return loop
