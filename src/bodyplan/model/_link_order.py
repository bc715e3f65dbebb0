"""The order of links and joints: depth first from the root, child joints sorted by name.

In this order, a link and its descendants have consecutive indices. A comparison of indices
therefore shows whether a link is a descendant of another link.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from operator import attrgetter

from bodyplan.core import quoted
from bodyplan.model.attachment import Frame, Sensor
from bodyplan.model.joint import JOINT_TYPES, TWO_AXES, WITH_AXIS, Joint, unknown_joint_type
from bodyplan.model.link import Link
from bodyplan.model.transform import Vec3

_by_name = attrgetter("name")
_SLACK = 1e-6
"""Tolerance of the squared length of an axis."""


class NotATreeError(ValueError):
    """Links and joints do not form a tree.

    Conversions from files do not raise this error: they leave out what does not fit into a tree.
    """


class LinkOrder:
    """Links and joints in depth-first order, with their parents, in linear time.

    Args:
        links: the links, in any order; links without a parent joint become roots, in this order.
        joints: the joints, in any order.

    Raises:
        NotATreeError: a name is a duplicate, a joint has an unknown type, an invalid axis or a link
            that does not exist, a link has two parent joints, or joints form a cycle.
    """

    __slots__ = (
        "_tops",
        "above",
        "end",
        "into",
        "joint_index",
        "joints",
        "link_index",
        "links",
        "roots",
    )

    def __init__(self, links: Iterable[Link], joints: Iterable[Joint]) -> None:
        known: dict[str, Link] = {}
        for link in links:
            if link.name in known:
                raise NotATreeError(f"duplicate link {quoted(link.name)}")
            known[link.name] = link
        into = _parent_joints(known, joints)
        out: dict[str, list[Joint]] = {}
        for joint in into.values():
            out.setdefault(joint.parent, []).append(joint)
        order: list[str] = []
        self.above: list[int] = []
        """The index of the parent link of each link; -1 for a root."""
        self.roots = [name for name in known if name not in into]
        """Names of the links without a parent joint."""
        stack = [(name, -1) for name in reversed(self.roots)]
        while stack:
            name, parent = stack.pop()
            stack += [
                (joint.child, len(order))
                for joint in sorted(out.get(name, ()), key=_by_name, reverse=True)
            ]
            order.append(name)
            self.above.append(parent)
        self.link_index = {name: index for index, name in enumerate(order)}
        if len(order) < len(known):
            name = next(name for name in known if name not in self.link_index)
            raise NotATreeError(f"joints form a cycle at or above link {quoted(name)}")
        self.links = tuple(known[name] for name in order)
        self.joints = tuple(into[name] for name in order if name in into)
        self.joint_index = {joint.name: index for index, joint in enumerate(self.joints)}
        numbers = iter(range(len(self.joints)))
        self.into = [next(numbers) if name in into else -1 for name in order]
        """The index of the parent joint of each link; -1 for a root."""
        sizes = [1] * len(order)
        for index in range(len(order) - 1, -1, -1):
            if self.above[index] >= 0:
                sizes[self.above[index]] += sizes[index]
        self._tops = [self.link_index[name] for name in self.roots]
        self.end = [index + size for index, size in enumerate(sizes)]
        """For each link, the index after its last descendant."""

    def top(self, link: int) -> int:
        """Return the index of the root of a link."""
        return self._tops[bisect_right(self._tops, link) - 1]

    def path(self, base: int, tip: int) -> tuple[list[int], int, list[int]] | None:
        """Return the path from a base to a tip; None if they are in different trees.

        Returns:
            The joints from the base up to the common ancestor, the ancestor, and the joints from
            the ancestor down to the tip, all as indices.
        """
        if self.top(base) != self.top(tip):
            return None
        up: list[int] = []
        while not base <= tip < self.end[base]:
            up.append(self.into[base])
            base = self.above[base]
        down: list[int] = []
        while tip != base:
            down.append(self.into[tip])
            tip = self.above[tip]
        return up, base, down[::-1]


def _parent_joints(links: dict[str, Link], joints: Iterable[Joint]) -> dict[str, Joint]:
    """Return the parent joint of each link, by the name of the link.

    Raises:
        NotATreeError: a joint is invalid, or a joint name or a child link is a duplicate.
    """
    into: dict[str, Joint] = {}
    names: set[str] = set()
    for joint in joints:
        if joint.name in names:
            raise NotATreeError(f"duplicate joint {quoted(joint.name)}")
        names.add(joint.name)
        _check_joint(joint, links)
        first = into.setdefault(joint.child, joint)
        if first is not joint:
            raise NotATreeError(
                f"two joints lead to link {quoted(joint.child)}:"
                f" {quoted(first.name)} and {quoted(joint.name)}"
            )
    return into


def _check_joint(joint: Joint, links: Container[str]) -> None:
    """Check that both links of a joint exist, its type is known, and its axes are valid.

    Raises:
        NotATreeError: one of these conditions is not met.
    """
    for name in (joint.parent, joint.child):
        if name not in links:
            raise NotATreeError(f"joint {quoted(joint.name)}: link {quoted(name)} does not exist")
    if joint.type not in JOINT_TYPES:
        raise NotATreeError(f"joint {quoted(joint.name)}: {unknown_joint_type(joint.type)}")
    if joint.type in WITH_AXIS:
        _check_axis(joint, "axis", joint.axis)
    if joint.type in TWO_AXES:
        _check_axis(joint, "axis2", joint.axis2)


def _check_axis(joint: Joint, field: str, axis: Vec3) -> None:
    """Check that an axis has length 1 or 0; a joint with a zero axis does not move.

    Raises:
        NotATreeError: the axis has another length.
    """
    x, y, z = axis
    square = x * x + y * y + z * z
    if any(axis) and not abs(square - 1.0) < _SLACK:
        raise NotATreeError(f"joint {quoted(joint.name)}: {field} must have length 1, got {axis}")


def check_carried(
    tree: LinkOrder, loops: Sequence[Joint], frames: Sequence[Frame], sensors: Sequence[Sensor]
) -> None:
    """Check that names of loops, frames and sensors are unique, and that their references exist.

    Raises:
        NotATreeError: a name is a duplicate, or a link or joint does not exist.
    """
    joints, links = set(tree.joint_index), tree.link_index
    for joint in loops:
        if joint.name in joints:
            raise NotATreeError(f"duplicate joint {quoted(joint.name)}")
        joints.add(joint.name)
        _check_joint(joint, links)
    names: set[str] = set()
    for frame in frames:
        if frame.name in names:
            raise NotATreeError(f"duplicate frame {quoted(frame.name)}")
        names.add(frame.name)
    carried = [("frame", f.name, f.link) for f in frames]
    carried += [("sensor", s.name, s.link) for s in sensors]
    for kind, name, link in carried:
        if link not in links:
            raise NotATreeError(f"{kind} {quoted(name)}: link {quoted(link)} does not exist")
    for sensor in sensors:
        if sensor.joint and sensor.joint not in joints:
            raise NotATreeError(
                f"sensor {quoted(sensor.name)}: joint {quoted(sensor.joint)} does not exist"
            )
