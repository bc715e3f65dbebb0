"""How joints connect the links of a robot, and where they do not make a tree.

Every joint that names two links of the robot is an edge from parent to child. A robot is a tree
when exactly one link has no edge into it, every other has one, and a path leads to each from the
first. What breaks this is taken apart here so that each cause is reported once:

- a joint whose parent or child does not exist explains a root that it would have led to;
- a second joint into a link explains a root when it is turned around, or has the wrong child;
- a joint back to a link above it is a loop, not a second parent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bodyplan.core import Record
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import budget, most_like
from bodyplan.model import Joint, Parts, Tree
from bodyplan.model.frames.names import WORLD_NAME
from bodyplan.model.tree import connected_sizes


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
        self._has_world = ctx.document.format == "sdf" and WORLD_NAME not in names
        """Whether joints can come from the world without a link of this name."""
        self._links = names
        """The links that a joint can name, in the order of the file."""
        self._joints: list[Joint] = []
        """Those that may form the tree; T011 and D102 report copies."""
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
        led_to = {joint.child for joint in self._joints}
        self._open = dict.fromkeys(
            name for name in names if name not in led_to and name not in selves
        )
        """Links that no joint leads to, and that nothing explains yet."""
        if ctx.document.format != "sdf":
            self._suggest(ctx)
        meant = [
            self.suggested[id(joint), "child"]
            for joint in self.unknown_child
            if (id(joint), "child") in self.certain
        ]
        self._tree = Tree.of(
            [*names], [(joint.parent, joint.child) for joint in self._joints], meant
        )
        self.root = self._main_root()
        """The root, or what is probably meant as the root."""
        if self.root is not None:
            del self._open[self.root]
        self.has_start = True
        """Whether some link could be the root, but for a misspelt name."""
        self.loops: list[Loop] = []
        self.second_parents: list[SecondParent] = []
        is_whole = len(self._tree.kept) == len(self._joints) == len(names) - 1
        if not is_whole or self._open or len(parts.links) != len(names):
            starts = {*selves, *meant, *self._open, *([] if self.root is None else [self.root])}
            starts |= {joint.child for joint in self.unknown_parent if joint.child in names}
            self.has_start = bool(starts)
            self._find_loops(starts)
            self.second_parents += self._second_parents()
            self._explain()
        self.roots = list(self._open)
        """Further roots that no other fault explains."""

    def _sort(self, joints: tuple[Joint, ...]) -> None:
        seen: set[tuple[str, str, str]] = set()
        for joint in joints:
            copy = (joint.name, joint.parent, joint.child)
            if copy in seen and joint.name:
                continue
            seen.add(copy)
            knows_child = joint.child in self._links
            if joint.parent not in self._links:
                self.unknown_parent.append(joint)
            if not knows_child:
                self.unknown_child.append(joint)
            elif joint.parent == joint.child:
                self.self_joints.append(joint)
            else:
                self._joints.append(joint)

    def _suggest(self, ctx: Context) -> None:
        """Return near names; for a child, first among links without a parent joint."""
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
        """Return the main root, with misspelt children corrected."""
        if len(self._open) < 2:
            return next(iter(self._open), None)
        pairs = [(joint.parent, joint.child) for joint in self._joints]
        pairs += [
            (joint.parent, self.suggested[id(joint), "child"])
            for joint in self.unknown_child
            if (id(joint), "child") in self.certain and joint.parent in self._links
        ]
        sizes = connected_sizes(self._links, pairs)
        return max(self._open, key=sizes.__getitem__)  # the first of equal ones

    def _find_loops(self, starts: set[str]) -> None:
        """Walk down the trees; a joint back to a link above it closes a loop."""
        out: dict[str, list[int]] = {}
        for number, joint in enumerate(self._joints):
            out.setdefault(joint.parent, []).append(number)
        for root in self._links:
            if root not in self._tree.into:
                self._walk(root, out, is_reached=root in starts)

    def _walk(self, root: str, out: Mapping[str, list[int]], *, is_reached: bool) -> None:
        depth = {root: 0}
        path: list[Joint] = []
        stack = [(root, iter(out.get(root, ())))]
        while stack:
            name, numbers = stack[-1]
            number = next(numbers, None)
            if number is None:
                stack.pop()
                del depth[name]
                if path:
                    path.pop()
                continue
            joint = self._joints[number]
            if self._tree.into.get(joint.child) == number:
                depth[joint.child] = len(path) + 1
                path.append(joint)
                stack.append((joint.child, iter(out.get(joint.child, ()))))
            elif joint.child in depth:
                first = depth[joint.child]
                shown = (*path[first : first + 10], joint)[:10]
                self.loops.append(Loop(joint, shown, len(path) - first + 1, is_reached))
                is_reached = True  # a second loop of an island is reached from the first

    def _second_parents(self) -> Iterator[SecondParent]:
        unexplained = set(self._open)
        from_world: dict[str, int] = {}
        for number, left_out in self._tree.left_out.items():
            joint = self._joints[number]
            into = self._tree.into.get(joint.child)
            if self._has_world and joint.parent == WORLD_NAME:
                into = from_world.setdefault(joint.child, number) if into is None else into
                if into != number:
                    yield SecondParent(joint, self._joints[into])
            elif left_out.cause == "second parent" and into is not None:
                is_turned = joint.parent in unexplained
                unexplained.discard(joint.parent)
                yield SecondParent(joint, self._joints[into], is_turned=is_turned)

    def _explain(self) -> None:
        """Take away the roots that are there only because of another fault."""
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
            if self._top(second.joint.parent) != first:
                second = SecondParent(second.joint, second.first, missing=first)
                self.second_parents[plain[0]] = second
            self._open = {}

    def _top(self, name: str) -> str:
        while name in self._tree.into:
            name = self._joints[self._tree.into[name]].parent
        return name


def tree_faults(ctx: Context, parts: Parts | None = None) -> TreeFaults:
    """Return in what the joints of a robot do not make a tree.

    Args:
        ctx: the document under check.
        parts: the robot; the first of the document by default.
    """
    return ctx.once(_all_faults)[id(parts or ctx.parts[0])]


def _all_faults(ctx: Context) -> dict[int, TreeFaults]:
    return {id(parts): TreeFaults(ctx, parts) for parts in ctx.parts}
