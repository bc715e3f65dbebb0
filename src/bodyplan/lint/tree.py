"""How joints connect the links of a robot, and where they do not make a tree.

Every joint that names two links of the robot is an edge from parent to child. A robot is a tree
when exactly one link has no edge into it, every other has one, and a path leads to each from the
first. What breaks this is taken apart here so that each cause is reported once:

- a joint whose parent or child does not exist explains a root that it would have led to;
- a second joint into a link explains a root when it is turned around, or has the wrong child;
- a joint back to a link above it is a loop, not a second parent.
"""

from __future__ import annotations

from collections.abc import Iterator

from bodyplan.core import Record
from bodyplan.lint.context import Context
from bodyplan.lint.names import budget, most_like
from bodyplan.model import Joint, Parts

_LIKELY_ROOTS = ("world", "base_link", "base", "root", "base_footprint", "torso", "pelvis")


class Loop(Record):
    """Joints that lead from a link back to itself."""

    closing: Joint
    """The joint that leads back."""
    joints: tuple[Joint, ...]
    """The first of them in order, beginning below the link that the loop comes back to."""
    count: int
    """How many joints there are in all."""
    is_reached: bool
    """Whether the root leads into it."""

    @property
    def description(self) -> str:
        """The joints in order, at most ten."""
        names = " -> ".join(repr(joint.name) for joint in self.joints)
        more = self.count - len(self.joints)
        return f"the joints {names}{f' and {more} more' if more > 0 else ''} form a loop"


class SecondParent(Record):
    """A joint into a link that has a parent joint already."""

    joint: Joint
    """The joint that is too many."""
    first: Joint
    """The joint that counts."""
    is_turned: bool = False
    """Whether swapping its parent and child would make a tree."""
    missing: str | None = None
    """A link without a parent that is probably meant as its child."""


class TreeFaults:
    """The ways in which the joints of one robot do not make a tree.

    Args:
        ctx: the document under check.
        parts: the robot.
    """

    def __init__(self, ctx: Context, parts: Parts) -> None:
        names = dict.fromkeys((*(link.name for link in parts.links), *parts.outside))
        names.pop("", None)
        self._links = {name: number for number, name in enumerate(names)}
        """The links that a joint can name, each with its place in the file."""
        self._into: dict[str, list[Joint]] = {}
        self._out: dict[str, list[Joint]] = {}
        self.self_joints: list[Joint] = []
        self.unknown_parent: list[Joint] = []
        self.unknown_child: list[Joint] = []
        self.suggested: dict[tuple[int, str], str] = {}
        """What is probably meant, by joint and side."""
        self.certain: set[tuple[int, str]] = set()
        """Suggestions that would mend the tree."""
        self.left_over: set[tuple[int, str]] = set()
        """Suggestions that are not near in name, but the only link that is left."""
        self._sort((*parts.joints, *parts.merged))
        selves = {joint.child for joint in self.self_joints}
        self._open = dict.fromkeys(
            name for name in self._links if name not in self._into and name not in selves
        )
        """Links that no joint leads to, and that nothing explains yet."""
        if ctx.document.format != "sdf":
            self._suggest(ctx)
        self.root = self._main_root()
        """The root, or what is probably meant as the root."""
        if self.root is not None:
            del self._open[self.root]
        self.has_start = True
        """Whether some link could be the root, but for a misspelt name."""
        self.loops: list[Loop] = []
        self._back: set[int] = set()
        self.second_parents: list[SecondParent] = []
        if not self._is_tree(parts):
            self._find_loops(selves)
            self.second_parents += self._second_parents()
            self._explain()
        self.roots = list(self._open)
        """Further roots that no other fault explains."""

    def _is_tree(self, parts: Parts) -> bool:
        """Whether all is well, found out in a quick way."""
        if self.root is None or self._open or len(self._into) != len(self._links) - 1:
            return False
        if len(parts.joints) != len(self._into) or len(parts.links) != len(self._links):
            return False
        found, stack = 0, [self.root]
        while stack:
            found += 1
            stack += [joint.child for joint in self._out.get(stack.pop(), ())]
        return found == len(self._links)

    def _sort(self, joints: tuple[Joint, ...]) -> None:
        seen: set[tuple[str, str, str]] = set()
        for joint in joints:
            copy = (joint.name, joint.parent, joint.child)
            if copy in seen and joint.name:
                continue  # T011 and D102 report it
            seen.add(copy)
            knows_parent, knows_child = joint.parent in self._links, joint.child in self._links
            if not knows_parent:
                self.unknown_parent.append(joint)
            if not knows_child:
                self.unknown_child.append(joint)
            elif joint.parent == joint.child:
                self.self_joints.append(joint)
            else:
                self._into.setdefault(joint.child, []).append(joint)
                if knows_parent:
                    self._out.setdefault(joint.parent, []).append(joint)

    def _suggest(self, ctx: Context) -> None:
        """Near names: for a child first among the links that no joint leads to."""
        for joint in self.unknown_child:
            if joint.child:
                found = None
                if budget(ctx).left >= len(self._open):
                    free = [name for name in self._open if name != joint.parent]
                    found = most_like(ctx, joint.child, free)
                if found is not None:
                    del self._open[found]
                    self.certain.add((id(joint), "child"))
                found = found or most_like(ctx, joint.child, self._links)
                if found is not None:
                    self.suggested[id(joint), "child"] = found
        for joint in self.unknown_parent:
            found = most_like(ctx, joint.parent, self._links) if joint.parent else None
            if found is not None and found != joint.child:
                self.suggested[id(joint), "parent"] = found
                self.certain.add((id(joint), "parent"))

    def _main_root(self) -> str | None:
        """The root with the most links about it; the first of the file where several are equal."""
        if len(self._open) < 2:
            return next(iter(self._open), None)
        leader = {name: name for name in self._links}

        def find(name: str) -> str:
            while leader[name] != name:
                leader[name] = leader[leader[name]]
                name = leader[name]
            return name

        sizes = dict.fromkeys(self._links, 1)
        pairs = [(j.parent, j.child) for joints in self._out.values() for j in joints]
        pairs += [
            (joint.parent, self.suggested[id(joint), "child"])
            for joint in self.unknown_child
            if (id(joint), "child") in self.certain and joint.parent in self._links
        ]
        for parent, child in pairs:
            one, other = find(parent), find(child)
            if one != other:
                if sizes[one] < sizes[other]:
                    one, other = other, one
                leader[other] = one
                sizes[one] += sizes[other]
        return max(self._open, key=lambda name: (sizes[find(name)], -self._links[name]))

    def _find_loops(self, selves: set[str]) -> None:
        """Walks down from every root, and then from a link of each loop that no root reaches."""
        seen: set[str] = set()
        starts = [] if self.root is None else [self.root]
        starts += self._open
        starts += [name for name in self._links if name in selves and name not in self._into]
        starts += [joint.child for joint in self.unknown_parent if joint.child in self._links]
        starts += [
            self.suggested[id(joint), "child"]
            for joint in self.unknown_child
            if (id(joint), "child") in self.certain
        ]
        self.has_start = bool(starts)
        for name in starts:
            self._walk(name, seen, is_reached=True)
        for name in self._links:
            if name not in seen:
                self._walk(self._likely_root(name, seen), seen, is_reached=False)

    def _likely_root(self, name: str, seen: set[str]) -> str:
        """The link of the loop above this one that is probably meant as the root."""
        above: dict[str, None] = {}
        while name not in above:
            above[name] = None
            name = next(j.parent for j in self._into[name] if j.parent not in seen)
        names = list(above)
        names = names[names.index(name) :]
        likely = [known for known in _LIKELY_ROOTS if known in names]
        return likely[0] if likely else min(names, key=lambda name: self._links[name])

    def _walk(self, start: str, seen: set[str], *, is_reached: bool) -> None:
        if start in seen:
            return
        seen.add(start)
        depth = {start: 0}
        path: list[Joint] = []
        stack = [(start, iter(self._out.get(start, ())))]
        while stack:
            name, joints = stack[-1]
            joint = next(joints, None)
            if joint is None:
                stack.pop()
                del depth[name]
                if path:
                    path.pop()
            elif joint.child in depth:
                self._back.add(id(joint))
                first = depth[joint.child]
                shown = (*path[first : first + 10], joint)[:10]
                count = len(path) - first + 1
                self.loops.append(Loop(joint, shown, count, is_reached))
                is_reached = True  # a second loop of an island is reached from the first
            elif joint.child not in seen:
                seen.add(joint.child)
                depth[joint.child] = len(path) + 1
                path.append(joint)
                stack.append((joint.child, iter(self._out.get(joint.child, ()))))

    def _second_parents(self) -> Iterator[SecondParent]:
        unexplained = set(self._open)
        for joints in self._into.values():
            if len(joints) == 1:
                continue
            forward = [joint for joint in joints if id(joint) not in self._back]
            kept = [joint for joint in forward if joint.parent not in unexplained]
            first = next(iter(kept or forward), None)
            for joint in forward:
                if joint is not first and first is not None:
                    is_turned = joint.parent in unexplained
                    unexplained.discard(joint.parent)
                    yield SecondParent(joint, first, is_turned=is_turned)

    def _explain(self) -> None:
        """Takes away the roots that are there only because of another fault."""
        turned = {second.joint.parent for second in self.second_parents if second.is_turned}
        self._open = {name: None for name in self._open if name not in turned}
        if not self._open:
            return
        lost = [joint for joint in self.unknown_child if (id(joint), "child") not in self.certain]
        first = next(iter(self._open))
        if len(lost) >= len(self._open):  # each of them would lead somewhere
            if len(lost) == len(self._open) == 1 and lost[0].parent != first:
                self.suggested[id(lost[0]), "child"] = first
                self.certain.add((id(lost[0]), "child"))
                self.left_over.add((id(lost[0]), "child"))
            self._open = {}
            return
        plain = [i for i, second in enumerate(self.second_parents) if not second.is_turned]
        if len(plain) == len(self._open) == 1 and not lost:
            second = self.second_parents[plain[0]]
            if not self._reaches(first, second.joint.parent):
                self.second_parents[plain[0]] = SecondParent(
                    second.joint, second.first, missing=first
                )
                self._open = {}

    def _reaches(self, top: str, name: str) -> bool:
        seen = {top}
        stack = [top]
        while stack:
            for joint in self._out.get(stack.pop(), ()):
                if joint.child not in seen:
                    seen.add(joint.child)
                    stack.append(joint.child)
        return name in seen


def tree_faults(ctx: Context, parts: Parts | None = None) -> TreeFaults:
    """Return in what the joints of a robot do not make a tree.

    Args:
        ctx: the document under check.
        parts: the robot; the first of the document by default.
    """
    return ctx.once(_all_faults)[id(parts or ctx.parts[0])]


def _all_faults(ctx: Context) -> dict[int, TreeFaults]:
    return {id(parts): TreeFaults(ctx, parts) for parts in ctx.parts}
