"""Which links and joints of two robots are the same ones: by name, else by pose, mass and children."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from bodyplan.compare.numbers import amount_of, angle, distance
from bodyplan.core import Record, replace
from bodyplan.model import Joint, Link, Robot, Transform
from bodyplan.model.frame_names import WORLD_NAME
from bodyplan.model.joint import FREE, TWO_AXES, UNLIMITED

T = TypeVar("T", bound=Record)
_LIKELY = 3
"""Of pose, mass, children and shapes what must agree for a link of another name."""
_CLOSE = 1e-6


class JointPair(NamedTuple):
    """Two joints that are compared."""

    first: Joint
    second: Joint


class Match:
    """The links and joints of two robots that correspond.

    Args:
        a: the first robot.
        b: the second robot.
    """

    def __init__(self, a: Robot, b: Robot) -> None:
        self.a, self.b = a, b
        self.links: dict[str, str] = {
            link.name: link.name for link in a.links if b.has_link(link.name)
        }
        """Names in the second robot by those in the first."""
        frames = {frame.name for frame in b.frames}
        self.as_frames = [
            link.name for link in a.links if link.name not in self.links and link.name in frames
        ]
        """Links of the first robot that are frames in the second one."""
        self._find_renamed()

    def anchored(self, joint: Joint, which: int) -> tuple[str, Transform]:
        """Return the next link above a joint that both robots have, and X_PJ in its frame.

        Links between that the other robot has as frames, or does not need, are fixed to it.

        Args:
            joint: of one robot.
            which: 0 for the first robot, 1 for the second one.
        """
        robot, known = ((self.a, self.links), (self.b, self._links_of_b))[which]
        name, X = joint.parent, joint.origin
        while name not in known:
            above = robot.parent_joint(name)
            if above is None or above.type != "fixed":
                break
            name, X = above.parent, above.origin @ above.X_JC @ X
        return name, X

    def is_direct(self, pair: JointPair) -> bool:
        """Whether two joints connect links that both robots have.

        Otherwise one joint is a chain of joints in the other robot, over links that only that has.
        """
        known = ({*self.links, *self.as_frames}, {*self._links_of_b, *self.as_frames})
        return all(
            joint.child in known[which] and self.anchored(joint, which)[0] in known[which]
            for which, joint in enumerate(pair)
        )

    @cached_property
    def _links_of_b(self) -> dict[str, str]:
        return {other: name for name, other in self.links.items()}

    @cached_property
    def joints(self) -> list[JointPair]:
        """The joints that correspond: by name, else by the child link."""
        found: list[JointPair] = []
        taken: set[str] = set()
        for joint in self.a.joints:
            other = self.b.joint(joint.name) if self.b.has_joint(joint.name) else None
            child = self.links.get(joint.child)
            if other is None and child is not None:
                other = self.b.parent_joint(child)
                if other is not None and self.a.has_joint(other.name):
                    other = None  # that of another joint
            if other is not None and other.name not in taken:
                taken.add(other.name)
                found.append(JointPair(joint, other))
        return found

    @cached_property
    def joint_names(self) -> dict[str, str]:
        """Names of joints in the second robot by those in the first."""
        return {pair.first.name: pair.second.name for pair in self.joints}

    @cached_property
    def axes(self) -> list[JointPair]:
        """Joints of one axis that are one of two axes in the other robot, axis by axis."""
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
        """Return the links that the other robot needs and has neither as links nor as frames."""
        known = {*self.links.values()}
        frames = [{frame.name for frame in robot.frames} for robot in (self.b, self.a)]
        ours = [one for one in self.a.links if one.name not in self.links]
        theirs = [one for one in self.b.links if one.name not in known]
        return (
            [one for one in ours if not is_optional(self.a, one, frames[0])],
            [one for one in theirs if not is_optional(self.b, one, frames[1])],
        )

    def joints_alone(self) -> tuple[list[Joint], list[Joint]]:
        """Return the joints of which the other robot has neither the joint nor its variables."""
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
        """Whether a joint moves nothing of its own, to or from a link that only its robot needs."""
        if joint.type != "fixed" and joint.mimic is None:
            return False
        other, known = (self.b, self.links) if robot is self.a else (self.a, self._links_of_b)
        frames = {frame.name for frame in other.frames}
        ends = (robot.link(joint.parent), robot.link(joint.child))
        return any(one.name not in known and is_optional(robot, one, frames) for one in ends)

    # Links of other names

    def _find_renamed(self) -> None:
        """Match the links that are left, from the roots on."""
        known = {*self.links.values()}
        left = {link.name: link for link in self.b.links if link.name not in known}
        for link in self.a.links:
            if not left:
                return
            if link.name in self.links or link.name in self.as_frames:
                continue
            scores = sorted(
                ((self._score(link, other), name) for name, other in left.items()), reverse=True
            )
            best, name = scores[0]
            is_unique = len(scores) == 1 or scores[1][0] < best
            if best >= _LIKELY and is_unique:
                self.links[link.name] = name
                del left[name]

    def _score(self, link: Link, other: Link) -> int:
        """Return how likely two links are the same: pose below the same parent, mass and so on."""
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
    """Return a joint of two axes as two joints with the names of its variables; others as they are."""
    if joint.type not in TWO_AXES:
        return (joint,)
    first, second = joint.variables
    one = replace(joint, type="revolute", limit2=UNLIMITED, dynamics2=FREE)
    return (
        replace(one, name=first),
        replace(one, name=second, limit=joint.limit2, dynamics=joint.dynamics2),
    )


def is_optional(robot: Robot, link: Link, frames: Iterable[str] = ()) -> bool:
    """Whether the other robot needs no such link.

    It has no mass and no shape, and is a root ``world``, a frame of the other robot, or inside of
    what the other robot has as one joint: between two joints of several degrees of freedom, or
    between a joint and the child whose frame is not that of the joint. Or a sensor of its name is
    fixed there.

    Args:
        robot: that has it.
        link: of the robot.
        frames: names of the frames of the other robot.
    """
    if not _is_bare(link):
        return False
    if link.name in frames:
        return True
    above = robot.parent_joint(link.name)
    if above is None:
        return link.name == WORLD_NAME
    if above.type == "fixed" and not robot.child_joints(link.name):
        return any(sensor.name == link.name for sensor in robot.sensors)
    while _is_bare(link) and len(robot.child_joints(link.name)) == 1 and above is not None:
        if above.variables:
            return True
        link = robot.link(above.parent)
        above = robot.parent_joint(link.name)
    return False


def _is_bare(link: Link) -> bool:
    is_light = link.inertial is None or not (link.inertial.mass or any(link.inertial.inertia))
    return is_light and not link.visuals and not link.collisions


class Pairs(NamedTuple):
    """Which entities of two lists correspond, and those that are left."""

    both: list[tuple[Any, Any]]
    ours: list[Any]
    theirs: list[Any]


def paired(first: Sequence[T], second: Sequence[T], *same: Callable[[T, T], bool]) -> Pairs:
    """Match the entities of two lists, by each criterion in turn; the order has no meaning.

    Args:
        first: of the first robot.
        second: of the second one.
        same: the criteria, the strictest one first.
    """
    both: list[tuple[T, T]] = []
    ours, theirs = list(first), list(second)
    for is_same in same:
        left: list[T] = []
        for one in ours:
            index = next((n for n, other in enumerate(theirs) if is_same(one, other)), None)
            if index is None:
                left.append(one)
            else:
                both.append((one, theirs.pop(index)))
        ours = left
    return Pairs(both, ours, theirs)
