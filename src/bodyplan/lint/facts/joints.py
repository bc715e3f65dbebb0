"""Joints: values that are probably in another unit, and joints that do not form a tree.

Angles are in radians and lengths in metres, unless a name says otherwise.

Every joint that names two links of the robot is an edge from parent to child. A robot is a tree if
exactly one link, the root, has no edge into it, every other link has one edge, and a path leads
from the root to every link. One mistake often has several symptoms; they are attributed to their
cause here, so that each mistake is reported once:

- a joint whose child does not exist explains one additional root: that link is probably the
  intended child;
- a second joint into a link explains an additional root if its parent and child are swapped, or
  if its child is wrong;
- a joint from a link to an ancestor closes a loop; it is not a second parent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bodyplan.core import Record
from bodyplan.lint.context import Context
from bodyplan.lint.facts.names import budget, most_like
from bodyplan.model import Joint, Parts, Tree
from bodyplan.model.joint import LINEAR
from bodyplan.model.scoped_names import WORLD_NAME
from bodyplan.model.tree import connected_sizes
from bodyplan.spec.codec import NotANumberError, parse_float
from bodyplan.spec.element import spec_of

if TYPE_CHECKING:
    from bodyplan.formats.urdf import Limit
    from bodyplan.lint.context import Context


TURN = 2.0 * math.pi
"""One full turn [rad]."""

MOST_METRES = 20.0
"""Largest plausible travel of a prismatic joint [m]."""

MOST_MILLIMETRES = 5000.0
"""Largest number that may be the travel of a prismatic joint in millimetres."""


def is_readable(ctx: Context, value: Record, *fields: str) -> bool:
    """Return whether each of these numeric attributes is missing or a valid number.

    An optional number that cannot be parsed has its default value, which rules must not report.
    """
    element = ctx.source(value)
    node = ctx.document.node(element)
    if node is None:
        return True
    by_name = spec_of(type(element)).by_name
    for field in fields:
        text = node.get(by_name[field].xml)
        if text is not None:
            try:
                parse_float(text)
            except NotANumberError:
                return False
    return True


def has_range(limit: Limit | None) -> bool:
    """Return whether a limit has finite bounds, the lower below the upper, so that the joint can move."""
    return limit is not None and -math.inf < limit.lower < limit.upper < math.inf


def degrees_among(angles: Sequence[float], beyond: float) -> tuple[int, ...]:
    """Return the indices of angles that are probably in degrees.

    Such an angle exceeds ``beyond`` if it is interpreted as radians, but not if it is interpreted
    as degrees. Multiples of 15 degrees that are written in radians, which are never integers, are
    not returned. Once converted, an angle is at most ``beyond`` and is not returned again.

    Args:
        angles: the angles as written.
        beyond: largest plausible angle in radians [rad]; at least one turn.
    """
    return tuple(
        place
        for place, angle in enumerate(angles)
        if beyond < abs(angle) <= math.degrees(beyond) and not _is_part_of_a_turn(angle)
    )


def to_radians(angles: Sequence[float], beyond: float) -> tuple[float, ...] | None:
    """Return the angles in radians; None if no angle is in degrees, or if a unit is uncertain.

    If one angle is in degrees, integers are assumed to be in degrees too. Multiples of 15 degrees
    that are already written in radians are kept.
    """
    if not degrees_among(angles, beyond):
        return None
    converted = []
    for angle in angles:
        if angle == 0.0 or (abs(angle) <= TURN and _is_part_of_a_turn(angle)):
            converted.append(angle)
        elif abs(angle) > math.degrees(beyond) or (abs(angle) <= TURN and not angle.is_integer()):
            return None
        else:
            converted.append(math.radians(angle))
    return tuple(converted)


def _is_part_of_a_turn(angle: float) -> bool:
    """Return whether an angle in radians is a multiple of 15 degrees, to three decimals."""
    return not angle.is_integer() and abs(math.remainder(angle, TURN / 24.0)) < 1e-3


def are_millimetres(positions: Sequence[float]) -> bool:
    """Return whether the limits of a prismatic joint are probably in millimetres, not in metres.

    Limits of plus and minus 100 or 1000 are excluded: they are common for dummy joints of a
    floating base.
    """
    largest = max(map(abs, positions))
    if not MOST_METRES < largest <= MOST_MILLIMETRES:
        return False
    return not (min(positions) == -largest and largest in {100.0, 1000.0})


def in_other_unit(kind: str, positions: Sequence[float]) -> bool:
    """Return whether positions of a joint of this type are probably in degrees or millimetres."""
    if kind == "revolute":
        return bool(degrees_among(positions, 2.0 * TURN))
    return kind in LINEAR and are_millimetres(positions)


def number(value: float) -> str:
    """Return a number for a message: at most six digits."""
    return f"{value:.6g}"


class Loop(Record):
    """Joints that lead from a link back to itself."""

    closing: Joint
    """The joint whose child link closes the loop."""
    joints: tuple[Joint, ...]
    """The first ten joints of the loop, in order, from the link that the loop leads back to."""
    count: int
    """Number of all joints of the loop."""
    is_reached: bool
    """Whether a path leads from the root into the loop."""

    @property
    def description(self) -> str:
        """The joints in order, at most ten."""
        names = " -> ".join(repr(joint.name) for joint in self.joints)
        more = self.count - len(self.joints)
        return f"the joints {names}{f' and {more} more' if more > 0 else ''} form a loop"


class SecondParent(Record):
    """A joint whose child link already has a parent joint."""

    joint: Joint
    """The additional joint whose child is the same link."""
    first: Joint
    """The joint that counts as the parent joint of the link."""
    is_turned: bool = False
    """Whether swapping the parent and the child of the joint would make a tree."""
    missing: str | None = None
    """A link without a parent joint that is probably the intended child of the joint."""


class TreeFaults:
    """The reasons why the joints of one robot do not form a tree.

    Args:
        ctx: the context of the checked document.
        parts: the robot.
    """

    def __init__(self, ctx: Context, parts: Parts) -> None:
        names = dict.fromkeys((*(link.name for link in parts.links), *parts.outside))
        names.pop("", None)
        self._has_world = ctx.document.format == "sdf" and WORLD_NAME not in names
        """Whether a joint may have the parent "world" although no link has this name."""
        self._links = names
        """The links that a joint can name, in the order of the file."""
        self._joints: list[Joint] = []
        """The joints that may form the tree.

        Duplicates are left out, because T011 and D102 report them.
        """
        self.self_joints: list[Joint] = []
        self.unknown_parent: list[Joint] = []
        self.unknown_child: list[Joint] = []
        self.suggested: dict[tuple[int, str], str] = {}
        """The link that is probably meant, by the ``id`` of the joint and "parent" or "child"."""
        self.certain: set[tuple[int, str]] = set()
        """Keys of the suggestions that would correct the tree."""
        self.left_over: set[tuple[int, str]] = set()
        """Keys of suggestions that are not similar names, but the only link without a parent
        joint."""
        self._sort((*parts.joints, *parts.merged))
        selves = {joint.child for joint in self.self_joints}
        led_to = {joint.child for joint in self._joints}
        self._open = dict.fromkeys(
            name for name in names if name not in led_to and name not in selves
        )
        """Links without a parent joint for which no reason is found yet."""
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
        """The root, or the link that is probably meant as the root."""
        if self.root is not None:
            del self._open[self.root]
        self.has_start = True
        """Whether a link can be the root once misspelt names are corrected."""
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
        """Additional roots that no other problem explains."""

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
        """Find similar names for unknown links.

        For a child, links without a parent joint are searched first.
        """
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
        """Return the root of the largest connected part, assuming that misspelt children are corrected."""
        if len(self._open) < 2:
            return next(iter(self._open), None)
        pairs = [(joint.parent, joint.child) for joint in self._joints]
        pairs += [
            (joint.parent, self.suggested[id(joint), "child"])
            for joint in self.unknown_child
            if (id(joint), "child") in self.certain and joint.parent in self._links
        ]
        sizes = connected_sizes(self._links, pairs)
        # the first root, if several parts have equal size
        return max(self._open, key=sizes.__getitem__)

    def _find_loops(self, starts: set[str]) -> None:
        """Record the loops; a joint from a link to one of its ancestors closes a loop."""
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
                # other loops among these links can be reached from the first loop
                is_reached = True

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
        """Remove the roots that exist only because of another problem."""
        turned = {second.joint.parent for second in self.second_parents if second.is_turned}
        self._open = {name: None for name in self._open if name not in turned}
        if not self._open:
            return
        lost = [joint for joint in self.unknown_child if (id(joint), "child") not in self.certain]
        first = next(iter(self._open))
        # every additional root may be the intended child of one of these joints
        if len(lost) >= len(self._open):
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
    """Return the reasons why the joints of a robot do not form a tree.

    Args:
        ctx: the document under check.
        parts: the robot; by default, the first robot of the document.
    """
    return ctx.once(_all_faults)[id(parts or ctx.parts[0])]


def _all_faults(ctx: Context) -> dict[int, TreeFaults]:
    return {id(parts): TreeFaults(ctx, parts) for parts in ctx.parts}
