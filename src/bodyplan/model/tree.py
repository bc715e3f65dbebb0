"""The spanning tree of a description: the joints that form it, and why other joints do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from bodyplan.core import quoted

Edge = tuple[str, str]
"""Names of the parent and the child of a joint."""
Cause = Literal["unknown parent", "unknown child", "itself", "second parent", "loop"]
LIKELY_ROOTS = ("world", "base_link", "base", "root", "base_footprint", "torso", "pelvis")


class LeftOut(NamedTuple):
    """The reason why a joint is not part of the tree."""

    cause: Cause
    reason: str


class Tree(NamedTuple):
    """The joints that form trees, and the joints that are left out.

    Args:
        kept: numbers of the joints in the trees.
        left_out: numbers of the other joints, each with the reason.
        roots: the main root, then the roots of other trees.
        into: for each link with a parent joint, the number of that joint.
    """

    kept: tuple[int, ...]
    left_out: dict[int, LeftOut]
    roots: tuple[str, ...]
    into: dict[str, int]

    @classmethod
    def of(cls, names: Sequence[str], edges: Sequence[Edge], starts: Iterable[str] = ()) -> Tree:
        """Return trees that contain every link, with as many of the joints as possible.

        The main root is the first root of the largest connected component. If several joints have
        the same child, the first of them that is reachable from the main root is kept. A loop that
        is not reachable from any root is cut above its probable root: the child of a joint with an
        unknown parent, a link with a usual name such as ``base_link``, or else its first link. The
        cut loop is attached to another tree if a joint connects them. The run time is nearly
        linear.

        Args:
            names: the names of the links, without duplicates.
            edges: the parent and child link of each joint; they may be unknown links, lead to a
                link twice, or form loops.
            starts: links that are probably intended as roots.
        """
        return _Builder(names, edges, starts).tree()


class _Builder:
    """Builds the trees by visiting the links from one root after the other."""

    def __init__(self, names: Sequence[str], edges: Sequence[Edge], starts: Iterable[str]) -> None:
        self.names, self.edges = names, edges
        self.position = {name: place for place, name in enumerate(names)}
        self.starts = dict.fromkeys(starts)
        self.left_out: dict[int, LeftOut] = {}
        self.out: dict[str, list[int]] = {}
        self.into: dict[str, int] = {}
        """The parent joint of each link; before a link is visited, the first joint that leads to
        it."""
        self.sizes: dict[str, int] = {}
        """The size of the connected component of each link; only computed for several roots."""
        self.tops: dict[str, str] = {}
        """The root of each visited link."""
        self.late: list[int] = []
        """Joints whose child was already visited through another joint."""
        self._sort()

    def _sort(self) -> None:
        position, out, into = self.position, self.out, self.into
        for number, (parent, child) in enumerate(self.edges):
            if parent not in position:
                reason = f"its parent link {quoted(parent)} does not exist"
                self.left_out[number] = LeftOut("unknown parent", reason)
                if child in position:
                    self.starts.setdefault(child)
            elif child not in position:
                reason = f"its child link {quoted(child)} does not exist"
                self.left_out[number] = LeftOut("unknown child", reason)
            elif parent == child:
                reason = f"it connects link {quoted(child)} to itself"
                self.left_out[number] = LeftOut("itself", reason)
            else:
                out.setdefault(parent, []).append(number)
                into.setdefault(child, number)

    def tree(self) -> Tree:
        tops = [name for name in self.names if name not in self.into]
        if len(tops) > 1:
            # Visit from the main root first, so that links below several roots join its tree.
            self.sizes = connected_sizes(self.names, self._valid())
            # the first of several components of equal size
            self._grow([max(tops, key=self.sizes.__getitem__)])
        self._grow([name for name in tops if name not in self.tops])
        # Each unvisited link has a parent joint but no root: it is in a loop or below one.
        rest = iter(self.names)
        while (start := next((name for name in rest if name not in self.tops), None)) is not None:
            root = self._likely_root(start)
            # Without the joint to this link, the loop is open, and all its links can be visited.
            del self.into[root]
            self._grow([root])
        joined = self._join()
        edges, into = self.edges, self.into
        kept = tuple([n for n, (_, child) in enumerate(edges) if into.get(child) == n])
        if len(kept) + len(self.left_out) < len(edges):
            self._explain(kept)
        roots = [name for name in self.names if name not in into]
        if len(roots) > 1:
            sizes = Counter(_end(top, joined) for top in self.tops.values())
            whole = self.sizes or connected_sizes(self.names, self._valid())
            # Links without a parent joint precede roots of cut loops, whatever their size.
            first = frozenset(tops)  # a set for fast look-ups, because there may be very many roots
            roots.sort(key=lambda root: (-whole[root], root not in first, -sizes[root]))
            main = min(
                roots, key=lambda root: (-whole[root], root not in first, self.position[root])
            )
            roots.remove(main)
            roots.insert(0, main)
        return Tree(kept, dict(sorted(self.left_out.items())), tuple(roots), into)

    def _valid(self) -> Iterator[Edge]:
        return (self.edges[number] for numbers in self.out.values() for number in numbers)

    def _grow(self, roots: list[str]) -> None:
        """Visit the links below some roots.

        If several joints have the same child, use the first joint.
        """
        edges, into, tops = self.edges, self.into, self.tops
        todo = [(name, name) for name in roots]
        spare: list[
            int
        ] = []  # joints from visited links that are not the first joint leading to their child
        while todo or spare:
            # Use spare joints only if nothing else is left to visit, and then the first one in the
            # file, so that the result is independent of the order of visits.
            if not todo:
                number = heappop(spare)
                parent, child = edges[number]
                if child in tops:
                    self.late.append(number)
                    continue
                into[child] = number
                todo.append((child, tops[parent]))
            name, top = todo.pop()
            tops[name] = top
            for number in self.out.get(name, ()):
                child = edges[number][1]
                if into.get(child) == number:
                    todo.append((child, top))
                else:
                    heappush(spare, number)

    def _likely_root(self, name: str) -> str:
        """Return the probable root of the loop above a link."""
        above: dict[str, None] = {}
        while name not in above:
            above[name] = None
            name = self.edges[self.into[name]][0]
        # The path upwards may begin outside the loop; the loop begins at the repeated link.
        names = [*above]
        loop = dict.fromkeys(names[names.index(name) :])
        meant = [one for one in loop if one in self.starts]
        meant = meant or [one for one in LIKELY_ROOTS if one in loop][:1]
        return min(meant or loop, key=self.position.__getitem__)

    def _join(self) -> dict[str, str]:
        """Attach cut loops to other trees; return the root of the new tree for each old root."""
        joined: dict[str, str] = {}
        # In the order of the file, so that the first joint is used.
        for number in sorted(self.late):
            parent, child = self.edges[number]
            if child not in self.into:
                top = _end(self.tops[parent], joined)
                # A joint from a tree below this link would close the loop again.
                if top != child:
                    self.into[child] = number
                    joined[child] = top
        return joined

    def _explain(self, kept: Iterable[int]) -> None:
        """Record the reason why each joint is left out: a closed loop, or a second parent joint."""
        below: dict[str, list[str]] = {}
        for number in kept:
            parent, child = self.edges[number]
            below.setdefault(parent, []).append(child)
        # In depth-first order, the descendants of a link have consecutive numbers. One comparison
        # for each joint is then enough; walking up would be quadratic for long chains.
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        todo = [(name, False) for name in self.names if name not in self.into]
        while todo:
            name, is_done = todo.pop()
            if is_done:
                last[name] = len(first)
                continue
            first[name] = len(first)
            todo.append((name, True))
            todo += [(child, False) for child in below.get(name, ())]
        for number, (parent, child) in enumerate(self.edges):
            if number in self.left_out or self.into.get(child) == number:
                continue
            if first[child] <= first[parent] < last[child]:
                self.left_out[number] = LeftOut("loop", f"it closes a loop at link {quoted(child)}")
            else:
                reason = f"link {quoted(child)} already has a parent joint"
                self.left_out[number] = LeftOut("second parent", reason)


def connected_sizes(names: Iterable[str], edges: Iterable[Edge]) -> dict[str, int]:
    """Return the size of each link's connected component, ignoring the direction of joints.

    Args:
        names: the names of the links.
        edges: the parent and child of each joint; joints with an unknown link are ignored.
    """
    leader = {name: name for name in names}
    sizes = dict.fromkeys(leader, 1)

    def find(name: str) -> str:
        while leader[name] != name:
            # Path halving shortens later searches (union-find).
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for parent, child in edges:
        if parent not in leader or child not in leader:
            continue
        one, other = find(parent), find(child)
        if one != other:
            if sizes[one] < sizes[other]:
                one, other = other, one
            leader[other] = one
            sizes[one] += sizes[other]
    return {name: sizes[find(name)] for name in leader}


def _end(root: str, joined: dict[str, str]) -> str:
    """Follow attachments from a root to the root of the whole tree; shorten the path to it."""
    while root in joined:
        above = joined[root]
        joined[root] = joined.get(above, above)
        root = above
    return root
