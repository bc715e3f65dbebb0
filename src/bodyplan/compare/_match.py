"""Matching of the links and joints of two robots: by name, else by pose, mass and children."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from bodyplan.compare._numbers import amount_of, angle, distance
from bodyplan.core import Record, replace
from bodyplan.model import IDENTITY, Joint, Link, Robot, Transform
from bodyplan.model.joint import FREE, TWO_AXES, UNLIMITED
from bodyplan.model.scoped_names import WORLD_NAME

T = TypeVar("T", bound=Record)
_LIKELY = 3
"""The least score of ``_score`` for which links with different names match."""
_CLOSE = 1e-6
_MOST_TRIED = 60_000
"""Limit on the pairs of entities that are compared for a match: huge files would take hours."""


class JointPair(NamedTuple):
    """Two joints that are compared."""

    first: Joint
    second: Joint


class Match:
    """The matching links and joints of two robots.

    Args:
        a: the first robot.
        b: the second robot.
    """

    def __init__(self, a: Robot, b: Robot) -> None:
        self.a, self.b = a, b
        self.links: dict[str, str] = {
            link.name: link.name for link in a.links if b.has_link(link.name)
        }
        """Names of links in the second robot, by name in the first robot."""
        frames = {frame.name for frame in b.frames}
        self.as_frames = [
            link.name for link in a.links if link.name not in self.links and link.name in frames
        ]
        """Links of the first robot that are frames in the second robot."""
        self._find_renamed()

    def origins(self, pair: JointPair) -> tuple[Transform, Transform] | None:
        """Return the poses of two joints in the frame of a link that both robots have.

        This link is the parent of both joints, or fixed to their parents in both robots. Without
        such a link, the joints have different parents: return None.
        """
        first, second = pair
        if self.links.get(first.parent) == second.parent:
            return first.origin, second.origin
        (top, X), (other, Y) = self._bodies[0][first.parent], self._bodies[1][second.parent]
        for name in self._fixed_in_both.get((top, other), ()):
            if first.type == "fixed" and self.a.is_above(first.child, name):
                continue  # this link moves with the joint whose pose is compared
            X_link, Y_link = self._bodies[0][name][1], self._bodies[1][self.links[name]][1]
            return X_link.inverse() @ X @ first.origin, Y_link.inverse() @ Y @ second.origin
        return None

    @cached_property
    def _bodies(self) -> tuple[dict[str, tuple[str, Transform]], ...]:
        """For each robot, by link: the root link of its rigid body, and its pose in this root."""
        found: list[dict[str, tuple[str, Transform]]] = []
        for robot in (self.a, self.b):
            bodies: dict[str, tuple[str, Transform]] = {}
            for link in robot.links:
                above = robot.parent_joint(link.name)
                if above is None or above.type != "fixed":
                    bodies[link.name] = link.name, IDENTITY
                else:
                    top, X = bodies[above.parent]
                    bodies[link.name] = top, X @ above.origin @ above.X_JC
            found.append(bodies)
        return tuple(found)

    @cached_property
    def _fixed_in_both(self) -> dict[tuple[str, str], list[str]]:
        """The links of the first robot, by the root links of their rigid bodies in both robots."""
        found: dict[tuple[str, str], list[str]] = {}
        for name, (top, _) in self._bodies[0].items():
            partner = self.links.get(name)
            if partner is not None:
                found.setdefault((top, self._bodies[1][partner][0]), []).append(name)
        return found

    def is_direct(self, pair: JointPair) -> bool:
        """Return whether both robots have the links that two joints connect.

        Otherwise, a joint of one robot corresponds to a chain of joints in the other robot, with
        links that only the other robot has.
        """
        known, has_parents = self._known, self.origins(pair) is not None
        return all(
            joint.child in known[which] and (has_parents or joint.parent in known[which])
            for which, joint in enumerate(pair)
        )

    @cached_property
    def _links_of_b(self) -> dict[str, str]:
        return {other: name for name, other in self.links.items()}

    @cached_property
    def joints(self) -> list[JointPair]:
        """The matching joints: by name, else by the child link."""
        found: list[JointPair] = []
        taken: set[str] = set()
        for joint in self.a.joints:
            other = self.b.joint(joint.name) if self.b.has_joint(joint.name) else None
            child = self.links.get(joint.child)
            if other is None and child is not None:
                other = self.b.parent_joint(child)
                if other is not None and self.a.has_joint(other.name):
                    other = None  # the first robot has another joint with this name
            if other is not None and other.name not in taken:
                taken.add(other.name)
                found.append(JointPair(joint, other))
        return found

    @cached_property
    def joint_names(self) -> dict[str, str]:
        """Names of joints in the second robot, by name in the first robot."""
        return {pair.first.name: pair.second.name for pair in self.joints}

    @cached_property
    def axes(self) -> list[JointPair]:
        """Pairs of a joint with one axis and the matching axis of a joint with two axes."""
        names = {joint.name for pair in self.joints for joint in pair}
        ours, theirs = (
            {one.name: one for joint in robot.joints for one in joints_of_axes(joint)}
            for robot in (self.a, self.b)
        )
        return [
            JointPair(joint, theirs[name])
            for name, joint in ours.items()
            if name in theirs and name not in names
        ]

    def alone(self) -> tuple[list[Link], list[Link]]:
        """Return the unmatched links of each robot, except optional links."""
        known = {*self.links.values()}
        ours = [one for one in self.a.links if one.name not in self.links]
        theirs = [one for one in self.b.links if one.name not in known]
        return (
            [one for one in ours if not self._is_optional(one, 0)],
            [one for one in theirs if not self._is_optional(one, 1)],
        )

    def joints_alone(self) -> tuple[list[Joint], list[Joint]]:
        """Return the unmatched joints of each robot, except joints whose variables match."""
        shared = {*_variables(self.a)} & {*_variables(self.b)}
        known = {*self.joint_names}, {*self.joint_names.values()}
        bare = [
            [
                joint
                for joint in robot.joints
                if joint.name not in names
                and not shared.intersection(joint.variables)
                and not self._is_inside(robot, joint)
            ]
            for robot, names in zip((self.a, self.b), known, strict=True)
        ]
        return bare[0], bare[1]

    def _is_inside(self, robot: Robot, joint: Joint) -> bool:
        """Return whether it is not a difference if the other robot lacks a joint.

        This is so for the floating joint of a base that moves freely in the other robot; for a
        joint to an unmatched optional link; and for a fixed joint between links that other fixed
        joints connect in the other robot.
        """
        which = 0 if robot is self.a else 1
        known = self.links if which == 0 else self._links_of_b
        if joint.type == "floating" and joint.parent == WORLD_NAME:  # its base moves freely
            other = (self.b, self.a)[which]
            return joint.parent not in known and known.get(joint.child) in {
                one.name for one in other.roots
            }
        if joint.type != "fixed" and joint.mimic is None:
            return False
        if joint.type == "fixed" and joint.parent in known and joint.child in known:
            ends = (known[joint.parent], known[joint.child])
            bodies = self._bodies[1 - which]
            return bodies[ends[0]][0] == bodies[ends[1]][0]  # fixed to each other by other joints
        links = (robot.link(joint.parent), robot.link(joint.child))
        return any(one.name not in known and self._is_optional(one, which) for one in links)

    def _is_optional(self, link: Link, which: int) -> bool:
        """Return whether it is not a difference if the other robot lacks a link.

        Such a link has neither mass nor shape, and is one of these: a frame in the other robot; the
        root link ``world``; a leaf link at a fixed joint, with the name of a sensor; or a link
        between a movable joint and a single child joint, which may be one joint in the other robot.

        Args:
            link: a link.
            which: the robot of the link: 0 for the first, 1 for the second.
        """
        robot, frames, children = (
            (self.a, self.b)[which],
            self._frames[which],
            self._children[which],
        )
        if not _is_bare(link):
            return False
        if link.name in frames:
            return True
        above = robot.parent_joint(link.name)
        if above is None:
            return link.name == WORLD_NAME
        if above.type == "fixed" and not children[link.name]:
            return any(sensor.name == link.name for sensor in robot.sensors)
        while _is_bare(link) and children[link.name] == 1 and above is not None:
            if above.variables:
                return True
            link = robot.link(above.parent)
            above = robot.parent_joint(link.name)
        return False

    @cached_property
    def _known(self) -> tuple[frozenset[str], ...]:
        """The links of each robot that the other robot has, as links or as frames."""
        both = (self.links, self._links_of_b)
        return tuple(frozenset((*links, *self.as_frames)) for links in both)

    @cached_property
    def _frames(self) -> tuple[frozenset[str], ...]:
        """For each robot, the names of the frames that the other robot has."""
        return tuple(frozenset(one.name for one in robot.frames) for robot in (self.b, self.a))

    @cached_property
    def _children(self) -> tuple[Counter[str], ...]:
        """For each robot, the number of child joints by link."""
        return tuple(Counter(one.parent for one in robot.joints) for robot in (self.a, self.b))

    # Links of other names

    def _find_renamed(self) -> None:
        """Match links with different names, starting at the roots."""
        known, frames = {*self.links.values()}, {*self.as_frames}
        left = {link.name: link for link in self.b.links if link.name not in known}
        alone = [
            link for link in self.a.links if link.name not in self.links and link.name not in frames
        ]
        if len(left) * len(alone) > _MOST_TRIED:
            return
        for link in alone if left else ():
            if not left:
                return
            scores = sorted(
                ((self._score(link, other), name) for name, other in left.items()), reverse=True
            )
            best, name = scores[0]
            is_unique = len(scores) == 1 or scores[1][0] < best
            if best >= _LIKELY and is_unique:
                self.links[link.name] = name
                del left[name]

    def _score(self, link: Link, other: Link) -> int:
        """Return a score for the match of two links, from pose, joint, mass, children, shapes."""
        ours, theirs = self.a.parent_joint(link.name), self.b.parent_joint(other.name)
        if (ours is None) != (theirs is None):
            return 0
        has_place = True
        if ours is not None and theirs is not None:
            if self.links.get(ours.parent) != theirs.parent:
                return 0
            X, Y = ours.origin @ ours.X_JC, theirs.origin @ theirs.X_JC
            is_there = distance(X.p, Y.p) < _CLOSE and angle(X, Y) < _CLOSE
            has_place = is_there and ours.type == theirs.type
        children = [
            {joint.child for joint in robot.child_joints(name)}
            for robot, name in ((self.a, link.name), (self.b, other.name))
        ]
        names = [
            {joint.name for joint in robot.child_joints(one.name)}
            for robot, one in ((self.a, link), (self.b, other))
        ]
        is_above = children[0] == children[1] or names[0] == names[1]
        is_named = ours is not None and theirs is not None and ours.name == theirs.name
        shapes = [
            [type(one.shape) for one in (*each.visuals, *each.collisions)] for each in (link, other)
        ]
        has_mass = amount_of(_mass(link), _mass(other), "relative") < _CLOSE
        is_bare = not _mass(link) and not shapes[0]
        return (
            2 * has_place + has_mass + is_above + 2 * is_named + (shapes[0] == shapes[1]) - is_bare
        )


def _mass(link: Link) -> float:
    return 0.0 if link.inertial is None else link.inertial.mass


def _variables(robot: Robot) -> Iterator[str]:
    for joint in robot.joints:
        yield from joint.variables


def joints_of_axes(joint: Joint) -> tuple[Joint, ...]:
    """Split a joint with two axes into two joints named after its variables."""
    if joint.type not in TWO_AXES:
        return (joint,)
    first, second = joint.variables
    one = replace(joint, type="revolute", limit2=UNLIMITED, dynamics2=FREE)
    return (
        replace(one, name=first),
        replace(one, name=second, limit=joint.limit2, dynamics=joint.dynamics2),
    )


def _is_bare(link: Link) -> bool:
    is_light = link.inertial is None or not (link.inertial.mass or any(link.inertial.inertia))
    return is_light and not link.visuals and not link.collisions


class Pairs(NamedTuple):
    """The matching entities of two lists, and the unmatched entities of each list."""

    both: list[tuple[Any, Any]]
    ours: list[Any]
    theirs: list[Any]


def paired(first: Sequence[T], second: Sequence[T], *same: Callable[[T, T], bool]) -> Pairs:
    """Match the entities of two lists: by names that are unique in both, then by each criterion.

    The order of the lists is irrelevant.

    Args:
        first: entities of the first robot.
        second: entities of the second robot.
        same: the criteria, the strictest first; they are skipped if there are too many entities.
    """
    both: list[tuple[T, T]] = []
    ours, theirs = list(first), list(second)
    known, other_known = _by_name(ours), _by_name(theirs)
    for name, one in known.items():
        other = other_known.get(name)
        if one is not None and other is not None:
            both.append((one, other))
    for side, left in ((0, ours), (1, theirs)):
        gone = {id(pair[side]) for pair in both}
        left[:] = [one for one in left if id(one) not in gone]
    for is_same in same:
        if len(ours) * len(theirs) > _MOST_TRIED:
            break
        rest: list[T] = []
        for one in ours:
            index = next((n for n, other in enumerate(theirs) if is_same(one, other)), None)
            if index is None:
                rest.append(one)
            else:
                both.append((one, theirs.pop(index)))
        ours = rest
    return Pairs(both, ours, theirs)


def _by_name(values: Iterable[T]) -> dict[str, T | None]:
    """Return values by name; None for an empty name, or a name that several values have."""
    found: dict[str, T | None] = {"": None}
    for value in values:
        name: str = getattr(value, "name", "")
        found[name] = None if name in found else value
    return found
